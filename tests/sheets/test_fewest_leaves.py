"""The leaves of each map at full size against the fewest that its class of layouts allows.

The class: a field is cut into columns, or into rows, as wide as a leaf stands or lies, one of them
or all narrower by what they are too many; each is cut across by itself, the first windows as long
as a leaf and the others alike, so that they may lie as bricks do. Boxes stay whole, tracks are cut
as they must be. Spacing is the narrowest that printers and glue allow, a leaf stands or lies, and
so does every piece.

A leaf holds no more than its area, gaps included: for most layouts that is proof enough. The others
are searched through: `Exhaustive` puts the pieces on leaves in every way, and knows of each set of
pieces whether one leaf takes it, by laying them in every order into every corner. It shares nothing
with the solver that plans the sheets but the sizes of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, groupby, pairwise, product

import pytest

from builder.sheets.cutting import side_by_side
from builder.sheets.tiles import LEAST, Plan
from tests.sheets.plans import planned
from tests.wide import all_but, some

Size = tuple[float, float]

GAP, OVERLAP, EPS = 8.0, 8.0, 1e-6


@dataclass(frozen=True)
class Leaf:
    """The room on a leaf that stands, and on one that lies."""

    name: str
    upright: Size
    lying: Size

    @property
    def rooms(self) -> tuple[Size, Size]:
        return self.upright, self.lying

    @property
    def area(self) -> float:
        return max((wide + GAP) * (high + GAP) for wide, high in self.rooms)

    def weight(self, size: Size) -> float:
        return (size[0] + GAP) * (size[1] + GAP) / self.area

    def sides(self, width: float) -> set[float]:
        """How long windows of a width may be."""
        both = (side for room in self.rooms for side in (room, room[::-1]))
        return {along for across, along in both if width <= across + EPS}


A4 = Leaf("a4", (194.0, 277.5), (281.0, 190.5))
LETTER = Leaf("letter", (199.9, 259.9), (263.4, 196.4))


def runs(length: float, full: float) -> Iterator[tuple[float, ...]]:
    """The first windows full, the others alike."""
    count = max(1, math.ceil((length - OVERLAP) / (full - OVERLAP) - 1e-9))
    whole = length + (count - 1) * OVERLAP
    for n in range(count):
        rest = (whole - n * full) / (count - n)
        if OVERLAP < rest <= full + EPS or count == 1:
            yield (*[full] * n, *[rest] * (count - n))


def bands(length: float, lying: float, upright: float) -> Iterator[list[float]]:
    """Widths that cover a length, none of them too many."""
    for a in range(math.ceil(length / (lying - OVERLAP)) + 1):
        for b in range(math.ceil(length / (upright - OVERLAP)) + 1):
            widths = [lying] * a + [upright] * b
            spare = sum(widths) - (len(widths) - 1) * OVERLAP - length
            if not widths or spare < -EPS or spare >= min(widths) - OVERLAP - EPS:
                continue
            part = 1 - spare / sum(width - OVERLAP for width in widths)
            yield [OVERLAP + (width - OVERLAP) * part for width in widths]
            for width in {*widths}:
                if width - spare > OVERLAP:
                    narrower = list(widths)
                    narrower[widths.index(width)] -= spare
                    yield narrower


def windows(field_: Size, leaf: Leaf = A4) -> Iterator[list[Size]]:
    """The windows of every layout of a field, of which order does not matter."""
    for lies in (False, True):
        across, along = (field_[1], field_[0]) if lies else field_
        for widths in bands(across, leaf.lying[lies], leaf.upright[lies]):
            options = []
            for width, alike in groupby(sorted(widths)):
                known = {run for side in leaf.sides(width) for run in runs(along, side)}
                count = len(list(alike))
                options.append(
                    [
                        [(width, one) for run in chosen for one in run]
                        for chosen in combinations_with_replacement(sorted(known), count)
                    ]
                )
            for chosen in product(*options):
                yield [size for part in chosen for size in part]


@dataclass
class Exhaustive:
    """Whether pieces lie on so many leaves at all."""

    leaf: Leaf = A4
    known: dict[tuple[Size, ...], bool] = field(default_factory=dict)

    def lies(self, *sizes: Size) -> bool:
        """Whether one leaf takes pieces with their gaps."""
        key = tuple(sorted(sizes))
        if key not in self.known:
            rooms = [(wide + GAP, high + GAP) for wide, high in self.leaf.rooms]
            stairs = [(0.0, math.inf), (math.inf, 0.0)]
            self.known[key] = any(self._put(key, stairs, room) for room in rooms)
        return self.known[key]

    def _put(self, left: tuple[Size, ...], stairs: list[Size], room: Size) -> bool:
        if not left:
            return True
        hidden = sum((min(b[0], room[0]) - a[0]) * b[1] for a, b in pairwise(stairs))
        if hidden + sum(wide * high for wide, high in left) > room[0] * room[1] + EPS:
            return False
        for number, size in enumerate(left):
            rest = left[:number] + left[number + 1 :]
            for wide, high in {size, size[::-1]}:
                for (x, _), (_, y) in pairwise(stairs):
                    at = (x + wide, y + high)
                    if at[0] > room[0] + EPS or at[1] > room[1] + EPS:
                        continue
                    seen = [one for one in stairs if one[0] > at[0] or one[1] > at[1]]
                    if self._put(rest, sorted([*seen, at], key=lambda o: (o[0], -o[1])), room):
                        return True
        return False

    def possible(self, pieces: list[Size], count: int) -> bool:
        if sum(map(self.leaf.weight, pieces)) > count + EPS:
            return False
        grown = sorted(
            ((round(min(size) + GAP, 3), round(max(size) + GAP, 3)) for size in pieces),
            key=lambda size: (-size[0] * size[1], size),
        )
        kinds = {*grown}
        more = {size for size in kinds if grown.count(size) > 1}
        alone = [
            size
            for size in grown
            if not any(self.lies(size, one) for one in kinds if one != size or one in more)
        ]
        shared = [size for size in grown if size not in alone]
        if len(alone) > count:
            return False
        return self._laid(shared, 0, ((),) * (count - len(alone)), set())

    def _laid(
        self, pieces: list[Size], at: int, leaves: tuple[tuple[Size, ...], ...], failed: set[object]
    ) -> bool:
        if at == len(pieces):
            return True
        if leaves in failed:
            return False
        kinds = {*pieces[at:]}
        free = sum(
            self.leaf.area - sum(wide * high for wide, high in leaf)
            for leaf in leaves
            if any(self.lies(*leaf, kind) for kind in kinds)
        )
        if free >= sum(wide * high for wide, high in pieces[at:]) - EPS:
            for leaf in sorted({*leaves}):
                if self.lies(*leaf, pieces[at]):
                    others = list(leaves)
                    others.remove(leaf)
                    fuller = tuple(sorted((*leaf, pieces[at])))
                    if self._laid(pieces, at + 1, tuple(sorted([*others, fuller])), failed):
                        return True
        failed.add(leaves)
        return False


def laid_out(game_id: str, leaf: Leaf = A4) -> tuple[Plan, Size, list[Size]]:
    """The plan of a map, the size of its field, and its boxes and tracks."""
    found = planned(game_id, paper=leaf.name)
    boxes = [piece.size for piece in found.plan.pieces.values() if piece.beside_map]
    assert found.drawing.hexes is not None
    wide, high = found.drawing.hexes[2:]
    return found.plan, (wide * found.unit, high * found.unit), boxes


@pytest.mark.parametrize(
    ("game_id", "leaves"),
    all_but([("dagc", 12), ("aldra", 4), ("karga", 5), ("saltmarsh", 5), ("tarsa", 5)], "dagc"),
)
def test_no_layout_has_fewer_leaves(game_id: str, leaves: int) -> None:
    found, field_, boxes = laid_out(game_id)
    assert len(found.leaves) == leaves
    assert found.emptiest >= LEAST
    search = Exhaustive()
    layouts = {tuple(sorted(pieces)) for pieces in windows(field_)}
    assert layouts
    assert not any(search.possible([*pieces, *boxes], leaves - 1) for pieces in layouts)


def alone(size: Size, least: float, leaf: Leaf = A4) -> bool:
    """Whether nothing that is `least` or wider lies beside a piece."""
    return not any(
        (room[0] - wide >= GAP + least - EPS and high <= room[1] + EPS)
        or (room[1] - high >= GAP + least - EPS and wide <= room[0] + EPS)
        for room in leaf.rooms
        for wide, high in (size, size[::-1])
    )


def bound(field_: Size, boxes: list[Size], leaf: Leaf = A4) -> int:
    """Leaves that no layout of the class can do without: one for each window that lies alone, and
    the area of all else.

    What lies alone depends on the narrowest piece of the layout: each width is tried for that, and
    then bands are cut in their best ways without regard to each other.
    """
    best = math.inf
    for lies in (False, True):
        across, along = (field_[1], field_[0]) if lies else field_
        for widths in bands(across, leaf.lying[lies], leaf.upright[lies]):
            ways = {
                width: {run for side in leaf.sides(width) for run in runs(along, side)}
                for width in widths
            }
            widest = min(*map(min, boxes), *widths)
            shorter = {one for found in ways.values() for run in found for one in run}
            for least in {widest, *(one for one in shorter if one < widest)}:
                taken = [
                    min(
                        (
                            sum(
                                1.0 if alone((w, x), least, leaf) else leaf.weight((w, x))
                                for x in run
                            )
                            for run in ways[w]
                            if min(run) >= least - EPS
                        ),
                        default=math.inf,
                    )
                    for w in widths
                ]
                best = min(best, sum(taken))
    return math.ceil(best + sum(map(leaf.weight, boxes)) - EPS)


@pytest.mark.parametrize(
    ("game_id", "leaves", "least"),
    some([("mlb", 15, 14), ("nr", 10, 10), ("kursk", 19, 19)], "kursk"),
)
def test_leaves_and_what_no_layout_can_do_without(game_id: str, leaves: int, least: int) -> None:
    """Where both are the same no layout of the class has fewer. For mlb tests.bench.fewest_leaves
    has searched through all its 62,734 layouts: none has 14 leaves."""
    found, field_, boxes = laid_out(game_id)
    assert found.emptiest >= LEAST
    assert (len(found.leaves), bound(field_, boxes)) == (leaves, least)


@pytest.mark.wide
def test_under_an_iron_sky_takes_60_leaves() -> None:
    """By area no layout does without 59 (tests.bench.leaves_by_area); rooms on its field are left
    out of windows.

    That 59 are too few is proved by prices. Let each kind of piece have a price such that no leaf
    takes pieces worth more than 1: then a layout needs as many leaves as its pieces are worth. The
    best prices are those of a linear programme that has a column for each set of pieces that lies
    on one leaf. The 7,463 orders of columns or rows
    whose area allows 59 leaves have the same windows to choose from in 1,650 ways. With pieces
    rounded down to 8 mm and those narrower than 56 mm left out, which makes it only easier, the
    linear programme of each (which may even mix the ways to cut a column) is worth more than 59.
    The same search says that Kursk's map needs its 20 leaves on Letter, its area that dagc's
    needs 12 there, and tests.bench.fewest_leaves that nr's needs 11: none of all its 3,573 layouts
    has fewer.
    """
    found = planned("uis").plan
    assert found.emptiest >= LEAST
    assert len(found.leaves) == 60


def test_the_exhaustive_search() -> None:
    search, standing = Exhaustive(), A4.upright
    half, strip = (194.0, 130.0), (40.0, 277.5)
    assert search.possible([standing, standing, standing], 3)
    assert not search.possible([standing, standing, standing], 2)
    assert search.possible([half, half], 1)
    assert not search.possible([standing, half], 1)
    assert not search.possible([standing, strip, strip, strip, strip, strip], 2)
    # Four round a hole, as no saw cuts them.
    wheel = [(120.0, 66.0), (66.0, 203.0), (120.0, 66.0), (66.0, 203.0)]
    assert search.possible(wheel, 1)


@pytest.mark.parametrize("length", [0.01, 3.0, 8.0, 8.1, 190.0])
def test_what_is_no_longer_than_an_overlap_has_a_leaf(length: float) -> None:
    found = set(side_by_side(length, [190.0, 277.0], 8.0))
    assert all(widths == pytest.approx((length,)) for widths in found)
    assert found
