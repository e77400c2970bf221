"""Cards that keep the proportions of their pictures: how large each is on paper, and which of them
share leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.sheets.options import SheetOptions

Size = tuple[float, float]

_LEAST = 12.0
"""Millimetres of the shorter side that fingers still hold."""
_ALIKE = 0.06
"""By how much of it two sizes may differ that share leaves: scans of one deck never agree."""
_LEAST_MARGIN = 7.5
_FOLD_ROOM = 5.0


def sizes_on_paper(pictures: Sequence[tuple[int, int]], options: SheetOptions) -> list[Size]:
    """The width and height in mm of each card by the size of its picture in pixels.

    The shorter side of the commonest size is `options.card`; the others are as much smaller as
    their pictures are. None is larger than that, nor than the paper holds.
    """
    if not pictures:
        return []
    common, _ = Counter(pictures).most_common(1)[0]
    scale = options.card / min(common)
    return [_bounded(size, scale, options) for size in pictures]


def _bounded(pixels: tuple[int, int], scale: float, options: SheetOptions) -> Size:
    wide, high = pixels
    shorter = min(max(min(wide, high) * scale, _LEAST), options.card)
    scale = shorter / min(wide, high)
    margin = min(options.margin, _LEAST_MARGIN)
    room = options.page[0] - 2 * margin
    if options.layout == "fold":
        room = options.page[0] / 2 - margin - _FOLD_ROOM
    scale = min(scale, room / wide, (options.page[1] - 2 * margin) / high)
    return wide * scale, high * scale


def alike(sizes: Sequence[Size], room: Callable[[Size], int]) -> list[tuple[Size, list[int]]]:
    """The cards by sizes that share leaves: the size of their cells, and their places in `sizes`.

    The commonest sizes come first and take in those that nearly agree; sizes of a few cards come
    together where that saves leaves. A cell is as large as the largest of its cards, but for what
    nearly agrees with one; `room` tells how many of a size a leaf holds.
    """
    rounded = [(round(wide, 1), round(high, 1)) for wide, high in sizes]
    groups: list[_Group] = []
    for size, count in Counter(rounded).most_common():
        near = next((one for one in groups if _near(one.first, size)), None)
        if near is None:
            groups.append(_Group(size, size, count, (size,)))
        else:
            more = near.count + count, (*near.members, size)
            groups[groups.index(near)] = _Group(near.first, near.cell, *more)
    merged: list[_Group] = []
    for group in groups:
        for at, other in enumerate(merged):
            both = other.joined(group)
            if both.leaves(room) < other.leaves(room) + group.leaves(room):
                merged[at] = both
                break
        else:
            merged.append(group)
    return [
        (group.cell, [index for index, size in enumerate(rounded) if size in group.members])
        for group in merged
    ]


@dataclass(frozen=True)
class _Group:
    """Sizes that share leaves: the first of them, the cell that holds all, how many cards."""

    first: Size
    cell: Size
    count: int
    members: tuple[Size, ...]

    def joined(self, other: _Group) -> _Group:
        cell = max(self.cell[0], other.cell[0]), max(self.cell[1], other.cell[1])
        members = (*self.members, *other.members)
        return _Group(self.first, cell, self.count + other.count, members)

    def leaves(self, room: Callable[[Size], int]) -> int:
        return -(-self.count // room(self.cell))


def _near(first: Size, size: Size) -> bool:
    return all(abs(a - b) <= _ALIKE * a for a, b in zip(first, size, strict=True))
