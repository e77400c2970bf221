"""What the file of a picture tells of why it cannot be unpacked: whether its end is missing, or
rows that its header speaks of."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path
from typing import IO

from builder import limits
from builder.drawing.png import SHORTENER, SIGNATURE, header_of

_JPEG, _GIF, _RIFF, _BMP = b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM"
_LAST = b"\0\0\0\0IEND"
_SCANS, _END = b"\xff\xda", b"\xff\xd9"
"""What a JPEG's pixels begin and end with."""


def begins_as_picture(source: Path | bytes) -> bool:
    """Whether a file begins as a picture does."""
    with _stream(source) as stream:
        head = stream.read(12)
    return head.startswith((SIGNATURE, _JPEG, _GIF)) or (head[:4] == _RIFF and head[8:] == b"WEBP")


def ends_early(source: Path | bytes) -> bool:
    """Whether the file of a picture lacks some of its pixels because it ends before them, as one
    does whose copy was broken off. False where that cannot be told."""
    with _stream(source) as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(0)
        head = stream.read(12)
        if head.startswith(SIGNATURE):
            return _png_ends_early(stream, size)
        if head.startswith(_GIF):
            return _gif_ends_early(stream, size)
        if head.startswith(_JPEG):
            return _jpeg_ends_early(stream, size)
    if head.startswith(_RIFF):
        return size < 8 + int.from_bytes(head[4:8], "little")
    return head.startswith(_BMP) and size < int.from_bytes(head[2:6], "little")


def lacks_rows(source: Path | bytes) -> bool:
    """Whether a PNG that is whole otherwise has fewer rows than its header says: some programs show
    those there are, and VASSAL none at all. False for one too large to be looked at."""
    return rows_of(source) is Rows.TOO_FEW


class Rows(Enum):
    """What there is of the rows of a PNG."""

    WHOLE = auto()
    TOO_FEW = auto()
    GARBLED = auto()


def rows_of(source: Path | bytes) -> Rows:
    """What there is of the rows of a PNG; WHOLE for what is none, or too large to be looked at."""
    with _stream(source) as stream:
        try:
            wide, high, bits, colour, interlaced = header_of(stream)
            wanted = _bytes_of(wide, high, bits * _CHANNELS[colour], interlaced)
        except (ValueError, KeyError):
            return Rows.WHOLE
        if wanted > limits.ENTRY:
            return Rows.WHOLE
        stream.seek(len(SIGNATURE))
        unpacker, found = SHORTENER.decompressobj(), 0
        try:
            for packed in _packed(stream):
                found += len(unpacker.decompress(packed, _PIECE))
                while found < wanted and unpacker.unconsumed_tail:
                    found += len(unpacker.decompress(unpacker.unconsumed_tail, _PIECE))
                if found >= wanted:
                    return Rows.WHOLE
        except (SHORTENER.error, ValueError):
            return Rows.GARBLED
        return Rows.TOO_FEW


_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PIECE = 1 << 20
_PASSES = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
)  # fmt: skip
"""Of a PNG that is interlaced: where each pass begins, across and down, and how far it steps."""


def _bytes_of(wide: int, high: int, bits: int, interlaced: bool) -> int:
    """Bytes of all rows of a PNG, each behind the number of its filter."""
    rows = 0
    for x, y, right, down in _PASSES if interlaced else ((0, 0, 1, 1),):
        across = len(range(x, wide, right))
        rows += len(range(y, high, down)) * (1 + -(-across * bits // 8)) if across else 0
    return rows


def _packed(stream: IO[bytes]) -> Iterator[bytes]:
    """The packed rows of a PNG in pieces."""
    for _ in range(limits.PNG_PARTS):
        head = stream.read(8)
        length = int.from_bytes(head[:4], "big")
        if len(head) < 8 or head[4:] == b"IEND":
            return
        if head[4:] != b"IDAT":
            stream.seek(length + 4, os.SEEK_CUR)
            continue
        while length and (data := stream.read(min(length, _PIECE))):
            length -= len(data)
            yield data
        stream.seek(4, os.SEEK_CUR)
    raise ValueError("too many parts to be looked at")


def _png_ends_early(stream: IO[bytes], size: int) -> bool:
    at = len(SIGNATURE)
    for _ in range(limits.PNG_PARTS):
        stream.seek(at)
        head = stream.read(8)
        if head == _LAST[: len(head)]:  # all parts stand before it, its mark may be lost
            return False
        at += 12 + int.from_bytes(head[:4], "big")
        if at > size:
            return True
    return False


def _jpeg_ends_early(stream: IO[bytes], size: int) -> bool:
    """The pixels stand behind parts that tell their length, among which another small picture may
    be with an end of its own; behind the end others may have added what they like."""
    at = 2
    for _ in range(limits.PNG_PARTS):
        stream.seek(at)
        head = stream.read(4)
        if len(head) < 4:
            return True
        if head[:2] == _SCANS:
            break
        at += 2 + int.from_bytes(head[2:], "big")
    last = b""
    while some := stream.read(1 << 20):
        if _END in last + some:
            return False
        last = some[-1:]
    return True


def _gif_ends_early(stream: IO[bytes], size: int) -> bool:
    """Notes, and then the first picture, each of blocks that tell their length."""
    stream.seek(10)
    at = 13 + _table(stream.read(1))
    for _ in range(limits.PNG_PARTS):
        stream.seek(at)
        kind = stream.read(10)
        is_picture = kind[:1] == b"\x2c"
        if not is_picture and kind[:1] != b"\x21":
            return at >= size  # what stands there else is no part of a GIF, and damaged
        stream.seek(at + (11 + _table(kind[9:]) if is_picture else 2))
        whole = _passes_blocks(stream)
        if is_picture or not whole:
            return not whole
        at = stream.tell()
    return False


def _table(packed: bytes) -> int:
    """Bytes of a table of colours, as a GIF packs its size."""
    return 3 << (packed[0] % 8 + 1) if packed and packed[0] & 0x80 else 0


def _passes_blocks(stream: IO[bytes]) -> bool:
    """Whether blocks go on to the empty one that ends them; True too where they are too many to be
    looked at."""
    for _ in range(limits.GIF_BLOCKS):
        length = stream.read(1)
        if length in (b"", b"\0"):
            return length == b"\0"
        stream.seek(length[0], os.SEEK_CUR)
    return True


def _stream(source: Path | bytes) -> IO[bytes]:
    return io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")
