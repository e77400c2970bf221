"""Answers beside the network: a thread of its own works them out, so that no message waits for one.

What is to be said comes back through `LiveGame.say_soon`, which wakes the loop that may send.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, Full, Queue
from threading import Thread
from typing import Protocol

from assistant.live.table import LiveStep
from builder import limits
from builder.machine.budget import Budget, TooMuchError
from builder.saying import Saying

MOST = 32
"""Steps that may wait for their answers. More come only from who would have Kessel do nothing else,
and are passed over."""


class Hearer(Protocol):
    """Who answers steps."""

    def wants(self, step: LiveStep) -> bool:
        """Whether a step is to be answered; quick."""

    def heard(self, step: LiveStep) -> None:
        """Answer a step; slow."""


@dataclass
class Beside:
    """Lets a hearer work in a thread, one step after the other. `failed` hears what nobody
    foresaw."""

    hearer: Hearer
    failed: Callable[[str], None]
    _waiting: Queue[LiveStep | None] = field(default_factory=lambda: Queue(MOST))
    _thread: Thread | None = None

    def heard(self, step: LiveStep) -> None:
        """Have a step answered, and do not wait for it."""
        if not self.hearer.wants(step):
            return
        if self._thread is None:
            self._thread = Thread(target=self._run, name="live answers", daemon=True)
            self._thread.start()
        try:
            self._waiting.put_nowait(step)
        except Full:
            return

    def close(self, seconds: float = 5.0) -> None:
        """End, after what is being answered."""
        if self._thread is None:
            return
        try:
            while True:
                self._waiting.get_nowait()
        except Empty:
            self._waiting.put(None)
        self._thread.join(seconds)

    def _run(self) -> None:
        while (step := self._waiting.get()) is not None:
            try:
                with Budget(limits.WORK):
                    self.hearer.heard(step)
            except TooMuchError as error:
                self.failed(str(error))
            except Exception as error:  # one answer fails, not the evening
                self.failed(Saying("No answer can be given ({why}).", why=type(error).__name__))
