"""The headings of a result table as ranges of numbers, and the way along its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import inf

from assistant.kernel.chances import chances, in_words
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying
from builder.game import headings
from builder.game.model import Game, Table
from builder.saying import AsWritten, quoting


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
    """The lowest and highest number of a heading, infinite where it has no end; ValueError if it is
    none."""
    try:
        low, high = headings.span_of(name)
    except ValueError:
        raise ValueError(
            quoting("'{name}' is no heading: write -2, +1, +2..+4, <=-3 or >=+8.", name=name)
        ) from None
    endless = headings.ENDLESS
    return -inf if low == -endless else float(low), inf if high == endless else float(high)


def row_at(table: Table, number: float) -> str:
    """The row of a table whose heading stands for a number, an end row for one beyond; ValueError
    for headings that are no numbers."""
    return table.rows[read_headings(table.rows).place(number)]


def column_at(table: Table, number: float) -> str:
    """The same for a column."""
    return table.columns[read_headings(table.columns).place(number)]


@dataclass(frozen=True)
class Columns:
    """A result table of differences. With `clamp_first` a number beyond the table counts as that of
    its last column before it is shifted, else it is as far away as it is."""

    table: Table
    headings: Headings
    clamp_first: bool = True

    def column(self, number: float, shift: int) -> int:
        """The index of the column of a number, shifted, and brought back into the table."""
        start = self.headings.place(number)
        if not self.clamp_first:
            start += self.headings.overshoot(number)
        return self.headings.within(start + shift)

    def name(self, column: int) -> str:
        return self.headings.names[column]

    @cached_property
    def results(self) -> tuple[Mapping[str, str], ...]:
        """For each column, die -> result."""
        return tuple(self.table.column(name) for name in self.headings.names)

    @cached_property
    def chances(self) -> tuple[Mapping[str, float], ...]:
        """For each column, result -> chance."""
        return tuple(chances(results) for results in self.results)

    def is_stand_in(self, column: int) -> bool:
        return self.table.stand_in(self.name(column))

    def change(self, number: float, shift: int, columns: int) -> Saying:
        """What some columns more or less would do: columns and chances before and after."""
        before, after = self.column(number, shift), self.column(number, shift + columns)
        if after == before:
            text = "{n:+d} {n|column|columns}, but the end of the table keeps it in {column}"
            return Saying(text, n=columns, column=self.name(before))
        names = AsWritten(f"{self.name(before)} -> {self.name(after)}")
        said = in_words(self.chances[after])
        text = "{n:+d} {n|column|columns}, {columns}: {chances}"
        return Saying(text, n=columns, columns=names, chances=said)


def result_columns(game: Game, name: str, clamp_first: bool = True) -> Columns:
    """A table of combat.csv; QuestionError if there is none of that name or of that kind."""
    if name not in game.tables:
        text = "The game's combat.csv holds no table '{table}', which odds are read from: add it."
        raise QuestionError(text, table=name)
    table = game.tables[name]
    try:
        headings = read_headings(table.columns)
    except ValueError as error:
        text = "combat.csv, table '{table}': {error}"
        raise QuestionError(text, table=table.name, error=error) from None
    return Columns(table, headings, clamp_first)
