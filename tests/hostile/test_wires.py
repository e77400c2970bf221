"""Strangers at the other end of a live game: they take no memory, and no place for long."""

import socket
from contextlib import ExitStack

import pytest

from assistant.live.effects import Effect
from assistant.live.follower import Follower
from assistant.live.guest import Guest
from assistant.live.host import HELD, Host
from assistant.live.links import ENDLESS, UNENDED, Link
from assistant.live.meeting import Meeting
from assistant.live.peers import FIRST, Peers
from assistant.live.server import Server
from assistant.live.who import Who
from builder import limits
from builder.vassal.secret import PlayerId
from builder.vassal.wire.lines import PACE, Lines
from tests.live.recorded import DAGC, Heard
from tests.live.test_room import clock, live_game

FLOOD = b"x" * 100_000


def test_lines_that_never_end_cost_those_who_send_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each keeps within what one line may hold; all together would take the machine."""
    monkeypatch.setattr(limits, "WIRE_HELD", 250_000)
    monkeypatch.setattr(limits, "WIRE_FIRST", limits.WIRE_LINE)
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
        assert told(host).count(HELD) == 1


def told(one: Host | Guest | Meeting) -> list[str]:
    heard = one.game.listener
    assert isinstance(heard, Heard)
    return heard.words


REGISTERED = f"REG\tid-ana\t{DAGC}/Main Room\tname=Ana\n".encode()
HALF = b"FWD\t" + b"x" * PACE


def test_a_line_is_as_long_on_its_way_as_it_needs() -> None:
    lines = Lines()
    for moment, data, late in [
        (0.0, HALF, False),
        (limits.WIRE_WAIT + 1.0, b"", False),  # it began when it was seen first, and 16 kB came
        (limits.WIRE_WAIT + 1.1, b"", True),
        (limits.WIRE_WAIT + 1.2, HALF, False),  # more came
        (limits.WIRE_WAIT + 9.0, b"\nFW", False),
        (2.0 * limits.WIRE_WAIT, b"D", False),  # another line
        (9.0 * limits.WIRE_WAIT, b"\n", False),
    ]:
        list(lines.feed(data))
        assert lines.is_late(moment) is late, moment


@pytest.mark.parametrize(
    ("sent", "waits", "why"),
    [
        (b"x" * (limits.WIRE_FIRST + 1), 0.0, ENDLESS),
        (b"REG", 0.0, ""),
        (b"REG", limits.WIRE_WAIT + 1.0, UNENDED),
        (REGISTERED + b"x" * (limits.WIRE_FIRST + 1), 0.0, ""),
        (REGISTERED + HALF, limits.WIRE_WAIT + 2.0, UNENDED),
    ],
)
def test_a_player_who_ends_no_line_is_disconnected(sent: bytes, waits: float, why: str) -> None:
    """He who has not said who he is has no game to send: his lines are short."""
    server = Server(Who(), DAGC, me=PlayerId("kessel-1"))
    moment = 0.0
    host = Host(("127.0.0.1", 0), server, live_game(server), lambda: moment)
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            host._links[1] = Link(ours, limits.WIRE_FIRST)
            server.came(1, "", moment)
            for at in range(0, len(sent), 1 << 15):
                theirs.sendall(sent[at : at + (1 << 15)])
                host._read(1)
            host.turn(0.0)
            moment += waits
            host.turn(0.0)
            assert (told(host), list(host._links)) == ([why] if why else [], [] if why else [1])
        finally:
            host.close()


@pytest.mark.parametrize("made", ["guest", "meeting"])
def test_a_server_or_player_who_ends_no_line_is_left(
    made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 0.0
    one: Guest | Meeting
    ours, theirs = socket.socketpair()
    with theirs:
        if made == "guest":
            follower = Follower(DAGC, "Brest", Who())
            one = Guest("", 1, follower, live_game(follower), lambda: moment)
            one._link = Link(ours)
            given: list[Effect] = follower.opened(moment)
            monkeypatch.setattr(follower, "_heard", 1e9)  # it says something now and then
        else:
            peers = Peers(PlayerId("a-word"), Who())
            one = Meeting("", 1, peers, live_game(peers), lambda: moment)
            one._links[FIRST] = Link(ours)
            one._dial_at = None
            given = peers.opened(FIRST, moment)
        one._do(given)
        theirs.sendall(b"LIST\t")
        one._turn()
        assert told(one) == []
        moment = limits.WIRE_WAIT + 1.0
        one._turn()
        assert told(one)[0] == UNENDED
        ours.close()
