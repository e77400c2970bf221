"""What a kind of ground is worth in combat: which of its values in game.toml counts."""

from __future__ import annotations

from collections.abc import Mapping

from builder.game.rulebook.chapters import Combat


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
