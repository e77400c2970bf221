"""A map cut into pieces that fit on leaves: windows on the hex field, and boxes by themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, product

from builder.sheets.cutting import Cut, cuts
from builder.sheets.filling import Closer, Filled, Leaves, fill, fill_closer
from builder.sheets.packing import Item, Leaf, covered

Size = tuple[float, float]
Rect = tuple[float, float, float, float]
"""x, y, width, height."""

LEAST = 1 / 3
"""How much of every leaf should be map."""
FIT_LEAST = 0.86
"""What `fit` may shrink a map to: a hex is then still 1.1 times as wide as a counter."""

_TRIES = 40
"""Ways to cut tracks into unlike pieces that are tried before one is cut through a space."""
_MANY = 20_000
"""Ways to cut one track beyond which none are looked for."""
_CUTS, _FEW = 48, 8
"""Ways to cut the field that are laid on leaves: for the map itself, and to compare scales."""
_CLOSER, _ALL_TRIES = 600, 4000
"""Tries that are made with each way to cut to fill its leaves closer, and with all together."""
_WAYS = (0.5,)
"""Shares of what spacing may give way, but for nothing and all."""

Cost = tuple[int, bool]
"""What a plan costs: its leaves, and whether it cuts a track through a space."""

Keep = Callable[[Rect], "tuple[Rect, ...]"]
"""What of a window is worth printing: itself, less of it, parts that do not overlap, or nothing."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """What lies around the pieces on a leaf, at its foot and between pieces, where marks stand, and
    how far pieces overlap that are joined; in mm."""

    overlap: float = 10.0
    around: float = 10.0
    foot: float = 14.0
    gap: float = 8.0

    def rooms(self, paper: Size) -> tuple[Size, Size]:
        """What is left of upright paper, as it stands and as it lies."""
        wide, high = paper
        return (
            (wide - 2 * self.around, high - self.around - self.foot),
            (high - 2 * self.around, wide - self.around - self.foot),
        )

    def given_way(self, share: float) -> Spacing:
        """Narrower: at most 2 mm around and where pieces overlap, what printers and glue need."""
        least = max(self.overlap - 2.0, min(self.overlap, 8.0))
        return Spacing(
            self.overlap - share * (self.overlap - least),
            self.around - share * 2.0,
            self.foot - share * 2.5,
            self.gap,
        )


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A piece that is joined to another at its edge `way`, "w", "e", "n" or "s": its name, and
    where along that edge it begins and ends, in mm."""

    way: str
    name: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A rectangle of the map that is printed in one: `rect` in mm of the whole map.

    `beside_map` tells that it is of a box or track.
    """

    name: str
    rect: Rect
    neighbours: tuple[Neighbour, ...] = ()
    beside_map: bool = False

    @property
    def size(self) -> Size:
        return self.rect[2], self.rect[3]


@dataclass(frozen=True)
class Plan:
    """The leaves of a map: on each the pieces, by name in `pieces`, and the paper of each as it
    lies. `bricks` tells that cuts do not go through the whole field."""

    leaves: tuple[Leaf[str], ...]
    pages: tuple[Size, ...]
    pieces: Mapping[str, Piece]
    spacing: Spacing
    bricks: bool = False

    @property
    def emptiest(self) -> float:
        """The share of the leaf with the least map on it."""
        shares = [
            covered(leaf) / (page[0] * page[1])
            for leaf, page in zip(self.leaves, self.pages, strict=True)
        ]
        return min(shares, default=0.0)


@dataclass(frozen=True)
class Parts:
    """What is printed of a map, in mm: the hex field, boxes and tracks that stand beside it, and
    what of a window on the field is worth its paper. `spaces` are those of a track by its name: one
    that is too long for a leaf is cut between them, at `joints` if it is in there, and nowhere else
    if they are to stay `whole`."""

    hexes: Rect
    boxes: Mapping[str, Rect] = field(default_factory=dict)
    keep: Keep = lambda rect: (rect,)
    spaces: Mapping[str, Sequence[Rect]] = field(default_factory=dict)
    joints: Mapping[str, Sequence[float]] = field(default_factory=dict)
    whole: bool = False


def plan(parts: Parts, paper: Size, spacing: Spacing, *, whole: bool = False) -> Plan:
    """The plan with the fewest leaves; of equals one whose leaves are all a third full, then
    one that cuts tracks between their spaces, then one without bricks and the fewest pieces to
    join. What lies between pieces and around them gives way where that saves a leaf. `whole` is for
    a scale at which tracks need not be cut through spaces: then none is to save a leaf."""
    found = _sparing(replace(parts, whole=whole), paper, spacing)
    return replace(found, pieces=joined(found.pieces, found.spacing.overlap))


def _sparing(parts: Parts, paper: Size, spacing: Spacing) -> Plan:
    least = _plan(parts, paper, spacing.given_way(1.0), math.inf)
    assert least is not None, "a map can always be cut into pieces that fit on leaves"
    # Told how many leaves are worth it, wider spacing is mostly ruled out by area alone.
    best, *others = (
        _plan(parts, paper, spacing.given_way(way), len(least.leaves)) for way in (0.0, *_WAYS)
    )
    if best is not None:
        return best
    plans = [*(found for found in others if found is not None), least]
    # A field without bricks is joined more easily: it is worth half a millimetre.
    return min(plans, key=lambda found: (len(found.leaves), found.bricks, -found.spacing.overlap))


def _plan(parts: Parts, paper: Size, spacing: Spacing, most: float) -> Plan | None:
    """The plan with one spacing, if it has at most so many leaves."""
    found = _best(parts, paper, spacing, _Effort(_CUTS, _CLOSER), most)
    if found is None:
        return None
    best, through = found
    if not through:
        return best
    # Beside pieces of one length nothing may fit where it would beside a short one.
    enough = min(LEAST, best.emptiest)
    for joints in islice(_joints(parts, _leaves(paper, spacing), spacing.overlap), _TRIES):
        for way in _cut_ways(replace(parts, joints=joints), paper, spacing, 1):
            filled = fill(way.items, _leaves(paper, spacing), len(best.leaves))
            if filled is None:
                continue
            other = _told(filled, way, paper, spacing)
            if other.emptiest >= enough:
                return other
    return best


def cost(parts: Parts, paper: Size, spacing: Spacing) -> Cost:
    """How many leaves the plan has, and whether tracks in even pieces are cut through a space: told
    sooner."""
    found = _best(parts, paper, spacing.given_way(1.0), _Effort(_FEW, 0), math.inf)
    assert found is not None, "a map can always be cut into pieces that fit on leaves"
    return len(found[0].leaves), found[1]


@dataclass(frozen=True, slots=True)
class _Effort:
    """How many cuts of the field are weighed, and with how many tries each is filled closer."""

    cuts: int
    tries: int


def _best(
    parts: Parts, paper: Size, spacing: Spacing, effort: _Effort, most: float
) -> tuple[Plan, bool] | None:
    """The best of the plans with pieces of one length, and whether it cuts through spaces; None if
    all have more than so many leaves.

    Then all ways to cut are filled closer whose area says that a leaf fewer might do.
    """
    leaves = _leaves(paper, spacing)
    cut_up = any(not leaves.holds(rect[2:]) for rect in parts.boxes.values())
    ways = [
        (way, not parts_.spaces)
        for parts_ in (
            (parts, replace(parts, spaces={})) if cut_up and not parts.whole else (parts,)
        )
        for way in _cut_ways(parts_, paper, spacing, effort.cuts)
    ]
    best: tuple[Plan, bool] | None = None
    for way, through in ways:
        filled = fill(way.items, leaves, len(best[0].leaves) if best else most)
        if filled is not None:
            told = _told(filled, way, paper, spacing), through
            best = min(best or told, told, key=_merit)
    closer = Closer(leaves, _ALL_TRIES)
    for way, through in ways if effort.tries else ():
        worth = len(best[0].leaves) + (best[0].bricks and not way.bricks) if best else most + 1
        filled = fill_closer(way.items, closer, worth, effort.tries)
        if filled is not None:
            told = _told(filled, way, paper, spacing), through
            best = min(best or told, told, key=_merit)
    return best


@dataclass(frozen=True)
class _Way:
    """The pieces of a map that is cut in some way, and what is to be laid on leaves."""

    pieces: Mapping[str, Piece]
    bricks: bool

    @property
    def items(self) -> list[Item[str]]:
        return [Item(piece.name, *piece.size, turns=True) for piece in self.pieces.values()]


def _cut_ways(parts: Parts, paper: Size, spacing: Spacing, most: int) -> Iterator[_Way]:
    leaves = _leaves(paper, spacing)
    boxes = [
        piece
        for name, rect in parts.boxes.items()
        for piece in _box_pieces(name, rect, leaves, spacing.overlap, parts)
    ]
    narrowest = min((min(piece.size) for piece in boxes), default=math.inf)
    for cut in cuts(parts.hexes[2:], leaves, spacing.overlap, most, narrowest):
        pieces = (*_windows(parts, cut, spacing.overlap), *boxes)
        yield _Way({piece.name: piece for piece in pieces}, cut.staggered)


def _told(filled: Sequence[Filled[str]], way: _Way, paper: Size, spacing: Spacing) -> Plan:
    """The plan of a way to cut; its leaves in the order of the first piece on each."""
    place = {name: number for number, name in enumerate(way.pieces)}
    ordered = sorted(filled, key=lambda one: min(place[placed.item.key] for placed in one.leaf))
    upright = spacing.rooms(paper)[0]
    return Plan(
        tuple(one.leaf for one in ordered),
        tuple(paper if one.room == upright else (paper[1], paper[0]) for one in ordered),
        way.pieces,
        spacing,
        way.bricks,
    )


def _leaves(paper: Size, spacing: Spacing) -> Leaves:
    return Leaves(spacing.rooms(paper), spacing.gap)


def _merit(told: tuple[Plan, bool]) -> tuple[float, ...]:
    found, through = told
    few = len(found.leaves), found.emptiest < LEAST
    return *few, through, found.bricks, len(found.pieces), -found.emptiest


def _joints(
    parts: Parts, leaves: Leaves, overlap: float
) -> Iterator[Mapping[str, Sequence[float]]]:
    """Where tracks that are too long may be cut between their spaces, in all ways that differ by
    the lengths of the pieces, those with the most alike first."""
    ways = {
        name: _ways(rect, max(_window(rect[2:], leaves)), overlap, parts.spaces.get(name, ()))
        for name, rect in parts.boxes.items()
        if not leaves.holds(rect[2:])
    }
    ways = {name: found for name, found in ways.items() if found}
    for chosen in product(*ways.values()):
        yield dict(zip(ways, chosen, strict=True))


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


def _windows(parts: Parts, cut: Cut, overlap: float) -> Iterator[Piece]:
    """The windows on the field, and what further parts of one are worth their paper."""
    for (column, row), window in cut.windows(parts.hexes, overlap):
        name = piece_name(column, row)
        for number, part in enumerate(parts.keep(window)):
            if not number:
                yield Piece(name, part)
                continue
            # A further part lies over the first one, which stands at its west or its east.
            x, y, wide, high = part
            start = x if x - window[0] < _EDGE else x - overlap
            yield Piece(f"{name}{chr(ord('a') + number)}", (start, y, wide + overlap, high))


_EDGE = 1e-3
"""mm within which a part reaches the edge of its window."""


def _box_pieces(
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


def joined(pieces: Mapping[str, Piece], overlap: float) -> dict[str, Piece]:
    """The pieces, each with those that are joined to it: they overlap along an edge."""
    return {
        name: replace(
            one,
            neighbours=tuple(
                neighbour
                for other in pieces.values()
                if other is not one and other.beside_map == one.beside_map
                for neighbour in _neighbour(one.rect, other, overlap)
            ),
        )
        for name, one in pieces.items()
    }


def _neighbour(rect: Rect, other: Piece, overlap: float) -> Iterator[Neighbour]:
    starts = [max(rect[way], other.rect[way]) - rect[way] for way in (0, 1)]
    ends = [
        min(rect[way] + rect[way + 2], other.rect[way] + other.rect[way + 2]) - rect[way]
        for way in (0, 1)
    ]
    for way in (0, 1):
        across, along = ends[way] - starts[way], ends[1 - way] - starts[1 - way]
        if abs(across - overlap) < _JOIN and along > overlap + _JOIN:
            before = other.rect[way] < rect[way]
            yield Neighbour(
                "wn"[way] if before else "es"[way], other.name, starts[1 - way], ends[1 - way]
            )


_JOIN = 0.01
"""mm by which an overlap may differ from what it should be: rounding."""


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


def piece_name(column: int, row: int) -> str:
    """The upper left window is A1: letters across, numbers down."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def fitting_scale(cost_at: Callable[[float], Cost]) -> float:
    """The scale, from FIT_LEAST to 1, that saves the most leaves; of equals one that leaves the
    spaces of tracks whole, and of those the largest.

    `cost_at` tells what a scale costs.
    """
    scales = [round(1 - n / 100, 2) for n in range(round((1 - FIT_LEAST) * 100) + 1)]
    return min(scales, key=lambda scale: (*cost_at(scale), -scale))
