"""The charts as rules read them: the position's own value first, else the file, else nothing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.facts import kept_for
from assistant.kernel.headings import Headings
from assistant.kernel.rulebook import rule
from assistant.kernel.tables import (
    NONE,
    cell_of,
    column_headings,
    figure_of,
    number_of,
    row_headings,
    table_of,
)
from assistant.position import Position
from builder.game.model import Table

OWN_ENTRENCHMENT = "entrenchment"
SEGMENTS = {"both": ("first", "second"), "first": ("first",), "second": ("second",)}


@dataclass(frozen=True)
class Charts:
    """The charts of a game under one position's corrections."""

    position: Position

    def table(self, name: str) -> Table:
        return table_of(self.position.game, name)

    @kept_for
    def _value(self, table: str, row: str, column: str, variable: str) -> Figure | None:
        """The position's value of a variable, else the cell; None for a dash or no such row."""
        given = self.position.value(variable)
        if given is not None:
            return Figure(float(given))
        chart = self.table(table)
        if chart.cells.get((row, column), NONE) == NONE:
            return None
        return figure_of(chart, row, column)

    def _terrain(self, kind: str, column: str, word: str) -> Figure | None:
        """A column of the terrain chart. Both sides' entrenchments are one row of it, but each may
        have a value of its own in the position."""
        row = OWN_ENTRENCHMENT if kind.startswith(OWN_ENTRENCHMENT) else kind
        own = row == kind or self.position.value(f"{word}-{kind}") is not None
        return self._value("terrain-effects", row, column, f"{word}-{kind if own else row}")

    @rule("5.7", "5.12")
    def cost(self, kind: str) -> Figure | None:
        """Movement points of a terrain or hexside; None if it has no cost of its own."""
        return self._terrain(kind, "move", "cost")

    @rule("5.7", "9.32")
    def shift(self, kind: str) -> Figure:
        """Columns that a terrain or hexside moves an attack, leftward negative."""
        return self._terrain(kind, "shift", "shift") or NOTHING

    @rule("9.93")
    def modifier(self, name: str) -> Figure:
        """A combat modifier that is not terrain."""
        return figure_of(self.table("combat-modifiers"), name, "shift")

    # The mode summary

    @rule("10.2", "9.93")
    def mode_shift(self, who: str, mode: str) -> Figure:
        """Columns for the attackers' or the defenders' mode."""
        name = f"shift-{who}"
        return self._value("mode-summary", mode, name, f"{name}-{mode}") or NOTHING

    @rule("10.2", "9.71")
    def retreat_limit(self, posture: str) -> Figure:
        """Hexes that a unit in this mode may retreat."""
        return self._value("mode-summary", posture, "retreat", f"retreat-{posture}") or NOTHING

    @rule("10.2", "5.29", "5.41")
    def movement_factor(self, mode: str) -> Fraction:
        """The part of its allowance that a mode leaves a unit."""
        return number_of(self.table("mode-summary"), mode, "movement")

    @rule("10.2", "10.19")
    def mode_allows(self, mode: str, what: str) -> bool:
        """Whether a mode allows `mechanized` movement, `overrun`, `rail`."""
        return cell_of(self.table("mode-summary"), mode, what) == "yes"

    @rule("10.2", "9.13")
    def segments(self, mode: str) -> tuple[str, ...]:
        """The combat segments in which units of a mode may attack."""
        return SEGMENTS.get(cell_of(self.table("mode-summary"), mode, "attack"), ())

    # The results table

    @cached_property
    def columns(self) -> Headings:
        """The columns of the results table by the net strengths that they stand for."""
        return column_headings(self.table("combat"))

    @rule("9.0", "9.34", "9.35", "9.36")
    def column(self, strength: float, shift: int = 0) -> str:
        """The column of a net strength, moved by the net shift, no further than the first or the
        last."""
        columns = self.columns
        return columns.names[columns.within(columns.place(strength) + shift)]

    @rule("9.92")
    def step_modifier(self, steps: int) -> Figure:
        """What the defenders' total steps add to the die."""
        return self._step_modifiers[row_headings(self.table("step-modifiers")).place(steps)]

    @cached_property
    def _step_modifiers(self) -> list[Figure]:
        table = self.table("step-modifiers")
        return [figure_of(table, row, "die") for row in row_headings(table).names]

    @rule("9.91")
    def results(self, column: str, modifier: int) -> dict[str, str]:
        """The cell for each face of the die; modified rolls beyond the table count as its ends."""
        table = self.table("combat")
        rolls = row_headings(table)
        return {
            str(die): table[rolls.names[rolls.place(die + modifier)], column] for die in range(1, 7)
        }

    @rule("13.61")
    def level_for(self, points: int) -> int:
        """The level at which artillery with so many effective points works."""
        table = self.table("artillery-levels")
        reached = (row for row in table.rows if points >= number_of(table, row, "points"))
        return max(map(int, reached), default=0)
