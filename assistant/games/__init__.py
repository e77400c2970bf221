"""One room a game: modules that read like the rulebook, and the way to find them by name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import cast

from assistant.questions.protocol import QuestionError, Rules


def rules_for(game_id: str) -> Rules:
    """The rules of a game: the value `RULES` of the room that bears its id.

    QuestionError if Kessel has the game's files but not its rules.
    """
    name = room_of(game_id)
    if find_spec(name) is None:
        raise QuestionError(
            f"Kessel has no rules for '{game_id}': its modules and sheets can be built, "
            "but no question about supply, odds or retreats can be answered."
        )
    return cast(Rules, import_module(name).RULES)


def chapters_of(game_id: str) -> tuple[ModuleType, ...]:
    """All modules of a game's room, by name: their functions carry the rules' numbers.

    QuestionError as in `rules_for`.
    """
    rules_for(game_id)
    room = import_module(room_of(game_id))
    names = sorted(found.name for found in iter_modules(room.__path__))
    return tuple(import_module(f"{room.__name__}.{name}") for name in names)


def room_of(game_id: str) -> str:
    """The Python name of a game's room."""
    return f"{__name__}.{game_id.replace('-', '_')}"
