"""What the file of a picture tells of why it cannot be unpacked: whether its end is missing."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import IO

from builder import limits
from builder.drawing.png import SIGNATURE

_JPEG, _GIF, _RIFF, _BMP = b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM"
_LAST = b"\0\0\0\0IEND"
_TAIL = 4096
"""Bytes at a file's end among which its last mark stands: others may have added a few."""


def begins_as_picture(source: Path | bytes) -> bool:
    """Whether a file begins as a picture does."""
    with _stream(source) as stream:
        head = stream.read(12)
    return head.startswith((SIGNATURE, _JPEG, _GIF)) or (head[:4] == _RIFF and head[8:] == b"WEBP")


def ends_early(source: Path | bytes) -> bool:
    """Whether the file of a picture lacks its end, as one does whose copy was broken off. False
    where that cannot be told."""
    with _stream(source) as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - _TAIL))
        tail = stream.read()
        stream.seek(0)
        head = stream.read(12)
        if head.startswith(SIGNATURE):
            return _png_ends_early(stream, size)
        if head.startswith(_GIF):
            return _gif_ends_early(stream, size)
    if head.startswith(_JPEG):
        return b"\xff\xd9" not in tail
    if head.startswith(_RIFF):
        return size < 8 + int.from_bytes(head[4:8], "little")
    return head.startswith(_BMP) and size < int.from_bytes(head[2:6], "little")


def _png_ends_early(stream: IO[bytes], size: int) -> bool:
    at = len(SIGNATURE)
    for _ in range(limits.PNG_PARTS):
        stream.seek(at)
        head = stream.read(8)
        if head == _LAST[: len(head)] and head:  # all pixels stand before it
            return False
        at += 12 + int.from_bytes(head[:4], "big")
        if at > size:
            return True
    return False


def _gif_ends_early(stream: IO[bytes], size: int) -> bool:
    """Pictures and notes, each of blocks that tell their length, until the mark of the end."""
    stream.seek(10)
    at = 13 + _table(stream.read(1))
    for _ in range(limits.PNG_PARTS):
        stream.seek(at)
        kind = stream.read(10)
        if kind[:1] == b"\x3b":
            return False
        if kind[:1] == b"\x2c":
            at += 11 + _table(kind[9:])
        elif kind[:1] == b"\x21":
            at += 2
        else:
            return at >= size  # what stands there else is no part of a GIF, and damaged
        at = _behind_blocks(stream, at, size)
    return False


def _table(packed: bytes) -> int:
    """Bytes of a table of colours, as a GIF packs its size."""
    return 3 << (packed[0] % 8 + 1) if packed and packed[0] & 0x80 else 0


def _behind_blocks(stream: IO[bytes], at: int, size: int) -> int:
    while at < size:
        stream.seek(at)
        length = stream.read(1)[0]
        at += 1 + length
        if not length:
            break
    return at


def _stream(source: Path | bytes) -> IO[bytes]:
    return io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")
