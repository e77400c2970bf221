"""The headings of a result table as ranges of numbers, and the way along its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from builder.game.model import Table

_NUMBER = r"[+-]?\d+"
_HEADING = re.compile(
    rf"(?:(?P<sign><=|>=|≤|≥)\s*)?(?P<low>{_NUMBER})"
    rf"(?:\s*(?:\.\.|to|-|–)\s*(?P<high>{_NUMBER})|(?P<open>\+))?"
)


@dataclass(frozen=True)
class Headings:
    """The columns of a table of differences, leftmost first, each with the lowest and highest
    number that it stands for."""

    names: tuple[str, ...]
    ranges: tuple[tuple[float, float], ...]

    def place(self, number: float) -> int:
        """The index of the column for a number; an end column for a number beyond the table."""
        for index, (_, high) in enumerate(self.ranges):
            if number <= high:
                return index
        return len(self.names) - 1

    def overshoot(self, number: float) -> int:
        """How far a number lies beyond the lowest or highest one that the table names."""
        first, last = self.ranges[0][1], self.ranges[-1][0]
        return int(min(0, number - first) + max(0, number - last))

    def within(self, index: int) -> int:
        """An index brought back to the nearest end of the table."""
        return max(0, min(index, len(self.names) - 1))


@cache
def read_headings(names: Sequence[str], rising: bool = False) -> Headings:
    """Headings written `<=-3`, `-2`, `+1`, `+2..+4`, `6-10`, `72+` or `>=+8`; ValueError for any
    other. `rising` puts them in the order of their numbers, whatever that of the names."""
    spans = [(span_of(name), name) for name in names]
    if rising:
        spans.sort()
    return Headings(tuple(name for _, name in spans), tuple(span for span, _ in spans))


def span_of(name: str) -> tuple[float, float]:
    """The lowest and highest number of a heading; ValueError if it is none."""
    match = _HEADING.fullmatch(name.strip())
    low = float(match["low"]) if match else 0
    high = float(match["high"] or low) if match else 0
    if match is None or low > high:
        raise ValueError(f"'{name}' is no heading: write -2, +1, +2..+4, <=-3 or >=+8.")
    if match["sign"] in ("<=", "≤"):
        return float("-inf"), low
    return low, float("inf") if match["open"] or match["sign"] in (">=", "≥") else high


def row_at(table: Table, number: float) -> str:
    """The row of a table whose heading stands for a number, an end row for one beyond."""
    return table.rows[read_headings(table.rows).place(number)]


def column_at(table: Table, number: float) -> str:
    """The column of a table whose heading stands for a number, an end column for one beyond."""
    return table.columns[read_headings(table.columns).place(number)]
