"""A map cut into pieces that fit on leaves: windows on the hex field, and boxes by themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, product

from builder.sheets.packing import Item, Leaf, covered, pack

Size = tuple[float, float]
Rect = tuple[float, float, float, float]
"""x, y, width, height."""

GAP = 12.0
"""Between pieces on one leaf, mm: room for the marks and for the names of neighbours."""
LEAST = 1 / 3
"""How much of every leaf should be map."""
FIT_LEAST = 0.86
"""What `fit` may shrink a map to: a hex is then still 1.1 times as wide as a counter."""

_TRIES = 40
"""Ways to cut tracks into unlike pieces that are tried before one is cut through a space."""
_MANY = 20_000
"""Ways to cut one track beyond which none are looked for."""

Cost = tuple[int, bool]
"""What a plan costs: its leaves, and whether it cuts a track through a space."""

Keep = Callable[[Rect], "tuple[Rect, ...]"]
"""What of a window is worth printing: itself, less of it, parts that do not overlap, or nothing."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A rectangle of the map that is printed in one: `rect` in mm of the whole map.

    `neighbours` names the pieces beside it by direction: "w", "e", "n", "s". `beside_map` tells
    that it is of a box or track.
    """

    name: str
    rect: Rect
    neighbours: Mapping[str, str] = field(default_factory=dict)
    beside_map: bool = False

    @property
    def size(self) -> Size:
        return self.rect[2], self.rect[3]


@dataclass(frozen=True)
class Plan:
    """The leaves of a map: the paper as it lies, and on each the pieces, by name in `pieces`."""

    page: Size
    leaves: tuple[Leaf[str], ...]
    pieces: Mapping[str, Piece]

    @property
    def emptiest(self) -> float:
        """The share of the leaf with the least map on it."""
        area = self.page[0] * self.page[1]
        return min((covered(leaf) / area for leaf in self.leaves), default=0.0)


@dataclass(frozen=True)
class Parts:
    """What is printed of a map, in mm: the hex field, boxes and tracks that stand beside it, and
    what of a window on the field is worth its paper. `spaces` are those of a track by its name: one
    that is too long for a leaf is cut between them, at `joints` if it is in there."""

    hexes: Rect
    boxes: Mapping[str, Rect] = field(default_factory=dict)
    keep: Keep = lambda rect: (rect,)
    spaces: Mapping[str, Sequence[Rect]] = field(default_factory=dict)
    joints: Mapping[str, Sequence[float]] = field(default_factory=dict)


def plan(parts: Parts, paper: Size, margins: Size, overlap: float) -> Plan:
    """The plan with the fewest leaves; of equals one whose leaves are all a third full, then
    one that cuts tracks between their spaces, then the one with the fewest pieces to join.

    `paper` is upright, `margins` are around the pieces and at the foot, all in mm.
    """
    best, through = _best(parts, paper, margins, overlap)
    if not through:
        return best
    # Beside pieces of one length nothing may fit where it would beside a short one.
    enough = min(LEAST, best.emptiest)
    for joints in islice(_joints(parts, _room(best.page, margins), overlap), _TRIES):
        for other in _plans(replace(parts, joints=joints), best.page, margins, overlap):
            if len(other.leaves) <= len(best.leaves) and other.emptiest >= enough:
                return other
    return best


def cost(parts: Parts, paper: Size, margins: Size, overlap: float) -> Cost:
    """How many leaves the plan has, and whether tracks in even pieces are cut through a space: told
    sooner."""
    best, through = _best(parts, paper, margins, overlap)
    return len(best.leaves), through


def _best(parts: Parts, paper: Size, margins: Size, overlap: float) -> tuple[Plan, bool]:
    """The best of the plans with pieces of one length, and whether it cuts through spaces."""
    plans = [
        (found, not parts_.spaces)
        for parts_ in (parts, replace(parts, spaces={}))
        for page in (paper, (paper[1], paper[0]))
        for found in _plans(parts_, page, margins, overlap)
    ]
    return min(plans, key=_merit)


def _plans(parts: Parts, page: Size, margins: Size, overlap: float) -> Iterator[Plan]:
    room = _room(page, margins)
    for cuts in _all_cuts(parts.hexes, room, overlap):
        pieces = {piece.name: piece for piece in _pieces(parts, cuts, room, overlap)}
        # Strips and boxes may be laid on their side, windows of a full leaf not.
        items = [
            Item(p.name, *p.size, turns=p.beside_map or _small(p, room)) for p in pieces.values()
        ]
        leaves = pack(items, room, GAP)
        if leaves:
            yield Plan(page, tuple(_in_order(leaves, list(pieces))), pieces)


def _room(page: Size, margins: Size) -> Size:
    return page[0] - 2 * margins[0], page[1] - margins[0] - margins[1]


def _merit(told: tuple[Plan, bool]) -> tuple[float, ...]:
    found, through = told
    few = len(found.leaves), found.emptiest < LEAST
    return *few, through, len(found.pieces), -found.emptiest


def _joints(parts: Parts, room: Size, overlap: float) -> Iterator[Mapping[str, Sequence[float]]]:
    """Where tracks that are too long may be cut between their spaces, in all ways that differ by
    the lengths of the pieces, those with the most alike first."""
    ways = {
        name: _ways(rect, max(room), overlap, parts.spaces.get(name, ()))
        for name, rect in parts.boxes.items()
        if not _lies_whole(rect, room)
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
    count = len(_runs(start, end - start, window, overlap)[0])
    if count < 2 or math.comb(len(borders), count - 1) > _MANY:
        return []
    found: dict[tuple[int, ...], tuple[float, ...]] = {}
    for joints in combinations(borders, count - 1):
        lengths = [length for _, length in _joined(start, end, joints, overlap)]
        if all(overlap < length <= window + 1e-6 for length in lengths):
            found.setdefault(tuple(sorted(map(round, lengths))), joints)
    return [found[lengths] for lengths in sorted(found, key=lambda all_: all_[-1] - all_[0])]


def _small(piece: Piece, room: Size) -> bool:
    """Whether a piece is a strip of a window, and no full leaf."""
    return piece.size[0] * piece.size[1] < 0.6 * room[0] * room[1]


def _in_order(leaves: Sequence[Leaf[str]], names: Sequence[str]) -> list[Leaf[str]]:
    """Leaves in the order of the first piece on each."""
    place = {name: number for number, name in enumerate(names)}
    return sorted(leaves, key=lambda leaf: min(place[placed.item.key] for placed in leaf))


_Cuts = tuple[Sequence[tuple[float, float]], Sequence[tuple[float, float]]]


def _all_cuts(hexes: Rect, room: Size, overlap: float) -> Iterator[_Cuts]:
    """Every way to cut the field into columns and rows (beginning and length): full ones with a
    narrow last one, or all of one width."""
    for columns in _runs(hexes[0], hexes[2], room[0], overlap):
        for rows in _runs(hexes[1], hexes[3], room[1], overlap):
            yield columns, rows


def _runs(
    start: float, length: float, window: float, overlap: float
) -> list[list[tuple[float, float]]]:
    step = window - overlap
    count = max(1, math.ceil((length - overlap) / step - 1e-9))
    even = (length - overlap) / count
    alike = [(start + n * even, even + overlap) for n in range(count)]
    full = [(start + n * step, min(window, length - n * step)) for n in range(count)]
    return [alike, full] if count > 1 else [alike]


def _pieces(parts: Parts, cuts: _Cuts, room: Size, overlap: float) -> Iterator[Piece]:
    columns, rows = cuts
    kept: dict[tuple[int, int], tuple[Rect, ...]] = {}
    for row, (y, high) in enumerate(rows):
        for column, (x, wide) in enumerate(columns):
            if found := parts.keep((x, y, wide, high)):
                kept[column, row] = found
    for (column, row), (rect, *more) in kept.items():
        beside = {
            "w": (column - 1, row),
            "e": (column + 1, row),
            "n": (column, row - 1),
            "s": (column, row + 1),
        }
        neighbours = {way: piece_name(*at) for way, at in beside.items() if at in kept}
        yield Piece(piece_name(column, row), rect, neighbours)
        for number, part in enumerate(more):
            name = f"{piece_name(column, row)}{chr(ord('b') + number)}"
            window = (columns[column][0], rows[row][0], columns[column][1], rows[row][1])
            yield _part(name, part, window, piece_name(column, row), neighbours, overlap)
    for name, rect in parts.boxes.items():
        yield from _box_pieces(name, rect, room, overlap, parts)


def _part(
    name: str, rect: Rect, window: Rect, first: str, beside: Mapping[str, str], overlap: float
) -> Piece:
    """A further part of a window: it lies over the `first` one, which stands at its west or its
    east, and adjoins of the window's neighbours those whose edge it reaches."""
    x, y, wide, high = rect
    reached = {
        "w": x - window[0] < _EDGE,
        "e": window[0] + window[2] - x - wide < _EDGE,
        "n": y - window[1] < _EDGE,
        "s": window[1] + window[3] - y - high < _EDGE,
    }
    neighbours = {way: other for way, other in beside.items() if reached[way]}
    if reached["w"]:
        return Piece(name, (x, y, wide + overlap, high), neighbours | {"e": first})
    return Piece(name, (x - overlap, y, wide + overlap, high), neighbours | {"w": first})


_EDGE = 1e-3
"""mm within which a part reaches the edge of its window."""


def _box_pieces(name: str, rect: Rect, room: Size, overlap: float, parts: Parts) -> Iterator[Piece]:
    """A box in one piece, upright or on its side, or else cut as often as it must be."""
    if _lies_whole(rect, room):
        yield Piece(name, rect, beside_map=True)
        return
    spaces, joints = parts.spaces.get(name, ()), parts.joints.get(name, ())
    long, short = max(room), min(room)
    lying = rect[2] > rect[3] and rect[3] <= short
    window = (long, short) if lying else room
    columns, rows = (
        _joined(rect[way], rect[way] + rect[way + 2], joints, overlap)
        if joints and way == int(rect[2] < rect[3])
        else _between(
            _runs(rect[way], rect[way + 2], window[way], overlap)[0],
            sorted({one[way] for one in spaces}),
            window[way],
            overlap,
        )
        for way in (0, 1)
    )
    for row, (y, high) in enumerate(rows):
        for column, (x, wide) in enumerate(columns):
            number = row * len(columns) + column
            beside = {}
            if column:
                beside["w"] = f"{name} {number}"
            if column < len(columns) - 1:
                beside["e"] = f"{name} {number + 2}"
            if row:
                beside["n"] = f"{name} {number + 1 - len(columns)}"
            if row < len(rows) - 1:
                beside["s"] = f"{name} {number + 1 + len(columns)}"
            yield Piece(f"{name} {number + 1}", (x, y, wide, high), beside, beside_map=True)


def _lies_whole(rect: Rect, room: Size) -> bool:
    """Whether a box fits on a leaf, upright or on its side."""
    long, short = max(room), min(room)
    return max(rect[2:]) <= long + 1e-6 and min(rect[2:]) <= short + 1e-6


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
