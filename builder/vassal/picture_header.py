"""Opens pictures of any size by their header, before a pixel is unpacked, in few formats."""

from __future__ import annotations

from functools import cache
from os import SEEK_CUR
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING

from builder import limits

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")

_JPEG = b"\xff\xd8\xff"
_SCAN = b"\xff\xda"
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


class ScansError(ValueError):
    """A JPEG is drawn by going over all its pixels once for each of its scans, and of this one that
    is too often."""

    def __init__(self) -> None:
        super().__init__("it is drawn in more scans than any picture")


_AT_ONCE = 1 << 20


def _is_drawn_again(stream: IO[bytes]) -> bool:
    """Whether a JPEG has more scans than the bound. Within them no mark of a scan can stand; one in
    a small picture that it brings along is counted, too."""
    start = stream.tell()
    try:
        if stream.read(len(_JPEG)) != _JPEG:
            return False
        scans, last = 0, b""
        while piece := stream.read(_AT_ONCE):
            scans += (last + piece).count(_SCAN)
            last = piece[-1:]
        return scans > limits.JPEG_SCANS
    finally:
        stream.seek(start)


class WholeError(ValueError):
    """A WebP is unpacked in one piece, four times over, and of this one that is too much."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__("it would take more than a gigabyte of memory")
        self.size = size


MOST_WEBP = int(limits.SCAN_WHOLE) // 4
"""Pixels of a WebP: the canvas, the one before, what is handed over and the picture itself."""


def _webp_size(stream: IO[bytes]) -> tuple[int, int]:
    """The size that a WebP's header tells; (0, 0) for other files."""
    start = stream.tell()
    head = stream.read(30)
    stream.seek(start)
    if len(head) < 30 or head[:4] != b"RIFF" or head[8:12] != b"WEBP":
        return 0, 0
    match head[12:16]:
        case b"VP8X":
            wide, high = (int.from_bytes(head[at : at + 3], "little") for at in (24, 27))
            return wide + 1, high + 1
        case b"VP8L":
            both = int.from_bytes(head[21:25], "little")
            return (both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1
        case _:
            wide, high = (int.from_bytes(head[at : at + 2], "little") for at in (26, 28))
            return wide & 0x3FFF, high & 0x3FFF


def _check(stream: IO[bytes]) -> None:
    """ValueError for what is not even opened, because that alone would cost too much."""
    wide, high = _webp_size(stream)
    if wide * high > MOST_WEBP:
        raise WholeError((wide, high))
    if _is_crumbled(stream):
        raise ValueError("it is in more parts than any picture")
    if _is_drawn_again(stream):
        raise ScansError


def open_header(stream: IO[bytes] | Path) -> ImageFile:
    """The picture, whose size the caller judges: Pillow's own bound is below that of a large scan.

    OSError, ValueError or SyntaxError for what is none of these formats, and for a PNG in so many
    parts that only to read their names takes seconds; WholeError for a WebP that is too large,
    ScansError for a JPEG that is drawn too often.
    """
    from PIL import Image

    if isinstance(stream, Path):
        with stream.open("rb") as file:
            _check(file)
    else:
        _check(stream)
    _take_long_texts()

    with _OPENING:
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            return silent(Image.open(stream, formats=FORMATS))
        finally:
            Image.MAX_IMAGE_PIXELS = before


@cache
def _take_long_texts() -> None:
    """Let Pillow open a PNG that brings a long text along, as the history that an editor keeps: it
    takes one of more than a megabyte, when unpacked, for an attack. Once in a process."""
    from PIL import PngImagePlugin

    PngImagePlugin.MAX_TEXT_CHUNK = int(limits.PNG_TEXT)


def silent(picture: ImageFile) -> ImageFile:
    """The opened picture, of which no library will speak beside what Kessel says: libtiff, which
    Pillow unpacks a TIFF with, writes lines of its own into the terminal."""
    if picture.format == "TIFF":
        _silence_libtiff()
    return picture


@cache
def _silence_libtiff() -> None:
    """Take libtiff's handlers of messages away, once in a process; what is wrong Pillow raises all
    the same. Where libtiff is built into Pillow, as on Windows, it cannot be reached."""
    import ctypes

    from PIL import _imaging

    try:
        library = ctypes.CDLL(_imaging.__file__)
        for name in ("TIFFSetErrorHandler", "TIFFSetWarningHandler"):
            set_handler = getattr(library, name)
            set_handler.argtypes, set_handler.restype = [ctypes.c_void_p], ctypes.c_void_p
            set_handler(None)
    except (OSError, AttributeError):
        return
