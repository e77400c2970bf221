"""A stroke as polygons: Pillow's own thick lines know no joins, caps or fractions of pixels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from builder.drawing.canvas import Paint
from builder.drawing.paths import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MITER_LIMIT = 10.0  # PDF's default, so that paper and pixels agree
_THIN = 0.5  # half the width, in device pixels, of lines whose joints and caps nobody could see
_GENTLE = math.radians(25)  # turns below this are part of one smooth strip


def dashes(points: Sequence[Point], closed: bool, pattern: Sequence[float]) -> list[list[Point]]:
    """The drawn pieces of a dashed line; `pattern` alternates drawn and blank lengths."""
    line = [*points, points[0]] if closed else list(points)
    if not pattern or math.fsum(pattern) <= 0:
        return [line]
    lengths = tuple(pattern) if len(pattern) % 2 == 0 else tuple(pattern) * 2
    pieces: list[list[Point]] = []
    index, left = 0, lengths[0]
    piece: list[Point] = [line[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        length = math.hypot(x1 - x0, y1 - y0)
        done = 0.0
        while length - done > left:
            done += left
            point = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if index % 2 == 0:
                pieces.append([*piece, point] if point != piece[-1] else piece)
            piece = [point]
            index = (index + 1) % len(lengths)
            left = lengths[index]
        left -= length - done
        if piece[-1] != (x1, y1):
            piece.append((x1, y1))
    if index % 2 == 0 and len(piece) > 1:
        pieces.append(piece)
    return pieces


def outline(points: Sequence[Point], closed: bool, paint: Paint) -> Iterator[list[Point]]:
    """Polygons that together cover the stroke; they overlap, so give them one opaque colour."""
    half = paint.width / 2
    if paint.dash:
        for piece in dashes(points, closed, paint.dash):
            yield from _solid(piece, False, half, paint)
    else:
        yield from _solid(points, closed, half, paint)


def _solid(
    points: Sequence[Point], closed: bool, half: float, paint: Paint
) -> Iterator[list[Point]]:
    line = [p for p, q in zip(points, [None, *points], strict=False) if p != q]
    if closed and len(line) > 1 and line[0] == line[-1]:
        line.pop()
    if len(line) < 2:
        if line and paint.cap == "round":
            yield _disc(line[0], half)
        return
    if len(line) == 2 and not closed:  # ticks, hatches and hexsides: most strokes of a map
        yield bar(line[0], line[1], half)
        yield from _caps(line, half, paint)
        return
    if closed:
        line.append(line[0])
    turns = _turns(line, closed)
    yield from _strips(line, turns, half, paint)
    if half < _THIN:  # a joint lies in the pixels of the strips that meet there
        turns = {}
    for index, turn in turns.items():
        if abs(turn) >= _GENTLE:
            yield from _joint(line, index, turn, half, paint)
    if not closed:
        yield from _caps(line, half, paint)


def bars(lines: NDArray[np.float64], paint: Paint) -> NDArray[np.float64]:
    """Like `outline`, for many straight segments at once: x, y of the ends a row; x, y of four
    corners a row. Solid lines with butt or square caps only, none of them a point."""
    import numpy as np  # here, because a counter has few lines

    half = paint.width / 2
    start, end = lines[:, :2], lines[:, 2:]
    along = (end - start) * (half / np.hypot(*(end - start).T))[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], 1)
    parts = [(start, end)]
    if paint.cap == "square" and half >= _THIN:
        parts += [(start - along, start), (end, end + along)]
    return np.concatenate(
        [np.concatenate([a + across, b + across, b - across, a - across], 1) for a, b in parts]
    )


def bar(start: Point, end: Point, half: float) -> list[Point]:
    """One straight segment."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    length = math.hypot(dx, dy)
    nx, ny = -dy / length * half, dx / length * half
    return [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]


def _turns(line: Sequence[Point], closed: bool) -> dict[int, float]:
    """Turning angle at each inner point; at point 0 too when the line is closed."""
    last = len(line) - 1
    headings = [math.atan2(y1 - y0, x1 - x0) for (x0, y0), (x1, y1) in itertools.pairwise(line)]
    turns = {}
    for index in range(0 if closed else 1, last):
        turn = headings[index] - headings[index - 1]
        turns[index] = (turn + math.pi) % (2 * math.pi) - math.pi
    return turns


def _strips(
    line: Sequence[Point], turns: dict[int, float], half: float, paint: Paint
) -> Iterator[list[Point]]:
    """Runs of gently turning segments, each as one polygon."""
    left: list[Point] = []
    right: list[Point] = []
    turned = 0.0
    last = len(line) - 1
    for index in range(last):
        (x0, y0), (x1, y1) = line[index], line[index + 1]
        dx, dy = x1 - x0, y1 - y0
        length = math.hypot(dx, dy)
        nx, ny = -dy / length * half, dx / length * half
        if not left:
            left.append((x0 + nx, y0 + ny))
            right.append((x0 - nx, y0 - ny))
        turn = turns[index + 1] if index + 1 < last else math.pi
        turned += abs(turn)
        gentle = abs(turn) < _GENTLE
        if gentle and length > half * abs(turn):
            k = math.tan(turn / 2) * half / length
            left.append((x1 + nx - dx * k, y1 + ny - dy * k))
            right.append((x1 - nx + dx * k, y1 - ny + dy * k))
            if turned > math.pi / 2:
                yield left + right[::-1]
                left, right, turned = left[-1:], right[-1:], 0.0
        else:
            left.append((x1 + nx, y1 + ny))
            right.append((x1 - nx, y1 - ny))
            yield left + right[::-1]
            if gentle and half >= _THIN:  # the segment is too short for a mitre
                if paint.join == "bevel":
                    yield from _joint(line, index + 1, turn, half, paint)
                else:
                    yield _disc(line[index + 1], half)
            left, right, turned = [], [], 0.0


def _joint(
    line: Sequence[Point], index: int, turn: float, half: float, paint: Paint
) -> Iterator[list[Point]]:
    x, y = line[index]
    if paint.join == "round":
        yield _disc((x, y), half)
        return
    before = line[index - 1] if index else line[-2]
    after = line[index + 1]
    side = -1.0 if turn > 0 else 1.0
    corners = []
    for (x0, y0), (x1, y1) in ((before, (x, y)), ((x, y), after)):
        length = math.hypot(x1 - x0, y1 - y0)
        corners.append((x - side * (y1 - y0) / length * half, y + side * (x1 - x0) / length * half))
    reach = math.cos(turn / 2)
    if paint.join == "miter" and reach > 1 / _MITER_LIMIT:
        mx, my = (corners[0][0] + corners[1][0]) / 2 - x, (corners[0][1] + corners[1][1]) / 2 - y
        size = math.hypot(mx, my)
        if size > 1e-9:
            far = half / reach / size
            yield [(x, y), corners[0], (x + mx * far, y + my * far), corners[1]]
            return
    yield [(x, y), *corners]


def _caps(line: Sequence[Point], half: float, paint: Paint) -> Iterator[list[Point]]:
    if paint.cap == "butt" or half < _THIN:
        return
    for (x0, y0), (x1, y1) in ((line[1], line[0]), (line[-2], line[-1])):
        if paint.cap == "round":
            yield _disc((x1, y1), half)
        else:
            length = math.hypot(x1 - x0, y1 - y0)
            ux, uy = (x1 - x0) / length * half, (y1 - y0) / length * half
            yield [
                (x1 - uy, y1 + ux),
                (x1 - uy + ux, y1 + ux + uy),
                (x1 + uy + ux, y1 - ux + uy),
                (x1 + uy, y1 - ux),
            ]


def _disc(centre: Point, radius: float) -> list[Point]:
    x, y = centre
    circle = _circle(max(8, min(64, int(math.sqrt(radius) * 6))))
    return [(x + radius * dx, y + radius * dy) for dx, dy in circle]


@lru_cache(maxsize=64)
def _circle(count: int) -> tuple[Point, ...]:
    """So many points around the unit circle."""
    step = 2 * math.pi / count
    return tuple((math.cos(index * step), math.sin(index * step)) for index in range(count))
