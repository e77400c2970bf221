"""Rectangles packed on leaves of one size: pieces of a map, charts, all that is cut apart later."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from builder.dataclass import dataclass

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
    open_leaves: list[OpenLeaf[Key]] = []
    for item in items:
        places = [(fit, leaf) for leaf in open_leaves if (fit := leaf.best(item)) is not None]
        if places:
            (_, placed), leaf = min(places, key=lambda place: place[0][0])
        else:
            leaf = OpenLeaf(room, gap)
            open_leaves.append(leaf)
            found = leaf.best(item)
            assert found is not None, "pack() has refused what fits no empty leaf"
            placed = found[1]
        leaf.take(placed)
    return [tuple(leaf.placed) for leaf in open_leaves]


class OpenLeaf(Generic[Key]):
    """A leaf that still takes items: its free rectangles overlap, so that none is lost by a split
    (the method is known as "maximal rectangles")."""

    def __init__(self, room: tuple[float, float], gap: float) -> None:
        # Each item takes its gap to the right and below with it; the leaf's edges need none.
        self.gap = gap
        self.free: list[_Box] = [(0.0, 0.0, room[0] + gap, room[1] + gap)]
        self.placed: list[Placed[Key]] = []
        # Many items are of one size, and a leaf is asked for each until something is laid on it.
        self._known: dict[tuple[float, float, bool], _Fit | None] = {}

    def best(self, item: Item[Key]) -> tuple[tuple[float, float], Placed[Key]] | None:
        """The place that leaves the narrowest rest, with that rest to compare it by."""
        size = item.width, item.height, item.turns
        if size not in self._known:
            self._known[size] = self._fit(item)
        fit = self._known[size]
        if fit is None:
            return None
        rest, y, x, turned = fit
        return rest, Placed(item, x, y, turned)

    def _fit(self, item: Item[Key]) -> _Fit | None:
        found: list[_Fit] = []
        for turned in (False, True) if item.turns else (False,):
            one, other = (item.height, item.width) if turned else (item.width, item.height)
            wide, high = one + self.gap, other + self.gap
            for x, y, width, height in self.free:
                if wide <= width + _EPS and high <= height + _EPS:
                    beside, below = width - wide, height - high
                    rest = (beside, below) if beside < below else (below, beside)
                    found.append((rest, y, x, turned))
        return min(found, key=lambda fit: fit[:3], default=None)

    def take(self, placed: Placed[Key]) -> None:
        """Place an item, and cut its rectangle out of all that was free."""
        self.placed.append(placed)
        self._known.clear()
        taken = (placed.x, placed.y, placed.width + self.gap, placed.height + self.gap)
        parts = [part for box in self.free for part in _without(box, taken)]
        self.free = [
            box
            for number, box in enumerate(parts)
            if not any(
                _inside(box, other) and (box != other or number > again)
                for again, other in enumerate(parts)
                if again != number
            )
        ]


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
