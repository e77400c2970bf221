"""The charts as rules read them: the position's own value first, else the file, else nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.rulebook import rule
from assistant.position import Position
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying
from builder.game.model import Table

NONE = "-"
_RANGE = re.compile(r"(<=|>=|≤|≥)?\s*([+-]?\d+)(?:\s*(?:-|–|\.\.|to)\s*(-?\d+)|(\+))?")


def cell_of(table: Table, row: str, column: str) -> str:
    """The text of a cell; QuestionError if the chart lacks the row or the column."""
    text = table.cells.get((row, column))
    if text is None:
        what = (
            Saying("column '{column}'", column=column)
            if row in table.rows
            else Saying("row '{row}'", row=row)
        )
        raise QuestionError(
            "The chart '{chart}' has no {what}: add it.", chart=table.name, what=what
        )
    return text


def figure_of(table: Table, row: str, column: str) -> Fraction:
    """The number in a cell, `2`, `1/2` or `1.5`; a dash is none, that is 0."""
    text = cell_of(table, row, column)
    try:
        return Fraction(0) if text == NONE else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise QuestionError(
            "The chart '{chart}' says '{text}' in row '{row}', column '{column}': write a number.",
            chart=table.name,
            text=text,
            row=row,
            column=column,
        ) from None


def range_of(table: Table, heading: str) -> tuple[float, float]:
    """The numbers that a heading such as `<=0`, `1-5`, `6..10` or `>=72` stands for."""
    match = _RANGE.fullmatch(heading.strip())
    if match is None:
        raise QuestionError(
            "'{heading}' is no heading of the chart '{chart}': write 1-5, <=0 or >=72.",
            heading=heading,
            chart=table.name,
        )
    low = float(match[2])
    high = float(match[3] or low)
    if match[1] in ("<=", "≤"):
        return float("-inf"), low
    if match[1] in (">=", "≥") or match[4]:
        return low, float("inf")
    return low, high


OWN_ENTRENCHMENT = "entrenchment"


@dataclass(frozen=True)
class Charts:
    """The charts of a game under one position's corrections."""

    position: Position

    def table(self, name: str) -> Table:
        found = self.position.game.tables.get(name)
        if found is None:
            raise QuestionError(
                "The game has no chart '{name}': write charts/{file}.csv, or combat.csv.",
                name=name,
                file=name,
            )
        return found

    def cell(self, table: str, row: str, column: str) -> str | None:
        """A cell's text; None if the chart has no such row or only a dash there."""
        text = self.table(table).cells.get((row, column))
        return None if text in (None, NONE) else text

    @cached_property
    def _known(self) -> dict[str, Figure | None]:
        return {}

    def _value(self, table: str, row: str, column: str, variable: str) -> Figure | None:
        if variable not in self._known:
            self._known[variable] = self._looked_up(table, row, column, variable)
        return self._known[variable]

    def _looked_up(self, table: str, row: str, column: str, variable: str) -> Figure | None:
        given = self.position.value(variable)
        if given is not None:
            return Figure(float(given))
        if self.cell(table, row, column) is None:
            return None
        chart = self.table(table)
        return Figure(float(figure_of(chart, row, column)), (row, column) in chart.doubtful)

    @rule("5.7", "5.12")
    def cost(self, kind: str) -> Figure | None:
        """Movement points of a terrain or hexside; None if it has no cost of its own."""
        if kind.startswith(OWN_ENTRENCHMENT):
            given = self.position.value(f"cost-{kind}")
            if given is not None:
                return Figure(float(given))
            kind = OWN_ENTRENCHMENT
        return self._value("terrain-effects", kind, "move", f"cost-{kind}")

    @rule("5.7", "9.32")
    def shift(self, kind: str) -> Figure:
        """Columns that a terrain or hexside moves an attack, leftward negative."""
        if kind.startswith(OWN_ENTRENCHMENT):
            given = self.position.value(f"shift-{kind}")
            if given is not None:
                return Figure(float(given))
            kind = OWN_ENTRENCHMENT
        return self._value("terrain-effects", kind, "shift", f"shift-{kind}") or NOTHING

    @rule("10.2", "9.93")
    def mode_shift(self, who: str, mode: str) -> Figure:
        """Columns for the attackers' or the defenders' mode."""
        variable = f"shift-{who}-{mode}"
        return self._value("mode-summary", mode, f"shift-{who}", variable) or NOTHING

    @rule("10.2", "9.71")
    def retreat_limit(self, posture: str) -> Figure:
        """Hexes that a unit in this mode may retreat."""
        variable = f"retreat-{posture}"
        return self._value("mode-summary", posture, "retreat", variable) or NOTHING

    @rule("10.2", "5.29", "5.41")
    def movement_factor(self, mode: str) -> Fraction:
        """The part of its allowance that a mode leaves a unit."""
        return figure_of(self.table("mode-summary"), mode, "movement")

    @rule("10.2", "10.19")
    def mode_allows(self, mode: str, what: str) -> bool:
        """Whether a mode allows `mechanized` movement, `overrun`, `rail`."""
        return cell_of(self.table("mode-summary"), mode, what) == "yes"

    @rule("10.2", "9.13")
    def segments(self, mode: str) -> tuple[str, ...]:
        """The combat segments in which units of a mode may attack."""
        segments = {"both": ("first", "second"), "first": ("first",), "second": ("second",)}
        return segments.get(cell_of(self.table("mode-summary"), mode, "attack"), ())

    @rule("9.93")
    def modifier(self, name: str) -> Figure:
        """A combat modifier that is not terrain."""
        table = self.table("combat-modifiers")
        return Figure(float(figure_of(table, name, "shift")), (name, "shift") in table.doubtful)

    # The results table

    @cached_property
    def heads(self) -> tuple[tuple[float, float], ...]:
        """Lowest and highest strength of each column, leftmost first."""
        table = self.table("combat")
        return tuple(range_of(table, name) for name in table.columns)

    @rule("9.0", "9.35")
    def base_column(self, strength: float) -> int:
        """The index of the column that a net strength stands in."""
        for index, (_, high) in enumerate(self.heads):
            if strength <= high:
                return index
        return len(self.heads) - 1

    @rule("9.34", "9.36")
    def shifted(self, index: int, shift: int) -> int:
        """A column moved by the net shift, no further than the first or the last."""
        return max(0, min(index + shift, len(self.heads) - 1))

    def column_name(self, index: int) -> str:
        return self.table("combat").columns[index]

    @rule("9.92")
    def step_modifier(self, steps: int) -> Figure:
        """What the defenders' total steps add to the die."""
        for low, high, value in self._step_modifiers:
            if low <= steps <= high:
                return value
        return NOTHING

    @cached_property
    def _step_modifiers(self) -> tuple[tuple[float, float, Figure], ...]:
        table = self.table("step-modifiers")
        return tuple(
            (
                *range_of(table, row),
                Figure(float(figure_of(table, row, "die")), (row, "die") in table.doubtful),
            )
            for row in table.rows
        )

    @rule("9.91")
    def results(self, index: int, modifier: int) -> dict[str, str]:
        """The cell for each face of the die; modified rolls beyond the table count as its ends."""
        table, column = self.table("combat"), self.column_name(index)
        return {str(die): table[self._row(die + modifier), column] for die in range(1, 7)}

    def _row(self, roll: int) -> str:
        """The row of a modified roll; an end row for a roll beyond the table."""
        below = [row for (low, _), row in self._rolls if low <= roll]
        return below[-1] if below else self._rolls[0][1]

    @cached_property
    def _rolls(self) -> list[tuple[tuple[float, float], str]]:
        table = self.table("combat")
        return sorted((range_of(table, row), row) for row in table.rows)

    def doubtful_results(self, index: int) -> bool:
        return self.table("combat").stand_in(self.column_name(index))

    @rule("13.61")
    def level_for(self, points: int) -> int:
        """The level at which artillery with so many effective points works."""
        table = self.table("artillery-levels")
        reached = (row for row in table.rows if points >= figure_of(table, row, "points"))
        return max((int(range_of(table, row)[0]) for row in reached), default=0)
