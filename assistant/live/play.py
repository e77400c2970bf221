"""A live game as it is told: what the machines want done with the table is done here, and whoever
listens hears of steps, of the page's state and of what goes wrong."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from assistant.live.effects import (
    CANNOT_BE_READ,
    Became,
    Effect,
    Ended,
    Listed,
    Played,
    Status,
    Synced,
    Told,
)
from assistant.live.table import LiveStep, LiveTable, TooLongError
from assistant.live.who import Who
from builder.game.problems import ProblemsError
from builder.machine.budget import TooMuchError
from builder.saying import Saying
from builder.vassal.errors import VassalFileError
from builder.vassal.secret import PlayerId

SWEEP = 50
"""Steps after which what nobody holds any more is given back. Positions and what was found of them
hold one another, so that only a look for cycles frees them; by itself Python would take that look
after thousands of steps, and by then the memory is in pieces that go to nobody else."""

MOST_UNSAID = 200
"""Answers that may wait to be said; older ones give way."""

BLIND = (
    "Without the module's file nobody knows which windows are a side's own: only what is said is "
    "told. Name the file: --module FILE.vmod."
)

ASTRAY = (
    "A step does not fit this table: its player may have loaded another save or begun another "
    "scenario, of which VASSAL tells the others nothing. It is not judged, and Kessel asks for the "
    "game anew; VASSAL's Synchronize gives all players one table again."
)
ASTRAY_WAIT = 60.0
"""Seconds until that is told, and the game asked for because of it, once more; each time twice as
many, because players whose tables differ may go on so all evening."""


class Machine(Protocol):
    """What follows a game on some kind of wire."""

    who: Who

    def missed(self, now: float, earliest: float = 0.0) -> list[Effect]:
        """A command did not fit the table: the game is wanted anew, not before `earliest`."""

    def unreadable(self, now: float) -> list[Effect]:
        """The game that came cannot be read."""

    def say(self, lines: Sequence[str], now: float) -> list[Effect]:
        """Say lines to the room, all at once."""

    @property
    def ids(self) -> Iterable[PlayerId]:
        """Ids and passwords of those who are there, whether they sit at the table or not."""


class Listener(Protocol):
    """Who hears of the game."""

    def told(self, text: str) -> None:
        """A sentence for the reader."""

    def status(self, status: Status) -> None:
        """The table is live, behind or lost."""

    def stepped(self, step: LiveStep) -> None:
        """A step was made, or the game was met (step 0)."""

    def rooms(self, rooms: dict[str, tuple[int, bool]]) -> None:
        """The rooms there are: by name how many players, and whether locked."""


class EndError(Exception):
    """The following is over: a sentence, and whether it failed."""

    def __init__(self, text: str, failed: bool) -> None:
        super().__init__(text)
        self.failed = failed


@dataclass
class LiveGame:
    """Carries out what a machine wants done with the table; `until` ends after that many steps."""

    machine: Machine
    table: LiveTable
    listener: Listener
    until: int | None = None
    chat: Answering | None = None
    recorders: list[Recorder] = field(default_factory=list)
    _steps: int = 0
    ring: Callable[[], None] = field(default=lambda: None)
    """Wakes the loop that carries out what is said beside it."""
    _astray_before: float = float("-inf")
    _astray_wait: float = ASTRAY_WAIT
    _spoken: list[Effect] = field(default_factory=list)
    _beside: deque[Sequence[str]] = field(default_factory=lambda: deque(maxlen=MOST_UNSAID))

    def say(self, lines: Sequence[str], now: float) -> None:
        """Say lines to the room, as soon as what is at hand is done."""
        self._spoken += self.machine.say(lines, now)

    def say_soon(self, lines: Sequence[str]) -> None:
        """Say lines to the room, from whatever thread."""
        self._beside.append(lines)
        self.ring()

    def said_beside(self, now: float) -> list[Effect]:
        """What `say_soon` was given, as it is to be carried out."""
        effects: list[Effect] = []
        while self._beside:
            effects += self.machine.say(self._beside.popleft(), now)
        return effects

    def carry_out(self, effects: Iterable[Effect], now: float) -> Iterator[Effect]:
        """Do what concerns the table; gives what concerns the connection. EndError at the end."""
        waiting = list(effects)
        met = any(isinstance(effect, Synced) for effect in waiting)
        while waiting or self._spoken:
            waiting += self._spoken
            self._spoken = []
            effect = waiting.pop(0)
            match effect:
                case Synced(text):
                    asked_anew = self._synced(text, now)
                    if asked_anew:  # it is not as the players have it
                        waiting = [one for one in waiting if one != Became("live")]
                    waiting[:0] = asked_anew
                case Played(text, early):
                    waiting[:0] = self._played(text, early, now)
                case Became(status):
                    self.listener.status(status)
                case Told(text):
                    self.listener.told(text)
                case Listed(rooms):
                    self.listener.rooms(dict(rooms))
                    raise EndError("", failed=False)
                case Ended(text, failed):
                    raise EndError(text, failed)
                case _:
                    yield effect
        if met:
            self.table.settle()

    def _synced(self, text: str, now: float) -> list[Effect]:
        met_before = self.table.replay is not None
        self.table.know(self.machine.ids)
        try:
            step = self.table.synced(text)
            if self.table.takes_unlogged:  # also where nobody said beforehand which game it is
                self.machine.who = replace(self.machine.who, unlogged=True)
        except VassalFileError as error:
            self.listener.told(Saying(CANNOT_BE_READ, why=error.what))
            return self.machine.unreadable(now)
        except TooMuchError as error:
            self.listener.told(error.what)
            return self.machine.unreadable(now)
        if not met_before and self.table.is_blind:
            self.listener.told(BLIND)
        for note in self.table.new_notes():
            self.listener.told(note)
        for recorder in self.recorders:
            recorder.met(text)
        if step is not None:
            self._tell(step)
        return []

    def _played(self, text: str, early: bool, now: float) -> list[Effect]:
        misses = not early and self.table.misses(text)
        self.table.know(self.machine.ids)
        try:
            step = self.table.played(text, early)
        except TooLongError as error:
            raise EndError(str(error), failed=True) from None
        except ProblemsError:
            raise
        except Exception:  # whatever a stranger's command brings to light: the game is asked anew
            return self.machine.missed(now)
        if step is None:
            return []
        for recorder in self.recorders:
            recorder.played(text)
        self._tell(step)
        if misses:
            return self.machine.missed(now)
        return self._goes_astray(now) if step.astray else []

    def _goes_astray(self, now: float) -> list[Effect]:
        """A step shows that its player has another table. If that was told lately, he may have
        loaded one more: the game is asked for when that is due, however many such steps come."""
        if now < self._astray_before:
            return self.machine.missed(now, self._astray_before)
        self._astray_before, self._astray_wait = now + self._astray_wait, 2 * self._astray_wait
        self.listener.told(ASTRAY)
        return self.machine.missed(now)

    def _tell(self, step: LiveStep) -> None:
        self.listener.stepped(step)
        self._steps += step.number > 0
        if step.number and self._steps % SWEEP == 0:
            gc.collect()
        if self.chat is not None and step.number:
            self.chat.heard(step)
        if self.until is not None and self._steps >= self.until:
            raise EndError("", failed=False)


class Answering(Protocol):
    """Who answers what is asked in the room, and makes nobody wait."""

    def heard(self, step: LiveStep) -> None:
        """A step was made."""


class Recorder(Protocol):
    """Who keeps the game as it came."""

    def met(self, text: str) -> None:
        """The game, whole: the first time, and after each gap."""

    def played(self, text: str) -> None:
        """A step."""

    def close(self) -> None:
        """The game is over."""


Clock = Callable[[], float]
