"""A large picture in tiles of several sizes, of which a browser holds only those that it shows."""

from __future__ import annotations

import io
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from builder import limits

if TYPE_CHECKING:
    from PIL.Image import Image

TILE = 512
_KEPT = 600


@dataclass
class Tiles:
    """A picture as levels, each half as wide as the one before; level 0 is the largest.

    `size` is that of the picture whose pixels the page counts, whatever the levels hold.
    """

    size: tuple[int, int]
    levels: list[Image]
    _kept: OrderedDict[tuple[int, int, int], bytes] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(cls, image: Image, size: tuple[int, int] | None = None) -> Tiles:
        """The levels of a picture in memory; `size` if it was shrunk while it was unpacked."""
        size = size or image.size
        while image.width * image.height > limits.POINTED_AT:  # half is enough to point at a hex
            image = image.reduce(2)
        levels = [image]
        while max(levels[-1].size) > TILE:
            levels.append(levels[-1].reduce(2))
        return cls(size, levels)

    def told(self) -> dict[str, object]:
        """What the page must know to ask for tiles."""
        return {
            "width": self.size[0],
            "height": self.size[1],
            "tile": TILE,
            "levels": [level.size for level in self.levels],
        }

    def tile(self, level: int, column: int, row: int) -> bytes | None:
        """A tile as JPEG; None for one that the picture does not have."""
        if not 0 <= level < len(self.levels):
            return None
        image = self.levels[level]
        left, top = column * TILE, row * TILE
        if not (0 <= left < image.width and 0 <= top < image.height):
            return None
        key = (level, column, row)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        stream = io.BytesIO()
        box = (left, top, min(left + TILE, image.width), min(top + TILE, image.height))
        image.crop(box).save(stream, "JPEG", quality=85)
        with self._lock:
            self._kept[key] = stream.getvalue()
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return stream.getvalue()
