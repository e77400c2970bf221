"""Which rectangles share a leaf, and how they lie there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from operator import itemgetter

from builder.sheets.filling import Filled, Leaves, Size, in_every_order
from builder.sheets.packing import Item, Placed

Sizes = tuple[Size, ...]
"""Sizes of rectangles with their gaps, none wider than high, in their order."""

_EPS = 1e-6
_DIGITS = 3
_STEPS = 100
"""Items laid in vain on a leaf that no saw divides, before it is given up."""
_FEWEST = 5
"""Items that lie round each other as no saw divides them: four do so round a hole, which is a loss
that no full leaf can bear."""

_Rect = tuple[float, float, float, float]


class Sharing:
    """What is known of sets of sizes: the outlines in which each lies, cut by a saw from edge to
    edge, never wider than high. Most sets are asked for often, and each has many sets in common
    with others; so each is worked out once, from its parts."""

    def __init__(self, leaves: Leaves) -> None:
        self.leaves, self.gap = leaves, leaves.gap
        self._rooms = [
            tuple(sorted((wide + leaves.gap + _EPS, high + leaves.gap + _EPS)))
            for wide, high in leaves.rooms
        ]
        self._known: dict[Sizes, list[Size]] = {}
        self._unsawn: dict[Sizes, Filled[int] | None] = {}

    def weight(self, size: Size) -> float:
        """What a size takes of a leaf."""
        return size[0] * size[1] / self.leaves.most

    def grown(self, size: Size) -> Size:
        """A size with its gaps, as sets have it."""
        wide, high = (round(side + self.gap, _DIGITS) for side in size)
        return (wide, high) if wide < high else (high, wide)

    def lies(self, sizes: Sizes) -> bool:
        """Whether a set lies on a leaf, divided by a saw."""
        return bool(self._outlines(sizes))

    def lies_unsawn(self, sizes: Sizes) -> bool:
        """Whether a set of which all smaller ones are sawn is found to lie in another way."""
        return self._laid_unsawn(sizes) is not None

    def laid(self, sizes: Sizes) -> Filled[int]:
        """How a set lies, each item by its number in it."""
        for wide, high in self._outlines(sizes):
            for room in self.leaves.rooms:
                for turned in (False, True):
                    across, down = (high, wide) if turned else (wide, high)
                    if across <= room[0] + self.gap + _EPS and down <= room[1] + self.gap + _EPS:
                        rects = self._places(sizes, (wide, high))
                        rects = _turned(rects) if turned else rects
                        return Filled(room, tuple(self._placed(sizes, rects)))
        found = self._laid_unsawn(sizes)
        assert found is not None, "only sets that lie are laid"
        return found

    def _placed(self, sizes: Sizes, rects: list[_Rect]) -> Iterator[Placed[int]]:
        left = list(enumerate(sizes))
        for x, y, wide, high in rects:
            one = next(
                one for one in left if one[1] == ((wide, high) if wide < high else (high, wide))
            )
            left.remove(one)
            number, (narrow, long) = one
            item = Item(number, narrow - self.gap, long - self.gap, turns=True)
            yield Placed(item, x, y, turned=wide > high)

    def _outlines(self, sizes: Sizes) -> list[Size]:
        try:
            return self._known[sizes]
        except KeyError:
            found = self._known[sizes] = self._worked_out(sizes)
            return found

    def _worked_out(self, sizes: Sizes) -> list[Size]:
        (a, b), (c, d) = self._rooms
        if len(sizes) == 1:
            wide, high = sizes[0]
            return [sizes[0]] if (wide <= a and high <= b) or (wide <= c and high <= d) else []
        if len(sizes) > 2 and not all(map(self._outlines, _with_one_less(sizes))):
            return []
        found, longest = set(), max(b, d)
        for first, second in _parts(sizes):
            for one in self._outlines(first):
                for other in self._outlines(second):
                    if one[0] + other[0] > longest:  # the shortest that they are beside each other
                        continue
                    for wide, high in _beside(one, other):
                        size = (wide, high) if wide < high else (high, wide)
                        if (size[0] <= a and size[1] <= b) or (size[0] <= c and size[1] <= d):
                            found.add(size)
        best, lowest = [], math.inf
        for size in sorted(found):  # but for those in which another lies
            if size[1] < lowest - _EPS:
                best.append(size)
                lowest = size[1]
        return best

    def _places(self, sizes: Sizes, outline: Size) -> list[_Rect]:
        """Where the items of a set lie in one of its outlines."""
        if len(sizes) == 1:
            return [(0.0, 0.0, *outline)]
        for first, second in _parts(sizes):
            for one in self._outlines(first):
                for other in self._outlines(second):
                    for number, (wide, high) in enumerate(_beside(one, other)):
                        if outline not in ((wide, high), (high, wide)):
                            continue
                        left, right = self._places(first, one), self._places(second, other)
                        left = _turned(left) if number & 2 else left
                        right = _turned(right) if number & 1 else right
                        start = one[1] if number & 2 else one[0]
                        both = [*left, *((x + start, y, w, h) for x, y, w, h in right)]
                        return both if outline == (wide, high) else _turned(both)
        raise AssertionError("an outline is that of two parts beside each other")

    def _laid_unsawn(self, sizes: Sizes) -> Filled[int] | None:
        if sizes not in self._unsawn:
            may = len(sizes) >= _FEWEST and all(map(self._known.get, _with_one_less(sizes)))
            items = [
                Item(number, wide - self.gap, high - self.gap, turns=True)
                for number, (wide, high) in enumerate(sizes)
            ]
            items.sort(key=lambda item: -item.area)
            found = in_every_order(items, self.leaves, _STEPS) if may else None
            self._unsawn[sizes] = found
        return self._unsawn[sizes]


def _beside(one: Size, other: Size) -> tuple[Size, Size, Size, Size]:
    """What two take side by side: as they are, the other turned, the first turned, both turned."""
    a, b = one
    c, d = other
    return (
        (a + c, b if b > d else d),
        (a + d, b if b > c else c),
        (b + c, a if a > d else d),
        (b + d, a if a > c else c),
    )


def _turned(rects: list[_Rect]) -> list[_Rect]:
    return [(y, x, high, wide) for x, y, wide, high in rects]


def _with_one_less(sizes: Sizes) -> Iterator[Sizes]:
    for at, size in enumerate(sizes):
        if not at or size != sizes[at - 1]:
            yield sizes[:at] + sizes[at + 1 :]


def _parts(sizes: Sizes) -> Iterator[tuple[Sizes, Sizes]]:
    """All ways to part a set in two."""
    seen = set()
    for first, second in _splits(len(sizes)):
        one = first(sizes)
        if one not in seen:
            seen.add(one)
            yield one, second(sizes)


_Taken = Callable[[Sizes], Sizes]


@cache
def _splits(count: int) -> tuple[tuple[_Taken, _Taken], ...]:
    return tuple(
        (_taking(first), _taking(tuple(at for at in range(count) if at not in first)))
        for most in range(1, count // 2 + 1)
        for first in combinations(range(count), most)
        if 2 * most < count or 0 in first
    )


def _taking(places: tuple[int, ...]) -> _Taken:
    if len(places) > 1:
        return itemgetter(*places)
    at = slice(places[0], places[0] + 1)
    return itemgetter(at)
