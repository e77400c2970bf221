"""Boxes and tracks that are longer than a leaf, cut between their spaces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from builder.sheets.filling import Leaves
from builder.sheets.pieces import Parts, Piece, Rect, Size

_MANY = 20_000
"""Ways to cut one track beyond which none are looked for."""


def box_pieces(
    name: str, rect: Rect, leaves: Leaves, overlap: float, parts: Parts
) -> Iterator[Piece]:
    """A box in one piece, upright or on its side, or else cut as often as it must be."""
    if leaves.holds(rect[2:]):
        yield Piece(name, rect, beside_map=True)
        return
    spaces, joints = parts.spaces.get(name, ()), parts.joints.get(name, ())
    window = _window(rect[2:], leaves)
    columns, rows = (
        _joined(rect[way], rect[way] + rect[way + 2], joints, overlap)
        if joints and way == int(rect[2] < rect[3])
        else _between(
            _run(rect[way], rect[way + 2], window[way], overlap),
            sorted({one[way] for one in spaces}),
            window[way],
            overlap,
        )
        for way in (0, 1)
    )
    for row, (y, high) in enumerate(rows):
        for column, (x, wide) in enumerate(columns):
            number = row * len(columns) + column + 1
            yield Piece(f"{name} {number}", (x, y, wide, high), beside_map=True)


def _window(size: Size, leaves: Leaves) -> Size:
    """How long the pieces of a box may be across and down: that of which fewest are needed."""
    ways = [way for room in leaves.rooms for way in (room, (room[1], room[0]))]
    return min(
        ways, key=lambda way: (math.ceil(size[0] / way[0]) * math.ceil(size[1] / way[1]), -way[0])
    )


def _run(start: float, length: float, window: float, overlap: float) -> list[tuple[float, float]]:
    """Beginning and length of pieces that are all of one length."""
    count = max(1, math.ceil((length - overlap) / (window - overlap) - 1e-9))
    even = (length - overlap) / count
    return [(start + n * even, even + overlap) for n in range(count)]


def joints_of(
    parts: Parts, leaves: Leaves, overlap: float
) -> Iterator[Mapping[str, Sequence[float]]]:
    """Where tracks that are too long may be cut between their spaces, all together in all ways."""
    ways = joints_of_each(parts, leaves, overlap)
    for chosen in product(*ways.values()):
        yield dict(zip(ways, chosen, strict=True))


def joints_of_each(
    parts: Parts, leaves: Leaves, overlap: float
) -> dict[str, list[tuple[float, ...]]]:
    """Where each track that is too long may be cut between its spaces, in all ways that differ by
    the lengths of the pieces, those with the most alike first."""
    ways = {
        name: _ways(rect, max(_window(rect[2:], leaves)), overlap, parts.spaces.get(name, ()))
        for name, rect in parts.boxes.items()
        if not leaves.holds(rect[2:])
    }
    return {name: found for name, found in ways.items() if found}


def _ways(
    rect: Rect, window: float, overlap: float, spaces: Sequence[Rect]
) -> list[tuple[float, ...]]:
    along = int(rect[2] < rect[3])
    start, end = rect[along], rect[along] + rect[along + 2]
    borders = sorted({one[along] for one in spaces})[1:]
    count = len(_run(start, end - start, window, overlap))
    if count < 2 or math.comb(len(borders), count - 1) > _MANY:
        return []
    found: dict[tuple[int, ...], tuple[float, ...]] = {}
    for joints in combinations(borders, count - 1):
        lengths = [length for _, length in _joined(start, end, joints, overlap)]
        if all(overlap < length <= window + 1e-6 for length in lengths):
            found.setdefault(tuple(sorted(map(round, lengths))), joints)
    return [found[lengths] for lengths in sorted(found, key=lambda all_: all_[-1] - all_[0])]


def _joined(
    start: float, end: float, joints: Sequence[float], overlap: float
) -> list[tuple[float, float]]:
    """The runs that are joined at some places, in the middle of what they have in common."""
    begins = [start, *(at - overlap / 2 for at in joints)]
    ends = [*(at + overlap / 2 for at in joints), end]
    return [(begin, end - begin) for begin, end in zip(begins, ends, strict=True)]


def _between(
    runs: list[tuple[float, float]], borders: Sequence[float], window: float, overlap: float
) -> list[tuple[float, float]]:
    """As many runs joined where spaces begin, so that no cut goes through what stands in one, or
    one more where that makes one too long for its leaf; as they are, if neither will do."""
    if len(runs) < 2 or not borders:
        return runs
    start, end = runs[0][0], sum(runs[-1])
    for count in (len(runs), len(runs) + 1):
        moved = _joined(start, end, _nearest(borders, start, end, count), overlap)
        if all(overlap < length <= window + 1e-6 for _, length in moved):
            return moved
    return runs


def _nearest(borders: Sequence[float], start: float, end: float, count: int) -> list[float]:
    """The borders nearest to cuts into equal lengths."""
    even = (end - start) / count
    middles = [start + n * even for n in range(1, count)]
    return [min((abs(at - middle), at) for at in borders)[1] for middle in middles]
