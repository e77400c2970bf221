"""Keeps the board page and the report of what matters abreast of a live game, from a thread of its
own: answers take longer than moves may wait."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from assistant.board.changed import Change
from assistant.board.session import Session
from assistant.board.source import Moment, Source
from assistant.live.battles import BattleNews, Battles, concerns
from assistant.live.effects import Status
from assistant.live.table import LiveStep, LiveTable
from assistant.matters import between
from assistant.referee.openly import untold_breaches
from assistant.referee.verdicts import Verdict
from builder import limits
from builder.machine.budget import Budget, TooMuchError
from builder.saying import Saying

MOST_STEPS = 32
"""Steps with battles that may wait to be told; older ones give way."""


@dataclass
class Page:
    """`report` hears what is new, of several steps that come at once together. `session` may be
    None: then nothing is shown, and what matters is told all the same."""

    table: LiveTable
    session: Session | None
    report: Callable[[list[Change]], None]
    failed: Callable[[str], None]
    battle: Callable[[BattleNews], str] = field(default=lambda news: "")
    """Tells of a battle that was declared or rolled for; gives the words for the page."""
    ready: Callable[[], None] = field(default=lambda: None)
    """Called once the game was first shown: what the first battle needs is read before it comes."""
    _battles: Battles | None = None
    _steps: deque[LiveStep] = field(default_factory=lambda: deque(maxlen=MOST_STEPS))
    _breaches: deque[Verdict] = field(default_factory=lambda: deque(maxlen=MOST_STEPS))
    _told: list[str] = field(default_factory=list)
    """Why battles of the last look cannot be fought."""
    _wake: threading.Event = field(default_factory=threading.Event)
    _ended: bool = False
    _last: Moment | None = None
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to work."""
        self._thread = threading.Thread(target=self._run, name="live page", daemon=True)
        self._thread.start()

    def moved(self, step: LiveStep) -> None:
        """A step was played."""
        if concerns(step):
            self._steps.append(step)
        self._breaches.extend(step.breaches)
        self._wake.set()

    def status(self, status: Status) -> None:
        """The table is live, behind or lost."""
        if self.session is not None:
            self.session.say_status(status)

    def close(self) -> None:
        """Tell what is left to tell, and end."""
        self._ended = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            first = self._last is None
            self.look()
            if first and self._last is not None:
                self.ready()
            if self._ended and not self._wake.is_set():
                return

    def look(self) -> None:
        """Show and tell what is new."""
        source = self.table.source
        if source is None:
            return
        try:
            with Budget(limits.WORK):
                fought = self._fought(source)
                if fought and self.session is not None:
                    self.session.put(source, fought)
                moment = source.moment()
                when, *others = between(self._last, moment)
                news = [when, *fought, *others]
        except TooMuchError as error:
            self.failed(str(error))
            if self.session is not None:
                self.session.put(source, note=str(error))
            return
        except Exception as error:  # one answer fails, not the evening
            self.failed(Saying("No answer can be given ({why}).", why=type(error).__name__))
            if self.session is not None:
                self.session.put(source)
            return
        self._last = moment
        if self.session is not None:
            self.session.put(source, [when, *self._broken(), *news[1:]])
        self.report(news)

    def _broken(self) -> list[Change]:
        """What steps since the last look break, but for battles whose own news says why. In the
        terminal it stands with its step."""
        found: list[Change] = []
        told, self._told = self._told, []
        broken = [*self._breaches]
        self._breaches.clear()
        for one in untold_breaches(str, broken, told):
            kind = "violation" if one.verdict == "unlawful" else "unjudged"
            found.append(Change(kind, hex=one.end or one.start, after=one.rule, why=one.text))
        return found

    def _fought(self, source: Source) -> list[Change]:
        """What was declared and rolled since the last look, as the viewer sees it."""
        if self._battles is None:
            self._battles = Battles(source.rules, source.seen)
        found: list[Change] = []
        while self._steps:
            for news in self._battles.heard(self._steps.popleft()):
                hex_ = news.odds.target if news.odds is not None else ""
                self._told += [str(why.text) for why in news.odds.because] if news.odds else []
                found.append(Change("battle", hex=hex_, why=self.battle(news)))
        return found
