"""What VASSAL calls the hexes of a grid: numbering, letters, and names back to hexes.

Sources: `HexGridNumbering` and `RegularGridNumbering` of VASSAL 3.7.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import floor

from builder import limits
from builder.hexes.labels import LETTERS, label_number, number_label
from builder.hexes.vassal_grid import HexGrid, Point
from builder.java_numbers import java_int

PLAIN = "$gridLocation$"
BLANKS = "".join(map(chr, range(33)))
"""What Java takes for blanks at the ends of a text."""
_LETTER_RUN = "-?(?:" + "|".join(f"{letter}+" for letter in LETTERS) + ")"


@dataclass(frozen=True, slots=True)
class GridNumbering:
    """How cells of a regular grid are named; names are the `HexGridNumbering` attributes."""

    first: str = "H"
    sep: str = ""
    h_type: str = "N"
    v_type: str = "N"
    h_leading: int = 1
    v_leading: int = 1
    h_off: int = 1
    v_off: int = 1
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = True
    location_format: str = PLAIN

    @classmethod
    def from_attributes(cls, attributes: Mapping[str, str]) -> GridNumbering:
        """Read the attributes of a `HexGridNumbering` or `SquareGridNumbering` element.

        Raises ValueError when a number cannot be read.
        """

        def number(key: str) -> int:
            return java_int(attributes.get(key) or "1")

        if len(attributes.get("locationFormat", "")) > limits.NAME:
            raise ValueError(f"locationFormat is longer than {limits.NAME} characters")
        if len(attributes.get("sep", "")) > limits.LABEL:
            raise ValueError(f"sep is longer than {limits.LABEL} characters")
        return cls(
            first=attributes.get("first") or "H",
            sep=attributes.get("sep", ""),
            h_type=attributes.get("hType") or "N",
            v_type=attributes.get("vType") or "N",
            h_leading=number("hLeading"),
            v_leading=number("vLeading"),
            h_off=number("hOff"),
            v_off=number("vOff"),
            h_descend=attributes.get("hDescend") == "true",
            v_descend=attributes.get("vDescend") == "true",
            stagger=attributes.get("stagger", "true") == "true",
            location_format=attributes.get("locationFormat", PLAIN),
        )

    def labels(self, column: int, row: int) -> tuple[str, str]:
        """Column and row label of a numbered cell."""
        return (
            number_label(column + self.h_off, self.h_type, self.h_leading),
            number_label(row + self.v_off, self.v_type, self.v_leading),
        )

    def name(self, column: int, row: int) -> str:
        """The location name of a numbered cell."""
        column_label, row_label = self.labels(column, row)
        pair = (column_label, row_label) if self.first == "H" else (row_label, column_label)
        if self.location_format == PLAIN:  # that of nearly all maps, and of all their hexes
            return self.sep.join(pair)
        values = {"gridLocation": self.sep.join(pair), "row": row_label, "column": column_label}
        return fill_format(self.location_format, values)

    def parse(self, name: str) -> tuple[int, int] | None:
        """Numbered (column, row) of a location name, or None when the name does not fit."""
        match = _reader(self).fullmatch(name)
        if match is None:
            return None
        found = match.groupdict()
        if "column" not in found or "row" not in found:
            return None
        try:
            column = label_number(found["column"], self.h_type)
            row = label_number(found["row"], self.v_type)
        except ValueError:
            return None
        return column - self.h_off, row - self.v_off

    def _pattern(self) -> str:
        column = f"(?P<column>{_label_pattern(self.h_type, self.h_leading)})"
        row = f"(?P<row>{_label_pattern(self.v_type, self.v_leading)})"
        pair = (column, row) if self.first == "H" else (row, column)
        known = {"gridLocation": re.escape(self.sep).join(pair), "row": row, "column": column}
        seen: set[str] = set()

        def part(key: str) -> str:
            pattern = known.get(key, "")
            # A label that the format repeats is only read where it stands first.
            for group in re.findall(r"\?P<(\w+)>", pattern):
                if group in seen:
                    pattern = pattern.replace(f"?P<{group}>", "?:")
                seen.add(group)
            return pattern

        return _expand(without_ends(self.location_format), re.escape, part)


@lru_cache(maxsize=64)
def _reader(numbering: GridNumbering) -> re.Pattern[str]:
    """The pattern of a numbering's names, made once for all the names of a map."""
    return re.compile(numbering._pattern())


def _label_pattern(kind: str, leading: int) -> str:
    if kind == "A":
        return _LETTER_RUN
    digits = max(1, min(leading + 1, limits.LABEL))  # because a file may say any number of zeros
    return f"-?[0-9]{{{digits},}}"


def _expand(
    text: str,
    plain: Callable[[str], str],
    value: Callable[[str], str | None],
    most: int = sys.maxsize,
) -> str:
    """Rewrite a format: plain stretches through `plain`, each `$key$` through `value`.

    A key without value becomes its own name, as in VASSAL's FormattedStringExpression. It ends
    after `most` characters, because formats may name each other, and each of them twice.
    """
    parts = text.split("$")
    out = []
    length = 0
    for number, part in enumerate(parts):
        found = value(part) if number % 2 and number < len(parts) - 1 else None
        out.append(plain(part) if found is None else found)
        length += len(out[-1])
        if length > most:
            break
    return "".join(out)[:most]


def fill_format(text: str, values: Mapping[str, str]) -> str:
    """A format such as `Hex $gridLocation$` with its values put in; unknown keys lose their `$`,
    and the format the blanks around it (script/expression/Expression)."""
    return _expand(without_ends(text), str, values.get, limits.VALUE)


def without_ends(text: str) -> str:
    """A format as VASSAL takes it: without blanks around it, unless it is a plain text."""
    return text.strip(BLANKS) if "$" in text else text


@dataclass(frozen=True, slots=True)
class NumberedHexGrid:
    """A hex grid and its numbering on a container of `width` x `height` pixels (board or zone)."""

    grid: HexGrid
    numbering: GridNumbering
    width: int
    height: int

    @property
    def _max_rows(self) -> int:
        return floor(self.height / self.grid.dx + 0.5)

    @property
    def _max_columns(self) -> int:
        return floor(self.width / self.grid.dy + 0.5)

    def _flipped(self, column: int, row: int) -> tuple[int, int]:
        """Count columns and rows from the other end where the numbering descends."""
        numbering = self.numbering
        across, down = numbering.h_descend, numbering.v_descend
        if self.grid.sideways:
            return (
                self._max_rows - column if down else column,
                self._max_columns - row if across else row,
            )
        return (
            self._max_columns - column if across else column,
            self._max_rows - row if down else row,
        )

    @property
    def _stagger(self) -> int:
        numbering = self.numbering
        if not numbering.stagger:
            return 0
        return -1 if (numbering.h_descend if self.grid.sideways else numbering.v_descend) else 1

    def numbered(self, raw_column: int, raw_row: int) -> tuple[int, int]:
        """(column, row) of a raw cell as the numbering counts them, before the offsets."""
        column, row = self._flipped(raw_column, raw_row)
        return column, row + (self._stagger if raw_column % 2 else 0)

    def raw(self, column: int, row: int) -> tuple[int, int]:
        """The raw cell that has this numbered (column, row): the inverse of `numbered`."""
        raw_column, raw_row = self._flipped(column, row)
        if raw_column % 2 == 0:
            return raw_column, raw_row
        return self._flipped(column, row - self._stagger)

    def cell_name(self, raw_column: int, raw_row: int) -> str:
        """Name of a raw cell."""
        return self.numbering.name(*self.numbered(raw_column, raw_row))

    def cell_of(self, name: str) -> tuple[int, int] | None:
        """The raw cell that has this name, or None when no cell can have it."""
        numbered = self.numbering.parse(name)
        return None if numbered is None else self.raw(*numbered)

    def name_at(self, x: int, y: int) -> str:
        """VASSAL's name of a point. A piece has that of its hex's centre."""
        column = self.grid.raw_column(x, y)
        _, row = self.grid.raw_cell(x, y)
        return self.cell_name(column, row)

    def location(self, name: str) -> Point | None:
        """Where VASSAL puts a piece that is sent to a name, or None when the name does not fit.

        This is `getLocation`, with its habits: half a hex is not truncated, and where numbering
        descends and staggers it may be a row off. `grid.centre(*cell_of(name))` is exact.
        """
        numbered = self.numbering.parse(name)
        if numbered is None:
            return None
        column, row = numbered
        if column % 2:
            row -= self._stagger
        column, row = self._flipped(column, row)
        grid = self.grid
        lower = grid.dy / 2 if column % 2 else 0.0
        x = int(column * grid.dx) + grid.x0
        return grid._turned(x, int(row * grid.dy + lower) + grid.y0)
