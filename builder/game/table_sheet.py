"""Where a table stands: its file, and the lines of its rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from builder.game.csv_file import CsvFile, Row, read_csv
from builder.game.model import Table
from builder.game.problems import Collector

COMBAT = "combat.csv"
WHOLE = "whole"
"""The first heading of an owner's chart that stands in the place of the game's, rows and headings
too."""


def read_chart(path: Path, problems: Collector) -> CsvFile:
    """A chart; in one that says that it is whole the rows are called as in any other."""
    if not is_whole(path):
        return read_csv(path, problems, ("row",))
    read = read_csv(path, problems, (WHOLE,))
    rows = (Row(row.line, {"row": row[WHOLE], **row.cells}) for row in read.rows)
    columns = ("row", *(column for column in read.columns if column != WHOLE))
    return replace(read, columns=columns, rows=tuple(rows))


def is_whole(path: Path) -> bool:
    """Whether a chart of the owner's stands for the game's."""
    return read_csv(path, Collector()).columns[:1] == (WHOLE,)


@dataclass(frozen=True)
class Sheet:
    """A table with the file and the lines on which it stands."""

    table: Table
    path: Path

    @cached_property
    def lines(self) -> dict[str, int]:
        """The line of each row."""
        name = self.table.name
        rows = self._file.rows
        return {row["row"]: row.line for row in rows if row.cells.get("table", name) == name}

    @cached_property
    def header(self) -> int:
        """The line of the column headings."""
        return self._file.line

    @cached_property
    def _file(self) -> CsvFile:
        return read_chart(self.path, Collector())

    @property
    def combat(self) -> bool:
        return self.path.name == COMBAT


def sheet_of(folder: Path, table: Table) -> Sheet | None:
    """The file of a table in a game's folder, or in the owner's copy if all of it is his; None for
    one that has no file."""
    chart = folder / "charts" / f"{table.name}.csv"
    mine = {Path(path) for path, _ in table.own.values()}
    whole = [path for path in mine if path.name == chart.name and path.parent.name == "charts"]
    for path in (*filter(is_whole, whole), chart, *whole, folder / COMBAT):
        if path.is_file():
            return Sheet(table, path)
    return None
