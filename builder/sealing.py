"""The seal at the end of the modules, sheets, pictures and pages that Kessel makes anew at each
call: a file that bears it is as Kessel left it, and may be replaced without loss."""

from __future__ import annotations

import hashlib
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from builder import limits

_WORDS = b"Kessel sha256 "
_LENGTH = len(_WORDS) + 64
"""Bytes of a seal: after its words come the digits of the sum of all that stands before these."""


@dataclass(frozen=True)
class _Room:
    """Where a format has room for the seal: `cut` bytes come off the file's end, `before` and
    `after` stand round the seal; with `summed`, a PNG's sum of its text stands behind it."""

    cut: int = 0
    before: bytes = b""
    after: bytes = b""
    summed: bool = False

    def behind(self, seal: bytes) -> bytes:
        """What ends the file."""
        sum_ = zlib.crc32(self.before[4:] + seal).to_bytes(4, "big") if self.summed else b""
        return sum_ + self.after


_KEY = b"tEXtSeal\0"
_END = b"\0\0\0\0IEND\xaeB`\x82"
_ROOMS = {
    # The comment of an archive, whose length stands before it.
    ".vmod": _Room(cut=2, before=_LENGTH.to_bytes(2, "little")),
    ".pdf": _Room(before=b"% ", after=b"\n"),
    ".html": _Room(before=b"<!-- ", after=b" -->"),
    # A text before the last part, which has no bytes of its own.
    ".png": _Room(len(_END), (_LENGTH + 5).to_bytes(4, "big") + _KEY, _END, summed=True),
}
SEALED = frozenset(_ROOMS)
"""The endings of files that bear it."""


def sealed(data: bytes, ending: str) -> bytes:
    """The bytes of a file with its seal; as they are where the format of the ending has none."""
    room = _ROOMS.get(ending)
    if room is None:
        return data
    head = memoryview(data)[: len(data) - room.cut]
    known = hashlib.sha256(head)
    known.update(room.before + _WORDS)
    seal = _WORDS + known.hexdigest().encode()
    return b"".join((head, room.before, seal, room.behind(seal)))


def is_sealed(path: Path) -> bool:
    """Whether a file is as Kessel left it; OSError if it cannot be read."""
    room = _ROOMS.get(path.suffix.lower())
    if room is None or not path.is_file():
        return False
    with path.open("rb") as stream:
        start = stream.seek(0, os.SEEK_END) - _LENGTH - len(room.behind(b""))
        # What is larger than any module is not Kessel's, and no sum of it is worked out.
        if not 0 <= start <= limits.ARCHIVE:
            return False
        stream.seek(start)
        end = stream.read(_LENGTH + len(room.behind(b"")) + 1)
        seal = end[:_LENGTH]
        if not seal.startswith(_WORDS) or end != seal + room.behind(seal):
            return False
        return seal == _WORDS + _sum(stream, start + len(_WORDS)).encode()


def _sum(stream: BinaryIO, most: int) -> str:
    """The sum of a file's first bytes."""
    known, left = hashlib.sha256(), most
    stream.seek(0)
    while left and (part := stream.read(min(left, 1 << 20))):
        known.update(part)
        left -= len(part)
    return known.hexdigest()
