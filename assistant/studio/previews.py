"""What a page of the studio shows of a game besides its files; drawn in a process of its own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.game.model import Game

ENGLISH = "en"
MAP_WIDTH = 1_100
SHEET_WIDTH = 900


@lru_cache(maxsize=2)
def _game(folder: str, stamp: str) -> Game:
    """What can be used of the game as its files were at a stamp."""
    from builder.game.loader import read_game
    from builder.game.problems import Collector

    return read_game(Path(folder), Collector())


def map_preview(folder: str, stamp: str, language: str) -> bytes:
    """The map, small, as PNG, with the names of a language as far as the game has it."""
    return _map(folder, stamp, language, draft=False)


def map_draft(folder: str, stamp: str, language: str) -> bytes:
    """The same without what takes long to draw."""
    return _map(folder, stamp, language, draft=True)


def _map(folder: str, stamp: str, language: str, *, draft: bool) -> bytes:
    from builder.drawing.map.draw import draw_draft, draw_map
    from builder.drawing.map.layout import layout_map
    from builder.drawing.map.palette import palette_of
    from builder.drawing.map.read_config import map_drawing
    from builder.drawing.pixels import PixelCanvas
    from builder.module.art import png

    game = _game(folder, stamp)
    spoken = language if language in game.texts else ENGLISH
    layout = layout_map(game)
    paper = palette_of(map_drawing(game).palette).sheet
    scale = min(1.0, MAP_WIDTH / layout.width)
    sharp = 1 if draft else 2
    canvas = PixelCanvas(layout.width, layout.height, scale, background=paper, supersample=sharp)
    (draw_draft if draft else draw_map)(canvas, game, layout, spoken)
    return png(canvas.picture())


def sheet_preview(folder: str, stamp: str, language: str, counter: str) -> bytes:
    """The printed leaf, front, on which a counter lies, as PNG."""
    from builder.drawing.map.words import named
    from builder.drawing.translation import translated
    from builder.sheets.counters import counter_sheets, leaf_of
    from builder.sheets.game import counter_pairs
    from builder.sheets.options import SPANISH, SheetOptions
    from builder.sheets.pages import page_picture

    game, options = _game(folder, stamp), SheetOptions()
    if language in game.texts:
        game = translated(game, language)
        options = SheetOptions(words=SPANISH) if language == "es" else options
    pairs = counter_pairs(game)
    if not pairs:
        return b""
    leaf = leaf_of(pairs, counter, options)
    data = counter_sheets(
        named(game, language, "title", game.definition.title), pairs, options, leaf
    )
    return page_picture(data, 0, SHEET_WIDTH) or b""


def map_places(game: Game) -> dict[str, tuple[float, float]]:
    """Where each hex lies on the map's picture, as parts of its width and height."""
    from builder.drawing.map.layout import layout_map

    layout = layout_map(game)
    found = {}
    for name in game.grid.places:
        x, y = layout.pixels.centre(name)
        found[name] = (round(x / layout.width, 5), round(y / layout.height, 5))
    return found
