"""Chains of hexsides, rings of hexes, and the curves made of them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.drawing.map.lattice import Lattice
from builder.drawing.map.lettering import Curve, averaged, letters, text_on_curve
from builder.drawing.map.outline import chains, displaced, offset, resampled, ribbon, rounded
from builder.drawing.map.scatter import scatter, seed_of, swing, swings
from builder.drawing.map.shapes import area, inside
from builder.drawing.map.sides import crenellated
from builder.drawing.paths import flatten
from builder.hexes.grid import Grid, PixelGrid, Section


def lattice(orientation: str = "pointy") -> Lattice:
    flat = orientation == "flat"
    towards = "south" if flat else "east"
    section = Section(orientation, "CCRR", 1, 8, 1, 8, "north", "west", "even", towards)
    return Lattice(PixelGrid(Grid((section,)), 80, 60, 60))


HEXES = sorted(lattice().cells)


@settings(max_examples=15)
@given(st.sets(st.sampled_from(HEXES), min_size=1), st.sampled_from(["pointy", "flat"]))
def test_rings_enclose_just_their_hexes(cells: set, orientation: str) -> None:
    grid = lattice(orientation)
    chosen = {cell for cell in cells if cell in grid.cells} or {next(iter(grid.cells))}
    rings = [[grid.point(corner) for corner in ring] for ring in grid.rings(chosen)]
    side = 80 / math.sqrt(3)
    assert abs(sum(area(ring) for ring in rings)) == pytest.approx(len(chosen) * 80 * side * 1.5)
    for cell in grid.cells:
        times = sum(inside(grid.centre(cell), ring) for ring in rings)
        assert times % 2 == (cell in chosen)


@settings(max_examples=15)
@given(st.sets(st.tuples(st.sampled_from(HEXES), st.integers(0, 5)), min_size=1))
def test_chains_hold_every_hexside_once(sides: set) -> None:
    grid = lattice()
    edges = {grid.edge(cell, direction) for cell, direction in sides}
    steps = [(min(a, b), max(a, b)) for run in chains(edges) for a, b in itertools.pairwise(run)]
    assert sorted(steps) == sorted(edges)


def test_resampled_keeps_ends_and_length() -> None:
    line = [(0.0, 0.0), (30.0, 0.0), (30.0, 40.0)]
    points = resampled(line, 7)
    assert (points[0], points[-1]) == (line[0], line[-1])
    assert len(points) == 11
    assert all(math.dist(a, b) < 7.2 for a, b in itertools.pairwise(points))


def test_sideways_is_to_the_right_on_the_page() -> None:
    east = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)]
    assert offset(east, 3) == [(0, 3), (10, 3), (20, 3)]
    assert displaced(east, [0, 2, 0])[1] == (10, 2)


def test_a_ribbon_is_as_wide_as_it_says() -> None:
    outline = ribbon([(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)], [2, 4, 6])
    assert outline == [(0, 1), (10, 2), (20, 3), (20, -3), (10, -2), (0, -1)]


def test_rounded_keeps_ends_and_cuts_corners() -> None:
    corner = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    points = rounded(corner)
    assert (points[0], points[-1]) == (corner[0], corner[-1])
    assert (10.0, 0.0) not in points


def test_teeth_stand_on_the_left() -> None:
    (ring,) = crenellated([(0.0, 0.0), (40.0, 0.0)], 4, 3).parts()
    rows = {y for _, y in flatten(ring)}
    assert rows == {0, -3}


def test_chance_is_the_same_everywhere() -> None:
    assert scatter(3, 4, 5) == scatter(3, 4, 5) != scatter(4, 3, 5)
    values = [scatter(x, y, 1) for x in range(40) for y in range(40)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.02)
    assert -1 <= min(swing(x, 0) for x in range(99)) < -0.9
    assert seed_of("3908") != seed_of("3909")


def test_chances_at_once_are_those_one_by_one() -> None:
    x, y = np.meshgrid(np.arange(-400, 400, 57), np.arange(-90, 3000, 211))
    for salt in (0, 31, 2**31):
        one_by_one = [swing(int(a), int(b), salt) for a, b in zip(x.flat, y.flat, strict=True)]
        assert swings(x, y, salt).ravel().tolist() == one_by_one


def test_a_curve_is_walked_by_length() -> None:
    curve = Curve([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)])
    assert curve.length == 20
    assert curve.at(5) == ((5, 0), 0)
    assert curve.at(15) == ((10, 5), 90)
    assert curve.at(99)[0] == (10, 89)
    assert curve.at(-5)[0] == (-5, 0)
    assert {y for _, y in curve.lifted(0, 9, 3).points} == {-3}
    backwards = Curve([(10.0, 0.0), (0.0, 0.0)])
    assert backwards.reading().points == [(0, 0), (10, 0)]
    assert curve.reading() is curve


def test_averaging_flattens_a_zigzag() -> None:
    zigzag = [(float(x), 5.0 * (x % 2)) for x in range(20)]
    middle = averaged(zigzag, 4)[5:15]
    assert max(y for _, y in middle) - min(y for _, y in middle) < 1


def test_letters_are_spaced() -> None:
    from builder.drawing.canvas import TextStyle, text_width

    style = TextStyle(20, spacing=5)
    found = letters("Bug", style)
    assert [char for char, _, _ in found] == ["B", "u", "g"]
    end = found[-1][1] + found[-1][2]
    assert end == pytest.approx(text_width("Bug", style))


def test_no_halo_lies_on_a_letter() -> None:
    from builder.drawing.canvas import TextStyle
    from builder.drawing.pixels import PixelCanvas

    drawn: list[tuple[str, bool]] = []

    class Recorder(PixelCanvas):
        def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
            drawn.append((text, style.halo is not None))

    line = Curve([(0.0, 0.0), (99.0, 0.0)])
    text_on_curve(Recorder(9, 9), line, 0, "Bug", TextStyle(20, halo="white", halo_width=2))
    assert drawn == [(char, halo) for halo in (True, False) for char in "Bug"]
