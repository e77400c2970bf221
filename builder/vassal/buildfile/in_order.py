"""A ZIP as it is read from its first byte on, without the directory at its end, which is how VASSAL
reads a save (Java's ZipInputStream)."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from itertools import pairwise
from struct import Struct
from typing import IO

_HEADER = Struct("<4s5H3I2H")
"""Of an entry, APPNOTE.TXT 4.3.7: signature, version, flags, packing, time, date, checksum, packed
size, size, length of the name, length of the extra field."""
_SIGNATURE = b"PK\x03\x04"
_SIZES_FOLLOW = 1 << 3
_AFTER = (12, 16, 20, 24)
"""Bytes that an entry's sizes and checksum take behind it: with or without a signature and 64
bits."""
_IN_EXTRA = 0xFFFFFFFF


def is_read_as_listed(
    stream: IO[bytes], infos: Sequence[zipfile.ZipInfo], last: zipfile.ZipInfo
) -> bool:
    """Whether who reads from the first byte on meets the entries of the directory one after the
    other, up to and with `last`, and nothing between them."""
    at = 0
    in_order = sorted(infos, key=lambda info: info.header_offset)
    for info, following in pairwise(in_order[: in_order.index(last) + 1]):
        start = _start_of(stream, info, at)
        if start is None or not _fills(stream, start, info):
            return False
        after = following.header_offset - start - info.compress_size
        if after not in (_AFTER if info.flag_bits & _SIZES_FOLLOW else (0,)):
            return False
        at = following.header_offset
    return _start_of(stream, last, at) is not None


def _start_of(stream: IO[bytes], info: zipfile.ZipInfo, at: int) -> int | None:
    """Where the packed bytes of the entry at `at` begin, in bytes from the first; None if it is not
    `info`, or its own header says another thing than the directory."""
    if info.header_offset != at:
        return None
    stream.seek(at)
    head = stream.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return None
    signature, _, flags, packing, _, _, _, packed, _, name, extra = _HEADER.unpack(head)
    is_same = (signature, flags, packing) == (_SIGNATURE, info.flag_bits, info.compress_type)
    if not is_same or not (flags & _SIZES_FOLLOW or packed in (info.compress_size, _IN_EXTRA)):
        return None
    return at + _HEADER.size + int(name) + int(extra)


_STEP = 1 << 16


def _fills(stream: IO[bytes], start: int, info: zipfile.ZipInfo) -> bool:
    """Whether the packed bytes of an entry end with the last of them, and not before."""
    if info.compress_type != zipfile.ZIP_DEFLATED:
        return True
    unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
    stream.seek(start)
    packed, unpacked = info.compress_size, 0
    try:
        while packed and not unpacking.eof and unpacked <= info.file_size:
            data = unpacking.unconsumed_tail or stream.read(min(packed, _STEP))
            unpacked += len(unpacking.decompress(data, _STEP))
            packed -= len(data) - len(unpacking.unconsumed_tail)
            if not data:
                return False
    except zlib.error:
        return False
    return unpacking.eof and not packed and not unpacking.unused_data
