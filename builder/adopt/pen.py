"""Draws SVG in a process that may die: a stranger's drawing of a few lines can ask for hours, for
gigabytes, or break what draws it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from builder import limits
from builder.machine.children import cores, starting

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

PATIENCE = 4 * limits.DRAWN
"""Seconds by the clock, for a machine with much else to do."""

MOST_LOST = 3
"""Drawings of one module that may break the process; those that come after are not tried."""


class BrokenPenError(ValueError):
    """A drawing, named, broke what draws it."""

    def __init__(self, text: str) -> None:
        super().__init__(FAILED)
        self.text = text


FAILED = "the drawing asks for more work than any counter or map, or is damaged"


Job = tuple[str, int, int]
"""A drawing, and its width and height in pixels."""

Key = tuple[str, float]
"""A drawing's name, and how much finer it is drawn."""

_WAITING = 12
"""Drawings that are on their way: enough for the pens, and of little weight."""


@dataclass
class Pen:
    """Draws one after the other; ends with the last reference to it."""

    _line: Connection | None = None
    _process: SpawnProcess | None = None
    _broke: set[str] = field(default_factory=set)
    """Drawings that broke it."""

    def drawn(self, text: str, width: int, height: int) -> bytes:
        """A drawing as PNG of so many pixels; ValueError if it cannot be drawn."""
        if text in self._broke or self.gives_up:
            raise ValueError(FAILED)
        line = self._line or self._begun()
        try:
            line.send((text, width, height))
            if not line.poll(PATIENCE):
                raise EOFError
            done, found = line.recv()
        except (EOFError, OSError):
            self.lose(text)
            self._end()
            raise BrokenPenError(text) from None
        if not done:
            raise ValueError(str(found))
        return bytes(found)

    @property
    def gives_up(self) -> bool:
        """Whether so many drawings broke it that no more are tried."""
        return len(self._broke) >= MOST_LOST

    def lose(self, text: str) -> None:
        """Count a drawing that broke this pen, or another of the same module's."""
        self._broke.add(text)

    def _begun(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), name="pen", daemon=True)
        with starting():
            self._process.start()
        theirs.close()
        return self._line

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._line = self._process = None


class Ahead:
    """Draws what will be asked for soon, a few drawings ahead and in two processes: who asks has
    work of its own meanwhile.

    `jobs` tells in which order they will be asked for; None for one that cannot be drawn at all.
    """

    def __init__(self, jobs: Iterator[tuple[Key, Job | None]]) -> None:
        self._jobs = jobs
        self._coming: OrderedDict[Key, Future[bytes]] = OrderedDict()
        self._asked: SimpleQueue[tuple[Job, Future[bytes]] | None] = SimpleQueue()
        pens = min(2, cores())
        for _ in range(pens):
            threading.Thread(target=_draw, args=(self._asked,), name="pen", daemon=True).start()
        weakref.finalize(self, _end, self._asked, pens)

    def next(self, key: Key) -> Future[bytes] | None:
        """The drawing, once it is made; None for one that was not announced or is out of turn."""
        self._go_on()
        if key not in self._coming:
            return None
        while True:
            first, future = self._coming.popitem(last=False)
            if first == key:
                return future
            future.cancel()  # nobody asked for it in its turn

    def _go_on(self) -> None:
        while len(self._coming) < _WAITING:
            key, job = next(self._jobs, (None, None))
            if key is None:
                return
            if job is not None and key not in self._coming:
                self._coming[key] = Future()
                self._asked.put((job, self._coming[key]))


def _draw(asked: SimpleQueue[tuple[Job, Future[bytes]] | None]) -> None:
    pen = Pen()
    while (one := asked.get()) is not None:
        (text, width, height), future = one
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(pen.drawn(text, width, height))
        except BaseException as error:
            future.set_exception(error)


def _end(asked: SimpleQueue[tuple[Job, Future[bytes]] | None], pens: int) -> None:
    with contextlib.suppress(Empty):
        while True:
            asked.get_nowait()
    for _ in range(pens):
        asked.put(None)


def _serve(line: Connection) -> None:
    """Draw until nobody asks any more; Ctrl-C is for the program that asks."""
    import resvg_py
    from font_roboto import Roboto

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What the library says as it runs out of memory is a stack of its own, and no news to anybody.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _bounded_memory()
    with contextlib.suppress(EOFError, OSError):
        while True:
            text, width, height = line.recv()
            _bounded_time()
            try:
                # Looking through the system's fonts would take longer than the drawing.
                made = resvg_py.svg_to_bytes(
                    svg_string=text,
                    width=width,
                    height=height,
                    dpi=96,  # without it nothing told in mm, in, pt has a size
                    skip_system_fonts=True,
                    font_files=[Roboto],
                    font_family="Roboto",
                    serif_family="Roboto",
                    sans_serif_family="Roboto",
                    monospace_family="Roboto",
                )
                line.send((True, bytes(made)))
            except Exception as error:
                line.send((False, str(error) or type(error).__name__))


def _bounded_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    pages = "/proc/self/statm"
    if os.path.exists(pages):
        with open(pages) as stream:
            now = int(stream.read().split()[0]) * resource.getpagesize()
        most = now + limits.DRAWN_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _bounded_time() -> None:
    """The system ends the process when the drawing has had its time."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + 1 + limits.DRAWN
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (until, hard))
