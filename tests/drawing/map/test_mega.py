"""Mega-hexes on the map: outlined where they are asked for, wrong hexes told."""

from __future__ import annotations

import pytest

from builder.drawing.map.entries import Entry, entries
from builder.drawing.map.layout import layout_map
from builder.drawing.map.mega import draw_mega_hexes
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.scene import Scene
from builder.drawing.pixels import PixelCanvas
from builder.game.model import Game
from builder.game.problems import ProblemsError

from .conftest import Sample

RED = "#ff0000"


def drawn(game: Game) -> int:
    """How many pixels the outlines colour."""
    layout = layout_map(game)
    canvas = PixelCanvas(layout.width, layout.height, background="white", supersample=1)
    draw_mega_hexes(canvas, Scene(game, layout, "en"))
    return sum(canvas.picture().convert("L").histogram()[:255])


def test_outlines_are_drawn_where_they_are_asked_for(sample: Sample) -> None:
    game = sample.game()
    assert drawn(game) == 0
    through = next(iter(game.grid.places))
    game.definition.drawing["map"]["mega-hexes"] = {"through": through, "radius": 1, "colour": RED}
    assert drawn(game) > 100


def test_with_a_name_they_stand_in_the_legend(sample: Sample) -> None:
    game = sample.game()
    mega = {"through": next(iter(game.grid.places)), "radius": 1}
    game.definition.drawing["map"]["mega-hexes"] = mega
    without = entries(game, map_drawing(game))
    mega["name"] = "Air area"
    added = set(entries(game, map_drawing(game))) - set(without)
    assert added == {Entry("names", "Air area", "mega-hexes", "Air area", "#ffffff")}


def test_a_hex_that_is_none_is_told(sample: Sample) -> None:
    game = sample.game()
    game.definition.drawing["map"]["mega-hexes"] = {"through": "9999", "radius": 1}
    with pytest.raises(ProblemsError, match="9999"):
        layout_map(game)
