"""Long messages travel as `!ZIP!` and a ZIP with one entry in base64.

Source: `chat/Compressor`, `chat/node/NodeClient`.
"""

from __future__ import annotations

import base64
import binascii
import io
import struct
import zipfile
import zlib

from builder import limits
from builder.saying import Saying
from builder.vassal.buildfile.archive import open_entry
from builder.vassal.wire.errors import PackedError

MARK = "!ZIP!"
PACKED_FROM = 1000
"""Characters above which VASSAL packs a message."""

_DAMAGED = "it was damaged on its way"
_TOO_LARGE = "it unpacks to more than {n} MB"
_ENTRY = "Dummy"
_NEVER = (1980, 1, 1, 0, 0, 0)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
    IndexError,
    KeyError,
    OverflowError,
)


def unpacked(message: str, largest: int = limits.WIRE_TEXT) -> str:
    """A message as it was before it was packed, if it was. Raises PackedError."""
    if not message.startswith(MARK):
        return message
    try:
        data = base64.b64decode(message[len(MARK) :].encode("ascii", "replace"), validate=True)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if not entries:
                raise PackedError(_DAMAGED)
            with open_entry(archive, entries[0]) as entry:
                text = entry.read(largest + 1)
    except (PackedError, MemoryError):
        raise
    except (binascii.Error, *_BROKEN):
        raise PackedError(_DAMAGED) from None
    if len(text) > largest:
        raise PackedError(Saying(_TOO_LARGE, n=largest >> 20), too_large=True)
    return text.decode("utf-8", "replace")


def packed(message: str) -> str:
    """A message as VASSAL sends it: packed if it is long. Equal messages pack equally."""
    if len(message) <= PACKED_FROM:
        return message
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(_ENTRY, _NEVER), message.encode("utf-8", "replace"))
    return MARK + base64.b64encode(made.getvalue()).decode("ascii")
