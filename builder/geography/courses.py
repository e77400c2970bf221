"""Lays a line along hexsides, or through hexes, as the run that keeps nearest to its course."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from shapely.geometry import LineString, Point

from builder.geography.plane import Corner, Plane

Node = TypeVar("Node", bound=Hashable)

SAMPLE = 0.25
"""Hex widths between the points of a line that are compared with the grid."""

REACH = 1.3
"""Hex widths within which a corner or hex may stand for a point of a line."""

STEP_COST = 0.05
"""What each step costs beside squared distances: it keeps courses from zigzagging."""

MERGE, MERGING, SHUN = 0.6, 1.5, 1.6
"""Factors on the cost of corners where an earlier course already runs: within MERGING hex widths of
a mouth courses merge, elsewhere they keep apart."""


def along_hexsides(
    line: LineString, plane: Plane, earlier: frozenset[Corner] = frozenset(), merges: bool = False
) -> list[Corner]:
    """The corners of the run of hexsides nearest to a line on the plane, in its direction.

    It keeps apart from `earlier` courses, unless it `merges` with one at its end.
    """
    graph = plane.corner_sides
    corners, tree = plane.corner_tree
    mouth = Point(line.coords[-1])

    def near(point: Point) -> dict[Corner, float]:
        factor = MERGE if merges and point.distance(mouth) <= MERGING else SHUN
        found = [corners[n] for n in tree.query(point, "dwithin", REACH)]
        return {
            c: _squared(point, c[0] / 1000, c[1] / 1000) * (factor if c in earlier else 1)
            for c in found
        }

    return _simple(_match(_samples(line), near, lambda c: graph[c]))


def through_hexes(line: LineString, plane: Plane) -> list[str]:
    """The run of adjacent hexes nearest to a line on the plane, in its direction.

    It begins and ends in the hexes in which the line does: a road to a town that lies near the edge
    of its hex does not stop before it.
    """
    names = plane.hexes
    ends = Point(line.coords[0]), Point(line.coords[-1])

    def near(point: Point) -> dict[str, float]:
        found = [names[n] for n in plane.centre_tree.query(point, "dwithin", REACH)]
        far = {name: _squared(point, *plane.layout.centre(name)) for name in found}
        if far and any(point.distance(end) < 1e-9 for end in ends):
            nearest = min(far, key=lambda name: far[name])
            if far[nearest] <= 1 / 3:  # within its corners: the end lies on the map
                return {nearest: far[nearest]}
        return far

    def around(name: str) -> Iterable[str]:
        return plane.grid.around[name].values()

    return _simple(_match(_samples(line), near, around))


def _samples(line: LineString) -> list[Point]:
    count = max(1, round(line.length / SAMPLE))
    return [line.interpolate(n / count, normalized=True) for n in range(count + 1)]


def _squared(point: Point, x: float, y: float) -> float:
    return float((point.x - x) ** 2 + (point.y - y) ** 2)


def _match(
    samples: Sequence[Point],
    near: Callable[[Point], dict[Node, float]],
    around: Callable[[Node], Iterable[Node]],
) -> list[Node]:
    """The cheapest walk that stays with the samples: from one to the next it rests or takes up to
    two steps. Samples out of reach of the grid are passed over."""
    return _cheapest([stage for sample in samples if (stage := near(sample))], around)


class _Arrived(NamedTuple, Generic[Node]):
    """How a walk comes to a node at a sample: what it has cost, from where, through which other."""

    cost: float
    before: Node
    via: Node | None


def _cheapest(
    stages: list[dict[Node, float]], around: Callable[[Node], Iterable[Node]]
) -> list[Node]:
    """The walk through one node of each stage, which tells how far its nodes lie from a sample, at
    the least cost of distance and steps; it ends before the first stage that it cannot reach."""
    if not stages:
        return []
    costs = dict(stages[0])
    back: list[dict[Node, _Arrived[Node]]] = []
    for stage in stages[1:]:
        best = _next_stage(costs, stage, around)
        if not best:
            break
        costs = {node: arrived.cost for node, arrived in best.items()}
        back.append(best)
    node = min(costs, key=lambda n: costs[n])
    walk = [node]
    for step in reversed(back):
        arrived = step[node]
        walk += [arrived.before] if arrived.via is None else [arrived.via, arrived.before]
        node = arrived.before
    walk.reverse()
    return walk


def _next_stage(
    costs: Mapping[Node, float],
    stage: Mapping[Node, float],
    around: Callable[[Node], Iterable[Node]],
) -> dict[Node, _Arrived[Node]]:
    """The nodes of a stage that can be reached from those before, each at its least cost."""
    best: dict[Node, _Arrived[Node]] = {}
    for node, cost in costs.items():
        for end, via, steps in _moves(node, around):
            if end not in stage:
                continue
            total = cost + stage[end] * SAMPLE + steps * STEP_COST
            if end not in best or total < best[end].cost:
                best[end] = _Arrived(total, node, via)
    return best


def _moves(
    node: Node, around: Callable[[Node], Iterable[Node]]
) -> Iterable[tuple[Node, Node | None, int]]:
    """Where a walk may go from a node before the next sample: nowhere, one step, or two through
    another node, with the number of steps."""
    yield node, None, 0
    for first in around(node):
        yield first, None, 1
        for second in around(first):
            if second != node:
                yield second, first, 2


def _simple(walk: Sequence[Node]) -> list[Node]:
    """A walk without rests, returns and loops: it passes no node twice."""
    path: list[Node] = []
    at: dict[Node, int] = {}
    for node in walk:
        if node in at:
            for dropped in path[at[node] + 1 :]:
                del at[dropped]
            del path[at[node] + 1 :]
        else:
            at[node] = len(path)
            path.append(node)
    return path
