"""Fills in what is told of the saves, in the background and in processes that end when done."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
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


@dataclass
class Filling:
    """Knows what was read. `want` may be called at any time, with the newest file first."""

    remembered: Remembered | None = None
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
            if self._thread is None and not self._ended.is_set() and self._tasks(set()):
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

    def _tasks(self, under_way: set[Found]) -> list[Task]:
        """What is to be done next: a screenful whole, then names of all, then the rest."""
        files = [one for one in self._wanted if one not in under_way]
        brief = [one for one in files if one not in self.kept]
        near = [one for at, one in enumerate(files) if at < MOST_FULL or one.key in self._seen]
        full = [one for one in near if self._wants_more(one)]
        if brief:
            return [(summary.briefs, tuple(brief[:AT_ONCE]))]
        return [(summary.fulls, tuple(full[:2]))] if full else []

    def _wants_more(self, one: Found) -> bool:
        told = self.kept.get(one, {})
        return one not in self._full and "game" in told

    def _run(self) -> None:
        if self._ended.wait(BEFORE):
            return
        kind: Work = summary.briefs
        pool, running = _pool(kind), dict[Future[list[Told]], Task]()
        try:
            while True:
                with self._lock:
                    under_way = {one for _, files in running.values() for one in files}
                    while len(running) < _processes(kind) + 1 and (tasks := self._tasks(under_way)):
                        work, files = tasks[0]
                        if work is not kind:
                            if running:
                                break
                            pool.shutdown()  # its memory is free before the next one begins
                            kind, pool = work, _pool(work)
                        under_way.update(files)
                        running[pool.submit(work, [one.path for one in files])] = tasks[0]
                    if not running:
                        self._keep()  # who sees that nobody is busy finds all of it kept
                        self._thread = None
                        return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    task = running.pop(future, None)
                    try:
                        told = future.result()
                    except BrokenProcessPool:
                        pool.shutdown(wait=False, cancel_futures=True)
                        lost = [task, *running.values()]
                        running.clear()
                        pool = self._one_by_one([one for one in lost if one], kind)
                        break
                    if task is not None:
                        self._take(task, told)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if self._thread is not None:  # cut short
                self._keep()

    def _one_by_one(self, tasks: list[Task], kind: Work) -> ProcessPoolExecutor:
        """A process was ended from outside, as for want of memory: find the file that did it."""
        pool = _pool(kind)
        for work, files in tasks:
            for one in files:
                try:
                    told = pool.submit(work, [one.path]).result()
                except BrokenProcessPool:
                    told = [summary.trouble("The file asks for more than this machine has.")]
                    pool = _pool(kind)
                self._take((work, (one,)), told)
        return pool

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


def _processes(kind: Work) -> int:
    """Two read names and turns, which takes little memory; the rules are asked by one."""
    return min(2, os.cpu_count() or 1) if kind is summary.briefs else 1


def _pool(kind: Work) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(_processes(kind), context, summary.prepare)
