"""A field cut into windows that fit on leaves: columns or rows side by side, each cut across.

A window may lie upright or on its side, and columns may be cut at other heights than their
neighbours, as bricks are laid: so a narrow rest is left at one edge at most.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from operator import mul

from builder.sheets.filling import Leaves

Size = tuple[float, float]
Rect = tuple[float, float, float, float]

_EPS = 1e-6
_OPTIONS = 3
"""Ways to cut a band that are weighed against those of the others."""


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


def cuts(field: Size, leaves: Leaves, overlap: float, most: int) -> list[Cut]:
    """The cuts of a field that need the fewest leaves by their weight, at most so many, and as many
    again without bricks.

    As few bands as cover the field lie side by side, of the widths that leaves have; one of them,
    or all alike, is as much narrower as they are too many. In each the first windows are as long
    as a leaf and the others alike.
    """
    found = {
        cut: (round(weight, 6), cut.staggered, cut.count)
        for weight, cut in _weighed(field, leaves, overlap)
    }
    plain = [cut for cut in found if not cut.staggered]

    def merit(cut: Cut) -> tuple[object, ...]:
        return found[cut], cut.lies, cut.bands

    best = [*heapq.nsmallest(most, found, key=merit), *heapq.nsmallest(most, plain, key=merit)]
    return sorted(dict.fromkeys(best), key=merit)


def _weighed(field: Size, leaves: Leaves, overlap: float) -> Iterator[tuple[float, Cut]]:
    known: dict[tuple[float, float], list[tuple[float, Band]]] = {}
    for lies in (False, True):
        across, along = (field[1], field[0]) if lies else field
        kinds = [room[int(lies)] for room in leaves.rooms]
        for widths in side_by_side(across, kinds, overlap):
            alike = sorted(Counter(widths).items(), reverse=True)
            for width, _ in alike:
                if (width, along) not in known:
                    known[width, along] = _bands(width, along, leaves, overlap)
            for chosen in product(*(known[width, along] for width, _ in alike)):
                counted = list(zip(alike, chosen, strict=True))
                bands = tuple(band for (_, n), (_, band) in counted for _ in range(n))
                yield sum(n * weight for (_, n), (weight, _) in counted), Cut(bands, lies)


def side_by_side(
    length: float, kinds: Sequence[float], overlap: float
) -> Iterator[tuple[float, ...]]:
    """The widths of bands of some kinds that cover a length together, with none too many."""
    kinds = sorted(set(kinds), reverse=True)
    for counts in _counts(length - overlap, [kind - overlap for kind in kinds]):
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


def _bands(width: float, length: float, leaves: Leaves, overlap: float) -> list[tuple[float, Band]]:
    """The best ways to cut a band across, with what each weighs."""
    found = []
    for lengths in lengths_of(width, length, leaves, overlap):
        weight = sum(
            1.0 if leaves.alone((width, one), overlap) else leaves.weight((width, one))
            for one in lengths
        )
        found.append((weight, Band(width, lengths)))
    return sorted(found, key=lambda one: (one[0], len(one[1].lengths)))[:_OPTIONS]


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
