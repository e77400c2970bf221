"""Zones of control (rule 8.5)."""

from __future__ import annotations

from collections.abc import Collection

from assistant.games.nr.situation import Situation
from assistant.games.nr.units import AXIS, SOVIET, is_parenthesised
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Zones


@rule("8.5", "6.5.3", "2.3")
def has_zone(situation: Situation, unit: Unit) -> bool:
    """Every unit has a zone but those marked out of supply and those in parentheses."""
    return "oos" not in unit.markers and not is_parenthesised(situation.position, unit)


@rule("8.5", "8.6", "8.7")
def zone_of(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """The adjacent hexes and areas, not those across a lake or sea side."""
    near = situation.near(unit.hex)
    return tuple(place for place in near if situation.passable(unit.hex, place))


def zone_hexes(
    situation: Situation, side: str, lost: Collection[str] = frozenset()
) -> frozenset[str]:
    """All hexes in the side's zones; units whose ids are in `lost` have just lost theirs."""
    found: set[str] = set()
    for unit in situation.units:
        if unit.side == side and unit.id not in lost and has_zone(situation, unit):
            found.update(zone_of(situation, unit))
    return frozenset(found)


@kept
def zones_now(situation: Situation) -> dict[str, frozenset[str]]:
    """The zones of both sides as the position stands."""
    return {side: zone_hexes(situation, side) for side in (AXIS, SOVIET)}


def zones(situation: Situation) -> Zones:
    """The zones of both sides, and the units that have none."""
    found = {side: tuple(sorted(hexes)) for side, hexes in zones_now(situation).items()}
    without = [unit.id for unit in situation.units if not has_zone(situation, unit)]
    return Zones(found, extra={"without": without})
