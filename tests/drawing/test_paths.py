"""Paths and affine maps."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.drawing import paths, strokes
from builder.drawing.canvas import Paint
from builder.drawing.paths import Matrix

numbers = st.floats(-100, 100)


@given(numbers, numbers, st.floats(-360, 360), st.floats(0.1, 10), numbers, numbers)
def test_inner_maps_come_first(
    x: float, y: float, turn: float, scale: float, dx: float, dy: float
) -> None:
    move, rotate, grow = paths.translation(dx, dy), paths.rotation(turn), paths.scaling(scale)
    joined = move.then_inner(rotate).then_inner(grow)
    step = move.apply(*rotate.apply(*grow.apply(x, y)))
    assert joined.apply(x, y) == pytest.approx(step, abs=1e-6)
    assert joined.scale == pytest.approx(scale)


def test_angles_run_clockwise() -> None:
    assert paths.rotation(90).apply(1, 0) == pytest.approx((0, 1))


def test_arcs_are_round() -> None:
    arc = paths.Path().arc(5, 5, 3, 3, 20, 300)
    for x, y in paths.flatten(arc.parts()[0], 10):
        assert math.hypot(x - 5, y - 5) == pytest.approx(3, abs=0.002)


def test_smooth_curves_pass_through_their_points() -> None:
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, -5.0), (30.0, 0.0)]
    flat = paths.flatten(paths.smooth(points).parts()[0])
    assert all(any(math.dist(p, q) < 1e-9 for q in flat) for p in points)
    closed = paths.smooth(points, closed=True).parts()[0]
    assert closed.closed
    assert closed.steps[-1][-1] == points[0]


def test_a_path_under_construction_counts() -> None:
    path = paths.Path().move(0, 0).line(1, 1).move(5, 5).line(6, 6)
    assert [ring.start for ring in path.parts()] == [(0, 0), (5, 5)]
    assert not any(ring.closed for ring in path.parts())


def area_of(points: list[tuple[float, float]]) -> float:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def test_dashes_alternate() -> None:
    pieces = strokes.dashes([(0, 0), (10, 0), (10, 10)], False, (4, 2))
    lengths = [sum(math.dist(p, q) for p, q in itertools.pairwise(s)) for s in pieces]
    assert lengths == pytest.approx([4, 4, 4, 2])
    assert pieces[1] == [(6, 0), (10, 0)]


@pytest.mark.parametrize(
    ("cap", "expected"), [("butt", 40.0), ("square", 56.0), ("round", 40 + 2 * math.pi * 4)]
)
def test_caps_add_to_a_line(cap: str, expected: float) -> None:
    paint = Paint(stroke="black", width=4, cap=cap)  # type: ignore[arg-type]
    pieces = list(strokes.outline([(0, 0), (10, 0)], False, paint))
    assert sum(area_of(piece) for piece in pieces) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("cap", ["butt", "square"])
@pytest.mark.parametrize("width", [0.4, 4.0])
def test_many_strokes_at_once_are_those_one_by_one(cap: str, width: float) -> None:
    paint = Paint(stroke="black", width=width, cap=cap)  # type: ignore[arg-type]
    lines = [(0.0, 0.0, 10.0, 0.0), (3.0, 4.0, -2.0, 9.5), (1.0, 1.0, 1.0, -6.0)]
    at_once = strokes.bars(np.array(lines), paint).reshape(-1, 4, 2)
    one_by_one = [
        piece
        for x0, y0, x1, y1 in lines
        for piece in strokes.outline([(x0, y0), (x1, y1)], False, paint)
    ]
    areas = [area_of([(x, y) for x, y in bar]) for bar in at_once.tolist()]
    assert sorted(areas) == pytest.approx(sorted(map(area_of, one_by_one)))
    spans = [sorted(map(tuple, bar)) for bar in at_once[:3].round(9).tolist()]
    first = [one_by_one[index * len(one_by_one) // 3] for index in range(3)]
    assert spans == [sorted((round(x, 9), round(y, 9)) for x, y in piece) for piece in first]


def test_a_ring_is_stroked_all_round() -> None:
    ring = paths.flatten(paths.ellipse(0, 0, 50, 50).parts()[0], 1)
    pieces = list(strokes.outline(ring, True, Paint(stroke="black", width=2)))
    total = sum(area_of(piece) for piece in pieces)
    assert total == pytest.approx(2 * math.pi * 50 * 2, rel=0.02)


@pytest.mark.parametrize("points", [[], [(1, 1)], [(1, 1), (1, 1)]])
def test_degenerate_lines_draw_nothing(points: list[tuple[float, float]]) -> None:
    assert list(strokes.outline(points, False, Paint(stroke="black", width=2))) == []


def test_identity() -> None:
    assert Matrix().apply(3, 4) == (3, 4)
