"""Zones of control as [zones] declares them."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.classic.situation import Situation, cite
from assistant.classic.units import has_strength
from assistant.kernel.zones import shown, zone_of
from assistant.position import Unit
from assistant.questions.answers import Zones


def exerts(situation: Situation, unit: Unit) -> bool:
    """Whether a unit has a zone: its type is named, or nothing is named and it can fight."""
    zones = situation.rules.zones
    if zones is None or unit.type in zones.not_by:
        return False
    if zones.by and "all" not in zones.by:
        return unit.type in zones.by
    return "all" in zones.by or has_strength(situation, unit)


def zones_of(situation: Situation) -> Mapping[str, frozenset[str]]:
    """All hexes in the zones of each side."""
    zones = situation.rules.zones
    if zones is None:
        return {side: frozenset() for side in situation.sides}
    board, ground = situation.position.board, situation.ground
    across, into = frozenset(zones.not_across), frozenset(zones.not_into)
    closed = across | into

    def covered(name: str) -> list[str]:
        near = board.neighbours(name)
        if not closed:
            return list(near)
        return [n for n in near if not (closed & board.of(n) or closed & ground.features(name, n))]

    return {
        side: zone_of(
            (u.hex for u in situation.units if u.side == side and exerts(situation, u)), covered
        )
        for side in situation.sides
    }


def zones(situation: Situation) -> Zones:
    """The answer to the question of zones."""
    return shown(situation.zones, situation.sides)


def rule_of(situation: Situation, entry: str = "default") -> str:
    """The number by which zones are cited."""
    return cite(situation.rules.zones, "zones", entry)
