"""A file on the board page: its positions step by step, only as its viewer may see them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from assistant.binding import Record, open_record
from assistant.board.changed import Change, changed
from assistant.board.shelf import Shelf
from assistant.board.trying import tried
from assistant.games import rules_for
from assistant.position import Position
from assistant.position_file import read_position
from assistant.questions.protocol import Rules
from assistant.questions.whole import Whole, whole
from assistant.report.shown import plain
from assistant.table import known_side, seen_by
from builder.game.model import Game

KEPT = 48
"""Steps whose answers are kept, so that going back and forth in a log is free."""


@dataclass(frozen=True)
class Moment:
    """A position that the viewer may see, and all answers that need no further word.

    `base` is the position that was read, where `position` is one that somebody tries out from it;
    `unfit` are the sentences of the changes that do not fit.
    """

    position: Position
    whole: Whole
    base: Position | None = None
    unfit: tuple[str, ...] = ()


@dataclass
class Source:
    """A save, log or position file, opened once. Answers are worked out when they are asked for."""

    path: Path
    viewer: str
    rules: Rules
    record: Record | None
    fixed: Position | None
    _moments: OrderedDict[tuple[int, str], Moment] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _others: dict[str, Source] = field(default_factory=dict)
    _newest: tuple[int, Position] | None = None
    """The position that was read last, by its step: a live game asks for it several times."""

    def seen_with(self, viewer: str) -> Source:
        """The same file with the eyes of a side; what was worked out for it is kept."""
        with self._lock:
            if viewer not in self._others:
                fixed = None if self.fixed is None else seen_by(self.fixed, viewer)
                self._others[viewer] = Source(self.path, viewer, self.rules, self.record, fixed)
            return self._others[viewer]

    @property
    def steps(self) -> int:
        """Steps of a log; 0 for a save or a position file."""
        return self.record.steps if self.record else 0

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self.record is not None:
            return self.record.game
        assert self.fixed is not None
        return self.fixed.game

    def moment(self, step: int | None = None, changes: str = "") -> Moment:
        """The position and its answers after a step (the last if None), with changes tried out.

        VassalFileError if there is no such step, QuestionError if the changes are too many.
        """
        number = self.steps if step is None else step
        with self._lock:
            key = (number, changes)
            if key not in self._moments:
                self._moments[key] = self._moment(number, changes)
                if len(self._moments) > KEPT:
                    self._moments.popitem(last=False)
            self._moments.move_to_end(key)
            return self._moments[key]

    def _moment(self, number: int, changes: str) -> Moment:
        kept = self._moments.get((number, ""))
        base = kept.position if kept else self.seen(number)
        if not changes:
            return Moment(base, whole(self.rules, base))
        found = tried(base, changes)
        return Moment(found.position, whole(self.rules, found.position), base, found.unfit)

    def seen(self, step: int) -> Position:
        """The position after a step without what the viewer may not see."""
        if self.fixed is not None:
            return self.rules.visible(self.fixed)
        assert self.record is not None
        newest = self._newest
        if newest is None or newest[0] != step:
            position = self.rules.visible(self.record.position(step, self.viewer))
            newest = self._newest = step, position
        return newest[1]

    def happened(self, step: int) -> list[Change]:
        """What a step of a log changed, as far as the viewer saw it."""
        if self.record is None or step < 1:
            return []
        with self._lock:
            kept = self._moments.get((step - 1, ""))
            before = kept.position if kept else self.seen(step - 1)
        return list(changed(before, self.moment(step).position))

    def said(self, step: int) -> list[str]:
        """The chat and dice of a step of a log."""
        if self.record is None or step < 1:
            return []
        return [plain(line) for line in self.record.said(step)]


def open_source(path: Path, viewer: str = "", shelf: Shelf | None = None) -> Source:
    """Open a file for the board page; a shelf keeps games between files.

    VassalFileError, ProblemsError or QuestionError if it cannot be read or its game is not known.
    """
    if path.suffix.lower() == ".toml":
        position = read_position(path)
        rules = rules_for(position.game)
        seen = seen_by(position, viewer) if viewer else position
        return Source(path, seen.viewer, rules, None, seen)
    record = open_record(path, (shelf or Shelf()).bound)
    viewer = known_side(record.game, viewer) if viewer else ""
    return Source(path, viewer, rules_for(record.game), record, None)
