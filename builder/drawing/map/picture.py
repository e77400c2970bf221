"""The map as a picture: drawn in pixels, then given the faint unevenness of printed paper."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.children import Beside
from builder.collecting import uncollected
from builder.drawing.map.draw import Country, Layer, draw_map
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.names import Labels
from builder.drawing.map.palette import palette_of
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.scene import Scene
from builder.drawing.pixels import PixelCanvas
from builder.drawing.plates import PageCanvas, PlateCanvas
from builder.game.model import Game

if TYPE_CHECKING:
    from PIL.Image import Image

_LAYERS = ((420, 3.0, 1), (110, 2.0, 2))
"""Clouds of tone: pixels between their knots, strength in levels of 255, and seed."""


_STRIP = 256
"""Rows that are toned at once, to keep memory low."""


_COARSE = 4
"""Pixels of the sheet to one of its tone."""


class Upper:
    """What another process draws of a map: the pages of the layers above the lowest, layer by
    layer, and then where the labels of places stand."""

    def __init__(self, beside: Beside[list[bytes] | Labels]) -> None:
        self._beside = beside
        self._pages: deque[list[bytes]] = deque()

    def next(self) -> list[bytes] | None:
        """The pages of the next layer; None, also ever after, if they could not be made."""
        if self._pages:
            return self._pages.popleft()
        made = self._beside.next()
        return made if isinstance(made, list) else None

    def labels(self) -> Labels | None:
        """The labels, once all is drawn; None if it could not be, or if they were told before."""
        while isinstance(made := self._beside.next(), list):
            self._pages.append(made)
        return made

    def end(self) -> None:
        """Nothing is wanted any more."""
        self._beside.end()


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
            return next(toned([canvas.picture()], layout))
        draw_map(canvas, game, layout, language, under=False)
        return canvas.picture(_laid(layout, palette.sheet))


def drawn_alone(game: Game, layout: MapLayout) -> bool:
    """Whether no picture of the designer's lies under the sheet, which would keep its colours."""
    board = game.definition.board
    return layout.under is None and (board is None or not board.picture)


def map_rows(
    game: Game, layout: MapLayout, language: str = "en", upper: Upper | None = None
) -> Iterator[Image]:
    """A sheet that is drawn alone, in strips from the top down. It is painted while it is drawn:
    the lowest layer already when this is called, the `upper` ones perhaps by another process."""
    palette = palette_of(map_drawing(game).palette)
    canvas = PlateCanvas(layout.width, layout.height, background=palette.sheet)
    with uncollected():
        if upper is None:
            draw_map(canvas, game, layout, language)
            return _finished(canvas, layout, ())
        lowest, *others = Country(Scene(game, layout, language)).layers
        lowest(canvas)
        return _finished(canvas, layout, [(layer, upper) for layer in others])


def _finished(
    canvas: PlateCanvas, layout: MapLayout, missing: Iterable[tuple[Layer, Upper]]
) -> Iterator[Image]:
    with uncollected():
        for layer, upper in missing:
            if (pages := upper.next()) is not None:
                canvas.lay(pages)
            else:
                layer(canvas)
        yield from toned(canvas.rows(_STRIP), layout)


def upper_of(game: Game, layout: MapLayout, language: str = "en") -> Upper | None:
    """Have another process draw the upper layers of a sheet, for `map_rows`; `end` it afterwards.
    None where that does not help: a board, a picture under the map, a single core."""
    if layout.under is not None or game.definition.board is not None:
        return None
    beside = Beside.of(_upper_pages, game, layout, language)
    return None if beside is None else Upper(beside)


def _upper_pages(game: Game, layout: MapLayout, language: str) -> Iterator[list[bytes] | Labels]:
    """The pages of one layer after the other, then the labels."""
    with uncollected():
        country = Country(Scene(game, layout, language))
        for layer in country.layers[1:]:
            canvas = PageCanvas(layout.width, layout.height)
            layer(canvas)
            yield canvas.pages()
        yield country.names.labels


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


def toned(strips: Iterable[Image], layout: MapLayout) -> Iterator[Image]:
    """The sheet's strips with large, very weak clouds of tone inside the frame.

    No grain of single pixels: the file would grow fivefold for something that nobody sees.
    """
    from PIL import Image, ImageChops

    frame = layout.frame
    left, top = round(frame.x), round(frame.y)
    wide, high = round(frame.width), round(frame.height)
    coarse = (-(-wide // _COARSE), -(-high // _COARSE))
    clouds = [
        _Cloud.of(coarse, step * layout.unit / _COARSE, power, seed)
        for step, power, seed in _LAYERS
    ]
    warm = [min(255, value + (255 - value) // 4) for value in range(256)]
    cool = [max(0, value - (255 - value) // 3) for value in range(256)]
    first = -top  # the row of the frame that a strip begins with
    for strip in strips:
        upper, lower = max(0, first), min(high, first + strip.height)
        if upper < lower:
            # Four pixels at a time: what differs by a level or two has no edge that one could see.
            begin, end = upper // _COARSE, -(-lower // _COARSE)
            tone = Image.new("L", (-(-wide // _COARSE), end - begin), 255)
            for cloud in clouds:
                tone = ImageChops.subtract(tone, cloud.rows(begin, end))
            tint = Image.merge("RGB", (tone.point(warm), tone, tone.point(cool)))
            above = upper - begin * _COARSE
            part = (0.0, above / _COARSE, wide / _COARSE, (above + lower - upper) / _COARSE)
            size = (wide, lower - upper)
            tint = tint.resize(size, Image.Resampling.NEAREST, box=part)
            box = (left, upper - first, left + wide, lower - first)
            strip.paste(ImageChops.multiply(strip.crop(box), tint), box)
        yield strip
        first += strip.height


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
