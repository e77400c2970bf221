"""How long a plan may take: by its own work, so that a busy machine finds the same plan, later."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic, thread_time

BUSY = 2.0
"""How many times as long somebody waits at most where the machine does other things as well."""


@dataclass(frozen=True)
class Deadline:
    """A moment by the clock of this thread's work, and one by the clock on the wall."""

    work: float
    wall: float

    def left(self) -> float:
        """Seconds until the first of them; asked in the thread that set it."""
        return min(self.work - thread_time(), self.wall - monotonic())


def deadline(seconds: float) -> Deadline:
    """So many seconds of work from now on."""
    return Deadline(thread_time() + seconds, monotonic() + BUSY * seconds)
