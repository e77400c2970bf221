"""Processes that work for this one: none outlives it, and none does its work again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from builder.machine.budget import claim, watchers

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
        with starting():  # with it begins what keeps count of its locks
            return ProcessPoolExecutor(count, multiprocessing.get_context(_method()), belong)
    except (OSError, NotImplementedError):  # as where there are no semaphores
        return None


def _method() -> str:
    alone = _threads() - watchers() == 1
    return "fork" if sys.platform == "linux" and alone else "spawn"


def forks() -> bool:
    """Whether a process begins at once, knowing all that this one does, beside it and not in its
    stead."""
    return cores() > 1 and _method() == "fork"


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
    reaches every process of a terminal: only the one that the user started tells it. Nor do they
    look for Python's own libraries in the folder that the user is in: a stranger's file there may
    bear the name of one.
    """
    with _SWAP, _deaf(), _apart():
        own = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = own


APART = "PYTHONSAFEPATH"
"""What tells Python not to look for libraries in the folder that it is started in."""


@contextmanager
def _apart() -> Iterator[None]:
    before = os.environ.get(APART)
    os.environ[APART] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(APART, None)
        else:
            os.environ[APART] = before


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
    claim(lambda _: os._exit(1))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


class Beside:
    """What another process makes meanwhile, one thing after another. Things of each class are taken
    by themselves, in the order in which they are made."""

    def __init__(self, process: BaseProcess, made: _Line, back: Connection) -> None:
        self._process, self._made, self._back = process, made, back

    @classmethod
    def of(cls, make: Callable[..., Iterable[object]], *of_what: object) -> Beside | None:
        """Begin; None where there is but one core, or the system lets no process begin, or this one
        is such a process itself.

        `make` is given what takes things that it is told, and then `of_what`.
        """
        return cls._begun(True, make, of_what)

    @classmethod
    def of_little(cls, make: Callable[..., Iterable[object]], *of_what: object) -> Beside | None:
        """The same of what makes little: it is taken when it is asked for, and no thread runs here
        meanwhile, so that further processes can be forked."""
        return cls._begun(False, make, of_what)

    @classmethod
    def _begun(
        cls, at_once: bool, make: Callable[..., Iterable[object]], of_what: tuple[object, ...]
    ) -> Beside | None:
        if cores() < 2 or multiprocessing.current_process().daemon:
            return None
        context: Any = multiprocessing.get_context(_method())
        try:
            line, far = context.Pipe(duplex=False)
            ear, back = context.Pipe(duplex=False)
            with far, ear, starting():
                _widen(far, back)
                process = context.Process(target=_make, args=(far, ear, make, of_what), daemon=True)
                process.start()
        except (OSError, NotImplementedError):
            return None
        return cls(process, _Line(line, at_once), back)

    def next(self, kind: type[Made]) -> Made | None:
        """The next thing of a class, once it is made; None, also ever after, if it could not be."""
        return self._made.next(kind)

    @property
    def is_ready(self) -> bool:
        """Whether something was made, of what makes little, that was not taken; or no more is."""
        return self._made.is_ready

    def tell(self, thing: object) -> None:
        """Give the other process something, of which it may have ended."""
        with suppress(OSError):
            self._back.send(thing)

    def end(self) -> None:
        """Nothing is wanted any more: the process ends now if it has not."""
        self._process.kill()
        self._process.join()
        self._made.end()
        self._back.close()


class _Line:
    """Things that come from another process, taken at once, because that one waits while the line
    is full; or only once they are asked for."""

    def __init__(self, line: Connection, at_once: bool = True) -> None:
        self._line = line
        self._things: dict[type, SimpleQueue[Any]] = {}
        self._ended = False
        self._lock = threading.Lock()
        self._taker: threading.Thread | None = None
        if at_once:
            self._taker = threading.Thread(target=self._take, name="taker", daemon=True)
            self._taker.start()

    def next(self, kind: type[Made]) -> Made | None:
        """The next of a class; None, also ever after, if there is none."""
        things = self._of(kind)
        while self._taker is None and things.empty():
            self._take(1)
        thing: Made | None = things.get()
        if thing is None:
            things.put(None)
        return thing

    @property
    def is_ready(self) -> bool:
        """Whether something waits in the line."""
        try:
            return self._line.poll()
        except OSError:  # the other end is gone
            return True

    def end(self) -> None:
        """To be called once the other end is closed."""
        if self._taker is not None:
            self._taker.join()
        self._line.close()

    def _of(self, kind: type) -> SimpleQueue[Any]:
        with self._lock:
            if kind not in self._things:
                self._things[kind] = SimpleQueue()
                if self._ended:
                    self._things[kind].put(None)
            return self._things[kind]

    def _take(self, most: int | None = None) -> None:
        """Things to the last, or so many; None in place of each kind once there are no more."""
        with suppress(EOFError, OSError):
            for _ in count() if most is None else range(most):
                thing = self._line.recv()
                self._of(type(thing)).put(thing)
            return
        with self._lock:
            self._ended = True
            for things in self._things.values():
                things.put(None)


_WIDE = 1 << 20
"""Bytes that a line holds where the system lets it: each time that it is full both wait."""


def _widen(*lines: Connection) -> None:
    if sys.platform == "linux":
        import fcntl

        for line in lines:
            with suppress(OSError):  # other programs of the user hold too much already
                fcntl.fcntl(line.fileno(), fcntl.F_SETPIPE_SZ, _WIDE)


def cores() -> int:
    """Those that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _make(
    line: Connection,
    ear: Connection,
    make: Callable[..., Iterable[object]],
    of_what: Iterable[Any],
) -> None:
    """In the other process. Whoever asked makes what is missing, and so meets the same error."""
    belong()
    for name in ("SIGTERM", "SIGHUP"):  # a fork has the program's way to tell of them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    with line, suppress(Exception):
        for made in make(_Line(ear).next, *of_what):
            line.send(made)
