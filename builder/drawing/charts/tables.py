"""Combat results and other tables as charts."""

from __future__ import annotations

import math
from collections.abc import Collection

from builder.drawing.charts.config import ChartsDrawing, TableLook
from builder.drawing.charts.grid import Cell, Sheet, column_width
from builder.drawing.map.palette import Palette
from builder.drawing.map.words import cell_words, named, own, readable
from builder.game.model import Game, Table
from builder.game.rulebook.page import result_words
from builder.game.rulebook.tables import combat_table

RULE_COLUMN = "rule"
"""The column of a table with the numbers of rules, which are no decimals: 11.56 keeps its point."""

_MOST_MEANINGS = 12
"""Results that are explained one by one. Where there are more they are made up by a rule, and a
table's own note that tells this says it in a line."""


def table_sheet(game: Game, table: Table, config: ChartsDrawing, language: str) -> Sheet:
    """One table: its rows down, its columns across, stand-ins marked."""
    look = config.table.get(table.name, TableLook())
    title = table_title(game, table.name, config, language)
    key = f"table.{table.name}"
    rows_word = named(game, language, f"{key}.rows", look.rows)
    over = named(game, language, f"{key}.columns", look.columns)
    meant = _of_results(table, config)
    running = frozenset(column for column in table.columns if _running(table, column))
    rows = tuple(_row(game, table, row, config, language, meant, running) for row in table.rows)
    headings = [named(game, language, f"{key}.column.{c}", _heading(c)) for c in table.columns]
    stub = column_width([rows_word, *(row[0].text for row in rows)], 15, 60, 260)
    widths = [
        330.0
        if column in running
        else column_width([heading, *(table[row, column] for row in table.rows)], 15, 58, 190)
        for heading, column in zip(headings, table.columns, strict=True)
    ]
    if max(widths) <= 80:  # columns of results look best when they are equally wide
        widths = [max(widths)] * len(widths)
    if (least := 380 - stub - math.fsum(widths)) > 0:  # room for the title
        widths = [width + least / len(widths) for width in widths]
    return Sheet(
        title,
        named(game, language, "title", game.definition.title),
        (rows_word, *headings),
        rows,
        (stub, *widths),
        over=over,
        notes=_notes(game, table, look, config, language),
        palette=Palette(),
    )


def table_title(game: Game, name: str, config: ChartsDrawing, language: str) -> str:
    look = config.table.get(name, TableLook())
    usual = own(language, "Combat results") if name in ("crt", "combat") else readable(name)
    return named(game, language, f"table.{name}.title", look.title or usual)


def _heading(column: str) -> str:
    """A heading as printed: figures stay, words become readable."""
    if column[:1].isalpha():
        return readable(column)
    low, dots, high = column.partition("..")
    if dots:
        # A dash between figures with signs would read as one more minus.
        joint = " … " if {low[:1], high[:1]} & {"+", "-"} else "–"
        return f"{_shown(low)}{joint}{_shown(high)}"
    sign = {"<=": "≤ ", ">=": "≥ "}.get(column[:2], "")
    return sign + _shown(column[2:] if sign else column)


def _row(
    game: Game,
    table: Table,
    row: str,
    config: ChartsDrawing,
    language: str,
    meant: bool,
    running: Collection[str],
) -> tuple[Cell, ...]:
    """The cells of a row; `meant`: they are results; `running` columns hold sentences."""
    place = row if row in game.board.names.values() else ""
    usual = named(game, language, f"names.{row}", row) if place else _heading(row)
    words = named(game, language, f"table.{table.name}.row.{row}", usual)
    cells = [Cell(words, bold=True)]
    for column in table.columns:
        text = table[row, column]
        result = config.result.get(text) if meant else None
        doubtful = (row, column) in table.doubtful
        tint = result.tint if result else ""
        said = text if column == RULE_COLUMN else cell_words(game, language, text)
        cells.append(Cell(_shown(said), doubtful, tint, running=column in running))
    return tuple(cells)


def _of_results(table: Table, config: ChartsDrawing, declared: Collection[str] = ()) -> bool:
    """Whether a table tells results of combat. One in which few cells look like a result means
    something else by them, such as half a movement allowance."""
    cells = table.cells.values()
    codes = {*config.result, *declared}
    return 2 * sum(text in codes for text in cells) >= len(cells)


def _of_combat(game: Game, table: Table) -> bool:
    """Whether a table is the one by which declared rules fight."""
    return game.rules is not None and table is combat_table(game)


def _running(table: Table, column: str) -> bool:
    """Whether a column holds sentences rather than values."""
    return any(len(table[row, column]) > 24 for row in table.rows)


def _shown(text: str) -> str:
    """A lone hyphen as a dash, a hyphen before a figure as a minus sign."""
    if text == "-":
        return "–"
    return f"−{text[1:]}" if text[:1] == "-" and text[1:2].isdigit() else text


def _notes(
    game: Game, table: Table, look: TableLook, config: ChartsDrawing, language: str
) -> tuple[str, ...]:
    declared = result_words(game, language) if _of_combat(game, table) else {}
    used = set(table.cells.values()) if _of_results(table, config, declared) else set()
    meanings = [
        f"{_shown(name)}: {named(game, language, f'result.{name}', result.name)}"
        for name, result in config.result.items()
        if name in used and result.name
    ]
    told = {name for name, result in config.result.items() if result.name}
    meanings += [
        f"{_shown(name)}: {said}" for name, said in declared.items() if name in used - told
    ]
    told_by_note = bool(look.note) and len(meanings) > _MOST_MEANINGS
    notes = ["  ·  ".join(meanings)] if meanings and not told_by_note else []
    if look.note:
        notes.append(named(game, language, f"table.{table.name}.note", look.note))
    if table.doubtful:
        notes.append(f"? {own(language, 'stand-in, not from the rulebook')}")
    return tuple(notes)
