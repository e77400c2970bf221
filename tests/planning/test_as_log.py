"""A plan as a VASSAL log: the units stand where the plan puts them, everything else as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.binding import open_record
from assistant.planning.as_log import UNSEEN, LogMove, plan_log
from assistant.questions.protocol import QuestionError
from assistant.words.voice import voice
from tests.live.recorded import DAGC, player, wire

EVENING = Path(__file__).parents[2] / "docs/examples/evening.vlog"


@pytest.mark.parametrize("at", [None, 4])
def test_its_steps_move_the_units(at: int | None, tmp_path: Path) -> None:
    record = open_record(EVENING)
    path = tmp_path / "plan.vlog"
    moves = [LogMove("soviet-39", ("3201", "3202")), LogMove("soviet-5", ("3302",))]
    path.write_bytes(plan_log(record, "", moves, ["3401: +8"], at=at))
    after = open_record(path)
    assert after.steps == 3  # it begins with the game as it lies then
    assert after.position(0) == record.position(at)
    assert after.said(3) == ("* 3401: +8 *",)
    assert "3202" in after.said(1)[0]
    before, now = record.position(at).by_id, after.position().by_id
    assert {id_: unit.hex for id_, unit in now.items() if unit.hex != before[id_].hex} == {
        "soviet-39": "3202",
        "soviet-5": "3302",
    }


def test_of_a_live_game_it_begins_with_the_table_as_it_is_now(tmp_path: Path) -> None:
    """And not as it was when Kessel came."""
    playing = player(DAGC, "Minsk 44")
    playing.do(playing.follower.opened(0.0))
    for line in wire("node-observer"):
        if not line.ours:
            playing.line(line.text)
    record = playing.game.table.record
    assert record is not None
    path = tmp_path / "plan.vlog"
    path.write_bytes(plan_log(record, "", []))
    now, begins = record.position(), open_record(path).position(0)
    assert now.units != record.position(0).units
    assert sorted(map(str, begins.units)) == sorted(map(str, now.units))
    assert (begins.turn, begins.phase, begins.state) == (now.turn, now.phase, now.state)


def test_it_speaks_to_its_reader(tmp_path: Path) -> None:
    record = open_record(EVENING)
    path = tmp_path / "plan.vlog"
    say = voice(record.game, "es")
    path.write_bytes(plan_log(record, "", [LogMove("soviet-39", ("3201", "3202"))], say=say))
    assert open_record(path).said(1) == ("* 39.º Ejército mueve 3300 -> 3201 -> 3202 *",)
    assert say(UNSEEN) != UNSEEN


@pytest.mark.parametrize(("unit", "hex_"), [("nobody", "3302"), ("soviet-39", "nowhere")])
def test_what_does_not_fit_is_told(unit: str, hex_: str) -> None:
    with pytest.raises(QuestionError, match=f"{unit}|{hex_}"):
        plan_log(open_record(EVENING), "", [LogMove(unit, (hex_,))])
