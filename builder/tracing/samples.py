"""What each hex and each hexside of a picture looks like, as numbers that tell grounds apart.

A hex is described by the shares of some colours in it and in its middle, where towns stand, by its
mean colour and by how busy it is; a hexside by the colours along it that the ground beside it has
not. The rim of a hex stays out: grid, number and the neighbour's ground are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.hexes.grid import PixelGrid

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Array = np.ndarray[Any, np.dtype[np.float64]]

WIDTH = 36.0
"""Pixels of a hex in the picture that is looked at: enough for a texture, and quick."""

COLOURS = 96
"""Shades into which a map is sorted: with fewer a rare one, as of a bridge or an objective's rim,
falls in with the ground beside it."""

_AT_ONCE = 1000
"""Hexes or hexsides that are looked at together."""

_WHOLE, _MIDDLE = 0.40, 0.20
"""Hex widths from the middle that belong to a hex, and to its middle."""
_TOWNS, _BLENDED = 1.2, 0.5
"""What the middle counts beside the whole, and mean colours beside shares of shades: measured on
the maps of nine games, where it is hardest to tell whether a hex has a town."""

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
    centres = np.array([pixels.centre(name) for name in names]).reshape(-1, 2) * scale
    of_hexes = _in_parts(look.hexes, centres)
    at = {name: number for number, name in enumerate(names)}
    sides = tuple(_sides(pixels))
    ends = np.array([ends for _, _, ends in sides]).reshape(-1, 4) * scale
    beside = np.array([(at[one], at[other]) for one, other, _ in sides], dtype=int).reshape(-1, 2)
    ground = np.maximum(of_hexes[beside[:, 0], :COLOURS], of_hexes[beside[:, 1], :COLOURS]) ** 2
    of_sides = _in_parts(look.sides, ends, ground)
    return Samples(names, of_hexes, tuple((one, other) for one, other, _ in sides), of_sides)


def _in_parts(look: Callable[..., Array], *tables: Array) -> Array:
    """What is seen at the rows of the tables, some at a time: all at once would fill the memory."""
    import numpy as np

    starts = range(0, max(1, len(tables[0])), _AT_ONCE)
    return np.concatenate(
        [look(*(t[start : start + _AT_ONCE] for t in tables)) for start in starts]
    )


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

    def hexes(self, centres: Array) -> Array:
        """Of each hex the shares of shades, also in its middle; mean colour, deviation, unrest."""
        import numpy as np

        rows, columns = self._at(self.whole, centres)
        colour = self.rgb[rows, columns]
        near = self._at(self.middle, centres)
        return np.concatenate(
            (
                np.sqrt(_shares(self.shade[rows, columns])),
                _TOWNS * np.sqrt(_shares(self.shade[near])),
                _BLENDED * colour.mean(axis=1) / 60.0,
                _BLENDED * colour.std(axis=1) / 60.0,
                _BLENDED * self.busy[rows, columns].mean(axis=1, keepdims=True) / 12.0,
            ),
            axis=1,
        )

    def sides(self, ends: Array, ground: Array) -> Array:
        """Shares of the shades along hexsides beyond what the hexes beside them have of them.

        `ends` are x and y of both ends, `ground` the greater share of each shade in either hex.
        """
        import numpy as np

        x0, y0, x1, y1 = (ends[:, at][:, None] for at in range(4))
        length = np.maximum(np.hypot(x1 - x0, y1 - y0), 1e-6)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        along, beside = (part.ravel()[None, :] for part in np.meshgrid(self.along, self.beside))
        along, beside = along * length, beside * self.width
        x = (x0 + x1) / 2 + ux * along - uy * beside
        y = (y0 + y1) / 2 + uy * along + ux * beside
        rows = np.clip(np.round(y).astype(int), 0, self.high - 1)
        columns = np.clip(np.round(x).astype(int), 0, self.wide - 1)
        shades = self.shade[rows, columns]
        beyond = np.sqrt(np.maximum(_shares(shades) - ground, 0.0))
        # How much of its length bears a colour that neither hex has: a line runs all along.
        strange = np.take_along_axis(ground < 0.02, shades, axis=1)
        strange = strange.reshape(len(ends), len(self.beside), len(self.along))
        share = strange.any(axis=1).mean(axis=1, keepdims=True)
        return np.concatenate((beyond, 2.0 * share), axis=1)

    def _at(self, offsets: Any, centres: Array) -> Any:
        import numpy as np

        x, y = np.round(centres[:, :1]).astype(int), np.round(centres[:, 1:]).astype(int)
        return (
            np.clip(offsets[0][None, :] + y, 0, self.high - 1),
            np.clip(offsets[1][None, :] + x, 0, self.wide - 1),
        )


def _shares(shades: Any) -> Array:
    """Of each row of shades the share of each shade."""
    import numpy as np

    number, size = shades.shape
    counted = shades + COLOURS * np.arange(number)[:, None]
    found = np.bincount(counted.ravel(), minlength=number * COLOURS).reshape(number, COLOURS)
    shares: Array = found / max(1, size)
    return shares
