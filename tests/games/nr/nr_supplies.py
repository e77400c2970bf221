"""Supply in No Retreat, asked in a line."""

from __future__ import annotations

from assistant.games.nr import RULES
from assistant.position import Position
from assistant.questions.answers import UnitSupply


def supply(position: Position) -> dict[str, UnitSupply]:
    return {unit.id: unit for unit in RULES.supply(position).units}


def states(position: Position) -> dict[str, str]:
    return {name: unit.state for name, unit in supply(position).items()}


CITY = {"terrain": {"1411": "city"}, "control": {"axis": ["1411"]}}
