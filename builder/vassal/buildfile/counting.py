"""How many entries the directory of a ZIP lists, before it is read: of each of a million Python
makes an object first, which takes seconds and half a gigabyte."""

from __future__ import annotations

import os
import struct
from typing import IO

_END, _END_64, _ENTRY = b"PK\5\6", b"PK\6\6", b"PK\1\2"
_LENGTH = 22  # of the record at the end, behind which a remark of up to 65,535 bytes may stand
_LENGTH_64, _LENGTH_WHERE = 56, 20
_FIXED = 46  # bytes of an entry before its name
_BLOCK = 1 << 20


def more_than(most: int, stream: IO[bytes]) -> int:
    """How many there are, if that is more than `most`: as the file says, which may lie, but at
    least `most` + 1. Else 0, and where no directory is found: who reads it tells what is wrong."""
    end = stream.seek(0, os.SEEK_END)
    begin = stream.seek(max(0, end - _LENGTH - 0xFFFF - _LENGTH_64 - _LENGTH_WHERE))
    tail = stream.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _LENGTH:
        return 0
    said, size = struct.unpack_from("<HI", tail, at + 10)
    wide = at - _LENGTH_WHERE - _LENGTH_64
    if wide >= 0 and tail.startswith(_END_64, wide):
        said, size = struct.unpack_from("<QQ", tail, wide + 32)
        at = wide
    if size < most * _FIXED:  # there is no room for so many
        return 0
    found = _counted(stream, begin + at - size, size, most)
    return max(said, found) if found > most else 0


def _counted(stream: IO[bytes], start: int, size: int, most: int) -> int:
    if start < 0:
        return 0
    stream.seek(start)
    left, block, at, count = size, b"", 0, 0
    while count <= most:
        if len(block) - at < _FIXED and left > 0:
            more = stream.read(min(_BLOCK, left))
            block, at, left = block[at:] + more, 0, left - len(more) if more else 0
        if not block.startswith(_ENTRY, at) or len(block) - at < _FIXED:
            return count
        count += 1
        at += _FIXED + sum(struct.unpack_from("<3H", block, at + 28))
        if at > len(block):  # its name goes on behind the block
            beyond = at - len(block)
            stream.seek(beyond, os.SEEK_CUR)
            left, block, at = left - beyond, b"", 0
    return count
