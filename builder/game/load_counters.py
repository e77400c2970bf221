"""Reads counters.csv: one row a counter, typed by the game's own vocabulary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from builder import limits
from builder.game.csv_file import CsvFile, Row, read_csv
from builder.game.definition import Definition, FieldDefinition
from builder.game.model import Counter
from builder.game.owned import Owned
from builder.game.problems import Collector, nearest
from builder.game.spreadsheet import is_formula, thousand_of
from builder.game.values import World, fault, place_fault
from builder.saying import AsWritten, Saying, quoting

COLUMNS = (
    "id", "side", "type", "name", "full_name", "size", "kind", "setup", "copies", "formation",
    "pictures", "paper", "source",
)  # fmt: skip
KINDS = ("unit", "marker")
ID = re.compile(r"[\w.+-]+")
KIND_WORDS = {
    "bool": Saying("yes or no"),
    "int": Saying("a whole number"),
    "number": Saying("a number"),
    "ints": Saying("whole numbers with spaces between"),
}
"""What a cell must be, for a message; cells of the other kinds cannot fail to be read."""


class CounterReader:
    """Reads the counter mix; what is wrong goes to the collector.

    `whole` is whether every counter of the file could be read.
    """

    def __init__(
        self, definition: Definition, world: World, problems: Collector, own: Owned | None = None
    ) -> None:
        self.own = own or Owned()
        self.definition = definition
        self.world = world
        self.problems = problems
        self.sides = {side.id for side in definition.side}
        self.whole = True
        self._faces: dict[str, int] = {}

    def counters(self, path: Path) -> dict[str, Counter]:
        """Counters by id, in the order of the file."""
        known = (*COLUMNS, *self.definition.units.fields)
        found: dict[str, Counter] = {}
        file = read_csv(path, self.problems, ("id", "side", "type"), known, limits.COUNTERS)
        self.whole = file.whole
        self._faces = _most_numbers(file, self.definition)
        file = self.own.over(file, "counters.csv", self.problems)
        parted = _parted_names(file)
        for row in file:
            told = len(self.problems.problems)
            counter = self.counter(path, row)
            mistaken = len(self.problems.problems) > told
            if torn := self._torn(path, row, mistaken, row.line in parted):
                del self.problems.problems[told:]
                self.problems.add(path, row.line, *torn)
                self.whole = False
                continue
            if not counter.id:
                self.whole = False
                continue
            if counter.id in found:
                self.problems.add(
                    path,
                    row.line,
                    quoting("The id '{id}' stands here a second time.", id=counter.id),
                    quoting(
                        "Give each counter an id of its own (first in line {number}).",
                        number=found[counter.id].line,
                    ),
                )
            found[counter.id] = counter
        self.whole = self.whole and not self.problems.full(path)
        return found

    def counter(self, path: Path, row: Row) -> Counter:
        """One row as a counter, with what could be used of it."""
        kind = row["kind"] or "unit"
        self._one_of(path, row, "kind", kind, KINDS)
        if kind == "unit" and not row["side"]:
            text = quoting("The counter '{id}' has no side.", id=row["id"])
            remedy = 'Write one in column "side", or "marker" in column "kind".'
            self.problems.add(path, row.line, text, remedy)
        elif kind == "unit":
            self._one_of(path, row, "side", row["side"], self.sides)
            self._one_of(path, row, "type", row["type"], self.definition.units.types)
        self._id(path, row)
        self._setup(path, row)
        for column in ("name", "full_name", "formation"):
            if len(row[column]) > limits.COUNTER_NAME:
                text = quoting(
                    "Column '{column}' holds {number} letters.",
                    column=column,
                    number=len(row[column]),
                )
                self.problems.add(
                    path,
                    row.line,
                    text,
                    quoting("Write at most {number}.", number=limits.COUNTER_NAME),
                )
        return Counter(
            id=row["id"],
            side=row["side"],
            type=row["type"],
            name=row["name"],
            full_name=row["full_name"],
            size=row["size"],
            kind=kind,
            setup=row["setup"],
            copies=self._copies(path, row),
            formation=row["formation"],
            pictures=self._pictures(path, row),
            paper=self._paper(path, row),
            fields=self._fields(path, row),
            source=row["source"] or "stand-in",
            line=row.line,
        )

    def _torn(
        self, path: Path, row: Row, mistaken: bool, parted: bool
    ) -> tuple[Saying, str] | None:
        """What a comma within a cell does to a row that is `mistaken` because of it, or whose name
        it has `parted`, and the remedy; None for any other row."""
        if row.spaced and (parted or mistaken):
            return (
                quoting(
                    "The cells of the row do not fit their columns after '{word}'.",
                    word=row.spaced,
                ),
                'Put a cell that holds a comma in "quotes", or delete the blank behind it.',
            )
        if mistaken and (parts := self._parted(path, row)):
            return (
                quoting(
                    "A comma parts '{word}' from '{other}', and the cells after it do not "
                    "fit their columns.",
                    word=parts[0][: limits.COUNTER_NAME],
                    other=parts[1][: limits.COUNTER_NAME],
                ),
                'Put a cell that holds a comma in "quotes"; figures of faces have spaces between.',
            )
        return None

    def _parted(self, path: Path, row: Row) -> tuple[str, str] | None:
        """Two neighbours in a row of too many cells that are one cell, because the row then has no
        mistake."""
        columns = tuple(row.cells)
        pairs = [(at, *pair) for at, pair in enumerate(pairwise(row.longer)) if all(pair)]
        # Like and like first: 4,2 are two faces, whatever else would fit.
        for at, one, two in sorted(pairs, key=lambda pair: pair[1].isdigit() != pair[2].isdigit()):
            for whole in (f"{one}, {two}", f"{one} {two}"):
                cells = (*row.longer[:at], whole, *row.longer[at + 2 :])
                tried = CounterReader(self.definition, self.world, Collector(), self.own)
                tried.counter(path, Row(row.line, dict(zip(columns, cells, strict=False))))
                if not tried.problems.problems:
                    return one, two
        return None

    def _one_of(self, path: Path, row: Row, column: str, word: str, known: Any) -> None:
        if word not in known:
            text = quoting("Unknown {what} '{word}'.", what=column, word=word)
            self.problems.add(path, row.line, text, nearest(word, known))

    def _id(self, path: Path, row: Row) -> None:
        if not row["id"]:
            self.problems.add(
                path,
                row.line,
                "The counter has no id.",
                quoting("Write one in column '{column}'.", column="id"),
            )
        elif not ID.fullmatch(row["id"]):
            self.problems.add(
                path, row.line,
                quoting("'{id}' cannot be an id.", id=row["id"][: limits.COUNTER_NAME]),
                "Write letters, digits and hyphens, without spaces or commas.",
            )  # fmt: skip

    def _setup(self, path: Path, row: Row) -> None:
        if wrong := place_fault(row["setup"], self.definition, self.world):
            self.problems.add(path, row.line, *wrong)

    def _pictures(self, path: Path, row: Row) -> tuple[str, ...]:
        names = tuple(row["pictures"].split())
        if len(names) > limits.COUNTER_FACES:
            text = quoting(
                "Column '{column}' names {number} pictures.", column="pictures", number=len(names)
            )
            remedy = quoting(
                "Write one for each face, {number} at most, without spaces in their names.",
                number=limits.COUNTER_FACES,
            )
            self.problems.add(path, row.line, text, remedy)
        return names[: limits.COUNTER_FACES]

    def _paper(self, path: Path, row: Row) -> bool:
        text = row["paper"] or "yes"
        if text not in ("yes", "no"):
            wrong = quoting(
                "Column '{column}': '{word}' is neither yes nor no.",
                column="paper",
                word=text[: limits.COUNTER_NAME],
            )
            remedy = "Write no for a counter that is on no sheet, or leave the cell empty."
            self.problems.add(path, row.line, wrong, remedy)
        return text != "no"

    def _copies(self, path: Path, row: Row) -> int:
        text = row["copies"] or "1"
        if text.isdecimal() and len(text) < 4 and 0 < int(text) <= 200:
            return int(text)
        wrong = quoting(
            "Column '{column}': '{word}' is not a number from 1 to 200.",
            column="copies",
            word=text[: limits.COUNTER_NAME],
        )
        self.problems.add(path, row.line, wrong, "Write how many of this counter there are.")
        return 1

    def _fields(self, path: Path, row: Row) -> dict[str, Any]:
        fields = {}
        for name, definition in self.definition.units.fields.items():
            text = row[name]
            if not text:
                continue
            try:
                value = parse_cell(text, definition)
            except ValueError:
                wrong: str | None = unread(text, definition)
            else:
                wrong = fault(value, definition, self.world)
                if definition.type == "ints":
                    mine = self.own.wrote(path, row.line, name) is not None
                    most = self._faces.get(name, 0) if mine else 0
                    wrong = wrong or too_many(value, most or limits.COUNTER_FACES)
                fields[name] = value
            if wrong:
                told = quoting("Column '{column}': {text}.", column=name, text=wrong)
                self.problems.add(path, row.line, told, AsWritten(definition.note))
        return fields


def too_many(numbers: Sequence[int], faces: int) -> Saying | None:
    """Why numbers are not those of a unit's faces, so many at most; None if they may be."""
    if len(numbers) <= faces:
        return None
    text = "{n} numbers are more than the {m} faces of a unit"
    return quoting(text, n=len(numbers), m=faces)


def _most_numbers(file: CsvFile, definition: Definition) -> dict[str, int]:
    """By column of numbers for faces the most that a counter of the game has."""
    lists = [name for name, one in definition.units.fields.items() if one.type == "ints"]
    return {name: max((len(row[name].split()) for row in file), default=0) for name in lists}


def unread(text: str, definition: FieldDefinition) -> Saying:
    """What a cell is told by that `parse_cell` refuses, without the point at the end."""
    if is_formula(text):
        return quoting("'{word}' is a formula, and not what it gives", word=text[:40])
    for word in text.split():
        if thousand := thousand_of(word):
            return quoting(
                "'{word}' may be {number} or {other}: write the one that is meant",
                word=word,
                number=thousand,
                other=f"{float(word):g}",
            )
    return quoting(
        "'{word}' does not read as {text}",
        word=text[: limits.COUNTER_NAME],
        text=KIND_WORDS[definition.type],
    )


def parse_cell(text: str, definition: FieldDefinition) -> Any:
    """A cell as its declared type; lists are separated by spaces. ValueError if it does not fit."""
    kind = definition.type
    if kind == "bool":
        if text.lower() not in ("true", "false", "yes", "no", "x"):
            raise ValueError(text)
        return text.lower() in ("true", "yes", "x")
    if kind in ("int", "number", "ints"):
        if "_" in text:
            raise ValueError(text)  # Python reads 1_0 as 10, and nobody else does
        if any(map(thousand_of, text.split())):
            raise ValueError(text)
    if kind == "int":
        return _whole(text)
    if kind == "number":
        return float(text)
    if kind == "ints":
        return [_whole(word) for word in text.split()]
    if kind in ("texts", "choices", "hexes"):
        return text.split()
    return text


def _whole(text: str) -> int:
    """A whole number, also as spreadsheets write it: 4.0."""
    head, _, tail = text.partition(".")
    return int(head if tail and not tail.strip("0") else text)


def _parted_names(file: CsvFile) -> frozenset[int]:
    """The lines of names that a comma parts, the rest of which would pass for the next cell, as a
    size mark does. Where most rows have a blank there it is how they are written."""
    rows = [row for row in file if row["name"]]
    named = [row for row in rows if row.spaced and row.spaced in (row["name"], row["full_name"])]
    lines = frozenset(row.line for row in named)
    return lines if 2 * len(lines) <= len(rows) else frozenset()
