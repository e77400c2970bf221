"""Why a picture in a module is of no use: the one judgement of `check` and `adopt`."""

from __future__ import annotations

import io
import re
import struct
import warnings
from enum import Enum, auto

from builder import limits
from builder.drawing.broken import begins_as_picture, ends_early, lacks_rows
from builder.vassal.module_shape import Size, image_size
from builder.vassal.picture_header import FORMATS, ScansError, open_header, silent

MOST_PIXELS = int(limits.TAKEN_PICTURE)
"""A map of some 13,000 pixels a side; what says it is larger is not unpacked."""
_UNPACKED = 1_000_000
"""Pixels up to which a picture is unpacked to see whether all of them can be read."""


class Fault(Enum):
    """What is wrong with a picture."""

    OTHER_KIND = auto()
    """It is one, of a kind that VASSAL does not show."""
    SIZELESS = auto()
    """A drawing that does not say how large it is."""
    NO_DRAWING = auto()
    """It begins as a drawing in SVG and cannot be read as one."""
    TOO_LARGE = auto()
    """It has more than MOST_PIXELS pixels, and was not looked at further."""
    SCANS = auto()
    """A JPEG that goes over all its pixels too often."""
    CUT_OFF = auto()
    """The end of its file is missing."""
    FEW_ROWS = auto()
    """A PNG that has fewer rows than it says."""
    NO_PICTURE = auto()
    """It begins as no picture does."""
    DAMAGED = auto()
    """It begins as one, and its pixels cannot be read."""


_OTHERS = (
    b"\0\0\0\x0cjP  ", b"\xff\x4f\xff\x51", b"\0\0\1\0", b"8BPS", b"DDS ", b"%!PS", b"%PDF",
    *(b"P%d%c" % (kind, blank) for kind in range(1, 7) for blank in b" \n\r\t"),
    *(b"\0\0\0%cftypavi" % size for size in range(20, 64, 4)),
)  # fmt: skip
"""How pictures begin that other programs show: JPEG 2000, ICO, PSD, DDS, PostScript, PDF, PNM and
AVIF. WebP begins with RIFF, as sounds do."""


def fault_of(data: bytes) -> Fault | None:
    """Why VASSAL shows nothing of a picture, or Kessel takes none of it; None for a sound one."""
    if data.startswith(_OTHERS) or _is_webp(data):
        return Fault.OTHER_KIND
    size = _size(data)
    if size is None or not (size[0] and size[1]):
        return _unopened(data, begins=begins_as_picture(data))
    if size[0] * size[1] > MOST_PIXELS:
        return Fault.TOO_LARGE
    if is_svg(data):
        return None
    return _unopened(data, begins=True) if _is_damaged(data) else None


def is_svg(data: bytes) -> bool:
    """Whether a file begins like a drawing."""
    from builder.vassal.strangers_xml import in_utf8

    return _SVG.search(in_utf8(data[:8192])[:4096]) is not None


_SVG = re.compile(rb"<(?:[\w.-]{1,40}:)?svg\b")
"""Some programs write the names of SVG with their space before them."""


def _is_drawing(data: bytes) -> bool:
    """Whether a file that begins like a drawing can be read as one."""
    from builder.vassal.strangers_xml import parse_drawing

    try:
        parse_drawing(data)
    except ValueError:
        return False
    return True


def _is_webp(data: bytes) -> bool:
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def _size(data: bytes) -> Size | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return image_size(data)


def _unopened(data: bytes, begins: bool) -> Fault:
    """What is wrong with a picture that cannot be opened or unpacked, though it may begin as one:
    it may be a sound one that asks too much."""
    try:
        open_header(io.BytesIO(data)).close()
    except ScansError:
        return Fault.SCANS
    except (OSError, ValueError, SyntaxError):
        pass
    if is_svg(data):
        return Fault.SIZELESS if _is_drawing(data) else Fault.NO_DRAWING
    if not begins:
        return Fault.NO_PICTURE
    if ends_early(data):
        return Fault.CUT_OFF
    return Fault.FEW_ROWS if lacks_rows(data) else Fault.DAMAGED


def _is_damaged(data: bytes) -> bool:
    """Whether a picture's pixels cannot all be read. A large PNG is judged by the sums of its parts
    and a large JPEG by its end, because unpacking them takes seconds."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with silent(Image.open(io.BytesIO(data), formats=FORMATS)) as picture:
                pixels = picture.width * picture.height
                if pixels > _UNPACKED and picture.format == "JPEG":
                    return b"\xff\xd9" not in data[-4096:]
                if pixels <= _UNPACKED or picture.format in ("GIF", "BMP"):
                    picture.load()
                elif picture.format == "PNG":
                    picture.verify()
                return picture.format == "PNG" and lacks_rows(data)
        except (OSError, ValueError, SyntaxError, EOFError, IndexError, struct.error,
                Image.DecompressionBombError):  # fmt: skip
            return True
