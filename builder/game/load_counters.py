"""Reads counters.csv: one row a counter, typed by the game's own vocabulary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from builder.game.csv_file import Row, read_csv
from builder.game.definition import Definition, FieldDefinition
from builder.game.model import Counter
from builder.game.problems import Collector, nearest
from builder.game.values import World, fault

COLUMNS = (
    "id", "side", "type", "name", "full_name", "size", "kind", "setup", "copies", "formation",
    "source",
)  # fmt: skip
KINDS = ("unit", "marker")


class CounterReader:
    """Reads the counter mix; what is wrong goes to the collector."""

    def __init__(self, definition: Definition, world: World, problems: Collector) -> None:
        self.definition = definition
        self.world = world
        self.problems = problems
        self.sides = {side.id for side in definition.side}

    def counters(self, path: Path) -> dict[str, Counter]:
        """Counters by id, in the order of the file."""
        known = (*COLUMNS, *self.definition.units.fields)
        found: dict[str, Counter] = {}
        for row in read_csv(path, self.problems, ("id", "side", "type"), known):
            counter = self._counter(path, row)
            if counter.id in found:
                self.problems.add(
                    path, row.line, f"The id '{counter.id}' stands here a second time.",
                    f"Give each counter an id of its own (first in line {found[counter.id].line}).",
                )  # fmt: skip
            found[counter.id] = counter
        return found

    def _counter(self, path: Path, row: Row) -> Counter:
        kind = row["kind"] or "unit"
        self._one_of(path, row, "kind", kind, KINDS)
        if kind == "unit":
            self._one_of(path, row, "side", row["side"], self.sides)
            self._one_of(path, row, "type", row["type"], self.definition.units.types)
        if not row["id"]:
            self.problems.add(path, row.line, "The counter has no id.", "Write one in column 'id'.")
        self._setup(path, row)
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
            fields=self._fields(path, row),
            source=row["source"] or "stand-in",
            line=row.line,
        )

    def _one_of(self, path: Path, row: Row, column: str, word: str, known: Any) -> None:
        if word not in known:
            text = f"Unknown {column} '{word}'."
            self.problems.add(path, row.line, text, nearest(word, known))

    def _setup(self, path: Path, row: Row) -> None:
        setup = row["setup"]
        if not setup or self.world.is_place(setup) or setup in self.definition.units.boxes:
            return
        word, _, number = setup.partition(" ")
        if word == "turn" and number.isdigit():
            turns = self.definition.turns
            if turns.first <= int(number) <= turns.last:
                return
        self.problems.add(
            path, row.line, f"'{setup}' is neither a hex of the map nor a box nor 'turn N'.",
            "Write a printed hex number, a box, or a turn of the game.",
        )  # fmt: skip

    def _copies(self, path: Path, row: Row) -> int:
        text = row["copies"] or "1"
        if text.isdigit() and 0 < int(text) <= 200:
            return int(text)
        self.problems.add(path, row.line, f"'{text}' copies is not a number from 1 to 200.")
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
                wrong: str | None = f"'{text}' is not of the kind '{definition.type}'"
            else:
                wrong = fault(value, definition, self.world)
                fields[name] = value
            if wrong:
                self.problems.add(path, row.line, f"Column '{name}': {wrong}.", definition.note)
        return fields


def parse_cell(text: str, definition: FieldDefinition) -> Any:
    """A cell as its declared type; lists are separated by spaces. ValueError if it does not fit."""
    kind = definition.type
    if kind == "bool":
        if text.lower() not in ("true", "false", "yes", "no", "x"):
            raise ValueError(text)
        return text.lower() in ("true", "yes", "x")
    if kind == "int":
        return int(text)
    if kind == "number":
        return float(text)
    if kind == "ints":
        return [int(word) for word in text.split()]
    if kind in ("texts", "choices", "hexes"):
        return text.split()
    return text
