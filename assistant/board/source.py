"""A file on the board page: its positions step by step, only as its viewer may see them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

from assistant.binding import Record, open_record
from assistant.games import rules_for
from assistant.position import Position
from assistant.position_file import read_position
from assistant.report.show import plain
from assistant.rules.questions import QuestionError, Rules
from assistant.rules.whole import Whole, whole
from builder.game.model import Game
from builder.game.problems import nearest

KEPT = 48
"""Steps whose answers are kept, so that going back and forth in a log is free."""


@dataclass(frozen=True)
class Moment:
    """A position that the viewer may see, and all answers that need no further word."""

    position: Position
    whole: Whole


@dataclass
class Source:
    """A save, log or position file, opened once. Answers are worked out when they are asked for."""

    path: Path
    viewer: str
    rules: Rules
    record: Record | None
    fixed: Position | None
    _moments: OrderedDict[int, Moment] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    @property
    def steps(self) -> int:
        """Steps of a log; 0 for a save or a position file."""
        return self.record.steps if self.record else 0

    def moment(self, step: int | None = None) -> Moment:
        """The position and its answers after a step (the last if None).

        VassalFileError if there is no such step.
        """
        number = self.steps if step is None else step
        with self._lock:
            if number not in self._moments:
                self._moments[number] = self._ask(number)
                if len(self._moments) > KEPT:
                    self._moments.popitem(last=False)
            self._moments.move_to_end(number)
            return self._moments[number]

    def _ask(self, step: int) -> Moment:
        if self.fixed is not None:
            position = self.fixed
        else:
            assert self.record is not None
            position = self.record.position(step, self.viewer)
        seen = self.rules.visible(position)
        return Moment(seen, whole(self.rules, seen))

    def happened(self, step: int) -> list[str]:
        """What a step of a log changed, in words, as far as the viewer saw it."""
        if self.record is None or step < 1:
            return []
        return [change.text for change in self.record.changes(step - 1, step, self.viewer)]

    def said(self, step: int) -> list[str]:
        """The chat and dice of a step of a log."""
        if self.record is None or step < 1:
            return []
        return [plain(line) for line in self.record.said(step)]


def open_source(path: Path, viewer: str = "") -> Source:
    """Open a file for the board page.

    VassalFileError, ProblemsError or QuestionError if it cannot be read or its game is not known.
    """
    if path.suffix.lower() == ".toml":
        position = read_position(path)
        rules = rules_for(position.game.id)
        _known_side(viewer, position.game)
        seen = replace(position, viewer=viewer or position.viewer)
        return Source(path, seen.viewer, rules, None, seen)
    record = open_record(path)
    _known_side(viewer, record.game)
    return Source(path, viewer, rules_for(record.game.id), record, None)


def _known_side(side: str, game: Game) -> None:
    if side and side not in game.sides:
        raise QuestionError(f"Unknown side '{side}'. {nearest(side, game.sides)}")
