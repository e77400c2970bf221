"""Kessel in the room over a real socket: what a player's client hears of it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from assistant.board.session import Session
from assistant.live.beside import Beside
from assistant.live.chat import Chat
from assistant.live.follower import Follower
from assistant.live.guest import Guest
from assistant.live.host import Host
from assistant.live.page import Page
from assistant.live.peers import Peers
from assistant.live.play import LiveGame
from assistant.live.server import Server
from assistant.live.table import LiveTable
from assistant.live.who import Who
from assistant.words.voice import general
from builder.module.shape import game_shape
from builder.vassal.commands import Chat as Said
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import ESC
from builder.vassal.wire.lines import to_bytes
from builder.vassal.wire.node import to_member, to_others
from tests.live.recorded import DAGC, Heard
from tests.referee.conftest import game_of, text_of
from tests.referee.planting import end_phase
from tests.referee.playing import Table
from tests.wide import some

HURRY = 20.0
"""How much faster than the clock on the wall the evening goes by."""


def clock() -> float:
    return time.monotonic() * HURRY


class Client:
    """A player's end of a connection."""

    def __init__(self, sock: socket.socket, turn: Iterator[None]) -> None:
        self.sock, self.turn, self.heard = sock, turn, ""
        sock.setblocking(False)

    def send(self, line: str) -> None:
        self.sock.sendall(to_bytes(line))

    def hears(self, part: str) -> str:
        """All that came, when the part is in it."""
        for _ in range(600):
            with suppress(BlockingIOError):
                self.heard += self.sock.recv(1 << 16).decode()
            if part in self.heard:
                return self.heard
            next(self.turn)
        raise AssertionError(f"{part} is not in {self.heard[-400:]}")


def live_game(machine: Server | Follower | Peers, language: str = "en") -> LiveGame:
    game = game_of("dagc")
    table = LiveTable("live", lambda saved: (game, game_shape(game)))
    following = LiveGame(machine, table, Heard())
    talk = Chat(table, following.say_soon, time.monotonic, language)
    following.chat = Beside(talk, lambda text: None)
    return following


@dataclass
class Written(Table):
    """A table that keeps its steps as they go over the wire."""

    messages: list[str] = field(default_factory=list)

    def step(self, *commands: Any, said: str = "") -> None:
        texts = [command.text() for command in commands]
        self.messages.append(ESC.join([*texts, *([Said(said).text()] if said else [])]))
        super().step(*commands, said=said)


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The steps to a move that the first turn does not allow, while units lie on the table that
    only one seat sees."""
    path = tmp_path_factory.mktemp("room") / "game.vlog"
    table = Written(game_of("dagc"), path, text_of("dagc"))
    while table.position.phase != "soviet-movement":
        end_phase(table)
    far = next(unit for unit in table.position.units if unit.hex == "1300")
    table.move(far.id, "1717")
    return table.messages


@contextmanager
def evening(chats: str, language: str) -> Iterator[Client]:
    """A player at a server; Kessel talks as the `server`, or as a `guest` of one."""
    say = general(language)
    server = Server(Who(say=say), DAGC, me=PlayerId("kessel-1"))
    game = live_game(server, language)
    host = Host(("127.0.0.1", 0), server, game, clock)
    guest = None
    if chats == "guest":
        game.chat = None
        follower = Follower(DAGC, "Brest", Who("Bruno", say=say), lambda: PlayerId("guest-1"))
        guest = Guest("127.0.0.1", host.port, follower, live_game(follower, language), clock)

    def turns() -> Iterator[None]:
        while True:
            host.turn(0.02)
            if guest is not None and "Brest" in str(server._rooms):
                guest._turn()
            yield

    with socket.create_connection(("127.0.0.1", host.port)) as sock:
        try:
            yield Client(sock, turns())
        finally:
            host.close()


NOT_ALLOWED = "rule 5.4 may not allow this"
NO_PERMITE = "puede que la regla 5.4 no lo permita"


@pytest.mark.parametrize(
    ("chats", "me", "language", "greeting", "remark"),
    some(
        [
            ("server", "kessel-1", "en", "a player's assistant) follows this game", NOT_ALLOWED),
            ("guest", "guest-1", "en", "Bruno's assistant) follows this game", NOT_ALLOWED),
            ("server", "kessel-1", "es", "ayuda a un jugador) sigue esta partida", NO_PERMITE),
            ("guest", "guest-1", "es", "ayuda a Bruno) sigue esta partida", NO_PERMITE),
        ],
        ("guest", "guest-1", "es", "ayuda a Bruno) sigue esta partida", NO_PERMITE),
        ("server", "kessel-1", "en", "a player's assistant) follows this game", NOT_ALLOWED),
    ),
)
def test_greeting_remark_and_answer_reach_the_room(
    messages: list[str],
    chats: str,
    me: str,
    language: str,
    greeting: str,
    remark: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("assistant.live.guest.LONGEST_WAIT", 0.02)
    ana = PlayerId("id-Ana")
    with evening(chats, language) as client:
        client.send(f"REG\tid-Ana\t{DAGC}/Main Room\tname=Ana|id=id-Ana")
        client.send(f"JOIN\t{DAGC}/Brest\tnull")
        client.hears(f"id={me}")
        client.send(to_member(DAGC, PlayerId(me), text_of("dagc")))
        client.hears(f"CHAT- Kessel ({greeting}")
        for message in messages:
            client.send(to_others(DAGC, "Brest", ana, message))
        assert client.hears(remark).count(remark) == 1
        client.send(to_others(DAGC, "Brest", ana, "CHAT&lt;Ana&gt; - ?help"))
        client.hears("CHAT- &#63;odds 3401")


def test_the_page_tells_the_breach_among_what_changed(messages: list[str]) -> None:
    table = live_game(Server(Who())).table
    table.synced(text_of("dagc"))
    table.settle()
    session = Session(status="live", version=1)
    page = Page(table, session, lambda news: None, pytest.fail)
    page.look()
    for message in messages:
        step = table.played(message)
        assert step is not None
        page.moved(step)
    page.look()
    told = [(c.hex, c.after) for c in session.news if c.kind == "violation"]
    assert [one for one in told if one[1] != "11.1"] == [("1717", "5.4")]  # nobody attacked


def test_judging_that_fails_is_told_once(
    messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = live_game(Server(Who())).table
    table.synced(text_of("dagc"))
    table.settle()

    def fails(*given: object) -> None:
        raise KeyError("4711")

    monkeypatch.setattr("assistant.referee.fresh.Umpire.step", fails)
    steps = [table.played(message) for message in messages[:3]]
    told = [verdict for step in steps if step is not None for verdict in step.breaches]
    assert [(verdict.verdict, verdict.number) for verdict in told] == [("unknown", 1)]
    assert "(a mistake of ours, KeyError)" in str(told[0].text)
