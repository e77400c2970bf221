"""The windows on a map's field that is cut in some way, and what of them is worth its paper."""

from __future__ import annotations

from collections.abc import Iterator

from builder.sheets.cutting import Cut
from builder.sheets.pieces import Parts, Piece, Rect, piece_name

EDGE = 1e-3
"""mm within which a part reaches the edge of its window."""


def windows(parts: Parts, cut: Cut, overlap: float) -> Iterator[Piece]:
    """The windows on the field, and what further parts of one are worth their paper, but for those
    that others show: what a room leaves of a window may be no more than its overlap."""
    pieces = [*parts_of_windows(parts, cut, overlap)]
    for piece in [one for one in pieces if min(one.size) <= overlap + EDGE]:
        left = [piece.rect]
        for other in pieces:
            if other is not piece:
                left = [part for one in left for part in _beyond(one, other.rect)]
        if not left:
            pieces.remove(piece)
    yield from pieces


def _beyond(rect: Rect, other: Rect) -> Iterator[Rect]:
    """What of a rectangle another one does not cover, but for hairs."""
    x, y, wide, high = rect
    left, top = max(x, other[0]), max(y, other[1])
    right, bottom = min(x + wide, other[0] + other[2]), min(y + high, other[1] + other[3])
    if left >= right or top >= bottom:
        yield rect
        return
    for part in (
        (x, y, left - x, high),
        (right, y, x + wide - right, high),
        (left, y, right - left, top - y),
        (left, bottom, right - left, y + high - bottom),
    ):
        if min(part[2:]) > EDGE:
            yield part


def parts_of_windows(parts: Parts, cut: Cut, overlap: float) -> Iterator[Piece]:
    """The windows of a map that is cut into leaves, without what is left out: each in as many
    pieces as it then falls into, which lie over one another by `overlap`."""
    for (column, row), window in cut.windows(parts.hexes, overlap):
        name = piece_name(column, row)
        for number, part in enumerate(parts.keep(window)):
            if not number:
                yield Piece(name, part)
                continue
            # A further part lies over the first one, which stands at its west or its east.
            x, y, wide, high = part
            start = x if x - window[0] < EDGE else x - overlap
            yield Piece(f"{name}{chr(ord('a') + number)}", (start, y, wide + overlap, high))
