"""A game in another language, as far as text.LANGUAGE.toml has its words.

Sides and the title keep their names: by them saves, and players with modules in different
languages, find each other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from builder.drawing.map.words import named, own
from builder.game.definition import Definition, Feature
from builder.game.model import Counter, Game, Scenario
from builder.game.problems import Problem, ProblemsError
from builder.game.unit_names import UnitNames
from builder.saying import quoting

if TYPE_CHECKING:
    from builder.game.rules_file.chapters import RulesFile  # its models take long to load

ENGLISH = "en"


def translated(game: Game, language: str) -> Game:
    """The game with its names in a language, as far as text.LANGUAGE.toml gives them.

    Raises ProblemsError for a language that the game has no such file for.
    """
    if language == ENGLISH:
        return game
    if language not in game.texts:
        name = f"text.{language}.toml"
        known = ", ".join(sorted({ENGLISH, *game.texts}))
        remedy = quoting("Write it, or choose one of: {names}.", names=known)
        raise ProblemsError([Problem(str(game.folder / name), 0, "There is no such file.", remedy)])
    units = UnitNames(game.texts[language])
    counters = game.counters.items()
    return dataclasses.replace(
        game,
        definition=_definition(game, language),
        rules=_rules(game, language),
        counters={id_: _counter(game, language, one, units) for id_, one in counters},
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
    changes = {
        "phase": phases,
        "terrain": _named(game, language, "terrain", old.terrain),
        "hexside": _named(game, language, "hexside", old.hexside),
        "units": units,
        "drawing": _drawing(game, language),
        "module": _module(game, language),
    }
    return old.model_copy(update=changes)


def _named(
    game: Game, language: str, kind: str, features: Mapping[str, Feature]
) -> dict[str, Feature]:
    return {
        id_: one.model_copy(update={"name": named(game, language, f"{kind}.{id_}", one.name)})
        for id_, one in features.items()
    }


def _module(game: Game, language: str) -> dict[str, Any]:
    """The [module] table with the names of marks that come off together, and what is said of units
    that are gone, in the language."""
    table = dict(game.definition.module)
    for kind, key, words in (
        ("takeoff", "id", ("name",)),
        ("fate", "box", ("command", "report")),
    ):
        entries = table.get(kind)
        if isinstance(entries, list):
            table[kind] = [
                _entry(game, language, f"{kind}.{one.get(key)}", one, words)
                for one in entries
                if isinstance(one, dict)
            ]
    return table


def _entry(
    game: Game, language: str, key: str, entry: dict[str, Any], words: tuple[str, ...]
) -> dict[str, Any]:
    told = {
        word: named(game, language, key if word == "name" else f"{key}.{word}", entry[word])
        for word in words
        if isinstance(entry.get(word), str)
    }
    return {**entry, **told}


def _rules(game: Game, language: str) -> RulesFile | None:
    """The declared rules with what modifiers of a battle are called in the language."""
    if game.rules is None:
        return None
    combat = game.rules.combat
    changes = {
        kind: {
            id_: one.model_copy(
                update={"name": named(game, language, f"word.{one.name}", one.name)}
            )
            for id_, one in getattr(combat, kind).items()
        }
        for kind in ("shift", "roll")
    }
    return game.rules.model_copy(update={"combat": combat.model_copy(update=changes)})


def _drawing(game: Game, language: str) -> dict[str, Any]:
    """The drawing tables with the names of boxes and tracks, and what stands on counters, in the
    language."""
    tables = dict(game.definition.drawing)
    counters = dict(tables.get("counters", {}))
    if "look" in counters:
        counters["look"] = [_labelled(game, language, look) for look in counters["look"]]
    if words := _words(game, language):
        counters["words"] = {**counters.get("words", {}), **words}
    if counters:
        tables["counters"] = counters
    sheet = dict(tables.get("map", {}))
    for kind in ("box", "track"):
        if kind in sheet:
            sheet[kind] = [
                {**entry, "name": named(game, language, f"{kind}.{entry['id']}", entry["name"])}
                for entry in sheet[kind]
            ]
    return {**tables, "map": sheet} if sheet else tables


def _words(game: Game, language: str) -> dict[str, str]:
    """What is printed on units in the language, by what is printed on them in English."""
    texts = game.texts.get(language, {})
    return {
        key.removeprefix("label."): text for key, text in texts.items() if key.startswith("label.")
    }


def _labelled(game: Game, language: str, look: dict[str, Any]) -> dict[str, Any]:
    """A look of counters with its title in the language."""
    title = look.get("title")
    return {**look, "title": label(game, language, title)} if isinstance(title, str) else look


def label(game: Game, language: str, text: str) -> str:
    """What is printed on a marker, in the language; line breaks count as spaces in its key."""
    plain = " ".join(text.split())
    said = own(language, plain)
    if said == plain:
        said = UnitNames(game.texts.get(language, {}))(plain) or plain
    found = named(game, language, f"label.{plain}", said)
    return text if found == plain else found


def sides(game: Game, language: str) -> dict[str, str]:
    """What players call each side, by its id."""
    return {s.id: named(game, language, f"side.{s.id}", s.name) for s in game.definition.side}


def _counter(game: Game, language: str, counter: Counter, units: UnitNames) -> Counter:
    full = named(game, language, f"counter.{counter.id}", "")
    full = full or units(counter.full_name) or counter.full_name
    name = label(game, language, counter.name) if counter.kind == "marker" else counter.name
    return dataclasses.replace(counter, name=name, full_name=full)


def _scenario(game: Game, language: str, scenario: Scenario) -> Scenario:
    key = f"scenario.{scenario.id}"
    return dataclasses.replace(
        scenario,
        name=named(game, language, key, scenario.name),
        description=named(game, language, f"{key}.description", scenario.description),
    )
