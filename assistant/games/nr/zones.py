"""Stacking and zones of control (rules 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.games.nr.situation import SIDES, Situation
from assistant.games.nr.units import AXIS, is_armour, is_fort, type_of
from assistant.kernel.combat import sides_of
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import shown
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation, Zones
from assistant.questions.reasons import Reason


def zones(situation: Situation) -> Zones:
    """The zones of both sides, and the units that have none."""
    without = [unit.id for unit in situation.units if not situation.has_zone(unit)]
    return replace(shown(situation.zones, SIDES), extra={"without": without})


@rule("8.4.1", "8.4.2", "13.5", "15.8")
def overstacked(situation: Situation, units: Sequence[Unit]) -> Reason | None:
    """Why these units of one side may not stay together: the Axis two a hex; the Soviets one, from
    turn 11 a tank with one other that is no fort, from turn 23 any two."""
    counted = [unit for unit in units if type_of(unit) != "rezervy"]
    number = len(counted)
    if number <= 1:
        return None
    if counted[0].side == AXIS or situation.turn >= 23:
        return None if number == 2 else Reason("8.4.1", "{n} units, where two may stand.", n=number)
    if number > 2 or not situation.soviet_tanks_ripe():
        most = "two with a tank" if situation.soviet_tanks_ripe() else "one"
        return Reason("8.4.1", "{n} Soviet units, where {most} may stand.", n=number, most=most)
    if any(is_fort(unit) for unit in counted):
        return Reason("8.4.1", "A fort shares its hex with no other Soviet unit before turn 23.")
    if not any(is_armour(unit) for unit in counted):
        return Reason("8.4.1", "Two Soviet units may stack only if one of them is a tank army.")
    return None


@rule("8.4.3")
def surplus_box(unit: Unit) -> str:
    """Units too many go to Shattered; those out of supply and forts to Destroyed."""
    return "destroyed" if "oos" in unit.markers or is_fort(unit) else "shattered"


def room_for(situation: Situation, place: str, unit: Unit) -> bool:
    """Whether a unit may stay in a place beside the friends there."""
    units = situation.units_at(place, unit.side)
    friends = [other for other in units if other.id != unit.id]
    return overstacked(situation, [*friends, unit]) is None


@rule("8.4", "8.4.3", "8.6", "8.7")
def stacking(situation: Situation) -> Stacking:
    """Every hex and area with too many units, and where the owner's surplus would go."""
    violations = []
    for place, here in sorted(situation.stacks.items()):
        sides = sides_of(here)
        if len(sides) > 1:
            violations.append(Violation(place, "8.4", "Units of both sides stand here."))
        for side in sides:
            units = situation.units_at(place, side)
            if reason := overstacked(situation, units):
                extra = {
                    "units": [unit.id for unit in units],
                    "to": {unit.id: surplus_box(unit) for unit in units},
                    "choice": "The owner chooses which units leave (8.4.3).",
                }
                violations.append(Violation(place, reason.rule, reason.text, extra))
    return Stacking(tuple(violations))
