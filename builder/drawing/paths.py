"""Outlines made of lines and Bézier curves, and the affine maps that move them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

Point = tuple[float, float]

#: Control points of a quarter circle of radius 1 lie this far from its ends.
_KAPPA = 0.5522847498307936


class Matrix(NamedTuple):
    """x' = a·x + c·y + e, y' = b·x + d·y + f (the order of PDF and SVG)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then_inner(self, inner: Matrix) -> Matrix:
        """The map that applies `inner` first and this one afterwards."""
        a, b, c, d, e, f = self
        return Matrix(
            a * inner.a + c * inner.b,
            b * inner.a + d * inner.b,
            a * inner.c + c * inner.d,
            b * inner.c + d * inner.d,
            a * inner.e + c * inner.f + e,
            b * inner.e + d * inner.f + f,
        )

    def apply(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """Factor for lengths (line widths): the square root of the factor for areas."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def translation(x: float, y: float) -> Matrix:
    return Matrix(e=x, f=y)


def scaling(x: float, y: float | None = None) -> Matrix:
    return Matrix(a=x, d=x if y is None else y)


def rotation(degrees: float) -> Matrix:
    """Clockwise as seen on the page, because y runs down."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Matrix(cos, sin, -sin, cos)


@dataclass(frozen=True, slots=True)
class Ring:
    """One part of a path: a start, then steps of one point (line) or three (Bézier curve)."""

    start: Point
    steps: tuple[tuple[Point, ...], ...]
    closed: bool


class Path:
    """An outline built step by step: `Path().move(0, 0).line(4, 0).curve(...).close()`."""

    __slots__ = ("_closed", "_start", "_steps", "rings")

    def __init__(self) -> None:
        self.rings: list[Ring] = []
        self._start: Point | None = None
        self._steps: list[tuple[Point, ...]] = []

    def move(self, x: float, y: float) -> Path:
        self._finish(closed=False)
        self._start = (x, y)
        return self

    def line(self, x: float, y: float) -> Path:
        self._steps.append(((x, y),))
        return self

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> Path:
        """Cubic Bézier to (x, y) with control points 1 and 2."""
        self._steps.append(((x1, y1), (x2, y2), (x, y)))
        return self

    def close(self) -> Path:
        self._finish(closed=True)
        return self

    def extend(self, other: Path) -> Path:
        """Add the rings of another path: where rings overlap an even number of times is a hole."""
        self._finish(closed=False)
        self.rings.extend(other.parts())
        return self

    def _finish(self, *, closed: bool) -> None:
        if self._start is not None and self._steps:
            self.rings.append(Ring(self._start, tuple(self._steps), closed))
        self._start, self._steps = None, []

    def parts(self) -> list[Ring]:
        """All rings, with the one under construction as an open one."""
        self._finish(closed=False)
        return self.rings

    def arc(self, cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> Path:
        """Arc of an ellipse from angle `start` to `end` in degrees, 0 = east, clockwise.

        Begins a part when none is begun, else a line joins the arc to what is there.
        """
        count = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
        step = math.radians((end - start) / count)
        handle = 4 / 3 * math.tan(step / 4)
        angle = math.radians(start)
        x, y = math.cos(angle), math.sin(angle)
        if self._start is None:
            self.move(cx + rx * x, cy + ry * y)
        else:
            self.line(cx + rx * x, cy + ry * y)
        for _ in range(count):
            angle += step
            nx, ny = math.cos(angle), math.sin(angle)
            self.curve(
                cx + rx * (x - handle * y),
                cy + ry * (y + handle * x),
                cx + rx * (nx + handle * ny),
                cy + ry * (ny - handle * nx),
                cx + rx * nx,
                cy + ry * ny,
            )
            x, y = nx, ny
        return self


def polygon(points: Iterable[Point]) -> Path:
    return _lines(points).close()


def polyline(points: Iterable[Point]) -> Path:
    path = _lines(points)
    path.parts()
    return path


def _lines(points: Iterable[Point]) -> Path:
    path = Path()
    for index, (x, y) in enumerate(points):
        if index == 0:
            path.move(x, y)
        else:
            path.line(x, y)
    return path


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """An ellipse from its right end clockwise, by its middle and half its width and height."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return (
        Path()
        .move(cx + rx, cy)
        .curve(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)
        .curve(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)
        .curve(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)
        .curve(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)
        .close()
    )


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Path:
    """A rectangle from its upper left corner; `radius` rounds its corners."""
    right, bottom = x + width, y + height
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return polygon([(x, y), (right, y), (right, bottom), (x, bottom)])
    h = r * (1 - _KAPPA)
    return (
        Path()
        .move(x + r, y)
        .line(right - r, y)
        .curve(right - h, y, right, y + h, right, y + r)
        .line(right, bottom - r)
        .curve(right, bottom - h, right - h, bottom, right - r, bottom)
        .line(x + r, bottom)
        .curve(x + h, bottom, x, bottom - h, x, bottom - r)
        .line(x, y + r)
        .curve(x, y + h, x + h, y, x + r, y)
        .close()
    )


def smooth(points: Sequence[Point], *, closed: bool = False, tension: float = 0.5) -> Path:
    """A curve through all points (Catmull-Rom); tension 0 is straight, 0.5 natural."""
    if len(points) < 3:
        return polyline(points)
    count = len(points)
    path = Path().move(*points[0])
    for index in range(count if closed else count - 1):
        before = points[index - 1] if closed or index > 0 else points[index]
        here, there = points[index], points[(index + 1) % count]
        after = points[(index + 2) % count] if closed or index + 2 < count else there
        pull = tension / 3
        path.curve(
            here[0] + (there[0] - before[0]) * pull,
            here[1] + (there[1] - before[1]) * pull,
            there[0] - (after[0] - here[0]) * pull,
            there[1] - (after[1] - here[1]) * pull,
            *there,
        )
    if closed:
        return path.close()
    path.parts()
    return path


def star(cx: float, cy: float, radius: float, points: int = 5, inner: float = 0.382) -> Path:
    """A star with one point upwards; `inner` is the inner radius as a share of the outer."""
    corners = []
    for index in range(points * 2):
        angle = math.pi * index / points - math.pi / 2
        r = radius if index % 2 == 0 else radius * inner
        corners.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return polygon(corners)


def transformed(path: Path, matrix: Matrix) -> Path:
    """The path under an affine map."""
    # Each point by hand and not by `apply`, because a map has a million of them.
    a, b, c, d, e, f = matrix
    result = Path()
    for ring in path.parts():
        x0, y0 = ring.start
        steps = tuple(
            [
                tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in step])
                for step in ring.steps
            ]
        )
        start = (a * x0 + c * y0 + e, b * x0 + d * y0 + f)
        result.rings.append(Ring(start, steps, ring.closed))
    return result


def flatten(ring: Ring, fineness: float = 1.0) -> list[Point]:
    """The ring as straight lines; `fineness` is how many device pixels a unit has."""
    points = [ring.start]
    x0, y0 = ring.start
    for step in ring.steps:
        if len(step) == 1:
            points.append(step[0])
        else:
            (x1, y1), (x2, y2), (x3, y3) = step
            length = math.hypot(x1 - x0, y1 - y0) + math.hypot(x2 - x1, y2 - y1)
            length += math.hypot(x3 - x2, y3 - y2)
            count = max(3, min(96, int(math.sqrt(length * fineness))))
            points += [
                (k0 * x0 + k1 * x1 + k2 * x2 + k3 * x3, k0 * y0 + k1 * y1 + k2 * y2 + k3 * y3)
                for k0, k1, k2, k3 in _shares(count)
            ]
        x0, y0 = step[-1]
    return points


@lru_cache(maxsize=96)
def _shares(count: int) -> list[tuple[float, float, float, float]]:
    """What each of a curve's four points counts at each of so many places on it; a map has a
    hundred thousand curves of three or four places."""
    found = []
    for index in range(1, count + 1):
        t = index / count
        u = 1 - t
        found.append((u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t))
    return found
