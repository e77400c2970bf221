"""Fewest leaves where what is laid on them may be cut in several ways, found by prices.

Each size of piece has a price such that no leaf takes pieces worth more than 1: then as many leaves
are needed as the pieces are worth, cut in the way that is worth least. The best prices are those of
a linear programme that has a column for each set of pieces that shares a leaf ("column generation":
sets are sought that are worth more than 1 at the prices so far, until there are none). Then whole
leaves are chosen among the sets, and whole ways to cut, by an integer programme.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.sheets.filling import Size
from builder.sheets.programme import Programme
from builder.sheets.sharing import Sharing, Sizes

_EPS = 1e-6
_LOOKS, _CLOSER_LOOKS, _LAST_LOOKS, _ALL_LOOKS = 400, 300, 1500, 6_000
"""Sets that are looked at for better prices at first, when a way to cut is settled, and for all
that might be leaves."""
_BEGUN = 50
"""Looks that each size costs when a layout is begun: many make a programme that takes as long."""
_NEAR, _SLACK = 0.05, 1e-3
"""How far above the leaves that are allowed pieces may be worth that are looked at more closely:
prices that settle soon are a little too high. The same of sets, for rounding."""
_EASY = 0.3
"""How far below them pieces are worth whose whole leaves are chosen at once."""
_ENOUGH = 0.15
"""The same of prices that have not settled, at which it is enough to know that there is no hope."""
_BEST = 15
"""Sets of one look that become columns: the others are like them."""
_MOST = 7
"""Pieces of a set."""

Prices = Mapping[Size, float]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to cut something: how many pieces lie alone, and the sizes of the others, with their
    gaps."""

    alone: int
    sizes: Sizes

    def worth(self, prices: Prices) -> float:
        return self.alone + sum(prices[size] for size in self.sizes)


@dataclass(frozen=True, slots=True)
class Group:
    """So many alike things, each of which is cut in one of some ways."""

    times: int
    ways: tuple[Way, ...]

    def worth(self, prices: Prices) -> float:
        """What all is worth, cut in the cheapest way."""
        return self.times * min(way.worth(prices) for way in self.ways)

    def most_of(self, size: Size) -> int:
        """How many pieces there may be that a size stands for: those in which it lies."""
        return self.times * max(sum(_inside(size, one) for one in way.sizes) for way in self.ways)


@dataclass(frozen=True, slots=True)
class Shared:
    """Sizes that share a leaf, and what lies in the place of each: no more than that, if at all."""

    sizes: Sizes
    pieces: tuple[Size | None, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The ways in which each group is cut, and what shares leaves."""

    ways: tuple[tuple[Way, ...], ...]
    leaves: tuple[Shared, ...]


def least_worth(groups: Iterable[Group], prices: Prices) -> float:
    """What all groups are worth in their cheapest ways."""
    return sum(group.worth(prices) for group in groups)


def least_weight(groups: Sequence[Group], sharing: Sharing) -> float:
    """The leaves that all groups take at least by their area, in the ways that need the least."""
    sizes = {size for group in groups for way in group.ways for size in way.sizes}
    weights = {size: sharing.weight(size) for size in sizes}
    return sum(group.worth(weights) for group in groups)


class Bargain:
    """A search for fewer leaves, for several layouts of one map: what is known of sets that share a
    leaf serves all. It looks at so many sets in all."""

    def __init__(self, sharing: Sharing, looks: int) -> None:
        self.sharing, self.looks = sharing, looks
        self._sets: dict[Sizes, None] = {}
        self._prices: list[Prices] = []

    def fewest(
        self, groups: Sequence[Group], most: int, known: Iterable[Sizes] = ()
    ) -> Chosen | None:
        """All on at most so many leaves, if that is found; `known` are sets that share a leaf."""
        if self._too_dear(groups, most + _ENOUGH):
            return None
        market = _Market(groups, self.sharing)
        self.looks -= _BEGUN * len(market.sizes)
        market.take([*known, *self._sets])
        settled = self._settled(market, groups, most, _LOOKS)
        if settled.worth <= most + _ENOUGH:
            settled = self._settled(market, groups, most, _LAST_LOOKS)
        self._sets.update(market.columns)
        self._prices.append(settled.prices)
        if settled.worth > most + _NEAR:
            return None
        found = market.whole(groups, most) if settled.worth < most - _EASY else None
        return found or self._branched(market, settled, most)

    def _too_dear(self, groups: Sequence[Group], most: float) -> bool:
        """Whether groups are worth more at prices that were found for another layout: a piece is
        worth what any is that lies in its place."""
        sizes = {size for group in groups for way in group.ways for size in way.sizes}
        return any(
            least_worth(groups, {size: _at_least(size, prices) for size in sizes}) > most
            for prices in reversed(self._prices)
        )

    def _settled(
        self,
        market: _Market,
        groups: Sequence[Group],
        most: int,
        looks: int,
        *,
        unsawn: bool = False,
    ) -> _Settled:
        settled = market.settle(groups, looks, most + _ENOUGH, unsawn=unsawn)
        self.looks -= settled.looks
        return settled

    def _branched(self, market: _Market, settled: _Settled, most: int) -> Chosen | None:
        """Ways to cut are settled for one group after another, those with the fewest first, each
        first in the ways that are worth least: then few sizes are left."""
        groups = settled.narrowed(max(0.0, most - settled.worth) + _NEAR)
        left = [number for number, group in enumerate(groups) if len(group.ways) > 1]
        if not left:
            return self._finished(market, groups, most)
        chosen = min(left, key=lambda number: len(groups[number].ways))
        tried = []
        for way in groups[chosen].ways:
            only = [*groups]
            only[chosen] = Group(groups[chosen].times, (way,))
            tried.append(self._settled(market, only, most, _CLOSER_LOOKS))
        for one in sorted(tried, key=lambda one: one.worth):
            if self.looks <= 0 or one.worth > most + _NEAR:
                return None
            found = self._branched(market, one, most)
            if found is not None:
                return found
        return None

    def _finished(self, market: _Market, groups: Sequence[Group], most: int) -> Chosen | None:
        """All is cut in one way: all sets are looked at that might be leaves."""
        settled = self._settled(market, groups, most, _LAST_LOOKS, unsawn=True)
        if settled.worth > most + _EPS:
            return None
        found = market.whole(groups, most)
        if found is not None:
            return found
        look = _Look(market, settled.groups, settled.prices, unsawn=True)
        more = look.worth_at_least(1.0 - (most - settled.worth) - _SLACK, _ALL_LOOKS)
        self.looks -= look.looked
        return market.whole(groups, most) if market.take(more) else None


@dataclass(frozen=True, slots=True)
class _Settled:
    """Prices at which a market settled for groups that may be cut in some ways, what all is worth
    at them, and how many sets were looked at."""

    groups: Sequence[Group]
    prices: Prices
    worth: float
    looks: int

    def narrowed(self, spare: float) -> list[Group]:
        """The groups without ways that are worth more than the cheapest and what is spare."""
        narrowed = []
        for group in self.groups:
            most = group.worth(self.prices) / group.times + spare
            ways = tuple(way for way in group.ways if way.worth(self.prices) <= most)
            narrowed.append(Group(group.times, ways))
        return narrowed


class _Market:
    """Groups with all their ways to cut, and the sets that share leaves as far as they are found:
    what is asked for is asked of groups with fewer ways."""

    def __init__(self, groups: Sequence[Group], sharing: Sharing) -> None:
        self.groups, self.sharing = groups, sharing
        sizes = {size for group in groups for way in group.ways for size in way.sizes}
        self.sizes = sorted(sizes, key=lambda size: (-size[0] * size[1], size))
        self.weights = {size: sharing.weight(size) for size in self.sizes}
        self.within = {
            size: [one for one in self.sizes if one != size and _inside(one, size)]
            for size in self.sizes
        }
        # What may lie in the place of what, without what may lie in a place between.
        self.steps = [
            (size, one)
            for size, inside in self.within.items()
            for one in inside
            if not any(one in self.within[other] for other in inside)
        ]
        self.columns: dict[Sizes, None] = {}
        self._rows = {size: row for row, size in enumerate(self.sizes)}
        self._programme = self._begun()
        self.take((size,) for size in self.sizes)

    def _begun(self) -> Programme:
        """A programme with all but the sets that share leaves."""
        covered = [(0.0, math.inf) for _ in self.sizes]
        cut = [(float(group.times), float(group.times)) for group in self.groups]
        programme = Programme([*covered, *cut])
        for row, group in enumerate(self.groups, start=len(covered)):
            for way in group.ways:
                wanted = Counter(way.sizes).items()
                entries = {self._rows[size]: -float(n) for size, n in wanted} | {row: 1.0}
                programme.add(float(way.alone), entries)
        for size, inside in self.steps:
            programme.add(0.0, {self._rows[size]: -1.0, self._rows[inside]: 1.0})
        return programme

    def _add(self, programme: Programme, sizes: Sizes) -> None:
        entries = {self._rows[size]: float(n) for size, n in Counter(sizes).items()}
        programme.add(1.0, entries)

    def _allow(self, programme: Programme, groups: Sequence[Group]) -> None:
        """Only the ways to cut that groups have."""
        column = 0
        for group, allowed in zip(self.groups, groups, strict=True):
            for way in group.ways:
                programme.bound(column, float(group.times) if way in allowed.ways else 0.0)
                column += 1

    def take(self, sets: Iterable[Sizes]) -> bool:
        """Take sets for columns, those of sizes that are there; whether some were new."""
        fresh = [
            sizes
            for sizes in dict.fromkeys(sets)
            if sizes not in self.columns and all(size in self._rows for size in sizes)
        ]
        for sizes in fresh:
            self.columns[sizes] = None
            self._add(self._programme, sizes)
        return bool(fresh)

    def settle(
        self, groups: Sequence[Group], looks: int, enough: float, *, unsawn: bool = False
    ) -> _Settled:
        """What groups are worth at prices that no set is found to beat in so many looks, or at any
        at which they are worth more than enough."""
        self._allow(self._programme, groups)
        looked = 0
        while True:
            solved = self._programme.solved()
            prices = self._risen(solved.prices)
            look = _Look(self, groups, prices, unsawn)
            found = look.dearest(looks)
            looked += look.looked
            if not self.take(found[-_BEST:]):
                return _Settled(groups, prices, solved.cost, looked)
            dearest = sum(prices[size] for size in found[-1])
            fallen = {size: price / dearest for size, price in prices.items()}
            if (worth := least_worth(groups, fallen)) > enough:
                return _Settled(groups, fallen, worth, looked)

    def _risen(self, prices: Sequence[float]) -> Prices:
        """Prices of which none is less than that of what may lie in its place."""
        risen: dict[Size, float] = {}
        for size in reversed(self.sizes):
            own = max(0.0, prices[self._rows[size]])
            risen[size] = max([own, *(risen[one] for one in self.within[size])])
        return risen

    def whole(self, groups: Sequence[Group], most: int) -> Chosen | None:
        """Whole leaves, at most so many, of sizes that groups may be cut into."""
        used = {size for group in groups for way in group.ways for size in way.sizes}
        columns = [sizes for sizes in self.columns if used.issuperset(sizes)]
        programme = self._begun()
        self._allow(programme, groups)
        for sizes in columns:
            self._add(programme, sizes)
        found = programme.whole(most)
        if found is None:
            return None
        counts = iter(found)
        ways = [
            [way for way, n in zip(group.ways, counts, strict=False) for _ in range(n)]
            for group in self.groups
        ]
        moves = [(step, n) for step, n in zip(self.steps, counts, strict=False) if n > 0]
        sets = [one for one, n in zip(columns, counts, strict=True) for _ in range(n)]
        wanted = Counter(size for chosen in ways for way in chosen for size in way.sizes)
        return Chosen(tuple(map(tuple, ways)), tuple(_shared(sets, moves, wanted)))


def _shared(
    sets: Sequence[Sizes],
    moves: Iterable[tuple[tuple[Size, Size], int]],
    wanted: Mapping[Size, int],
) -> Iterator[Shared]:
    """What lies in the places of sets: moves tell of how many places of a size a smaller one is
    laid, the largest first."""
    places: dict[Size, list[tuple[int, int]]] = {}
    for number, sizes in enumerate(sets):
        for at, size in enumerate(sizes):
            places.setdefault(size, []).append((number, at))
    for (size, inside), n in moves:
        places.setdefault(inside, []).extend(places[size].pop() for _ in range(n))
    lies = {place: size for size, n in wanted.items() for place in places[size][:n]}
    for number, sizes in enumerate(sets):
        yield Shared(sizes, tuple(lies.get((number, at)) for at in range(len(sizes))))


class _Look:
    """One look for sets that share a leaf, piece by piece, the dearest for their area first: it
    goes back where even the best use of what is left of a leaf would not be enough."""

    def __init__(
        self, market: _Market, groups: Sequence[Group], prices: Prices, unsawn: bool
    ) -> None:
        self.market, self.groups, self.prices, self.unsawn = market, groups, prices, unsawn
        self.found: list[tuple[float, Sizes]] = []
        self.least, self.rising, self.left, self.looked = 1.0 + _EPS, True, 0, 0
        # No leaf has more pieces of a group with a choice than it is cut into, of whatever sizes.
        self.pieces = [group.times * max(len(way.sizes) for way in group.ways) for group in groups]
        self.of: dict[Size, set[int]] = {}
        for number, group in enumerate(groups):
            for way in group.ways:
                for size in way.sizes:
                    self.of.setdefault(size, set()).add(number)
        self.taken: Counter[int | None] = Counter()

    def dearest(self, looks: int) -> list[Sizes]:
        """Sets worth more than 1, the dearest last. Each size is the first of some; one in which a
        smaller lies that is as dear is none of them."""
        prices, within = self.prices, self.market.within
        self._order(
            size
            for size in self.of
            if prices[size] > _EPS
            and all(prices[one] < prices[size] - _EPS for one in within[size] if one in self.of)
        )
        for first in range(len(self.sizes)):
            self.least, self.left = 1.0 + _EPS, looks // len(self.sizes) + 20
            self._with(first, (), 1.0, 0.0, 0)
        return [sizes for _, sizes in sorted(self.found)]

    def worth_at_least(self, least: float, looks: int) -> list[Sizes]:
        """All sets that are worth so much."""
        self._order(self.of)
        self.least, self.rising, self.left = least, False, looks
        self._laid(0, (), 1.0, 0.0, 0)
        return [sizes for _, sizes in self.found]

    def _order(self, sizes: Iterable[Size]) -> None:
        prices, weights = self.prices, self.market.weights
        self.sizes = sorted(sizes, key=lambda size: (-prices[size] / weights[size], size))
        self.worth = [(prices[size], weights[size]) for size in self.sizes]
        self.dense = [price / weight for price, weight in self.worth]
        self.most = [sum(group.most_of(size) for group in self.groups) for size in self.sizes]
        self.family = [self._family(size) for size in self.sizes]

    def _family(self, size: Size) -> int | None:
        """The group with a choice of which a size is, if it is of no other."""
        number = next(iter(self.of[size]))
        return number if len(self.of[size]) == 1 and len(self.groups[number].ways) > 1 else None

    def _laid(self, start: int, sizes: Sizes, room: float, worth: float, alike: int) -> None:
        """Sets with at least these and more from `start` on, of which so many lie there."""
        for at in range(start, len(self.sizes)):
            if worth + room * self.dense[at] <= self.least or self.left <= 0:
                return
            self._with(at, sizes, room, worth, alike if at == start else 0)

    def _with(self, at: int, sizes: Sizes, room: float, worth: float, alike: int) -> None:
        """Sets with one more of a size."""
        price, weight = self.worth[at]
        family = self.family[at]
        if weight > room + _EPS or alike >= self.most[at] or len(sizes) >= _MOST:
            return
        if family is not None and self.taken[family] >= self.pieces[family]:
            return
        self.left -= 1
        self.looked += 1
        fuller = tuple(sorted((*sizes, self.sizes[at])))
        if self.market.sharing.lies(fuller):
            self._note(fuller, worth + price)
            self.taken[family] += 1
            self._laid(at, fuller, room - weight, worth + price, alike + 1)
            self.taken[family] -= 1
        elif self.unsawn and worth + price > self.least and self.market.sharing.lies_unsawn(fuller):
            self._note(fuller, worth + price)

    def _note(self, sizes: Sizes, worth: float) -> None:
        if worth > self.least:
            self.found.append((worth, sizes))
            self.least = worth if self.rising else self.least


def _at_least(size: Size, prices: Prices) -> float:
    """What a size is worth by those that lie in its place."""
    wide, high = size[0] + _EPS, size[1] + _EPS
    return max((p for one, p in prices.items() if one[0] <= wide and one[1] <= high), default=0.0)


def _inside(one: Size, other: Size) -> bool:
    return one[0] <= other[0] + _EPS and one[1] <= other[1] + _EPS
