"""Rectangles packed on leaves of one size: pieces of a map, charts, all that is cut apart later."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

_EPS = 1e-6


@dataclass(frozen=True, slots=True)
class Item(Generic[Key]):
    """A rectangle still to be placed, in mm; `turns` if it may be laid on its side."""

    key: Key
    width: float
    height: float
    turns: bool = False

    @property
    def area(self) -> float:
        return self.width * self.height


@dataclass(frozen=True, slots=True)
class Placed(Generic[Key]):
    """An item on a leaf: its upper left corner there, and whether it lies on its side."""

    item: Item[Key]
    x: float
    y: float
    turned: bool = False

    @property
    def width(self) -> float:
        """Its width as it lies."""
        return self.item.height if self.turned else self.item.width

    @property
    def height(self) -> float:
        """Its height as it lies."""
        return self.item.width if self.turned else self.item.height


Leaf = tuple[Placed[Key], ...]
_Box = tuple[float, float, float, float]
_Fit = tuple[tuple[float, float], float, float, bool]
"""The rest that a place leaves, the narrower part first; its y and x; whether the item turns."""


def pack(
    items: Sequence[Item[Key]], room: tuple[float, float], gap: float
) -> list[Leaf[Key]] | None:
    """The items on as few leaves as several orders of placing them find, `gap` mm apart.

    Of plans with equally many leaves the one whose emptiest leaf is fullest. None if an item is
    larger than `room`. The same items in the same order give the same plan.
    """
    if any(not _fits(item, room) for item in items):
        return None
    plans = [_packed(sorted(items, key=order), room, gap) for order in _ORDERS]
    best = min(plans, key=lambda plan: (len(plan), -_emptiest(plan)), default=[])
    return evened(best, room, gap)


def covered(leaf: Leaf[Key]) -> float:
    """How many square mm of a leaf are covered."""
    return math.fsum(placed.item.area for placed in leaf)


def _emptiest(plan: Sequence[Leaf[Key]]) -> float:
    return min(map(covered, plan), default=0.0)


def evened(leaves: list[Leaf[Key]], room: tuple[float, float], gap: float) -> list[Leaf[Key]]:
    """The same leaves after items have moved to the emptiest one, while it helps."""
    while len(leaves) > 1:
        emptiest = min(leaves, key=covered)
        moves = [
            (min(covered(poorer[0]), covered(richer[0])), poorer[0], richer[0], leaf)
            for leaf in leaves
            if leaf is not emptiest and len(leaf) > 1
            for moved in leaf
            for poorer in [_repacked([*emptiest, moved], room, gap)]
            for richer in [_repacked([placed for placed in leaf if placed != moved], room, gap)]
            if len(poorer) == len(richer) == 1
        ]
        best = max(moves, key=lambda move: move[0], default=None)
        if best is None or best[0] <= covered(emptiest) + _EPS:
            break
        _, poorer, richer, leaf = best
        kept = [other for other in leaves if other is not emptiest and other is not leaf]
        leaves = [*kept, richer, poorer]
    return leaves


def _repacked(
    leaf: Sequence[Placed[Key]], room: tuple[float, float], gap: float
) -> list[Leaf[Key]]:
    items = sorted((placed.item for placed in leaf), key=lambda item: -item.area)
    return _packed(items, room, gap)


def _fits(item: Item[Key], room: tuple[float, float]) -> bool:
    upright = item.width <= room[0] + _EPS and item.height <= room[1] + _EPS
    lying = item.height <= room[0] + _EPS and item.width <= room[1] + _EPS
    return upright or (item.turns and lying)


_ORDERS: tuple[Callable[[Item[Key]], float], ...] = (
    lambda item: -item.area,
    lambda item: -max(item.width, item.height),
    lambda item: -item.width,
    lambda item: -item.height,
    lambda item: -(item.width + item.height),
)


def _packed(items: Sequence[Item[Key]], room: tuple[float, float], gap: float) -> list[Leaf[Key]]:
    empty = Free.whole(room, gap)
    open_leaves: list[OpenLeaf[Key]] = []
    for item in items:
        leaf = narrowest_of(open_leaves, item)
        if leaf is None:
            leaf = OpenLeaf(empty)
            open_leaves.append(leaf)
        leaf.take(item)
    return [tuple(leaf.placed) for leaf in open_leaves]


_Measure = tuple[float, float, bool]
"""What of an item counts for its place: its width, its height, and whether it turns."""


def _measure(item: Item[Key]) -> _Measure:
    return item.width, item.height, item.turns


class Free:
    """What is free on a leaf: rectangles that overlap, so that none is lost by a split (the method
    is known as "maximal rectangles"), and how they become when one of some size is laid.

    It never changes, and remembers what it was asked: many items are of one size, and of plans
    that are alike most leaves are filled alike.
    """

    __slots__ = ("_after", "_boxes", "_fits", "_gap")

    def __init__(self, boxes: Sequence[_Box], gap: float) -> None:
        self._boxes, self._gap = boxes, gap
        self._fits: dict[_Measure, _Fit | None] = {}
        self._after: dict[_Measure, Free] = {}

    @staticmethod
    def whole(room: tuple[float, float], gap: float) -> Free:
        """A leaf on which nothing lies: each item takes its gap to the right and below with it, and
        the leaf's edges need none."""
        return Free([(0.0, 0.0, room[0] + gap, room[1] + gap)], gap)

    def fit(self, size: _Measure) -> _Fit | None:
        """The place that leaves the narrowest rest."""
        try:
            return self._fits[size]
        except KeyError:
            found = self._fits[size] = self._narrowest(size)
            return found

    def _narrowest(self, size: _Measure) -> _Fit | None:
        width, height, turns = size
        found: _Fit | None = None
        for turned in (False, True) if turns else (False,):
            wide, high = (height, width) if turned else (width, height)
            wide, high = wide + self._gap, high + self._gap
            for x, y, broad, tall in self._boxes:
                if wide <= broad + _EPS and high <= tall + _EPS:
                    beside, below = broad - wide, tall - high
                    rest = (beside, below) if beside < below else (below, beside)
                    if found is None or (rest, y, x) < found[:3]:
                        found = rest, y, x, turned
        return found

    def after(self, size: _Measure) -> Free:
        """What is free when an item of a size has been laid in its place."""
        try:
            return self._after[size]
        except KeyError:
            found = self._after[size] = self._without(size)
            return found

    def _without(self, size: _Measure) -> Free:
        fit = self.fit(size)
        assert fit is not None, "only what fits is laid"
        _, y, x, turned = fit
        wide, high = (size[1], size[0]) if turned else (size[0], size[1])
        taken = (x, y, wide + self._gap, high + self._gap)
        parts = [part for box in self._boxes for part in _without(box, taken)]
        kept = [
            box
            for number, box in enumerate(parts)
            if not any(
                _inside(box, other) and (box != other or number > again)
                for again, other in enumerate(parts)
                if again != number
            )
        ]
        return Free(kept, self._gap)


class OpenLeaf(Generic[Key]):
    """A leaf that still takes items."""

    __slots__ = ("free", "placed")

    def __init__(self, free: Free) -> None:
        self.free = free
        self.placed: list[Placed[Key]] = []

    def take(self, item: Item[Key]) -> None:
        """Lay an item that fits where it leaves the narrowest rest."""
        size = _measure(item)
        fit = self.free.fit(size)
        assert fit is not None, "only what fits is laid"
        self.placed.append(Placed(item, fit[2], fit[1], fit[3]))
        self.free = self.free.after(size)


def narrowest_of(leaves: Sequence[OpenLeaf[Key]], item: Item[Key]) -> OpenLeaf[Key] | None:
    """The leaf on which an item leaves the narrowest rest, of equals the first."""
    size = _measure(item)
    found: tuple[tuple[float, float], OpenLeaf[Key]] | None = None
    for leaf in leaves:
        fit = leaf.free.fit(size)
        if fit is not None and (found is None or fit[0] < found[0]):
            found = fit[0], leaf
    return found and found[1]


def _without(box: _Box, taken: _Box) -> list[_Box]:
    """The largest rectangles of a box that do not touch what is taken."""
    x, y, width, height = box
    left, top, wide, high = taken
    right, bottom = left + wide, top + high
    if left >= x + width - _EPS or right <= x + _EPS or top >= y + height - _EPS:
        return [box]
    if bottom <= y + _EPS:
        return [box]
    parts = [
        (x, y, left - x, height),
        (right, y, x + width - right, height),
        (x, y, width, top - y),
        (x, bottom, width, y + height - bottom),
    ]
    return [part for part in parts if part[2] > _EPS and part[3] > _EPS]


def _inside(box: _Box, other: _Box) -> bool:
    return (
        box[0] >= other[0] - _EPS
        and box[1] >= other[1] - _EPS
        and box[0] + box[2] <= other[0] + other[2] + _EPS
        and box[1] + box[3] <= other[1] + other[3] + _EPS
    )
