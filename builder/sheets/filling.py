"""Rectangles on as few leaves as can be found, each leaf upright or lying: the pieces of a map."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Generic

from builder.sheets.packing import Free, Item, Key, Leaf, OpenLeaf, Placed, covered, narrowest_of

Size = tuple[float, float]

_EPS = 1e-6


@dataclass(frozen=True, slots=True)
class Filled(Generic[Key]):
    """A leaf that is filled: the room on it as the paper lies, and what lies there."""

    room: Size
    leaf: Leaf[Key]


@dataclass(frozen=True, slots=True)
class Leaves:
    """What may be filled: the rooms of a leaf, upright and lying, and what lies between pieces."""

    rooms: tuple[Size, ...]
    gap: float
    empty: tuple[Free, ...] = field(init=False, compare=False, repr=False)
    """Of each room what is free before anything lies there."""
    most: float = field(init=False, compare=False, repr=False)
    """The square mm of the larger room, gaps included."""

    def __post_init__(self) -> None:
        whole = tuple(Free.whole(room, self.gap) for room in self.rooms)
        object.__setattr__(self, "empty", whole)
        most = max((wide + self.gap) * (high + self.gap) for wide, high in self.rooms)
        object.__setattr__(self, "most", most)

    def weight(self, size: Size) -> float:
        """What a rectangle takes of a leaf with its gaps: no packing needs less than the sum."""
        return (size[0] + self.gap) * (size[1] + self.gap) / self.most

    def alone(self, size: Size, narrowest: float) -> bool:
        """Whether nothing that is `narrowest` or wider fits beside a rectangle."""
        spare = self.gap + narrowest - _EPS
        for across, down in self.rooms:
            for wide, high in (size, (size[1], size[0])):
                if across - wide >= spare and high <= down + _EPS:
                    return False
                if down - high >= spare and wide <= across + _EPS:
                    return False
        return True

    def holds(self, size: Size) -> bool:
        """Whether a rectangle lies on a leaf at all."""
        return any(
            wide <= room[0] + _EPS and high <= room[1] + _EPS
            for room in self.rooms
            for wide, high in (size, (size[1], size[0]))
        )


def fill(
    items: Sequence[Item[Key]], leaves: Leaves, most: float = math.inf
) -> list[Filled[Key]] | None:
    """The items on few leaves, soon; None if one of them is larger than a leaf, or if they are not
    found to lie on at most so many. The same items in the same order give the same leaves."""
    if lower_bound(items, leaves) > most or not all(leaves.holds(_size(one)) for one in items):
        return None
    alone, others = _apart(items, leaves)
    rest = min(_greedy(others, leaves, most - len(alone)), key=_merit, default=None)
    return None if rest is None else [*_one_on_each(alone, leaves), *evenly(rest, leaves)]


def lower_bound(items: Sequence[Item[Key]], leaves: Leaves) -> int:
    """What no packing of the items beats: a leaf for each that lies alone, and the weight of the
    others."""
    alone, others = _apart(items, leaves)
    weight = sum(leaves.weight(_size(item)) for item in others)
    return len(alone) + math.ceil(weight - _EPS)


def _apart(items: Sequence[Item[Key]], leaves: Leaves) -> tuple[list[Item[Key]], list[Item[Key]]]:
    """Those beside which none of the others fits, and the others."""
    narrowest = min((min(_size(item)) for item in items), default=0.0)
    alone: list[Item[Key]] = []
    others: list[Item[Key]] = []
    for item in items:
        (alone if leaves.alone(_size(item), narrowest) else others).append(item)
    return alone, others


def _size(item: Item[Key]) -> Size:
    return item.width, item.height


def _merit(filled: Sequence[Filled[Key]]) -> tuple[int, float]:
    return len(filled), -min((covered(one.leaf) for one in filled), default=0.0)


def _greedy(items: Sequence[Item[Key]], leaves: Leaves, most: float) -> Iterator[list[Filled[Key]]]:
    """The items in several orders, each where it leaves the narrowest rest, on at most so many
    leaves and on no more than were needed before."""
    orders = (
        sorted(items, key=lambda item: -item.area),
        sorted(items, key=lambda item: -max(_size(item))),
        sorted(items, key=lambda item: -min(_size(item))),
        sorted(items, key=lambda item: -sum(_size(item))),
    )
    for order in dict.fromkeys(map(tuple, orders)):
        for first in range(len(leaves.rooms)):
            found = _one_after_another(order, leaves, first, most)
            if found is not None:
                most = len(found)
                yield found


def _one_on_each(items: Sequence[Item[Key]], leaves: Leaves) -> Iterator[Filled[Key]]:
    for item in items:
        yield from _one_after_another([item], leaves, 0, 1) or ()


def _one_after_another(
    items: Sequence[Item[Key]], leaves: Leaves, first: int, most: float
) -> list[Filled[Key]] | None:
    kinds = list(zip(leaves.rooms, leaves.empty, strict=True))
    kinds = [*kinds[first:], *kinds[:first]]
    rooms: list[Size] = []
    filled: list[OpenLeaf[Key]] = []
    for item in items:
        leaf = narrowest_of(filled, item)
        if leaf is not None:
            leaf.take(item)
            continue
        if len(filled) >= most:
            return None
        for room, empty in kinds:
            if empty.fit((item.width, item.height, item.turns)) is not None:
                filled.append(OpenLeaf(empty))
                filled[-1].take(item)
                rooms.append(room)
                break
    return [Filled(room, tuple(leaf.placed)) for room, leaf in zip(rooms, filled, strict=True)]


def _on_one(items: Sequence[Item[Key]], leaves: Leaves) -> Filled[Key] | None:
    """The items on one leaf, if that is found."""
    if sum(leaves.weight(_size(item)) for item in items) > 1 + _EPS:
        return None
    for found in _greedy(items, leaves, 1):
        if found:
            return found[0]
    return in_every_order(items, leaves, _STEPS) if len(items) <= _MOST else None


def in_every_order(items: Sequence[Item[Key]], leaves: Leaves, steps: int) -> Filled[Key] | None:
    """The items on one leaf, laid in every order into every corner, in so many steps."""
    for room in leaves.rooms:
        whole = room[0] + leaves.gap, room[1] + leaves.gap
        search: _Stairs[Key] = _Stairs(whole, leaves.gap, steps)
        leaf = search.laid(list(items), ((0.0, math.inf), (math.inf, 0.0)))
        if leaf is not None:
            return Filled(room, leaf)
    return None


_MOST = 5
"""Items that are laid on one leaf in every order."""
_STEPS = 60
"""Items laid in vain on one leaf before it is given up."""
_Step = tuple[float, float]


class _Stairs(Generic[Key]):
    """Every way to lay items on one leaf from its upper left corner outwards: each lies in a corner
    of the stairs that those before it make, because all can be pushed there one after another."""

    def __init__(self, room: Size, gap: float, steps: int) -> None:
        self.room, self.gap, self.steps = room, gap, steps

    def laid(self, items: list[Item[Key]], stairs: tuple[_Step, ...]) -> Leaf[Key] | None:
        """The items beyond the stairs, whose steps are told by their outer corners."""
        if not items:
            return ()
        self.steps -= 1
        if self.steps < 0 or not self._wide_enough(items, stairs):
            return None
        corners = [(left, top) for (left, _), (_, top) in pairwise(stairs)]
        most_right, most_down = self.room[0] + _EPS, self.room[1] + _EPS
        for number, item in enumerate(items):
            rest = [*items[:number], *items[number + 1 :]]
            upright = item.width, item.height, False
            lying = item.height, item.width, True
            for left, top in corners:
                for width, height, turned in (upright, lying) if item.turns else (upright,):
                    right, bottom = left + width + self.gap, top + height + self.gap
                    if right > most_right or bottom > most_down:
                        continue
                    found = self.laid(rest, _climbed(stairs, (right, bottom)))
                    if found is not None:
                        return (Placed(item, left, top, turned), *found)
                    if self.steps < 0:  # whatever is tried now is given up at its first item
                        return None
        return None

    def _wide_enough(self, items: Sequence[Item[Key]], stairs: tuple[_Step, ...]) -> bool:
        below = sum(
            (min(right, self.room[0]) - left) * min(bottom, self.room[1])
            for (left, _), (right, bottom) in pairwise(stairs)
        )
        wanted = sum((item.width + self.gap) * (item.height + self.gap) for item in items)
        return below + wanted <= self.room[0] * self.room[1] + _EPS


def _climbed(stairs: tuple[_Step, ...], corner: _Step) -> tuple[_Step, ...]:
    """The stairs with one step more, without those that it hides."""
    right, bottom = corner[0] + _EPS, corner[1] + _EPS
    kept = [step for step in stairs if step[0] > right or step[1] > bottom]
    insort(kept, corner, key=lambda step: (step[0], -step[1]))
    return tuple(kept)


def stood_for(placed: Placed[int], item: Item[Key]) -> Placed[Key]:
    """The item for which a rectangle was laid that is never wider than high: laid anew as it is,
    another place might be found for it first, and none for the last."""
    return Placed(item, placed.x, placed.y, placed.turned != (item.width > item.height))


def evenly(filled: list[Filled[Key]], leaves: Leaves) -> list[Filled[Key]]:
    """The same leaves after items have moved to the emptiest one, while it helps."""
    while len(filled) > 1:
        emptiest = min(filled, key=lambda one: covered(one.leaf))
        best: tuple[float, Filled[Key], Filled[Key], Filled[Key]] | None = None
        for other in filled:
            if other is emptiest or len(other.leaf) < 2:
                continue
            for moved in other.leaf:
                here = covered(emptiest.leaf) + moved.item.area
                there = covered(other.leaf) - moved.item.area
                if min(here, there) <= max(best[0] if best else 0.0, covered(emptiest.leaf)) + _EPS:
                    continue
                items = [placed.item for placed in emptiest.leaf]
                poorer = _on_one([*items, moved.item], leaves)
                left = [placed.item for placed in other.leaf if placed != moved]
                richer = _on_one(left, leaves) if poorer else None
                if poorer and richer:
                    best = min(here, there), poorer, richer, other
        if best is None:
            break
        _, poorer, richer, other = best
        kept = [one for one in filled if one is not emptiest and one is not other]
        filled = [*kept, richer, poorer]
    return filled
