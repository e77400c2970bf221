"""Lines that no server, client or peer of VASSAL's sends: `python -m tests.bench.live_fuzz [LINES]`.

Recorded lines with faults in them go to the follower, the server and the peers. Nothing but
WireError may come of reading one, and nothing at all of hearing one; no password comes out.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache

from assistant.live.effects import Effect
from assistant.live.follower import Follower
from assistant.live.peers import FIRST, Peers
from assistant.live.play import EndError, LiveGame, Machine
from assistant.live.server import Server
from assistant.live.table import LiveTable
from assistant.live.who import Who
from builder.errors import KesselError
from builder.vassal.secret import PlayerId
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.node import read_from_client, read_from_server
from builder.vassal.wire.peers import read_from_peer
from tests.bench.live_day import no_game
from tests.bench.vassal_fuzz import mutate_text
from tests.live.recorded import DAGC, OBSERVER, SECRET, Heard, wire

LONGEST = 3_000
"""Characters of a line to which faults are added: the whole state of a game would teach little."""

SLOWEST = 2.0
"""Seconds for one line."""


def lines(name: str, ours: bool) -> list[str]:
    return [line.text for line in wire(name) if line.ours is ours and len(line.text) < LONGEST]


def _server_lines() -> list[str]:
    recorded = ("node-observer", "node-two-players", "node-locked")
    return [text for name in recorded for text in lines(name, ours=False)]


class Hardened:
    """A machine with a table; what it does with a line is carried out, and must not fail."""

    def __init__(self, machine: Machine, feed: Callable[[str, float], list[Effect]]) -> None:
        self.machine, self.feed = machine, feed
        self.heard = Heard()
        self.game = LiveGame(machine, LiveTable("live", no_game), self.heard)

    def hear(self, effects: Iterable[Effect]) -> None:
        try:
            for _ in self.game.carry_out(effects, 0.0):
                pass
        except (EndError, KesselError):
            pass


Made = tuple[Hardened, list[str], Callable[[str], object]]


def machines() -> list[Made]:
    """Each machine, brought to where it follows a game, what it is to hear, and its reader."""
    follower = Follower(DAGC, "Minsk 44", Who(), lambda: PlayerId(OBSERVER))
    guest = Hardened(follower, follower.line)
    guest.hear(follower.opened(0.0))
    for line in wire("node-observer")[:10]:
        if not line.ours:
            guest.hear(follower.line(line.text, 0.0))
    server = Server(Who(), me=PlayerId("kessel-1"))
    host = Hardened(server, lambda text, now: server.line(1, text, now))
    host.hear(server.came(1, "127.0.0.1", 0.0))
    peers = Peers(PlayerId("word"), Who(), identity=lambda: PlayerId(OBSERVER))
    meeting = Hardened(peers, lambda text, now: peers.line(FIRST, text, now))
    meeting.hear(peers.opened(FIRST, 0.0))
    return [
        (guest, _server_lines(), read_from_server),
        (host, lines("private-server", ours=False), read_from_client),
        (meeting, lines("p2p", ours=False), read_from_peer),
    ]


def fuzz(count: int, seed: int = 3) -> float:
    """So many lines; the seconds of the slowest. AssertionError for what must not happen."""
    chance, slowest = random.Random(seed), 0.0
    made = machines()
    for number in range(count):
        begun = time.perf_counter()
        _hear(made[number % len(made)], chance, float(number))
        slowest = max(slowest, time.perf_counter() - begun)
        if number % 997 < len(made):  # a client that was dropped comes back
            _again(made[number % len(made)][0], float(number))
    return slowest


def line(chance: random.Random) -> None:
    """One line with faults, to one of the machines, each brought back to its game first."""
    made = chance.choice(_machines())
    if chance.random() < 0.01:
        _again(made[0], 0.0)
    _hear(made, chance, 0.0)


@cache
def _machines() -> list[Made]:
    return machines()


def _hear(made: Made, chance: random.Random, now: float) -> None:
    machine, known, read = made
    text = mutate_text(chance.choice(known), chance)
    told = ""
    try:
        read(text)
    except WireError as error:
        told = str(error)
    assert SECRET not in told, "an error quotes a password"
    machine.hear(machine.feed(text, now))
    _forget(machine.heard)


def _again(machine: Hardened, now: float) -> None:
    match machine.machine:
        case Follower() as follower:
            machine.hear(follower.closed(now))
            machine.hear(follower.opened(now))
            for line in wire("node-observer")[:10]:
                if not line.ours:
                    machine.hear(follower.line(line.text, now))
        case Server() as server:
            machine.hear(server.gone(1, now))
            machine.hear(server.came(1, "127.0.0.1", now))
            for line in wire("private-server")[:6]:
                if not line.ours:
                    machine.hear(server.line(1, line.text, now))
        case Peers() as peers:
            machine.hear(peers.closed(FIRST, now))
            machine.hear(peers.opened(FIRST, now))


def _forget(heard: Heard) -> None:
    words = "".join(heard.words)
    assert SECRET not in words, "a password is told"
    heard.words.clear()
    heard.steps.clear()


def main(words: list[str]) -> int:
    count = int(words[0]) if words else 100_000
    begun = time.perf_counter()
    slowest = fuzz(count)
    print(f"{count:,} lines in {time.perf_counter() - begun:.0f} s; slowest {slowest * 1e3:.0f} ms")
    return 0 if slowest < SLOWEST else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
