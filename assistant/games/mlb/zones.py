"""Zones of control (rule 3.2)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.mlb.ground import Ground
from assistant.kernel.rulebook import rule


@rule("3.2", "3.2(1)", "3.2(2)", "14.0")
def zone_of(ground: Ground, name: str) -> tuple[str, ...]:
    """A unit controls its neighbours, over rivers of any kind, but no water and nothing behind an
    impassable hexside. Headquarters do so too."""
    return ground.exits.get(name, ())


@rule("3.2(3)")
def zones_of(ground: Ground, hexes: Iterable[str]) -> frozenset[str]:
    """All hexes controlled from these; several zones in a hex are no more than one."""
    return frozenset(near for name in hexes for near in zone_of(ground, name))
