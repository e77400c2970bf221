"""What a kind of ground is worth in combat: which of its values in game.toml counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.game.definition import Definition
from builder.game.rules_file.chapters import Combat


def terrain_value(combat: Combat, values: Mapping[str, object]) -> tuple[float | None, str]:
    """The value of a terrain or hexside for combat, and the name under which it stands; None if it
    has none."""
    for key in (combat.value, {"shift": "shift", "die": "die"}.get(combat.terrain)):
        value = values.get(key) if key else None
        if isinstance(value, dict):
            value = value.get("default")
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value), str(key)
    return None, ""


def values_of(combat: Combat, definition: Definition) -> Iterator[float]:
    """What all terrain and hexsides of a game are worth in combat, as far as they are; a hexside of
    which [combat] tells what it does is worth nothing more."""
    sides = (side for name, side in definition.hexside.items() if name not in combat.across)
    for feature in (*definition.terrain.values(), *sides):
        value, _ = terrain_value(combat, feature.values)
        if value is not None:
            yield value
