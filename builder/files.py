"""Writes files whole or not at all; what Kessel did not make it replaces only when told to."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from builder.parts import folder_part_of, part_of, place_new
from builder.saying import Saying, quoting
from builder.sealing import is_sealed, sealed

DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\.|\Z)", re.IGNORECASE
)
"""How Windows calls its devices, whatever ending follows: no file there can bear such a name."""


NO_FILE = "It is no plain file"
"""What a folder, a pipe or a device is, where a file is read or written."""


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


def is_there(path: Path) -> bool:
    """Whether something lies there; OSError where the system does not let one see, which `exists`
    of some Pythons takes for nothing."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:  # no file has such a name
            raise
        return False
    return True


def _no_file(path: Path) -> BinaryIO:
    if path.exists() and not path.is_dir():
        raise OSError(errno.EINVAL, NO_FILE, str(path))
    return path.open("rb")


def no_plain_file(path: Path) -> bool:
    """Whether something lies there, or a link leads to it, that cannot be replaced as a file can: a
    folder, a device, a socket, or a pipe, which whoever opens it waits for."""
    return os.path.exists(path) and not os.path.isfile(path)


def real(path: Path) -> Path:
    """Where a path leads by its links; one that leads to itself stays as it is, where Python's own
    `resolve` ends in a fault."""
    return Path(os.path.realpath(path))


@dataclass(frozen=True)
class Looked:
    """What lay where a command is to write when it looked: the names that were `free`, and the
    files that were as Kessel left them. All else may be replaced, as with --force."""

    free: frozenset[Path] = frozenset()
    made: frozenset[Path] = frozenset()


def strangers(paths: Iterable[Path]) -> list[Path]:
    """Those of the paths where something lies that Kessel did not make, or not as it lies there."""
    return look(paths)[1]


def look(paths: Iterable[Path]) -> tuple[Looked, list[Path]]:
    """What lies at the paths, and those of them where somebody's own would be lost."""
    free, made, others = set(), set(), []
    for path in paths:
        if not os.path.lexists(path):
            free.add(path)
        elif _is_as_left(path):
            made.add(path)
        else:
            others.append(path)
    return Looked(frozenset(free), frozenset(made)), others


class ComeMeanwhileError(FileExistsError):
    """Somebody else wrote the file after the command had looked: it is left."""


EVERYTHING = Looked()
"""For who replaces whatever lies there."""


def write_whole(path: Path, data: bytes, looked: Looked = EVERYTHING) -> None:
    """Write, making folders that are missing; a crash leaves the old file as it was.

    A new file gets the rights that the user gives new files, a replaced one keeps its own; a link
    stays, and what it leads to is replaced. ComeMeanwhileError if there is now what the command did
    not see when it `looked`; OSError, naming `path`, if it cannot be written, as where a folder, a
    pipe or a device lies.
    """
    free = path in looked.free or (path in looked.made and not os.path.lexists(path))
    try:
        if free:  # a link that came meanwhile is not followed
            _write_new(real(path.parent) / path.name, data)
        elif path in looked.made and not _is_as_left(path):
            raise come_meanwhile(path)
        else:
            target = real(path)
            if no_plain_file(target):
                raise OSError(errno.EISDIR if target.is_dir() else errno.EINVAL, NO_FILE)
            _replace(target, data)
    except ComeMeanwhileError:
        raise come_meanwhile(path) from None
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, "Its folder is a file", str(path)) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror or "It cannot be written", str(path)) from None


def write_made(path: Path, data: bytes, looked: Looked = EVERYTHING) -> None:
    """The same for what Kessel makes anew at each call, with the seal by which it is known again
    for as long as nobody changes it."""
    write_whole(path, sealed(data, path.suffix.lower()), looked)


def come_meanwhile(path: Path) -> ComeMeanwhileError:
    """What is told of a file that somebody else wrote."""
    text = "Somebody else wrote the file while this command was at work"
    return ComeMeanwhileError(errno.EEXIST, text, str(path))


def _write_new(path: Path, data: bytes) -> None:
    """Write under a name that was free. ComeMeanwhileError if it no longer is, unless the very same
    lies there: then nothing is lost."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with part_of(path) as part:
        part.stream.write(data)
        part.settle()
        try:
            place_new(part.path, path)
        except FileExistsError:
            if path.is_symlink() or not path.is_file() or read_bounded(path, len(data)) != data:
                raise come_meanwhile(path) from None
    _settle(path.parent)


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, with the rights that it has, and put that in its place."""
    old = path.stat() if path.exists() else None
    if old is not None and not old.st_mode & stat.S_IWUSR:
        raise PermissionError(errno.EACCES, "It is read-only")
    path.parent.mkdir(parents=True, exist_ok=True)
    with part_of(path) as part:
        part.stream.write(data)
        part.settle()
        if old is not None:
            shutil.copymode(path, part.path)
        os.replace(part.path, path)
    _settle(path.parent)


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
    try:
        if os.path.lexists(folder):
            raise FileExistsError(errno.EEXIST, "The folder is already there")
        with folder_part_of(folder) as beside:
            for name, data in files.items():
                path = beside / name
                path.parent.mkdir(parents=True, exist_ok=True)
                _replace(path, data)
            beside.rename(folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror or "It cannot be written", str(folder)) from None
    return [folder / name for name in files]


LISTED = 5_000
"""As many names of a folder are looked through for the one that was meant."""


def other_file(path: Path) -> Saying:
    """A remedy for a name that no file has."""
    from difflib import get_close_matches

    if path.is_symlink():
        return Saying("It is a link that leads to nothing: name the file itself.")
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
    if isinstance(error, ComeMeanwhileError):
        return "Choose another name, or replace it with --force."
    return _REMEDIES.get(error.errno or 0, "")
