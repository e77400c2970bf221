"""Kessel as the private server: what clients are told, who is let in where, whose game is followed."""

from __future__ import annotations

import pytest

from assistant.live.effects import Drop, Effect, SendTo
from assistant.live.machine import ROUND_WAIT
from assistant.live.play import LiveGame
from assistant.live.server import KEEP_ALIVE, LATER, MOST_CLIENTS, MOST_LINES, SAID_AGAIN, Server
from assistant.live.table import LiveTable
from assistant.live.who import Who
from builder.vassal.secret import MASKED, PlayerId
from builder.vassal.wire import node
from builder.vassal.wire.node import Members, Message, Rooms, read_from_server
from tests.live.recorded import DAGC, SECRET, Heard, bound, differences, tables, wire
from tests.live.tables import game


class Clients:
    """A server that is fed lines, and what each client was sent."""

    def __init__(self) -> None:
        self.server = Server(Who(), me=PlayerId("kessel-1"))
        self.heard = Heard()
        self.game = LiveGame(self.server, LiveTable("live", bound), self.heard)
        self.now = 0.0
        self.sent: dict[int, list[str]] = {}
        self.dropped: list[int] = []

    def _do(self, effects: list[Effect]) -> None:
        for effect in self.game.carry_out(effects, self.now):
            if isinstance(effect, SendTo):
                self.sent.setdefault(effect.client, []).append(effect.line)
            elif isinstance(effect, Drop):
                self.dropped.append(effect.client)

    def join(self, number: int, name: str, room: str = "") -> None:
        self._do(self.server.came(number, "127.0.0.1", self.now))
        self.line(number, f"REG\tid-{name}\t{DAGC}/Main Room\tname={name}|id=id-{name}")
        if room:
            self.line(number, f"JOIN\t{DAGC}/{room}\tnull")
            self.wait(LATER)

    def line(self, number: int, text: str) -> None:
        self._do(self.server.line(number, text, self.now))

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.server.due <= until:
            self.now = max(self.now, self.server.due)
            self._do(self.server.tick(self.now))
        self.now = until

    def leave(self, number: int) -> None:
        self._do(self.server.gone(number, self.now))

    def take(self, number: int) -> list[str]:
        return self.sent.pop(number, [])

    def members(self, number: int) -> dict[str, str]:
        """The rooms of all members as the client was last told."""
        told = [read_from_server(line) for line in self.sent[number]]
        last = [one for one in told if isinstance(one, Members)][-1]
        return {member.name: member.room for member in last.members}

    def rooms(self, number: int) -> Rooms:
        told = [read_from_server(line) for line in self.sent[number]]
        return [one for one in told if isinstance(one, Rooms)][-1]


@pytest.mark.parametrize(
    "first", ["POST / HTTP/1.1", "Host: 127.0.0.1:5050", f"JOIN\t{DAGC}/Minsk 44", "hello"]
)
def test_who_does_not_say_who_he_is_at_first_is_no_client(first: str) -> None:
    """A page in the player's browser could else play in his room, behind the lines of HTTP."""
    clients = Clients()
    clients.join(1, "Ana", "Minsk 44")
    clients._do(clients.server.came(2, "127.0.0.1", clients.now))
    for line in (first, f"REG\tid-x\t{DAGC}/Main Room\tname=x", f"JOIN\t{DAGC}/Minsk 44\tnull"):
        clients.line(2, line)
    clients.wait(LATER)
    assert clients.dropped == [2]
    assert not clients.server.knows(2)
    assert "x" not in clients.members(1)


def test_the_recorded_client_plays_and_is_followed() -> None:
    clients = Clients()
    clients._do(clients.server.came(1, "127.0.0.1", 0.0))
    states = []
    for line in wire("private-server"):
        clients.wait(line.at - clients.now)
        if not line.ours:
            clients.line(1, line.text.replace("*/kessel-1", "*/kessel-1"))
        replay = clients.game.table.replay
        states.append(replay.state() if replay is not None else None)
    compared = 0
    for lines, things in tables("private-server"):
        state = states[lines - 1]
        if state is not None:
            assert differences(state, things) == [], lines
            compared += 1
    assert compared >= 7
    assert clients.heard.states[0] == "live"
    assert SECRET not in repr(clients.server) + repr(clients.heard) + "".join(clients.heard.words)


def test_the_list_comes_late_and_names_kessel_last() -> None:
    clients = Clients()
    clients.join(1, "Ana")
    clients.take(1)
    clients.line(1, f"JOIN\t{DAGC}/Brest\tnull")
    assert clients.take(1) == []
    clients.wait(LATER)
    assert clients.members(1) == {"Ana": "Brest", "Kessel": "Brest"}


def test_another_kessel_that_tells_in_the_chat_was_there_before_the_server() -> None:
    clients = Clients()
    clients.join(1, "ana", "Minsk 44")
    clients.join(2, "Kessel|speaks=es", "Minsk 44")
    clients.server.room = "Minsk 44"
    assert clients.server.company.before == {"es"}


def test_no_address_is_told() -> None:
    clients = Clients()
    clients._do(clients.server.came(1, "192.0.2.77", 0.0))
    clients.line(1, f"REG\tid-Ana\t{DAGC}/Main Room\tname=Ana|ip=")
    clients.wait(1)
    assert not any("192.0.2.77" in line for line in clients.take(1))


def test_messages_reach_those_they_are_for() -> None:
    clients = Clients()
    for number, name, room in ((1, "Ana", "Brest"), (2, "Bruno", "Brest"), (3, "Carla", "Pinsk")):
        clients.join(number, name, room)
        clients.wait(1)
    for number in (1, 2, 3):
        clients.take(number)
    clients.line(1, f"FWD\t{DAGC}/Brest/~id-Ana\tPLAYER\\\tx\\\tAna\\\tSoviet")
    clients.line(1, f"FWD\t{DAGC}/*/id-Carla\tSYNCid=id-Ana")
    assert clients.take(1) == []
    assert clients.take(2) == ["PLAYER\tx\tAna\tSoviet"]
    assert clients.take(3) == ["SYNCid=id-Ana"]
    for where in ("Brest/~id-Carla", "Brest", "*"):  # who is not there plays nothing there
        clients.line(3, f"FWD\t{DAGC}/{where}\t-/a piece")
    assert clients.take(1) == clients.take(2) == []


def test_a_locked_room_opens_to_the_owners_id() -> None:
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    clients.line(1, "ROOM_INFO\tBrest=owner\\=id-Ana\\|locked\\=true")
    clients.join(2, "Bruno")
    for password in ("", "\tnull", "\tid-Bruno"):
        clients.line(2, f"JOIN\t{DAGC}/Brest{password}")
        clients.wait(1)
        assert clients.members(2)["Bruno"] == "Main Room"
    clients.line(2, f"JOIN\t{DAGC}/Brest\tid-Ana")
    clients.wait(1)
    assert clients.members(2)["Bruno"] == "Brest"


def test_players_with_another_version_of_the_module_are_told_of_once() -> None:
    clients = Clients()
    clients.server.who = Who("", "0.1.0")
    clients.join(1, "Ana", "Brest")
    clients.line(1, "STATS\tname=Ana|moduleVersion=0.2|id=id-Ana")
    for _ in range(2):
        clients.wait(2)
        clients.line(1, f"FWD\t{DAGC}/*/kessel-1\tbegin_save\x1bend_save")
        clients._do(clients.server.missed(clients.now))
        clients.wait(60)
    assert sum("version 0.2 of the module" in words for words in clients.heard.words) == 1


def sent(message: str) -> str:
    """A message to Kessel alone as a client sends it."""
    return node.to_member(DAGC, PlayerId("kessel-1"), message)


def test_the_first_player_who_was_passed_over_is_asked_again_beside_the_game() -> None:
    """He may have been loading another one."""
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    clients.join(2, "Bruno", "Brest")
    clients.wait(8)
    clients.line(2, sent(game(0)))
    for number in (1, 2):
        clients.take(number)
    clients.wait(ROUND_WAIT)
    asked = [any("SYNC" in line for line in clients.take(number)) for number in (1, 2)]
    assert asked == [True, False]
    clients.line(2, sent(game(20)))
    clients.line(1, sent(game(40)))
    assert clients.game.table.replay is not None
    assert clients.game.table.replay.state().place("unit").x == 40
    assert clients.heard.states == ["live"]


def test_a_game_that_cannot_be_unpacked_is_told_once_with_whom_to_ask() -> None:
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    clients.join(2, "id-Ana", "Brest")  # whoever calls himself by her password does not tell it
    clients.wait(2)
    for number in (1, 2):
        clients.line(number, f"FWD\t{DAGC}/Brest\t!ZIP!@@@@")
        for _ in range(2):
            clients.line(number, f"FWD\t{DAGC}/*/kessel-1\t!ZIP!@@@@")
        clients.wait(SAID_AGAIN)
    told = [words for words in clients.heard.words if "cannot be read" in words]
    assert [words.split("Ask ")[1].split(" to ")[0] for words in told] == ["Ana", MASKED]


def test_only_the_owner_sets_locks_and_kicks() -> None:
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    clients.line(1, "ROOM_INFO\tBrest=owner\\=id-Ana")
    clients.join(2, "Bruno", "Brest")
    clients.line(2, "ROOM_INFO\tBrest=owner\\=id-Bruno\\|locked\\=true")
    clients.line(2, "KICK\tid-Ana")
    clients.wait(1)
    assert clients.members(2)["Ana"] == "Brest"
    assert clients.rooms(2).rooms["Brest"].owner == PlayerId("id-Ana")
    clients.line(1, "KICK\tid-Bruno")
    clients.wait(1)
    assert clients.members(2)["Bruno"] == "Main Room"


def test_the_owner_leaves_or_crashes_and_the_next_one_owns() -> None:
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    clients.line(1, "ROOM_INFO\tBrest=owner\\=id-Ana")
    clients.join(2, "Bruno", "Brest")
    clients.leave(1)
    clients.wait(1)
    assert clients.rooms(2).rooms["Brest"].owner == PlayerId("id-Bruno")
    clients.leave(2)
    clients.join(3, "Carla")
    assert "Brest" not in clients.rooms(3).rooms


def test_whoever_makes_a_room_owns_it() -> None:
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    assert clients.rooms(1).rooms["Brest"].owner == PlayerId("id-Ana")


def test_another_module_is_not_let_in() -> None:
    clients = Clients()
    clients.join(1, "Ana")
    clients._do(clients.server.came(2, "127.0.0.1", 0.0))
    clients.line(2, "REG\tx\tAnother Game/Main Room\tname=Bruno")
    assert clients.dropped == [2]
    assert any("another module" in words for words in clients.heard.words)


def test_who_floods_is_disconnected() -> None:
    clients = Clients()
    clients.join(1, "Ana")
    for _ in range(MOST_LINES + 2):
        clients.line(1, "")
    assert clients.dropped == [1]


def test_a_table_has_so_many_seats() -> None:
    clients = Clients()
    for number in range(MOST_CLIENTS):
        clients.join(number, f"Ana{number}")
    clients._do(clients.server.came(MOST_CLIENTS, "127.0.0.1", 0.0))
    assert clients.dropped == [MOST_CLIENTS]


def test_who_says_nothing_keeps_no_player_out() -> None:
    """A stranger's sixty-four silent connections took all places for as long as he liked."""
    clients = Clients()
    clients.join(0, "Ana")
    for number in range(1, MOST_CLIENTS + 10):
        clients._do(clients.server.came(number, "127.0.0.1", 0.0))
    assert clients.dropped == list(range(1, 11))
    clients.join(100, "Bruno")
    clients.join(101, "Carla")
    assert clients.dropped == list(range(1, 13))
    assert any("Carla" in line for line in clients.take(101))


def test_silence_is_broken() -> None:
    clients = Clients()
    clients.join(1, "Ana")
    clients.wait(1)
    clients.take(1)
    clients.wait(KEEP_ALIVE + 1)
    assert clients.take(1) == [""]


@pytest.mark.parametrize(
    "line", ["FWD", "FWD\tx", "JOIN\tx", "REG", "KICK", "ROOM_INFO", "STATS", "\t\t", "nonsense\tx"]
)
def test_odd_lines_are_passed_over(line: str) -> None:
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    clients.line(1, line)
    assert clients.dropped == []


def test_what_comes_out_is_what_went_in() -> None:
    clients = Clients()
    clients.join(1, "Ana", "Brest")
    clients.join(2, "Bruno", "Brest")
    clients.take(2)
    text = "CHAT" + "ñ" * 1500
    clients.line(1, f"FWD\t{DAGC}/Brest/~id-Ana\t{text}")
    (came,) = (line for line in clients.take(2) if line.startswith("CHAT"))
    found = read_from_server(came)
    assert isinstance(found, Message)
    assert found.text == text
