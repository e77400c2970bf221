"""What sheets, their rows and columns are called, in each language that the page speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant.desk.cells import cells_in
from assistant.desk.origins import origins
from assistant.desk.sheets import Sheet
from assistant.words.names import ground_in
from assistant.words.voice import LANGUAGES, voice
from builder.drawing.charts.config import charts_drawing
from builder.drawing.charts.tables import table_sheet, table_title
from builder.drawing.charts.terrain import effect_name
from builder.drawing.map.words import named, readable
from builder.game.model import Game

NAMED = ("counters", "arrivals", "set-ups")
"""The groups whose rows are counters."""


def titles(game: Game, sheet: Sheet) -> dict[str, str]:
    """The title of a sheet that the game names, by language; none for the page's own."""
    if sheet.group == "tables":
        config = charts_drawing(game)
        return {code: table_title(game, sheet.title, config, code) for code in LANGUAGES}
    if sheet.group == "set-ups":
        return {code: voice(game, code)(sheet.title) for code in LANGUAGES}
    return {}


def headings(game: Game, sheet: Sheet) -> dict[str, dict[str, Any]]:
    """By language the headings of columns and rows, and what says where a row comes from, where
    they are not what stands in the file."""
    return {code: _headings(game, sheet, code) for code in LANGUAGES}


def _headings(game: Game, sheet: Sheet, code: str) -> dict[str, Any]:
    if sheet.group == "tables":
        drawn = table_sheet(game, game.tables[sheet.title], charts_drawing(game), code)
        return {
            "columns": list(drawn.headings[1:]),
            "rows": [row[0].text for row in drawn.rows],
            "cells": cells_in(game, sheet, code),
        }
    told: dict[str, Any] = {}
    if sheet.group in NAMED:
        told["rows"] = [voice(game, code)(heading) for _, heading, _ in sheet.rows]
    elif sheet.group == "effects":
        ground = ground_in(game).get(code, {})
        told["rows"] = [ground.get(".".join(key), row) for key, row, _ in sheet.rows]
    call = _caller(game, sheet, code)
    told["columns"] = [_with_a_capital(call(column)) for column in sheet.columns]
    told["cells"] = cells_in(game, sheet, code)
    told["sources"] = origins(game, code, set(sheet.sources.values()), call)
    return told


def called_in(game: Game, sheet: Sheet, code: str) -> dict[str, str]:
    """How the page calls the words and columns of a sheet in a language."""
    labels = _headings(game, sheet, code)["columns"]
    return {**dict(zip(sheet.columns, labels, strict=True)), **cells_in(game, sheet, code)}


def _caller(game: Game, sheet: Sheet, code: str) -> Callable[[str], str]:
    """What calls a column of a sheet in a language."""
    if sheet.group == "effects":
        config = charts_drawing(game)
        return lambda column: effect_name(game, column, config, code)
    say = voice(game, code)

    def call(column: str) -> str:
        side, _, rest = column.partition("_")
        if rest and side in game.sides:  # of a card with two halves
            return f"{say(game.sides[side].name)}: {call(rest)}"
        own = say.catalogue.ids.get(f"column.{column}") or say.field(column)
        known = own if own != column.replace("_", " ") else readable(column)
        return named(game, code, f"field.{column}", known)

    def arrives(column: str) -> str:
        return say.field("arrival")

    return arrives if sheet.group == "arrivals" else call


def _with_a_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
