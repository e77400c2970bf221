"""Work that begins before its outcome is wanted: a game is read while the players' client still
writes the save that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Thread
from typing import Generic, TypeVar

from builder import limits
from builder.machine.budget import Budget

Outcome = TypeVar("Outcome")


@dataclass
class Ahead(Generic[Outcome]):
    """`work` runs in a thread from the moment that `start` is called, and once in all."""

    work: Callable[[], Outcome]
    _done: list[Outcome] = field(default_factory=list)
    _error: Exception | None = None
    _thread: Thread | None = None

    def start(self) -> None:
        """Begin the work, unless it was begun."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="reading ahead", daemon=True)
            self._thread.start()

    def outcome(self) -> Outcome:
        """What came of it, as soon as it is there; raises what the work raised."""
        self.start()
        assert self._thread is not None
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._done[0]

    def _run(self) -> None:
        try:
            with Budget(limits.WORK):
                self._done.append(self.work())
        except Exception as error:  # told to whoever wants the outcome
            self._error = error
