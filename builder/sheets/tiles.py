"""A map cut into pieces that fit on leaves: windows on the hex field, and boxes by themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from builder.sheets.cutting import Cut, cuts
from builder.sheets.filling import Filled, Leaves, fill
from builder.sheets.layouts import layout_on
from builder.sheets.packing import Item, Leaf, covered
from builder.sheets.pieces import Parts, Piece, Size, Spacing, joined
from builder.sheets.prices import Bargain
from builder.sheets.sharing import Sharing
from builder.sheets.tracks import box_pieces, joints_of
from builder.sheets.windows import windows

LEAST = 1 / 3
"""How much of every leaf should be map."""
FIT_LEAST = 0.86
"""What `fit` may shrink a map to: a hex is then still 1.1 times as wide as a counter."""

_TRIES = 40
"""Ways to cut tracks into unlike pieces that are tried before one is cut through a space."""
_CUTS, _FEW = 48, 8
"""Ways to cut the field that are laid on leaves: for the map itself, and to compare scales."""
_LOOKS = 120_000
"""Sets of pieces that are looked at to save leaves of one map by prices."""
_WAYS = (0.5, 0.0)
"""Shares of what spacing may give way, the least spacing first, but for all of it."""
_BETWEEN = (0.25, 0.75)
"""The shares that are tried where those allow no better."""
_PRICED = 16
"""Leaves of a map that is laid out by prices, too, so that its cuts go through the whole field."""

_SLIVER = 10.0
"""mm of its own that a window shows at least: a narrower one is little but overlap and cuts."""

Cost = tuple[int, bool, int]
"""What a plan costs: its leaves, whether it cuts a track through a space, and its slivers."""


_Seams = tuple[int, bool]


@dataclass(frozen=True)
class Plan:
    """The leaves of a map: on each the pieces, by name in `pieces`, and the paper of each as it
    lies. `bricks` tells that cuts do not go through the whole field, `slivers` how many windows
    show hardly more than what overlaps."""

    leaves: tuple[Leaf[str], ...]
    pages: tuple[Size, ...]
    pieces: Mapping[str, Piece]
    spacing: Spacing
    bricks: bool = False
    slivers: int = 0

    @property
    def seams(self) -> _Seams:
        """What makes it hard to join."""
        return self.slivers, self.bricks

    @property
    def emptiest(self) -> float:
        """The share of the leaf with the least map on it."""
        shares = [
            covered(leaf) / (page[0] * page[1])
            for leaf, page in zip(self.leaves, self.pages, strict=True)
        ]
        return min(shares, default=0.0)


def plan(parts: Parts, paper: Size, spacing: Spacing, *, whole: bool = False) -> Plan:
    """The plan with the fewest leaves; of equals one whose leaves are all a third full, then
    one that cuts tracks between their spaces, then one without slivers, one without bricks and the
    fewest pieces to join. What lies between pieces and around them gives way where that saves a
    leaf. `whole` is for a scale at which tracks need not be cut through spaces: then none is to
    save a leaf."""
    found = _sparing(replace(parts, whole=whole), paper, spacing)
    return replace(found, pieces=joined(found.pieces, found.spacing.overlap))


def _sparing(parts: Parts, paper: Size, spacing: Spacing) -> Plan:
    least = _plan(parts, paper, spacing.given_way(1.0))
    assert least is not None, "a map can always be cut into pieces that fit on leaves"
    least = _fewer(parts, paper, least)
    most, plans = len(least.leaves), [least]
    for way in _WAYS:
        wider = _plan(parts, paper, spacing.given_way(way), most)
        if wider is None:  # then still wider spacing takes no fewer leaves
            break
        plans.append(wider)
    best = min(plans, key=_ease)
    if best.spacing.overlap < spacing.overlap:
        between = (_plan(parts, paper, spacing.given_way(way), most) for way in _BETWEEN)
        best = min([*plans, *filter(None, between)], key=_ease)
    if best.bricks and most <= _PRICED:
        half = spacing.given_way(_WAYS[0])
        priced = _priced(parts, paper, half, most, _bargain(paper, half))
        best = min([best, priced or best], key=_ease)
    return best


def _ease(found: Plan) -> tuple[int, bool, float]:
    """How easily a map is joined: a field without bricks is worth the overlap that it costs."""
    return found.slivers, found.bricks, -found.spacing.overlap


def _plan(parts: Parts, paper: Size, spacing: Spacing, most: float = math.inf) -> Plan | None:
    """The plan with one spacing, if it is found to have no more leaves than so many."""
    found = _best(parts, paper, spacing, _CUTS, most)
    if found is None:
        return None
    best, through = found
    if not through:
        return best
    # Beside pieces of one length nothing may fit where it would beside a short one.
    enough = min(LEAST, best.emptiest)
    for joints in islice(joints_of(parts, _leaves(paper, spacing), spacing.overlap), _TRIES):
        for way in _cut_ways(replace(parts, joints=joints), paper, spacing, 1):
            filled = fill(way.items, _leaves(paper, spacing), len(best.leaves))
            if filled is None:
                continue
            other = _told(filled, way, paper, spacing)
            if other.emptiest >= enough:
                return other
    return best


def _fewer(parts: Parts, paper: Size, plan: Plan) -> Plan:
    """The map on fewer leaves with the same spacing, if prices find a layout that needs fewer."""
    bargain = _bargain(paper, plan.spacing)
    while True:
        found = _priced(parts, paper, plan.spacing, len(plan.leaves) - 1, bargain)
        if found is None:
            return plan
        plan = found


def _bargain(paper: Size, spacing: Spacing) -> Bargain:
    return Bargain(Sharing(_leaves(paper, spacing)), _LOOKS)


def _priced(
    parts: Parts, paper: Size, spacing: Spacing, most: int, bargain: Bargain
) -> Plan | None:
    """A plan on at most so many leaves, if prices find a layout that needs no more."""
    layout = layout_on(parts, spacing.overlap, most, bargain)
    if layout is None:
        return None
    cut, overlap = replace(parts, joints=layout.joints), spacing.overlap
    way = _way(cut, layout.cut, _box_pieces(cut, _leaves(paper, spacing), overlap), overlap)
    filled = layout.filled(way.items, bargain.sharing)
    if filled is None or len(filled) > most:
        return None
    return _told(filled, way, paper, spacing)


def cost(parts: Parts, paper: Size, spacing: Spacing) -> Cost:
    """How many leaves the plan has, whether tracks in even pieces are cut through a space, and how
    many slivers: told sooner."""
    found = _best(parts, paper, spacing.given_way(1.0), _FEW)
    assert found is not None, "a map can always be cut into pieces that fit on leaves"
    return len(found[0].leaves), found[1], found[0].slivers


def _best(
    parts: Parts, paper: Size, spacing: Spacing, most_cuts: int, most: float = math.inf
) -> tuple[Plan, bool] | None:
    """The best of the plans with pieces of one length, and whether it cuts through spaces; None if
    all have more than so many leaves."""
    leaves = _leaves(paper, spacing)
    cut_up = any(not leaves.holds(rect[2:]) for rect in parts.boxes.values())
    best: tuple[Plan, bool] | None = None
    for spared in (parts, replace(parts, spaces={})) if cut_up and not parts.whole else (parts,):
        through = not spared.spaces
        for way in _cut_ways(spared, paper, spacing, most_cuts):
            filled = fill(way.items, leaves, _worth(best, way, through) if best else most)
            if filled is not None:
                told = _told(filled, way, paper, spacing), through
                best = min(best or told, told, key=_merit)
    return best


@dataclass(frozen=True)
class _Way:
    """The pieces of a map that is cut in some way, and what is to be laid on leaves."""

    pieces: Mapping[str, Piece]
    bricks: bool
    slivers: int

    @property
    def seams(self) -> _Seams:
        return self.slivers, self.bricks

    @property
    def items(self) -> list[Item[str]]:
        return [Item(piece.name, *piece.size, turns=True) for piece in self.pieces.values()]


def _cut_ways(parts: Parts, paper: Size, spacing: Spacing, most: int) -> Iterator[_Way]:
    leaves, overlap = _leaves(paper, spacing), spacing.overlap
    boxes = _box_pieces(parts, leaves, overlap)
    narrowest = min((min(piece.size) for piece in boxes), default=math.inf)
    for cut in cuts(parts.hexes[2:], leaves, overlap, most, narrowest):
        yield _way(parts, cut, boxes, overlap)


def _box_pieces(parts: Parts, leaves: Leaves, overlap: float) -> list[Piece]:
    return [
        piece
        for name, rect in parts.boxes.items()
        for piece in box_pieces(name, rect, leaves, overlap, parts)
    ]


def _way(parts: Parts, cut: Cut, boxes: Sequence[Piece], overlap: float) -> _Way:
    pieces = (*windows(parts, cut, overlap), *boxes)
    slivers = sum(min(one.size) < overlap + _SLIVER for one in pieces if not one.beside_map)
    return _Way({piece.name: piece for piece in pieces}, cut.staggered, slivers)


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
        way.slivers,
    )


def _leaves(paper: Size, spacing: Spacing) -> Leaves:
    return Leaves(spacing.rooms(paper), spacing.gap)


def _worth(best: tuple[Plan, bool], way: _Way, through: bool) -> int:
    """How many leaves a way to cut may take to be better than the best, or no worse."""
    found, cut_through = best
    worse = (through, way.seams, len(way.pieces)) > (cut_through, found.seams, len(found.pieces))
    return len(found.leaves) - (worse and found.emptiest >= LEAST)


def _merit(told: tuple[Plan, bool]) -> tuple[float, ...]:
    found, through = told
    few = len(found.leaves), found.emptiest < LEAST
    return *few, through, *found.seams, len(found.pieces), -found.emptiest


def fitting_scale(cost_at: Callable[[float], Cost]) -> float:
    """The scale, from FIT_LEAST to 1, that saves the most leaves; of equals one that leaves the
    spaces of tracks whole, and of those the largest.

    `cost_at` tells what a scale costs.
    """
    scales = [round(1 - n / 100, 2) for n in range(round((1 - FIT_LEAST) * 100) + 1)]
    return min(scales, key=lambda scale: (*cost_at(scale), -scale))
