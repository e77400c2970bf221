"""One room a game: modules that read like the rulebook, and the way to find a game's rules."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, cast

from assistant.questions.play import HasPlay, Play
from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.unruled import Unruled
from builder.saying import AsWritten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from builder.game.model import Game

ENTRY_POINTS = "kessel.games"
"""The group under which an installed package offers the rules of games, by their ids."""


def rules_for(game: Game | str) -> Rules:
    """The rules of a game, or of an id: the value `RULES` of the room that bears its id, else what
    an installed package offers, else what the game's rules.toml declares, else rules that refuse
    every question and say which file to write.

    Code that lies in a game's folder is never run. ProblemsError for a rules.toml that cannot be
    used, QuestionError for what a package offers and is no rules.
    """
    game_id = game if isinstance(game, str) else game.id
    if (name := room_of(game_id)) and find_spec(name) is not None:
        return cast(Rules, import_module(name).RULES)
    if (offered := _offered(game_id)) is not None:
        return offered
    if isinstance(game, str):
        return Unruled(game_id, f"source-art/{game_id}")
    if game.rules is not None:
        from assistant.classic import declared_rules

        return declared_rules(game)
    return Unruled(game_id, game.folder.as_posix())


def _offered(game_id: str) -> Rules | None:
    """The rules that an installed package offers for an id."""
    for entry in _entries(game_id):
        try:
            offered = entry.load()
        except Exception as error:
            package = entry.dist.name if entry.dist else entry.value
            text = (
                "The package '{package}' offers rules for '{game}', "
                "and they cannot be loaded ({why}): mend or uninstall it."
            )
            raise QuestionError(
                text, package=package, game=AsWritten(game_id), why=AsWritten(error)
            ) from error
        if not isinstance(offered, Rules):
            text = (
                "'{name}' is offered as the rules of '{game}' and is none: "
                "see docs/rules-in-python.md."
            )
            raise QuestionError(text, name=AsWritten(entry.value), game=AsWritten(game_id))
        return offered
    return None


def _entries(game_id: str) -> EntryPoints:
    """What installed packages offer for an id."""
    return _installed(tuple(sys.path)).select(name=game_id)


@lru_cache(maxsize=1)
def _installed(_path: tuple[str, ...]) -> EntryPoints:
    """What the packages on a search path offer: looked up once, because what each of a hundred
    packages offers is read for it."""
    from importlib.metadata import entry_points  # it takes long to load, and rooms need none of it

    return entry_points(group=ENTRY_POINTS)


@cache
def play_of(game_id: str) -> Play:
    """How a game is played, as its room or an installed package tells it; nothing is known of one
    whose rules are declared."""
    rules = rules_for(game_id)
    return rules.play if isinstance(rules, HasPlay) else Play()


def answered_in_python(game_id: str) -> bool:
    """Whether a room or an installed package answers for a game's id; nothing is loaded."""
    return bool(_entries(game_id)) or find_spec(room_of(game_id)) is not None


def chapters_of(game_id: str) -> tuple[ModuleType, ...]:
    """All modules of a game's room, by name: their functions carry the rules' numbers.

    None for a game that has no room in the package.
    """
    if find_spec(room_of(game_id)) is None:
        return ()
    room = import_module(room_of(game_id))
    names = sorted(found.name for found in iter_modules(room.__path__))
    return tuple(import_module(f"{room.__name__}.{name}") for name in names)


def room_of(game_id: str) -> str:
    """The Python name of a game's room."""
    return f"{__name__}.{game_id.replace('-', '_')}"
