"""What is being written lies beside what it is to be, under a name that only Kessel gives, for it
ends in its own sum; and its writer holds a lock on it: what nobody holds was left by a program that
died."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # on Windows, where what a program has open cannot be taken away
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"(\..*\.kessel-[0-9a-f]{8})-([0-9a-f]{8})\.part", re.DOTALL)
_LONGEST = 180
"""Bytes of a file's name that stand in that of its part: systems take 255."""
_BINARY = getattr(os, "O_BINARY", 0)
_AS_FOUND = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | _BINARY
_LEFT = 3600.0
"""Seconds after which what lies beside a file or folder was left by a program that died, where no
lock can tell."""


@dataclass(frozen=True)
class Part:
    """A file that is being written, and the stream that it is written with."""

    path: Path
    stream: BinaryIO

    def settle(self) -> None:
        """Have all of it on the disk; on Windows, which moves no file that is open, close it."""
        self.stream.flush()
        os.fsync(self.stream.fileno())
        if os.name == "nt":
            self.stream.close()


@contextmanager
def part_of(path: Path) -> Iterator[Part]:
    """A new file beside `path`, which is gone at the end unless it was moved; what dead programs
    left in the folder goes first."""
    sweep(path.parent)
    made: list[Path] = []
    part = None
    try:  # before it is there, because Ctrl-C may come as soon as it is
        part = _held_part(path, made)
        yield part
    finally:
        try:
            for beside in made:
                with suppress(OSError):
                    beside.unlink(missing_ok=True)
        finally:
            if part is not None:
                with suppress(OSError):
                    part.stream.close()


def _held_part(path: Path, made: list[Path]) -> Part:
    """A new file; its name is among those `made` before it is there."""
    while True:
        beside = name_for(path)
        made.append(beside)
        # Not by `tempfile`: that gives the owner alone rights, whatever the user's umask says.
        handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        # Who sweeps may have come between the two and taken it away.
        if _hold(handle) is not False and _is_there(beside, handle):
            return Part(beside, os.fdopen(handle, "wb"))
        os.close(handle)


@contextmanager
def folder_part_of(folder: Path) -> Iterator[Path]:
    """A new folder beside `folder`, likewise."""
    sweep(folder.parent)
    beside = name_for(folder)
    handle = None
    try:
        beside.mkdir(parents=True)
        if fcntl is not None:
            handle = os.open(beside, os.O_RDONLY)
            _hold(handle)
        yield beside
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        if handle is not None:
            os.close(handle)


def place_new(part: Path, path: Path) -> None:
    """Give what was written its name, in one step. FileExistsError if something bears it already.

    By a second name for it where the system knows such; Windows' own moving replaces nothing. Else,
    as on a stick, the name is taken by an empty file first, which nobody can have at once with us.
    """
    if os.name == "nt":
        os.rename(part, path)
        return
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        try:
            os.replace(part, path)
        except BaseException:
            path.unlink()
            raise


def sweep(folder: Path) -> None:
    """Take away what programs left in a folder that died while they wrote: never what a living one
    writes, nor anything that Kessel did not name."""
    with suppress(OSError), os.scandir(folder) as entries:
        for name in [entry.name for entry in entries if _is_ours(entry.name)]:
            with suppress(OSError):
                _take_away(folder / name)


def is_left(path: Path) -> bool:
    """Whether something was last written so long ago that nobody writes it any more; OSError if it
    is gone."""
    return time.time() - path.lstat().st_mtime > _LEFT


def _take_away(path: Path) -> None:
    mode = path.lstat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return
    if fcntl is None:
        if is_left(path):
            _remove(path, mode)
        return
    handle = os.open(path, os.O_RDONLY | _AS_FOUND)
    try:
        held = _hold(handle)
        if held or (held is None and is_left(path)):
            _remove(path, mode)
    finally:
        os.close(handle)


def _remove(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _hold(handle: int) -> bool | None:
    """Take the lock by which others know that the writer lives; False if another has it, None where
    the system knows no such locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in (errno.EAGAIN, errno.EACCES) else None
    return True


def _is_there(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.lstat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def name_for(path: Path) -> Path:
    """A name for what is written to take the place of a file or folder."""
    name = path.name[:100]
    while len(os.fsencode(name)) > _LONGEST:
        name = name[:-1]
    name = f".{name}.kessel-{secrets.token_hex(4)}"
    return path.with_name(f"{name}-{_sum(name)}.part")


def _is_ours(name: str) -> bool:
    """Whether Kessel gave a name: a file of somebody's own may be called alike."""
    found = _NAME.fullmatch(name)
    return found is not None and found[2] == _sum(found[1])


def _sum(name: str) -> str:
    return hashlib.sha256(os.fsencode(name)).hexdigest()[:8]
