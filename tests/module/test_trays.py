"""Windows beside the map: what lies in them fits the screen where it can."""

from __future__ import annotations

from itertools import combinations

import pytest

from builder.game.loader import load_game
from builder.module.read_settings import module_settings
from builder.module.trays import _around, _closest, _corners, windows_of


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_command_tables_fit_the_screen(language: str) -> None:
    game = load_game("mlb")
    windows = windows_of(game, module_settings(game), 60, language)
    (tables,) = (window.tray for window in windows if window.settings.id == "command-tables")
    assert len(tables.charts) == 4
    assert tables.width <= 1880
    assert tables.height <= 960


@pytest.mark.parametrize(
    "sizes",
    [
        [(702, 470), (540, 406), (540, 406), (540, 598)],
        [(2400, 300), (300, 700), (900, 500), (1000, 20)],
        [(1000, 800)] * 5,
    ],
)
def test_close_together_nothing_lies_on_another(sizes: list[tuple[float, float]]) -> None:
    laid = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(_closest(sizes), sizes, strict=True)]
    for (a, b, c, d), (e, f, g, h) in combinations(laid, 2):
        assert g <= a or c <= e or h <= b or d <= f


def test_what_fits_in_rows_stays_in_its_order() -> None:
    sizes = [(600.0, 200.0), (600.0, 300.0), (600.0, 100.0)]
    assert _corners(sizes) == [(16, 16), (632, 16), (16, 332)]
    assert _around(_corners(sizes), sizes) == (1248, 448)
