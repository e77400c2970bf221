"""Manners and patience of the follower, at made-up hours: locks, owners, silence, gaps, strangers."""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from types import SimpleNamespace

import pytest

from assistant.live.effects import UNASKED, Dial, HangUp
from assistant.live.follower import (
    AGAIN_WAIT,
    BACK_WAIT,
    MUTE,
    QUIET,
    SILENCE,
    SOON,
    WAITS,
    Stage,
)
from assistant.live.machine import ROUND_WAIT, STATE_WAIT
from assistant.live.play import ASTRAY, ASTRAY_WAIT, SWEEP
from assistant.live.who import Company, Who
from builder.limits import COMMAND, COMMANDS
from builder.module.assembly import Assembly
from builder.vassal.answers import Viewer
from builder.vassal.buildfile.recipes.play import has_hidden_clocks
from builder.vassal.replay import Turnover
from builder.vassal.secret import MASKED, PlayerId
from builder.vassal.wire import node
from builder.vassal.wire.commands import is_chat
from builder.vassal.wire.node import members_line, rooms_line
from builder.vassal.wire.packed import MARK, packed, unpacked
from builder.vassal.wire.properties import write_properties
from tests.games_read import read_once
from tests.live.recorded import OBSERVER, Played, player
from tests.live.tables import GAME, MODULE, game, move

ROOM = "Brest"


def lists(*members: tuple[str, str], owner: str = "ana", locked: bool = False) -> tuple[str, str]:
    """The lines that say who is where: (id, room) in order of arrival."""
    told = [(PlayerId(id_), room, f"name={id_}") for id_, room in members]
    info = write_properties({"owner": owner, **({"locked": "true"} if locked else {})})
    return members_line(MODULE, told), rooms_line({ROOM: info})


def hall(*members: tuple[str, str], **more: object) -> tuple[str, str]:
    return lists((OBSERVER, "Main Room"), *members, **more)  # type: ignore[arg-type]


def inside(*members: str, **more: object) -> tuple[str, str]:
    return lists(*((id_, ROOM) for id_ in members), (OBSERVER, ROOM), **more)  # type: ignore[arg-type]


def arrived(room: str = ROOM) -> Played:
    playing = player(MODULE, room)
    playing.do(playing.follower.opened(0.0))
    playing.take()
    return playing


def hear(playing: Played, lines: tuple[str, ...], now: float = 0.0) -> list[str]:
    """What is sent in answer to some lines."""
    playing.take()
    for line in lines:
        playing.line(line, now)
    return playing.take()


def following(*players: str) -> Played:
    playing = arrived()
    hear(playing, hall(*((name, ROOM) for name in players)))
    hear(playing, inside(*players))
    hear(playing, (GAME,))
    assert playing.follower.stage is Stage.FOLLOWING
    return playing


def pass_time(playing: Played, until: float) -> None:
    while playing.follower.due <= until:
        now = playing.follower.due
        playing.do(playing.follower.tick(now), now)


def test_it_greets_once_even_after_coming_back() -> None:
    playing = following("ana")
    playing.do(playing.follower.closed(5.0), 5.0)
    playing.do(playing.follower.opened(6.0), 6.0)
    hear(playing, hall(("ana", ROOM)), 6.0)
    hear(playing, inside("ana"), 6.0)
    assert hear(playing, (GAME,), 6.0) == []


def test_a_whole_game_for_which_nobody_asked_is_told_once_and_not_taken() -> None:
    """But that of a slow client, who was asked before another one answered, is no surprise."""
    playing = arrived()
    hear(playing, hall(("ana", ROOM), ("bruno", ROOM)))
    hear(playing, inside("ana", "bruno"))
    pass_time(playing, STATE_WAIT + 1.0)
    for told in (0, 0, 1, 1):
        hear(playing, (GAME,), STATE_WAIT + 2.0)
        assert playing.follower.stage is Stage.FOLLOWING
        assert playing.heard.words.count(UNASKED) == told


def test_a_step_on_another_table_is_told_and_the_game_asked_for_ever_more_seldom() -> None:
    """A player has loaded another save, of which VASSAL tells nobody."""
    playing = following("ana", "bruno")
    told = playing.heard.words.count

    def moves(x: int, was: int, now: float) -> list[str]:
        sent = hear(playing, (move(x, was),), now)
        if sent:
            hear(playing, (game(x),), now)
        return sent

    asked_and_told = [
        (len(moves(x, was, now)), told(ASTRAY))
        for x, was, now in (
            (9, 0, 100.0),
            (40, 25, 200.0),
            (50, 40, 201.0),
            (60, 25, 200.0 + ASTRAY_WAIT - 1),
            (70, 25, 200.0 + ASTRAY_WAIT),
            (60, 25, 200.0 + 2 * ASTRAY_WAIT),
        )
    ]
    assert asked_and_told == [(0, 0), (1, 1), (0, 1), (0, 1), (1, 2), (0, 2)]
    assert [it.astray for it in playing.heard.steps] == [
        False,
        False,
        True,
        False,
        True,
        True,
        True,
    ]


def test_a_server_that_names_nobody_is_told_and_given_up() -> None:
    playing = arrived()
    playing.line("junk", MUTE / 2)
    pass_time(playing, MUTE - 1)
    assert "says nothing yet" in playing.heard.words[-1]
    assert playing.ended is None
    playing.do(playing.follower.tick(playing.follower.due))
    assert "Check address and port" in str(playing.ended)


def test_a_server_that_hangs_up_unheard_is_told_at_once_and_given_up() -> None:
    playing = arrived()
    for at in range(len(WAITS)):
        playing.do(playing.follower.closed(float(at)))
        playing.do(playing.follower.opened(float(at)))
        assert isinstance(playing.others[-1], Dial)
        assert [word for word in playing.heard.words if "hung up before" in word] == [
            "The server took the call and hung up before it named its players; Kessel tries 4 "
            "times more."
        ]
        assert playing.ended is None
    playing.do(playing.follower.closed(9.0))
    assert "Check address and port" in str(playing.ended)


def test_a_server_that_was_met_is_not_given_up() -> None:
    playing = following("ana")
    playing.do(playing.follower.closed(5.0), 5.0)
    playing.do(playing.follower.opened(6.0), 6.0)
    pass_time(playing, 5.0 + MUTE)
    assert playing.follower.tick(6.0 + MUTE) == [HangUp()]


def test_it_never_owns_a_room() -> None:
    playing = following("ana", "bruno")
    sent = hear(playing, lists((OBSERVER, ROOM), ("bruno", ROOM), owner=OBSERVER), 9.0)
    assert sent == [f"JOIN\t{MODULE}/Main Room"]
    assert playing.heard.states[-1] == "behind"
    playing.take()
    hear(playing, hall(("bruno", ROOM), owner="bruno"), 9.1)
    assert playing.sent == []  # it comes back after a moment, and only behind a player
    playing.do(playing.follower.tick(9.0 + BACK_WAIT), 9.0 + BACK_WAIT)
    assert playing.take() == [f"JOIN\t{MODULE}/{ROOM}"]


def test_it_says_so_when_all_leave_before_it_is_back_behind_them() -> None:
    playing = following("ana", "bruno")
    hear(playing, lists((OBSERVER, ROOM), ("bruno", ROOM), owner=OBSERVER), 9.0)
    hear(playing, hall(), 9.1)
    playing.do(playing.follower.tick(9.0 + BACK_WAIT), 9.0 + BACK_WAIT)
    assert playing.heard.states[-1] == "lost"
    assert "All players have left" in playing.heard.words[-1]


def test_it_is_never_alone() -> None:
    playing = following("ana")
    sent = hear(playing, lists((OBSERVER, ROOM)), 9.0)
    assert sent == [f"JOIN\t{MODULE}/Main Room"]
    assert playing.heard.states[-1] == "lost"
    pass_time(playing, 100.0)
    assert not any(line.startswith("JOIN") for line in playing.take())


def test_another_kessel_is_no_company() -> None:
    playing = following("ana")
    other = "LIST\t" + "\t".join(
        f"{MODULE}/{ROOM}/{id_}=name\\={name}"
        for id_, name in (("kessel.2", "Kessel (for Bruno)"), (OBSERVER, "Kessel"))
    )
    assert hear(playing, (other,), 9.0) == [f"JOIN\t{MODULE}/Main Room"]


@pytest.mark.parametrize(
    "invitation",
    [
        "INVITE\tAna\tana\tPinsk",  # to another room
        "INVITE\tBruno\tbruno\tBrest",  # by somebody else
        "INVITE\tAna",
        "INVITE\t",
    ],
)
def test_only_the_owners_invitation_opens(invitation: str) -> None:
    playing = arrived()
    hear(playing, hall(("ana", ROOM), locked=True))
    assert hear(playing, (invitation,)) == []
    assert hear(playing, ("INVITE\tAna\tana\tBrest",)) == [f"JOIN\t{MODULE}/{ROOM}\tana"]


def test_sent_out_it_waits_for_an_invitation() -> None:
    playing = following("ana")
    assert hear(playing, hall(("ana", ROOM)), 9.0) == []
    pass_time(playing, 200.0)
    assert not any(line.startswith("JOIN") for line in playing.take())
    assert hear(playing, ("INVITE\tAna\tana\tBrest",), 201.0) == [f"JOIN\t{MODULE}/{ROOM}"]


def test_it_asks_the_owner_first_then_the_others_then_all_again_less_and_less() -> None:
    """A slow client writes a save for each request, one after the other."""
    playing = arrived()
    hear(playing, hall(("bruno", ROOM), ("ana", ROOM), owner="ana"))
    sent = hear(playing, inside("bruno", "ana", owner="ana"), 1.0)
    pass_time(playing, 1.0 + 2 * STATE_WAIT + ROUND_WAIT)
    sent += playing.take()
    asked = [line.split("\t")[1].rsplit("/", 1)[1] for line in sent if line.startswith("FWD")]
    assert asked == ["ana", "bruno", "ana"]
    pass_time(playing, 1.0 + 6 * STATE_WAIT + 3 * ROUND_WAIT)
    assert len([line for line in playing.take() if line.startswith("FWD")]) == 3
    waits = [words for words in playing.heard.words if "Nobody answers" in words]
    assert [next(n for n in ("30", "60", "120") if n in words) for words in waits] == [
        "30",
        "60",
        "120",
    ]


def test_a_second_save_that_is_loaded_soon_after_is_met_when_the_game_may_be_asked_for() -> None:
    playing = following("ana", "bruno")
    assert hear(playing, (move(40, 25),), 100.0) != []
    hear(playing, (game(40),), 100.0)
    for now in (110.0, 120.0, 130.0):
        assert hear(playing, (move(50, 25),), now) == []
    assert playing.heard.states[-1] == "behind"
    playing.take()
    pass_time(playing, 99.0 + ASTRAY_WAIT)
    assert playing.take() == []
    pass_time(playing, 100.0 + ASTRAY_WAIT)
    assert sum("SYNC" in line for line in playing.take()) == 1
    assert playing.heard.words.count(ASTRAY) == 1


SEATED = GAME.replace(
    "\x1bend_save",
    "\x1b+/other/piece;;;u.png;Other/Map;60;0;2;0\x1b+/stack/stack/Map;60;0;other"
    "\x1bPLAYER\tana-word\tAna\tRed\x1bend_save",
)
CHANGED_AT = "D/unit/Map;{x};0;1;1;Moved;true/Map;{x};0;1;1;Moved;false"


@pytest.mark.parametrize(
    ("message", "astray"),
    [
        ("PLAYER\tana-word\tAna\tRed", True),
        ("PYREMOVE\tana-word\x1bPLAYER\tana-word\tAna\tBlue", False),
        ("PLAYER\tbruno-word\tBruno\tBlue", False),
        (CHANGED_AT.format(x=25), True),
        (CHANGED_AT.format(x=0), False),
        (CHANGED_AT.format(x=0).replace("unit", "stack"), True),
        (f"M/unit/Map/9/0/null/Map/0/0/null/ana\x1b{CHANGED_AT.format(x=25)}", False),
    ],
    ids=[
        "seat",
        "another seat",
        "newcomer",
        "changed elsewhere",
        "changed",
        "a stack here",
        "moved before",
    ],
)
def test_signs_of_another_table(message: str, astray: bool) -> None:
    """Who loads a game takes a seat in it, though he has one here; and marks and flips tell where
    the piece lay."""
    playing = arrived()
    hear(playing, hall(("ana", ROOM)))
    hear(playing, inside("ana"))
    hear(playing, (SEATED,))
    assert ("SYNC" in "".join(hear(playing, (message,), 100.0))) is astray
    assert playing.heard.steps[-1].astray is astray


def test_after_a_step_on_another_table_nothing_is_judged_until_the_game_has_come_anew() -> None:
    """What was moved there moves on from where it does lie here, too."""
    playing = following("ana")
    table, judged = playing.game.table, list[int]()

    def step(turnover: Turnover) -> tuple[()]:
        judged.append(turnover.step.number)
        return ()

    umpire = SimpleNamespace(step=step, judged=())
    table.umpire = umpire  # type: ignore[assignment]
    for x, was in ((9, 0), (40, 25), (50, 40)):
        playing.line(move(x, was), 1.0)
    assert judged == [1]
    assert table._unjudged


def test_the_owner_who_was_passed_over_is_asked_again_beside_the_game() -> None:
    """He may have been loading another game; what is followed goes on meanwhile."""
    playing = arrived()
    hear(playing, hall(("ana", ROOM), ("bruno", ROOM)))
    hear(playing, inside("ana", "bruno"))
    pass_time(playing, STATE_WAIT)
    hear(playing, (GAME,), STATE_WAIT)
    assert "does not send the game" in playing.heard.words[-1]
    now = STATE_WAIT + ROUND_WAIT
    playing.take()
    pass_time(playing, now)
    assert ["/ana\t" in line for line in playing.take() if "SYNC" in line] == [True]
    hear(playing, (move(9),), now)
    hear(playing, (game(40),), now)
    assert playing.state().place("unit").x == 9, "his answer may be older than the move"
    pass_time(playing, now + SOON)
    assert ["/ana\t" in line for line in playing.take() if "SYNC" in line] == [True]
    hear(playing, (game(40),), now + SOON)
    assert playing.state().place("unit").x == 40
    assert playing.heard.states == ["behind", "live"]
    playing.take()
    pass_time(playing, 100 * ROUND_WAIT)
    assert not any("SYNC" in line for line in playing.take())


def test_what_is_played_before_the_game_comes_is_not_lost() -> None:
    playing = arrived()
    hear(playing, hall(("ana", ROOM)))
    hear(playing, inside("ana"))
    hear(playing, (move(7),))
    hear(playing, (GAME,))
    assert [step.number for step in playing.heard.steps] == [0, 1]
    assert playing.state().place("unit").x == 7


def test_what_the_game_has_already_is_no_step() -> None:
    playing = arrived()
    hear(playing, hall(("ana", ROOM)))
    hear(playing, inside("ana"))
    hear(playing, ("-/nothing", move(0)))
    hear(playing, (GAME,))
    assert [step.number for step in playing.heard.steps] == [0]


def test_a_command_that_does_not_fit_has_the_game_asked_for_again_but_seldom() -> None:
    playing = following("ana")
    strange = "D/nobody/new/old"
    for moment in range(20, 20 + int(3 * AGAIN_WAIT)):
        playing.line(strange, float(moment))
        if playing.follower.stage is Stage.ASKING:
            playing.line(GAME, float(moment))
        pass_time(playing, float(moment))
    asked = [line for line in playing.sent if "SYNC" in line]
    assert 2 <= len(asked) - 1 <= 5
    assert "behind" in playing.heard.states


@pytest.mark.parametrize(
    "message",
    ["\x1b".join(["CHATx"] * (COMMANDS + 2)), "+/x/" + "mark;a\t" * (COMMAND // 7) + "/"],
    ids=["commands", "a command"],
)
def test_a_message_of_more_than_any_game_needs_is_no_step(message: str) -> None:
    playing = following("ana")
    playing.line(message, 20.0)
    assert playing.follower.stage is Stage.ASKING
    assert [step.number for step in playing.heard.steps] == [0]
    assert playing.state().pieces.keys() == {"unit"}


def test_what_was_missed_is_one_step() -> None:
    playing = following("ana")
    playing.game.table.viewer = Viewer()
    playing.do(playing.follower.closed(5.0), 5.0)
    playing.do(playing.follower.opened(6.0), 6.0)
    hear(playing, hall(("ana", ROOM)), 6.0)
    hear(playing, inside("ana"), 6.0)
    hear(playing, (GAME.replace("Map;0;0", "Map;40;0"),), 6.0)
    assert [(step.number, step.caught_up) for step in playing.heard.steps] == [
        (0, False),
        (1, True),
    ]
    assert playing.state().place("unit").x == 40
    assert playing.heard.states == ["behind", "live", "lost", "behind", "live"]


def test_it_keeps_the_connection_alive_and_notices_a_dead_one() -> None:
    playing = following("ana")
    playing.take()
    pass_time(playing, QUIET)
    assert playing.take() == [""]
    pass_time(playing, SILENCE)
    assert HangUp() in playing.others


def test_it_connects_again_more_and_more_slowly() -> None:
    playing = following("ana")
    for _ in range(6):
        playing.do(playing.follower.closed(1.0), 1.0)
    assert [e.seconds for e in playing.others if isinstance(e, Dial)] == [*WAITS, 15.0, 15.0]


def test_a_game_that_cannot_be_read_and_a_hung_up_connection_are_no_reason_to_hurry() -> None:
    playing = arrived()
    for at in range(6):
        now = float(at)
        hear(playing, hall(("ana", ROOM)), now)
        hear(playing, inside("ana"), now)
        hear(playing, ("begin_save and no end",), now)
        playing.do(playing.follower.closed(now), now)
        playing.do(playing.follower.opened(now), now)
    assert [e.seconds for e in playing.others if isinstance(e, Dial)] == [*WAITS, 15.0, 15.0]


def test_a_game_that_cannot_be_read_is_asked_of_another() -> None:
    playing = arrived()
    hear(playing, hall(("ana", ROOM), ("bruno", ROOM)))
    hear(playing, inside("ana", "bruno"))
    sent = hear(playing, ("begin_save and no end",))
    assert sum("/bruno" in line and "SYNC" in line for line in sent) == 1
    assert any("cannot be read" in words for words in playing.heard.words)
    assert "live" not in playing.heard.states


def test_a_game_that_cannot_be_read_is_asked_for_less_and_less_often() -> None:
    playing, asked = arrived(), list[float]()
    hear(playing, hall(("ana", ROOM)))
    hear(playing, inside("ana"))
    hear(playing, ("begin_save and no end",))
    while (now := playing.follower.due) < 30 * ROUND_WAIT:
        hear(playing, (*inside("ana"), "M/1/Main/5/5"), now)
        playing.do(playing.follower.tick(now), now)
        if any("SYNC" in line for line in playing.take()):
            asked.append(now / ROUND_WAIT)
            hear(playing, ("begin_save and no end",), now)
    assert asked == [1, 3, 7, 15]
    hear(playing, ("PLAYER\tana\tAna\tRed",), now)
    pass_time(playing, now + SOON)
    assert any("SYNC" in line for line in playing.take()), "a seat is taken in what was loaded"


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (MARK + "@@@@", "it was damaged on its way"),
        (MARK + b64encode(b"no zip").decode(), "it was damaged on its way"),
        (packed(GAME * 99)[:-40], "it was damaged on its way"),
        (packed(" " * (2 << 20)), "it unpacks to more than 1 MB"),
    ],
)
def test_a_game_that_cannot_be_unpacked_is_told_with_whom_to_ask(
    message: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "unpacked", partial(unpacked, largest=1 << 20))
    playing = arrived()
    hear(playing, hall(("ana", ROOM), ("bruno", ROOM)))
    room = [("ana", "Ana"), ("bruno", "bruno"), (OBSERVER, "Kessel")]
    told = [(PlayerId(id_), ROOM, f"name={name}") for id_, name in room]
    hear(playing, (members_line(MODULE, told),))
    sent = [line for _ in room for line in hear(playing, (message,))]
    assert ["/bruno" in line for line in sent if "SYNC" in line] == [True]
    words = playing.heard.words
    assert f"The game that was sent cannot be read: {why}." in words
    assert f"ask Ana and {MASKED} to load it anew" in next(one for one in words if "again" in one)
    assert not any("Nobody answers" in one for one in words)
    hear(playing, (GAME,))
    assert playing.follower.stage is Stage.FOLLOWING
    asked_anew = ["SYNC" in line for line in hear(playing, (message,), AGAIN_WAIT)]
    assert asked_anew == ([True] if "1 MB" in why else [])


def test_no_room_of_that_name() -> None:
    playing = arrived("Bresst")
    hear(playing, hall(("ana", ROOM)))
    assert str(playing.ended) == "There is no room 'Bresst'. Did you mean 'Brest'?"


def test_the_game_is_asked_for_as_soon_as_somebody_plays() -> None:
    playing = arrived()
    hear(playing, hall(("ana", ROOM)))
    hear(playing, inside("ana"))
    pass_time(playing, 1.0 + STATE_WAIT)
    now = 2.0 + STATE_WAIT
    assert hear(playing, ("CHAT<Ana> where are you?",), now) == []
    assert playing.follower.due > now + SOON
    hear(playing, (move(40),), now)
    assert playing.follower.due == now + SOON
    playing.take()
    pass_time(playing, now + SOON)
    assert any("SYNC" in line for line in playing.take())


def test_nobody_plays_this_module() -> None:
    playing = arrived()
    hear(playing, hall())
    assert "There is no room 'Brest'. Nobody is in a room" in str(playing.ended)


@pytest.mark.parametrize(("theirs", "told"), [("0.2", True), ("0.1.0", False), ("", False)])
def test_players_with_another_version_of_the_module(theirs: str, told: bool) -> None:
    playing = arrived()
    playing.follower.who = Who("", "0.1.0")
    info = f"name=ana|moduleVersion={theirs}"
    for room in ("Main Room", ROOM):
        members = [(PlayerId("ana"), ROOM, info), (PlayerId(OBSERVER), room, "name=Kessel")]
        settings = rooms_line({ROOM: write_properties({"owner": "ana"})})
        hear(playing, (members_line(MODULE, members), settings))
    hear(playing, (GAME,))
    assert playing.heard.states[-1] == "live"
    assert (
        any("version 0.2 of the module and Kessel has 0.1.0" in w for w in playing.heard.words)
        == told
    )


def test_it_knows_which_kessels_tell_in_the_chat_before_and_after_it() -> None:
    playing = following("ana")
    entries = [
        ("k1", ROOM, "es"),
        (OBSERVER, ROOM, "en"),
        ("k2", "Pinsk", "fr"),
        ("k3", ROOM, "de"),
    ]
    members = [
        (PlayerId(id_), room, write_properties(Who(speaks=said).info(PlayerId(id_))))
        for id_, room, said in entries
    ]
    ana = (PlayerId("ana"), ROOM, "name=ana")
    hear(playing, (members_line(MODULE, [ana, *members]),))
    assert playing.follower.company == Company(frozenset(["es"]), frozenset(["de"]))


def test_what_nobody_holds_any_more_is_given_back_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    swept: list[int] = []
    playing = following("ana")
    monkeypatch.setattr("assistant.live.play.gc.collect", lambda: swept.append(len(steps)))
    steps = playing.heard.steps
    hear(playing, tuple(move(x, x - 1) for x in range(1, 2 * SWEEP + 1)))
    assert len(swept) == 2
    assert swept[1] - swept[0] == SWEEP


def test_rooms_that_nobody_is_in_are_not_listed() -> None:
    playing = arrived("")
    hear(playing, hall(("ana", "Pinsk")))
    assert playing.heard.listed == [{"Pinsk": (1, False)}]


@pytest.mark.parametrize("room", ["secretpw", "game of secretpw"])
def test_the_list_of_rooms_has_no_password_that_a_room_is_named_by(room: str) -> None:
    playing = arrived("")
    hear(playing, hall(("secretpw.17", room), ("bruno", "Pinsk"), owner="secretpw.17"))
    masked = room.replace("secretpw", MASKED)
    assert playing.heard.listed == [{masked: (1, False), "Pinsk": (1, False)}]
    playing = arrived(room.replace("pw", ""))
    hear(playing, hall(("secretpw.17", room), owner="secretpw.17"))
    assert "secretpw" not in str(playing.ended)


def test_lines_that_are_said_at_once_are_one_undo() -> None:
    """VASSAL undoes command by command: Kessel's lines about a move lie above the move."""
    playing = following("ana")
    playing.do(playing.follower.say(["a", "|b"], 9.0), 9.0)
    assert playing.take()[-1].endswith("\tCHAT- a\x1bCHAT- &#124;b")


def test_where_the_module_can_hide_it_nothing_said_is_an_undo() -> None:
    """VASSAL logs no message whose first command is one of clocks, and takes back what it logs."""
    playing = following("ana")
    playing.follower.who = Who(unlogged=True)
    playing.do(playing.follower.say(["a", "b"], 9.0), 9.0)
    said = playing.take()[-1].rpartition("/~observer-1\t")[2].replace("\\\t", "\t")
    assert said == "CLOCKCONTROL\tfalse\tfalse\x1bCHAT- a\x1bCHAT- b"
    assert is_chat(said)
    hear(playing, (said,))
    assert [step.number for step in playing.heard.steps] == [0]  # nor a step of another Kessel's
    hear(playing, (said + "\x1b" + move(5),))
    assert [step.number for step in playing.heard.steps] == [0, 1]
    made = Assembly(read_once("aldra")).module({}, {})
    assert has_hidden_clocks(made.root.walk())


def test_nothing_it_says_makes_a_second_line_or_markup() -> None:
    playing = following("ana")
    playing.do(playing.follower.say(["a\nFWD\tb <b>c</b> & \x1bd"], 9.0), 9.0)
    (sent,) = [line for line in playing.take() if "CHAT- aFWD" in line]
    assert "\n" not in sent
    assert "\x1b" not in sent
    assert "&lt;b&gt;" in sent
