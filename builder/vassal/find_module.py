"""The module that a save was played with, where VASSAL players keep theirs."""

from __future__ import annotations

import os
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from builder import limits
from builder.homes import home
from builder.vassal.container import MODULE_DATA, Kind, kind_of, metadata_of, open_archive
from builder.vassal.errors import VassalFileError

_SUFFIX = ".vmod"
_DEPTH = 2


def player_folders() -> list[Path]:
    """Folders in which players keep modules, on any system, and `output`, where modules are built;
    the environment variable `VASSAL_MODULES` names more, parted as in PATH."""
    named = os.environ.get("VASSAL_MODULES", "")
    usual = ["VASSAL"]
    for documents in ("Documents", "Documentos", "OneDrive/Documents", "OneDrive/Documentos"):
        usual += [f"{documents}/VASSAL", documents]
    usual += ["Downloads", "Descargas", "Desktop", "Escritorio"]
    wanted = [Path(part) for part in named.split(os.pathsep) if part] + [Path("output")]
    if (base := home()) is not None:
        wanted += [base / name for name in usual]
    # os.path, because Path.is_dir ends in an error in a home that is another user's
    return [folder for folder in wanted if os.path.isdir(folder)]


def find_module(save: Path, name: str, folders: Iterable[Path] | None = None) -> Path | None:
    """The module called `name`, beside the save or in the players' folders; None if nowhere.

    The name inside the file decides, not that of the file. Of several versions the newest file
    counts. Without a name a module that lies alone beside the save is taken.
    """
    beside = _modules([save.parent], depth=0)
    found = _named(beside, name)
    if found is not None:
        return found
    if not name:
        files = list(_modules([save.parent], depth=0))
        return files[0] if len(files) == 1 else None
    usual = player_folders() if folders is None else folders
    return _named(_modules(usual, depth=_DEPTH), name)


def _named(files: Iterable[Path], name: str) -> Path | None:
    matching = [file for file in files if name and module_name(file) == name]
    return max(matching, key=lambda file: (file.stat().st_mtime, str(file)), default=None)


def module_name(file: Path) -> str | None:
    """The name of a module as its metadata has it; None for what is no module."""
    told = _told(file)
    return None if told is None else told[0]


def module_version(file: Path) -> str | None:
    """The same of its version."""
    told = _told(file)
    return None if told is None else told[1]


def _told(file: Path) -> tuple[str, str] | None:
    try:
        with open_archive(file) as archive:
            if kind_of(archive) is not Kind.MODULE:
                return None
            metadata = metadata_of(archive, MODULE_DATA)
            return ("", "") if metadata is None else (metadata.name, metadata.version)
    except VassalFileError:
        return None


def _modules(folders: Iterable[Path], depth: int) -> Iterator[Path]:
    """Files that look like modules, in the folders and a little below, in order of name."""
    entries = (entry for folder in folders for entry in _below(folder, depth))
    for entry in islice(entries, int(limits.FOUND_FILES)):
        if entry.suffix.lower() == _SUFFIX and entry.is_file() and zipfile.is_zipfile(entry):
            yield entry


def _below(folder: Path, depth: int) -> Iterator[Path]:
    """What lies in a folder and so many levels below, the nearer levels first; nothing of hidden
    folders, nor of one that is named as modules are."""
    waiting = deque([(folder, depth)])
    while waiting:
        here, left = waiting.popleft()
        for entry in _listed(here):
            yield entry
            is_open = entry.suffix.lower() != _SUFFIX and not entry.name.startswith(".")
            if left and is_open and entry.is_dir():
                waiting.append((entry, left - 1))


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
