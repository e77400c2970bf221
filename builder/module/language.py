"""A module in another language: the game's own texts, and Kessel's few words.

Sides and the module keep their names: by them saves, and players with the module in different
languages, find each other.
"""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from builder.drawing.map.words import named
from builder.game.definition import Definition
from builder.game.model import Counter, Game, Scenario
from builder.game.problems import Problem, ProblemsError
from builder.module.phrases import PHRASES, say
from builder.vassal.buildfile.declaration import Component
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import PropertyCommand

ENGLISH = "en"

C = TypeVar("C", bound=Component)


def translated(game: Game, language: str) -> Game:
    """The game with its names in a language, as far as text.LANGUAGE.toml gives them.

    Raises ProblemsError for a language that the game has no such file for.
    """
    if language == ENGLISH:
        return game
    if language not in game.texts:
        name = f"text.{language}.toml"
        known = ", ".join(sorted({ENGLISH, *game.texts}))
        remedy = f"Write it, or choose one of: {known}."
        raise ProblemsError([Problem(str(game.folder / name), 0, "There is no such file.", remedy)])
    return dataclasses.replace(
        game,
        definition=_definition(game, language),
        counters={id_: _counter(game, language, c) for id_, c in game.counters.items()},
        scenarios={id_: _scenario(game, language, s) for id_, s in game.scenarios.items()},
    )


def _definition(game: Game, language: str) -> Definition:
    old = game.definition
    phases = tuple(
        phase.model_copy(update={"name": named(game, language, f"phase.{phase.id}", phase.name)})
        for phase in old.phase
    )
    types = {
        id_: kind.model_copy(update={"name": named(game, language, f"type.{id_}", kind.name)})
        for id_, kind in old.units.types.items()
    }
    markers = {
        id_: named(game, language, f"marker.{id_}", text) for id_, text in old.units.markers.items()
    }
    units = old.units.model_copy(update={"types": types, "markers": markers})
    changes = {"phase": phases, "units": units, "drawing": _drawing(game, language)}
    return old.model_copy(update=changes)


def _drawing(game: Game, language: str) -> dict[str, Any]:
    """The drawing tables with the names of boxes and tracks in the language."""
    tables = dict(game.definition.drawing)
    sheet = dict(tables.get("map", {}))
    for kind in ("box", "track"):
        if kind in sheet:
            sheet[kind] = [
                {**entry, "name": named(game, language, f"{kind}.{entry['id']}", entry["name"])}
                for entry in sheet[kind]
            ]
    return {**tables, "map": sheet} if sheet else tables


def _counter(game: Game, language: str, counter: Counter) -> Counter:
    name = named(game, language, f"counter.{counter.id}", counter.full_name)
    return dataclasses.replace(counter, full_name=name)


def _scenario(game: Game, language: str, scenario: Scenario) -> Scenario:
    key = f"scenario.{scenario.id}"
    return dataclasses.replace(
        scenario,
        name=named(game, language, key, scenario.name),
        description=named(game, language, f"{key}.description", scenario.description),
    )


def said_by_trait(trait: Trait, language: str) -> Trait:
    """The trait with Kessel's phrases in the language."""
    return trait.replace(**_changed(trait, language)) if language in PHRASES else trait


def said_by_component(part: C, language: str) -> C:
    """The component and all in it with Kessel's phrases in the language."""
    if language not in PHRASES:
        return part
    changes = _changed(part, language)
    changes["children"] = tuple(said_by_component(child, language) for child in part.children)
    return part.replace(**changes)


# Fields by which components and traits find each other, and what is no text at all.
_KEPT = frozenset(
    {
        "children",
        "condition",
        "content",
        "deck_expression",
        "deck_owners",
        "filter",
        "map",
        "map_name",
        "name",
        "owning_board",
        "property_",
        "read_from",
        "reshuffle_target",
        "side",
        "verbatim",
        "while_expression",
        "zone",
    }
)


def _changed(value: Any, language: str) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        if field.name not in _KEPT:
            old = getattr(value, field.name)
            new = _in(old, language)
            if new != old:
                changes[field.name] = new
    return changes


def _in(value: Any, language: str) -> Any:
    """A text, the texts of a tuple, or the menu of a property command."""
    if isinstance(value, str):
        return say(language, value)
    if isinstance(value, PropertyCommand):
        menu = say(language, value.menu)
        return value._replace(menu=menu, change=value.change.replace(value.menu, menu))
    if type(value) is tuple:
        return tuple(_in(item, language) for item in value)
    return value
