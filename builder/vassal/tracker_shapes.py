"""The turn trackers that a module's build file declares.

Sources: `build/module/turn/TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.turns import DEEPEST_LEVEL, LevelShape, TrackerShape


def tracker_shapes(parts: Iterable[Component]) -> tuple[TrackerShape, ...]:
    """The turn trackers among the components of a module, in their order."""
    trackers = [part for part in parts if isinstance(part, c.TurnTracker)]
    return tuple(
        TrackerShape(part.name, f"TurnTracker{at}", part.turn_format, _shapes(part))
        for at, part in enumerate(trackers)
    )


def kept_in(level: c.CounterTurnLevel | c.ListTurnLevel) -> str:
    """The property that keeps the value of a level."""
    return (level.name if level.property_ is None else level.property_) or ""


def _shapes(part: Component, depth: int = DEEPEST_LEVEL) -> tuple[LevelShape, ...]:
    if depth == 0:
        return ()
    return tuple(
        LevelShape(
            kept_in(level),
            level.turn_format,
            tuple(level.list_) if isinstance(level, c.ListTurnLevel) else None,
            _shapes(level, depth - 1),
        )
        for level in part.children
        if isinstance(level, c.CounterTurnLevel | c.ListTurnLevel)
    )
