"""The table with some units in other hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assistant.position import Position


def moved_to(position: Position, places: Mapping[str, str]) -> Position:
    """The position with some units in other hexes, on top of what lies there."""
    staying = [unit for unit in position.units if unit.id not in places]
    moved = [replace(unit, hex=places[unit.id]) for unit in position.units if unit.id in places]
    return position.with_units([*staying, *moved])
