"""The map as a picture: drawn in pixels, then given the faint unevenness of printed paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from builder.drawing.map.draw import Country, draw_map
from builder.drawing.map.halves import Drawn
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.names import Labels
from builder.drawing.map.palette import palette_of
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.scene import Scene
from builder.drawing.map.tone import toned
from builder.drawing.pixels import PixelCanvas
from builder.drawing.scans import bands
from builder.game.model import Game
from builder.machine.collecting import uncollected

if TYPE_CHECKING:
    from PIL.Image import Image


def map_picture(game: Game, layout: MapLayout, language: str = "en") -> Image:
    """The whole sheet as an RGB picture of the layout's size."""
    if drawn_alone(game, layout):
        from PIL import Image

        whole, top = Image.new("RGB", (layout.width, layout.height)), 0
        for strip in map_rows(game, layout, language):
            whole.paste(strip, (0, top))
            top += strip.height
        return whole
    palette = palette_of(map_drawing(game).palette)
    canvas = PixelCanvas(layout.width, layout.height, background=palette.sheet, supersample=2)
    with uncollected():
        if layout.under is None:
            draw_map(canvas, game, layout, language)
            return _toned(canvas.picture(), layout)
        draw_map(canvas, game, layout, language, under=False)
        return canvas.picture(_laid(layout, palette.sheet))


def _toned(whole: Image, layout: MapLayout) -> Image:
    """The same sheet with its tones, which are laid on it band by band: beside a sheet as large as
    some strangers' maps are, its tones and its copy would not fit."""
    top = 0
    for strip in toned(bands(whole), layout):
        whole.paste(strip, (0, top))
        top += strip.height
    return whole


def drawn_alone(game: Game, layout: MapLayout) -> bool:
    """Whether no picture of the designer's lies under the sheet, which would keep its colours."""
    board = game.definition.board
    return layout.under is None and (board is None or not board.picture)


def map_rows(game: Game, layout: MapLayout, language: str = "en") -> Iterator[Image]:
    """A sheet that is drawn alone, in strips from the top down. It is painted while it is drawn:
    already when this is called."""
    return Drawn(game, layout, language).alone()


def labels_of(game: Game, layout: MapLayout, language: str = "en") -> Labels:
    """Where the labels of places stand on a sheet that is drawn alone; none on a board."""
    if layout.under is not None or game.definition.board is not None:
        return {}
    with uncollected():
        return Country(Scene(game, layout, language)).names.labels


def _laid(layout: MapLayout, paper: str) -> Image:
    """The sheet with the designer's picture on it, pixel by pixel."""
    from PIL import Image

    assert layout.under is not None
    image = layout.under.image(paper)
    if image.size == (layout.width, layout.height):
        return image
    sheet = Image.new("RGB", (layout.width, layout.height), paper)
    sheet.paste(image, (round(layout.frame.x), round(layout.frame.y)))
    return sheet
