"""What is seen of a map that is printed in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.drawing.map.labels import Box, overlap

_HALO = 3.0
"""How far the halo of a name reaches beyond its box, in pixels."""


@dataclass(frozen=True)
class Windows:
    """The parts of a map that are printed, which may overlap where they are joined; None: all of
    it is seen at once. `cores` are what is left of them when they are cut where they are joined; of
    parts that are not, all."""

    parts: tuple[Box, ...] | None = None
    cores: tuple[Box, ...] = ()

    def whole(self, box: Box) -> bool:
        """Whether some part shows the whole of a box."""
        return self.parts is None or any(_holds(part, box) for part in self.parts)

    def cuts(self, box: Box) -> int:
        """How many parts must show some of a box, but do not show all of it."""
        return len([p for p, core in self._both if overlap(core, box) and not _holds(p, box)])

    def without(self, box: Box) -> frozenset[int]:
        """The parts, by their numbers, on which a name would be cut off in what is cut away or lies
        below its neighbour when they are joined: it is left out there."""
        left, top, right, bottom = box
        around = left - _HALO, top - _HALO, right + _HALO, bottom + _HALO
        return frozenset(
            number
            for number, (part, core) in enumerate(self._both)
            if overlap(part, around) and not overlap(core, box) and not _holds(part, box)
        )

    def ways_out(self, box: Box, most: float) -> Iterator[tuple[float, float]]:
        """The shortest moves of a box, across or down, after which a part that cuts it holds it or
        need not show it, up to `most` long."""
        for part, core in self._both:
            if not overlap(core, box) or _holds(part, box):
                continue
            for way in (0, 1):
                start, end = box[way], box[way + 2]
                moves = (
                    part[way] - start,
                    part[way + 2] - end,
                    core[way] - end,
                    core[way + 2] - start,
                )
                for move in moves:
                    if abs(move) <= most:
                        yield (move, 0.0) if way == 0 else (0.0, move)

    def joined(self, box: Box) -> bool:
        """Whether parts that are joined show the whole of a box, which is smaller than they."""
        left, top, right, bottom = box
        across, down = (left, (left + right) / 2, right), (top, (top + bottom) / 2, bottom)
        return all(self.whole((x, y, x, y)) for x in across for y in down)

    @property
    def _both(self) -> Iterator[tuple[Box, Box]]:
        parts = self.parts or ()
        return zip(parts, self.cores or parts, strict=True)


EVERYWHERE = Windows()
"""The whole map is seen."""


def _holds(part: Box, box: Box) -> bool:
    return part[0] <= box[0] and part[1] <= box[1] and box[2] <= part[2] and box[3] <= part[3]
