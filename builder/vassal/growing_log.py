"""A `.vlog` that grows while the game is played: at any moment it is a whole file with all steps.

A log is a ZIP whose `savedGame` only grows at its end. A step is written over the directory of the
ZIP, with a new directory behind it: whoever reads it, also after a crash, finds the log with the
step or without. That holds in place as long as the step lies in one page of memory; else the log
is written anew beside itself, because a system may be killed between two pages of one write.
"""

from __future__ import annotations

import os
import struct
import zlib
from binascii import hexlify
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from builder import limits
from builder.files import EVERYTHING, Looked, come_meanwhile, write_whole
from builder.vassal.blanked import Blanks
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.command_tree import Group, read_tree, write_tree
from builder.vassal.commands import LOG
from builder.vassal.container import MODULE_DATA, SAVE_DATA, SAVED_GAME
from builder.vassal.savedgame import read_saved_game
from builder.vassal.sequence import ESC, encode

_KEY = 0x5A
_HEAD = b"!VCSK" + b"%02x" % _KEY
_XOR = bytes(byte ^ _KEY for byte in range(256))
_PAGE = 4096
"""Bytes that the systems Kessel runs on copy in one piece: the smallest page of any of them."""

_SPARE = 1 << 20
"""Bytes of the bounds that are left free, so that a log that is full can still be read."""

_LEVEL = 6
"""How hard it is packed: 9 takes four times as long before the first step, for 3 % less."""

# A ZIP's date is no part of the game: the first day that a ZIP knows, 1 January 1980.
_TIME, _DATE = 0, 33
_VERSION = 20
_DEFLATED = 8
_SIZES_FOLLOW = 0x08


@dataclass(frozen=True)
class _Entry:
    """What the directory of a ZIP says of an entry."""

    name: str
    flags: int
    crc: int
    packed: int
    size: int
    at: int

    def directory(self) -> bytes:
        name = self.name.encode()
        return (
            struct.pack(
                "<4s6H3I5H2I",
                b"PK\1\2", _VERSION, _VERSION, self.flags, _DEFLATED, _TIME, _DATE,
                self.crc, self.packed, self.size, len(name), 0, 0, 0, 0, 0, self.at,
            )
            + name
        )  # fmt: skip


def _local(name: str, flags: int, crc: int, packed: int, size: int) -> bytes:
    written = (_VERSION, flags, _DEFLATED, _TIME, _DATE, crc, packed, size, len(name), 0)
    return struct.pack("<4s5H3I2H", b"PK\3\4", *written) + name.encode()


class GrowingLog:
    """Writes a log: first the game as it was met, then step by step, all of it blanked.

    Raises OSError if the file cannot be written; what stood in it before the step stands then
    still.
    """

    def __init__(
        self,
        path: Path,
        game: str,
        module: Metadata,
        blanks: Blanks,
        looked: Looked = EVERYTHING,
    ) -> None:
        self.path, self.module, self.blanks = path, module, blanks
        self.steps = 0
        whole = self._begun(write_tree(blanks.node(read_tree(game))))
        write_whole(path, whole, looked)
        self._file: BinaryIO = path.open("r+b", buffering=0)

    def _begun(self, text: str) -> bytes:
        """The log with a text, to which steps can be added."""
        self._deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._crc = self._packed = self._size = 0
        front = b""
        self._others: list[_Entry] = []
        told = self.module.encode(named=False), self.module.encode()
        for name, data in zip((SAVE_DATA, MODULE_DATA), told, strict=True):
            crc, packed = zlib.crc32(data), zlib.compress(data, 9)[2:-4]
            entry = _Entry(name, 0, crc, len(packed), len(data), len(front))
            front += _local(name, 0, crc, len(packed), len(data)) + packed
            self._others.append(entry)
        self._at = len(front)
        front += _local(SAVED_GAME, _SIZES_FOLLOW, 0, 0, 0)
        self._commands, self._known = text.count(ESC), self.blanks.known
        grown, tail = self._grow(_HEAD + self._disguised(text))
        self._end = len(front) + len(grown)
        self._tail = tail
        return front + grown + tail

    @property
    def full(self) -> bool:
        """Whether another step might make a log that nobody can read any more."""
        return (
            self.steps >= limits.STEPS
            or self._commands >= limits.COMMANDS - 1000
            or self._size // 2 >= limits.SAVE_TEXT - _SPARE
        )

    def add(self, message: str) -> None:
        """Write a step, as the message that it came as. ComeMeanwhileError if what lies at the
        path is no longer what was written there."""
        if not self._is_left():
            raise come_meanwhile(self.path)
        text = write_tree(_logged(self.blanks.node(read_tree(message))))
        if self.blanks.known > self._known:
            self._blank_again()
        self._commands += text.count(ESC) + 1
        grown, tail = self._grow(self._disguised(ESC + encode(text, ESC)))
        self._put(grown, tail)
        self.steps += 1

    def begin_anew(self, game: str) -> None:
        """Begin with another game in place of this one, of which no step was written yet.
        ComeMeanwhileError as `add`."""
        if not self._is_left():
            raise come_meanwhile(self.path)
        self._write_anew(write_tree(self.blanks.node(read_tree(game))))

    def close(self) -> None:
        """The log is done."""
        self._file.close()

    def _is_left(self) -> bool:
        """Whether nobody wrote to the file, put another in its place or took it away."""
        with suppress(OSError):
            if not os.path.samestat(self.path.stat(), os.fstat(self._file.fileno())):
                return False
            self._file.seek(self._end)
            return self._file.read(len(self._tail) + 1) == self._tail
        return False

    def _blank_again(self) -> None:
        """Blank what is known for a password only now: its player came after it was said."""
        before = read_saved_game(self.path).text
        after = write_tree(self.blanks.again(read_tree(before)))
        self._known = self.blanks.known
        if after != before:
            self._write_anew(after)

    def _write_anew(self, text: str) -> None:
        self._file.close()
        write_whole(self.path, self._begun(text))
        self._file = self.path.open("r+b", buffering=0)

    def _disguised(self, text: str) -> bytes:
        return hexlify(text.encode("utf-8", "replace").translate(_XOR))

    def _grow(self, data: bytes) -> tuple[bytes, bytes]:
        """The packed data, and what stands behind it while it is the last."""
        self._crc = zlib.crc32(data, self._crc)
        self._size += len(data)
        grown = self._deflate.compress(data) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        self._packed += len(grown)
        last = self._deflate.copy().flush(zlib.Z_FINISH)
        packed = self._packed + len(last)
        entry = _Entry(SAVED_GAME, _SIZES_FOLLOW, self._crc, packed, self._size, self._at)
        after = struct.pack("<4s3I", b"PK\7\x08", self._crc, packed, self._size)
        directory = b"".join(one.directory() for one in (entry, *self._others))
        start = self._at + len(_local(SAVED_GAME, 0, 0, 0, 0)) + packed + len(after)
        end = struct.pack(
            "<4s4H2IH", b"PK\5\6", 0, 0, len(self._others) + 1, len(self._others) + 1,
            len(directory), start, 0,
        )  # fmt: skip
        return grown, last + after + directory + end

    def _put(self, grown: bytes, tail: bytes) -> None:
        """Write in one piece; if the disk is full, what was there stays or is put back."""
        data = grown + tail
        if self._end // _PAGE == (self._end + len(data) - 1) // _PAGE:
            self._over(data)
        else:
            self._anew(data)
        self._end += len(grown)
        self._tail = tail

    def _over(self, data: bytes) -> None:
        """Write over the directory that the log has."""
        try:
            self._file.seek(self._end)
            if self._file.write(data) != len(data):
                raise OSError(28, "The disk is full", str(self.path))
        except OSError:
            self._file.seek(self._end)
            self._file.write(self._tail)
            self._file.truncate()
            raise

    def _anew(self, data: bytes) -> None:
        """Write the log beside itself and put that in its place."""
        self._file.seek(0)
        before = self._file.read(self._end)
        self._file.close()  # because Windows replaces no file that is open
        try:
            write_whole(self.path, before + data)
            held = False
        except PermissionError:  # there somebody else reads it: in place, rather than not at all
            held = True
        finally:
            self._file = self.path.open("r+b", buffering=0)
        if held:
            self._over(data)


def _logged(node: str | Group) -> str | Group:
    """A message as a step: each of its commands with `LOG` before it, nested as they are. With one
    `LOG` before the whole, VASSAL would carry out the rest when it opens the log."""
    if isinstance(node, Group):
        return Group(tuple(map(_logged, node.parts)))
    return LOG + node
