"""The files of a game as a page edits them: the files are the truth, whoever writes them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from assistant.pages.door import BadRequestError, NotNowError
from builder import limits
from builder.files import read_bounded, write_whole
from builder.game.csv_file import cell_fault
from builder.game.csv_text import CsvText, TextRow
from builder.game.owned import keys_of
from builder.game.together import alone, sure_there
from builder.game.toml_file import read_toml
from builder.saying import quoting

NOT_THERE = "{file} is not there any more: put it back."
MOST_FILES = 200
MOST_STEPS = 100
MOST_EDITS = int(limits.EDITS)
Cells = tuple[str, ...]
TABLE, TEXT = ".csv", ".toml"
_FOLDERS = ("", "charts", "map", "scenarios")
_FIRST = ("game.toml", "counters.csv", "combat.csv")

Told = dict[str, Any]
Stamp = tuple[tuple[str, int, int], ...]


class Edit(NamedTuple):
    """What is to stand in a cell of the row that the page saw; `seen` are all its cells."""

    line: int
    seen: tuple[str, ...]
    column: str
    text: str


class _Step(NamedTuple):
    """One change of a file, to be taken back."""

    name: str
    before: bytes
    after: str


@dataclass
class Sources:
    """The tables and texts of one game's folder."""

    folder: Path
    _steps: list[_Step] = field(default_factory=list)
    _lock: RLock = field(default_factory=RLock)

    def names(self) -> list[str]:
        """The files that the page may open, in the order of the page."""
        found = []
        for group in _FOLDERS:
            place = self.folder / group
            try:
                linked = bool(group) and place.is_symlink()  # it may lead out of the game's folder
                entries = [] if linked else sorted(os.scandir(place), key=lambda one: one.name)
            except OSError:
                continue
            for entry in entries[:MOST_FILES]:
                wanted = entry.name.endswith((TABLE, TEXT)) and not entry.name.startswith(".")
                if wanted and entry.is_file(follow_symlinks=False):
                    found.append(f"{group}/{entry.name}" if group else entry.name)
        return sorted(found, key=lambda name: (name not in _FIRST, "/" in name))

    def stamp(self) -> Stamp:
        """Changes whenever a file does, by whatever program."""
        found = []
        for name in self.names():
            try:
                told = (self.folder / name).stat()
            except OSError:
                continue
            found.append((name, told.st_mtime_ns, told.st_size))
        return tuple(found)

    def told(self, name: str) -> Told:
        """A file as the page shows it."""
        data = self._data(name)
        told: Told = {"name": name, "version": version_of(data), "steps": len(self._steps)}
        if not name.endswith(TABLE):
            return told | {"text": _text(data).replace("\r\n", "\n")}
        table = _table(data)
        keys = self._keys(name, table)
        rows = [
            {
                "line": row.line,
                "label": " ".join(row.cells[at] for at in keys if at < len(row.cells)),
                "cells": [row.cells[at] if at < len(row.cells) else "" for at in _range(table)],
            }
            for row in table.rows
        ]
        return told | {"columns": table.columns, "rows": rows, "comment": table.comment}

    def write(self, name: str, version: str, edits: Sequence[Edit]) -> Told:
        """Write cells; what another program wrote into the same cell is told and left."""
        with self._lock, alone(self.folder, self.folder):
            data = self._data(name)
            table, torn = _table(data), []
            rows = self._rows(name, table)
            cells: dict[tuple[int, int], str] = {}
            for edit in edits:
                line = rows.found(edit.line, edit.seen)
                fault = _torn(table, rows, line, edit)
                if fault is not None:
                    torn.append(fault)
                elif line is not None:
                    column = table.columns.index(edit.column)
                    rows.put(line, column, edit.text)
                    cells[line, column] = edit.text
            return self._put(name, data, table.with_cells(cells).data()) | {
                "torn": torn,
                "stale": version != version_of(data),
            }

    def copy_row(self, name: str, line: int, seen: Sequence[str]) -> Told:
        """Put a copy of a row below it, with a key of its own."""
        with self._lock, alone(self.folder, self.folder):
            data = self._data(name)
            table = _table(data)
            row = self._sure_row(name, table, line, seen)
            cells, keys = list(row.cells), self._keys(name, table)
            if keys:
                known = {one.cells[keys[-1]] for one in table.rows if keys[-1] < len(one.cells)}
                number = 2
                while (fresh := f"{row.cells[keys[-1]]}-{number}") in known:
                    number += 1
                cells[keys[-1]] = fresh
            made = table.with_row(row.line, cells)
            return self._put(name, data, made.data()) | {"line": row.line + 1}

    def drop_row(self, name: str, line: int, seen: Sequence[str]) -> Told:
        """Take a row out."""
        with self._lock, alone(self.folder, self.folder):
            data = self._data(name)
            table = _table(data)
            row = self._sure_row(name, table, line, seen)
            return self._put(name, data, table.without_row(row.line).data())

    def write_text(self, name: str, version: str, text: str) -> Told:
        """Write a text whole, unless another program changed it since the page read it."""
        with self._lock, alone(self.folder, self.folder):
            data = self._data(name)
            if version != version_of(data):
                return {"torn": True, **self.told(name)}
            old = _text(data)
            made = text.replace("\r\n", "\n")
            if "\r\n" in old:
                made = made.replace("\n", "\r\n")
            head = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
            return self._put(name, data, head + made.encode())

    def undo(self) -> Told:
        """Take the last change back."""
        with self._lock, alone(self.folder, self.folder):
            if not self._steps:
                raise BadRequestError("There is nothing to undo.")
            step = self._steps[-1]
            if version_of(self._data(step.name)) != step.after:
                self._steps.pop()
                raise BadRequestError("Another program changed the file since: it is left.")
            write_whole(self.folder / step.name, step.before)
            self._steps.pop()
            return {"name": step.name, "steps": len(self._steps)}

    def _put(self, name: str, before: bytes, after: bytes) -> Told:
        if after != before:
            write_whole(self.folder / name, after)
            self._steps = [
                *self._steps[1 - MOST_STEPS :], _Step(name, before, version_of(after))
            ]  # fmt: skip
        return {"version": version_of(after), "steps": len(self._steps)}

    def _data(self, name: str) -> bytes:
        if name not in self.names():
            sure_there(self.folder)
            if not _may_be_there(name):
                raise BadRequestError("There is no such file.")
            raise NotNowError(quoting(NOT_THERE, file=name))
        data = read_bounded(self.folder / name, limits.SOURCE)
        if data is None:
            raise NotNowError("The file is too large for the page.")
        return data

    def _keys(self, name: str, table: CsvText) -> list[int]:
        """The columns by which the rows of a table are known: else the first."""
        columns = table.columns
        told = [columns.index(key) for key in keys_of(name) if key in columns]
        return told or ([0] if columns else [])

    def _sure_row(self, name: str, table: CsvText, line: int, seen: Sequence[str]) -> TextRow:
        found = self._rows(name, table).found(line, tuple(seen))
        if found is None:
            raise BadRequestError("Another program took the row out.")
        return next(row for row in table.rows if row.line == found)

    def _rows(self, name: str, table: CsvText) -> _Rows:
        return _Rows(self._keys(name, table), {row.line: _padded(row, table) for row in table.rows})


class _Rows:
    """The rows of a table by their lines while cells of them change, found by what a page saw."""

    def __init__(self, keys: Sequence[int], rows: Mapping[int, Cells]) -> None:
        self._keys, self._cells = keys, dict(rows)
        self._same: dict[Cells, set[int]] = {}
        self._alike: dict[Cells, set[int]] = {}
        for line, cells in rows.items():
            self._same.setdefault(cells, set()).add(line)
            self._alike.setdefault(self._key(cells), set()).add(line)

    def __getitem__(self, line: int) -> Cells:
        return self._cells[line]

    def found(self, line: int, seen: Cells) -> int | None:
        """The line of the row that the page saw at one: it may have moved, or other cells of it
        changed."""
        if same := self._same.get(seen):
            return min(same, key=lambda at: (abs(at - line), at))
        if any(at >= len(seen) for at in self._keys):
            return None
        alike = self._alike.get(self._key(seen), set())
        return next(iter(alike)) if len(alike) == 1 else None

    def put(self, line: int, column: int, text: str) -> None:
        """Change a cell."""
        old = self._cells[line]
        new = (*old[:column], text, *old[column + 1 :])
        self._same[old].discard(line)
        self._alike[self._key(old)].discard(line)
        self._cells[line] = new
        self._same.setdefault(new, set()).add(line)
        self._alike.setdefault(self._key(new), set()).add(line)

    def _key(self, cells: Cells) -> Cells:
        return tuple(cells[at] for at in self._keys)


def _may_be_there(name: str) -> bool:
    """Whether a file of this name, which is not there now, would be one of the page's."""
    group, _, last = name.rpartition("/")
    return group in _FOLDERS and last.endswith((TABLE, TEXT)) and not last.startswith(".")


def version_of(data: bytes) -> str:
    """What tells one state of a file from another."""
    return hashlib.sha256(data).hexdigest()[:20]


def syntax(path: Path, text: str) -> list[Told]:
    """What is wrong with a text as TOML, before it is saved."""
    import tempfile

    from builder.game.problems import ProblemsError

    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / path.name
        file.write_text(text, encoding="utf-8")
        try:
            read_toml(file)
        except ProblemsError as error:
            return [{"line": p.line, "text": p.text, "remedy": p.remedy} for p in error.problems]
    return []


def edits_of(data: Any) -> list[Edit]:
    """Edits as the page sends them; BadRequestError for others."""
    if not isinstance(data, list) or len(data) > MOST_EDITS:
        raise BadRequestError("Edits are a list.")
    return [_edit(one) for one in data]


def seen_of(data: Mapping[str, Any]) -> tuple[int, tuple[str, ...]]:
    """The row that the page means: its line, and its cells as the page saw them."""
    line, seen = data.get("line"), data.get("seen")
    if isinstance(line, int) and isinstance(seen, list) and len(seen) <= limits.COLUMNS:
        cells = tuple(cell for cell in seen if isinstance(cell, str))
        if len(cells) == len(seen):
            return line, cells
    raise BadRequestError("A row has a line and its cells.")


def _edit(one: Any) -> Edit:
    if not isinstance(one, dict):
        raise BadRequestError("An edit is an object.")
    line, seen = seen_of(one)
    column, text = one.get("column"), one.get("text")
    if not isinstance(column, str) or not isinstance(text, str):
        raise BadRequestError("An edit has column and text.")
    if wrong := cell_fault(text):
        raise BadRequestError(wrong)
    return Edit(line, seen, column, text.strip())


def _torn(table: CsvText, rows: _Rows, line: int | None, edit: Edit) -> Told | None:
    """What stands in the cell instead of what the page saw there; nothing if it may be written."""
    if line is None or edit.column not in table.columns:
        return {"line": edit.line, "column": edit.column, "mine": edit.text, "theirs": None}
    at = table.columns.index(edit.column)
    theirs = rows[line][at]
    saw = edit.seen[at] if at < len(edit.seen) else ""
    if theirs in (saw, edit.text):
        return None
    return {"line": line, "column": edit.column, "mine": edit.text, "theirs": theirs}


def _padded(row: TextRow, table: CsvText) -> Cells:
    many = len(table.columns)
    return (*row.cells[:many], *("" for _ in range(many - len(row.cells))))


def _range(table: CsvText) -> range:
    return range(len(table.columns))


def _table(data: bytes) -> CsvText:
    try:
        return CsvText.of(data)
    except UnicodeDecodeError:
        raise NotNowError("The file is not UTF-8 text: save it as CSV UTF-8.") from None


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotNowError("The file is not UTF-8 text: save it as UTF-8.") from None
