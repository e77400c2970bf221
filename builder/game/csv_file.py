"""CSV files that people edit in spreadsheets: rows with their line numbers."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from builder import limits
from builder.files import read_bounded, remedy_of
from builder.game.cells import unguarded
from builder.game.problems import Collector, close_to, is_wide, is_workbook, nearest, not_utf8
from builder.saying import Saying, quoting

DELIMITERS = ",;\t"
"""What may stand between cells: Spanish spreadsheets write semicolons, some editors tabs."""

_SIGNS = {",": "a comma", ";": "a semicolon", "\t": "a tab"}
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")


def cell_fault(text: str) -> Saying | None:
    """Why a text that somebody typed cannot be read again from a cell, one sentence; None if it
    can. A table with such a cell is refused, and with it all that reads the game."""
    if len(text) > limits.CELL or "\n" in text or "\r" in text:
        return Saying("The text is too long, or holds a line break.")
    if found := _UNPRINTABLE.search(text):
        return quoting(
            "The text holds a sign that cannot be printed (U+{code:04X}).", code=ord(found[0])
        )
    return None


@dataclass(frozen=True)
class Row:
    """One row: cells by column name, stripped, and its line in the file (from 1).

    `spaced` is a cell before one that begins with a blank: likely a comma within a text. `longer`
    are all cells of a row that has more than most rows have.
    """

    line: int
    cells: dict[str, str]
    spaced: str = ""
    longer: tuple[str, ...] = ()

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True)
class CsvFile:
    """A table. `whole` is false if a mistake kept rows from being read, so that what others say
    about those rows means nothing. `problems` are those of its readers; `line` is the header's."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    whole: bool = True
    problems: Collector = field(default_factory=Collector, repr=False, compare=False)
    line: int = 1

    def __iter__(self) -> Iterator[Row]:
        """The rows, as far as what is wrong with them is still told."""
        told = 0
        for row in self.rows:
            # Looked at only when there are new mistakes, because most files have none.
            if told != len(self.problems.problems):
                told = len(self.problems.problems)
                if self.problems.full(self.path):
                    return
            yield row


def read_csv(
    path: Path,
    problems: Collector,
    required: Sequence[str] = (),
    known: Sequence[str] | None = None,
    most: int = limits.ROWS,
) -> CsvFile:
    """Read a table of at most so many rows; problems are collected, and what can be used is
    returned.

    The delimiter is recognised from the header. Lines that begin with # and empty lines are passed
    over. `known` limits the column names. One mistake is told once: of a table whose header cannot
    be used no row is returned, and none of a row that is out of step with the header.
    """
    text = _text(path, problems)
    if text is None:
        return CsvFile(path, (), (), whole=False)
    lines = [
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip(f" {DELIMITERS}") and not line.lstrip().startswith("#")
    ]
    if len(lines) > most + 1:
        text = quoting("The table has {number:,} rows.", number=len(lines) - 1)
        problems.add(
            path,
            lines[most][0],
            text,
            quoting("A table has at most {number:,}.", number=most),
        )
        return CsvFile(path, (), (), whole=False)
    first = lines[0][1] if lines else ""
    delimiter = max(DELIMITERS, key=first.count)
    place = lines[0][0] if lines else 1
    try:
        header = tuple(cell.strip() for cell in next(csv.reader([first], delimiter=delimiter), []))
    except csv.Error:  # a cell of more than 128 kB
        problems.add(path, place, "A cell is too long.", "Shorten it.")
        return CsvFile(path, (), (), whole=False)
    if not _usable(path, place, header, problems, required, known):
        return CsvFile(path, header[: limits.COLUMNS], (), whole=False)
    if sign := _other_sign(header, delimiter, [line for _, line in lines[1:]]):
        told = quoting(
            "The first line holds {sign} between its cells, and the rows {other}.",
            sign=_SIGNS[delimiter],
            other=_SIGNS[sign],
        )
        problems.add(path, place, told, "Put the same sign between all cells.")
        return CsvFile(path, header, (), whole=False)
    plain = '"' not in text and not _UNPRINTABLE.search(text)
    read = _Rows(path, header, delimiter, problems, plain)
    rows = read.rows(lines[1:])
    return CsvFile(path, header, rows, not read.dropped, problems, place)


def _other_sign(header: Sequence[str], delimiter: str, rows: Sequence[str]) -> str:
    """What stands between the cells of most rows instead of the sign in the first line; empty where
    it is the same."""
    for sign in DELIMITERS.replace(delimiter, ""):
        other = [row for row in rows if row.count(sign) >= len(header) - 1 > row.count(delimiter)]
        if len(header) > 1 and 2 * len(other) > len(rows):
            return sign
    return ""


def _text(path: Path, problems: Collector) -> str | None:
    try:
        data = read_bounded(path, limits.SOURCE)
        if data is None:
            problems.add(path, 0, "The file is larger than 8 MB.", "Is it the right file?")
            return None
        if is_wide(data) or is_workbook(data):
            problems.problems.append(not_utf8(path, _UTF8))
            return None
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        problems.add(
            path,
            0,
            quoting("Cannot read the file: {why}.", why=error.strerror or "unreadable"),
            remedy_of(error),
        )
    except UnicodeDecodeError:
        problems.problems.append(not_utf8(path, _UTF8))
    return None


_UTF8 = "Save it as CSV UTF-8."
_SEPARATOR = re.compile(r"sep=.?", re.IGNORECASE)
"""What Excel writes into the first line to itself."""


def _usable(
    path: Path,
    line: int,
    header: tuple[str, ...],
    problems: Collector,
    required: Sequence[str],
    known: Sequence[str] | None,
) -> bool:
    """Tell what is wrong with the header; whether the rows can be read by it."""
    if len(header) > limits.COLUMNS:
        text = quoting("The first line names {number:,} columns.", number=len(header))
        problems.add(
            path, line, text, quoting("A table has at most {number}.", number=limits.COLUMNS)
        )
        return False
    if _SEPARATOR.fullmatch(next(filter(None, header), "")):
        text = quoting("The line {word} is a note that Excel writes to itself.", word=header[0])
        problems.add(path, line, text, "Delete the line.")
        return False
    if len(header) > 1 and not header[-1]:
        text = Saying("The first line ends with a cell that has no name.")
        problems.add(path, line, text, "Delete the columns behind the last name.")
        return False
    missing = [column for column in required if column not in header]
    mixed = [sign for sign in DELIMITERS if any(sign in column for column in header)]
    if mixed and (missing or known is not None):
        text = quoting(
            "The first line holds {sign} besides what parts the other cells.", sign=_SIGNS[mixed[0]]
        )
        problems.add(path, line, text, "Put the same sign between all cells.")
        return False
    others = [one for one in header if one and one not in (*required, *(known or ()))]
    for column in missing:
        meant = [one for one in others if close_to(one, missing) == close_to(column, [column])]
        if not meant:
            text = quoting("The column '{column}' is missing.", column=column)
            problems.add(path, line, text, "Add it to the first line.")
        elif known is None:  # else told below, as every unknown one
            text = quoting("Unknown column '{word}'.", word=meant[0][:60])
            problems.add(path, line, text, nearest(meant[0], [column]))
    for column in header if known is not None else ():
        if column not in (known or ()):
            text = (
                quoting("Unknown column '{word}'.", word=column[:60])
                if column
                else Saying("A column has no name.")
            )
            problems.add(path, line, text, nearest(column, known or ()))
    twice = sorted({column for column in header if column and header.count(column) > 1})
    for column in twice:
        text = quoting("The column '{column}' stands twice in the first line.", column=column)
        problems.add(path, line, text, "Remove one of them.")
    return not missing and not twice


_QUOTES = 'Close it in the same line, or write "" for one.'


class _Rows:
    """Reads the lines below the header; what is wrong with a row as such goes to the collector.

    `plain` text has neither quotation marks nor signs that cannot be printed: its rows are split
    without a look at each.
    """

    def __init__(
        self,
        path: Path,
        header: tuple[str, ...],
        delimiter: str,
        problems: Collector,
        plain: bool,
    ) -> None:
        self.path = path
        self.header = header
        self.delimiter = delimiter
        self.problems = problems
        self.plain = plain
        self.dropped = 0

    def rows(self, lines: list[tuple[int, str]]) -> tuple[Row, ...]:
        cells = [(number, self._cells(number, line)) for number, line in lines]
        wide = [number for number, row in cells if row and any(row[len(self.header) :])]
        if len(wide) > 3 and len(wide) > len(cells) // 2:
            self.problems.add(
                self.path,
                wide[0],
                quoting("Most rows hold more than {number} cells.", number=len(self.header)),
                "Name every column in the first line.",
            )
        else:
            for number in wide:
                self.problems.add(
                    self.path,
                    number,
                    quoting(
                        "The row has more cells than the {number} {number|column|columns}.",
                        number=len(self.header),
                    ),
                    'Put a cell that holds a comma in "quotes".',
                )
        bad = set(wide)
        lengths = Counter(len(row) for _, row in cells if row)
        most = max(lengths, key=lambda length: (lengths[length], -length), default=0)
        usual = min(most, len(self.header))
        self.dropped += len(bad)
        return tuple(
            Row(
                number,
                dict(zip(self.header, row, strict=False)),
                _spaced(text, self.delimiter),
                tuple(row) if len(row) > usual else (),
            )
            for (number, row), (_, text) in zip(cells, lines, strict=True)
            if row is not None and number not in bad
        )

    def _cells(self, number: int, line: str) -> list[str] | None:
        if self.plain:
            cells = [cell.strip() for cell in line.split(self.delimiter)]
            return list(map(unguarded, cells)) if "'" in line else cells
        if line.count('"') % 2:
            self._drop(number, "A quotation mark is not closed.", _QUOTES)
            return None
        if found := _UNPRINTABLE.search(line.replace("\t", "")):
            text = quoting(
                "The row holds a sign that cannot be printed (U+{code:04X}).", code=ord(found[0])
            )
            self._drop(number, text, "Delete it.")
            return None
        try:
            parsed = next(csv.reader([line], delimiter=self.delimiter))
        except csv.Error:  # a cell of more than 128 kB
            self._drop(number, "A cell is too long.", "Shorten it.")
            return None
        return [unguarded(cell.strip()) for cell in parsed]

    def _drop(self, number: int, text: str, remedy: str) -> None:
        self.problems.add(self.path, number, text, remedy)
        self.dropped += 1


_QUOTED = re.compile('"[^"]*"')
_PLAIN = "\N{SYMBOL FOR NULL}"
"""Stands for a comma in quotes, which parts no cells."""


def _spaced(line: str, delimiter: str) -> str:
    """The cell before the first that begins with a blank and says something."""
    if f"{delimiter} " not in line:
        return ""
    quoted = _QUOTED.sub(lambda text: text[0].replace(delimiter, _PLAIN), line)
    for one, two in pairwise(quoted.split(delimiter)):
        if one.strip() and two.startswith(" ") and two.strip():
            return one.strip()
    return ""
