"""Runs a server over TCP: takes calls, reads, writes, keeps time."""

from __future__ import annotations

import select
import socket
import sys
import time
from collections.abc import Iterable

from assistant.live.effects import Drop, Effect, SendTo
from assistant.live.links import Bell, Link, LostError
from assistant.live.play import Clock, EndError, LiveGame
from assistant.live.server import MOST_CLIENTS, Server
from builder import limits
from builder.saying import AsWritten, Saying

LONGEST_WAIT = 1.0

HELD = "More waited for one player than Kessel holds: the connection was closed."


class Host:
    """A private server on its way; `run` ends with EndError or KeyboardInterrupt."""

    def __init__(
        self,
        address: tuple[str, int],
        server: Server,
        game: LiveGame,
        clock: Clock = time.monotonic,
    ) -> None:
        self.server, self.game, self.clock = server, game, clock
        self._links: dict[int, Link] = {}
        self._calls = 0
        try:
            self._door = _listening(address)
        except OSError as error:
            text = Saying(
                "No server can listen at {address} ({why}). Name another port.",
                address=AsWritten(f"{address[0]}:{address[1]}"),
                why=(error.strerror or "taken").lower(),
            )
            raise EndError(text, failed=True) from None
        self._bell = Bell()
        game.ring = self._bell.ring

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._door.getsockname()[1])

    def run(self) -> None:
        """Serve until it ends."""
        try:
            while True:
                self.turn()
        finally:
            self.close()

    def close(self) -> None:
        """Close all connections."""
        self._door.close()
        self._bell.close()
        for link in self._links.values():
            link.close()
        self._links.clear()

    def turn(self, longest: float = LONGEST_WAIT) -> None:
        """Wait for what comes next, and heed it."""
        wait = min(max(0.0, self.server.due - self.clock()), longest)
        numbers = {link.fileno(): number for number, link in self._links.items()}
        writing = [link.fileno() for link in self._links.values() if link.waiting]
        door, bell = self._door.fileno(), self._bell.fileno()
        readable, writable, _ = select.select([door, bell, *numbers], writing, [], wait)
        for handle in writable:
            self._flush(numbers[handle])
        for handle in readable:
            if handle == door:
                self._answer()
            elif handle == bell:
                self._bell.heed()
            else:
                self._read(numbers[handle])
        self._lighten()
        for number in list(self._links):
            self._look(number)
        self._do(self.game.said_beside(self.clock()))
        if self.clock() >= self.server.due:
            self._do(self.server.tick(self.clock()))

    def _lighten(self) -> None:
        """Drop those who hold most while all together hold more than this machine should: sixty
        strangers with a line each that never ends would take its memory."""
        while sum(link.held for link in self._links.values()) > limits.WIRE_HELD:
            most = max(self._links, key=lambda number: self._links[number].held)
            self._lost(most, HELD)

    def _look(self, number: int) -> None:
        """Drop one who began a line and does not end it."""
        try:
            self._links[number].look(self.clock())
        except LostError as error:
            self._lost(number, str(error))

    def _answer(self) -> None:
        try:
            sock, address = self._door.accept()
        except OSError:
            return
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._calls += 1
        self._links[self._calls] = Link(sock, limits.WIRE_FIRST)
        self._do(self.server.came(self._calls, str(address[0]), self.clock()))

    def _read(self, number: int) -> None:
        link = self._links.get(number)
        if link is None:
            return
        try:
            for line in link.read():
                self._do(self.server.line(number, line, self.clock()))
                if number not in self._links:
                    return
                if self.server.knows(number):
                    link.allow(limits.WIRE_LINE)
        except LostError as error:
            self._lost(number, str(error))

    def _flush(self, number: int) -> None:
        link = self._links.get(number)
        try:
            if link is not None:
                link.flush()
        except LostError:
            self._lost(number)

    def _lost(self, number: int, why: str = "") -> None:
        link = self._links.pop(number, None)
        if link is not None:
            link.close()
            self._do(self.server.gone(number, self.clock(), why))

    def _do(self, effects: Iterable[Effect]) -> None:
        lost: list[int] = []
        ordered = sorted(effects, key=lambda effect: not isinstance(effect, SendTo | Drop))
        for effect in self.game.carry_out(ordered, self.clock()):
            match effect:
                case SendTo(number, line) if number in self._links:
                    try:
                        self._links[number].write(line)
                    except LostError:
                        lost.append(number)
                case Drop(number) if number in self._links:
                    self._links.pop(number).close()
        for number in lost:
            self._lost(number)


def _listening(address: tuple[str, int]) -> socket.socket:
    host, port = address
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    if sys.platform != "win32":  # there it would share the port with whoever has it
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(MOST_CLIENTS)
    listening.setblocking(False)
    return listening
