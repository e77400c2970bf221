"""Writes files whole or not at all; what Kessel did not make it replaces only when told to."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from builder.saying import Saying, quoting
from builder.sealing import is_sealed, sealed

DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\.|\Z)", re.IGNORECASE
)
"""How Windows calls its devices, whatever ending follows: no file there can bear such a name."""


def strangers(paths: Iterable[Path]) -> list[Path]:
    """Those of the paths where something lies that Kessel did not make, or not as it lies there."""
    return [path for path in paths if os.path.lexists(path) and not _is_as_left(path)]


def _is_as_left(path: Path) -> bool:
    try:
        return is_sealed(path)
    except OSError:
        return False


def read_bounded(path: Path, most: int) -> bytes | None:
    """The bytes of a file, None if there are more than `most`; OSError for what is no plain file,
    such as a device that never ends. What the system says is empty is not opened, because some of
    its own files, as /proc/kmsg, wait for what will be written."""
    if path.is_file() and path.stat().st_size == 0:
        return b""
    with path.open("rb") if path.is_file() else _no_file(path) as stream:
        data = stream.read(most + 1)
    return None if len(data) > most else data


def _no_file(path: Path) -> BinaryIO:
    if path.exists() and not path.is_dir():
        raise OSError(errno.EINVAL, "It is no plain file", str(path))
    return path.open("rb")


def real(path: Path) -> Path:
    """Where a path leads by its links; one that leads to itself stays as it is, where Python's own
    `resolve` ends in a fault."""
    return Path(os.path.realpath(path))


def write_whole(path: Path, data: bytes) -> None:
    """Write, making folders that are missing; a crash leaves the old file as it was.

    A new file gets the rights that the user gives new files, a replaced one keeps its own; a link
    stays, and what it leads to is replaced; a device takes the bytes. OSError, naming `path`, if it
    cannot be written.
    """
    try:
        target = real(path)
        if target.exists() and not target.is_file():
            _write_through(target, data)
        else:
            _replace(target, data)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, "Its folder is a file", str(path)) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror or "It cannot be written", str(path)) from None


def write_made(path: Path, data: bytes) -> None:
    """The same for what Kessel makes anew at each call, with the seal by which it is known again
    for as long as nobody changes it."""
    write_whole(path, sealed(data, path.suffix.lower()))


def _write_through(device: Path, data: bytes) -> None:
    with device.open("wb") as stream:
        stream.write(data)


def _replace(path: Path, data: bytes) -> None:
    beside = _beside(path, data)
    try:
        os.replace(beside, path)
        _settle(path.parent)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _beside(path: Path, data: bytes) -> Path:
    """Write what is to replace a file beside it, with the rights that the file has."""
    old = path.stat() if path.exists() else None
    if old is not None and not old.st_mode & stat.S_IWUSR:
        raise PermissionError(errno.EACCES, "It is read-only")
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        # Not by `tempfile`: that gives the owner alone rights, whatever the user's umask says.
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if old is not None:
            shutil.copymode(path, beside)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    return beside


_LEFT = 3600.0
"""Seconds after which what lies beside a file or folder was left by a program that died."""


def _sweep(path: Path) -> None:
    """Remove what programs left beside a file that died while they wrote it."""
    with suppress(OSError):
        for left in _left_beside(path):
            if left.is_file() and not left.is_symlink():
                left.unlink(missing_ok=True)


_RANDOM = r"[0-9a-z_]{8}\.part"


def _left_beside(path: Path) -> list[Path]:
    head, found = f".{path.name[:100]}.", []
    with suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            name = entry.name
            of_it = name.startswith(head) and re.fullmatch(_RANDOM, name[len(head) :])
            if of_it and is_left(Path(entry.path)):
                found.append(Path(entry.path))
    return found


def is_left(path: Path) -> bool:
    """Whether something was last written so long ago that nobody writes it any more; OSError if it
    is gone."""
    return time.time() - path.lstat().st_mtime > _LEFT


def sweep_folders(folder: Path) -> None:
    """The same for what lies beside a folder that was being made."""
    for path in _left_beside(folder):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)


_BINARY = getattr(os, "O_BINARY", 0)


def _settle(folder: Path) -> None:
    """Have the folder's new entry on the disk too, where systems can be asked for that."""
    if os.name == "nt":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Make a new folder with these files by their paths in it: all of them, or no folder.

    OSError, naming `folder`, if it is there or cannot be written.
    """
    beside = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.part")
    try:
        if os.path.lexists(folder):
            raise FileExistsError(errno.EEXIST, "The folder is already there")
        sweep_folders(folder)
        for name, data in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, data)
        beside.rename(folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror or "It cannot be written", str(folder)) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return [folder / name for name in files]


LISTED = 5_000
"""As many names of a folder are looked through for the one that was meant."""


def other_file(path: Path) -> Saying:
    """A remedy for a name that no file has."""
    from difflib import get_close_matches

    try:
        beside = [entry.name for entry in islice(os.scandir(path.parent), LISTED)]
    except (OSError, ValueError):
        return quoting(
            "There is no folder {folder} either: correct the path.", folder=str(path.parent)
        )
    if close := get_close_matches(path.name, beside, n=1):
        return quoting("Did you mean '{word}'?", word=str(path.with_name(close[0])))
    return Saying("Write its path from the folder you are in, or the whole path.")


_BY_RIGHTS = "Give yourself the right to it, or choose another place."
_REMEDIES = {
    errno.EACCES: _BY_RIGHTS,
    errno.EPERM: _BY_RIGHTS,
    errno.EROFS: "Choose a place where you may write.",
    errno.ENOENT: "Correct the path.",
    errno.ENOTDIR: "Correct the path: what stands before the last name must be a folder.",
    errno.EISDIR: "Name a file, not a folder.",
    errno.EEXIST: "Choose another name.",
    errno.ENOTEMPTY: "Choose another name.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.EINVAL: "Name a plain file.",
    errno.ENOSPC: "Make room on the disk.",
    errno.EFBIG: "Choose a place where files may be as large, or have the limit raised.",
    errno.ELOOP: "Name the file itself: the link leads to itself.",
}


def remedy_of(error: OSError) -> str:
    """What helps when the system refuses a file; empty where nobody knows."""
    return _REMEDIES.get(error.errno or 0, "")
