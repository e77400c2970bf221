"""CSV files that people edit in spreadsheets: rows with their line numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.game.problems import Collector, nearest

MAX_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Row:
    """One row: cells by column name, stripped, and its line in the file (from 1)."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True)
class CsvFile:
    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


def read_csv(
    path: Path,
    problems: Collector,
    required: Sequence[str] = (),
    known: Sequence[str] | None = None,
) -> CsvFile:
    """Read a table; problems are collected, and what can be used is returned.

    Comma or semicolon (as Spanish spreadsheets write) is recognised from the header. Lines that
    begin with # and empty lines are passed over. `known` limits the column names.
    """
    empty = CsvFile(path, (), ())
    try:
        if path.stat().st_size > MAX_BYTES:
            problems.add(path, 0, "The file is larger than 8 MB.")
            return empty
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        problems.add(path, 0, f"Cannot read the file: {error.strerror or 'unreadable'}.")
        return empty
    except UnicodeDecodeError:
        problems.add(path, 0, "The file is not UTF-8 text.", "Save it as CSV UTF-8.")
        return empty
    header, rows = _rows(text)
    _check_header(path, header, problems, required, known)
    for row in rows:
        if None in row.cells or len(row.cells) > len(header):
            problems.add(
                path, row.line, f"The row has more cells than the {len(header)} columns.",
                'Put a cell that holds a comma in "quotes".',
            )  # fmt: skip
            row.cells.pop(None, None)  # type: ignore[call-overload]
    return CsvFile(path, header, rows)


def _rows(text: str) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip(" ,;\t") and not line.lstrip().startswith("#")
    ]
    if not lines:
        return (), ()
    first = lines[0][1]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    parsed = csv.reader(io.StringIO("\n".join(line for _, line in lines)), delimiter=delimiter)
    header = tuple(cell.strip() for cell in next(parsed))
    rows = []
    for (number, _), cells in zip(lines[1:], parsed, strict=False):
        values: dict[str, str] = dict(zip(header, (c.strip() for c in cells), strict=False))
        if any(cell.strip() for cell in cells[len(header) :]):
            values[None] = ""  # type: ignore[index]
        rows.append(Row(number, values))
    return header, tuple(rows)


def _check_header(
    path: Path,
    header: tuple[str, ...],
    problems: Collector,
    required: Sequence[str],
    known: Sequence[str] | None,
) -> None:
    for column in required:
        if column not in header:
            problems.add(path, 1, f"The column '{column}' is missing.", "Add it to the first line.")
    for column in header if known is not None else ():
        if column not in (known or ()):
            problems.add(path, 1, f"Unknown column '{column}'.", nearest(column, known or ()))
