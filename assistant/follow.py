"""Follows the newest save or log in a folder through half-written files, renames and rewrites."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from builder import limits

State = TypeVar("State")
SUFFIXES = (".vsav", ".vlog")
PATIENCE = 20
"""Looks that an unreadable newest file is given before it is called damaged."""

TOGETHER = 2.0
"""Seconds within which files that come into the folder are taken to have come together."""


@dataclass(frozen=True, order=True)
class Seen:
    """One version of a file: newer versions sort later."""

    modified: int
    path: str
    size: int
    inode: int

    @property
    def content(self) -> tuple[int, int, int]:
        """What stays the same when a file is renamed."""
        return self.modified, self.size, self.inode


@dataclass(frozen=True, order=True)
class Rank:
    """How new a version is. `batch` counts the moments when versions came into the folder: 0 for
    those that were there at first; within a batch their time stamps decide."""

    batch: int
    seen: Seen


@dataclass(frozen=True)
class Arrived(Generic[State]):
    """A new state, read whole."""

    path: Path
    state: State
    rank: Rank


@dataclass(frozen=True)
class Trouble:
    """A newer file cannot be used, and why; told once for each version of it."""

    path: Path
    text: str
    rank: Rank


News = Arrived[State] | Trouble


@dataclass
class Arrivals:
    """Remembers when versions came. An attachment or a copy keeps an old time stamp and is news all
    the same; of several that come together, as when a folder is unpacked, the stamps tell which.

    `clock` tells seconds.
    """

    clock: Callable[[], float]
    _ranks: dict[Seen, Rank] = field(default_factory=dict)
    _batch: int = -1
    _last: float = 0.0

    def ranked(self, there: set[Seen]) -> list[Rank]:
        """Every version that is there now, the newest first."""
        fresh = there - self._ranks.keys()
        gone = {seen.content: rank for seen, rank in self._ranks.items() if seen not in there}
        self._ranks = {seen: rank for seen, rank in self._ranks.items() if seen in there}
        renamed = {seen: gone[seen.content].batch for seen in fresh if seen.content in gone}
        if len(renamed) < len(fresh) or self._batch < 0:
            self._begin()
        for seen in fresh:
            self._ranks[seen] = Rank(renamed.get(seen, self._batch), seen)
        return sorted(self._ranks.values(), reverse=True)

    def _begin(self) -> None:
        """Something came: with what came a moment ago, or on its own."""
        now = self.clock()
        if self._batch < 1 or now - self._last > TOGETHER:
            self._batch += 1
        self._last = now


@dataclass
class Follower(Generic[State]):
    """Looks at a folder whenever asked and tells what is new there; never writes.

    `read` turns a complete file into a state. Errors in `unreadable`, and those of the disk, mean a
    file that may still be in the making: it is tried again, for good. Errors in `unusable` are
    final for that version of it, and those in `foreign` are not even told. What is older than the
    state shown is never shown after it, unless it is the same file, saved again or renamed.
    """

    folder: Path
    read: Callable[[Path], State]
    unreadable: tuple[type[Exception], ...]
    unusable: tuple[type[Exception], ...] = ()
    foreign: tuple[type[Exception], ...] = ()
    recursive: bool = False
    clock: Callable[[], float] = time.monotonic
    waiting: bool = False
    """Whether a file is there that could not be read yet: look again soon."""
    _arrivals: Arrivals = field(init=False)
    _done: Rank | None = None
    _passed: set[Seen] = field(default_factory=set)
    _tried: tuple[Rank, int] | None = None

    def __post_init__(self) -> None:
        self._arrivals = Arrivals(self.clock)

    def look(self) -> News[State] | None:
        """What is new since the last look, if anything; look again until there is nothing."""
        self.waiting = False
        there = set(versions(self.folder, self.recursive))
        self._passed &= there
        for rank in self._arrivals.ranked(there):
            if rank.seen in self._passed or not self._is_news(rank, there):
                continue
            news = self._try(rank)
            if news is not None or self.waiting:
                return news
        return None

    def _is_news(self, rank: Rank, there: set[Seen]) -> bool:
        if self._done is None:
            return True
        done, seen = self._done.seen, rank.seen
        renamed = done not in there and seen.content == done.content
        return seen != done and (rank > self._done or seen.path == done.path or renamed)

    def _try(self, rank: Rank) -> News[State] | None:
        seen = rank.seen
        path = Path(seen.path)
        try:
            state = self.read(path)
        except self.foreign:
            self._passed.add(seen)
            return None
        except self.unusable as error:
            self._passed.add(seen)
            return Trouble(path, str(error), rank)
        except OSError as error:
            return self._again(rank, str(error))
        except self.unreadable as error:
            return self._again(rank, str(error))
        if look_at(path) != seen:
            self.waiting = True
            return None
        self._done, self._tried = rank, None
        return Arrived(path, state, rank)

    def _again(self, rank: Rank, text: str) -> Trouble | None:
        """Be patient with a file, tell of it once, and go on trying the newest of them."""
        before, tries = self._tried or (rank, 0)
        trouble = Trouble(Path(rank.seen.path), text, rank)
        if before != rank:
            if before > rank:
                self._passed.add(rank.seen)
                return trouble
            tries = 0
        self._tried = (rank, tries + 1)
        self.waiting = tries + 1 < PATIENCE
        return trouble if tries + 1 == PATIENCE else None


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


def _files(folder: Path, recursive: bool, depth: int = 0) -> Iterator[Path]:
    try:
        with os.scandir(folder) as found:
            entries = list(found)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.name.lower().endswith(SUFFIXES):
            if not _leads_out(entry, folder):
                yield Path(entry.path)
        elif recursive and depth < limits.FOLDERS and _is_folder(entry):
            yield from _files(Path(entry.path), recursive, depth + 1)


def _leads_out(entry: os.DirEntry[str], folder: Path) -> bool:
    """A link to a file of another folder, which was never chosen to be watched."""
    try:
        if not entry.is_symlink():
            return False
        return not Path(entry.path).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return True


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """A folder that is no link, so that no circle is walked."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
