"""Lines laid along hexsides and through hexes."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString
from small_map import make_fit, make_grid

from builder.geography.courses import along_hexsides, through_hexes
from builder.geography.plane import Corner, Plane, corner

PLANES = {kind: Plane(make_grid(kind), make_fit()) for kind in ("pointy", "flat")}
POINTS = st.lists(st.tuples(st.floats(1, 8), st.floats(1, 6)), min_size=2, max_size=6, unique=True)


def runs_on(corners: list[Corner], plane: Plane) -> bool:
    """Whether each corner follows along a hexside and none is passed twice."""
    linked = all(b in plane.corner_sides[a] for a, b in itertools.pairwise(corners))
    return linked and len(set(corners)) == len(corners)


@settings(max_examples=12)
@given(POINTS, st.sampled_from(["pointy", "flat"]))
def test_any_line_gives_one_continuous_run(points: list[tuple[float, float]], kind: str) -> None:
    plane = PLANES[kind]
    line = LineString(points)
    assert runs_on(along_hexsides(line, plane), plane)
    run = through_hexes(line, plane)
    assert all(plane.grid.direction(a, b) for a, b in itertools.pairwise(run))
    assert len(set(run)) == len(run)


def test_a_run_along_hexsides_stays_near_the_line(plane: Plane) -> None:
    line = LineString([(1, 1), (4, 3), (8, 3.5), (9, 6)])
    corners = along_hexsides(line, plane)
    assert len(corners) > 10
    assert max(line.distance(LineString([p, p])) for p in (_xy(c) for c in corners)) < 0.75
    assert math.dist(_xy(corners[0]), (1, 1)) < 0.75
    assert math.dist(_xy(corners[-1]), (9, 6)) < 0.75


def test_a_line_on_the_hexsides_comes_back_as_it_is(plane: Plane) -> None:
    graph = plane.corner_sides
    path = [corner(*plane.layout.corners("0404")[0])]
    while len(path) < 8:
        path.append(max(c for c in graph[path[-1]] if c not in path))
    line = LineString([_xy(c) for c in path])
    assert along_hexsides(line, plane) == path


def test_a_line_through_middles_comes_back_as_its_hexes(plane: Plane) -> None:
    run = ["0202"]
    while len(run) < 6:
        run.append(plane.grid.neighbours(run[-1])[-1 if len(run) % 2 else 0])
    run = list(dict.fromkeys(run))
    line = LineString([plane.layout.centre(name) for name in run])
    assert through_hexes(line, plane) == run


def test_a_line_far_from_the_map_gives_nothing(plane: Plane) -> None:
    assert along_hexsides(LineString([(50, 50), (60, 60)]), plane) == []


def _xy(corner: tuple[int, ...]) -> tuple[float, float]:
    return corner[0] / 1000, corner[1] / 1000


@pytest.mark.parametrize("kind", ["pointy", "flat"])
def test_each_hexside_is_there_once(kind: str) -> None:
    plane = PLANES[kind]
    pairs = sum(len(near) for near in plane.grid.around.values())
    assert len(plane.sides) == pairs // 2
