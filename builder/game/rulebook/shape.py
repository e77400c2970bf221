"""The shape of one game's rules.toml: the tables, with the game's own names as keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import Field, create_model

from builder.game.definition import Definition
from builder.game.rules_file.chapters import (
    Arrivals,
    Crossing,
    Effects,
    Entry,
    Lines,
    Movement,
    Named,
    Road,
    RulesFile,
    State,
    Supply,
    Weather,
)

Names = tuple[str, ...]
Chapter = TypeVar("Chapter", bound=Named)
STATES = ("supplied", "out")
CHAPTERS: dict[str, type[Named]] = {
    "movement": Movement,
    "supply": Supply,
    "arrivals": Arrivals,
    "weather": Weather,
}
"""The chapters that hold names of the game's own."""


def shape_for(definition: Definition, data: Mapping[str, Any]) -> type[RulesFile]:
    """The model of rules.toml whose keys are the sides, lines, hexsides, states of supply and
    weathers of this game; the last two are named by the file itself."""
    return _shape(
        tuple(side.id for side in definition.side),
        tuple(definition.line),
        tuple(definition.hexside),
        tuple(_states(data)),
        tuple(_weathers(definition, data)),
    )


@lru_cache(maxsize=16)  # because a model takes longer to make than a file to read
def _shape(
    sides: Names, lines: Names, hexsides: Names, states: Names, weathers: Names
) -> type[RulesFile]:
    movement = _with(Movement, [(Road, lines), (Crossing, hexsides)])
    supply = _with(Supply, [(Lines, sides), (State, states)])
    arrivals = _with(Arrivals, [(Entry, sides)])
    weather = _with(Weather, [(Effects, weathers)])
    fields: dict[str, Any] = {
        "movement": (movement, Field(default_factory=movement)),
        "supply": (supply | None, None),
        "arrivals": (arrivals, Field(default_factory=arrivals)),
        "weather": (weather, Field(default_factory=weather)),
    }
    return create_model("RulesFile", __base__=RulesFile, **fields)


def _with(chapter: type[Chapter], named: Iterable[tuple[Any, Names]]) -> type[Chapter]:
    """A chapter with further keys, each with the kind of its value."""
    known = {info.alias for info in chapter.model_fields.values()}
    fields: dict[str, Any] = {}
    for kind, names in named:
        for name in names:
            if name not in known:
                known.add(name)
                field = Field(default=None, alias=name)
                fields[f"named_{len(fields)}"] = (kind | None, field)
    return create_model(chapter.__name__, __base__=chapter, **fields)


def _states(data: Mapping[str, Any]) -> list[str]:
    supply = data.get("supply")
    given = supply.get("states", STATES) if isinstance(supply, Mapping) else STATES
    return [str(name) for name in given] if isinstance(given, list | tuple) else []


def _weathers(definition: Definition, data: Mapping[str, Any]) -> list[str]:
    weather = data.get("weather")
    if not isinstance(weather, Mapping):
        return []
    variable = definition.state.get(str(weather.get("state", "weather")))
    turns = weather.get("turns")
    told = turns.values() if isinstance(turns, Mapping) else ()
    return list(dict.fromkeys([*(variable.choices if variable else ()), *map(str, told)]))


def plain(rules: RulesFile) -> RulesFile:
    """What was read by the shape of one game as values of the classes that all games share."""
    chapters = {
        name: _plain(chapter, kind)
        for name, kind in CHAPTERS.items()
        if (chapter := getattr(rules, name)) is not None
    }
    values = {name: getattr(rules, name) for name in RulesFile.model_fields}
    return RulesFile.model_construct(rules.model_fields_set, **{**values, **chapters})


def _plain(chapter: Named, kind: type[Chapter]) -> Chapter:
    values = {name: getattr(chapter, name) for name in kind.model_fields}
    made = kind.model_construct(chapter.model_fields_set & kind.model_fields.keys(), **values)
    for name, info in type(chapter).model_fields.items():
        value = getattr(chapter, name)
        if name not in kind.model_fields and value is not None:
            made._entries[str(info.alias)] = value
    return made
