"""Opens pictures of any size by their header, before a pixel is unpacked, in few formats."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")

_OPENING = Lock()
"""Held while Pillow's own bound is lifted, which is one for the whole process."""


def open_header(stream: IO[bytes] | Path) -> Image:
    """The picture, whose size the caller judges: Pillow's own bound is below that of a large scan.

    OSError, ValueError or SyntaxError for what is none of these formats.
    """
    from PIL import Image

    with _OPENING:
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            return Image.open(stream, formats=FORMATS)
        finally:
            Image.MAX_IMAGE_PIXELS = before
