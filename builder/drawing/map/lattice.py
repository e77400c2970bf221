"""Hexes, corners and hexsides of a pixel grid as whole numbers, so that outlines join exactly.

A *cell* is a hex by its doubled coordinates, on the map or beyond its edge; a *corner* is a pair of
whole numbers too, the same for all three cells that meet there.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from builder.drawing.paths import Point
from builder.hexes.grid import PixelGrid

Cell = tuple[int, int]
Corner = tuple[int, int]
Edge = tuple[Corner, Corner]

_POINTY = ((1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2))
_FLAT = ((1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0))
_NEAR = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


@dataclass(frozen=True)
class Lattice:
    """The whole-number side of a PixelGrid; points are in its pixels."""

    pixels: PixelGrid

    @cached_property
    def pointy(self) -> bool:
        return self.pixels.grid.orientation == "pointy"

    @cached_property
    def steps(self) -> tuple[Cell, ...]:
        """The six neighbours' offsets in circular order."""
        return tuple(self.pixels.grid.steps.values())

    @cached_property
    def cells(self) -> dict[Cell, str]:
        """Every cell on the map with its hex number, of the first section where several overlap."""
        found: dict[Cell, str] = {}
        for name, (x, y, _) in self.pixels.grid.places.items():
            found.setdefault((x, y), name)
        return found

    def cell(self, name: str) -> Cell:
        x, y, _ = self.pixels.grid.places[name]
        return x, y

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        x, y = cell
        for dx, dy in self.steps:
            yield x + dx, y + dy

    def around(self, cell: Cell, reach: int) -> set[Cell]:
        """The cells that are at most so many steps away."""
        found = {cell}
        for _ in range(reach):
            found |= {other for one in found for other in self.neighbours(one)}
        return found

    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """Six corners; corner i and i + 1 bound the hexside of direction i."""
        x, y = cell
        if self.pointy:
            return tuple((x + dx, 3 * y + dy) for dx, dy in _POINTY)
        return tuple((3 * x + dx, y + dy) for dx, dy in _FLAT)

    def edge(self, cell: Cell, direction: int) -> Edge:
        """The hexside towards a direction (0 to 5), as an edge that both its cells share."""
        corners = self.corners(cell)
        one, other = corners[direction], corners[(direction + 1) % 6]
        return (one, other) if one < other else (other, one)

    def edge_between(self, start: str, end: str) -> Edge | None:
        """The hexside of two adjacent hexes; None if they do not touch."""
        (x1, y1), (x2, y2) = self.cell(start), self.cell(end)
        step = (x2 - x1, y2 - y1)
        if step not in self.steps:
            return None
        return self.edge((x1, y1), self.steps.index(step))

    def point(self, corner: Corner) -> Point:
        """The pixel of a corner position."""
        left, top, _, _ = self.pixels.grid.span
        x, y = corner
        half, side = self.pixels.width / 2, self.pixels.side
        if self.pointy:
            return (
                self.pixels.margin_x + half * (x - left + 1),
                self.pixels.margin_y + side + side / 2 * (y - 3 * top),
            )
        return (
            self.pixels.margin_x + side + side / 2 * (x - 3 * left),
            self.pixels.margin_y + half * (y - top + 1),
        )

    def nearest(self, point: Point) -> Corner:
        """The corner position nearest to a point."""
        x, y = self._exactly(point)
        return round(x), round(y)

    def _exactly(self, point: Point) -> Point:
        """A point in the steps between corner positions."""
        left, top, _, _ = self.pixels.grid.span
        half, side = self.pixels.width / 2, self.pixels.side
        x, y = point[0] - self.pixels.margin_x, point[1] - self.pixels.margin_y
        if self.pointy:
            return x / half + left - 1, (y - side) / (side / 2) + 3 * top
        return (x - side) / (side / 2) + 3 * left, y / half + top - 1

    def cell_at(self, point: Point) -> Cell:
        """The cell in which a point lies: of the cells near it, the one with the nearest middle."""
        x, y = self._exactly(point)
        across, down = self.pixels.width / 2, self.pixels.side / 2  # from one position to the next
        if self.pointy:
            y, down = y / 3, 3 * down
        else:
            x, across, down = x / 3, 3 * down, across
        column, row = round(x), round(y)
        odd = (column + row + self._parity) % 2  # every second of the nine around is a cell
        found, least = (column, row), math.inf
        for dx, dy in _NEAR[odd::2]:
            u, v = (column + dx - x) * across, (row + dy - y) * down
            if (far := u * u + v * v) < least:
                found, least = (column + dx, row + dy), far
        return found

    @cached_property
    def _parity(self) -> int:
        """Whether the two coordinates of a cell add to an even or an odd number."""
        return sum(next(iter(self.cells))) % 2

    def centre(self, cell: Cell) -> Point:
        x, y = cell
        return self.point((x, 3 * y) if self.pointy else (3 * x, y))

    def rim(self, depth: int) -> dict[Cell, list[str]]:
        """Cells beyond the map's edge, up to `depth` away, each with the hexes it continues."""
        known: dict[Cell, list[str]] = {cell: [name] for cell, name in self.cells.items()}
        beyond: dict[Cell, list[str]] = {}
        for _ in range(depth):
            ring: dict[Cell, list[str]] = {}
            for cell, names in known.items():
                for near in self.neighbours(cell):
                    if near not in known:
                        ring.setdefault(near, []).extend(names)
            beyond |= ring
            known |= ring
        return beyond

    def rings(self, cells: Collection[Cell]) -> list[list[Corner]]:
        """The outlines of a set of cells: closed runs of corners, holes running the other way."""
        chosen = set(cells)
        follows: dict[Corner, Corner] = {}
        for cell in chosen:
            corners = self.corners(cell)
            for direction, near in enumerate(self.neighbours(cell)):
                if near not in chosen:
                    follows[corners[direction]] = corners[(direction + 1) % 6]
        found = []
        for start in sorted(follows):
            if start not in follows:
                continue
            ring = [start]
            corner = follows.pop(start)
            while corner != start:
                ring.append(corner)
                corner = follows.pop(corner)
            found.append(ring)
        return found
