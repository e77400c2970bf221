"""Zones of control (rule 8.1): who has one, and which hexes it covers."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.kursk.ground import Ground
from assistant.games.kursk.units import is_combat_unit, is_hq
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit


@rule("8.11", "6.33", "15.23")
def exerts(position: Position, unit: Unit) -> bool:
    """Combat units and German headquarters have a zone, disrupted or not; nobody else."""
    if is_hq(unit):
        return unit.side == "german" or bool(position.game.option("soviet-hq-zones"))
    return is_combat_unit(unit)


@rule("8.0", "8.12")
def zone_of(ground: Ground, name: str) -> tuple[str, ...]:
    """The adjacent hexes, but not across a major river and not into a city."""
    return tuple(
        near
        for near in ground.around[name]
        if near not in ground.cities and (name, near) not in ground.major_rivers
    )


def zones_of(ground: Ground, hexes: Iterable[str]) -> frozenset[str]:
    """All hexes in the zones of units that stand in these hexes."""
    return frozenset(near for name in set(hexes) for near in zone_of(ground, name))
