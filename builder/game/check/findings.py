"""What a check finds, and the game it looks at with the lines on which things stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from builder.game.csv_file import Row, read_csv
from builder.game.model import Game
from builder.game.problems import Collector, Problem
from builder.game.rulebook.closed import closed_kinds
from builder.game.toml_file import TomlFile, as_typed, read_toml
from builder.saying import Saying, quoting

KINDS = {int: Saying("a whole number"), list: Saying("a list"), dict: Saying("a table")}


def words_in(values: Iterable[Any]) -> list[str]:
    """Those of some values that are words."""
    return [value for value in values if isinstance(value, str)]


class Severity(StrEnum):
    """An error contradicts the game, a warning is likely a mistake, a note is for knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Finding:
    """A mistake with its place and remedy. `check` is the stable name of what was looked for,
    `names` are all that the text may cut short."""

    severity: Severity
    check: str
    problem: Problem
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.severity}: {self.problem}"

    def as_json(self) -> dict[str, Any]:
        """The finding as `--json` prints it."""
        return {
            "severity": str(self.severity),
            "check": self.check,
            "file": self.problem.file,
            "line": self.problem.line,
            "text": self.problem.text,
            "remedy": self.problem.remedy,
            **({"names": list(self.names)} if self.names else {}),
        }


@dataclass
class Look:
    """A game under check: findings gather here, each once.

    `in_python` says that rules in Python may read what nothing else does.
    """

    game: Game
    in_python: bool = False
    found: dict[Finding, None] = field(default_factory=dict)

    def error(self, check: str, file: str | Path, line: int, text: str, remedy: str = "") -> None:
        self._add(Severity.ERROR, check, Problem(str(file), line, text, remedy))

    def warning(self, check: str, file: str | Path, line: int, text: str, remedy: str = "") -> None:
        self._add(Severity.WARNING, check, Problem(str(file), line, text, remedy))

    def note(
        self,
        check: str,
        file: str | Path,
        line: int,
        text: str,
        remedy: str = "",
        names: Iterable[str] = (),
    ) -> None:
        self._add(Severity.NOTE, check, Problem(str(file), line, text, remedy), tuple(names))

    def _add(
        self, severity: Severity, check: str, problem: Problem, names: tuple[str, ...] = ()
    ) -> None:
        if (mine := self.game.own_rows.get((problem.file, problem.line))) is not None:
            problem = replace(problem, file=mine[0], line=mine[1])  # where its owner can mend it
        self.found[Finding(severity, check, problem, names)] = None

    @cached_property
    def toml(self) -> TomlFile:
        """game.toml with its lines."""
        return read_toml(self.game.folder / "game.toml")

    def rule(self, name: str, kind: type) -> Any:
        """An entry of `[rules]`, or None if it is missing; one of another kind is an error."""
        value = self.game.definition.rules.get(name)
        return None if value is None else self._of_kind(value, kind, name)

    def words(self, name: str) -> list[str]:
        """The words of a list of `[rules]`; what else is in it names nothing, as `slips` tells."""
        return words_in(self.rule(name, list) or ())

    def lists(self, name: str) -> dict[str, list[Any]]:
        """The lists of a table of `[rules]`; anything else in it is an error."""
        every = (self.rule(name, dict) or {}).items()
        found = {key: self._of_kind(value, list, name, key) for key, value in every}
        return {key: value for key, value in found.items() if value is not None}

    def _of_kind(self, value: Any, kind: type, *path: str) -> Any:
        if isinstance(value, kind) and not isinstance(value, bool):
            return value
        text = quoting(
            "'rules.{name}': {value} is not {text}.",
            name=".".join(path),
            value=as_typed(value),
            text=KINDS[kind],
        )
        remedy = Saying("Write {text}.", text=KINDS[kind])
        self.error("rules", self.toml.path, self.toml.line("rules", *path), text, remedy)
        return None

    def map_file(self, name: str) -> Path:
        return self.game.folder / "map" / name

    def rows(self, name: str) -> tuple[Row, ...]:
        """The rows of a map table; none if it is missing."""
        path = self.map_file(name)
        return read_csv(path, Collector()).rows if path.is_file() else ()

    @cached_property
    def hex_lines(self) -> dict[str, int]:
        """The line of each hex in hexes.csv."""
        return {row["hex"]: row.line for row in self.rows("hexes.csv")}

    def place_row(self, place: str) -> tuple[Path, int]:
        """The table in which a hex or another place stands, and its line there."""
        if place in self.game.grid:
            return self.map_file("hexes.csv"), self.hex_lines.get(place, 0)
        lines = {row["space"]: row.line for row in self.rows("spaces.csv")}
        return self.map_file("spaces.csv"), lines.get(place, 0)

    @cached_property
    def closed(self) -> frozenset[str]:
        """Terrain and hexsides that no unit enters or crosses: `rules.closed`, and under declared
        rules the water of which no cost is told."""
        if self.game.rules is not None:
            return closed_kinds(self.game.definition, self.game.rules.movement)
        return frozenset(self.words("closed"))

    @cached_property
    def water(self) -> frozenset[str]:
        """Hexes that no unit can stand in: closed terrain, or closed hexsides all round."""
        board = self.game.board
        return frozenset(
            name
            for name, near in board.grid.around.items()
            if board.of(name) & self.closed
            or (near and all(board.between(name, n) & self.closed for n in near.values()))
        )


def listed(names: Iterable[str], most: int = 6) -> Saying:
    """Some names for a sentence; the rest as a number."""
    words = list(names)
    if len(words) <= most:
        return quoting("{names}", names=words)
    return quoting("{names} and {n} more", names=words[:most], n=len(words) - most)
