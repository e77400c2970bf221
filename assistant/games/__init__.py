"""One room a game: modules that read like the rulebook, and the way to find them by name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import cast

from assistant.rules.questions import QuestionError, Rules


def rules_for(game_id: str) -> Rules:
    """The rules of a game: the value `RULES` of the room that bears its id.

    QuestionError if Kessel has the game's files but not its rules.
    """
    name = f"{__name__}.{game_id.replace('-', '_')}"
    if find_spec(name) is None:
        raise QuestionError(
            f"Kessel has no rules for '{game_id}': its modules and sheets can be built, "
            "but no question about supply, odds or retreats can be answered."
        )
    return cast(Rules, import_module(name).RULES)
