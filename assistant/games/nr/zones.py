"""Zones of control (rule 8.5)."""

from __future__ import annotations

from collections.abc import Collection

from assistant.games.nr.table import Table
from assistant.games.nr.units import AXIS, SOVIET, is_parenthesised
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Zones


@rule("8.5", "6.5.3", "2.3")
def has_zone(table: Table, unit: Unit) -> bool:
    """Every unit has a zone but those marked out of supply and those in parentheses."""
    return "oos" not in unit.markers and not is_parenthesised(table.position, unit)


@rule("8.5", "8.6", "8.7")
def zone_of(table: Table, unit: Unit) -> tuple[str, ...]:
    """The adjacent hexes and areas, not those across a lake or sea side."""
    near = table.board.neighbours(unit.hex)
    return tuple(place for place in near if table.passable(unit.hex, place))


def zone_hexes(table: Table, side: str, lost: Collection[str] = frozenset()) -> frozenset[str]:
    """All hexes in the side's zones; units whose ids are in `lost` have just lost theirs."""
    found: set[str] = set()
    for unit in table.units:
        if unit.side == side and unit.id not in lost and has_zone(table, unit):
            found.update(zone_of(table, unit))
    return frozenset(found)


@kept
def zones_now(table: Table) -> dict[str, frozenset[str]]:
    """The zones of both sides as the position stands."""
    return {side: zone_hexes(table, side) for side in (AXIS, SOVIET)}


def zones(table: Table) -> Zones:
    """The zones of both sides, and the units that have none."""
    found = {side: tuple(sorted(hexes)) for side, hexes in zones_now(table).items()}
    without = [unit.id for unit in table.units if not has_zone(table, unit)]
    return Zones(found, extra={"without": without})
