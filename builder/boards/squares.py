"""A field of squares: what they are called, where they lie, which touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from builder.hexes.grid import Letters
from builder.hexes.labels import number_label

Point = tuple[float, float]


@dataclass(frozen=True)
class SquareField:
    """Rows and columns of rectangles; `size` and `at` (the first one's middle) are in pixels.

    `down` and `right` tell whether rows count from the north and columns from the west; the terms
    of names are those of builder.hexes.grid.Section.
    """

    first_row: int
    rows: int
    first_column: int
    columns: int
    size: Point
    at: Point
    down: bool = True
    right: bool = True
    order: Literal["RRCC", "CCRR"] = "CCRR"
    digits: tuple[int, int] = (1, 1)
    separator: str = ""
    letters: Letters = ""
    diagonal: bool = False

    def name(self, row: int, column: int) -> str:
        """The name of a square by its printed row and column."""
        row_kind = "A" if self.letters in ("rows", "both") else "N"
        column_kind = "A" if self.letters in ("columns", "both") else "N"
        first, second = self.digits if self.order == "RRCC" else self.digits[::-1]
        row_label = number_label(row, row_kind, first - 1)
        column_label = number_label(column, column_kind, second - 1)
        pair = (row_label, column_label)
        return self.separator.join(pair if self.order == "RRCC" else pair[::-1])

    def _cells(self) -> Iterator[tuple[int, int, str]]:
        """Every square: its place from the upper left corner, and its name."""
        for south in range(self.rows):
            row = self.first_row + (south if self.down else self.rows - 1 - south)
            for east in range(self.columns):
                column = self.first_column + (east if self.right else self.columns - 1 - east)
                yield east, south, self.name(row, column)

    def names(self) -> Iterator[str]:
        """What each square is called, row by row from the upper left corner."""
        return (name for _, _, name in self._cells())

    def middles(self) -> dict[str, Point]:
        """The middle of each square in pixels, row by row from the upper left corner."""
        return {
            name: (self.at[0] + east * self.size[0], self.at[1] + south * self.size[1])
            for east, south, name in self._cells()
        }

    def links(self) -> Iterator[tuple[str, str]]:
        """Every two squares that touch, once."""
        names = {(east, south): name for east, south, name in self._cells()}
        steps = [(1, 0), (0, 1), *([(1, 1), (-1, 1)] if self.diagonal else [])]
        for (east, south), name in names.items():
            for dx, dy in steps:
                other = names.get((east + dx, south + dy))
                if other is not None:
                    yield name, other
