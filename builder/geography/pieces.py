"""Joins the pieces in which layers hold a line: those of one name that meet, or nearly meet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

import shapely
from shapely.geometry import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from builder import limits
from builder.geography.layers import Feature
from builder.geography.plane import Plane

GAP = 0.6
"""Hex widths: pieces that end so near to each other are one line."""


class CrowdedError(Exception):
    """The ends of so many lines lie near each other that nobody could join them in time."""


Gap = tuple[float, int, int, int]
"""How wide, between which two lines, and which of them are turned."""
Coordinates = Sequence[tuple[float, ...]]


def named_lines(
    features: Iterable[Feature], name: str, plane: Plane
) -> Iterator[tuple[str, LineString]]:
    """The lines on the map by their property `name`: named ones in the order in which the names
    come first, then the nameless; of each the longest first."""
    by_name: dict[str, list[Feature]] = {}
    for feature in features:
        by_name.setdefault(feature.text(name), []).append(feature)
    for label in sorted(by_name, key=lambda text: text == ""):
        for line in sorted(joined_lines(by_name[label], plane), key=lambda part: -part.length):
            yield label, line


def joined_lines(features: Iterable[Feature], plane: Plane) -> list[LineString]:
    """All pieces on the map, joined where they meet or nearly meet, each line in the direction in
    which most of it is drawn."""
    outline = plane.wide_outline
    pieces = [part for f in features for part in _parts(f.geometry.intersection(outline))]
    merged = [p for p in _parts(shapely.line_merge(MultiLineString(pieces))) if p.length > 0]
    merged = nearly_met(merged)
    return [_as_drawn(line, pieces) for line in merged]


def _as_drawn(line: LineString, pieces: list[LineString]) -> LineString:
    """The line in the direction in which most of its pieces are drawn."""
    along = 0.0
    for piece in pieces:
        start, end = Point(piece.coords[0]), Point(piece.coords[-1])
        if line.distance(start) < 1e-9 and line.distance(end) < 1e-9:
            along += line.project(end) - line.project(start)
    return line.reverse() if along < 0 else line


def _parts(geometry: BaseGeometry) -> list[LineString]:
    if isinstance(geometry, LineString):
        return [geometry] if not geometry.is_empty else []
    return [p for p in getattr(geometry, "geoms", ()) if isinstance(p, LineString) and p.length > 0]


def nearly_met(lines: Sequence[LineString]) -> list[LineString]:
    """The lines, those joined whose ends lie near each other: the nearest first, of equal gaps the
    first lines. A joined line stands behind the others."""
    if not lines:
        return []
    ends = [Point(line.coords[at]) for line in lines for at in (0, -1)]
    tree = shapely.STRtree(ends)
    near: dict[int, set[int]] = {}
    pairs = [tree.query(end, "dwithin", GAP) for end in ends]
    if sum(map(len, pairs)) > limits.LAYER_ENDS:
        raise CrowdedError
    for one, other in ((n, int(m)) for n, found in enumerate(pairs) for m in found):
        if one // 2 != other // 2:
            near.setdefault(one // 2, set()).add(other // 2)
    left: dict[int, Coordinates] = {n: list(line.coords) for n, line in enumerate(lines)}
    # Gaps wait in a heap: to measure all of them anew after each joint takes for ever.
    gaps = [
        gap
        for one, others in near.items()
        for other in others
        if one < other
        for gap in _gaps(one, other, left)
    ]
    heapify(gaps)
    while gaps:
        _, one, other, turned = heappop(gaps)
        if one not in left or other not in left:
            continue
        joined = len(lines) + len(lines) - len(left)
        first, second = left.pop(one), left.pop(other)
        left[joined] = [*first[:: 1 - 2 * (turned // 2)], *second[:: 1 - 2 * (turned % 2)]]
        beside = (near.pop(one) | near.pop(other)) - {one, other}
        near[joined] = {n for n in beside if n in left}
        for n in near[joined]:
            near[n].add(joined)
            for gap in _gaps(n, joined, left):
                heappush(gaps, gap)
    return [LineString(left[n]) for n in sorted(left)]


def _gaps(one: int, other: int, lines: Mapping[int, Coordinates]) -> Iterator[Gap]:
    """How far the ends of two lines are apart, where they are near enough: in which way each is
    turned, the first line's in the higher place."""
    for turned in range(4):
        end = lines[one][0 if turned // 2 else -1]
        start = lines[other][-1 if turned % 2 else 0]
        far = math.dist(end[:2], start[:2])
        if far <= GAP:
            yield far, one, other, turned
