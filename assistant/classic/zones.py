"""Zones of control as [zones] declares them: whose unit has one, and which hexes it covers."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.classic.ground import Ground
from assistant.classic.units import has_strength
from assistant.position import Unit
from builder.game.board import Board
from builder.game.rules_file.chapters import Zones


def exerts(zones: Zones | None, unit: Unit, strengths: Iterable[str]) -> bool:
    """Whether a unit has a zone: its type is named, or nothing is named and it can fight."""
    if zones is None or unit.type in zones.not_by:
        return False
    if zones.by and "all" not in zones.by:
        return unit.type in zones.by
    return "all" in zones.by or has_strength(unit, strengths)


def covered(zones: Zones, board: Board, ground: Ground, name: str) -> list[str]:
    """The hexes beside one into which the zones of its units reach."""
    near = board.neighbours(name)
    closed = frozenset((*zones.not_across, *zones.not_into))
    if not closed:
        return list(near)
    return [n for n in near if not (closed & board.of(n) or closed & ground.features(name, n))]
