"""Values of state variables and unit fields, checked against the game's own declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, TypeGuard

from builder import limits
from builder.game.definition import Definition, FieldDefinition
from builder.game.toml_file import as_typed
from builder.saying import Saying, in_a_row, quoting

_TOLD = 20


@dataclass(frozen=True)
class World:
    """What a value may name: a hex or area of the board, a side. `hex_remedy` says what to write
    instead of a name that is no hex."""

    is_place: Callable[[str], bool]
    sides: frozenset[str]
    hex_remedy: Callable[[str], str] = lambda name: ""


def declared(name: str, fields: Mapping[str, FieldDefinition]) -> FieldDefinition | None:
    """The declaration of a name; a declared name with `*` stands for all that it matches."""
    if name in fields:
        return fields[name]
    for pattern, definition in fields.items():
        if "*" in pattern and fnmatchcase(name, pattern):
            return definition
    return None


def fault(value: Any, definition: FieldDefinition, world: World) -> str | None:
    """Why a value does not fit its declaration, as the end of a sentence; None if it does."""
    if value is None or (value == "" and definition.default in (None, "")):
        return None
    wrong = _CHECKS[definition.type](value, definition, world)
    if wrong:
        return wrong
    for item in members(value):
        if isinstance(item, bool) or not isinstance(item, int | float):
            continue
        if not -limits.FIGURE <= item <= limits.FIGURE:
            return quoting(
                "{value} is beyond any number of a game, {n:,} at most",
                value=str(item)[:_TOLD],
                n=limits.FIGURE,
            )
        if definition.minimum is not None and item < definition.minimum:
            return quoting("{value} is less than {n:g}", value=item, n=definition.minimum)
        if definition.maximum is not None and item > definition.maximum:
            return quoting("{value} is more than {n:g}", value=item, n=definition.maximum)
    return None


def members(value: Any) -> Iterable[Any]:
    """The values of a list or table, or the value itself."""
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else [value]


def place_fault(place: str, definition: Definition, world: World) -> tuple[str, str] | None:
    """What is wrong with where a counter is set up (a hex, an area, a box, `turn N`, a space of a
    track such as `points 3`, or nowhere), and what to write; None if nothing is."""
    boxes = _boxes(definition)
    if not place or world.is_place(place) or place in boxes:
        return None
    word, _, number = place.partition(" ")
    turns = definition.turns
    if other := _in_other_letters(place, definition, world):
        return quoting(
            "There is no '{place}': small and capital letters count.", place=place
        ), quoting("Did you mean '{word}'?", word=other)
    if word == "turn" and number.isdecimal():
        if len(number) < 5 and turns.first <= int(number) <= turns.last:
            return None
        return quoting("There is no {place}.", place=place), quoting(
            "Turns run from {number} to {other}.", number=turns.first, other=turns.last
        )
    if number.isdecimal() and (track := _track(word, definition)) is not None:
        first, last = track.get("first", 0), track.get("last", 10)
        if len(number) < 5 and first <= int(number) <= last:
            return None
        return quoting("There is no space '{place}'.", place=place), quoting(
            "The track runs from {number} to {other}.", number=first, other=last
        )
    if place.isdecimal():
        remedy = world.hex_remedy(place) or "Write a printed hex number."
        return quoting("'{hex}' is no hex of this map.", hex=place), remedy
    remedy = Saying("Write a printed hex number or 'turn N'.")
    if boxes:
        text = "Write a printed hex number, 'turn N', or a box: {names}."
        remedy = quoting(text, names=boxes)
    if _counts_from_b(definition):
        letters = "The first column or row is B: with letters, first = 0 is A."
        remedy = in_a_row([remedy, letters])
    return quoting(
        "'{place}' is neither a hex of the map nor a box nor 'turn N'.", place=place
    ), remedy


def _in_other_letters(place: str, definition: Definition, world: World) -> str:
    """The place that is written like this but for small and capital letters; empty if none is."""
    others = (place.lower(), place.title(), place.capitalize(), place.upper())
    word, _, number = place.partition(" ")
    known = _boxes(definition)
    if word.lower() == "turn" and number.isdecimal() and len(number) < 5:
        known += [f"turn {number}"] if definition.turns.has(int(number)) else []
    return next(
        (one for one in others if one != place and (world.is_place(one) or one in known)), ""
    )


def _counts_from_b(definition: Definition) -> bool:
    """Whether the letters of squares begin with B, because VASSAL counts them from 0."""
    squares = definition.board.squares if definition.board is not None else None
    if squares is None:
        return False
    return (squares.letters in ("columns", "both") and squares.columns.first == 1) or (
        squares.letters in ("rows", "both") and squares.rows.first == 1
    )


def _boxes(definition: Definition) -> list[str]:
    """The boxes that rules know, and those that are drawn beside the map or in a window."""
    return list(dict.fromkeys([*definition.units.boxes, *definition.drawn_boxes]))


def _track(name: str, definition: Definition) -> dict[str, Any] | None:
    """The track of an id beside the map, if `[drawing.map]` has it."""
    tracks = definition.drawing.get("map", {}).get("track", [])
    return next((track for track in tracks if track.get("id") == name), None)


Check = Callable[[Any, FieldDefinition, World], str | None]


def _must(test: Callable[[Any], bool], text: str) -> Check:
    def check(value: Any, definition: FieldDefinition, world: World) -> str | None:
        return None if test(value) else quoting(text, value=as_typed(value))

    return check


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether a value of TOML is a whole number; `true` is none, whatever Python says."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether a value of TOML or JSON is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _choice(value: Any, definition: FieldDefinition, world: World) -> str | None:
    if value in definition.choices:
        return None
    return quoting(
        "{value} is none of {values}", value=as_typed(value), values=", ".join(definition.choices)
    )


def _place(value: Any, definition: FieldDefinition, world: World) -> str | None:
    if isinstance(value, str) and world.is_place(value):
        return None
    if isinstance(value, int) and world.is_place(str(value)):
        return quoting(
            '{value} is a number and no hex; hexes stand in quotes, as "{hex}"',
            value=value,
            hex=value,
        )
    return quoting("{value} is not a hex of this map", value=as_typed(value))


def _side(value: Any, definition: FieldDefinition, world: World) -> str | None:
    if isinstance(value, str) and value in world.sides:
        return None
    return quoting(
        "{value} is none of the sides {values}",
        value=as_typed(value),
        values=", ".join(sorted(world.sides)),
    )


def _each(check: Check) -> Check:
    def checks(value: Any, definition: FieldDefinition, world: World) -> str | None:
        if not isinstance(value, list | tuple):
            text = "{value} is not a list; lists stand in brackets, as [{value}]"
            return quoting(text, value=as_typed(value))
        return next((w for item in value if (w := check(item, definition, world))), None)

    return checks


def _table(key: Check | None, item: Check) -> Check:
    def checks(value: Any, definition: FieldDefinition, world: World) -> str | None:
        if not isinstance(value, Mapping):
            return quoting("{value} is not a table", value=as_typed(value))
        for name, content in value.items():
            wrong = key(name, definition, world) if key and name != "all" else None
            if wrong or (wrong := item(content, definition, world)):
                return wrong
        return None

    return checks


def _place_or_all(value: Any, definition: FieldDefinition, world: World) -> str | None:
    return None if value == "all" else _place(value, definition, world)


_INT = _must(is_whole, "{value} is not a whole number")
_NUMBER = _must(is_number, "{value} is not a number")
_TEXT = _must(lambda value: isinstance(value, str), "{value} is not a text")

_CHECKS: Mapping[str, Check] = {
    "bool": _must(lambda value: isinstance(value, bool), "{value} is not true or false"),
    "int": _INT,
    "number": _NUMBER,
    "text": _TEXT,
    "choice": _choice,
    "hex": _place,
    "side": _side,
    "ints": _each(_INT),
    "texts": _each(_TEXT),
    "choices": _each(_choice),
    "hexes": _each(_place),
    "numbers-by-hex": _table(_place, _NUMBER),
    "hexes-by-name": _table(None, _each(_place_or_all)),
    "texts-by-name": _table(None, _each(_TEXT)),
}
