"""Which battles the steps of a phase declare on the map and roll for, and whom it befell behind a
roll that names none: kept as the steps come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from assistant.questions.declared import rolled_in
from assistant.referee.back import Back
from assistant.referee.moments import Moment, Shift


@dataclass(frozen=True, eq=False)
class Declaration:
    """A battle on the map: the last step that declared it, and the roles of its pieces."""

    moment: Moment
    roles: Mapping[str, str]


@dataclass
class Blows:
    """Whom it befell from a roll to the next: by their hexes and ids, as `hit` those who went or
    lost something, and by their ids the pieces of all. `stamp` is another after each change."""

    hexes: dict[str, bool] = field(default_factory=dict)
    hit: dict[str, bool] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    stamp: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Roll:
    """A step with which dice are rolled for a battle: of a `number`, with its declaration, or of
    none that is told, with the `blows` that followed. `again`: its battle was rolled for a second
    time later; `other`: with a button that does not name it."""

    moment: Moment
    number: str = ""
    declaration: Declaration | None = None
    blows: Blows | None = None
    again: bool = False
    other: bool = False


@dataclass
class Rolls:
    """The rolls of a phase, and the battles that are still open. `stamp` is another each time when
    a roll that was there already is taken for another one."""

    all: list[Roll] = field(default_factory=list)
    open: dict[str, Declaration] = field(default_factory=dict)
    stamp: int = 0
    _done: dict[str, Declaration] = field(default_factory=dict)
    _counting: dict[str, int] = field(default_factory=dict)
    """The place of the roll whose blows are still counted, if there is one."""
    _stamps: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def settled(self) -> int:
        """How many of all, from the first on, no further step changes."""
        return self._counting.get("", len(self.all))

    def note(self, moment: Moment, back: Back) -> None:
        """One more step."""
        for shift in moment.shifts:
            self._declare(moment, shift, back)
        if moment.dice and self._counting:
            back.drop(self._counting, "")
        number = _rolled(moment, self.open) or _rolled(moment, self._done)
        if number in self.open:
            self._close(moment, number, back)
        elif number:
            for at, one in enumerate(self.all):
                if one.number == number and not one.again:
                    self.stamp = next(self._stamps)
                    back.put(self.all, at, replace(one, again=True))
        elif moment.dice and len(self.open) == 1:
            self._close(moment, next(iter(self.open)), back, other=True)
        elif moment.dice:
            back.set(self._counting, "", len(self.all))
            back.append(self.all, Roll(moment, blows=Blows()))
        if self._counting and (blows := self.all[self.settled].blows) is not None:
            for shift in moment.shifts:
                self._count(blows, shift, back)

    def taken_out(self) -> None:
        """Steps were led back, so that what comes now may be another roll than there was."""
        self.stamp = next(self._stamps)

    def _declare(self, moment: Moment, shift: Shift, back: Back) -> None:
        """Take down what a step declares, and what it calls off."""
        number, role = shift.battle
        if (left := self.open.get(shift.left)) is not None:
            roles = {piece: its for piece, its in left.roles.items() if piece != shift.piece}
            if roles:
                back.set(self.open, shift.left, replace(left, roles=roles))
            else:
                back.drop(self.open, shift.left)
        if number:
            known = self.open.get(number)
            roles = {**(known.roles if known is not None else {}), shift.piece: role}
            back.set(self.open, number, Declaration(moment, roles))

    def _close(self, moment: Moment, number: str, back: Back, *, other: bool = False) -> None:
        declaration = back.drop(self.open, number)
        back.set(self._done, number, declaration)
        back.append(self.all, Roll(moment, number, declaration, other=other))

    def _count(self, blows: Blows, shift: Shift, back: Back) -> None:
        if shift.before is None:
            return
        back.set(blows.stamp, "", next(self._stamps))
        back.set(blows.pieces, shift.before.id, shift.piece)
        if _is_blow(shift):
            back.set(blows.hexes, shift.before.hex, True)
            back.set(blows.hit, shift.before.id, True)


def _rolled(moment: Moment, known: Mapping[str, Declaration]) -> str:
    """The number of the declared battle that a step rolls for."""
    for line in moment.chat if known else ():
        told = rolled_in(line)
        if told and str(told[0]) in known:
            return str(told[0])
    return ""


def _is_blow(shift: Shift) -> bool:
    before, after = shift.before, shift.after
    if before is None or after is None:
        return after is None
    return before.hex != after.hex or before.step != after.step
