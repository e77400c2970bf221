"""A picture that is asked for row by row, so that it need not be whole in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""


class Rows(Protocol):
    """A picture of which whole rows are asked for, from the top down."""

    def crop(self, box: Box, /) -> Image: ...


@dataclass(frozen=True, repr=False)
class Strip:
    """Some rows in RGB as they lie in a memory that may hold more: where the first pixel is, and
    how far it is from a row to the next."""

    memory: bytearray
    start: int
    stride: int
    width: int
    height: int

    @classmethod
    def of(cls, picture: Image) -> Strip:
        """The rows of a picture, copied."""
        memory = bytearray(picture.tobytes("raw", "RGB"))
        return cls(memory, 0, picture.width * 3, picture.width, picture.height)

    def rows(self) -> Iterator[memoryview]:
        """Each row."""
        view, long = memoryview(self.memory), self.width * 3
        for at in range(self.start, self.start + self.height * self.stride, self.stride):
            yield view[at : at + long]

    def picture(self) -> Image:
        """The rows as a picture, copied."""
        from PIL import Image

        rows = b"".join(self.rows())
        return Image.frombytes("RGB", (self.width, self.height), rows)
