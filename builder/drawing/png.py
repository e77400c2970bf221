"""Large drawings as PNG files."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import IO, TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from PIL.Image import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
IHDR = struct.Struct(">II5B")
"""Width, height, bits, kind of colour, compression, filters, interlacing."""

_RGB = (8, 2, 0, 0, 0)
_NO_PALETTE = bytes(768)


def flat_png(picture: Image, level: int, told: Mapping[str, str] | None = None) -> bytes:
    """An RGB drawing as PNG, its rows unfiltered; `told` are words of the file about itself.

    Pillow filters each row, which suits photographs; where colours are flat the file grows by a
    quarter and takes twice as long. It does not filter pictures with a palette: so the rows are
    given to it as one, and what it packed is put into a file that says what they are.
    """
    from PIL import Image

    wide, high = picture.size
    rows = Image.frombuffer("P", (wide * 3, high), picture.tobytes(), "raw", "P", 0, 1)
    rows.putpalette(_NO_PALETTE)  # of all 256 colours, lest it use fewer bits for each
    stream = BytesIO()
    rows.save(stream, "PNG", compress_level=level)
    header = IHDR.pack(wide, high, *_RGB)
    words = [f"{key}\0{text}".encode("latin-1") for key, text in (told or {}).items()]
    return b"".join(
        [
            SIGNATURE,
            chunk(b"IHDR", header),
            *[chunk(b"tEXt", word) for word in words],
            *[chunk(b"IDAT", packed) for packed in _packed(stream.getvalue())],
            chunk(b"IEND", b""),
        ]
    )


def header_of(stream: IO[bytes]) -> tuple[int, int, int, int, bool]:
    """Width, height, bits, kind of colour and whether it is interlaced; ValueError for no PNG."""
    start = stream.read(len(SIGNATURE) + 8 + IHDR.size)
    if not start.startswith(SIGNATURE) or start[12:16] != b"IHDR":
        raise ValueError("no PNG")
    wide, high, bits, colour, _, _, interlaced = IHDR.unpack(start[16:])
    return wide, high, bits, colour, bool(interlaced)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))


def _packed(file: bytes) -> Iterator[bytes]:
    """The packed rows of a PNG file."""
    place = len(SIGNATURE)
    while place < len(file):
        (size,) = struct.unpack_from(">I", file, place)
        if file[place + 4 : place + 8] == b"IDAT":
            yield file[place + 8 : place + 8 + size]
        place += size + 12
