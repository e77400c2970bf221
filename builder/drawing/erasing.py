"""Names taken off a picture: what lies below them is laid over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.drawing.below import Below
from builder.drawing.rows import Box, Strip


@dataclass(frozen=True)
class Bare:
    """What is taken off a part of a sheet that begins in the pixel `corner` of it: boxes of names,
    in pixels of the sheet. What lies below these is asked for once there are rows of the part."""

    boxes: Sequence[Box] = ()
    corner: tuple[int, int] = (0, 0)
    below: Callable[[], Below] = dict

    def erase(self, strip: Strip, top: int) -> None:
        """Take it off, as far as it lies in a strip of the part that begins in its row `top`."""
        left, above = self.corner
        for box in self.boxes:
            begin, end = max(0, box[0] - left), min(strip.width, box[2] - left)
            first = box[1] - above - top  # the row of the strip in which the box begins
            if begin < end and first < strip.height and box[3] - above - top > 0:
                wide, skip, long = (box[2] - box[0]) * 3, begin + left - box[0], (end - begin) * 3
                for piece in self.below().get(box, ()):
                    row = first + piece.row
                    for y in range(max(0, row), min(strip.height, row + piece.height(wide))):
                        at = strip.start + y * strip.stride + begin * 3
                        source = (y - row) * wide + skip * 3
                        strip.memory[at : at + long] = piece.pixels[source : source + long]


NOTHING = Bare()
