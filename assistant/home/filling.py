"""Fills in what is told of the saves, in the background and in processes that end when done."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread

from assistant.home import summary
from assistant.home.finding import Found
from assistant.home.remembered import Remembered
from assistant.home.summary import Told

MOST_FULL = 10
"""Saves of which it is told what matters without asking, the newest; of others when they are in
sight. Of all it is told game and turn."""

BEFORE = 0.3
"""Seconds before the first file is read: the page comes first."""

AT_ONCE = 12
"""Files that a process reads in one go."""

KEPT = 2_000
"""Versions of files that are remembered."""

Work = Callable[[list[Path]], list[Told]]
Task = tuple[Work, tuple[Found, ...]]


def _processes(work: Work) -> int:
    """Two read names and turns, which takes little memory; the rules are asked by one."""
    return min(2, os.cpu_count() or 1) if work is summary.briefs else 1


def pool_for(work: Work) -> Executor:
    """Processes for one kind of work."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(_processes(work), context, summary.prepare)


class _Readers:
    """Processes that are all at one kind of work; where one dies, the others go on."""

    def __init__(self, pool_of: Callable[[Work], Executor]) -> None:
        self._pool_of = pool_of
        self._kind: Work = summary.briefs
        self._pool = pool_of(self._kind)
        self._running: dict[Future[list[Told]], Task] = {}

    @property
    def under_way(self) -> set[Found]:
        return {one for _, files in self._running.values() for one in files}

    def begin(self, task: Task) -> bool:
        """Give a task to a process; False while there is no room for it."""
        work, files = task
        if len(self._running) > _processes(self._kind):
            return False
        if work is not self._kind:
            if self._running:
                return False
            self._pool.shutdown()  # its memory is free before the next one begins
            self._kind, self._pool = work, self._pool_of(work)
        self._running[self._pool.submit(work, [one.path for one in files])] = task
        return True

    def done(self) -> Iterator[tuple[Task, list[Told]]]:
        """What was read, as soon as something was."""
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            task = self._running.pop(future)
            try:
                told = future.result()
            except BrokenProcessPool:
                lost = [task, *self._running.values()]
                self._running.clear()
                yield from self._one_by_one(lost)
                return
            yield task, told

    def _one_by_one(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, list[Told]]]:
        """A process was ended from outside, as for want of memory: find the file that did it."""
        self._begin_anew()
        for work, one in [(work, one) for work, files in tasks for one in files]:
            try:
                told = self._pool.submit(work, [one.path]).result()
            except BrokenProcessPool:
                told = [summary.trouble("The file asks for more than this machine has.")]
                self._begin_anew()
            yield (work, (one,)), told

    def _begin_anew(self) -> None:
        self.end()
        self._pool = self._pool_of(self._kind)

    def end(self) -> None:
        """Wait for nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


@dataclass
class Filling:
    """Knows what was read. `want` may be called at any time, with the newest file first."""

    remembered: Remembered | None = None
    pool_of: Callable[[Work], Executor] = pool_for
    kept: dict[Found, Told] = field(default_factory=dict)
    version: int = 0
    _full: set[Found] = field(default_factory=set)
    _wanted: Sequence[Found] = ()
    _thread: Thread | None = None
    _lock: Lock = field(default_factory=Lock)
    _seen: frozenset[str] = frozenset()
    _ended: Event = field(default_factory=Event)

    @property
    def busy(self) -> bool:
        """Whether more is to come."""
        with self._lock:
            return self._thread is not None

    def want(self, files: Sequence[Found], seen: frozenset[str] = frozenset()) -> None:
        """Fill in these files, those with a key of `seen` whole; those asked for before and not
        yet read are forgotten."""
        with self._lock:
            self._wanted, self._seen = files, seen
            self._remember()
            if self._thread is None and not self._ended.is_set() and self._next(frozenset()):
                self._thread = Thread(target=self._run, name="filling", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Begin nothing more."""
        with self._lock:
            self._ended.set()
            self._wanted = ()
        self._keep()

    def _remember(self) -> None:
        remembered = self.remembered
        for one in self._wanted if remembered is not None else ():
            if one not in self.kept and remembered and (told := remembered.of(one)):
                self.kept[one] = told
                if "matters" in told:
                    self._full.add(one)

    def _keep(self) -> None:
        if self.remembered is not None and self.version:
            self.remembered.keep(dict(self.kept))

    def _next(self, under_way: Set[Found]) -> Task | None:
        """What is to be done next: a screenful whole, then names of all, then the rest."""
        files = [one for one in self._wanted if one not in under_way]
        if brief := [one for one in files if one not in self.kept]:
            return summary.briefs, tuple(brief[:AT_ONCE])
        near = [one for at, one in enumerate(files) if at < MOST_FULL or one.key in self._seen]
        full = [one for one in near if self._wants_more(one)]
        return (summary.fulls, tuple(full[:2])) if full else None

    def _wants_more(self, one: Found) -> bool:
        told = self.kept.get(one, {})
        return one not in self._full and "game" in told

    def _run(self) -> None:
        if self._ended.wait(BEFORE):
            return
        readers = _Readers(self.pool_of)
        try:
            while self._begun(readers):
                for task, told in readers.done():
                    self._take(task, told)
        finally:
            readers.end()
            if self._thread is not None:  # cut short
                self._keep()

    def _begun(self, readers: _Readers) -> bool:
        """Begin what there is room for; False once all is done."""
        with self._lock:
            while (task := self._next(readers.under_way)) and readers.begin(task):
                pass
            if readers.under_way:
                return True
            self._keep()  # who sees that nobody is busy finds all of it kept
            self._thread = None
            return False

    def _take(self, task: Task, told: list[Told]) -> None:
        work, files = task
        with self._lock:
            for one, found in zip(files, told, strict=True):
                self.kept[one] = self.kept.get(one, {}) | found
                if work is summary.fulls:
                    self._full.add(one)
            while len(self.kept) > KEPT:
                self._full.discard(oldest := next(iter(self.kept)))
                del self.kept[oldest]
            self.version += 1
