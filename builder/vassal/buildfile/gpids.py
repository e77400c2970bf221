"""The numbers by which VASSAL traces a piece to its slot (build/GpIdChecker)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from builder.vassal.buildfile.components import PieceSlot
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.traits.actions import PlaceMarker, Replace

_LIMIT = 100_000_000  # well inside Java's int, wide enough that two names rarely meet


def gpids(root: Component) -> Iterator[tuple[PieceSlot, str]]:
    """Every gpid in the tree with its slot, those of the pieces that traits place included."""
    for part in root.walk():
        if isinstance(part, PieceSlot):
            yield part, part.gpid
            for placed in _placed(part):
                yield part, placed


def _placed(slot: PieceSlot) -> Iterator[str]:
    if "placemark;" not in slot.content and "replace;" not in slot.content:
        return
    try:
        traits = parse_piece(slot.content)
    except ValueError:
        return
    for trait in traits:
        if isinstance(trait, PlaceMarker | Replace) and trait.marker.startswith("+/"):
            yield trait.gpid


def next_free(root: Component) -> int:
    """One above the highest number in use."""
    return 1 + max(
        (int(gpid) for _, gpid in gpids(root) if gpid.isdecimal() and len(gpid) < 10), default=0
    )


def stable_gpids(names: Iterable[str]) -> dict[str, str]:
    """A number for each name that stays the same when other names come and go.

    Refreshing the counters of an old save finds its slots by these numbers. Names that meet in
    one number are told apart in alphabetical order.
    """
    taken: dict[int, str] = {}
    for name in sorted(set(names)):
        number = 1 + zlib.crc32(name.encode()) % _LIMIT
        while number in taken:
            number += 1
        taken[number] = name
    return {name: str(number) for number, name in taken.items()}
