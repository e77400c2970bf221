"""Games without a server: recorded, refused, with others at the table."""

from __future__ import annotations

import pytest

from assistant.live.effects import UNASKED, Call, Dial, Drop, Effect, SendTo
from assistant.live.follower import MUTE, SOON, WAITS
from assistant.live.machine import ROUND_WAIT, STATE_WAIT
from assistant.live.peers import FIRST, MOST_PEERS, Peers
from assistant.live.play import EndError, LiveGame
from assistant.live.table import LiveTable
from assistant.live.who import Who
from builder.vassal.locations import MapShape, ModuleShape
from builder.vassal.secret import MASKED, PlayerId
from tests.live.recorded import SECRET, Heard, bound, differences, tables, wire
from tests.live.tables import game, move

SHAPE = ModuleShape(maps=(MapShape("Map", "Map0"),))


class Table:
    """A machine that is fed lines, and what it wanted."""

    def __init__(self, who: Who | None = None) -> None:
        self.peers = Peers(
            PlayerId("a-word"), who or Who(), identity=lambda: PlayerId("observer-1")
        )
        self.heard = Heard()
        self.game = LiveGame(self.peers, LiveTable("live", bound, shape=SHAPE), self.heard)
        self.effects: list[Effect] = []
        self.ended: EndError | None = None
        self.now = 0.0

    def do(self, effects: list[Effect]) -> None:
        try:
            self.effects += self.game.carry_out(effects, self.now)
        except EndError as error:
            self.ended = error

    def line(self, text: str, number: int = FIRST) -> None:
        self.do(self.peers.line(number, text, self.now))

    def until(self, moment: float) -> None:
        while self.peers.due <= moment:
            self.now = max(self.now, self.peers.due)
            self.do(self.peers.tick(self.now))
        self.now = moment

    @property
    def sent(self) -> list[str]:
        return [effect.line for effect in self.effects if isinstance(effect, SendTo)]


HELLO = "HELO 127.0.0.1:5050/a-word name=Ana|room=Main Room|id=ana.1"
GAME = "CHAT begin_save\x1bend_save"


def begun() -> Table:
    table = Table()
    table.do(table.peers.opened(FIRST, 0.0))
    table.line(HELLO)
    return table


def test_the_recorded_game_is_the_engines_own() -> None:
    table = Table()
    table.do(table.peers.opened(FIRST, 0.0))
    states = []
    for line in wire("p2p"):
        if not line.ours:
            table.line(line.text)
            table.until(max(table.now, line.at) + 1.0 if line.text.startswith("HELO") else line.at)
        replay = table.game.table.replay
        states.append(replay.state() if replay is not None else None)
    compared = 0
    for lines, things in tables("p2p"):
        state = states[lines - 1]
        if state is not None:
            assert differences(state, things) == [], lines
            compared += 1
    assert compared >= 9
    assert [line.partition(" ")[0] for line in table.sent] == ["HELO"] * 2 + ["CHAT"] * 2
    assert table.sent[2] == "CHAT SYNCobserver-1"
    assert "follows this game" in table.sent[3]
    assert Drop(FIRST) in table.effects
    assert SECRET not in repr(table.peers) + repr(table.effects) + repr(table.heard)
    assert "a-word" not in repr(table.peers) + repr(table.effects)


def test_a_wrong_password_is_told() -> None:
    table = Table()
    table.do(table.peers.opened(FIRST, 0.0))
    for line in wire("p2p-refused"):
        if not line.ours:
            table.line(line.text)
    assert table.ended is not None
    assert "password" in str(table.ended)
    assert SECRET not in str(table.ended)


def test_a_client_that_says_nothing_is_told_of_and_given_up() -> None:
    table = Table()
    table.do(table.peers.opened(FIRST, 0.0))
    table.line("junk")
    table.until(MUTE - 1)
    assert "says nothing yet" in table.heard.words[-1]
    assert table.ended is None
    table.until(MUTE)
    assert "Check address and port" in str(table.ended)


def test_a_client_that_was_met_is_called_again_when_it_falls_silent() -> None:
    table = begun()
    table.do(table.peers.closed(FIRST, 1.0))
    table.do(table.peers.opened(FIRST, 2.0))
    table.until(2.0 + MUTE)
    assert table.ended is None
    assert table.effects[-1] == Drop(FIRST)


def test_a_client_that_hangs_up_unheard_is_told_at_once_and_given_up() -> None:
    table = Table()
    for at in range(len(WAITS) + 1):
        assert table.ended is None
        table.do(table.peers.opened(FIRST, float(at)))
        table.do(table.peers.closed(FIRST, float(at)))
        assert [word for word in table.heard.words if "hung up before" in word] == [
            "The player's client took the call and hung up before it told its name; Kessel tries 4 "
            "times more."
        ]
    assert "Check address and port" in str(table.ended)


def test_others_are_called_once_and_followed() -> None:
    table = begun()
    for _ in range(2):
        table.line("PEER 192.0.2.9:5051/a-word name=Bruno")
    calls = [effect for effect in table.effects if isinstance(effect, Call)]
    assert calls == [Call(1, ("192.0.2.9",), 5051)]
    table.do(table.peers.opened(1, 0.0))
    table.line("HELO 192.0.2.9:5051/a-word name=Bruno|room=Main Room|id=bruno.1", 1)
    table.until(1.0)
    table.line(GAME)
    table.line("CHAT CHATfrom Bruno", 1)
    assert table.heard.steps[-1].chat == ("from Bruno",)


@pytest.mark.parametrize("place", ["127.0.0.1:9/a-word", "127.0.0.1:9", "bad", ":x/y", ""])
def test_the_password_of_one_whom_nobody_can_call_is_told_by_nobody(place: str) -> None:
    table = begun()
    table.line(f"PEER {place} name=Cid|id=Cid-Geheim9.1795344455999|room=Main Room")
    table.until(1.0)
    table.line(GAME)
    table.line("CHAT CHAT* Cid (Cid-Geheim9) moves *")
    assert table.heard.steps[-1].chat == ("* Cid (\N{BULLET}\N{BULLET}\N{BULLET}) moves *",)


def test_who_comes_later_is_looked_for_and_heard() -> None:
    """Nobody names him to Kessel, and he has played before it heard of him."""
    table = Table(Who("Ana"))
    table.do(table.peers.opened(FIRST, 0.0))
    table.line(HELLO)
    table.line("PEER 127.0.0.1:56025/a-word name=Kessel (for Bruno)|id=kessel.2")
    table.until(1.0)
    table.line(f"CHAT {game(0)}")
    own, then = [line.split()[1] for line in table.sent if line.startswith("HELO")]
    assert own != then == "127.0.0.1:5050/a-word", "at which who comes later does not call anew"
    assert any(words.startswith("Nobody else is connected") for words in table.heard.words)
    asked = len(table.sent)
    table.until(1.0 + ROUND_WAIT)
    assert [line.split()[:2] for line in table.sent[asked:]] == [["HELO", "127.0.0.1:5050/a-word"]]
    table.line("PEER 10.0.0.9,192.0.2.9:5051/a-word name=Bruno|id=bruno.1")
    assert [it for it in table.effects if isinstance(it, Call)] == [
        Call(1, ("10.0.0.9", "192.0.2.9"), 5051)
    ]
    table.do(table.peers.opened(1, table.now))
    table.line("HELO 10.0.0.9,192.0.2.9:5051/a-word name=Bruno|room=Main Room|id=bruno.1", 1)
    table.until(table.now + SOON)
    assert table.effects[-1] == SendTo(FIRST, "CHAT SYNCobserver-1")
    table.line(f"CHAT {game(40)}")
    table.line(f"CHAT {move(50, 40)}", 1)
    seen = [(step.caught_up, step.astray) for step in table.heard.steps]
    assert seen == [(False, False), (True, False), (False, False)]
    assert table.peers.due == float("inf"), "now that he is there, nobody is looked for"
    assert "a-word" not in repr(table.peers) + repr(table.effects)


@pytest.mark.parametrize("name", ["Kessel", "Kessel (for Carla)"])
def test_two_kessels_of_one_client_keep_addresses_of_their_own(name: str) -> None:
    """Else answers to the one would come to the other."""
    table = begun()
    port = "5050" if name != "Kessel" else "56025"
    table.line(f"PEER 127.0.0.1:{port}/a-word name={name}|id=kessel.2")
    table.until(1.0)
    assert [line.split()[0] for line in table.sent] == ["HELO", "CHAT"]
    assert not any(isinstance(effect, Call) for effect in table.effects)


def test_whom_kessel_cannot_reach_is_told_and_the_game_asked_for_now_and_then() -> None:
    table = begun()
    table.line("PEER 192.0.2.9:5051/a-word name=Bruno|id=bruno.1")
    table.do(table.peers.closed(1, 0.5))
    table.until(1.0)
    table.line(f"CHAT {game(0)}")
    assert "cannot connect with Bruno" in table.heard.words[-1]
    asked = len(table.sent)
    table.until(1.0 + ROUND_WAIT)
    assert [line.split()[0] for line in table.sent[asked:]] == ["HELO", "CHAT"]
    table.line("PEER 192.0.2.9:5051/a-word name=Bruno|id=bruno.1")
    table.do(table.peers.closed(2, table.now))
    table.line(f"CHAT {game(40)}")
    assert [step.caught_up for step in table.heard.steps] == [False, True]
    assert table.heard.states == ["behind"], "what he plays meanwhile is not there"
    assert sum("cannot connect" in words for words in table.heard.words) == 1
    table.until(1.0 + 3 * ROUND_WAIT)  # he is named no more: he has left
    table.line(f"CHAT {game(40)}")
    table.until(1.0 + 7 * ROUND_WAIT)
    table.line(f"CHAT {game(40)}")
    assert table.heard.states[-1] == "live"


def test_misfits_do_not_put_the_question_off() -> None:
    table = begun()
    table.line("PEER 192.0.2.9:5051/a-word name=Bruno|id=bruno.1")
    table.do(table.peers.opened(1, 0.0))
    table.line("HELO 192.0.2.9:5051/a-word name=Bruno|room=Main Room|id=bruno.1", 1)
    table.until(1.0)
    table.line(f"CHAT {game(0)}")
    asked = []
    for at in range(2, 150):
        table.effects.clear()
        table.until(at - 0.5)
        table.line("CHAT D/nobody/new/old")
        table.until(float(at))
        if SendTo(FIRST, "CHAT SYNCobserver-1") in table.effects:
            asked.append(at)
            table.line(f"CHAT {game(0)}")
    assert asked == [2, 62, 122]


def test_others_are_not_more_than_sit_at_a_table() -> None:
    table = begun()
    for at in range(40):
        table.line(f"PEER 192.0.2.9:{6000 + at}/x name=X")
        table.line(f"PEER 192.0.2.9:{6000 + at}/x name=X", 1)
    assert sum(isinstance(effect, Call) for effect in table.effects) == MOST_PEERS


def test_what_is_played_in_another_room_is_not_followed() -> None:
    table = begun()
    table.until(1.0)
    table.line(GAME)
    table.line("NAME name=Ana|room=Pinsk|id=ana.1")
    assert any(line.startswith("NAME") and "Pinsk" in line for line in table.sent)
    table.do(table.peers.opened(1, 0.0))
    table.line("HELO 192.0.2.9:5051/a-word name=Bruno|room=Main Room|id=bruno.1", 1)
    table.line("CHAT CHATelsewhere", 1)
    table.line("CHAT CHAThere")
    assert [step.chat for step in table.heard.steps[1:]] == [("here",)]


def test_nobody_has_the_game_and_it_is_asked_again() -> None:
    table = begun()
    table.until(60.0)
    assert sum(line.startswith("CHAT SYNC") for line in table.sent) == 2
    assert any("Nobody answers" in words for words in table.heard.words)


def test_who_plays_has_the_game_and_is_asked_soon() -> None:
    """However long it waits by then; what is said alone is no sign of it."""
    table = begun()
    table.until(2000.0)
    asked = len(table.sent)
    table.line("CHAT CHAThere")
    table.until(2002.0)
    assert len(table.sent) == asked
    table.line("CHAT M/1/Main/5/5")
    table.until(2004.0)
    assert [line.partition("SYNC")[0] for line in table.sent[asked:]] == ["CHAT "]


def test_a_game_that_cannot_be_read_is_asked_for_less_and_less_often() -> None:
    """Each time a player's client writes a save, while he waits."""
    table = begun()
    table.do(table.peers.opened(1, 0.0))
    table.line("HELO 192.0.2.9:5051/a-word name=ana.1|room=Main Room|id=bruno.1", 1)
    asked: list[tuple[int, float]] = []

    def answered_badly(until: float) -> None:
        while table.peers.due <= until:
            table.effects.clear()
            table.until(table.peers.due)
            for effect in table.effects:  # which grows by the answers
                if isinstance(effect, SendTo) and "SYNC" in effect.line:
                    asked.append((effect.client, table.now))
                    table.line("CHAT begin_save and no end", effect.client)
        table.now = until

    answered_badly(1000.0)
    moments = [1.0, 31.0, 91.0, 211.0, 451.0, 931.0]
    assert asked == [(who, moment) for moment in moments for who in (FIRST, 1)]
    assert any(f"ask Ana and {MASKED} to load it anew" in words for words in table.heard.words)
    table.line("CHAT M/1/Main/5/5")
    answered_badly(1100.0)
    assert asked[-1] == (1, 931.0), "a move is no sign of another game"
    table.line("CHAT PLAYER\tana.1\tAna\tRed")
    table.until(1102.0)
    table.line(GAME)
    assert table.heard.states[-1] == "live"


def test_the_game_of_a_slow_client_is_taken_when_it_comes() -> None:
    table = begun()
    table.until(STATE_WAIT + 10.0)
    for told in (0, 1, 1):  # what comes then comes unasked
        table.line(GAME)
        assert table.game.table.replay is not None
        assert table.heard.words.count(UNASKED) == told


def test_players_with_another_version_of_the_module_are_told_of() -> None:
    table = begun()
    table.peers.who = Who("", "0.1.0")
    table.line("NAME name=Ana|room=Main Room|moduleVersion=0.2|id=ana.1")
    table.until(1.0)
    table.line(GAME)
    assert sum("version 0.2 of the module" in words for words in table.heard.words) == 1


def test_a_lost_client_is_called_again() -> None:
    table = begun()
    table.do(table.peers.closed(FIRST, 5.0))
    assert Dial(1.0) in table.effects
    table.do(table.peers.opened(FIRST, 6.0))
    table.line(HELLO)
    table.until(8.0)
    table.line(GAME)
    assert table.heard.states[-1] == "live"
