"""The map as a picture: drawn in pixels, then given the faint unevenness of printed paper."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.collecting import uncollected
from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.palette import palette_of
from builder.drawing.map.read_config import map_drawing
from builder.drawing.pixels import PixelCanvas
from builder.game.model import Game

if TYPE_CHECKING:
    from PIL.Image import Image

_LAYERS = ((420, 3.0, 1), (110, 2.0, 2))
"""Clouds of tone: pixels between their knots, strength in levels of 255, and seed."""


_STRIP = 256
"""Rows that are toned at once, to keep memory low."""


def map_picture(game: Game, layout: MapLayout, language: str = "en", supersample: int = 2) -> Image:
    """The whole sheet as an RGB picture of the layout's size.

    `supersample` is how many times finer it is drawn before it is averaged.
    """
    palette = palette_of(map_drawing(game).palette)
    canvas = PixelCanvas(
        layout.width, layout.height, background=palette.sheet, supersample=supersample
    )
    with uncollected():
        if layout.under is None:
            draw_map(canvas, game, layout, language)
            return toned(canvas.picture(), layout)
        draw_map(canvas, game, layout, language, under=False)
        return canvas.picture(_laid(layout, palette.sheet))


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


def toned(picture: Image, layout: MapLayout) -> Image:
    """The picture with large, very weak clouds of tone inside the frame.

    No grain of single pixels: the file would grow fivefold for something that nobody sees.
    """
    from PIL import Image, ImageChops

    frame = layout.frame
    left, top = round(frame.x), round(frame.y)
    size = (round(frame.width), round(frame.height))
    clouds = [_Cloud.of(size, step * layout.unit, power, seed) for step, power, seed in _LAYERS]
    warm = [min(255, value + (255 - value) // 4) for value in range(256)]
    cool = [max(0, value - (255 - value) // 3) for value in range(256)]
    for upper in range(0, size[1], _STRIP):
        lower = min(size[1], upper + _STRIP)
        tone = Image.new("L", (size[0], lower - upper), 255)
        for cloud in clouds:
            tone = ImageChops.subtract(tone, cloud.rows(upper, lower))
        tint = Image.merge("RGB", (tone.point(warm), tone, tone.point(cool)))
        box = (left, top + upper, left + size[0], top + lower)
        picture.paste(ImageChops.multiply(picture.crop(box), tint), box)
    return picture


@dataclass(frozen=True)
class _Cloud:
    """Smooth noise from 0 to twice a strength: a few knots, enlarged a strip at a time."""

    knots: Image
    size: tuple[int, int]
    step: float

    @classmethod
    def of(cls, size: tuple[int, int], step: float, strength: float, seed: int) -> _Cloud:
        from PIL import Image

        columns, rows = int(size[0] / step) + 2, int(size[1] / step) + 2
        noise = Image.frombytes("L", (columns, rows), random.Random(seed).randbytes(columns * rows))
        levels = [round(value * 2 * strength / 255) for value in range(256)]
        return cls(noise.point(levels), size, step)

    def rows(self, upper: int, lower: int) -> Image:
        from PIL import Image

        box = (0.0, upper / self.step, self.size[0] / self.step, lower / self.step)
        size = (self.size[0], lower - upper)
        return self.knots.resize(size, Image.Resampling.BICUBIC, box=box)
