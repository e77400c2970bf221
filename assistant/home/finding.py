"""The saves and logs in the chosen folders, the newest first: names and times, nothing is read."""

from __future__ import annotations

import os
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
    waiting, seen = [(folder, DEPTH)], 0
    while waiting:
        here, left = waiting.pop(0)
        for entry in _listed(here):
            seen += 1
            if seen > limits.FOUND_FILES:
                return
            try:
                if entry.name.startswith("."):
                    continue
                if entry.name.lower().endswith(SUFFIXES):
                    if entry.is_file(follow_symlinks=False):
                        stat = entry.stat(follow_symlinks=False)
                        yield Found(stat.st_mtime_ns, Path(entry.path), stat.st_size, folder)
                elif left and entry.is_dir(follow_symlinks=False):
                    waiting.append((Path(entry.path), left - 1))
            except OSError:
                continue


def _listed(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except OSError:
        return
