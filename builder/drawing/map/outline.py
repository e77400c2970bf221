"""Natural outlines: chains of hexsides and rings of corners become curves that wander a little."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Sequence

from builder.drawing.map.lattice import Corner, Edge, Lattice
from builder.drawing.map.scatter import swing
from builder.drawing.paths import Point


def wander(
    lattice: Lattice, corners: Sequence[Corner], amount: float, salt: int, *, closed: bool
) -> list[Point]:
    """Each corner and points between them, moved by up to `amount` hex widths.

    The same corner and hexside move the same way for a given salt, whatever outline they are in.
    """
    size = amount * lattice.pixels.width
    points = []
    count = len(corners)
    for index, corner in enumerate(corners):
        points.append(_moved(lattice.point(corner), corner, size, salt))
        if closed or index + 1 < count:
            after = corners[(index + 1) % count]
            points.extend(_between(lattice, corner, after, size, salt))
    return points


def _moved(point: Point, key: Corner, size: float, salt: int) -> Point:
    x, y = key
    return point[0] + size * swing(x, y, salt), point[1] + size * swing(x, y, salt + 1)


def _between(
    lattice: Lattice, start: Corner, end: Corner, size: float, salt: int
) -> Iterable[Point]:
    (x0, y0), (x1, y1) = lattice.point(start), lattice.point(end)
    for share in (1, 2):
        key = (start[0] * (3 - share) + end[0] * share, start[1] * (3 - share) + end[1] * share)
        t = share / 3
        yield _moved((x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), key, size, salt + 2)


def chains(edges: Collection[Edge]) -> list[list[Corner]]:
    """Join hexsides to runs of corners that end at junctions and loose ends; loops are closed."""
    near = adjacency(edges)
    left = set(edges)
    found: list[list[Corner]] = []
    ends = [corner for corner in sorted(near) if len(near[corner]) != 2]
    for start in [*ends, *sorted(near)]:
        for second in near[start]:
            if _edge(start, second) in left:
                found.append(_follow(start, second, near, left))
    return found


def _follow(
    start: Corner, second: Corner, near: dict[Corner, list[Corner]], left: set[Edge]
) -> list[Corner]:
    run = [start, second]
    left.discard(_edge(start, second))
    while len(near[run[-1]]) == 2 and run[-1] != start:
        onward = [c for c in near[run[-1]] if _edge(run[-1], c) in left]
        if not onward:
            break
        left.discard(_edge(run[-1], onward[0]))
        run.append(onward[0])
    return run


def adjacency(edges: Iterable[Edge]) -> dict[Corner, list[Corner]]:
    """The other ends of the hexsides at each corner."""
    near: dict[Corner, list[Corner]] = {}
    for one, other in sorted(edges):
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return near


def _edge(one: Corner, other: Corner) -> Edge:
    return (one, other) if one < other else (other, one)


def resampled(points: Sequence[Point], step: float) -> list[Point]:
    """Points about `step` apart along a polyline, both ends kept."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    total = math.fsum(lengths)
    count = max(1, round(total / step))
    result = [points[0]]
    index, done = 0, 0.0
    for number in range(1, count):
        target = total * number / count
        while index < len(lengths) - 1 and done + lengths[index] < target:
            done += lengths[index]
            index += 1
        t = (target - done) / lengths[index] if lengths[index] else 0.0
        (x0, y0), (x1, y1) = points[index], points[index + 1]
        result.append((x0 + (x1 - x0) * t, y0 + (y1 - y0) * t))
    result.append(points[-1])
    return result


def displaced(points: Sequence[Point], sway: Sequence[float]) -> list[Point]:
    """Each point moved sideways, to the right of the line's direction as seen on the page."""
    moved = []
    last = len(points) - 1
    for index, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[max(0, index - 1)], points[min(last, index + 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        distance = sway[index] / length
        moved.append((x - (y1 - y0) * distance, y + (x1 - x0) * distance))
    return moved


def offset(points: Sequence[Point], distance: float) -> list[Point]:
    """The whole polyline moved sideways."""
    return displaced(points, [distance] * len(points))


def softened(ring: Sequence[Point]) -> list[Point]:
    """A closed ring in which each point is the weighted mean of itself and its four neighbours."""
    if len(ring) < 2:
        return list(ring)
    far, near, own = _BELL
    before, last = ring[-2:], ring[:2]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3), *_ = [*before, *ring, *last]
    result = []
    for x4, y4 in [*ring[2:], *last]:
        x = own * x2 + near * (x1 + x3) + far * (x0 + x4)
        y = own * y2 + near * (y1 + y3) + far * (y0 + y4)
        result.append((x, y))
        x0, y0, x1, y1, x2, y2, x3, y3 = x1, y1, x2, y2, x3, y3, x4, y4
    return result


_BELL = (0.12, 0.24, 0.28)
"""What counts a point two places away, beside, and the point itself."""


def rounded(points: Sequence[Point]) -> list[Point]:
    """The line with its corners cut off, ends kept."""
    cut = [points[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        cut.append((x0 + (x1 - x0) * 0.28, y0 + (y1 - y0) * 0.28))
        cut.append((x0 + (x1 - x0) * 0.72, y0 + (y1 - y0) * 0.72))
    cut.append(points[-1])
    return cut


def ribbon(points: Sequence[Point], widths: Sequence[float]) -> list[Point]:
    """The outline of a line whose width changes from point to point."""
    left, right = [], []
    before, after = [*points[:1], *points[:-1]], [*points[1:], *points[-1:]]
    for (x, y), (x0, y0), (x1, y1), width in zip(points, before, after, widths, strict=True):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return left + right[::-1]
