"""What is seen of a map that is printed in pieces."""

from __future__ import annotations

from dataclasses import dataclass

from builder.drawing.map.labels import Box, overlap


@dataclass(frozen=True)
class Windows:
    """The parts of a map that are printed, which may overlap where they are joined; None: all of
    it is seen at once."""

    parts: tuple[Box, ...] | None = None

    def whole(self, box: Box) -> bool:
        """Whether some part shows the whole of a box."""
        return self.parts is None or any(_holds(part, box) for part in self.parts)

    def cuts(self, box: Box) -> int:
        """How many parts show some of a box, but not all of it."""
        parts = self.parts or ()
        return len([part for part in parts if overlap(part, box) and not _holds(part, box)])

    def joined(self, box: Box) -> bool:
        """Whether parts that are joined show the whole of a box, which is smaller than they."""
        left, top, right, bottom = box
        across, down = (left, (left + right) / 2, right), (top, (top + bottom) / 2, bottom)
        return all(self.whole((x, y, x, y)) for x in across for y in down)


EVERYWHERE = Windows()
"""The whole map is seen."""


def _holds(part: Box, box: Box) -> bool:
    return part[0] <= box[0] and part[1] <= box[1] and box[2] <= part[2] and box[3] <= part[3]
