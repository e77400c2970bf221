"""The faint unevenness of printed paper."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.drawing.map.layout import MapLayout

if TYPE_CHECKING:
    from PIL.Image import Image

_LAYERS = ((420, 3.0, 1), (110, 2.0, 2))
"""Clouds of tone: pixels between their knots, strength in levels of 255, and seed."""


_COARSE = 4
"""Pixels of the sheet to one of its tone."""


def toned(strips: Iterable[Image], layout: MapLayout, row: int = 0) -> Iterator[Image]:
    """The sheet's strips, from a row on, with large, very weak clouds of tone inside the frame.

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
    first = row - top  # the row of the frame that a strip begins with
    for strip in strips:
        upper, lower = max(0, first), min(high, first + strip.height)
        if upper < lower:
            # Four pixels at a time: what differs by a level or two has no edge that one could see.
            begin, end = upper // _COARSE, -(-lower // _COARSE)
            tone = Image.new("L", (-(-wide // _COARSE), end - begin), 255)
            for cloud in clouds:
                tone = ImageChops.subtract(tone, cloud.rows(begin, end))
            tint = Image.merge("RGB", (tone.point(warm), tone, tone.point(cool)))
            tint = tint.convert(strip.mode)  # the strip is far larger
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
