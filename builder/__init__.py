"""Games, modules, paper and VASSAL's files for programs: load a game, check it, build from it.

docs/python.md explains it. Rooms are read when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builder.errors import KesselError
    from builder.game.loader import load_game
    from builder.game.locate import installed_games
    from builder.game.model import Game
    from builder.module.build import build_module, write_setup

__all__ = ["Game", "KesselError", "build_module", "installed_games", "load_game", "write_setup"]

_ROOMS = {
    "Game": "builder.game.model",
    "KesselError": "builder.errors",
    "build_module": "builder.module.build",
    "installed_games": "builder.game.locate",
    "load_game": "builder.game.loader",
    "write_setup": "builder.module.build",
}


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ROOMS[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
