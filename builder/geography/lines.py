"""The rules that lines obey: rivers along hexsides, roads through hexes, bridges, traces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import shapely
from shapely.geometry import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from builder.geography.courses import along_hexsides, through_hexes
from builder.geography.findings import Findings, RiverCourse, Run, course
from builder.geography.layers import Feature, Layers
from builder.geography.plane import Corner, Plane
from builder.geography.recipe import Bridge, Line, River, Trace
from builder.hexes.grid import pairs

GAP = 0.4
"""Hex widths: pieces of one river that end so near to each other are one course."""

SIMPLER = 0.02
"""Hex widths by which a kept course may differ from the real one."""


def find_river(
    rule: River, plane: Plane, layers: Layers, found: Findings, used: dict[Corner, str]
) -> None:
    """Lay each river along hexsides. `used` are the corners of earlier courses, by name."""
    water = shapely.Polygon() if rule.through_water else _water(found)
    for name, line in _courses(layers.take(rule.from_, plane), rule.name, water, plane):
        corners = along_hexsides(line, plane, frozenset(used))
        corners = _downstream(corners, line, water, used)
        corners = _joined(corners, plane, used, rule.join)
        if not rule.through_water:
            corners = _until_water(corners, plane, found)
        if len(corners) <= rule.min_hexsides:
            continue
        for start, end in pairs_of(corners):
            side = plane.corner_sides[start][end]
            if rule.through_water or side not in found.closed:
                found.add_side(plane, side, rule.hexside, rule.source, name)
        for place in corners:
            used.setdefault(place, name)
        if rule.draw:
            found.rivers.append(_drawn(name, rule.width, corners, line))


def _drawn(name: str, width: float, corners: list[Corner], line: LineString) -> RiverCourse:
    """A river for the map, its natural course in the direction of its run."""
    points = tuple((x / 1000, y / 1000) for x, y in corners)
    natural = course(line.simplify(SIMPLER).coords)
    if Point(natural[0]).distance(Point(points[-1])) < Point(natural[0]).distance(Point(points[0])):
        natural = natural[::-1]
    return RiverCourse(name, width, points, natural)


def find_line(rule: Line, plane: Plane, layers: Layers, found: Findings) -> None:
    """Roads and railways as runs of hexes."""
    for feature in layers.take(rule.from_, plane):
        for line in _merged([feature], plane):
            run = through_hexes(line, plane)
            if len(run) > 1:
                found.runs.append(Run(rule.kind, feature.text(rule.name), tuple(run), rule.source))


def find_trace(rule: Trace, plane: Plane, layers: Layers, found: Findings) -> None:
    """The hexes that lines pass through, water hexes left out."""
    for line in _merged(layers.take(rule.from_, plane), plane):
        run = [name for name in through_hexes(line, plane) if name not in found.water]
        found.add_terrain(run, rule.terrain, rule.source)


def find_bridge(rule: Bridge, plane: Plane, found: Findings) -> None:
    """Bridges where lines cross rivers."""
    for run in found.runs:
        if run.kind not in rule.lines:
            continue
        for start, end in pairs(run.hexes):
            if set(found.hexsides.get(plane.side(start, end), ())) & set(rule.over):
                found.add_side(plane, (start, end), rule.hexside, rule.source)


def pairs_of(corners: Iterable[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """Consecutive corners."""
    return pairwise(corners)


def _water(found: Findings) -> BaseGeometry:
    polygons = [
        shapely.Polygon(rings[0], rings[1:]) for part in found.waters.values() for rings in part
    ]
    return shapely.union_all([p.buffer(0) for p in polygons])


def _courses(
    features: list[Feature], name: str, water: BaseGeometry, plane: Plane
) -> Iterator[tuple[str, LineString]]:
    """Named lines outside the water, pieces joined: named ones in the order in which the names
    come first, then the nameless, longest first."""
    by_name: dict[str, list[Feature]] = {}
    for feature in features:
        dry = Feature(feature.geometry.difference(water), feature.properties)
        by_name.setdefault(feature.text(name), []).append(dry)
    for label in sorted(by_name, key=lambda text: text == ""):
        for line in sorted(_merged(by_name[label], plane), key=lambda part: -part.length):
            yield label, line


def _merged(features: Iterable[Feature], plane: Plane) -> list[LineString]:
    """All line pieces on the map, joined where they meet or nearly meet."""
    outline = plane.outline.buffer(0.05)
    pieces = [part for f in features for part in _parts(f.geometry.intersection(outline))]
    merged = [p for p in _parts(shapely.line_merge(MultiLineString(pieces))) if p.length > 0]
    while joined := _nearest_pair(merged):
        one, other, line = joined
        merged = [p for n, p in enumerate(merged) if n not in (one, other)] + [line]
    return merged


def _parts(geometry: BaseGeometry) -> list[LineString]:
    if isinstance(geometry, LineString):
        return [geometry] if not geometry.is_empty else []
    return [p for p in getattr(geometry, "geoms", ()) if isinstance(p, LineString) and p.length > 0]


def _nearest_pair(lines: list[LineString]) -> tuple[int, int, LineString] | None:
    best: tuple[float, int, int, list[tuple[float, ...]]] | None = None
    for n, one in enumerate(lines):
        for m in range(n + 1, len(lines)):
            for first in (list(one.coords), list(one.coords)[::-1]):
                for second in (list(lines[m].coords), list(lines[m].coords)[::-1]):
                    gap = Point(first[-1]).distance(Point(second[0]))
                    if gap <= GAP and (best is None or gap < best[0]):
                        best = (gap, n, m, first + second)
    return (best[1], best[2], LineString(best[3])) if best else None


def _downstream(
    corners: list[Corner], line: LineString, water: BaseGeometry, used: dict[Corner, str]
) -> list[Corner]:
    """The run turned so that it ends at its mouth: in the water, else on an earlier course."""
    if len(corners) < 2:
        return corners

    def mouth(place: Corner, end: Point) -> float:
        wet = 2.0 if not water.is_empty and water.distance(end) < 0.3 else 0.0
        return wet + (1.0 if _close(place, used) else 0.0)

    start, end = Point(line.coords[0]), Point(line.coords[-1])
    if mouth(corners[0], start) > mouth(corners[-1], end):
        return corners[::-1]
    return corners


def _close(place: Corner, used: dict[Corner, str]) -> bool:
    return any(_apart(place, other) <= 0.6 for other in used)


def _apart(one: Corner, other: Corner) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 / 1000)


def _joined(
    corners: list[Corner], plane: Plane, used: dict[Corner, str], reach: float
) -> list[Corner]:
    """The run without what it shares with earlier courses at its ends, and led on to one that ends
    within `reach` hex widths of it."""
    if not used or not corners:
        return corners
    inside = [n for n, place in enumerate(corners) if place not in used]
    if not inside:
        return []
    corners = corners[max(0, inside[0] - 1) : inside[-1] + 2]
    if corners[-1] not in used:
        corners = corners + _bridge(corners[-1], plane, used, reach, set(corners))
    if corners[0] not in used:
        corners = _bridge(corners[0], plane, used, reach / 2, set(corners))[::-1] + corners
    return corners


def _bridge(
    start: Corner, plane: Plane, used: dict[Corner, str], reach: float, own: set[Corner]
) -> list[Corner]:
    """The fewest corners from `start` to an earlier course at most `reach` away; else none."""
    paths: list[list[Corner]] = [[]]
    for _ in range(3):
        paths = [
            [*path, other]
            for path in paths
            for other in plane.corner_sides[path[-1] if path else start]
            if other not in own and other not in path
        ]
        ends = [p for p in paths if p[-1] in used and _apart(start, p[-1]) <= reach]
        if ends:
            return min(ends, key=lambda p: (_apart(start, p[-1]), p))
    return []


def _until_water(corners: list[Corner], plane: Plane, found: Findings) -> list[Corner]:
    """The run without the ends that lie on closed water hexsides."""

    def wet(one: Corner, other: Corner) -> bool:
        return plane.corner_sides[one][other] in found.closed

    start, end = 0, len(corners) - 1
    while start < end and wet(corners[start], corners[start + 1]):
        start += 1
    while end > start and wet(corners[end - 1], corners[end]):
        end -= 1
    return corners[start : end + 1]
