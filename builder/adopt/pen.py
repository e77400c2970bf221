"""Draws SVG in a process that may die: a stranger's drawing of a few lines can ask for hours, for
gigabytes, or break what draws it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from builder import limits
from builder.children import starting

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

PATIENCE = 4 * limits.DRAWN
"""Seconds by the clock, for a machine with much else to do."""

MOST_LOST = 3
"""Drawings of one module that may break the process; those that come after are not tried."""

FAILED = "the drawing asks for more work than any counter or map, or is damaged"


@dataclass
class Pen:
    """Draws one after the other; ends with the last reference to it."""

    _line: Connection | None = None
    _process: SpawnProcess | None = None
    _broke: set[str] = field(default_factory=set)
    """Drawings that broke it."""

    def drawn(self, text: str, width: int, height: int) -> bytes:
        """A drawing as PNG of so many pixels; ValueError if it cannot be drawn."""
        if text in self._broke or len(self._broke) >= MOST_LOST:
            raise ValueError(FAILED)
        line = self._line or self._begun()
        try:
            line.send((text, width, height))
            if not line.poll(PATIENCE):
                raise EOFError
            done, found = line.recv()
        except (EOFError, OSError):
            self._broke.add(text)
            self._end()
            raise ValueError(FAILED) from None
        if not done:
            raise ValueError(str(found))
        return bytes(found)

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


def _serve(line: Connection) -> None:
    """Draw until nobody asks any more; Ctrl-C is for the program that asks."""
    import resvg_py
    from font_roboto import Roboto

    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
