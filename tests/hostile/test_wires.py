"""Strangers who call at the server that Kessel is for its own game: they take no memory."""

import socket
from contextlib import ExitStack

import pytest

from assistant.live.host import Host
from assistant.live.server import Server
from assistant.live.who import Who
from builder import limits
from builder.vassal.secret import PlayerId
from tests.live.recorded import DAGC
from tests.live.test_room import clock, live_game

FLOOD = b"x" * 100_000


def test_lines_that_never_end_cost_those_who_send_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each keeps within what one line may hold; all together would take the machine."""
    monkeypatch.setattr(limits, "WIRE_HELD", 250_000)
    server = Server(Who(), DAGC, me=PlayerId("kessel-1"))
    with ExitStack() as ends:
        host = Host(("127.0.0.1", 0), server, live_game(server), clock)
        ends.callback(host.close)
        callers = [
            ends.enter_context(socket.create_connection(("127.0.0.1", host.port))) for _ in range(5)
        ]
        host.turn(0.02)
        for caller in callers:
            caller.sendall(FLOOD)
            for _ in range(12):
                host.turn(0.0)
                assert sum(link.held for link in host._links.values()) <= 250_000
        assert 1 <= len(host._links) <= 3
