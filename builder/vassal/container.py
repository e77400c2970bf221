"""The ZIP files of VASSAL: what a file is by its content, and the entries of a save."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import IO

from builder import limits
from builder.files import other_file, remedy_of
from builder.saying import quoting
from builder.vassal.buildfile.archive import Archive, ArchiveError
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.errors import ANEW, VassalFileError

SAVED_GAME = "savedGame"
SAVE_DATA = "savedata"
MODULE_DATA = "moduledata"
EXTENSION_DATA = "extensiondata"
_COVERED = "something stands before the save, and VASSAL would read that: have it written anew"
"""VASSAL reads a save from its first byte on, whatever the directory at its end says."""
BUILD_FILES = ("buildFile.xml", "buildFile")


class Kind(Enum):
    """What a ZIP of VASSAL's is, whatever its name ends in."""

    SAVE = "save"  # a log too: only its text tells
    MODULE = "module"
    EXTENSION = "extension"


def kind_of(archive: Archive) -> Kind | None:
    """What an archive is, as VASSAL's MetaDataFactory decides; None for none of VASSAL's."""
    if SAVED_GAME in archive:
        return Kind.SAVE
    if any(name in archive for name in BUILD_FILES):
        return Kind.EXTENSION if EXTENSION_DATA in archive else Kind.MODULE
    return None


@contextmanager
def open_archive(
    file: Path | str | IO[bytes], named: Path | str | None = None
) -> Iterator[Archive]:
    """Open a save, log, module or extension; `named` is how errors call a stream.

    Everything that is wrong with it, then and while it is open, is a VassalFileError.
    """
    stream = None if isinstance(file, str | Path) else file
    path = Path(named or (file if isinstance(file, str | Path) else "the file"))
    why, remedy = ("", "") if stream is not None else _no_file(path)
    if why:
        raise VassalFileError(path, why, remedy)
    try:
        with Archive(path, stream) as archive:
            if SAVED_GAME in archive and not archive.is_first_read(SAVED_GAME):
                raise ArchiveError(path, _COVERED)
            yield archive
    except ArchiveError as error:
        raise VassalFileError(path, error.what) from None


def _no_file(path: Path) -> tuple[str, str]:
    """Why a path is not even worth opening as a ZIP, and what helps; nothing if it is."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            return "it is no plain file: name a .vsav or a .vlog", ""
        if path.is_file() and path.stat().st_size == 0:  # some of the system's own wait when read
            return "it is empty", ANEW
        with path.open("rb") as stream:
            head = stream.read(2)
    except FileNotFoundError:
        return "there is no such file", other_file(path)
    except OSError as error:
        if path.is_dir():
            return "it is a folder, not a file of VASSAL's: name a file in it", ""
        why = (error.strerror or "unreadable").lower()
        return quoting("it cannot be opened: {why}", why=why), remedy_of(error)
    if not head:
        return "it is empty", ANEW
    if head != b"PK":
        return (
            "it is no file of VASSAL's: saves, logs and modules are ZIP files; "
            "choose a .vsav, .vlog or .vmod as VASSAL wrote it"
        ), ""
    return "", ""


def metadata_of(archive: Archive, name: str) -> Metadata | None:
    """What the entry `moduledata` or `savedata` says: a help, not a need, so that one which cannot
    be read is as good as missing."""
    if name not in archive:
        return None
    try:
        return Metadata.decode(archive.read(name, limits.METADATA))
    except ValueError:
        return None
