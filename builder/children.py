"""Processes that work for this one: none outlives it, and none does its work again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_SWAP = threading.Lock()


def pool_of(count: int) -> ProcessPoolExecutor | None:
    """Processes to which `starting` gives work; None where the system can have none.

    They are forked, which is quicker by all that is loaded and known already, only while no thread
    runs: what is forked while a thread holds a lock may wait for it for ever.
    """
    from concurrent.futures import ProcessPoolExecutor

    method = "fork" if sys.platform == "linux" and _threads() == 1 else "spawn"
    try:
        return ProcessPoolExecutor(count, multiprocessing.get_context(method), belong)
    except (OSError, NotImplementedError):  # as where there are no semaphores
        return None


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
