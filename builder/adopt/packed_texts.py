"""Passwords in the texts that pictures, sounds and documents carry beside what they show."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator
from contextlib import suppress

from builder import limits
from builder.adopt.spelled import without_spelled

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TEXTS = {b"tEXt", b"zTXt", b"iTXt", b"eXIf"}
"""Parts of a PNG that no program needs to show it."""
_AROUND = 12
"""Bytes of a part of a PNG that are not its own: its size, its kind and its sum."""
_STREAM, _STREAM_ENDS = re.compile(rb"stream\r?\n"), b"endstream"
"""Between which a PDF holds what is packed."""


def without_texts(data: bytes, words: Collection[str]) -> bytes:
    """A PNG without the texts in which one of the words stands, all else byte for byte as it was;
    any other file as it is."""
    if not data.startswith(_SIGNATURE):
        return data
    kept = [part for part in _parts(data) if part[4:8] not in _TEXTS or not _has(part, words)]
    return b"".join([_SIGNATURE, *kept])


def _has(part: bytes, words: Collection[str]) -> bool:
    """Whether a text of a PNG has one of the words, however it is written."""
    told = _told(part[4:8], part[8:-4])
    text = told.decode("utf-8", "surrogateescape")
    return _tells(told, words) or without_spelled(text, words, "") != text


def _told(kind: bytes, part: bytes) -> bytes:
    """What a text of a PNG says, its key in front, unpacked."""
    key, _, text = part.partition(b"\0")
    match kind:
        case b"zTXt":
            return key + b"\0" + _unpacked(text[1:])
        case b"iTXt" if text[:1] == b"\1":
            language, _, more = text[2:].partition(b"\0")
            title, _, packed = more.partition(b"\0")
            return b"\0".join((key, language, title, _unpacked(packed)))
    return part


def _unpacked(packed: bytes) -> bytes:
    """As much of it as any text of a PNG has; nothing of what cannot be unpacked."""
    try:
        return zlib.decompressobj().decompress(packed, int(limits.PNG_TEXT))
    except zlib.error:
        return b""


def holds(data: bytes, words: Collection[str]) -> bool:
    """Whether one of the words stands in the bytes of a file, or in what a PDF has packed; of a PNG
    not in its pixels."""
    if data.startswith(_SIGNATURE):
        data = b"".join(part for part in _parts(data) if part[4:8] != b"IDAT")
    if _tells(data, words):
        return True
    return data.startswith(b"%PDF") and any(_tells(text, words) for text in _streams(data))


def _parts(png: bytes) -> Iterator[bytes]:
    """The parts of a PNG, whole; at last what stands behind them or is cut off."""
    end = len(_SIGNATURE)
    for _ in range(limits.PNG_PARTS):
        size = int.from_bytes(png[end : end + 4], "big") + _AROUND
        if end + size > len(png):
            break
        yield png[end : end + size]
        end += size
    yield png[end:]


def _streams(data: bytes) -> Iterator[bytes]:
    """What the packed parts of a PDF hold, as much as a module has texts at most. One pattern for
    a whole part would look for its end anew from each of a million beginnings."""
    left, end = int(limits.MODULE_TEXT), 0
    for _ in range(limits.PDF_PARTS):
        begin = _STREAM.search(data, end)
        if begin is None:
            return
        end = data.find(_STREAM_ENDS, begin.end())
        if end < 0:
            return
        text = _unpacked(data[begin.end() : end])
        end += len(_STREAM_ENDS)
        left -= len(text)
        if left < 0:
            return
        yield text


def _tells(data: bytes, words: Collection[str]) -> bool:
    """Whether one of the words stands in some bytes, in small or capital letters, in an encoding in
    which such files have texts."""
    small = data.lower()
    return any(spelled in small for word in words for spelled in _spellings(word))


def _spellings(word: str) -> set[bytes]:
    found = set()
    for encoding in ("utf-8", "cp1252", "utf-16-le", "utf-16-be"):
        with suppress(UnicodeEncodeError):
            found.add(word.encode(encoding).lower())
    return found
