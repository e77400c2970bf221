"""Slow drawing in a process of its own, so that answers never wait for it."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.process
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pickle import PicklingError
from threading import Event, Lock
from typing import Any

from builder import limits
from builder.machine.budget import Budget, claim
from builder.machine.children import starting

HANDING = 10.0
"""Seconds that closing waits at most until work just begun has been handed over."""

IDLE = 60.0
"""Seconds after which a process without work ends; the next work starts another."""


CLOSED = "The page is being closed."
UNSENT = "The drawing process could not be sent its work."


class AsideError(Exception):
    """The work could not be done; one sentence."""


@dataclass
class Aside:
    """Runs functions of a module one after another elsewhere; used from any thread."""

    _line: Connection | None = None
    _process: BaseProcess | None = None
    _closed: bool = False
    _lock: Lock = field(default_factory=Lock)
    _handing: Event = field(default_factory=Event)
    _handed: Event = field(default_factory=Event)

    def run(self, work: Callable[..., bytes], *given: Any) -> bytes:
        """The bytes that `work(*given)` makes; AsideError if it raises or its process dies."""
        with self._lock:
            done, found = self._ask(work, given)
        if not done:
            raise AsideError(str(found))
        return bytes(found)

    def _ask(self, work: Callable[..., bytes], given: tuple[Any, ...]) -> tuple[bool, Any]:
        for line in (self._line, None):
            if self._closed:
                return False, CLOSED
            self._handed.clear()
            self._handing.set()
            fresh = line or self._start()
            try:
                fresh.send((work, given))
                fresh.recv()  # the work is there, and is done even if nobody waits for it
                self._handed.set()
                answer: tuple[bool, Any] = fresh.recv()
            except (PicklingError, AttributeError):
                # Nothing was sent: the line is as good as before. A function in a function is told
                # as an AttributeError, because pickle looks for its name in the module.
                self._handed.set()
                return False, UNSENT
            except (EOFError, OSError, TypeError):
                # TypeError: the line was closed by another thread while this one waited on it.
                with contextlib.suppress(OSError):  # because the other thread closed it first
                    fresh.close()
                self._line = None
                self._handed.set()
                if line is None:
                    return False, "The drawing process ended before it was done."
            else:
                return answer
        raise AssertionError("A second try returns")

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), name="drawing", daemon=True)
        with starting():
            process.start()
        self._process = process
        theirs.close()
        self._line = ours
        return ours

    def close(self) -> None:
        """Let the process end; work under way is finished first, and nothing more is begun."""
        self._closed = True
        if self._handing.is_set():
            self._handed.wait(HANDING)
        line, self._line = self._line, None
        process, self._process = self._process, None
        if process is not None:
            _let_finish(process)
        if line is not None:
            line.close()


def _let_finish(process: BaseProcess) -> None:
    """Take a process off the list of those that Python ends, or waits for, when the program ends:
    a large map that is nearly drawn is kept for the next time. It ends by itself when its line
    closes. The list is private to multiprocessing, which has no other way to let one go."""
    children: set[BaseProcess] = getattr(multiprocessing.process, "_children", set())
    children.discard(process)


def _serve(line: Connection) -> None:
    """Work until nobody asks any more; Ctrl-C is for the program that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    claim(lambda _: os._exit(1))
    if hasattr(os, "nice"):
        os.nice(5)
    with contextlib.suppress(EOFError, OSError):
        while line.poll(IDLE):
            work, given = line.recv()
            line.send(None)
            try:
                with Budget(limits.LONG):
                    line.send((True, work(*given)))
            except Exception as error:
                line.send((False, str(error) or type(error).__name__))
    line.close()
