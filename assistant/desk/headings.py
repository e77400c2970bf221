"""What sheets, their rows and columns are called, in each language that the page speaks."""

from __future__ import annotations

from typing import Any

from assistant.desk.sheets import Sheet
from assistant.words.names import ground_in
from assistant.words.voice import LANGUAGES, voice
from builder.drawing.charts.config import charts_drawing
from builder.drawing.charts.tables import table_sheet, table_title
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
    """The headings of columns and rows by language, where they are not what stands in the file."""
    if sheet.group in NAMED:
        told: dict[str, dict[str, Any]] = {
            code: {"rows": [voice(game, code)(heading) for _, heading, _ in sheet.rows]}
            for code in LANGUAGES
        }
        if sheet.group == "set-ups":
            told["es"]["columns"] = ["hexágono", "paso"]
        return told
    if sheet.group == "effects":
        named = ground_in(game)
        return {
            code: {
                "rows": [named.get(code, {}).get(".".join(key), row) for key, row, _ in sheet.rows]
            }
            for code in LANGUAGES
        }
    if sheet.group != "tables":
        return {}
    table, config = game.tables[sheet.title], charts_drawing(game)
    told = {}
    for code in LANGUAGES:
        drawn = table_sheet(game, table, config, code)
        rows = [row[0].text for row in drawn.rows]
        told[code] = {"columns": list(drawn.headings[1:]), "rows": rows}
    return told
