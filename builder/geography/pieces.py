"""Joins the pieces in which layers hold a line: those of one name that meet, or nearly meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

import shapely
from shapely.geometry import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from builder.geography.layers import Feature
from builder.geography.plane import Plane

GAP = 0.6
"""Hex widths: pieces that end so near to each other are one line."""


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
    outline = plane.outline.buffer(0.05)
    pieces = [part for f in features for part in _parts(f.geometry.intersection(outline))]
    merged = [p for p in _parts(shapely.line_merge(MultiLineString(pieces))) if p.length > 0]
    while found := _nearest_pair(merged):
        one, other, line = found
        merged = [p for n, p in enumerate(merged) if n not in (one, other)] + [line]
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


def _nearest_pair(lines: list[LineString]) -> tuple[int, int, LineString] | None:
    """The two lines whose ends lie nearest to each other, by their places in the list, and both as
    one line; None if no ends are near enough. Of equal gaps the first counts."""
    ways = [(list(line.coords), list(line.coords)[::-1]) for line in lines]
    pairs = (
        (Point(first[-1]).distance(Point(second[0])), n, m, first, second)
        for n, m in combinations(range(len(lines)), 2)
        for first, second in product(ways[n], ways[m])
    )
    nearest = min(pairs, key=lambda pair: pair[0], default=None)
    if nearest is None or nearest[0] > GAP:
        return None
    _, n, m, first, second = nearest
    return n, m, LineString(first + second)
