"""Linear and integer programmes, solved by HiGHS."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_NODES = 400
"""Branches of an integer programme, not seconds: the same programme has the same answer."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The least cost, how much there is of each column, and what a unit more of each row costs."""

    cost: float
    columns: Sequence[float]
    prices: Sequence[float]


class Programme:
    """Columns of some cost whose sums are to be within the bounds of each row, at the least cost.
    Columns come as they are found; what was solved before helps to solve it anew."""

    def __init__(self, rows: Sequence[tuple[float, float]]) -> None:
        import highspy

        self._solver = highspy.Highs()  # type: ignore[no-untyped-call]
        self._solver.silent()
        self._solver.setOptionValue("threads", 1)
        self._solver.setOptionValue("random_seed", 1)
        for lower, upper in rows:
            self._solver.addRow(lower, upper, 0, [], [])

    def add(self, cost: float, entries: Mapping[int, float]) -> None:
        """A column: what it adds to each row."""
        rows = sorted(entries)
        self._solver.addCol(cost, 0.0, math.inf, len(rows), rows, [entries[row] for row in rows])

    def bound(self, column: int, most: float) -> None:
        """How much there may be of a column."""
        self._solver.changeColBounds(column, 0.0, most)

    def solved(self) -> Solved:
        """What is best if columns may be taken in parts."""
        self._solver.run()
        found = self._solver.getSolution()
        cost = float(self._solver.getInfo().objective_function_value)
        return Solved(cost, list(found.col_value), list(found.row_dual))

    def whole(self, most: float) -> list[int] | None:
        """Whole columns that cost no more than so much, if they are found."""
        import highspy

        for column in range(self._solver.getNumCol()):
            self._solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)
        self._solver.setOptionValue("mip_max_nodes", _NODES)
        self._solver.setOptionValue("objective_bound", most + 0.5)
        self._solver.setOptionValue("objective_target", most + 0.5)
        self._solver.run()
        found = self._solver.getSolution()
        cost = self._solver.getInfo().objective_function_value
        if not found.value_valid or cost > most + 0.5:
            return None
        return [round(value) for value in found.col_value]
