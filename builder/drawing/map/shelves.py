"""Panels beside the map, packed side by side on shelves of one width."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """A rectangle still to be placed; `stretch` may grow to fill its shelf."""

    id: str
    kind: str
    name: str
    width: float
    height: float
    side: str = ""
    stretch: bool = False


Box = tuple[float, float, float, float]
"""x, y, width, height."""

_AIRY = 5.0
"""How many times as wide gaps between shelves may be: wider ones would look like something lost."""


def on_shelves(
    blocks: Sequence[Block], left: float, top: float, size: tuple[float, float], gap: float
) -> Iterator[tuple[Block, Box]]:
    """Each block with its place.

    `size` is the shelves' width and the height that all may have: what they leave of it goes to
    those with blocks that stretch, which become up to twice as high, and then between all, where
    gaps become up to `_AIRY` times as wide.
    """
    strip, room = size
    shelves = _filled(blocks, strip, gap)
    heights = [max(block.height for block in shelf) for shelf in shelves]
    soft = [any(block.stretch for block in shelf) for shelf in shelves]
    spare = max(0.0, room - math.fsum(heights) - gap * (len(shelves) - 1))
    share = spare / max(1, sum(soft))
    grown = [
        height + (min(share, height) if stretches else 0.0)
        for height, stretches in zip(heights, soft, strict=True)
    ]
    between = (room - math.fsum(grown)) / max(1, len(shelves) - 1)
    down = min(max(gap, between), _AIRY * gap)
    y = top
    for shelf, high in zip(shelves, grown, strict=True):
        yield from _shelf(shelf, left, y, strip, high, gap)
        y += high + down


def _filled(blocks: Sequence[Block], strip: float, gap: float) -> list[list[Block]]:
    """The blocks of each shelf: those that come first, and later ones that still fit."""
    shelves = []
    rest = list(blocks)
    while rest:
        shelf = [rest.pop(0)]
        used = shelf[0].width
        for block in list(rest):
            if used + gap + block.width <= strip:
                shelf.append(block)
                rest.remove(block)
                used += gap + block.width
        shelves.append(shelf)
    return shelves


def _shelf(
    shelf: Sequence[Block], left: float, y: float, strip: float, height: float, gap: float
) -> Iterator[tuple[Block, Box]]:
    """One shelf: what is spare goes to the blocks that stretch, or else to all."""
    spare = strip - math.fsum(block.width for block in shelf) - gap * (len(shelf) - 1)
    soft = [block for block in shelf if block.stretch] or list(shelf)
    x = left
    for block in shelf:
        width = block.width + (spare / len(soft) if block in soft else 0.0)
        yield block, (x, y, width, height)
        x += width + gap
