"""A file on the board page: its positions step by step, only as its viewer may see them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

from assistant.binding import Record, open_record
from assistant.board.changed import Change, changed
from assistant.board.shelf import Shelf
from assistant.board.trying import tried
from assistant.games import rules_for
from assistant.position import Position, Unit
from assistant.position_file import read_position
from assistant.questions.moved import SPENT, spent_of
from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.whole import Whole, whole
from assistant.reading.memo import Memo
from assistant.report.shown import plain
from assistant.table import known_side, seen_by
from builder.game.model import Game
from builder.vassal.secret import Passwords, PlayerId

MOST_PAID = 80
"""Moved units of a try whose ways are paid for."""
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
    _costs: OrderedDict[tuple[int, str, str], tuple[Position, dict[str, float]]] = field(
        default_factory=OrderedDict
    )
    """What each way costs of the units that were moved in tries."""
    _newest: tuple[int, Position] | None = None
    """The position that was read last, by its step: a live game asks for it several times."""
    _players: tuple[Mapping[str, PlayerId | None], Passwords] | None = field(
        default=None, repr=False
    )
    """Who alone sits at a side, and all who play, in the moments that are kept."""
    _memos: list[Memo] = field(default_factory=list)
    """What the pieces told of it; nothing while a reading goes on, or after one that failed."""

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
            self._forget()
            key = (number, changes)
            if key not in self._moments:
                self._moments[key] = self._moment(number, changes)
                if len(self._moments) > KEPT:
                    self._moments.popitem(last=False)
            self._moments.move_to_end(key)
            return self._moments[key]

    def _forget(self) -> None:
        """Of a live game, keep no moment that was told before somebody came: with the eyes of one
        player, beside whom a second sits now, or with a password that was none yet."""
        if self.record is None:
            return
        players = self.record.replay.sole, self.record.replay.passwords
        if players != self._players:
            self._players = players
            self._moments.clear()
            self._costs.clear()
            self._newest = None

    def _moment(self, number: int, changes: str) -> Moment:
        kept = self._moments.get((number, ""))
        base = kept.position if kept else self.seen(number)
        if not changes:
            return Moment(base, whole(self.rules, base))
        found = tried(base, changes)
        position = self._paid(base, found.position)
        return Moment(position, whole(self.rules, position), base, found.unfit)

    def _paid(self, base: Position, position: Position) -> Position:
        """A try in which moved units have paid for their ways, where a game asks what they spent:
        a battle after such a move has the same answer as after a real one."""
        if SPENT not in position.game.definition.units.fields or base.turn != position.turn:
            return position
        began = base if base.phase == position.phase else base.in_phase(position.phase)
        paid: dict[str, Unit] = {}
        for unit in position.units:
            old = base.by_id.get(unit.id)
            if old is None or old.hex == unit.hex or old.has_moved:
                continue
            if len(paid) < MOST_PAID and (cost := self._costs_of(began, base, unit).get(unit.hex)):
                paid[unit.id] = replace(unit, fields={**unit.fields, SPENT: spent_of(old) + cost})
        return position.with_units(paid.get(unit.id, unit) for unit in position.units)

    def lifted(self, step: int | None, changes: str, names: Sequence[str]) -> None:
        """Units are in somebody's hand: what their ways cost is found while they are carried."""
        moment = self.moment(step, changes)
        base = moment.base or moment.position
        if SPENT not in base.game.definition.units.fields:
            return
        with self._lock:
            for unit in filter(None, map(base.by_id.get, names[:MOST_PAID])):
                self._costs_of(base.in_phase(moment.position.phase), base, unit)

    def _costs_of(self, began: Position, base: Position, unit: Unit) -> dict[str, float]:
        """What the ways of a unit from where it stood cost at least, by the hexes in its reach."""
        key = (id(base), began.phase, unit.id)
        kept = self._costs.get(key)
        if kept is None or kept[0] is not base:
            try:
                reach = self.rules.moves(began, unit.id).reach
            except QuestionError:
                reach = ()
            kept = self._costs[key] = base, {reached.hex: reached.cost for reached in reach}
            if len(self._costs) > MOST_PAID:
                self._costs.popitem(last=False)
        return kept[1]

    def seen(self, step: int) -> Position:
        """The position after a step without what the viewer may not see."""
        if self.fixed is not None:
            return self.rules.visible(self.fixed)
        assert self.record is not None
        self._forget()
        newest = self._newest
        if newest is None or newest[0] != step:
            try:
                memo = self._memos.pop()
            except IndexError:  # another thread has it
                memo = Memo()
            position = self.rules.visible(self.record.position(step, self.viewer, memo))
            self._memos[:] = [memo]
            newest = self._newest = step, position
        return newest[1]

    def happened(self, step: int) -> list[Change]:
        """What a step of a log changed, as far as the viewer saw it."""
        if self.record is None or step < 1:
            return []
        with self._lock:
            self._forget()
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
