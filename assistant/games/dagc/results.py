"""The combat results table: the column for a differential, and its chances (11.8 to 11.23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.dagc.situation import Situation
from assistant.kernel.chances import chances
from assistant.kernel.facts import kept
from assistant.kernel.headings import Headings, read_headings
from assistant.kernel.rulebook import rule
from assistant.questions.protocol import QuestionError
from builder.game.model import Table

TABLE = "crt"
STALLED = "AS"


@dataclass(frozen=True)
class ResultTable:
    """The printed table, or ours while nobody has put in the printed one."""

    table: Table
    clamp_first: bool
    fanatic_in: str

    @cached_property
    def headings(self) -> Headings:
        try:
            return read_headings(self.table.columns)
        except ValueError as error:
            raise QuestionError(
                "combat.csv, table '{table}': {error}", table=self.table.name, error=error
            ) from None

    @rule("11.8", "11.13")
    def column(self, differential: int, shift: int) -> int:
        """The column of the differential, brought into the table, then shifted, then again."""
        start = self.headings.place(differential)
        if not self.clamp_first:
            start += self.headings.overshoot(differential)
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

    @rule("11.23")
    def fanatic_chances(self, column: int) -> Mapping[str, float]:
        """The chances when the die is rolled until something happens; empty if nothing can."""
        return chances(self.results[column], again=lambda result: result == STALLED)

    @rule("11.23")
    def allows_fanatics(self, column: int) -> bool:
        """Fanatic attacks are for the columns up to a differential of 0."""
        if self.fanatic_in == "three-leftmost":
            return column < 3
        return column <= self.headings.place(0)

    def is_stand_in(self, column: int) -> bool:
        return self.table.stand_in(self.name(column))


@kept
def result_table(situation: Situation) -> ResultTable:
    """The game's table under the readings in force; QuestionError if the game has lost it."""
    tables = situation.game.tables
    if TABLE not in tables:
        raise QuestionError(
            "The game's combat.csv holds no table '{table}': no odds without it.", table=TABLE
        )
    return ResultTable(
        tables[TABLE],
        clamp_first=situation.option("clamp") == "before-and-after",
        fanatic_in=str(situation.option("fanatic-columns")),
    )
