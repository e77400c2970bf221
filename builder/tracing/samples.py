"""What each hex and each hexside of a picture looks like, as numbers that tell grounds apart.

A hex is described by the shares of some colours in it and in its middle, where towns stand, by its
mean colour and by how busy it is; a hexside by the colours along it that the ground beside it has
not. The rim of a hex stays out: grid, number and the neighbour's ground are there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.hexes.grid import PixelGrid

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Array = np.ndarray[Any, np.dtype[np.float64]]

WIDTH = 36.0
"""Pixels of a hex in the picture that is looked at: enough for a texture, and quick."""

COLOURS = 40
"""Shades into which a map is sorted."""

_WHOLE, _MIDDLE = 0.40, 0.20
"""Hex widths from the middle that belong to a hex, and to its middle."""
_ALONG, _BESIDE = 0.38, 0.10
"""Of a hexside: hex widths of half its sampled length, and on each side of it."""


@dataclass(frozen=True)
class Samples:
    """Rows of numbers: of `hexes` by name, of `sides` by the two hexes that meet there."""

    hexes: tuple[str, ...]
    of_hexes: Array
    sides: tuple[tuple[str, str], ...]
    of_sides: Array


def samples_of(image: Image, pixels: PixelGrid) -> Samples:
    """Describe all hexes and hexsides of an upright picture on which the grid lies."""
    import numpy as np
    from PIL import Image as Pillow

    scale = WIDTH / pixels.width
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, Pillow.Resampling.BOX)
    else:
        scale = 1.0
    sorted_ = image.quantize(COLOURS, method=Pillow.Quantize.FASTOCTREE, dither=Pillow.Dither.NONE)
    shade = np.asarray(sorted_, dtype=np.int64)
    rgb = np.asarray(image.convert("RGB"), dtype=np.float32)
    grey = rgb @ np.array([0.3, 0.59, 0.11], dtype=np.float32)
    busy = np.abs(np.diff(grey, axis=0, prepend=grey[:1]))
    busy = busy + np.abs(np.diff(grey, axis=1, prepend=grey[:, :1]))
    look = _Look(shade, rgb, busy, scale * pixels.width)
    names = tuple(pixels.grid.places)
    centres = np.array([pixels.centre(name) for name in names]) * scale
    of_hexes = np.stack([look.hex(x, y) for x, y in centres])
    at = dict(zip(names, range(len(names)), strict=True))
    sides = tuple(_sides(pixels))
    rows = [
        look.side((_scaled(a, scale), _scaled(b, scale)), of_hexes[at[one]], of_hexes[at[other]])
        for one, other, (a, b) in sides
    ]
    of_sides = np.stack(rows) if rows else np.zeros((0, 1))
    return Samples(names, of_hexes, tuple((one, other) for one, other, _ in sides), of_sides)


def _scaled(point: tuple[float, float], scale: float) -> tuple[float, float]:
    return point[0] * scale, point[1] * scale


Ends = tuple[tuple[float, float], tuple[float, float]]


def _sides(pixels: PixelGrid) -> Iterator[tuple[str, str, Ends]]:
    """Every hexside between two hexes of the map, once, with its ends."""
    order = {name: number for number, name in enumerate(pixels.grid.places)}
    for name, near in pixels.grid.around.items():
        for direction, other in near.items():
            if order[name] < order[other]:
                yield name, other, pixels.hexside(name, direction)


class _Look:
    """Takes samples from a picture: each pixel's shade, colour, and change to the next."""

    def __init__(self, shade: Any, rgb: Any, busy: Any, width: float) -> None:
        import numpy as np

        self.shade, self.rgb, self.busy = shade, rgb, busy
        self.high, self.wide = shade.shape
        self.width = width
        reach = int(np.ceil(_WHOLE * width))
        dy, dx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        far = np.hypot(dx, dy)
        self.whole = [part[far <= _WHOLE * width] for part in (dy, dx)]
        self.middle = [part[far <= _MIDDLE * width] for part in (dy, dx)]
        steps = max(6, round(2 * _ALONG * width))
        across = max(2, round(2 * _BESIDE * width)) + 1
        self.along = np.linspace(-_ALONG, _ALONG, steps)
        self.beside = np.linspace(-_BESIDE, _BESIDE, across)

    def hex(self, x: float, y: float) -> Any:
        """Shares of the shades in the hex and in its middle, mean colour, deviation, unrest."""
        import numpy as np

        rows, columns = self._at(self.whole, x, y)
        colour = self.rgb[rows, columns]
        near = self._at(self.middle, x, y)
        return np.concatenate(
            (
                np.sqrt(self._shares(self.shade[rows, columns])),
                0.7 * np.sqrt(self._shares(self.shade[near])),
                colour.mean(axis=0) / 60.0,
                colour.std(axis=0) / 60.0,
                [self.busy[rows, columns].mean() / 12.0],
            )
        )

    def side(self, ends: Ends, one: Any, other: Any) -> Any:
        """Shares of the shades along a hexside beyond what the two hexes have of them."""
        import numpy as np

        (x0, y0), (x1, y1) = ends
        length = float(np.hypot(x1 - x0, y1 - y0)) or 1.0
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        along, beside = np.meshgrid(self.along * length, self.beside * self.width)
        x = (x0 + x1) / 2 + ux * along - uy * beside
        y = (y0 + y1) / 2 + uy * along + ux * beside
        rows = np.clip(np.round(y).astype(int), 0, self.high - 1)
        columns = np.clip(np.round(x).astype(int), 0, self.wide - 1)
        shares = self._shares(self.shade[rows, columns].ravel())
        ground = np.maximum(one[:COLOURS], other[:COLOURS]) ** 2
        beyond = np.sqrt(np.maximum(shares - ground, 0.0))
        # How much of its length bears a colour that neither hex has: a line runs all along.
        strange = (ground < 0.02)[self.shade[rows, columns]]
        return np.concatenate((beyond, [2.0 * strange.any(axis=0).mean()]))

    def _at(self, offsets: Any, x: float, y: float) -> Any:
        import numpy as np

        return (
            np.clip(offsets[0] + round(float(y)), 0, self.high - 1),
            np.clip(offsets[1] + round(float(x)), 0, self.wide - 1),
        )

    def _shares(self, shades: Any) -> Any:
        import numpy as np

        return np.bincount(shades, minlength=COLOURS)[:COLOURS] / max(1, shades.size)
