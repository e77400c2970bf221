"""A field cut into windows that fit on leaves: columns or rows side by side, each cut across.

A window may lie upright or on its side, and columns may be cut at other heights than their
neighbours, as bricks are laid: so a narrow rest is left at one edge at most.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from operator import mul
from typing import TypeVar

from builder.sheets.filling import Leaves

Size = tuple[float, float]
Rect = tuple[float, float, float, float]

_EPS = 1e-6
_OPTIONS = 3
"""Ways to cut a band in as many windows that are weighed against those of the others."""
_ALIKE = 3
"""Cuts that are tried of those whose bands are as wide and have as many windows."""

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True, order=True)
class Band:
    """A column of windows, or a row of them: how wide all are, and the length of each."""

    width: float
    lengths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A field cut into bands: columns, or rows where it `lies`."""

    bands: tuple[Band, ...]
    lies: bool

    @property
    def count(self) -> int:
        """How many windows there are."""
        return sum(len(band.lengths) for band in self.bands)

    @property
    def staggered(self) -> bool:
        """Whether cuts across a band are not those across its neighbours."""
        return len({band.lengths for band in self.bands}) > 1

    def windows(self, field: Rect, overlap: float) -> Iterator[tuple[tuple[int, int], Rect]]:
        """Each window with its column and row."""
        across = field[1] if self.lies else field[0]
        for number, band in enumerate(self.bands):
            along = field[0] if self.lies else field[1]
            for place, length in enumerate(band.lengths):
                if self.lies:
                    yield (place, number), (along, across, length, band.width)
                else:
                    yield (number, place), (across, along, band.width, length)
                along += length - overlap
            across += band.width - overlap


def cuts(
    field: Size, leaves: Leaves, overlap: float, most: int, narrowest: float = math.inf
) -> list[Cut]:
    """The cuts of a field that need the fewest leaves by their weight, at most so many, and as many
    again without bricks; `narrowest` is the narrowest piece that is to lie beside windows.

    As few bands as cover the field lie side by side, of the widths that leaves have; one of them,
    or all alike, is as much narrower as they are too many. In each the first windows are as long
    as a leaf and the others alike. Of cuts that differ only in windows beside which nothing fits
    one is kept: for all else they are the same, and would crowd out those that are not.
    """

    def merit(one: _Weighed) -> tuple[object, ...]:
        return one.merit, one.cut.lies, one.cut.bands

    found = sorted(_weighed(field, leaves, overlap, narrowest), key=merit)
    plain = [one for one in found if not one.cut.staggered]
    best = [*_unlike(found, most), *_unlike(plain, most)]
    return [one.cut for one in sorted(dict.fromkeys(best), key=merit)]


_Shape = tuple[int, tuple[Size, ...]]
"""What of windows matters to what lies with them: how many lie alone, and the others' sizes."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A cut with the leaves that it takes at least, and its shape."""

    weight: float
    cut: Cut
    shape: _Shape

    @property
    def counts(self) -> tuple[object, ...]:
        return self.cut.lies, tuple((one.width, len(one.lengths)) for one in self.cut.bands)

    @property
    def merit(self) -> tuple[float, bool, int]:
        return round(self.weight, 6), self.cut.staggered, self.cut.count


def _unlike(cuts_: Sequence[_Weighed], most: int) -> Iterator[_Weighed]:
    """The first cuts of each shape, at most so many, and not too many with bands alike."""
    first = _some_of_each(cuts_, 1, lambda one: one.shape)
    yield from islice(_some_of_each(first, _ALIKE, lambda one: one.counts), most)


@dataclass(frozen=True, slots=True)
class _WeighedBand:
    """A way to cut a band with what it weighs: windows that lie alone, and those that share."""

    band: Band
    weight: float
    shared: tuple[float, ...]

    @property
    def alone(self) -> int:
        return len(self.band.lengths) - len(self.shared)


def _weighed(field: Size, leaves: Leaves, overlap: float, narrowest: float) -> Iterator[_Weighed]:
    known: dict[tuple[float, ...], list[_WeighedBand]] = {}
    for lies, widths in all_widths(field, leaves, overlap):
        along = field[int(not lies)]
        least = min(narrowest, *widths)
        alike = sorted(Counter(widths).items(), reverse=True)
        for width, _ in alike:
            if (width, along, least) not in known:
                known[width, along, least] = _bands(width, along, leaves, overlap, least)
        for chosen in product(*(known[width, along, least] for width, _ in alike)):
            yield _together(
                [one for one, (_, n) in zip(chosen, alike, strict=True) for _ in range(n)], lies
            )


def all_widths(
    field: Size, leaves: Leaves, overlap: float
) -> Iterator[tuple[bool, tuple[float, ...]]]:
    """The widths of columns that cover a field, and of rows, which lie."""
    for lies in (False, True):
        kinds = [room[int(lies)] for room in leaves.rooms]
        for widths in side_by_side(field[int(lies)], kinds, overlap):
            yield lies, widths


def _together(bands: Sequence[_WeighedBand], lies: bool) -> _Weighed:
    shared = sorted((one.band.width, length) for one in bands for length in one.shared)
    return _Weighed(
        sum(one.weight for one in bands),
        Cut(tuple(one.band for one in bands), lies),
        (sum(one.alone for one in bands), tuple(shared)),
    )


def side_by_side(
    length: float, kinds: Sequence[float], overlap: float
) -> Iterator[tuple[float, ...]]:
    """The widths of bands of some kinds that cover a length together, with none too many."""
    kinds = sorted(set(kinds), reverse=True)
    steps = [kind - overlap for kind in kinds]
    for counts in _counts(max(length - overlap, steps[-1] / 2), steps):  # a speck has a leaf, too
        widths = [kind for kind, n in zip(kinds, counts, strict=True) for _ in range(n)]
        spare = sum(widths) - (len(widths) - 1) * overlap - length
        share = 1 - spare / sum(width - overlap for width in widths)
        yield tuple(round(overlap + (width - overlap) * share, 6) for width in widths)
        if spare < _EPS:
            continue
        for kind in dict.fromkeys(widths):
            if kind - spare > overlap + _EPS:
                at = len(widths) - 1 - widths[::-1].index(kind)
                yield (*widths[:at], *widths[at + 1 :], round(kind - spare, 6))


def _counts(length: float, steps: Sequence[float]) -> Iterator[tuple[int, ...]]:
    """How many of each step, the longest first, cover a length, where none can be left out."""
    step, *others = steps
    enough = max(0, math.ceil(length / step - _EPS))
    if not others:
        yield (enough,)
        return
    for n in range(enough + 1):
        for more in _counts(length - n * step, others):
            used = [one for one, times in zip(steps, (n, *more), strict=True) if times]
            covered = n * step + sum(map(mul, others, more))
            if covered - length < min(used, default=math.inf) - _EPS:
                yield (n, *more)


def _bands(
    width: float, length: float, leaves: Leaves, overlap: float, narrowest: float
) -> list[_WeighedBand]:
    """The best ways to cut a band across, of which no two share alike."""
    found: dict[tuple[float, ...], _WeighedBand] = {}
    for lengths in lengths_of(width, length, leaves, overlap):
        least = min(narrowest, *lengths)
        shared = tuple(one for one in lengths if not leaves.alone((width, one), least))
        weight = len(lengths) - len(shared) + sum(leaves.weight((width, one)) for one in shared)
        found.setdefault(
            (len(lengths), *shared), _WeighedBand(Band(width, lengths), weight, shared)
        )
    ordered = sorted(found.values(), key=lambda o: (round(o.weight, 6), len(o.band.lengths)))
    return list(_some_of_each(ordered, _OPTIONS, lambda one: len(one.band.lengths)))


def _some_of_each(
    found: Iterable[_Found], most: int, kind: Callable[[_Found], Hashable]
) -> Iterator[_Found]:
    """The first of each kind, at most so many."""
    seen: Counter[Hashable] = Counter()
    for one in found:
        seen[kind(one)] += 1
        if seen[kind(one)] <= most:
            yield one


def lengths_of(
    width: float, length: float, leaves: Leaves, overlap: float
) -> Iterator[tuple[float, ...]]:
    """The lengths of the windows of a band: the first full ones, the others alike."""
    sides = {room[way] for room in leaves.rooms for way in (0, 1) if width <= room[1 - way] + _EPS}
    known = set()
    for full in sorted(sides, reverse=True):
        count = max(1, math.ceil((length - overlap) / (full - overlap) - 1e-9))
        whole = length + (count - 1) * overlap
        for n in range(count):
            rest = (whole - n * full) / (count - n)
            if not overlap < rest <= full + _EPS and count > 1:
                continue
            lengths = tuple(round(one, 6) for one in (*[full] * n, *[rest] * (count - n)))
            if lengths not in known:
                known.add(lengths)
                yield lengths
