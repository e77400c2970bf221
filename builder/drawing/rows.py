"""A picture that is asked for row by row, so that it need not be whole in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image


class Rows(Protocol):
    """A picture of which whole rows are asked for, from the top down."""

    def crop(self, box: tuple[int, int, int, int], /) -> Image: ...
