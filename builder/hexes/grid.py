"""A game's printed hex grid: which hexes exist, what they are called, who touches whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from builder.hexes.labels import number_label

Orientation = Literal["pointy", "flat"]
Compass = Literal["north", "south", "east", "west"]
Letters = Literal["", "rows", "columns", "both"]

POINTY_STEPS = {
    "E": (2, 0),
    "NE": (1, -1),
    "NW": (-1, -1),
    "W": (-2, 0),
    "SW": (-1, 1),
    "SE": (1, 1),
}
"""Doubled coordinates of a pointy-top grid, in circular order: x counts half hexes eastward, y rows
southward."""

FLAT_STEPS = {
    "N": (0, -2),
    "NW": (-1, -1),
    "SW": (-1, 1),
    "S": (0, 2),
    "SE": (1, 1),
    "NE": (1, -1),
}
"""Doubled coordinates of a flat-top grid: x counts columns eastward, y half hexes southward."""

Place = tuple[int, int, int]
"""Doubled x, doubled y, and the lattice (0 unless the sections of a map are not joined)."""


@dataclass(frozen=True)
class Section:
    """A rectangle of hexes with one numbering.

    `order` is how a number is read after its `prefix`: "RRCC" row then column, or "CCRR".
    `rows_from` and `columns_from` name the edge where counting begins. Lines (rows of a pointy
    grid, columns of a flat one) whose printed number has the parity `shifted` lie half a hex
    `towards` that side. `short` lines of that parity have one hex fewer than the others.
    `offset` places the section's first hex on the common lattice, in doubled coordinates.
    `without` are numbers in the rectangle that no hex of the map has.
    `digits` are the least digits of the first and the second number of a name, `separator` stands
    between the two, and `letters` tells which of row and column is counted A, B, ... Z, AA, BB.
    """

    orientation: Orientation
    order: Literal["RRCC", "CCRR"]
    first_row: int
    rows: int
    first_column: int
    columns: int
    rows_from: Compass
    columns_from: Compass
    shifted: Literal["odd", "even"]
    towards: Compass
    short: Literal["", "odd", "even"] = ""
    prefix: str = ""
    offset: tuple[int, int] = (0, 0)
    digits: tuple[int, int] = (2, 2)
    separator: str = ""
    letters: Letters = ""
    without: frozenset[str] = frozenset()

    def hexes(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Every hex as (printed number, doubled coordinates), row by row."""
        for row in range(self.first_row, self.first_row + self.rows):
            for column in range(self.first_column, self.first_column + self.columns):
                if self._exists(row, column):
                    name = self.name(row, column)
                    if name not in self.without:
                        yield name, self.place(row, column)

    def name(self, row: int, column: int) -> str:
        lettered = self.letters in ("rows", "both"), self.letters in ("columns", "both")
        if self.order == "CCRR":
            row, column, lettered = column, row, lettered[::-1]
        first = number_label(row, "A" if lettered[0] else "N", self.digits[0] - 1)
        second = number_label(column, "A" if lettered[1] else "N", self.digits[1] - 1)
        return f"{self.prefix}{first}{self.separator}{second}"

    def place(self, row: int, column: int) -> tuple[int, int]:
        """Doubled coordinates of a printed row and column."""
        south = self._rank(row, self.first_row, self.rows, self.rows_from == "north")
        east = self._rank(column, self.first_column, self.columns, self.columns_from == "west")
        x0, y0 = self.offset
        if self.orientation == "pointy":
            return x0 + 2 * east + self._shift(row), y0 + south
        return x0 + east, y0 + 2 * south + self._shift(column)

    def _rank(self, number: int, first: int, count: int, ascending: bool) -> int:
        return number - first if ascending else first + count - 1 - number

    def _shift(self, line: int) -> int:
        if line % 2 != (self.shifted == "odd"):
            return 0
        return 1 if self.towards in ("east", "south") else -1

    def absent(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """The numbers of `without`, and where their hexes would lie."""
        whole = replace(self, without=frozenset())
        return ((name, place) for name, place in whole.hexes() if name in self.without)

    def _exists(self, row: int, column: int) -> bool:
        if not self.short:
            return True
        pointy = self.orientation == "pointy"
        line, across = (row, column) if pointy else (column, row)
        last = self.first_column + self.columns - 1 if pointy else self.first_row + self.rows - 1
        return line % 2 != (self.short == "odd") or across != last


@dataclass(frozen=True)
class Grid:
    """All hexes of a map. `joined` sections share one lattice, so hexes touch across seams."""

    sections: tuple[Section, ...]
    joined: bool = True

    @property
    def orientation(self) -> Orientation:
        """That of the first section; a board without hexes counts as flat."""
        return self.sections[0].orientation if self.sections else "flat"

    @property
    def steps(self) -> dict[str, tuple[int, int]]:
        """The six directions in circular order, each as a step in doubled coordinates."""
        return POINTY_STEPS if self.orientation == "pointy" else FLAT_STEPS

    @property
    def _lattices(self) -> Iterator[tuple[int, Section]]:
        """The sections, each with the number of the lattice on which it lies."""
        return ((0 if self.joined else number, one) for number, one in enumerate(self.sections))

    @cached_property
    def places(self) -> dict[str, Place]:
        """Printed number -> place, in the order of the sections' rows."""
        found: dict[str, Place] = {}
        for lattice, section in self._lattices:
            for name, (x, y) in section.hexes():
                found[name] = (x, y, lattice)
        return found

    @cached_property
    def numbers(self) -> dict[str, Place]:
        """The places, and where the numbers would lie that no hex has."""
        found: dict[str, Place] = {}
        for lattice, section in self._lattices:
            for name, (x, y) in section.absent():
                found.setdefault(name, (x, y, lattice))
        return found | self.places

    @cached_property
    def names(self) -> dict[Place, str]:
        """Place -> printed number. Where sections overlap the first one's number is kept."""
        found: dict[Place, str] = {}
        for name, place in self.places.items():
            found.setdefault(place, name)
        return found

    @cached_property
    def around(self) -> dict[str, dict[str, str]]:
        """For each hex its neighbours on the map: direction -> printed number, circular order."""
        steps = [(direction, dx, dy) for direction, (dx, dy) in self.steps.items()]
        at = self.names.get
        table: dict[str, dict[str, str]] = {}
        for name, (x, y, lattice) in self.places.items():
            table[name] = {
                direction: near
                for direction, dx, dy in steps
                if (near := at((x + dx, y + dy, lattice))) is not None
            }
        return table

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def __len__(self) -> int:
        return len(self.places)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The hexes that touch this one, in circular order; KeyError for a hex off the map."""
        return tuple(self.around[name].values())

    def direction(self, start: str, end: str) -> str | None:
        """The direction of an adjacent hex, or None if the two do not touch."""
        for direction, name in self.around[start].items():
            if name == end:
                return direction
        return None

    def distance(self, start: str, end: str) -> int:
        """Hexes from one to the other, straight, ignoring the map's edge.

        ValueError when the two lie in sections that are not joined.
        """
        x1, y1, lattice1 = self.places[start]
        x2, y2, lattice2 = self.places[end]
        if lattice1 != lattice2:
            raise ValueError(f"{start} and {end} lie on parts of the map that are not joined")
        dx, dy = abs(x1 - x2), abs(y1 - y2)
        if self.orientation == "pointy":
            return dy + max(0, (dx - dy) // 2)
        return dx + max(0, (dy - dx) // 2)

    def within(self, centre: str, radius: int) -> frozenset[str]:
        """Every hex at most `radius` hexes away, the centre included."""
        reached = {centre}
        fringe = {centre}
        for _ in range(radius):
            fringe = {near for name in fringe for near in self.neighbours(name)} - reached
            reached |= fringe
        return frozenset(reached)

    def is_edge(self, name: str) -> bool:
        """Whether the hex misses at least one neighbour."""
        return len(self.around[name]) < 6

    @cached_property
    def span(self) -> tuple[int, int, int, int]:
        """Smallest and largest doubled coordinates: (left, top, right, bottom)."""
        if not self.places:
            return 0, 0, 0, 0
        xs = [x for x, _, _ in self.places.values()]
        ys = [y for _, y, _ in self.places.values()]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True)
class PixelGrid:
    """A grid laid out in pixels: `width` between the flat sides of a hex, `margin` around.

    `stretch` is how much longer hexes are from corner to corner than regular ones of their width.
    """

    grid: Grid
    width: float
    margin_x: float
    margin_y: float
    stretch: float = 1.0

    @property
    def side(self) -> float:
        """Half of the distance between opposite corners in pixels: of a regular hex its side."""
        return self.width / 3**0.5 * self.stretch

    def centre(self, name: str) -> tuple[float, float]:
        """Centre of a hex in pixels, y downward."""
        return self._centre(self.grid.places[name])

    def middle(self, number: str) -> tuple[float, float]:
        """Where the centre of a number is, or would be if a hex had it."""
        return self._centre(self.grid.numbers[number])

    def _centre(self, place: Place) -> tuple[float, float]:
        x, y, _ = place
        left, top, _, _ = self.grid.span
        along, across = self.width / 2, 1.5 * self.side
        if self.grid.orientation == "pointy":
            return (
                self.margin_x + along * (x - left + 1),
                self.margin_y + across * (y - top) + self.side,
            )
        return (
            self.margin_x + across * (x - left) + self.side,
            self.margin_y + along * (y - top + 1),
        )

    def corners(self, name: str) -> tuple[tuple[float, float], ...]:
        """The six corners in pixels; corner i and i+1 bound the hexside of direction i."""
        cx, cy = self.centre(name)
        half, side = self.width / 2, self.side
        if self.grid.orientation == "pointy":
            offsets = (
                (half, side / 2),
                (half, -side / 2),
                (0.0, -side),
                (-half, -side / 2),
                (-half, side / 2),
                (0.0, side),
            )
        else:
            offsets = (
                (side / 2, -half),
                (-side / 2, -half),
                (-side, 0.0),
                (-side / 2, half),
                (side / 2, half),
                (side, 0.0),
            )
        return tuple((cx + dx, cy + dy) for dx, dy in offsets)

    def hexside(
        self, start: str, direction: str
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two end points, in pixels, of the hexside towards `direction`."""
        index = list(self.grid.steps).index(direction)
        corners = self.corners(start)
        return corners[index], corners[(index + 1) % 6]

    def size(self) -> tuple[float, float]:
        """Width and height in pixels of the whole map, margins included."""
        left, top, right, bottom = self.grid.span
        along, across = self.width / 2, 1.5 * self.side
        if self.grid.orientation == "pointy":
            return (
                2 * self.margin_x + along * (right - left + 2),
                2 * self.margin_y + across * (bottom - top) + 2 * self.side,
            )
        return (
            2 * self.margin_x + across * (right - left) + 2 * self.side,
            2 * self.margin_y + along * (bottom - top + 2),
        )


def pairs(run: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Consecutive pairs of a run of hexes: the hexsides that a line crosses."""
    previous: str | None = None
    for name in run:
        if previous is not None:
            yield previous, name
        previous = name
