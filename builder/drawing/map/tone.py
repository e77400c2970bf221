"""The faint unevenness of printed paper."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.drawing.map.layout import MapLayout
from builder.drawing.rows import Box

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
    tone = Tone.of(layout)
    for strip in strips:
        tone.lay(strip, 0, row)
        yield strip
        row += strip.height


@dataclass(frozen=True)
class Tone:
    """The clouds of a sheet, and the framed part of it on which they lie."""

    clouds: Sequence[_Cloud]
    frame: Box

    @classmethod
    def of(cls, layout: MapLayout) -> Tone:
        frame = layout.frame
        left, top = round(frame.x), round(frame.y)
        wide, high = round(frame.width), round(frame.height)
        coarse = (-(-wide // _COARSE), -(-high // _COARSE))
        clouds = [
            _Cloud.of(coarse, step * layout.unit / _COARSE, power, seed)
            for step, power, seed in _LAYERS
        ]
        return cls(clouds, (left, top, left + wide, top + high))

    def lay(self, part: Image, left: int, top: int) -> None:
        """Lay them on a part of the sheet that begins there."""
        from PIL import Image, ImageChops

        x, y, right, bottom = self.frame
        inner = (max(x, left), max(y, top), min(right, left + part.width))
        box = (*inner, min(bottom, top + part.height))
        if box[0] >= box[2] or box[1] >= box[3]:
            return
        # Four pixels at a time: what differs by a level or two has no edge that one could see.
        columns = (box[0] - x) // _COARSE, -(-(box[2] - x) // _COARSE)
        rows = (box[1] - y) // _COARSE, -(-(box[3] - y) // _COARSE)
        tone = Image.new("L", (columns[1] - columns[0], rows[1] - rows[0]), 255)
        for cloud in self.clouds:
            tone = ImageChops.subtract(tone, cloud.part(columns, rows))
        tint = Image.merge("RGB", (tone.point(_WARM), tone, tone.point(_COOL)))
        tint = tint.convert(part.mode)  # the part is far larger
        start = (box[0] - x) / _COARSE - columns[0], (box[1] - y) / _COARSE - rows[0]
        wide, high = box[2] - box[0], box[3] - box[1]
        shown = (*start, start[0] + wide / _COARSE, start[1] + high / _COARSE)
        tint = tint.resize((wide, high), Image.Resampling.NEAREST, box=shown)
        inside = (box[0] - left, box[1] - top, box[2] - left, box[3] - top)
        part.paste(ImageChops.multiply(part.crop(inside), tint), inside)


_WARM = [min(255, value + (255 - value) // 4) for value in range(256)]
_COOL = [max(0, value - (255 - value) // 3) for value in range(256)]


@dataclass(frozen=True)
class _Cloud:
    """Smooth noise from 0 to twice a strength: a few knots, enlarged a strip at a time."""

    knots: Image
    step: float

    @classmethod
    def of(cls, size: tuple[int, int], step: float, strength: float, seed: int) -> _Cloud:
        from PIL import Image

        columns, rows = int(size[0] / step) + 2, int(size[1] / step) + 2
        noise = Image.frombytes("L", (columns, rows), random.Random(seed).randbytes(columns * rows))
        levels = [round(value * 2 * strength / 255) for value in range(256)]
        return cls(noise.point(levels), step)

    def part(self, columns: tuple[int, int], rows: tuple[int, int]) -> Image:
        from PIL import Image

        left, right = (side / self.step for side in columns)
        top, bottom = (side / self.step for side in rows)
        size = (columns[1] - columns[0], rows[1] - rows[0])
        return self.knots.resize(size, Image.Resampling.BICUBIC, box=(left, top, right, bottom))
