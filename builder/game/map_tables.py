"""The map's tables as they are written anew, by `derive` and by what is traced, over those that lie
there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from builder.game.cells import guarded_row, table_text
from builder.game.csv_text import CsvText, written_over

MAP_TABLES = {"hexes.csv": 1, "hexsides.csv": 2, "lines.csv": 2}
"""The tables, and by how many of its first cells a row of each is known again."""


def table_over(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """One of the tables, with the remarks and line ends of the one in whose place it comes."""
    text = table_text([columns, *rows])
    if not path.is_file():
        return text.encode("utf-8")
    return written_over(path.read_bytes(), text, MAP_TABLES[path.name])


def table_within(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """One of the tables with these rows: what stays of the one that lies there stays as its lines
    are. The whole of it is written where a column is not in it."""
    told = [guarded_row(row) for row in rows]
    if path.is_file():
        before = CsvText.of(path.read_bytes())
        if set(columns) <= set(before.columns):
            return before.with_table(columns, told, MAP_TABLES[path.name]).data()
    return table_over(path, columns, told)
