"""What can still be read of a log whose ZIP was cut off: its steps up to the last whole one.

A ZIP's directory stands at its end, so that a file cut off anywhere has none; each entry also has a
head of its own before it, and what is packed unpacks from its beginning as far as it is there.
Source: APPNOTE.TXT 4.3.7 (local file header) and 4.3.9 (data descriptor).
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder import limits
from builder.files import read_bounded
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.container import MODULE_DATA, SAVE_DATA, SAVED_GAME
from builder.vassal.errors import ANEW, VassalFileError
from builder.vassal.obfuscation import reveal
from builder.vassal.savedgame import SavedGame, parse_saved_game, read_saved_game
from builder.vassal.sequence import ESC

_HEAD = struct.Struct("<4s5H3I2H")
_LOCAL, _DESCRIPTOR = b"PK\3\4", b"PK\7\x08"
_ENCRYPTED, _SIZES_FOLLOW = 0x01, 0x08
_STORED, _DEFLATED = 0, 8
_LONGEST_LETTER = 4
"""Bytes of a letter in UTF-8, the last of which may be cut off."""
_MOST = {
    SAVED_GAME: limits.SAVED_GAME,
    MODULE_DATA: limits.METADATA,
    SAVE_DATA: limits.METADATA,
}


@dataclass(frozen=True)
class _Piece:
    """What is left of an entry; `whole` if nothing of it is missing."""

    name: str
    data: bytes
    whole: bool


def read_log(path: Path) -> SavedGame:
    """A save or log; of a log whose file was cut off, what comes before the cut, without the step
    in which it was cut. VassalFileError for what is cut off within its set-up, as for any other
    file that cannot be read."""
    try:
        return read_saved_game(path)
    except VassalFileError as error:
        found = _salvaged(path)
        if found is None:
            raise error from None
        return found


def _salvaged(path: Path) -> SavedGame | None:
    try:
        if not path.is_file() or zipfile.is_zipfile(path):
            return None  # because then it is not its end that is missing
        data = read_bounded(path, limits.WATCHED)
    except OSError:
        return None
    if data is None:
        return None
    pieces = {piece.name: piece for piece in _pieces(data)}
    if SAVED_GAME not in pieces:
        return None
    try:
        text = _text(pieces[SAVED_GAME])
        return parse_saved_game(
            text, path, _metadata(pieces.get(MODULE_DATA)), _metadata(pieces.get(SAVE_DATA))
        )
    except VassalFileError:
        return None


def _pieces(data: bytes) -> Iterator[_Piece]:
    """The entries from the beginning of a file up to the cut, or to what no save has."""
    at = 0
    while len(data) - at >= _HEAD.size and data[at : at + 4] == _LOCAL:
        _, _, flags, packing, _, _, _, packed, _, named, extra = _HEAD.unpack_from(data, at)
        begin = at + _HEAD.size + named + extra
        name = data[at + _HEAD.size : at + _HEAD.size + named].decode("utf-8", "replace")
        if flags & _ENCRYPTED or name not in _MOST or begin >= len(data):
            return
        sized = not flags & _SIZES_FOLLOW
        end = min(begin + packed, len(data)) if sized else len(data)
        if packing == _STORED and sized:
            piece, used = _Piece(name, data[begin:end], begin + packed <= len(data)), end - begin
        elif packing == _DEFLATED:
            unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
            most = min(_MOST[name], max(limits.RATIO_FROM, limits.RATIO * (end - begin)))
            try:
                unpacked = unpacking.decompress(data[begin:end], most + 1)
            except zlib.error:
                return
            if len(unpacked) > most:
                return
            piece = _Piece(name, unpacked, unpacking.eof)
            used = end - begin - len(unpacking.unused_data)
        else:
            return
        yield piece
        if not piece.whole:
            return
        at = begin + used
        if not sized:
            at += 16 if data[at : at + 4] == _DESCRIPTOR else 12


def _text(piece: _Piece) -> str:
    """The text of a saved game; of one that was cut off, up to its last whole command."""
    if piece.whole:
        return reveal(piece.data)
    for less in range(2 * _LONGEST_LETTER):  # two digits are a byte
        try:
            text = reveal(piece.data[: len(piece.data) - less])
        except VassalFileError:
            continue
        return text[: _last_end(text)]
    raise VassalFileError(None, "it was cut off", ANEW)


def _last_end(text: str) -> int:
    """Where the last command of the uppermost level ends, its separator included."""
    at = text.rfind(ESC)
    while at > 0 and text[at - 1] == "\\":
        at = text.rfind(ESC, 0, at)
    return at + 1


def _metadata(piece: _Piece | None) -> Metadata | None:
    if piece is None or not piece.whole:
        return None
    try:
        return Metadata.decode(piece.data)
    except ValueError:
        return None
