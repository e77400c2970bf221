"""What the steps of a phase did, found by whom and what they did it to: kept as the steps come, so
that judging one more asks for what it changes, and not for the whole phase again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from assistant.position import Position, Unit
from assistant.referee.back import Back
from assistant.referee.moments import FAR_BACK, Moment, Shift
from assistant.referee.rolls import Rolls
from builder.game.board import Board

MOST_WARM = 32
"""Positions of a phase of which is kept what was worked out from them: those of a large game hold
more than a megabyte each, and a phase may have thousands."""


class Hop(NamedTuple):
    """What a step did to one unit; `place` is which of its changes it is."""

    moment: Moment
    shift: Shift
    place: int = 0


@dataclass
class Hops:
    """The steps of a phase that bring one unit from one place to another, onto the table or off it.
    By their places in that order: those behind which it lies `on` the map; those by which it
    `comes` onto it; and of these those that take it from where it lay at first, as `waits`."""

    all: list[Hop] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """Those of their steps."""
    on: list[int] = field(default_factory=list)
    comes: list[int] = field(default_factory=list)
    waits: list[int] = field(default_factory=list)


class Ends(NamedTuple):
    """The first and the last change of a piece in a phase."""

    first: Shift
    last: Shift


@dataclass
class Course:
    """The steps of a phase that count, in order. `dice` are those with dice, `began` the numbers of
    those that are the first of their log behind another one."""

    moments: list[Moment] = field(default_factory=list)
    dice: list[Moment] = field(default_factory=list)
    began: list[int] = field(default_factory=list)
    declared: list[Hop] = field(default_factory=list)
    """The changes of battles that are declared on the map."""
    rolls: Rolls = field(default_factory=Rolls)
    torn: list[Moment] = field(default_factory=list)
    hops: dict[str, Hops] = field(default_factory=dict)
    """By piece, in the order of their first."""
    ends: dict[str, Ends] = field(default_factory=dict)
    """By piece."""
    turned: dict[str, list[int]] = field(default_factory=dict)
    """The numbers of the steps that change how many steps a unit has, by piece."""
    marked: dict[str, list[Hop]] = field(default_factory=dict)
    """The changes of marks, by piece, in the order of their first."""
    mark: dict[tuple[str, str], Moment] = field(default_factory=dict)
    """The last step that changes a mark, by piece and mark."""
    moved: dict[str, int] = field(default_factory=dict)
    """How often a piece went from one place to another."""
    put_back: dict[str, Hop] = field(default_factory=dict)
    """Pieces that were put onto the map in place of one of the same counter that is taken off in
    the phase, before or after them, as players do who deleted one by mistake; and those others. By
    piece the step and the change that took the first one off."""
    takers: dict[str, list[str]] = field(default_factory=dict)
    """The pieces that were put onto the map in place of another, by the latter."""
    came: list[Hop] = field(default_factory=list)
    """The units that came from nowhere."""
    reached: dict[str, Moment] = field(default_factory=dict)
    """The last step that brings a piece to a hex, or changes one there, by hex."""
    been: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Where a step found or brought a unit of a side, by hex and side."""
    state: dict[str, Moment] = field(default_factory=dict)
    """The last step that changes a state variable."""
    control: dict[str, Moment] = field(default_factory=dict)
    """The last step that changes who controls a hex."""
    returns: dict[str, int] = field(default_factory=dict)
    """How many pieces came back, by deck."""
    draws: dict[str, int] = field(default_factory=dict)
    """How many were drawn, by deck."""
    _gone: dict[str, list[Hop]] = field(default_factory=dict)
    _new: dict[str, list[Hop]] = field(default_factory=dict)
    _numbers: list[int] = field(default_factory=list)
    _warm: dict[int, Position] = field(default_factory=dict)
    _back: Back = field(default_factory=lambda: Back(FAR_BACK + 1))

    @classmethod
    def of(cls, moments: Iterable[Moment]) -> Course:
        """That of steps that are all there."""
        found = cls()
        for moment in moments:
            found.add(moment)
        return found

    def add(self, moment: Moment) -> None:
        """One more step."""
        self._back.begin()
        board = moment.before.board
        self._back.append(self.moments, moment)
        self._back.append(self._numbers, moment.number)
        if moment.dice:
            self._back.append(self.dice, moment)
        if moment.step == 1 < moment.number:
            self._back.append(self.began, moment.number)
        if moment.torn:
            self._back.append(self.torn, moment)
        for place, shift in enumerate(moment.shifts):
            self._add(Hop(moment, shift, place), board)
        self.rolls.note(moment, self._back)
        self._note_beside(moment)

    def take_out(self, number: int) -> None:
        """A step was taken back: all is as if it had never been made."""
        at = bisect_left(self._numbers, number)
        if not (at < len(self._numbers) and self._numbers[at] == number):
            return
        behind = self.moments[at + 1 :]
        assert len(behind) < len(self._back), "an undo looks back no further"
        for _ in range(len(behind) + 1):
            self._back.undo()
        self.rolls.taken_out()
        for moment in behind:
            self.add(moment)

    def asked(self, position: Position) -> None:
        """Something was asked of a position: what was worked out for it is kept until enough others
        were asked."""
        self._warm.pop(id(position), None)
        self._warm[id(position)] = position
        if len(self._warm) > MOST_WARM:
            self._warm.pop(next(iter(self._warm))).forget()

    def rest(self) -> None:
        """It is over: what was worked out from its positions is let go."""
        for position in self._warm.values():
            position.forget()
        self._warm.clear()

    def since(self, number: int, end: int | None = None) -> list[Moment]:
        """The steps from one number on, before another one."""
        last = None if end is None else bisect_left(self._numbers, end)
        return self.moments[bisect_left(self._numbers, number) : last]

    def hopped(self, pieces: Iterable[str]) -> list[str]:
        """Those of some pieces that hopped, in the order of their first."""
        return sorted(
            (piece for piece in {*pieces} if piece in self.hops),
            key=lambda piece: _place(self.hops[piece].all[0]),
        )

    def marked_ones(self, pieces: Iterable[str]) -> list[str]:
        """Those of some pieces whose marks changed, in the order of their first."""
        return sorted(
            (piece for piece in {*pieces} if piece in self.marked),
            key=lambda piece: _place(self.marked[piece][0]),
        )

    def _add(self, hop: Hop, board: Board) -> None:
        moment, shift, _ = hop
        piece, before, after = shift.piece, shift.before, shift.after
        known = self.ends.get(piece)
        self._back.set(self.ends, piece, Ends(known.first if known else shift, shift))
        if any(shift.battle):
            self._back.append(self.declared, hop)
        for unit in (before, after):
            if unit is not None and (unit.hex, unit.side) not in self.been:
                self._back.set(self.been, (unit.hex, unit.side), True)
        if after is not None:
            self._back.set(self.reached, after.hex, moment)
        if before is not None and after is not None:
            if before.step != after.step:
                self._back.listed(self.turned, piece, moment.number)
            if before.markers != after.markers:
                self._back.listed(self.marked, piece, hop)
                for mark in before.markers ^ after.markers:
                    self._back.set(self.mark, (piece, mark), moment)
        if shift.moved:
            self._back.set(self.moved, piece, self.moved.get(piece, 0) + 1)
        if not shift.hidden and (shift.moved or before is None or after is None):
            self._hop(hop, board)
        if before is None and after is not None:
            self._back.append(self.came, hop)
            self._pair(after.counter, len(self._back.listed(self._new, after.counter, hop)) - 1)
        elif after is None and before is not None and not shift.hidden:
            self._pair(before.counter, len(self._back.listed(self._gone, before.counter, hop)) - 1)

    def _hop(self, hop: Hop, board: Board) -> None:
        piece, before, after = hop.shift.piece, hop.shift.before, hop.shift.after
        if piece not in self.hops:
            self._back.set(self.hops, piece, Hops())
        hops = self.hops[piece]
        place, first = len(hops.all), hops.all[0].shift.before if hops.all else before
        self._back.append(hops.all, hop)
        self._back.append(hops.numbers, hop.moment.number)
        if after is None or after.hex not in board:
            return
        self._back.append(hops.on, place)
        if before is None or before.hex not in board:
            self._back.append(hops.comes, place)
            # from where it waited at first: a slip beside the map afterwards is none
            if before is not None and before.hex == (first.hex if first is not None else ""):
                self._back.append(hops.waits, place)

    def _pair(self, counter: str, place: int) -> None:
        """One came or went that may belong to one of the same counter that went or came."""
        new, gone = self._new.get(counter, ()), self._gone.get(counter, ())
        if not counter or place >= len(new) or place >= len(gone):
            return
        comer, leaver = new[place], gone[place]
        # within one step the one takes the other's place, which is another question
        if comer.shift.piece != leaver.shift.piece and comer.moment is not leaver.moment:
            self._back.set(self.put_back, comer.shift.piece, leaver)
            self._back.set(self.put_back, leaver.shift.piece, leaver)
            self._back.listed(self.takers, leaver.shift.piece, comer.shift.piece)

    def _note_beside(self, moment: Moment) -> None:
        before, after = moment.before, moment.after
        if before.state is not after.state:
            for name in dict.fromkeys((*before.state, *after.state)):
                if before.value(name) != after.value(name):
                    self._back.set(self.state, name, moment)
        if before.control is not after.control:
            for name in dict.fromkeys((*before.control, *after.control)):
                if before.control.get(name) != after.control.get(name):
                    self._back.set(self.control, name, moment)
        for store, decks in ((self.returns, moment.returns), (self.draws, moment.draws)):
            for deck in decks:
                self._back.set(store, deck, store.get(deck, 0) + 1)

    def is_set_right(self, piece: str, board: Board) -> bool:
        """Whether a piece lost, gained or left something and has it again when the steps end, as
        after a slip of the hand."""
        ends = self.ends[piece]
        return steps_on_map(ends.first.before, board) == steps_on_map(ends.last.after, board)

    def is_passing(self, hop: Hop, board: Board) -> bool:
        """Whether a change of the steps of a piece was not the last, or it left and came again."""
        shift, number = hop.shift, hop.moment.number
        turned: Sequence[int] = self.turned.get(shift.piece, ())
        if turned and number != turned[-1] and number in _near(turned, number):
            return True
        last = steps_on_map(self.ends[shift.piece].last.after, board)
        if steps_on_map(shift.before, board) and not steps_on_map(shift.after, board) and last:
            return True
        if number not in _near(turned, number):
            return False
        began = steps_on_map(self.ends[shift.piece].first.before, board)
        return any(
            gone.shift.piece == shift.piece
            and steps_on_map(self.ends[piece].last.after, board) == began
            for piece in (shift.piece, *self.takers.get(shift.piece, ()))
            if (gone := self.put_back.get(piece)) is not None
        )


def _place(hop: Hop) -> tuple[int, int]:
    return hop.moment.number, hop.place


def _near(numbers: Sequence[int], number: int) -> Sequence[int]:
    """The part of some numbers in order in which one is, if it is among them."""
    at = bisect_left(numbers, number)
    return numbers[at : at + 1]


def steps_on_map(unit: Unit | None, board: Board) -> int:
    """The step that a unit on the map shows; 0 if it is not on it."""
    return unit.step if unit is not None and unit.hex in board else 0
