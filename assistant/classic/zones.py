"""Zones of control as [zones] declares them."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.classic.table import Table, cite
from assistant.classic.units import has_strength
from assistant.kernel.zones import shown, zone_of
from assistant.position import Unit
from assistant.questions.answers import Zones


def exerts(table: Table, unit: Unit) -> bool:
    """Whether a unit has a zone: its type is named, or nothing is named and it can fight."""
    zones = table.rules.zones
    if zones is None or unit.type in zones.not_by:
        return False
    if zones.by and "all" not in zones.by:
        return unit.type in zones.by
    return "all" in zones.by or has_strength(table, unit)


def zones_of(table: Table) -> Mapping[str, frozenset[str]]:
    """All hexes in the zones of each side."""
    zones = table.rules.zones
    if zones is None:
        return {side: frozenset() for side in table.sides}
    board, ground = table.position.board, table.ground
    across, into = frozenset(zones.not_across), frozenset(zones.not_into)
    closed = across | into

    def covered(name: str) -> list[str]:
        near = board.neighbours(name)
        if not closed:
            return list(near)
        return [n for n in near if not (closed & board.of(n) or closed & ground.features(name, n))]

    return {
        side: zone_of((u.hex for u in table.units if u.side == side and exerts(table, u)), covered)
        for side in table.sides
    }


def zones(table: Table) -> Zones:
    """The answer to the question of zones."""
    return shown(table.zones, table.sides)


def rule_of(table: Table, entry: str = "default") -> str:
    """The number by which zones are cited."""
    return cite(table.rules.zones, "zones", entry)
