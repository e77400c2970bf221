"""Runs a follower over TCP: dials, reads, writes, keeps time."""

from __future__ import annotations

import select
import time
from collections.abc import Iterable

from assistant.live.effects import Dial, Effect, HangUp, Send
from assistant.live.follower import Follower
from assistant.live.links import Bell, Link, LostError, dial
from assistant.live.play import Clock, EndError, LiveGame
from builder.saying import AsWritten, Saying

LONGEST_WAIT = 1.0
"""Seconds between looks at the clock, so that Ctrl-C is heeded on every system."""


class Guest:
    """A follower on its way; `run` ends with EndError, or KeyboardInterrupt after taking leave."""

    def __init__(
        self,
        host: str,
        port: int,
        follower: Follower,
        game: LiveGame,
        clock: Clock = time.monotonic,
    ) -> None:
        self.host, self.port = host, port
        self.follower, self.game, self.clock = follower, game, clock
        self._link: Link | None = None
        self._dial_at: float | None = clock()
        self._reached = False
        self._bell = Bell()
        game.ring = self._bell.ring

    def run(self) -> None:
        """Follow the game until it ends."""
        try:
            while True:
                self._turn()
        finally:
            self._do(self.follower.leave(), quietly=True)
            self._bell.close()

    def _turn(self) -> None:
        now = self.clock()
        if self._link is None:
            assert self._dial_at is not None
            if now < self._dial_at:
                time.sleep(min(self._dial_at - now, LONGEST_WAIT))
                return
            self._connect(now)
            return
        wait = min(max(0.0, self.follower.due - now), LONGEST_WAIT)
        link, bell = self._link.fileno(), self._bell.fileno()
        writing = [link] if self._link.waiting else []
        readable, writable, _ = select.select([link, bell], writing, [], wait)
        if bell in readable:
            self._bell.heed()
        try:
            if writable:
                self._link.flush()
            if link in readable:
                for line in self._link.read():
                    self._do(self.follower.line(line, self.clock()))
                    if self._link is None:
                        return
            self._link.look(self.clock())
        except LostError as error:
            if str(error):
                self.game.listener.told(str(error))
            self._lost()
        self._do(self.game.said_beside(self.clock()))
        if self.clock() >= self.follower.due:
            self._do(self.follower.tick(self.clock()))

    def _connect(self, now: float) -> None:
        try:
            self._link = dial(self.host, self.port)
        except OSError as error:
            if not self._reached:
                text = Saying(
                    "No server answers at {address} ({why}). Check address and port; "
                    "VASSAL shows them under Server Configuration.",
                    address=AsWritten(f"{self.host}:{self.port}"),
                    why=(error.strerror or "no answer").lower(),
                )
                raise EndError(text, failed=True) from None
            self._do(self.follower.closed(now))
            return
        self._reached = True
        self._do(self.follower.opened(self.clock()))

    def _do(self, effects: Iterable[Effect], quietly: bool = False) -> None:
        given = self.game.carry_out(effects, self.clock())
        for effect in given:
            match effect:
                case Send(line) if self._link is not None:
                    try:
                        self._link.write(line)
                    except LostError:
                        if not quietly:
                            self._lost()
                        return
                case HangUp():
                    if quietly:
                        self._hang_up()
                    else:
                        self._lost()
                case Dial(seconds):
                    self._dial_at = self.clock() + seconds

    def _lost(self) -> None:
        self._hang_up()
        self._do(self.follower.closed(self.clock()))

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None
