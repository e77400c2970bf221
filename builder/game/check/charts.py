"""combat.csv and charts/*.csv: headings that cannot be read, results that nobody knows, and what
`[rules.tables]` asks of a chart."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from builder.game.check.findings import Look, Severity, listed
from builder.game.check.headings import misfits
from builder.game.check.shapes import Shape, is_pattern, shape_of
from builder.game.load_tables import DOUBT
from builder.game.model import Game, Table
from builder.game.problems import Problem, nearest
from builder.game.rulebook.columns import is_read
from builder.game.rulebook.tables import combat_table
from builder.game.spreadsheet import changed, day_of, days_among
from builder.game.table_sheet import Sheet, sheet_of
from builder.game.toml_file import as_typed
from builder.saying import Saying, in_a_row, quoting

FEWEST = 12
"""In a table of so many cells all of one shape the one that differs is a slip."""

_FIGURES = re.compile(r"\d+(/\d+)+")


def check_charts(look: Look) -> None:
    """All tables of a game, and those that its rules miss."""
    asked = _asked(look)
    for name, table in look.game.tables.items():
        sheet = sheet_of(look.game.folder, table)
        if sheet is None:
            continue
        wanted = asked.get(name, {})
        _headings(look, sheet, wanted)
        _rows(look, sheet, wanted)
        if "columns" in wanted:
            _columns(look, sheet, wanted["columns"], wanted.get("such-as", ()))
        elif "cells" in wanted:
            _cells(look, sheet, shape_of(wanted["cells"], wanted.get("such-as", ())))
        elif sheet.combat or not sheet.path.is_relative_to(look.game.folder):  # all the owner's
            _results(look, sheet)
    _missing(look, asked)


def own_misfits(game: Game) -> list[Problem]:
    """What of the owner's charts no rule can count with, at its place in his files."""
    mine = {path for table in game.tables.values() for path, _ in table.own.values()}
    if not mine:
        return []
    look = Look(game)
    check_charts(look)
    errors = (found.problem for found in look.found if found.severity is Severity.ERROR)
    return [problem for problem in errors if problem.file in mine]


# What the game asks


def words_of(game: Game, name: str) -> list[str]:
    """The words that `[rules.tables]` lists for cells of a table."""
    asked = _asked(Look(game)).get(name, {})
    shapes = [asked.get("cells"), *asked.get("columns", {}).values()]
    return [str(word) for shape in shapes if isinstance(shape, list) for word in shape]


def _asked(look: Look) -> dict[str, dict[str, Any]]:
    """`[rules.tables]`, as far as it can be understood."""
    found = {}
    for name, wanted in (look.rule("tables", dict) or {}).items():
        if isinstance(wanted, dict) and not (wrong := _fault(wanted)):
            found[name] = wanted
            continue
        text = wrong if isinstance(wanted, dict) else Saying("is no table.")
        line = look.toml.line("rules", "tables", name)
        told = quoting("'rules.tables.{name}' {text}", name=name, text=text)
        look.error("rules", look.toml.path, line, told)
    return found


def _fault(wanted: Mapping[str, Any]) -> str:
    for key, value in wanted.items():
        if key not in ("rows", "columns", "cells", "such-as"):
            text = "has the unknown key '{word}': write rows, columns, cells or such-as."
            return quoting(text, word=key)
        if key in ("rows", "such-as") and not isinstance(value, list):
            return quoting("says {word} = {value}: write a list.", word=key, value=as_typed(value))
        if key in ("rows", "such-as") and any(isinstance(one, list | dict) for one in value):
            return quoting("says {word} = {value}: write words.", word=key, value=as_typed(value))
        if key == "columns" and not isinstance(value, dict):
            text = "must give each column what its cells are: columns = { move = 'number' }."
            return Saying(text)
    shapes = [wanted["cells"]] if "cells" in wanted else []
    shapes += list((wanted.get("columns") or {}).values())
    return next((wrong for shape in shapes if (wrong := shape_of(shape).fault)), "")


def _missing(look: Look, asked: Mapping[str, Any]) -> None:
    """Charts that rules read and nobody wrote."""
    declared = look.game.definition.rules.get("charts")
    charts = declared if isinstance(declared, dict) else {}
    for name in dict.fromkeys([*asked, *charts]):
        if name not in look.game.tables:
            known = nearest(name, look.game.tables)
            look.error(
                "chart", look.game.folder / "charts" / f"{name}.csv", 0,
                quoting("The chart '{name}' is missing, and rules read it.", name=name),
                in_a_row([known, "Write the file, or the table in combat.csv."]),
            )  # fmt: skip


# Headings and rows


def _headings(look: Look, sheet: Sheet, wanted: Mapping[str, Any]) -> None:
    """Numbers, ranges and ratios among the headings of columns and rows."""
    table = sheet.table
    if "columns" not in wanted:
        told = _told_elsewhere(look, sheet)
        for misfit in misfits(table.columns):
            if table.columns[misfit.place] not in told:
                _error(look, sheet, sheet.header, misfit.text, misfit.remedy)
    if "rows" not in wanted:
        for misfit in misfits(table.rows, gaps=sheet.combat):
            row = table.rows[misfit.place]
            if not (sheet.combat and day_of(row)):  # which is told when the table is read
                _error(look, sheet, sheet.lines.get(row, 0), misfit.text, misfit.remedy)


def _told_elsewhere(look: Look, sheet: Sheet) -> Collection[str]:
    """Headings that cannot be read and are told as such where the table is read, or with the rules
    that are declared."""
    table, rules = sheet.table, look.game.rules
    days = days_among(table.columns) if sheet.combat else frozenset[str]()
    if rules is None or not rules.said("combat") or table is not combat_table(look.game):
        return days
    return days | {heading for heading in table.columns if not is_read(rules.combat.by, heading)}


def _rows(look: Look, sheet: Sheet, wanted: Mapping[str, Any]) -> None:
    """Rows that rules look up by name."""
    if "rows" not in wanted:
        return
    names = [str(row) for row in wanted["rows"]]
    for row in sheet.table.rows:
        if row not in names:
            text = quoting("No rule reads a row '{row}'.", row=row)
            _error(look, sheet, sheet.lines.get(row, 0), text, nearest(row, names))
    missing = [name for name in names if name not in sheet.table.rows]
    if missing:
        text = quoting("Rows are missing: {names}.", names=listed(missing))
        _error(look, sheet, sheet.header, text, "Add a line for each.")


def _columns(look: Look, sheet: Sheet, columns: Mapping[str, Any], such_as: Sequence[Any]) -> None:
    """Columns that rules look up by name, and what their cells are."""
    for column in sheet.table.columns:
        if column not in columns:
            text = quoting("No rule reads a column '{column}'.", column=column)
            _error(look, sheet, sheet.header, text, nearest(column, columns))
    missing = [name for name in columns if name not in sheet.table.columns]
    if missing:
        text = quoting("Columns are missing: {names}.", names=listed(missing))
        _error(look, sheet, sheet.header, text, "Add them to the first line and to each row.")
    for column, shape in columns.items():
        if column in sheet.table.columns:
            _cells(look, sheet, shape_of(shape, such_as if is_pattern(shape) else ()), (column,))


# Cells


def _cells(look: Look, sheet: Sheet, shape: Shape, columns: Sequence[str] = ()) -> None:
    for row, column, text in _each(sheet.table, columns):
        # an empty cell is told when it is read, but for one that holds the sign of doubt alone
        if (text or (row, column) in sheet.table.doubtful) and not shape.fits(text):
            path, line = sheet.table.own.get((row, column), (sheet.path, sheet.lines.get(row, 0)))
            _error(
                look,
                replace(sheet, path=Path(path)),
                line,
                quoting(
                    "'{word}' in column '{column}' is not {text}.",
                    word=text or DOUBT,
                    column=column,
                    text=shape.words,
                ),
                changed(text) or shape.remedy(text),
            )


def _each(table: Table, columns: Sequence[str] = ()) -> Iterator[tuple[str, str, str]]:
    for row in table.rows:
        for column in columns or table.columns:
            yield row, column, table.cells.get((row, column), "")


def _results(look: Look, sheet: Sheet) -> None:
    """Of a combat table of which game.toml says no more: codes that its list of results lacks, and
    the one cell that differs among figures like 2/1 or 12/18/20."""
    if look.game.rules is not None and sheet.table is combat_table(look.game):
        return  # its results are those of rules.toml, and are checked with it
    codes = _codes(look)
    cells = sheet.table.cells
    all_own = bool(codes) and sheet.table.own.keys() >= cells.keys()  # not one may be a code
    if all_own or any(text in codes for text in cells.values()):
        _cells(look, sheet, shape_of(list(dict.fromkeys([*codes, "-"]))))
        return
    shapes = [_shape(text) for text in sheet.table.cells.values()]
    usual = max(set(shapes), key=lambda shape: (shapes.count(shape), shape), default="")
    if len(shapes) < FEWEST or shapes.count(usual) < len(shapes) - 1 or not usual:
        return
    pattern = usual.replace("0", r"\d+")
    example = next(text for text in sheet.table.cells.values() if _shape(text) == usual)
    _cells(look, sheet, shape_of(pattern, [example]))


def _codes(look: Look) -> list[str]:
    """The results whose meaning `[drawing.charts.result]` tells."""
    charts = look.game.definition.drawing.get("charts")
    results = charts.get("result") if isinstance(charts, dict) else None
    return list(results) if isinstance(results, dict) else []


def _shape(text: str) -> str:
    """Figures with strokes between them as 0/0; nothing for any other text."""
    return re.sub(r"\d+", "0", text) if _FIGURES.fullmatch(text) else ""


def _error(look: Look, sheet: Sheet, line: int, text: str, remedy: str) -> None:
    if sheet.combat:
        text = quoting("Table '{name}': {text}", name=sheet.table.name, text=text)
    look.error("chart", sheet.path, line, text, remedy)
