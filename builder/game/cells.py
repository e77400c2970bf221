"""Cells of tables that a spreadsheet would take for formulas.

A stranger's module may call a piece `=HYPERLINK(...)`. Who opens the table of its counters in a
spreadsheet would run that, so an apostrophe goes before it, and is taken away on reading.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

_BLANKS = r"[\s\u200b-\u200d\u2060\ufeff]*"
# "+1 Inf" and "-2/-1" are names of markers: a formula calls something, or names a cell.
_STARTS = r"(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d].*(?:[(|!]|[A-Z]\$?\d))"
_FORMULA = re.compile(_BLANKS + _STARTS, re.DOTALL | re.IGNORECASE)
_GUARDED = re.compile(f"'+{_BLANKS}{_STARTS}", re.DOTALL | re.IGNORECASE)


def guarded(cell: str) -> str:
    """A cell as it is written into a table: text, whatever a spreadsheet makes of its signs."""
    return f"'{cell}" if _FORMULA.match(cell) or _GUARDED.match(cell) else cell


def unguarded(cell: str) -> str:
    """What a cell says that `guarded` wrote."""
    return cell[1:] if cell[:1] == "'" and _GUARDED.match(cell) else cell


def guarded_row(cells: Iterable[object]) -> list[str]:
    """The same of a whole row."""
    return [guarded(str(cell)) for cell in cells]


def table_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as a CSV file has them, guarded. A carriage return within a cell is quoted as a new line
    is: readers that begin a row at it would find a stranger's text at its beginning. So is a first
    cell that begins as a remark does."""
    written = _Rows()
    table = csv.writer(written, lineterminator=_END)
    table.writerows(map(guarded_row, rows))
    return "".join(written.rows)


_END = "\r\n"


class _Rows:
    """Takes each row that is written, and ends it as our files do: Python quotes what its own end
    has in it."""

    def __init__(self) -> None:
        self.rows: list[str] = []

    def write(self, row: str) -> None:
        if row.startswith("#"):
            cell, comma, rest = row.removesuffix(_END).partition(",")
            row = f'"{cell}"{comma}{rest}'
        self.rows.append(f"{row.removesuffix(_END)}\n")
