"""Reads rules.toml, with each mistake at its line."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from builder import limits
from builder.game.definition import Definition
from builder.game.problems import Collector, ProblemsError
from builder.game.rulebook.shape import plain, shape_for
from builder.game.rules_file.chapters import RulesFile
from builder.game.toml_file import read_toml, unprintable
from builder.game.typed import Keys, told

NAME = "rules.toml"
_NUMBERS = ("float_type", "int_type")


def load_rules(folder: Path, definition: Definition, problems: Collector) -> RulesFile | None:
    """The declared rules of the game in a folder; None without the file, or if it has mistakes,
    which go to the collector."""
    path = folder / NAME
    if not os.path.lexists(path):  # a pipe or a link to itself is no game without rules
        return None
    try:
        file = read_toml(path)
        if wrong := list(unprintable(file)):
            raise ProblemsError(wrong)
    except ProblemsError as error:
        problems.problems += error.problems
        return None
    shape = shape_for(definition, file.data)
    try:
        return plain(shape.model_validate(file.data))
    except ValidationError as error:
        for keys, text, remedy in told(_items(error, file.data), shape):
            problems.add(path, file.line(*keys), text, remedy)
    return None


def _items(error: ValidationError, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The errors by the keys that were written: pydantic also names the kinds that it tried one
    after the other, which the reader never typed."""
    places: dict[Keys, list[dict[str, Any]]] = {}
    for item in error.errors(include_url=False)[: limits.PROBLEMS]:
        absent = item["type"] in ("missing", "extra_forbidden")
        places.setdefault(_written(item["loc"], data, absent), []).append(dict(item))
    for keys, items in places.items():
        deeper = any(len(other) > len(keys) and other[: len(keys)] == keys for other in places)
        if deeper and isinstance(items[0]["input"], Mapping):
            continue
        first = next((item for item in items if item["type"] == "literal_error"), items[0])
        if first["type"] == "literal_error" and any(i["type"] in _NUMBERS for i in items):
            first["ctx"] = {**first["ctx"], "or": "a number"}
        yield {**first, "loc": keys}


def _written(loc: Sequence[int | str], data: Any, absent: bool) -> Keys:
    """The part of a place that stands in the data; of what is `absent` or unknown the name too."""
    found: list[int | str] = []
    here = data
    for number, key in enumerate(loc):
        listed = isinstance(here, list) and isinstance(key, int) and key < len(here)
        if listed or (isinstance(here, Mapping) and key in here):
            here = here[key]
        elif not (absent and isinstance(here, Mapping)) or number < len(loc) - 1 or "[" in str(key):
            continue
        found.append(key)
    return tuple(found)
