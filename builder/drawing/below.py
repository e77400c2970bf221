"""What lies below names on a sheet: kept as it was before they were written."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.drawing.png import SHORTENER
from builder.drawing.rows import Box

_HALO = 2
"""Pixels round a name that belong to it: its letters have an edge of the ground's colour."""
_LEVEL = 1
"""How hard it is packed: it is small."""


@dataclass(frozen=True)
class Piece:
    """Rows of the sheet in RGB, as wide as the box of a name, from one of its rows on."""

    row: int
    pixels: bytes

    def height(self, wide: int) -> int:
        """How many rows there are, of so many bytes."""
        return len(self.pixels) // wide


Below = Mapping[Box, Sequence[Piece]]
"""By the box of a name what lies below it, in one piece or more."""


def box_of(label: Sequence[float], edge: float = _HALO) -> Box:
    """The whole pixels of a name that takes up so much of a sheet, with an edge round it."""
    left, top = (math.floor(side - edge) for side in label[:2])
    right, bottom = (math.ceil(side + edge) for side in label[2:])
    return left, top, right, bottom


def both(one: Below, other: Below) -> Below:
    """What two know who have different rows of a sheet."""
    return {box: [*one.get(box, ()), *other.get(box, ())] for box in {**one, **other}}


def packed(below: Below) -> bytes:
    """To be kept."""
    flat = [(box, one) for box, pieces in below.items() for one in pieces]
    head = json.dumps([[*box, one.row, len(one.pixels)] for box, one in flat]).encode()
    body: bytes = SHORTENER.compress(b"".join(one.pixels for _, one in flat), _LEVEL)
    return len(head).to_bytes(4, "big") + head + body


def unpacked(data: bytes) -> Below:
    """What was kept."""
    begin = 4 + int.from_bytes(data[:4], "big")
    pixels, at = SHORTENER.decompress(data[begin:]), 0
    found: dict[Box, list[Piece]] = {}
    for left, top, right, bottom, row, length in json.loads(data[4:begin]):
        piece = Piece(row, pixels[at : at + length])
        found.setdefault((left, top, right, bottom), []).append(piece)
        at += length
    return found


def parts(boxes: Iterable[Box], size: tuple[int, int], top: int) -> Iterator[tuple[Box, Box]]:
    """Those boxes of a sheet that lie in a picture of so many of its pixels, which begins in its
    row `top`, each with the part of the picture that is in it."""
    wide, high = size
    for box in boxes:
        if box[0] >= 0 and box[2] <= wide:
            above, below = max(0, box[1] - top), min(high, box[3] - top)
            if above < below:
                yield box, (box[0], above, box[2], below)
