"""Reads map/derive.toml and holds its words against game.toml."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from pydantic import ValidationError

from builder.game.definition import Definition
from builder.game.model import Game
from builder.game.problems import Collector, Problem, ProblemsError
from builder.game.toml_file import TomlFile, read_toml
from builder.game.typed import faults
from builder.geography.recipe import Recipe
from builder.saying import quoting


def read_recipe(path: Path) -> tuple[TomlFile, Recipe]:
    """The recipe in a file; ProblemsError with every mistake at its line."""
    if not path.is_file():
        text = "The file is missing: nothing says what is derived."
        remedy = "Write it, and georeference.csv beside it, as docs/geography.md shows."
        raise ProblemsError([Problem(str(path), 0, text, remedy)])
    file = read_toml(path)
    try:
        return file, Recipe.model_validate(file.data)
    except ValidationError as error:
        raise ProblemsError(
            Problem(str(path), file.line(*keys), text, remedy)
            for keys, text, remedy in faults(error, Recipe)
        ) from None


def check_words(
    file: TomlFile, recipe: Recipe, definition: Definition, problems: Collector
) -> None:
    """Each terrain, hexside and line that a rule yields must stand in game.toml."""
    vocabularies = {
        "terrain": definition.terrain, "coast": definition.terrain, "walls": definition.terrain,
        "unless": definition.terrain, "of": definition.terrain,
        "against": definition.terrain, "hexside": definition.hexside,
        "boundary": definition.hexside, "over": definition.hexside, "kind": definition.line,
        "lines": definition.line,
    }  # fmt: skip
    listed = ((kind, rules) for kind, rules in recipe if isinstance(rules, tuple))
    numbered = ((kind, n, rule) for kind, rules in listed for n, rule in enumerate(rules))
    for (kind, index, rule), (key, known) in product(numbered, vocabularies.items()):
        given = getattr(rule, key, ())
        words = [given] if isinstance(given, str) else given
        for word in (word for word in words if word and word not in known):
            text = quoting("game.toml has no {key} '{word}'.", key=key, word=word)
            problems.add(file.path, file.line(kind, index, key), text, "Declare it there first.")


def check_recipe(game: Game) -> None:
    """ProblemsError with every mistake in a game's derive.toml, if it has one."""
    path = game.folder / "map" / "derive.toml"
    if path.is_file():
        problems = Collector()
        check_words(*read_recipe(path), game.definition, problems)
        problems.check()
