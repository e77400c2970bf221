"""The rule that rivers obey: laid along hexsides, joined where they meet, ended by the water."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

import shapely
from shapely.geometry import LineString, Point

from builder.geography.courses import along_hexsides
from builder.geography.findings import Findings, RiverCourse, course
from builder.geography.layers import Layers
from builder.geography.pieces import named_lines
from builder.geography.plane import Corner, Plane
from builder.geography.recipe import River

SIMPLER = 0.02
"""Hex widths by which a kept course may differ from the real one."""

TOUCH = 0.1
"""Hex widths within which the end of a line is on another one."""

SHORE = 0.25
"""Hex widths from the water within which a river flows into it."""

EDGE = 0.3
"""Hex widths from the map's edge within which a river comes from off the map."""


@dataclass
class Laid:
    """The courses laid so far: their corners, and the natural lines."""

    corners: set[Corner] = field(default_factory=set)
    lines: list[LineString] = field(default_factory=list)

    def meets(self, end: Point, reach: float) -> bool:
        """Whether a natural end lies at most `reach` hex widths from an earlier course."""
        return any(line.distance(end) <= reach for line in self.lines)


def find_river(rule: River, plane: Plane, layers: Layers, found: Findings, laid: Laid) -> None:
    """Lay each river of a rule along hexsides."""
    features = layers.take(rule.from_, plane)
    water = None
    if not rule.through_water:
        if not layers.can_lie_with(found.wet, features, rule.from_):
            return
        water = shapely.union_all(found.wet)
        features = [replace(f, geometry=f.geometry.difference(water)) for f in features]
    for name, line in named_lines(features, rule.name, plane):
        wet = [not (water is None or water.is_empty) and water.distance(e) <= SHORE
               for e in _ends(line)]  # fmt: skip
        if _backward(line, wet, laid):
            line, wet = line.reverse(), wet[::-1]
        merges = laid.meets(_ends(line)[1], rule.join)
        corners = along_hexsides(line, plane, frozenset(laid.corners), merges)
        corners = _joined(corners, line, plane, laid, rule.join, wet)
        if water is not None:
            corners = _until_water(corners, plane, found)
        if len(corners) > rule.min_hexsides:
            _keep(rule, name, corners, line, plane, found)
            laid.corners |= set(corners)
            laid.lines.append(line)


def _ends(line: LineString) -> tuple[Point, Point]:
    return Point(line.coords[0]), Point(line.coords[-1])


def _backward(line: LineString, wet: list[bool], laid: Laid) -> bool:
    """Whether a line is drawn from its mouth: the end in the water, else on an earlier course."""
    if wet[0] != wet[1]:
        return wet[0]
    start, end = _ends(line)
    return not wet[0] and laid.meets(start, TOUCH) and not laid.meets(end, TOUCH)


def _keep(
    rule: River,
    name: str,
    corners: list[Corner],
    line: LineString,
    plane: Plane,
    found: Findings,
) -> None:
    for start, end in pairwise(corners):
        side = plane.corner_sides[start][end]
        if rule.through_water or side not in found.closed:
            found.add_side(plane, side, rule.hexside, rule.source, name)
        if rule.hexside in found.water_hexsides:
            found.closed.add(side)
    if rule.draw:
        points = tuple((x / 1000, y / 1000) for x, y in corners)
        natural = course(line.simplify(SIMPLER).coords)
        found.rivers.append(RiverCourse(name, rule.width, points, natural))


def _joined(
    corners: list[Corner], line: LineString, plane: Plane, laid: Laid, reach: float, wet: list[bool]
) -> list[Corner]:
    """The run without what it shares with earlier courses at its ends.

    A mouth at most `reach` hex widths from an earlier course is led on to it, and a source that is
    on one. Other ends are kept apart: rivers of two basins do not touch where they rise.
    """
    own = [n for n, place in enumerate(corners) if place not in laid.corners]
    if not own:
        return []
    corners = corners[max(0, own[0] - 1) : own[-1] + 2]
    for end, near, at_water in zip(_ends(line), (TOUCH, reach), wet, strict=True):
        if not corners:
            return []
        corners = corners[::-1]  # the source comes to the end first, then the mouth
        if laid.meets(end, near):
            if corners[-1] not in laid.corners:
                corners = corners + _way(corners[-1], plane, laid.corners, reach, set(corners))
        elif not at_water and plane.outline.boundary.distance(end) > EDGE:
            touching = [n for n, place in enumerate(corners[-3:]) if place in laid.corners]
            corners = corners[: len(corners[:-3]) + touching[0]] if touching else corners
    return corners


def _way(
    start: Corner, plane: Plane, goals: set[Corner], reach: float, own: set[Corner]
) -> list[Corner]:
    """The fewest corners from `start` to one of the goals at most `reach` away; else none."""
    paths: list[list[Corner]] = [[]]
    for _ in range(3):
        paths = [
            [*path, other]
            for path in paths
            for other in plane.corner_sides[path[-1] if path else start]
            if other not in own and other not in path
        ]
        ends = [p for p in paths if p[-1] in goals and _apart(start, p[-1]) <= reach]
        if ends:
            return min(ends, key=lambda p: (_apart(start, p[-1]), p))
    return []


def _apart(one: Corner, other: Corner) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 / 1000)


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
