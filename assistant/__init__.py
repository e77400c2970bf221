"""Kessel for programs: `import assistant as kessel`, then `kessel.open_table("evening.vlog")`.

What is here is the whole of it; docs/python.md explains it with examples. Rooms are read when they
are first used, so that importing costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.position import Position, Unit
    from assistant.questions.answers import (
        Advances,
        Arrivals,
        Attacks,
        Moves,
        Odds,
        Retreats,
        Score,
        Stacking,
        Supply,
        Turn,
        Zones,
        as_json,
    )
    from assistant.questions.protocol import QuestionError
    from assistant.questions.whole import Whole
    from assistant.table import Table, open_scenario, open_table
    from builder import KesselError, load_game, write_setup

__all__ = [
    "Advances",
    "Arrivals",
    "Attacks",
    "KesselError",
    "Moves",
    "Odds",
    "Position",
    "QuestionError",
    "Retreats",
    "Score",
    "Stacking",
    "Supply",
    "Table",
    "Turn",
    "Unit",
    "Whole",
    "Zones",
    "as_json",
    "load_game",
    "open_scenario",
    "open_table",
    "write_setup",
]

_ANSWERS = "assistant.questions.answers"
_ROOMS = {
    "KesselError": "builder.errors",
    "Position": "assistant.position",
    "QuestionError": "assistant.questions.protocol",
    "Table": "assistant.table",
    "Unit": "assistant.position",
    "Whole": "assistant.questions.whole",
    "load_game": "builder.game.loader",
    "open_scenario": "assistant.table",
    "open_table": "assistant.table",
    "write_setup": "builder.module.build",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ROOMS.get(name, _ANSWERS)), name)


def __dir__() -> list[str]:
    return sorted(__all__)
