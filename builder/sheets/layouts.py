"""Layouts of a map of which it is still open how each column and each track is cut: the ways that
save a leaf are chosen by prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from builder.sheets.cutting import Band, Cut, all_widths, lengths_of
from builder.sheets.filling import Filled, Leaves, Size, evenly, fill, stood_for
from builder.sheets.packing import Item, Key
from builder.sheets.pieces import Parts
from builder.sheets.prices import Bargain, Chosen, Group, Shared, Way, least_weight
from builder.sheets.sharing import Sharing, Sizes
from builder.sheets.tracks import box_pieces, joints_of_each
from builder.sheets.windows import EDGE, parts_of_windows

_EPS = 1e-6
_TRIES = 10
"""Ways to cut all that are filled for the first sets of pieces that share leaves."""


@dataclass(frozen=True)
class Layout:
    """A field cut in some way, where tracks are cut, and what shares leaves."""

    cut: Cut
    joints: Mapping[str, Sequence[float]]
    leaves: tuple[Shared, ...]

    def filled(self, items: Sequence[Item[Key]], sharing: Sharing) -> list[Filled[Key]] | None:
        """The pieces of the layout on their leaves; None if there are others that lie nowhere."""
        left: dict[Size, list[Item[Key]]] = {}
        for item in items:
            left.setdefault(sharing.grown((item.width, item.height)), []).append(item)
        found = []
        for shared in self.leaves:
            laid = sharing.laid(shared.sizes)
            pieces = ((one, shared.pieces[one.item.key]) for one in laid.leaf)
            placed = [stood_for(one, left[size].pop()) for one, size in pieces if size is not None]
            if placed:
                found.append(Filled(laid.room, tuple(placed)))
        alone = fill([item for items in left.values() for item in items], sharing.leaves)
        return None if alone is None else evenly([*found, *alone], sharing.leaves)


@dataclass(frozen=True)
class _Open:
    """A column, row or track of which it is open how it is cut: lengths or joints of each way, and
    the sizes of its pieces."""

    ways: tuple[tuple[tuple[float, ...], tuple[Size, ...]], ...]


def layout_on(parts: Parts, overlap: float, most: int, bargain: Bargain) -> Layout | None:
    """A layout on at most so many leaves, if one is found; those that need the least area come
    first."""
    wanted: dict[tuple[Group, ...], tuple[float, _Layout]] = {}
    for layout in _layouts(parts, overlap, bargain.sharing):
        weight = least_weight(layout.groups, bargain.sharing)
        if weight <= most + _EPS:
            wanted.setdefault(layout.groups, (weight, layout))
    for _, layout in sorted(wanted.values(), key=lambda one: one[0]):
        if bargain.looks <= 0:
            return None
        found = bargain.fewest(layout.groups, most, layout.first_sets())
        if found is not None:
            return layout.told(found)
    return None


class _Layout:
    """Columns or rows of given widths, and the tracks; both still to be cut."""

    def __init__(
        self,
        lies: bool,
        bands: Sequence[tuple[float, _Open]],
        tracks: Mapping[str, _Open],
        whole: Sequence[Size],
        sharing: Sharing,
    ) -> None:
        self.lies, self.tracks, self.sharing = lies, tracks, sharing
        self.widths = [width for width, _ in bands]
        opened = [*(one for _, one in bands), *tracks.values()]
        beside = [size for track in tracks.values() for _, sizes in track.ways for size in sizes]
        narrowest = min([*self.widths, *(min(size) for size in (*whole, *beside))])
        self._hows: list[dict[Way, tuple[float, ...]]] = []
        for one in opened:
            hows: dict[Way, tuple[float, ...]] = {}
            for how, sizes in one.ways:
                hows.setdefault(self._way(sizes, narrowest), how)
            self._hows.append(hows)
        # Bands that may be cut alike are one group.
        alike: dict[tuple[Way, ...], list[int]] = {}
        for number, hows in enumerate(self._hows):
            alike.setdefault(tuple(hows), []).append(number)
        self._alike = list(alike.values())
        self.groups = (
            *(Group(len(numbers), ways) for ways, numbers in alike.items()),
            Group(1, (self._way(whole, narrowest),)),
        )

    def _way(self, sizes: Sequence[Size], narrowest: float) -> Way:
        leaves = self.sharing.leaves
        narrowest = min([narrowest, *map(min, sizes)])
        shared = [size for size in sizes if not leaves.alone(size, narrowest)]
        return Way(len(sizes) - len(shared), tuple(sorted(map(self.sharing.grown, shared))))

    def first_sets(self) -> Iterator[Sizes]:
        """What shares a leaf when all is cut in some ways and laid on leaves soon."""
        gap = self.sharing.leaves.gap
        for number in range(_TRIES):
            chosen = [
                group.ways[number * (place + 1) % len(group.ways)]
                for place, group in enumerate(self.groups)
                for _ in range(group.times)
            ]
            sizes = [size for way in chosen for size in way.sizes]
            items = [Item(n, a - gap, b - gap, turns=True) for n, (a, b) in enumerate(sizes)]
            for filled in fill(items, self.sharing.leaves) or ():
                yield tuple(sorted(sizes[placed.item.key] for placed in filled.leaf))

    def told(self, found: Chosen) -> Layout:
        """The layout that is cut in the ways that were chosen."""
        hows = {
            number: self._hows[number][way]
            for numbers, ways in zip(self._alike, found.ways, strict=False)
            for number, way in zip(numbers, ways, strict=True)
        }
        bands = [Band(width, hows[number]) for number, width in enumerate(self.widths)]
        joints = {name: hows[len(bands) + number] for number, name in enumerate(self.tracks)}
        return Layout(Cut(tuple(bands), self.lies), joints, found.leaves)


def _layouts(parts: Parts, overlap: float, sharing: Sharing) -> Iterator[_Layout]:
    leaves = sharing.leaves
    tracks, whole = _boxes(parts, leaves, overlap)
    known: dict[tuple[bool, float, float], _Open] = {}
    for lies, widths in all_widths(parts.hexes[2:], leaves, overlap):
        starts = accumulate((width - overlap for width in widths), initial=0.0)
        bands = []
        for start, width in zip(starts, widths, strict=False):
            key = lies, round(start, 3), width
            if key not in known:
                known[key] = _band(parts, lies, start, width, leaves, overlap)
            bands.append((width, known[key]))
        yield _Layout(lies, bands, tracks, whole, sharing)


def _band(
    parts: Parts, lies: bool, start: float, width: float, leaves: Leaves, overlap: float
) -> _Open:
    """A column or row that begins somewhere on the field."""
    x, y, wide, high = parts.hexes
    begun = replace(parts, hexes=(x, y + start, wide, high) if lies else (x + start, y, wide, high))
    ways = []
    for lengths in lengths_of(width, wide if lies else high, leaves, overlap):
        cut = Cut((Band(width, lengths),), lies)
        sizes = [piece.size for piece in parts_of_windows(begun, cut, overlap)]
        # What is hardly more than overlap others show.
        ways.append((lengths, tuple(size for size in sizes if min(size) > overlap + EDGE)))
    return _Open(tuple(ways))


def _boxes(parts: Parts, leaves: Leaves, overlap: float) -> tuple[dict[str, _Open], list[Size]]:
    """The tracks that may be cut between their spaces, and the pieces of all other boxes."""

    def sizes(name: str, cut: Parts) -> tuple[Size, ...]:
        pieces = box_pieces(name, parts.boxes[name], leaves, overlap, cut)
        return tuple(piece.size for piece in pieces)

    tracks = {
        name: _Open(
            tuple((joints, sizes(name, replace(parts, joints={name: joints}))) for joints in ways)
        )
        for name, ways in joints_of_each(parts, leaves, overlap).items()
    }
    others = (name for name in parts.boxes if name not in tracks)
    return tracks, [size for name in others for size in sizes(name, parts)]
