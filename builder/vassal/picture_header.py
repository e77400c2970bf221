"""Opens pictures of any size by their header, before a pixel is unpacked, in few formats."""

from __future__ import annotations

from os import SEEK_CUR
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING

from builder import limits

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")

_PNG = b"\x89PNG\r\n\x1a\n"

_OPENING = Lock()
"""Held while Pillow's own bound is lifted, which is one for the whole process."""


def _is_crumbled(stream: IO[bytes]) -> bool:
    """Whether a PNG has more parts than the bound."""
    start = stream.tell()
    try:
        if stream.read(len(_PNG)) != _PNG:
            return False
        for _ in range(limits.PNG_PARTS):
            head = stream.read(8)
            if len(head) < 8 or head.endswith(b"IEND"):
                return False
            stream.seek(int.from_bytes(head[:4], "big") + 4, SEEK_CUR)  # what it holds and its sum
        return True
    finally:
        stream.seek(start)


def open_header(stream: IO[bytes] | Path) -> Image:
    """The picture, whose size the caller judges: Pillow's own bound is below that of a large scan.

    OSError, ValueError or SyntaxError for what is none of these formats, and for a PNG in so many
    parts that only to read their names takes seconds.
    """
    from PIL import Image

    if isinstance(stream, Path):
        with stream.open("rb") as file:
            crumbled = _is_crumbled(file)
    else:
        crumbled = _is_crumbled(stream)
    if crumbled:
        raise ValueError("it is in more parts than any picture")

    with _OPENING:
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            return Image.open(stream, formats=FORMATS)
        finally:
            Image.MAX_IMAGE_PIXELS = before
