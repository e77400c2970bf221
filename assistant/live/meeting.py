"""Runs the following of a game without a server over TCP."""

from __future__ import annotations

import select
import time
from collections import deque
from collections.abc import Iterable
from threading import Thread

from assistant.live.effects import Call, Dial, Drop, Effect, SendTo
from assistant.live.links import Bell, Link, LostError, dial
from assistant.live.peers import FIRST, Peers
from assistant.live.play import Clock, EndError, LiveGame
from builder.saying import AsWritten, Saying

LONGEST_WAIT = 1.0


class Meeting:
    """The links to all peers; `run` ends with EndError, or KeyboardInterrupt after taking leave."""

    def __init__(
        self, host: str, port: int, peers: Peers, game: LiveGame, clock: Clock = time.monotonic
    ) -> None:
        self.host, self.port = host, port
        self.peers, self.game, self.clock = peers, game, clock
        self._links: dict[int, Link] = {}
        self._dial_at: float | None = clock()
        self._reached = False
        self._calls: dict[int, object] = {}
        self._answers: deque[tuple[int, object, Link | None]] = deque()
        self._bell = Bell()
        game.ring = self._bell.ring

    def run(self) -> None:
        """Follow the game until it ends."""
        try:
            while True:
                self._turn()
        finally:
            self._do(self.peers.leave())
            for link in self._links.values():
                link.close()
            self._bell.close()

    def _turn(self) -> None:
        now = self.clock()
        if self._dial_at is not None and now >= self._dial_at:
            self._dial_at = None
            self._connect()
            return
        soonest = min(self.peers.due, self._dial_at or float("inf"))
        wait = min(max(0.0, soonest - now), LONGEST_WAIT)
        numbers = {link.fileno(): number for number, link in self._links.items()}
        if not numbers:
            time.sleep(wait)
            return
        writing = [link.fileno() for link in self._links.values() if link.waiting]
        bell = self._bell.fileno()
        readable, _, _ = select.select([bell, *numbers], writing, [], wait)
        if bell in readable:
            self._bell.heed()
        for handle, number in numbers.items():
            self._heed(number, handle in readable)
        while self._answers:
            self._answered(*self._answers.popleft())
        self._do(self.game.said_beside(self.clock()))
        if self.clock() >= self.peers.due:
            self._do(self.peers.tick(self.clock()))

    def _heed(self, number: int, readable: bool) -> None:
        link = self._links.get(number)
        if link is None:
            return
        try:
            link.flush()
            if readable:
                for line in link.read():
                    self._do(self.peers.line(number, line, self.clock()))
                    if self._links.get(number) is not link:
                        return
            link.look(self.clock())
        except LostError as error:
            if str(error):
                self.game.listener.told(str(error))
            self._lost(number)

    def _connect(self) -> None:
        """Call the player's client."""
        try:
            self._links[FIRST] = dial(self.host, self.port)
        except OSError as error:
            if not self._reached:
                text = Saying(
                    "No client of VASSAL answers at {address} ({why}). It must play peer to peer.",
                    address=AsWritten(f"{self.host}:{self.port}"),
                    why=(error.strerror or "no answer").lower(),
                )
                raise EndError(text, failed=True) from None
            self._do(self.peers.closed(FIRST, self.clock()))
            return
        self._reached = True
        self._do(self.peers.opened(FIRST, self.clock()))

    def _call(self, number: int, hosts: Iterable[str], port: int) -> None:
        """Call another peer, from a thread: an address that nobody has may take ten seconds, and
        meanwhile the players play on."""
        call = self._calls[number] = object()

        def work() -> None:
            self._answers.append((number, call, _first_of(hosts, port)))
            self._bell.ring()

        Thread(target=work, name="calling a peer", daemon=True).start()

    def _answered(self, number: int, call: object, link: Link | None) -> None:
        """A call was taken, or was in vain; nobody may wait for it any more."""
        if self._calls.get(number) is not call:
            if link is not None:
                link.close()
            return
        del self._calls[number]
        if link is None:
            self._do(self.peers.closed(number, self.clock()))
            return
        self._links[number] = link
        self._do(self.peers.opened(number, self.clock()))

    def _do(self, effects: Iterable[Effect]) -> None:
        for effect in self.game.carry_out(effects, self.clock()):
            match effect:
                case SendTo(number, line) if number in self._links:
                    try:
                        self._links[number].write(line)
                    except LostError:
                        self._lost(number)
                case Drop(number):
                    self._lost(number)
                case Call(number, hosts, port):
                    self._call(number, hosts, port)
                case Dial(seconds):
                    self._dial_at = self.clock() + seconds

    def _lost(self, number: int) -> None:
        if number == FIRST:
            self._calls.clear()
        link = self._links.pop(number, None)
        if link is not None:
            link.close()
            self._do(self.peers.closed(number, self.clock()))


def _first_of(hosts: Iterable[str], port: int) -> Link | None:
    """A connection to the first of a machine's addresses that answers."""
    for host in hosts:
        try:
            return dial(host, port)
        except OSError:
            continue
    return None
