"""Ground that declared rules close to everybody."""

from __future__ import annotations

from builder.game.definition import Definition
from builder.game.rulebook.chapters import Movement

WATER = frozenset({"sea", "lake", "ocean", "water"})


def closed_kinds(definition: Definition, movement: Movement) -> frozenset[str]:
    """Terrain and hexsides that nobody enters or crosses: `rules.closed` of game.toml, and water of
    which no cost is told."""
    told = definition.rules.get("closed")
    named = {str(name) for name in told} if isinstance(told, list) else set()
    crossings = movement.named(str)
    for table in (definition.terrain, definition.hexside):
        for name, feature in table.items():
            wet = bool({feature.draw, name} & WATER)
            if wet and "move" not in feature.values and name not in crossings:
                named.add(name)
    return frozenset(named)
