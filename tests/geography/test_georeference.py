"""Fitting a grid to the earth."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.game.problems import Collector
from builder.geography.georeference import KnownPlace, fit_grid, read_known_places
from builder.geography.plane import Plane
from builder.geography.projection import Stereographic


@given(st.floats(-12, 12), st.floats(-8, 8))
def test_projection_there_and_back(east: float, north: float) -> None:
    projection = Stereographic(25, 55)
    x, y = projection.forward(25 + east, 55 + north)
    longitude, latitude = projection.inverse(float(x), float(y))
    assert (longitude, latitude) == pytest.approx((25 + east, 55 + north), abs=1e-9)


def test_projection_has_true_kilometres() -> None:
    x, y = Stereographic(0, 50).forward(0, 51)
    assert float(x) == pytest.approx(0, abs=1e-9)
    assert float(y) == pytest.approx(-111.2, abs=0.1)


def known(plane: Plane, *hexes: str) -> list[KnownPlace]:
    places = []
    for name in hexes:
        longitude, latitude = plane.fit.inverse(*plane.layout.centre(name))
        places.append(KnownPlace(name, (name,), longitude, latitude))
    return places


@pytest.mark.parametrize("kind", ["similarity", "affine"])
def test_places_without_errors_are_fitted_exactly(plane: Plane, kind: str) -> None:
    places = known(plane, "0101", "1001", "0508", "1008")
    fit = fit_grid(places, plane.grid, kind)  # type: ignore[arg-type]
    assert all(fit.residual(place, plane.grid) < 0.05 for place in places)
    assert fit.km == pytest.approx(plane.fit.km, rel=0.01)


def test_residuals_are_kilometres(plane: Plane) -> None:
    places = known(plane, "0101", "1001", "0508", "1008")
    x, y = plane.layout.centre("0101")
    longitude, latitude = plane.fit.inverse(x + 0.5, y)
    moved = KnownPlace("moved", ("0101",), longitude, latitude)
    assert plane.fit.residual(moved, plane.grid) == pytest.approx(0.5 * plane.fit.km, rel=1e-6)
    assert plane.fit.residual(places[1], plane.grid) == pytest.approx(0, abs=1e-6)


def test_a_place_on_a_hexside_lies_between_its_hexes(plane: Plane) -> None:
    neighbour = plane.grid.neighbours("0505")[0]
    (x1, y1), (x2, y2) = plane.layout.centre("0505"), plane.layout.centre(neighbour)
    longitude, latitude = plane.fit.inverse((x1 + x2) / 2, (y1 + y2) / 2)
    place = KnownPlace("ford", ("0505", neighbour), longitude, latitude)
    assert plane.fit.residual(place, plane.grid) < 1e-6


def test_hex_at_finds_the_hex_of_its_own_middle(plane: Plane) -> None:
    for name in ("0101", "0505", "1008"):
        assert plane.hex_at(*plane.fit.inverse(*plane.layout.centre(name))) == name
    assert plane.hex_at(40, 10) is None


def test_fit_inverse(plane: Plane, degrees: Callable[..., list[list[float]]]) -> None:
    x, y = plane.fit.forward(*degrees((3.25, 4.5))[0])
    assert hypot(float(x) - 3.25, float(y) - 4.5) < 1e-9


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("Here,9999,10,50", "'9999' is no hex"),
        ("Here,0101,ten,50", "'ten' is not a number of degrees"),
        ("Here,0101,10,95", "'95' is not a number of degrees"),
        ("Here,,10,50", "has no hex"),
    ],
)
def test_mistakes_are_told_with_their_line(
    plane: Plane, tmp_path: Path, row: str, said: str
) -> None:
    path = tmp_path / "georeference.csv"
    path.write_text(f"name,hex,longitude,latitude\nFirst,0101,10,50\n{row}\n", encoding="utf-8")
    problems = Collector()
    assert len(read_known_places(path, plane.grid, problems)) == 1
    assert [problem.line for problem in problems.problems] == [3]
    assert said in problems.problems[0].text
