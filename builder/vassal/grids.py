"""The grids of a board: what a point snaps to, what it is called, and where a name is.

Sources: `build/module/map/boardPicker/board/SquareGrid`, `RegionGrid`, `ZonedGrid` and
`mapgrid/Zone`, `SquareGridNumbering` of VASSAL 3.7; hex grids are `builder.hexes.vassal_grid`.
Points are integer pixels of the board. Snap a piece's position before naming it.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Any, Protocol

from builder.hexes.vassal_grid import Point
from builder.hexes.vassal_numbering import GridNumbering, NumberedHexGrid, without_ends
from builder.vassal.expressions import around, evaluate


class Grid(Protocol):
    """What every grid answers; None is no name and no such place."""

    def name(self, x: int, y: int) -> str | None:
        """The name of a point."""

    def snap(self, x: int, y: int, *, force: bool = False) -> Point:
        """Where a piece dropped at a point comes to lie; `force` even where the grid lets it."""

    def locate(self, name: str) -> Point | None:
        """Where the place of a name is."""


@dataclass(frozen=True)
class Hexes:
    """A hex grid, with its numbering or without."""

    hexes: NumberedHexGrid
    numbered: bool = True

    def name(self, x: int, y: int) -> str | None:
        """The name of the hex that VASSAL counts a point to."""
        return self.hexes.name_at(x, y) if self.numbered else None

    def snap(self, x: int, y: int, *, force: bool = False) -> Point:
        """The centre of the hex, or a side or corner of it where those are allowed."""
        return self.hexes.grid.snap(x, y, force=force)

    def locate(self, name: str) -> Point | None:
        """Where VASSAL sends a piece by name."""
        return self.hexes.location(name) if self.numbered else None


def _half_up(value: float) -> int:
    return floor(value + 0.5)


@dataclass(frozen=True)
class Squares:
    """A grid of rectangles: pitch and centre of the first in pixels, size of its container."""

    dx: float
    dy: float
    x0: int
    y0: int
    width: int
    height: int
    snap_to: bool = True
    edges_legal: bool = False
    corners_legal: bool = False
    numbering: GridNumbering | None = None

    def _cell(self, x: int, y: int) -> tuple[int, int]:
        column = floor((x - self.x0) / self.dx + 0.5)
        row = int((y - self.y0) / self.dy + 0.5)
        return self._counted(column, row)

    def _counted(self, column: int, row: int) -> tuple[int, int]:
        numbering = self.numbering
        if numbering is not None and numbering.h_descend:
            column = int(self.width / self.dx + 0.5) - column
        if numbering is not None and numbering.v_descend:
            row = int(self.height / self.dy + 0.5) - row
        return column, row

    def name(self, x: int, y: int) -> str | None:
        """The name of the rectangle that holds a point."""
        return None if self.numbering is None else self.numbering.name(*self._cell(x, y))

    def snap(self, x: int, y: int, *, force: bool = False) -> Point:
        """The nearest centre, or an edge or corner where those are allowed."""
        if not self.snap_to and not force:
            return x, y
        right, down = x - self.x0, y - self.y0
        column, row = _half_up(right / (0.5 * self.dx)), _half_up(down / (0.5 * self.dy))
        if not (self.corners_legal and self.edges_legal):
            column, row = self._legal(column, row, right, down)
        return (
            self.x0 + _half_up(column * self.dx / 2),
            self.y0 + _half_up(row * self.dy / 2),
        )

    def _legal(self, column: int, row: int, right: int, down: int) -> tuple[int, int]:
        """The half-cell nearest to one on which a piece may not lie."""
        centre = 2 * _half_up(right / self.dx)
        if self.corners_legal:
            return (1 + 2 * _half_up(right / self.dx - 0.5) if row % 2 else centre), row
        if self.edges_legal:
            return (column if row % 2 == 0 and column % 2 else centre), row
        return centre, 2 * _half_up(down / self.dy)

    def locate(self, name: str) -> Point | None:
        """The centre of the rectangle of a name."""
        cell = None if self.numbering is None else self.numbering.parse(name)
        if cell is None:
            return None
        column, row = self._counted(*cell)
        return int(column * self.dx + self.x0), int(row * self.dy + self.y0)


@dataclass(frozen=True)
class Regions:
    """Named points; every point belongs to the nearest, of several as near to the one that Java's
    map of points tells first. Of regions on one point the last counts (RegionGrid.addRegion)."""

    regions: tuple[tuple[str, int, int], ...]
    snap_to: bool = True

    @cached_property
    def _spots(self) -> dict[Point, tuple[str, int, int]]:
        """The region on each point, in the order in which Java's map of them tells them."""
        last = {(region[1], region[2]): region for region in self.regions}
        return {point: last[point] for point in _as_java_tells(last)}

    def _nearest(self, x: int, y: int) -> tuple[str, int, int] | None:
        if (x, y) in self._spots:
            return self._spots[x, y]

        def distance(region: tuple[str, int, int]) -> int:
            return (x - region[1]) ** 2 + (y - region[2]) ** 2

        return min(self._spots.values(), key=distance, default=None)

    def name(self, x: int, y: int) -> str | None:
        """The name of the nearest region."""
        nearest = self._nearest(x, y)
        return None if nearest is None else nearest[0]

    def snap(self, x: int, y: int, *, force: bool = False) -> Point:
        """The point of the nearest region."""
        nearest = self._nearest(x, y)
        if nearest is None or not (self.snap_to or force):
            return x, y
        return nearest[1], nearest[2]

    def locate(self, name: str) -> Point | None:
        """The point of a region."""
        return next(((x, y) for found, x, y in self._spots.values() if found == name), None)


def _as_java_tells(points: Collection[Point]) -> list[Point]:
    """Points in the order of a java.util.HashMap to which they were added one after the other; one
    whose bins became trees, which takes thousands, may differ."""
    size = 16
    while len(points) > size * 3 // 4:
        size *= 2
    return sorted(points, key=lambda point: _spread(*point) & (size - 1))


def _spread(x: int, y: int) -> int:
    """The hash of a java.awt.Point as a HashMap mixes it (Point2D.hashCode)."""
    bits = _bits(x) ^ (_bits(y) * 31 & 0xFFFFFFFFFFFFFFFF)
    hashed = (bits ^ (bits >> 32)) & 0xFFFFFFFF
    return hashed ^ (hashed >> 16)


def _bits(number: int) -> int:
    return int.from_bytes(struct.pack(">d", float(number)), "big")


_KNOWN = 4_096
"""Points of which a zone remembers whether it holds them: pieces stand on few of them for long."""
_MANY = 2_000
"""Corners of a zone from which on its sides are looked at all at once: for fewer, loading what does
that takes longer than asking for all the points of a save."""


@dataclass(frozen=True)
class Zone:
    """A part of the board with its own way of naming, and perhaps a grid of its own."""

    name: str
    corners: tuple[Point, ...]
    location_format: str = "$name$"
    grid: Grid | None = None
    keeps_zeros: bool = False
    """Whether whole numbers with leading zeros are texts in expressions of its module."""

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width, height in pixels."""
        if not self.corners:
            return 0, 0, 0, 0
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies in the zone, as java.awt's Polygon decides."""
        left, top, width, height = self.box
        if not (left <= x < left + width and top <= y < top + height):
            return False
        known = self._known
        found = known.get((x, y))
        if found is None:
            if len(known) >= _KNOWN:
                known.clear()
            found = known[x, y] = self._encloses(x, y)
        return found

    @cached_property
    def _known(self) -> dict[tuple[int, int], bool]:
        return {}

    def _encloses(self, x: int, y: int) -> bool:
        if len(self.corners) > _MANY:
            return bool(self._crossed(x, y) % 2 == 1)
        inside = False
        x0, y0 = self.corners[-1]
        for x1, y1 in self.corners:
            if (y0 <= y < y1) or (y1 <= y < y0):
                (ax, ay), (bx, by) = ((x0, y0), (x1, y1)) if y0 < y1 else ((x1, y1), (x0, y0))
                if x - ax < (y - ay) / (by - ay) * (bx - ax):
                    inside = not inside
            x0, y0 = x1, y1
        return inside

    @cached_property
    def _sides(self) -> tuple[Any, ...]:
        """The upper and lower ends of all sides that are not level, as arrays."""
        import numpy as np

        ends = np.array(self.corners, dtype=float)
        before = np.roll(ends, 1, axis=0)
        up = before[:, 1] < ends[:, 1]
        upper, lower = np.where(up[:, None], before, ends), np.where(up[:, None], ends, before)
        slanted = upper[:, 1] != lower[:, 1]
        return (*upper[slanted].T, *lower[slanted].T)

    def _crossed(self, x: int, y: int) -> int:
        """How many sides lie right of a point, for zones of many corners."""
        ax, ay, bx, by = self._sides
        across = (ay <= y) & (y < by)
        ax, ay, bx, by = ax[across], ay[across], bx[across], by[across]
        return int((x - ax < (y - ay) / (by - ay) * (bx - ax)).sum())

    def place_name(self, x: int, y: int) -> str:
        """The name of a point in the zone."""
        inner = self.grid.name(x, y) if self.grid is not None else None
        values = {"name": self.name, "gridLocation": inner or ""}
        return evaluate(self.location_format, around(values.get, self.keeps_zeros)) or ""

    def locate(self, name: str) -> Point | None:
        """Where the place of a name is, if it is in this zone."""
        pattern, has_grid = self._pattern
        match = re.fullmatch(pattern, name) if pattern else None
        if match is None:
            return None
        if has_grid and self.grid is not None:
            found = self.grid.locate(match["place"])
            return found if found is not None and self.holds(*found) else None
        return self._middle()

    @cached_property
    def _pattern(self) -> tuple[str, bool]:
        parts = without_ends(self.location_format).split("$")
        out, has_grid = [], False
        for at, part in enumerate(parts):
            if at % 2 == 0 or at == len(parts) - 1:
                out.append(re.escape(part))
            elif part == "name":
                out.append(re.escape(self.name))
            elif part == "gridLocation" and self.grid is not None and not has_grid:
                out.append("(?P<place>.*)")
                has_grid = True
        return "".join(out), has_grid

    def _middle(self) -> Point | None:
        if not self.corners:
            return None
        count = len(self.corners)
        x = int(sum(x for x, _ in self.corners) / count)
        y = int(sum(y for _, y in self.corners) / count)
        return (x, y) if self.holds(x, y) else self.corners[0]


@dataclass(frozen=True)
class Zones:
    """Several zones, the first that holds a point counting, and perhaps a grid between them."""

    zones: tuple[Zone, ...]
    background: Grid | None = None

    def zone(self, x: int, y: int) -> Zone | None:
        """The zone that holds a point."""
        return next((zone for zone in self.zones if zone.holds(x, y)), None)

    def at(self, x: int, y: int) -> Grid | None:
        """The grid of the zone, or the one between the zones."""
        zone = self.zone(x, y)
        return self.background if zone is None else zone.grid

    def name(self, x: int, y: int) -> str | None:
        """The name that the zone gives, or the grid between the zones."""
        zone = self.zone(x, y)
        if zone is not None:
            return zone.place_name(x, y)
        return None if self.background is None else self.background.name(x, y)

    def snap(self, x: int, y: int, *, force: bool = False) -> Point:
        """What the grid of the zone, or the one between the zones, snaps a point to."""
        grid = self.at(x, y)
        return (x, y) if grid is None else grid.snap(x, y, force=force)

    def locate(self, name: str) -> Point | None:
        """Where the place of a name is, zones first."""
        for zone in self.zones:
            found = zone.locate(name)
            if found is not None and zone.holds(*found):
                return found
        return None if self.background is None else self.background.locate(name)
