"""What is printed of a map, and the pieces that it is cut into: where each lies, and what is joined
to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

Size = tuple[float, float]
Rect = tuple[float, float, float, float]
"""x, y, width, height."""

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


def piece_name(column: int, row: int) -> str:
    """The upper left window is A1: letters across, numbers down."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"
