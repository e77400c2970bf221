"""The saves and logs in the chosen folders, the newest first: names and times, nothing is read."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from assistant.home.places import key_of
from builder import limits

SUFFIXES = (".vsav", ".vlog")
MOST_FILES = 500
"""Files that are told, the newest."""

DEPTH = 1
"""Folders within a chosen folder are looked at, and none within those."""


@dataclass(frozen=True, order=True)
class Found:
    """One version of a file: the newest sorts last."""

    modified: int
    path: Path
    size: int
    folder: Path

    @property
    def key(self) -> str:
        """What the page calls the file by."""
        return key_of(self.path)


def saves(folders: Iterable[Path]) -> list[Found]:
    """Saves and logs, each once, the newest first. Links are not followed: they lead elsewhere."""
    found: dict[Path, Found] = {}
    for folder in folders:
        for one in _within(folder):
            found.setdefault(one.path, one)
    return sorted(found.values(), reverse=True)[:MOST_FILES]


def unread(folder: Path) -> str:
    """Why nothing of a folder is told, one sentence; empty for one that can be read."""
    try:
        os.scandir(folder).close()
    except (FileNotFoundError, NotADirectoryError):
        return "There is no such folder."
    except OSError:
        return "The folder cannot be read."
    return ""


def _within(folder: Path) -> Iterator[Found]:
    waiting, seen = deque([(folder, DEPTH)]), 0
    while waiting:
        here, left = waiting.popleft()
        for entry in _listed(here):
            seen += 1
            if seen > limits.FOUND_FILES:
                return
            try:
                found = _save(entry, folder)
                if left and _may_hold_saves(entry):
                    waiting.append((Path(entry.path), left - 1))
            except OSError:
                continue
            if found is not None:
                yield found


def _save(entry: os.DirEntry[str], folder: Path) -> Found | None:
    """A file that by its name is a save; None for what is hidden, or leads elsewhere."""
    if entry.name.startswith(".") or not entry.name.lower().endswith(SUFFIXES):
        return None
    if not entry.is_file(follow_symlinks=False):
        return None
    stat = entry.stat(follow_symlinks=False)
    return Found(stat.st_mtime_ns, Path(entry.path), stat.st_size, folder)


def _may_hold_saves(entry: os.DirEntry[str]) -> bool:
    hidden = entry.name.startswith(".") or entry.name.lower().endswith(SUFFIXES)
    return not hidden and entry.is_dir(follow_symlinks=False)


def _listed(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except OSError:
        return
