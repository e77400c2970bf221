"""Stacking and zones of control (rules 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from assistant.games.nr.situation import Situation, soviet_tanks_ripe
from assistant.games.nr.units import AXIS, SOVIET, is_armour, is_fort, is_parenthesised, type_of
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import shown, zone_of
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation, Zones
from assistant.questions.reasons import Reason


@rule("8.5", "6.5.3", "2.3")
def has_zone(situation: Situation, unit: Unit) -> bool:
    """Every unit has a zone but those marked out of supply and those in parentheses."""
    return "oos" not in unit.markers and not is_parenthesised(situation.position, unit)


@rule("8.5", "8.6", "8.7")
def zone_hexes(
    situation: Situation, side: str, lost: Collection[str] = frozenset()
) -> frozenset[str]:
    """All hexes and areas adjacent to a unit with a zone, but not across a lake or sea side; units
    whose ids are in `lost` have just lost theirs."""
    units = (unit for unit in situation.of_side(side) if unit.id not in lost)
    held = {unit.hex for unit in units if has_zone(situation, unit)}
    passable, near = situation.passable, situation.near
    return zone_of(held, lambda name: (end for end in near(name) if passable(name, end)))


@kept
def zones_now(situation: Situation) -> dict[str, frozenset[str]]:
    """The zones of both sides as the position stands."""
    return {side: zone_hexes(situation, side) for side in (AXIS, SOVIET)}


def zones(situation: Situation) -> Zones:
    """The zones of both sides, and the units that have none."""
    without = [unit.id for unit in situation.units if not has_zone(situation, unit)]
    return replace(shown(zones_now(situation), (AXIS, SOVIET)), extra={"without": without})


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
    if number > 2 or not soviet_tanks_ripe(situation.position):
        most = "two with a tank" if soviet_tanks_ripe(situation.position) else "one"
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


def room_for(situation: Situation, place: str, unit: Unit, gone: Sequence[str] = ()) -> bool:
    """Whether a unit may stay in a place beside the friends there, `gone` left out."""
    units = situation.units_at(place, unit.side)
    friends = [other for other in units if other.id not in (unit.id, *gone)]
    return overstacked(situation, [*friends, unit]) is None


@rule("8.4", "8.4.3", "8.6", "8.7")
def stacking(situation: Situation) -> Stacking:
    """Every hex and area with too many units, and where the owner's surplus would go."""
    violations = []
    for place in sorted({unit.hex for unit in situation.units}):
        sides = sorted({unit.side for unit in situation.position.at(place)})
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
