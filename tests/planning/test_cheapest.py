"""The cheapest force for a column, against all forces tried by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from assistant.binding import open_record
from assistant.planning.cheapest import Forces, cheapest
from assistant.planning.outlook import strength
from assistant.position import unit_of
from assistant.questions.protocol import QuestionError
from assistant.report.answers import print_answer
from assistant.table import door_of
from assistant.words.voice import voice
from builder.game.loader import load_game

EVENING = Path(__file__).parents[2] / "docs/examples/evening.vlog"


def test_no_lesser_force_reaches_the_column() -> None:
    door = door_of(open_record(EVENING).position())
    columns = door.position.game.tables["crt"].columns
    found = {one.odds.target: one for one in cheapest(door, "+6", 60)}
    one = found["3401"]
    assert one.reached
    assert one.exact
    assert columns.index(one.odds.column) >= columns.index("+6")
    everybody = [door.position.by_id[id_] for id_ in door.odds("3401").attackers]
    for size in range(1, len(everybody)):
        for some in combinations(everybody, size):
            if sum(strength(door.position.game, unit) for unit in some) < one.force:
                odds = door.odds("3401", [unit.id for unit in some])
                assert columns.index(odds.column) < columns.index("+6")


def test_a_strength_may_be_no_whole_number() -> None:
    position = door_of(open_record(EVENING).position()).position
    unit = replace(position.units[0], fields={"strength": 2.5})
    assert strength(position.game, unit) == 2.5


def test_a_column_that_no_table_has_is_told() -> None:
    with pytest.raises(QuestionError, match=r"no column .* Write one of <=-3, -2"):
        list(cheapest(door_of(open_record(EVENING).position()), "+66", 1))


def test_a_column_is_taken_as_it_is_printed() -> None:
    door = door_of(open_record(EVENING).position())
    for printed, typed in (("≥ +8", ">=+8"), ("\u22122", "-2")):
        assert list(cheapest(door, printed, 60)) == list(cheapest(door, typed, 60))


@pytest.mark.parametrize(("language", "told"), [("en", "Out of"), ("es", "Fuera de")])
def test_the_terminal_tells_who_suffices(
    language: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    door = door_of(open_record(EVENING).position())
    found = Forces("+7", tuple(cheapest(door, "+7", 60)))
    print_answer(voice(door.position.game, language), "forces", door.position, found)
    said = capsys.readouterr().out
    assert "Vitebsk" in said
    assert told in said
    assert ">=" not in said


def test_without_moves_nobody_may_be_near_enough(capsys: pytest.CaptureFixture[str]) -> None:
    position = open_record(EVENING).position()
    print_answer(voice(position.game, "en"), "forces", position, Forces("+7", ()))
    assert "with --column nobody moves" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "counter", "printed"),
    [("kursk", "german-5-pz", 16), ("dagc", "soviet-5-tank", 8), ("karga", "varn-1-inf", 4)],
)
def test_strength_is_what_the_counter_prints(game: str, counter: str, printed: int) -> None:
    known = load_game(game)
    assert strength(known, unit_of(known.counters[counter], "")) == printed
