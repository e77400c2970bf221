"""Rivers: hexsides become courses that meander beside them and widen towards the mouth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import floor

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.lattice import Corner, Edge
from builder.drawing.map.outline import adjacency, displaced, resampled, ribbon, rounded
from builder.drawing.map.scatter import scatter
from builder.drawing.map.scene import Scene
from builder.drawing.paths import Point, flatten, smooth

_SALT = 71


@dataclass(frozen=True)
class Course:
    """A stretch of river from its upper to its lower end, with its width at each point."""

    points: tuple[Point, ...]
    widths: tuple[float, ...]


def draw_rivers(canvas: Canvas, scene: Scene, found: Sequence[Course]) -> None:
    """Minor and major rivers with a darker bank, all banks first so that confluences are open."""
    bank, water = Paint(fill=scene.palette.river_edge), Paint(fill=scene.palette.river)
    rim = 1.5 * scene.unit
    for course in found:
        canvas.polygon(ribbon(course.points, [w + rim for w in course.widths]), bank)
    for course in found:
        canvas.polygon(ribbon(course.points, course.widths), water)


def all_courses(scene: Scene) -> list[Course]:
    """Every river, major ones first."""
    major = courses(scene, "major-river", (4.6, 10.0))
    onto = [point for course in major for point in course.points]
    return [*major, *courses(scene, "river", (1.7, 4.8), onto)]


def courses(
    scene: Scene, word: str, limits: tuple[float, float], onto: Sequence[Point] = ()
) -> list[Course]:
    """The courses of all hexsides drawn by the word, from `limits` thin to thick (at 80 px).

    They run into each other and into the points `onto`. Rivers that shapes.json names keep their
    own course and direction; the rest run down to the mouths of their networks.
    """
    edges = scene.edges_with(word)
    runs = list(_named_runs(scene, edges))
    near = adjacency(edges - {_edge(a, b) for run in runs for a, b in itertools.pairwise(run.run)})
    depth = _order(near, _mouths(scene, near, word))
    for corners in _runs(near, depth):
        weights = tuple(_above(corner, near, depth) / 40 for corner in corners)
        runs.append(_Run(tuple(corners), weights, 1.0))
    found: list[Course] = []
    trunk = _Trunk(14 * scene.unit)
    trunk.extend(onto)
    for run in sorted(runs, key=lambda run: (-run.size, -len(run.run), run.run)):
        course = _course(scene, run, limits, trunk)
        found.append(course)
        trunk.extend(course.points)
    return found


@dataclass(frozen=True)
class _Run:
    """Corners downstream, how full the river is at each (0 to 1), and how large it is (1 to 5)."""

    run: tuple[Corner, ...]
    weights: tuple[float, ...]
    size: float


def _named_runs(scene: Scene, edges: Collection[Edge]) -> Iterator[_Run]:
    """The rivers of shapes.json, as far as their hexsides are rivers."""
    left = set(edges)
    rim = scene.rim
    for river in sorted(scene.waters.rivers, key=lambda r: (-r.width, -len(r.points), r.name)):
        corners = [scene.lattice.nearest(point) for point in river.points]
        start = 0.35 if corners and corners[0] in rim else 0.0
        total = max(1, len(corners) - 1)
        part: list[int] = []
        for index in range(1, len(corners) + 1):
            here = index < len(corners) and _edge(corners[index - 1], corners[index]) in left
            if here:
                left.discard(_edge(corners[index - 1], corners[index]))
                part = [*(part or [index - 1]), index]
            elif part:
                fullness = (start + (1 - start) * min(1.0, total / 25) * i / total for i in part)
                yield _Run(tuple(corners[i] for i in part), tuple(fullness), river.width)
                part = []


def _mouths(scene: Scene, near: dict[Corner, list[Corner]], word: str) -> list[Corner]:
    """Where each connected river ends: at water or a larger river, else at the map's edge, else
    at its southernmost corner."""
    larger = (
        {c for edge in scene.edges_with("major-river") for c in edge} if word == "river" else set()
    )
    wet = {
        corner for cell in scene.cells_with("sea", "lake") for corner in scene.lattice.corners(cell)
    } | {c for edge in scene.edges_with("sea", "lake") for c in edge}
    rim = scene.rim
    found = []
    for system in _systems(near):
        ends = [c for c in system if len(near[c]) == 1] or system

        def rank(corner: Corner) -> tuple[int, int, int]:
            kind = 0 if corner in wet else 1 if corner in larger else 2 if corner in rim else 3
            return kind, -corner[1], corner[0]

        found.append(min(ends, key=rank))
    return found


def _systems(near: dict[Corner, list[Corner]]) -> list[list[Corner]]:
    """The corners of each connected network."""
    seen: set[Corner] = set()
    found = []
    for start in sorted(near):
        if start in seen:
            continue
        system, fringe = [start], [start]
        seen.add(start)
        while fringe:
            for corner in near[fringe.pop()]:
                if corner not in seen:
                    seen.add(corner)
                    system.append(corner)
                    fringe.append(corner)
        found.append(sorted(system))
    return found


def _order(near: dict[Corner, list[Corner]], mouths: Iterable[Corner]) -> dict[Corner, int]:
    """How many hexsides each corner lies from its river's mouth."""
    depth = dict.fromkeys(mouths, 0)
    fringe = list(depth)
    while fringe:
        onward = []
        for corner in fringe:
            for far in near[corner]:
                if far not in depth:
                    depth[far] = depth[corner] + 1
                    onward.append(far)
        fringe = onward
    return depth


def _above(corner: Corner, near: dict[Corner, list[Corner]], depth: dict[Corner, int]) -> int:
    """The longest run of hexsides that comes down to a corner."""
    longest = 0
    stack = [(corner, 0)]
    while stack:
        here, length = stack.pop()
        longest = max(longest, length)
        stack.extend((far, length + 1) for far in near[here] if depth[far] > depth[here])
    return longest


def _runs(near: dict[Corner, list[Corner]], depth: dict[Corner, int]) -> list[list[Corner]]:
    """Stretches from each source down to where an earlier one already runs, longest first."""
    taken: set[Edge] = set()
    joined: set[Corner] = set()
    found = []
    sources = sorted(
        (c for c in near if all(depth[far] <= depth[c] for far in near[c])),
        key=lambda c: (-depth[c], c),
    )
    for source in sources:
        run = [source]
        while depth[run[-1]] > 0 and not (len(run) > 1 and run[-1] in joined):
            run.append(
                min((c for c in near[run[-1]] if depth[c] < depth[run[-1]]), default=run[-1])
            )
        joined |= set(run)
        taken |= {_edge(a, b) for a, b in itertools.pairwise(run)}
        if len(run) > 1:
            found.append(run)
    for one, others in near.items():
        for other in others:
            if one < other and (one, other) not in taken:
                found.append([one, other] if depth[one] > depth[other] else [other, one])
    return found


def _edge(one: Corner, other: Corner) -> Edge:
    return (one, other) if one < other else (other, one)


class _Trunk:
    """The points of courses that others may run into, by squares of the reach at which they do."""

    def __init__(self, reach: float) -> None:
        self.reach = reach
        self._squares: dict[tuple[int, int], list[Point]] = {}

    def extend(self, points: Iterable[Point]) -> None:
        reach, squares = self.reach, self._squares
        for x, y in points:
            squares.setdefault((floor(x / reach), floor(y / reach)), []).append((x, y))

    def near(self, place: Point) -> Iterator[Point]:
        """All points within reach of a place, and some more."""
        column, row = floor(place[0] / self.reach), floor(place[1] / self.reach)
        for x, y in itertools.product((column - 1, column, column + 1), (row - 1, row, row + 1)):
            yield from self._squares.get((x, y), ())


def _course(scene: Scene, run: _Run, limits: tuple[float, float], trunk: _Trunk) -> Course:
    """One run as a meandering curve; `trunk` are the points of courses that it may run into."""
    line = [scene.lattice.point(corner) for corner in run.run]
    end = _mouth(scene, line[-1], trunk)
    rim = scene.rim
    if run.run[0] in rim:
        line = [_beyond(scene, line[0]), *line]
    if run.run[-1] in rim and end is None:
        line = [*line, _beyond(scene, line[-1])]
    if end is not None and math.dist(end, line[-1]) > 1:
        line = [*line, end]
    curve = _meander(rounded(line), scene.unit, run.run[0])
    curve = flatten(smooth(curve).parts()[0]) if len(curve) > 2 else curve
    thin, thick = (limit * scene.unit * (0.8 + 0.2 * run.size) for limit in limits)
    widths = []
    for index in range(len(curve)):
        place = index / max(1, len(curve) - 1) * (len(run.weights) - 1)
        before = int(place)
        after = min(before + 1, len(run.weights) - 1)
        weight = run.weights[before] + (run.weights[after] - run.weights[before]) * (place - before)
        widths.append(min(thick, thin + (thick - thin) * math.sqrt(weight)))
    return Course(tuple(curve), tuple(widths))


def _beyond(scene: Scene, point: Point) -> Point:
    """Where a river that leaves the map goes on, outside the frame."""
    frame = scene.layout.frame
    x, y = point
    far = scene.width
    ways = {
        x - frame.x: (x - far, y),
        frame.x + frame.width - x: (x + far, y),
        y - frame.y: (x, y - far),
        frame.y + frame.height - y: (x, y + far),
    }
    return ways[min(ways)]


def _meander(line: Sequence[Point], unit: float, key: Corner) -> list[Point]:
    """Bends of two lengths that die away at both ends."""
    step = 7.5 * unit
    points = resampled(line, step)
    phase = [6.283 * scatter(*key, _SALT + n) for n in range(3)]
    sway = []
    for index in range(len(points)):
        ends = min(1.0, min(index, len(points) - 1 - index) / 3)
        place = index * 7.5
        strength = 0.75 + 0.25 * math.sin(place / 61 + phase[2])
        bend = 2.6 * math.sin(place / 5.6 + phase[0]) + 2.1 * math.sin(place / 9.7 + phase[1])
        sway.append(bend * strength * ends * unit)
    return displaced(points, sway)


def _mouth(scene: Scene, end: Point, trunk: _Trunk) -> Point | None:
    """Where a river really ends: in the trunk that it joins, or a little way into open water."""
    joined = _nearest(trunk.near(end), end, trunk.reach)
    if joined is not None:
        return joined
    column, row = scene.square(end)
    squares = itertools.product((column - 1, column, column + 1), (row - 1, row, row + 1))
    shores = (point for square in squares for point in scene.shores.get(square, ()))
    return _nearest(shores, end, 0.75 * scene.width)


def _nearest(points: Iterable[Point], place: Point, reach: float) -> Point | None:
    """The point nearest to a place, if one is within reach."""
    x0, y0 = place
    near = [(x, y) for x, y in points if abs(x - x0) < reach and abs(y - y0) < reach]
    best = min(near, key=lambda point: math.dist(point, place), default=None)
    return best if best is not None and math.dist(best, place) < reach else None
