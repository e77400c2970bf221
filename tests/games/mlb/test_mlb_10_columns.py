"""Rules 10.3 and 10.4: columns, shifts and the combat results table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from mlb_battles import duel, odds, red
from mlb_laboratory import game, situation, unit

from assistant.games.mlb.battle import final_column
from assistant.kernel.combat import ratio_column

TABLE = game().tables["combat"]


COLUMNS = ("1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10+")


def test_crt_is_whole_and_regular() -> None:
    line = [
        "A2",
        "A1",
        "A1",
        "-",
        "-",
        "R",
        "R",
        "RR",
        "RR",
        "1RR",
        "1RR",
        "2RR",
        "2RR",
        "3RR",
        "3RR",
        "4RR",
    ]
    assert TABLE.columns == COLUMNS
    assert TABLE.rows == tuple("123456")
    assert not TABLE.doubtful
    for die in range(1, 7):
        for index, heading in enumerate(COLUMNS):
            assert TABLE[str(die), heading] == line[die - 1 + index]


@pytest.mark.parametrize(
    ("die", "heading", "result"),
    [(1, "1-1", "A2"), (6, "10+", "4RR"), (4, "3-1", "R"), (1, "8-1", "RR"), (5, "1.5-1", "R"),
     (3, "7-1", "1RR")],
)  # fmt: skip
def test_dv11_cells(die, heading, result) -> None:
    assert TABLE[str(die), heading] == result


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(15, 5, "3-1"), (26, 9, "2-1"), (12, 7, "1.5-1"), (18, 13, "1-1"), (25, 2, "10+"),
     (3, 2, "1.5-1"), (29, 20, "1-1"), (59, 20, "2-1"), (99, 10, "9-1"), (100, 10, "10+"),
     (5, 5, "1-1"), (7, 3, "2-1")],
)  # fmt: skip
def test_10_3_2_ratios_round_down_to_a_column(attack, defence, column) -> None:
    answer = duel(attack, defence)
    assert (answer.column, answer.possible) == (column, True)
    assert answer.results == TABLE.column(column)


@pytest.mark.parametrize(("attack", "defence"), [(8, 9), (0, 1), (1, 2), (19, 20)])
def test_10_3_4_below_one_to_one_is_impossible(attack, defence) -> None:
    answer = duel(attack, defence)
    assert not answer.possible
    assert answer.column is None
    assert answer.results == {}
    assert (answer.attack, answer.defence) == (attack, defence)
    assert answer.because[0].rule == "10.3.4"


@pytest.mark.parametrize(
    ("attack", "defence", "left", "air", "column", "shift"),
    [
        (12, 4, 2, None, "1.5-1", -2),
        (12, 1, 2, None, "8-1", -2),
        (30, 1, 2, None, "8-1", -2),
        (8, 4, 0, "stuka", "4-1", 2),
        (20, 1, 1, "stuka", "10+", 1),
        (9, 1, 0, "stuka", "10+", 2),
        (10, 1, 0, "stuka", "10+", 2),
        (6, 4, 1, "stuka", "2-1", 1),
        (8, 4, 2, "stuka", "2-1", 0),
        (8, 4, 3, None, None, -3),
        (4, 4, 1, None, None, -1),
        (4, 4, 1, "stuka", None, 1),
        (3, 4, 0, "stuka", None, 2),
        (4, 4, 0, "ace", "1-1", 0),
    ],
)
def test_10_3_3_shifts(attack, defence, left, air, column, shift) -> None:
    with_ = {"terrain": str(left)} | ({"air": air} if air else {})
    answer = duel(attack, defence, with_)
    assert (answer.column, answer.shift, answer.possible) == (column, shift, column is not None)


def test_a6_other_reading_lets_a_stuka_rescue_an_attack() -> None:
    rescue = {"stuka-can-rescue": True}
    with_ = {"terrain": "1", "air": "stuka"}
    assert duel(4, 4, with_, readings=rescue).column == "1.5-1"
    assert not duel(3, 4, with_, readings=rescue).possible


def test_a7_other_reading_caps_between_the_shifts() -> None:
    s = situation(readings={"shift-order": "air-then-terrain"})
    assert COLUMNS[final_column(s, 20, 1, 1, 2)] == "9-1"
    assert COLUMNS[final_column(situation(), 20, 1, 1, 2)] == "10+"


@pytest.mark.parametrize(
    ("terrain", "shift", "stand_in"),
    [
        (["rough", "town"], -2, False),
        (["rough"], -1, True),
        (["town"], -1, True),
        ([], 0, False),
        (["crossing-point", "axis-supply", "breakthrough"], 0, False),
        (["swamp"], 0, True),
        (["major-city"], -2, True),
        (["rough", "city"], -2, True),
    ],
)
def test_terrain_shifts_and_stand_ins(terrain, shift, stand_in) -> None:
    answer = duel(40, 4, terrain={"0505": terrain})
    assert (answer.shift, answer.stand_in) == (shift, stand_in)


def test_terrain_of_the_attackers_does_not_count() -> None:
    assert duel(12, 4, terrain={"0506": ["rough", "town"]}).shift == 0


def test_given_columns_replace_the_chart() -> None:
    answer = duel(12, 4, {"terrain": "1"}, terrain={"0505": ["rough", "town"]})
    assert (answer.shift, answer.column, answer.stand_in) == (-1, "2-1", False)
    assert duel(12, 4, {"terrain": "0"}, terrain={"0505": ["rough"]}).shift == 0


@pytest.mark.parametrize("left", ["0", "5"])
@pytest.mark.parametrize("attack", [0, 1, 30])
def test_10_3_5_a_defence_of_nothing_is_attacked_at_the_last_column(left, attack) -> None:
    attacker = red("A", "0506", attack)
    defender = unit("D", "axis", "0505", [2, 1], markers=["isolated"])
    answer = odds(attacker, defender, with_={"terrain": left})
    assert (answer.defence, answer.column, answer.possible) == (0, "10+", True)


def test_a26_other_reading_forbids_nothing_against_nothing() -> None:
    defender = unit("D", "axis", "0505", [2, 1], markers=["isolated"])
    answer = odds(red("A", "0506", 0), defender, readings={"zero-attack-allowed": False})
    assert not answer.possible


def test_ratio_of_headings() -> None:
    for number in range(1, 40):
        for defence in range(1, 12):
            ratio = Fraction(number, defence)
            thresholds = [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10]
            wanted = sum(1 for least in thresholds if ratio >= least) - 1
            assert ratio_column(TABLE.columns, number, defence) == wanted


def test_the_ledger_tells_every_step_in_order() -> None:
    answer = odds(
        red("A", "0506", 12, markers=["oos"]), unit("D", "axis", "0505", [2]),
        terrain={"0505": ["rough", "town"]}, with_={"air": "stuka"},
    )  # fmt: skip
    assert [line.rule.split(",")[0] for line in answer.steps] == [
        "11.2.2", "10.3.1", "10.0.6", "10.3.2", "10.3.3(1)", "10.3.3(1)", "10.3.3(2)",
    ]  # fmt: skip
