"""Recorded games, followed line by line: every table is the engine's own."""

from __future__ import annotations

from functools import cache

import pytest

from assistant.live.follower import Stage
from tests.live.recorded import DAGC, NR, SECRET, Played, differences, player, tables, wire

GAMES = [
    ("node-observer", DAGC, "Minsk 44", ["node-observer"], 19),
    ("node-two-players", NR, "Kharkov", ["node-two-players.ana", "node-two-players.bruno"], 21),
]


@cache
def follow(name: str, module: str, room: str, side: str = "") -> tuple[Played, list[object]]:
    """The whole recording, and the state after each line; followed once, because who asks only looks."""
    playing = player(module, room, side)
    playing.do(playing.follower.opened(0.0))
    states: list[object] = []
    for line in wire(name):
        if not line.ours:
            playing.line(line.text, line.at)
        states.append(playing.state() if playing.game.table.replay is not None else None)
    return playing, states


@pytest.mark.parametrize(("name", "module", "room", "truths", "steps"), GAMES)
def test_every_table_is_the_engines_own(
    name: str, module: str, room: str, truths: list[str], steps: int
) -> None:
    playing, states = follow(name, module, room)
    for told in truths:
        compared = 0
        for lines, things in tables(told):
            if lines <= len(states) and states[lines - 1] is not None:
                assert differences(states[lines - 1], things) == [], (told, lines)
                compared += 1
        assert compared > 10
    assert [step.number for step in playing.heard.steps] == list(range(steps + 1))


@pytest.mark.parametrize(("name", "module", "room", "truths", "steps"), GAMES)
def test_it_says_what_the_recorded_observer_said(
    name: str, module: str, room: str, truths: list[str], steps: int
) -> None:
    playing, _ = follow(name, module, room)
    said = [line.partition("\t")[0] for line in playing.sent]
    assert said[:4] == ["REG", "JOIN", "FWD", "FWD"]
    assert [line for line in playing.sent if "CHAT" in line] == [playing.sent[3]]
    assert not any("PLAYER" in line for line in playing.sent)


def test_history_stays_as_it_was() -> None:
    playing, _ = follow("node-observer", DAGC, "Minsk 44")
    replay = playing.game.table.replay
    assert replay is not None
    by_lines = dict(tables("node-observer"))
    fourth = sorted(by_lines)[4]
    assert differences(replay.state(4), by_lines[fourth]) == []
    again = [turnover.step.number for turnover in replay.turnovers(1, 19)]
    assert again == list(range(1, 20))


def test_an_undo_is_told_as_such() -> None:
    playing, _ = follow("node-observer", DAGC, "Minsk 44")
    assert [step.number for step in playing.heard.steps if step.undone] == [10]
    back = playing.heard.steps[10]
    assert {piece.hex for piece in back.pieces} == {"3600"}


def test_hands_and_masked_cards_stay_hidden() -> None:
    own = {"Axis": "axis", "Soviet": "soviet"}
    seen = {}
    for side in ("", *own.values()):
        playing, _ = follow("node-two-players", NR, "Kharkov", side)
        told = [piece for step in playing.heard.steps for piece in step.pieces]
        seen[side] = {piece.map for piece in told}
        names = {piece.name for piece in told} | {
            change.text for step in playing.heard.steps for change in step.changes
        }
        if side != "axis":
            assert not any("Surprise Attack" in name for name in names), side
    assert "Axis hand" not in seen[""] | seen["soviet"]
    assert "Soviet hand" not in seen[""] | seen["axis"]
    assert "Axis hand" in seen["axis"]
    assert "Soviet hand" in seen["soviet"]


@pytest.mark.parametrize("name", ["node-observer", "node-two-players", "node-locked"])
def test_no_password_is_told_or_shown(name: str) -> None:
    module = NR if name == "node-two-players" else DAGC
    room = {"node-observer": "Minsk 44", "node-locked": "Closed table"}.get(name, "Kharkov")
    playing, _ = follow(name, module, room)
    table = playing.game.table
    shown = [playing.heard, playing.follower, playing.game, playing.others, table.source]
    assert SECRET not in "".join(map(repr, shown))


def test_the_host_leaves_and_kessel_does_not_stay() -> None:
    playing, _ = follow("node-observer", DAGC, "Minsk 44")
    assert playing.sent[-1] == f"JOIN\t{DAGC}/Main Room"
    assert playing.heard.states[-1] == "lost"
    assert playing.follower.stage is Stage.HALL


def test_a_locked_room_is_entered_by_invitation_alone() -> None:
    playing = player(DAGC, "Closed table")
    playing.do(playing.follower.opened(0.0))
    heard = playing.heard
    for line in wire("node-locked"):
        if line.ours:
            continue
        if line.text.startswith("INVITE"):
            # The room was open for a moment, and the recorded server then refused to let in.
            playing.do(playing.follower.tick(line.at), line.at)
            playing.do(playing.follower.tick(line.at + 20), line.at + 20)
            playing.take()
        before = len(playing.sent)
        playing.line(line.text, line.at)
        if line.text.startswith("INVITE"):
            assert len(playing.sent) == before + 1
            assert playing.sent[-1].startswith(f"JOIN\t{DAGC}/Closed table\t{SECRET}-ana")
    assert [step.number for step in heard.steps] == [0, 1, 2]
    assert heard.states == ["behind", "live", "lost"]  # sent out at the end
    assert any("locked" in text for text in heard.words)
    assert any("sent out" in text for text in heard.words)
    assert playing.follower.stage is Stage.HALL
    assert SECRET not in "".join(heard.words)
