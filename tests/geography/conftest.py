"""Small maps as fixtures: every test that asks for one runs pointy and flat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from small_map import SmallGame, make_fit, make_grid

from builder.geography.plane import Plane


@pytest.fixture(params=["pointy", "flat"])
def orientation(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def plane(orientation: str) -> Plane:
    return Plane(make_grid(orientation), make_fit())


@pytest.fixture
def degrees(plane: Plane) -> Callable[..., list[list[float]]]:
    """Points of the plane, in hex widths, as degrees."""

    def convert(*points: tuple[float, float]) -> list[list[float]]:
        return [list(plane.fit.inverse(x, y)) for x, y in points]

    return convert


@pytest.fixture
def game(tmp_path: Path, orientation: str, plane: Plane) -> SmallGame:
    return SmallGame(tmp_path / "small", orientation, plane)
