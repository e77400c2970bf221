"""Rules 9.1, 9.3 and 6.1: columns, who may attack, overruns."""

from __future__ import annotations

import pytest
from kursk_battle import ARMOUR, B, D, E, T, a, odds, refusals, s
from kursk_board import game, gun, hq, partisan, red

from assistant.questions.protocol import QuestionError

# Columns


@pytest.mark.parametrize(
    ("strength", "column"),
    [
        (6, "6-10"),
        (29, "29-35"),
        (35, "29-35"),
        (36, "36-42"),
        (45, "43-49"),
        (72, ">=72"),
        (300, ">=72"),
    ],
)
def test_columns(strength, column) -> None:
    answer = odds(a(strength), D)
    assert (answer.column, answer.extra["base"], answer.possible) == (column, column, True)


def test_attested_columns_keep_their_order_and_distance() -> None:
    columns = game().tables["combat"].columns
    assert columns[:2] == ("<=0", "1-5")
    assert columns[-1] == ">=72"
    assert columns.index("43-49") - columns.index("29-35") == 2
    assert columns[columns.index("29-35") + 1] == "36-42"


def test_shifts_stop_at_the_ends_9_36() -> None:
    assert odds(a(7), D, terrain={T: ["forest"]}, shift_forest=-9).column == "<=0"
    assert odds(a(7), D, options={"air-attack": "2"}, shift_attacker_mobile=20).column == ">=72"
    assert odds(a(7), D, terrain={T: ["forest"]}, shift_forest=-9).shift == -9


# Who attacks


@pytest.mark.parametrize(
    ("unit_", "others", "phase", "number"),
    [
        (a(hq="fix"), (hq("fix", "2012", mode="static"),), "german-first-combat", "9.11"),
        (a(markers=["disrupted"]), (), "german-first-combat", "6.33"),
        (a(markers=["independent"]), (), "german-first-combat", "11.13"),
        (a(), (), "german-second-combat", "9.13"),
        (a(hq="ass"), (hq("ass", "2012", mode="assault"),), "german-second-combat", None),
        (a(hq="ass"), (hq("ass", "2012", mode="assault"),), "german-first-combat", None),
        (hq("A", "2016", attack=9), (), "german-first-combat", None),
        (hq("A", "2016", attack=9), (), "german-second-combat", "9.13"),
        (a(hex_="2015"), (), "german-first-combat", "9.12"),
        (a(), (), "soviet-first-combat", "9.12"),
        (a(), (), "german-administrative", "9.12"),
        (a(), (), "air", "9.12"),
        (a(), (), "german-gun", None),
        (a(12, hq="far"), (hq("far", "2001"),), "german-first-combat", None),
        (a(0), (), "german-first-combat", "3.4"),
    ],
)
def test_which_germans_attack(unit_, others, phase, number) -> None:
    answer = odds(unit_, D, *others, from_="A", phase=phase)
    assert refusals(answer).get("A") == number
    assert answer.attackers == (() if number else ("A",))
    assert answer.possible is (number is None)


@pytest.mark.parametrize(
    ("unit_", "phase", "number"),
    [
        (s(), "soviet-first-combat", None),
        (s(), "soviet-second-combat", "9.13"),
        (s(hq="far"), "soviet-first-combat", "9.17"),
        (s(markers=["reserve"]), "soviet-first-combat", "18.3"),
        (s(markers=["independent"]), "soviet-first-combat", "11.13"),
        (hq("S", "2018", "soviet", attack=9), "soviet-first-combat", "9.11"),
        (gun("S", "2018", type_="anti-tank"), "soviet-first-combat", "9.11"),
        (partisan("2018"), "soviet-first-combat", "9.11"),
        (gun("S", "2018"), "soviet-first-combat", "13.42"),
        (gun("S", "2018"), "soviet-second-combat", "13.41"),
        (gun("S", "2018"), "soviet-movement", "13.41"),
    ],
)
def test_which_soviets_attack(unit_, phase, number) -> None:
    answer = odds(unit_, E, from_=unit_.id, phase=phase)
    assert refusals(answer).get(unit_.id) == number
    assert answer.possible is (number is None)


def test_attackers_of_the_wrong_side_are_a_wrong_question() -> None:
    with pytest.raises(QuestionError):
        odds(a(), D, from_="D")
    with pytest.raises(QuestionError):
        odds(a(), D, red("F", "2018"), from_="A,F")


def test_attacks_over_a_lake_need_a_road_and_major_rivers_none() -> None:
    lake = {"sides": {"2016/2017": ["lake"]}}
    assert refusals(odds(a(), D, from_="A", **lake)) == {"A": "5.65"}
    assert odds(a(12), D, from_="A", **lake, road=[["2016", "2017"]], base=()).possible
    assert odds(a(), D, from_="A", sides={"2016/2017": ["major-river"]}).possible


def test_units_that_advanced_are_not_attacked_again_9_86() -> None:
    answer = odds(a(), red("D", T, markers=["advanced"]))
    assert not answer.possible
    assert answer.because[0].rule == "9.86"


def test_an_empty_hex_and_partisans_are_no_targets() -> None:
    assert not odds(a(), from_="A").possible
    answer = odds(a(), partisan(T), from_="A")
    assert (answer.possible, answer.because[0].rule) == (False, "15.25")


# Overruns


def test_an_overrun_takes_two_columns_and_no_air_points_17_25() -> None:
    answer = odds(a(30), D, phase="german-movement", options={"air-attack": "2"})
    assert answer.shift == -2
    assert "17.25" in {reason.rule for reason in answer.because}
    assert odds(a(30, **ARMOUR), D, phase="german-mechanized").shift == -2


@pytest.mark.parametrize(
    ("unit_", "others", "number"),
    [
        (a(hq="fix"), (hq("fix", "2012", mode="static"),), "6.11"),
        (a(hq="ass"), (hq("ass", "2012", mode="assault"),), "6.11"),
        (a(hq="gone"), (), "6.11"),
        (a(markers=["independent"]), (), "11.13"),
        (a(markers=["disrupted"]), (), "6.33"),
    ],
)
def test_who_may_not_overrun(unit_, others, number) -> None:
    assert refusals(odds(unit_, D, *others, from_="A", phase="german-movement")) == {"A": number}


def test_an_overrun_comes_from_one_hex_and_takes_all_along_6_14_6_17() -> None:
    two = odds(a(30), B, D, from_="A,B", phase="german-movement")
    assert (two.possible, two.because[0].rule) == (False, "6.14")
    left = odds(a(30), a(9, id_="C"), D, from_="A", phase="german-movement")
    assert (left.possible, left.because[0].rule) == (False, "6.17")
    assert refusals(
        odds(a(30), D, from_="A", phase="german-movement", sides={"2016/2017": ["major-river"]})
    ) == {"A": "6.15"}


def test_headquarters_add_nothing_to_an_overrun_6_18() -> None:
    answer = odds(a(30), hq("H", "2016", attack=9), D, from_="A,H", phase="german-movement")
    assert (answer.extra["strength"], answer.attackers) == (30, ("A", "H"))
    assert (
        odds(a(5), hq("H", "2016", attack=9), D, from_="A,H", phase="german-movement").possible
        is False
    )
    assert odds(a(30), hq("H", "2016", attack=9), D, from_="A,H").extra["strength"] == 39
