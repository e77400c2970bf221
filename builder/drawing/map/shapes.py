"""Natural shorelines of map/shapes.json, and where there are none, shores made from the hexes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as File

from builder.drawing.map.lattice import Cell, Lattice
from builder.drawing.map.outline import wander
from builder.drawing.map.scatter import swing
from builder.drawing.map.shapes_file import Body, Course, read_shapes
from builder.drawing.paths import Path, Point, flatten, polygon, smooth

_SHORE = 11  # salt of the shores' wandering


@dataclass(frozen=True)
class Shore:
    """One body of water in pixels: its outer shore and its islands."""

    outer: list[Point]
    islands: list[list[Point]] = field(default_factory=list)

    @property
    def rings(self) -> list[list[Point]]:
        return [self.outer, *self.islands]

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.outer, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def covers(self, point: Point) -> bool:
        """Whether there is water at the point."""
        left, top, right, bottom = self.box
        if not (left <= point[0] <= right and top <= point[1] <= bottom):
            return False
        return inside(point, self.outer) and not any(inside(point, i) for i in self.islands)


@dataclass(frozen=True)
class River:
    """A named river: its course in pixels, downstream, and a width from 1 (brook) to 5."""

    name: str
    width: float
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Waters:
    """All bodies of water, in pixels of the sheet. `natural` tells drawn shores from made ones."""

    sea: tuple[Shore, ...] = ()
    lakes: tuple[Shore, ...] = ()
    rivers: tuple[River, ...] = ()
    natural: bool = False

    @property
    def bodies(self) -> tuple[Shore, ...]:
        return self.sea + self.lakes

    def covers(self, point: Point) -> bool:
        """Whether there is water at the point."""
        return any(body.covers(point) for body in self.bodies)


def waters(lattice: Lattice, kinds: dict[Cell, frozenset[str]], file: File) -> Waters:
    """The natural shores if the file has them, else smooth ones around the water hexes."""
    if file.exists():
        read = _read(file, lattice)
        if read.sea or read.lakes:
            return read
    return Waters(
        tuple(_made(lattice, {cell for cell, words in kinds.items() if "sea" in words})),
        tuple(_made(lattice, {cell for cell, words in kinds.items() if "lake" in words})),
    )


def _read(file: File, lattice: Lattice) -> Waters:
    """ProblemsError if the file is not what `kessel derive` writes."""
    told = read_shapes(file)
    return Waters(
        tuple(_shore(lattice, body) for body in told.sea),
        tuple(_shore(lattice, body) for body in told.lakes),
        tuple(_river(lattice, river) for river in told.rivers),
        natural=True,
    )


def _shore(lattice: Lattice, body: Body) -> Shore:
    outer, *islands = (
        _softened([_pixel(lattice, x, y) for x, y in ring], lattice) for ring in body
    )
    return Shore(outer, islands)


def _softened(ring: Sequence[Point], lattice: Lattice) -> list[Point]:
    """The ring as a curve; long straight stretches get a little of a shore's irregularity."""
    longest = 0.16 * lattice.pixels.width
    points: list[Point] = []
    for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
        points.append((x0, y0))
        length = math.hypot(x1 - x0, y1 - y0)
        count = int(length / longest)
        for index in range(1, count):
            t = index / count
            key = (round(x0 * 8) + index, round(y0 * 8))
            sway = 0.022 * lattice.pixels.width * swing(*key, _SHORE)
            points.append(
                (
                    x0 + (x1 - x0) * t - (y1 - y0) / length * sway,
                    y0 + (y1 - y0) * t + (x1 - x0) / length * sway,
                )
            )
    return _thinned(flatten(smooth(points, closed=True).parts()[0]), 0.03 * lattice.pixels.width)


def _thinned(ring: Sequence[Point], step: float) -> list[Point]:
    """The ring without points that are nearer than `step` to the one before."""
    kept = [ring[0]]
    for point in ring:
        if abs(point[0] - kept[-1][0]) + abs(point[1] - kept[-1][1]) >= step:
            kept.append(point)
    return kept


def _river(lattice: Lattice, river: Course) -> River:
    points = tuple(_pixel(lattice, x, y) for x, y in river.points)
    return River(river.name, river.width, points)


def _pixel(lattice: Lattice, x: float, y: float) -> Point:
    pixels = lattice.pixels
    return pixels.margin_x + x * pixels.width, pixels.margin_y + y * pixels.width


def _made(lattice: Lattice, cells: set[Cell]) -> list[Shore]:
    """Outer rings with the islands that lie in them."""
    outer: list[Shore] = []
    islands: list[list[Point]] = []
    for ring in lattice.rings(cells):
        points = wander(lattice, ring, 0.11, _SHORE, closed=True)
        curve = flatten(smooth(points, closed=True).parts()[0])
        if area(points) > 0:
            islands.append(curve)
        else:
            outer.append(Shore(curve))
    for island in islands:
        for shore in outer:
            if inside(island[0], shore.outer):
                shore.islands.append(island)
                break
    return outer


def area(points: Sequence[Point]) -> float:
    """Signed area of a ring; its sign tells the direction."""
    following = [*points[1:], points[0]]
    pairs = zip(points, following, strict=True)
    return math.fsum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) / 2


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether the point lies in the ring."""
    x, y = point
    found = False
    x0, y0 = ring[-1]
    for x1, y1 in ring:
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            found = not found
        x0, y0 = x1, y1
    return found


def shore_path(shore: Shore) -> Path:
    """A body of water as one outline with holes."""
    path = Path()
    for ring in shore.rings:
        path.extend(polygon(ring))
    return path
