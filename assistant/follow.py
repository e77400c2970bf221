"""Follows the newest save or log in a folder through half-written files, renames and rewrites."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

State = TypeVar("State")
SUFFIXES = (".vsav", ".vlog")
PATIENCE = 20
"""Looks that an unreadable newest file is given before it is called damaged."""


@dataclass(frozen=True, order=True)
class Seen:
    """One version of a file: newer versions sort later."""

    modified: int
    path: str
    size: int
    inode: int


@dataclass(frozen=True)
class Arrived(Generic[State]):
    """A new state, read whole."""

    path: Path
    state: State


@dataclass(frozen=True)
class Trouble:
    """The newest file cannot be used, and why; told once for each version of it."""

    path: Path
    text: str


@dataclass
class Follower(Generic[State]):
    """Looks at a folder whenever asked and tells what is new there; never writes.

    `read` turns a complete file into a state; errors in `unreadable` mean a file that may still be
    in the making, and it is tried again; errors in `unusable` are final for that version of it.
    """

    folder: Path
    read: Callable[[Path], State]
    unreadable: tuple[type[Exception], ...]
    unusable: tuple[type[Exception], ...] = ()
    recursive: bool = False
    _done: Seen | None = None
    _tries: dict[Seen, int] = field(default_factory=dict)

    def look(self) -> Arrived[State] | Trouble | None:
        """What is new since the last look, if anything."""
        seen = newest(self.folder, self.recursive)
        if seen is None or seen == self._done:
            return None
        path = Path(seen.path)
        try:
            state = self.read(path)
        except self.unusable as error:
            self._done = seen
            return Trouble(path, str(error))
        except OSError as error:
            return self._again(seen, path, error)
        except self.unreadable as error:
            return self._again(seen, path, error)
        if look_at(path) != seen:
            return None
        self._done, self._tries = seen, {}
        return Arrived(path, state)

    @property
    def waiting(self) -> bool:
        """Whether a file is there that could not be read yet: look again soon."""
        return bool(self._tries)

    def _again(self, seen: Seen, path: Path, error: Exception) -> Trouble | None:
        tries = self._tries.get(seen, 0) + 1
        self._tries = {seen: tries}
        if tries < PATIENCE:
            return None
        self._done, self._tries = seen, {}
        return Trouble(path, str(error))


def newest(folder: Path, recursive: bool) -> Seen | None:
    """The save or log modified last; among equals the last by name. None if there is none."""
    return max(
        (seen for path in _files(folder, recursive) if (seen := look_at(path))), default=None
    )


def look_at(path: Path) -> Seen | None:
    """The version of a file now, or None if it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return Seen(stat.st_mtime_ns, str(path), stat.st_size, stat.st_ino)


def _files(folder: Path, recursive: bool) -> Iterator[Path]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.lower().endswith(SUFFIXES) and not entry.name.startswith("."):
            yield Path(entry.path)
        elif recursive and entry.is_dir(follow_symlinks=False):
            yield from _files(Path(entry.path), recursive)
