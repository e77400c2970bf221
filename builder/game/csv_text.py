"""The text of a CSV file with its cells in their places: one is changed, the rest stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property

from builder.game.csv_file import DELIMITERS

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_BOM = "\ufeff"


@dataclass(frozen=True)
class TextRow:
    """A row and its line in the file (from 1); the cells are stripped."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class CsvText:
    """A file as lines and what ends each of them; comments, blank lines, quotes are all kept."""

    lines: tuple[str, ...]
    ends: tuple[str, ...]
    bom: bool = False

    @classmethod
    def of(cls, data: bytes) -> CsvText:
        """The text of a file; UnicodeDecodeError if it is not UTF-8."""
        text = data.decode("utf-8")
        found = [match.groups() for match in _LINE.finditer(text.removeprefix(_BOM))]
        while len(found) > 1 and found[-1] == ("", ""):
            found.pop()
        return cls(
            tuple(line for line, _ in found), tuple(end for _, end in found), text.startswith(_BOM)
        )

    def data(self) -> bytes:
        """The bytes of the file."""
        parts = (part for pair in zip(self.lines, self.ends, strict=True) for part in pair)
        return ((_BOM if self.bom else "") + "".join(parts)).encode()

    @cached_property
    def _told(self) -> tuple[int, ...]:
        """The indices of the lines that say something, the header first."""
        blank = f" {DELIMITERS}"
        return tuple(
            index
            for index, line in enumerate(self.lines)
            if line.strip(blank) and not line.lstrip().startswith("#")
        )

    @cached_property
    def delimiter(self) -> str:
        """What stands between cells, as the header shows it."""
        first = self.lines[self._told[0]] if self._told else ""
        return max(DELIMITERS, key=first.count)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the header."""
        return self._cells(self._told[0]) if self._told else ()

    @cached_property
    def rows(self) -> tuple[TextRow, ...]:
        """The rows below the header."""
        return tuple(TextRow(index + 1, self._cells(index)) for index in self._told[1:])

    @property
    def comment(self) -> str:
        """What the comments above the header say."""
        above = self.lines[: self._told[0]] if self._told else self.lines
        words = (line.lstrip().lstrip("#").strip() for line in above if line.strip())
        return " ".join(word for word in words if word)

    def with_cells(self, cells: Mapping[tuple[int, int], str]) -> CsvText:
        """The file with other texts in some cells, by line (from 1) and column (from 0); a row that
        is too short is filled up."""
        lines = list(self.lines)
        for (line, column), text in cells.items():
            lines[line - 1] = self._with_cell(lines[line - 1], column, text)
        return replace(self, lines=tuple(lines))

    def _with_cell(self, line: str, column: int, text: str) -> str:
        spans = list(_spans(line, self.delimiter))
        if column < len(spans):
            start, end = spans[column]
            return line[:start] + self._quoted(text, column) + line[end:]
        more = self.delimiter * (column - len(spans) + 1)
        return line + more + self._quoted(text, column)

    def with_row(self, after: int, cells: Sequence[str]) -> CsvText:
        """The file with one row more, below a line."""
        made = self._row(cells)
        ends = list(self.ends)
        end = next((one for one in ends if one), "\n")
        last = ends[after - 1]
        ends[after - 1] = last or end
        ends.insert(after, last)
        return replace(
            self, lines=(*self.lines[:after], made, *self.lines[after:]), ends=tuple(ends)
        )

    def without_row(self, line: int) -> CsvText:
        """The file without a line."""
        kept = [at for at in range(len(self.lines)) if at != line - 1]
        return replace(
            self,
            lines=tuple(self.lines[at] for at in kept),
            ends=tuple(self.ends[at] for at in kept),
        )

    @property
    def head(self) -> int:
        """The line of the header, 0 without one."""
        return self._told[0] + 1 if self._told else 0

    def rewritten(
        self, rows: Mapping[int, Sequence[str] | None], more: Iterable[Sequence[str]]
    ) -> CsvText:
        """The file with the rows of some lines told anew, without those that are None, and with
        more at its end."""
        end = next((one for one in self.ends if one), "\n")
        told = [(line, old or end) for line, old in zip(self.lines, self.ends, strict=True)]
        kept = []
        for number, pair in enumerate(told, 1):
            row = rows.get(number)
            if row is not None:
                kept.append((self._row(row), pair[1]))
            elif number not in rows:
                kept.append(pair)
        kept += [(self._row(row), end) for row in more]
        lines, ends = zip(*kept, strict=True)
        return replace(self, lines=lines, ends=ends)

    def with_table(
        self, columns: Sequence[str], rows: Sequence[Sequence[str]], keys: int
    ) -> CsvText:
        """The file with these rows for those that it has, of `columns` that are all in its header.

        A row that says the same stays as its line is. One that is known by as many of its first
        cells as `keys` is changed where it stands, and a new one stands below the one that is told
        before it; remarks stay where they are.
        """
        places = [self.columns.index(name) for name in columns]
        old = {
            row.line: tuple(row.cells[at] if at < len(row.cells) else "" for at in places)
            for row in self.rows
        }
        lines = _lines_of(old, rows, keys)
        changed = {
            (line, at): cell
            for line, row in zip(lines, rows, strict=True)
            if line
            for at, cell, was in zip(places, row, old[line], strict=True)
            if cell != was
        }
        last = self.head
        while last < len(self.lines) and self.lines[last].lstrip().startswith("#"):
            last += 1  # remarks below the header are about all rows
        below: dict[int, list[str]] = {}
        for line, row in zip(lines, rows, strict=True):
            last = line or last
            if not line:
                told = dict(zip(places, row, strict=True))
                made = [told.get(at, "") for at in range(len(self.columns))]
                below.setdefault(last, []).append(self._row(made))
        return self.with_cells(changed)._with_lines(below, old.keys() - set(lines))

    def _with_lines(self, below: Mapping[int, Sequence[str]], gone: AbstractSet[int]) -> CsvText:
        """The file with lines more below some, and without those that are gone."""
        end = next((one for one in self.ends if one), "\n")
        told = []
        for number, pair in enumerate(zip(self.lines, self.ends, strict=True), 1):
            told += [] if number in gone else [pair]
            told += [(line, end) for line in below.get(number, ())]
        ends = [one or end for _, one in told[:-1]] + [one for _, one in told[-1:]]
        return replace(self, lines=tuple(line for line, _ in told), ends=tuple(ends))

    def _row(self, cells: Sequence[str]) -> str:
        return self.delimiter.join(self._quoted(text, at) for at, text in enumerate(cells))

    def _cells(self, index: int) -> tuple[str, ...]:
        line = self.lines[index]
        return tuple(_plain(line[a:b]) for a, b in _spans(line, self.delimiter))

    def _quoted(self, text: str, column: int) -> str:
        comment = column == 0 and text.startswith("#")  # would make the row a comment
        if comment or self.delimiter in text or '"' in text:
            return '"' + text.replace('"', '""') + '"'
        return text


def _lines_of(
    old: Mapping[int, tuple[str, ...]], rows: Sequence[Sequence[str]], keys: int
) -> list[int]:
    """The line of each row in a file with the rows `old` by line; 0 for one that is new."""
    same: dict[tuple[str, ...], list[int]] = {}
    for line, cells in old.items():
        same.setdefault(cells, []).append(line)
    found = [same[key].pop(0) if same.get(key := tuple(row)) else 0 for row in rows]
    alike: dict[tuple[str, ...], list[int]] = {}
    for line in sorted(old.keys() - set(found)):
        alike.setdefault(old[line][:keys], []).append(line)
    return [
        line or (alike[key].pop(0) if alike.get(key := tuple(row[:keys])) else 0)
        for line, row in zip(found, rows, strict=True)
    ]


def written_over(old: bytes, new: str, keys: int) -> bytes:
    """A table that is written anew, with what a person has of the one that was there: its remarks,
    the ends of its lines and its mark of UTF-8.

    A remark stands before the row before which it stood, known by as many of its first cells as
    `keys`; where that is gone, before the next that is left.
    """
    try:
        before = CsvText.of(old)
    except UnicodeDecodeError:
        return new.encode()
    after = CsvText.of(new.encode())
    head, remarks, last = _remarks(before, after, keys)
    lines = [*head, *after.lines[: after.head]]
    for row in after.rows:
        lines += remarks.pop(row.cells[:keys], ())
        lines.append(after.lines[row.line - 1])
    end = next((one for one in before.ends if one), "\n")
    every = [*lines, *last]
    return replace(before, lines=tuple(every), ends=(end,) * len(every)).data()


def _remarks(
    before: CsvText, after: CsvText, keys: int
) -> tuple[list[str], dict[tuple[str, ...], list[str]], list[str]]:
    """Those above the header, before rows that are left, and behind the last of them."""
    places = {name: at for at, name in enumerate(before.columns)}
    key_columns = [places.get(name, -1) for name in after.columns[:keys]]
    left = {row.cells[:keys] for row in after.rows}
    rows = {row.line: row.cells for row in before.rows}
    head, found, waiting = list[str](), dict[tuple[str, ...], list[str]](), list[str]()
    for number, line in enumerate(before.lines, 1):
        if line.lstrip().startswith("#"):
            waiting.append(line)
        elif number == before.head:
            head, waiting = waiting, []
        elif (cells := rows.get(number)) is not None:
            key = tuple(cells[at] if 0 <= at < len(cells) else "" for at in key_columns)
            if key in left and waiting:
                found.setdefault(key, []).extend(waiting)
                waiting = []
    return head, found, waiting


def _spans(line: str, delimiter: str) -> Iterator[tuple[int, int]]:
    """Where the cells of a line begin and end, their quotation marks included."""
    start = 0
    while True:
        at = start
        if line[at : at + 1] == '"':
            at = _closed(line, at + 1)
        end = line.find(delimiter, at)
        if end < 0:
            yield start, len(line)
            return
        yield start, end
        start = end + 1


def _closed(line: str, at: int) -> int:
    """Where the quotation that was opened before `at` has ended."""
    while True:
        mark = line.find('"', at)
        if mark < 0:
            return len(line)
        if line[mark + 1 : mark + 2] != '"':
            return mark + 1
        at = mark + 2


def _plain(text: str) -> str:
    if text.startswith('"'):
        end = _closed(text, 1)
        inner = text[1 : end - 1] if end > 1 and text[end - 1 : end] == '"' else text[1:]
        return (inner.replace('""', '"') + text[end:]).strip()
    return text.strip()
