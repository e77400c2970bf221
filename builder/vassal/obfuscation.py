"""The thin disguise of saved games: read in all its forms, written in the classic one.

Sources: `tools/io/ObfuscatingOutputStream` and `DeobfuscatingInputStream`; from autumn 2026 VASSAL
also writes bytes instead of hex digits. Saves that other programs packed with XZ are read too.
"""

from __future__ import annotations

from binascii import Error as HexError
from binascii import hexlify, unhexlify
from typing import Literal

from builder import limits
from builder.saying import quoting
from builder.vassal.errors import ANEW, RIGHT, VassalFileError

Form = Literal["classic", "bytes", "plain"]

_CLASSIC = b"!VCSK"
_BYTES = b"VOBS"
_XZ = b"\xfd7zXZ\x00"
DISGUISES = (_CLASSIC, _BYTES, _XZ, b"begin_save\x1b")
"""How the bytes of a `savedGame` entry begin, whatever file they lie in."""

_DEFAULT_KEY = 0x5A  # VASSAL takes a random byte; a fixed one makes equal games equal files


_TOO_LONG = quoting(
    "the saved game unpacks to more than {n} MB of text, or as a bomb does: no game needs that",
    n=limits.SAVE_TEXT >> 20,
)


def _xor_table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def reveal(data: bytes) -> str:
    """The text of a `savedGame` entry in any form. Raises VassalFileError."""
    return decoded(undisguised(data))


def undisguised(data: bytes) -> bytes:
    """The bytes of that text. Raises VassalFileError."""
    if data.startswith(_CLASSIC):
        raw, key = _unhex(memoryview(data)[len(_CLASSIC) :])  # a save has tens of millions
    elif data.startswith(_BYTES):
        if len(data) == len(_BYTES):
            raise VassalFileError(None, "the saved game ends before its key", ANEW)
        raw, key = data[len(_BYTES) + 1 :], data[len(_BYTES)]
    else:
        raw, key = (_unpacked(data) if data.startswith(_XZ) else data), 0
    if len(raw) > limits.SAVE_TEXT:
        raise VassalFileError(None, _TOO_LONG, RIGHT)
    return raw.translate(_xor_table(key)) if key else raw


def decoded(raw: bytes) -> str:
    """The text of its bytes. Raises VassalFileError."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise VassalFileError(
            None,
            quoting(
                "the saved game is no text from byte {n} on: damaged, or cut off", n=error.start
            ),
            ANEW,
        ) from None


def _unhex(digits: memoryview) -> tuple[bytes, int]:
    try:
        key, raw = unhexlify(digits[:2]), unhexlify(digits[2:])
    except HexError:
        cut_off = len(digits) % 2 and _is_hex(digits[:-1])
        what = (
            "the saved game ends in the middle of a byte: the file was cut off"
            if cut_off
            else "the saved game holds characters that are not its own: the file is damaged"
        )
        raise VassalFileError(None, what, ANEW) from None
    if not key:
        raise VassalFileError(None, "the saved game ends before its key", ANEW)
    return raw, key[0]


def _unpacked(data: bytes) -> bytes:
    from lzma import LZMADecompressor, LZMAError

    try:
        unpacking = LZMADecompressor(memlimit=limits.SAVED_GAME)
        most = min(limits.SAVE_TEXT, max(limits.RATIO_FROM, limits.RATIO * len(data)))
        text = unpacking.decompress(data, max_length=most + 1)
    except (LZMAError, EOFError, ValueError):
        what = "the saved game cannot be unpacked: it is damaged"
        raise VassalFileError(None, what, ANEW) from None
    if len(text) > most:
        raise VassalFileError(None, _TOO_LONG, RIGHT)
    if not unpacking.eof:
        raise VassalFileError(None, "the saved game was cut off", ANEW)
    return text


def _is_hex(digits: memoryview) -> bool:
    try:
        unhexlify(digits)
    except HexError:
        return False
    return True


def disguise(text: str, form: Form = "classic", key: int = _DEFAULT_KEY) -> bytes:
    """The bytes of a `savedGame` entry; `key` is 0 to 255, for the form `bytes` from 1."""
    raw = text.encode("utf-8")
    if form == "plain":
        return raw
    hidden = raw.translate(_xor_table(key))
    if form == "bytes":
        return _BYTES + bytes([key]) + hidden
    return _CLASSIC + b"%02x" % key + hexlify(hidden)
