"""Halos of small letters as masks that PDFium lays like letters, each drawn once.

A halo is the broad stroke of a letter's outline. PDFium strokes it anew for each letter, which for
the numbers of a large map takes longer than all its ground; a letter of a font whose letters are
masks (Type 3) it makes once and then copies.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

FINE = 4
"""So many dots of a mask, across and down, make a pixel: they are black or not."""

MOST = 256
"""Letters of such a font: its texts have a byte for each."""


@dataclass(frozen=True)
class Halo:
    """A face, its size, and how far its halo reaches, in pixels."""

    face: str
    size: float
    reach: float


@dataclass(frozen=True)
class Mask:
    """A halo in dots, a bit each, rows from the top down and 0 where it is; the pixels from the
    beginning of the letter's baseline to its left edge and to its lowest, and its size in them."""

    dots: bytes
    left: int
    low: int
    width: int
    height: int

    def letter(self, size: float, advance: float) -> bytes:
        """What draws it, in thousandths of the font's size; the letter is so wide."""
        # By a trace smaller than whole pixels, because what is larger is laid on one more.
        unit = 1000 / size
        wide, high = self.width * unit * _WHOLE, self.height * unit * _WHOLE
        x, y = self.left * unit, self.low * unit
        box = f"{x:.4f} {y:.4f} {x + wide:.4f} {y + high:.4f}"
        image = f"/W {self.width * FINE} /H {self.height * FINE} /IM true /BPC 1"
        place = f"{advance:.4f} 0 {box} d1 {wide:.4f} 0 0 {high:.4f} {x:.4f} {y:.4f} cm"
        return b"".join([f"{place} BI {image} ID ".encode(), self.dots, b" EI"])


_WHOLE = 1 - 1e-5

Painted = Callable[[tuple[int, int], str, str, int], bytes]
"""Dots of so many across and down that words of PDF draw with a glyph of a face."""


@lru_cache(maxsize=1024)
def mask_of(halo: Halo, glyph: int, advance: float, painted: Painted) -> Mask:
    """The mask of a glyph that is so many thousandths of its size wide."""
    edge = math.ceil(halo.reach) + 1
    left, low = -edge, -math.ceil(_BELOW * halo.size) - edge
    width = math.ceil(advance * halo.size / 1000) + 2 * edge
    height = math.ceil(_ABOVE * halo.size) + edge - low
    words = (
        f"{FINE} 0 0 {FINE} {-left * FINE} {-low * FINE} cm 1 J 1 j {2 * halo.reach:.4f} w "
        f"BT /F{halo.face} {halo.size:.4f} Tf 1 Tr <{glyph:04x}> Tj ET"
    )
    dots = painted((width * FINE, height * FINE), words, halo.face, glyph)
    return Mask(dots, left, low, width, height)


_ABOVE, _BELOW = 1.0, 0.3
"""How far letters reach from the baseline, in sizes."""
