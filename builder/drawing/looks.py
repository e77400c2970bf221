"""What a game may say about its counters' looks: the `[drawing.counters]` table of game.toml."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, Literal

from pydantic import Field

from builder.drawing import colours, glyphs, liveries, sizes, symbols
from builder.drawing.art import art_in
from builder.errors import FaultError
from builder.game.definition import Model
from builder.game.load_counters import COLUMNS
from builder.game.model import Game
from builder.game.named_counters import When
from builder.game.problems import Problem, ProblemsError, nearest
from builder.game.typed import problem_at, read_table
from builder.saying import quoting


class Look(Model):
    """How the counters that match `when` look; what is not said stays as it was.

    `when` names columns of counters.csv, each with the value it must have, or several. Texts may
    hold `{column}`: of a list the value of the face, full strength first. `livery` sets ground,
    ink and symbol colours together. `faces` are pictures that fill the faces, the front first.
    """

    when: When = Field(default_factory=dict)
    livery: str = ""
    background: str = ""
    ink: str = ""
    symbol: str | None = None
    symbol_fill: str = Field("", alias="symbol-fill")
    symbol_ink: str = Field("", alias="symbol-ink")
    size: str | None = None
    glyph: str = ""
    glyph_ink: str = Field("", alias="glyph-ink")
    picture: str = ""
    faces: tuple[str, ...] = Field((), max_length=60)
    bleed: int = Field(0, ge=0, le=400)
    strength: tuple[str, ...] | None = None
    separator: str | None = None
    spread: bool | None = None
    upper_left: str | None = Field(None, alias="upper-left")
    upper_right: str | None = Field(None, alias="upper-right")
    lower_left: str | None = Field(None, alias="lower-left")
    lower_right: str | None = Field(None, alias="lower-right")
    left: str | None = None
    right: str | None = None
    name: str | None = None
    title: str | None = None
    band: str = ""
    band_at: Literal["", "top", "bottom", "left", "right"] = Field("", alias="band-at")
    frame: str = ""
    shape: Literal["", "square", "round"] = ""
    pips: bool | None = None

    @cached_property
    def said(self) -> dict[str, Any]:
        """What it says of a face in so many words; its livery and pips mean more than they say."""
        fields, apart = type(self).model_fields, ("when", "livery", "pips")
        values = {name: getattr(self, name) for name in fields if name not in apart}
        return {name: value for name, value in values.items() if value != fields[name].default}


class CountersDrawing(Model):
    """The `[drawing.counters]` table: looks in order, the later ones on top.

    `marker` is how the marks look that units bear, by their id in `[units.markers]`. With
    `own_shape` pictures that fill a face keep their proportions and their pixels. `words` stand in
    place of others beside symbols and in the corners of units.
    """

    look: tuple[Look, ...] = ()
    marker: dict[str, Look] = Field(default_factory=dict)
    own_shape: bool = Field(False, alias="own-shape")
    words: dict[str, str] = Field(default_factory=dict)


def counters_drawing(game: Game) -> CountersDrawing:
    """The game's `[drawing.counters]`, checked; ProblemsError lists what is wrong in it."""
    data = game.definition.drawing.get("counters", {})
    config = read_table(game, data, CountersDrawing, *TABLE)
    if problems := list(_mistakes(game, config)):
        raise ProblemsError(problems)
    return config


Keys = tuple[str | int, ...]
TABLE = ("drawing", "counters")


def _problem(game: Game, keys: Keys, text: str, remedy: str) -> Problem:
    return problem_at(game, (*TABLE, *keys), text, remedy)


NO_SYMBOL = "none"
"""What a look says whose counters have no symbol at all."""

_COLOURS = ("background", "ink", "symbol_fill", "symbol_ink", "glyph_ink", "band", "frame")
_READ: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(_COLOURS, colours.parse),
    "glyph": glyphs.glyph_of,
    "size": sizes.size_mark,
    "symbol": lambda word: symbols.marks_of(word) if word != NO_SYMBOL else None,
}


def _mistakes(game: Game, config: CountersDrawing) -> Iterator[Problem]:
    columns = {*COLUMNS, *game.definition.units.fields}
    looks: list[tuple[Keys, Look]] = [(("look", i), look) for i, look in enumerate(config.look)]
    for name, look in config.marker.items():
        looks.append((("marker", name), look))
        if name not in game.definition.units.markers:
            remedy = nearest(name, game.definition.units.markers)
            yield _problem(
                game, ("marker", name), quoting("There is no mark '{word}'.", word=name), remedy
            )
    for keys, look in looks:
        for column in look.when:
            if column not in columns:
                text = quoting("counters.csv has no column '{word}'.", word=column)
                yield _problem(game, (*keys, "when"), text, nearest(column, columns))
        yield from _words(game, keys, look, columns)


def _words(game: Game, keys: Keys, look: Look, columns: set[str]) -> Iterator[Problem]:
    """Liveries, colours and columns in braces that do not exist."""
    if look.livery and look.livery not in liveries.NAMES:
        text, remedy = (
            quoting("There is no livery '{word}'.", word=look.livery),
            nearest(look.livery, liveries.NAMES),
        )
        yield _problem(game, (*keys, "livery"), text, remedy)
    for name, info in Look.model_fields.items():
        value = getattr(look, name)
        key = info.alias or name
        for text in value if isinstance(value, tuple) else (value,):
            if not isinstance(text, str):
                continue
            for column in map(str.strip, re.findall(r"\{([^{}]*)\}", text)):
                if column not in columns:
                    wrong = quoting("counters.csv has no column '{word}'.", word=column)
                    yield _problem(game, (*keys, key), wrong, nearest(column, columns))
            if text.count("{") != text.count("}"):
                yield _problem(
                    game,
                    (*keys, key),
                    quoting("'{word}' has an open brace.", word=text),
                    "Close it.",
                )
            pictured = name in ("picture", "faces")
            read = partial(art_in, game) if pictured else _READ.get(name)
            if read and text and "{" not in text:
                yield from _unreadable(game, (*keys, key), text, read)


def _unreadable(
    game: Game, keys: Keys, word: str, read: Callable[[str], object]
) -> Iterator[Problem]:
    try:
        read(word)
    except FaultError as error:
        yield _problem(game, keys, error.text, error.remedy)
