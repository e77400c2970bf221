"""The leaves that no layout of 1985: Under an Iron Sky can do without, by area:
`python -m tests.bench.leaves_by_area`.

Rooms on its field are left out of windows, so that it counts where a band lies: all orders of bands
are looked at.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from tests.sheets.plans import planned
from tests.sheets.test_fewest_leaves import (
    A4,
    EPS,
    OVERLAP,
    Size,
    alone,
    bands,
    laid_out,
    runs,
)

Rect = tuple[float, float, float, float]
LEAVES, LEAST = 60, 59
"""Of the plan, and of the bound."""

NARROWEST = (0.0, 10.0, 20.0, 30.0, 40.0, 50.0)
"""What the narrowest piece of a layout may be: between one of these and the next."""


@dataclass
class Rooms:
    """The least weight of bands on a field of which parts are left out: where a band lies counts,
    and its pieces are those that `kept` leaves of its windows."""

    field_: Size
    kept: Callable[[Rect], list[Size]]
    known: dict[tuple[bool, float, float], list[float]] = field(default_factory=dict)

    def bound(self, boxes: list[Size]) -> int:
        """Leaves that no layout can do without, in whatever order its bands lie."""
        best = math.inf
        for lies in (False, True):
            across = self.field_[int(lies)]
            for widths in bands(across, A4.lying[lies], A4.upright[lies]):
                for order in orders(tuple(sorted(widths))):
                    starts = accumulate((width - OVERLAP for width in order), initial=0.0)
                    found = [
                        self.band(lies, at, width) for at, width in zip(starts, order, strict=False)
                    ]
                    best = min(best, *map(sum, zip(*found, strict=True)))
        return math.ceil(best + sum(map(A4.weight, boxes)) - EPS)

    def band(self, lies: bool, start: float, width: float) -> list[float]:
        """Its least weight for each of NARROWEST."""
        key = lies, round(start, 3), round(width, 3)
        if key not in self.known:
            along = self.field_[1 - lies]
            pieces = [
                self.pieces(lies, (start, width), run)
                for run in {run for side in A4.sides(width) for run in runs(along, side)}
            ]
            self.known[key] = [
                min(
                    (
                        sum(1.0 if alone(one, least) else A4.weight(one) for one in sizes)
                        for sizes in pieces
                        if all(min(one) >= least for one in sizes)
                    ),
                    default=math.inf,
                )
                for least in NARROWEST
            ]
        return self.known[key]

    def pieces(self, lies: bool, band: Size, run: tuple[float, ...]) -> list[Size]:
        """What is kept of the windows of a band that begins somewhere."""
        start, width = band
        starts = accumulate((length - OVERLAP for length in run), initial=0.0)
        return [
            size
            for at, length in zip(starts, run, strict=False)
            for size in self.kept(
                (at, start, length, width) if lies else (start, at, width, length)
            )
        ]


def orders(widths: tuple[float, ...]) -> Iterator[tuple[float, ...]]:
    """The orders of widths, of which some are alike."""
    if not widths:
        yield ()
    for width in sorted({*widths}):
        at = widths.index(width)
        for more in orders(widths[:at] + widths[at + 1 :]):
            yield (width, *more)


def main() -> int:
    """0 if plan and bound are as docs and tests have them."""
    known = planned("uis")
    found, field_, boxes = laid_out("uis")
    (left, top, *_), unit = known.drawing.hexes or (0.0, 0.0), known.unit

    def kept(rect: Rect) -> list[Size]:
        x, y, wide, high = (length / unit for length in rect)
        parts = known.drawing.keep((left + x, top + y, wide, high))
        sizes = [
            (part[2] * unit + OVERLAP * (number > 0), part[3] * unit)
            for number, part in enumerate(parts)
        ]
        return [size for size in sizes if min(size) > OVERLAP]  # others may show the rest

    bound = Rooms(field_, kept).bound(boxes)
    print(f"uis: {len(found.leaves)} leaves, by area at least {bound}")
    return int((len(found.leaves), bound) != (LEAVES, LEAST))


if __name__ == "__main__":
    sys.exit(main())
