"""Follows the newest save or log in a folder through half-written files, renames and rewrites."""

from __future__ import annotations

import os
import stat
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
    seen: Seen


@dataclass(frozen=True)
class Trouble:
    """A newer file cannot be used, and why; told once for each version of it."""

    path: Path
    text: str
    seen: Seen


News = Arrived[State] | Trouble


@dataclass
class Follower(Generic[State]):
    """Looks at a folder whenever asked and tells what is new there; never writes.

    `read` turns a complete file into a state. Errors in `unreadable`, and those of the disk, mean a
    file that may still be in the making: it is tried again, for good. Errors in `unusable` are
    final for that version of it, and those in `foreign` are not even told. What is older than the
    state shown is never shown after it, unless it is the same file, saved again.
    """

    folder: Path
    read: Callable[[Path], State]
    unreadable: tuple[type[Exception], ...]
    unusable: tuple[type[Exception], ...] = ()
    foreign: tuple[type[Exception], ...] = ()
    recursive: bool = False
    waiting: bool = False
    """Whether a file is there that could not be read yet: look again soon."""
    _done: Seen | None = None
    _passed: set[Seen] = field(default_factory=set)
    _tried: tuple[Seen, int] | None = None

    def look(self) -> News[State] | None:
        """What is new since the last look, if anything; look again until there is nothing."""
        self.waiting = False
        there = set(versions(self.folder, self.recursive))
        self._passed &= there
        for seen in sorted(there - self._passed, reverse=True):
            if not self._is_news(seen):
                continue
            news = self._try(seen)
            if news is not None or self.waiting:
                return news
        return None

    def _is_news(self, seen: Seen) -> bool:
        done = self._done
        return done is None or (seen != done and (seen > done or seen.path == done.path))

    def _try(self, seen: Seen) -> News[State] | None:
        path = Path(seen.path)
        try:
            state = self.read(path)
        except self.foreign:
            self._passed.add(seen)
            return None
        except self.unusable as error:
            self._passed.add(seen)
            return Trouble(path, str(error), seen)
        except OSError as error:
            return self._again(seen, str(error))
        except self.unreadable as error:
            return self._again(seen, str(error))
        if look_at(path) != seen:
            self.waiting = True
            return None
        self._done, self._tried = seen, None
        return Arrived(path, state, seen)

    def _again(self, seen: Seen, text: str) -> Trouble | None:
        """Be patient with a file, tell of it once, and go on trying the newest of them."""
        before, tries = self._tried or (seen, 0)
        if before != seen:
            if before > seen:
                self._passed.add(seen)
                return Trouble(Path(seen.path), text, seen)
            tries = 0
        self._tried = (seen, tries + 1)
        self.waiting = tries + 1 < PATIENCE
        return Trouble(Path(seen.path), text, seen) if tries + 1 == PATIENCE else None


def versions(folder: Path, recursive: bool) -> Iterator[Seen]:
    """Every save and log there is now."""
    for path in _files(folder, recursive):
        seen = look_at(path)
        if seen is not None:
            yield seen


def look_at(path: Path) -> Seen | None:
    """The version of a file now, or None if no file is there."""
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return Seen(found.st_mtime_ns, str(path), found.st_size, found.st_ino)


def _files(folder: Path, recursive: bool) -> Iterator[Path]:
    try:
        with os.scandir(folder) as found:
            entries = list(found)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.name.lower().endswith(SUFFIXES):
            yield Path(entry.path)
        elif recursive and _is_folder(entry):
            yield from _files(Path(entry.path), recursive)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """A folder that is no link, so that no circle is walked."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
