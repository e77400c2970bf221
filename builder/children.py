"""Processes that work for this one: none outlives it, and none does its work again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection

Made = TypeVar("Made")
_SWAP = threading.Lock()


def pool_of(count: int) -> ProcessPoolExecutor | None:
    """Processes to which `starting` gives work; None where the system can have none.

    They are forked, which is quicker by all that is loaded and known already, only while no thread
    runs: what is forked while a thread holds a lock may wait for it for ever.
    """
    from concurrent.futures import ProcessPoolExecutor

    try:
        return ProcessPoolExecutor(count, multiprocessing.get_context(_method()), belong)
    except (OSError, NotImplementedError):  # as where there are no semaphores
        return None


def _method() -> str:
    return "fork" if sys.platform == "linux" and _threads() == 1 else "spawn"


def _threads() -> int:
    """How many run, those of libraries too; 0 if the system does not tell."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 0


@contextmanager
def starting() -> Iterator[None]:
    """Start processes in here.

    They do not run the program's own file again, because a script of a few lines without
    `if __name__ == "__main__"` would do all its work twice. And they do not hear Ctrl-C, which
    reaches every process of a terminal: only the one that the user started tells it.
    """
    with _SWAP, _deaf():
        own = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = own


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started inherits which signals wait; here they come a moment later."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: `belong` says it, a moment later
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def belong() -> None:
    """To be called first in a process that works for another: end with that one, and let it tell
    Ctrl-C. A process of a pool would wait for work for ever when the one that gives it was killed,
    because it holds both ends of the line that the work comes by."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


class Beside(Generic[Made]):
    """What another process makes meanwhile, one thing after another."""

    def __init__(self, process: BaseProcess, line: Connection) -> None:
        self._process, self._line = process, line
        self._made: SimpleQueue[Made | None] = SimpleQueue()
        # Things are taken from the line at once, because the other waits while it is full.
        self._taker = threading.Thread(target=self._take, name="taker", daemon=True)
        self._taker.start()

    @classmethod
    def of(cls, make: Callable[..., Iterable[Made]], *of_what: object) -> Beside[Made] | None:
        """Begin; None where there is but one core, or the system lets no process begin."""
        if cores() < 2:
            return None
        context: Any = multiprocessing.get_context(_method())
        try:
            line, far = context.Pipe(duplex=False)
            with far, starting():
                process = context.Process(target=_make, args=(far, make, of_what), daemon=True)
                process.start()
        except (OSError, NotImplementedError):
            return None
        return cls(process, line)

    def next(self) -> Made | None:
        """The next thing, once it is made; None, also ever after, if it could not be."""
        made = self._made.get()
        if made is None:
            self._made.put(None)
        return made

    def end(self) -> None:
        """Nothing is wanted any more: the process ends now if it has not."""
        self._process.kill()
        self._process.join()
        self._taker.join()
        self._line.close()

    def _take(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                self._made.put(self._line.recv())
        self._made.put(None)


def cores() -> int:
    """Those that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _make(line: Connection, make: Callable[..., Iterable[object]], of_what: Iterable[Any]) -> None:
    """In the other process. Whoever asked makes what is missing, and so meets the same error."""
    belong()
    for name in ("SIGTERM", "SIGHUP"):  # a fork has the program's way to tell of them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    with line, suppress(Exception):
        for made in make(*of_what):
            line.send(made)
