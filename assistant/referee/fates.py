"""What became of each unit of a battle by the end of its aftermath."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.planning.outlook import steps_of
from assistant.position import Unit
from assistant.questions.protocol import Rules
from assistant.referee.battles import LoggedBattle
from assistant.referee.moments import Moment


@dataclass(frozen=True)
class Fate:
    """What became of one unit by the end of the battle's aftermath."""

    unit: Unit
    after: Unit | None
    moment: Moment
    hidden: bool
    way: tuple[str, ...]
    had: int
    left: int
    """Steps that it had, and those that the unit of `after` has, wherever it is."""

    @property
    def lost(self) -> int:
        """Steps lost; all that it had if it is gone."""
        return self.had if self.gone else self.had - self.left

    @property
    def gone(self) -> bool:
        """Whether it left the map."""
        return self.after is None or self.after.hex not in self.moment.after.board

    @property
    def went(self) -> str:
        """The hex to which it went, empty if it stayed or is gone."""
        if self.gone or self.after is None or self.after.hex == self.unit.hex:
            return ""
        return self.after.hex


def fates(rules: Rules, battle: LoggedBattle, moments: Sequence[Moment]) -> dict[str, Fate]:
    """What became of each unit of a battle in the steps that followed its roll. `moments` end where
    the phase ends, or where the unit fights again."""
    found: dict[str, Fate] = {}
    watched = dict.fromkeys((*battle.attackers, *battle.pieces))
    start = {id_: battle.position.by_id[id_] for id_ in watched if id_ in battle.position.by_id}
    for id_, unit in start.items():
        had = steps_of(rules, battle.position, unit)
        found[id_] = Fate(unit, unit, battle.moment, False, (), had, had)
    at = {battle.pieces.get(id_, ""): id_ for id_ in start if battle.pieces.get(id_)}
    for moment in moments:
        for shift in moment.shifts:
            id_ = at.get(shift.piece) or (shift.before.id if shift.before else "")
            if shift.before is None and shift.after is not None:
                id_ = _came_back(found, shift.after) or id_
            if id_ not in found or (shift.before and shift.before.counter != start[id_].counter):
                continue
            last = found[id_]
            way = (*last.way, shift.after.hex) if shift.moved and shift.after else last.way
            left = steps_of(rules, moment.after, shift.after) if shift.after else 0
            found[id_] = Fate(start[id_], shift.after, moment, shift.hidden, way, last.had, left)
    return found


def _came_back(found: Mapping[str, Fate], unit: Unit) -> str:
    """The unit of the battle that a new piece is, because it was taken off and put down again."""
    alike = (id_ for id_, fate in found.items() if fate.unit.counter == unit.counter and fate.gone)
    return next(alike, "") if unit.counter else ""
