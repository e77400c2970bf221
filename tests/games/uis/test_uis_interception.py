"""Interceptors against the squadrons of a mission: 27.5, 27.16, 27.17."""

from __future__ import annotations

import pytest
from uis_board import game, table, unit

from assistant.games.uis import RULES
from assistant.games.uis.air import (
    Interception,
    Squadron,
    added_to_the_die,
    after_interception,
    interceptions,
    read_groups,
)
from assistant.games.uis.air_support import Fight
from assistant.questions.answers import Odds

HERE = "C3020"
PHANTOM = Squadron("9", 10, 5)
SU_24 = Squadron("B", 6, 4)
WHOLE = {((2, 0),): 1.0}


@pytest.mark.parametrize(
    ("attacker", "target", "column"),
    [(PHANTOM, SU_24, 3), (Squadron("9", 7, 1), PHANTOM, -1), (Squadron("7", 7, 1), PHANTOM, -3)],
)
def test_columns_of_the_example_27_17(attacker: Squadron, target: Squadron, column: int) -> None:
    assert Interception(attacker, target, 0).column == column


def test_the_three_rolls_that_the_rulebook_tells_27_17() -> None:
    chart = game().tables["air-combat"]
    assert (chart["7", "-1"], chart["11", "-3"], chart["12", "+3"]) == ("-", "-", "1/0 abort")
    assert not {("7", "-1"), ("11", "-3"), ("12", "+3")} & chart.doubtful


@pytest.mark.parametrize(
    ("own", "theirs", "side", "jammed", "told", "added"),
    [
        (1, 3, "wp", False, 1, -1),
        (2, 1, "wp", False, 0, 2),
        (1, 1, "nato", True, 0, -2),
        (1, 1, "wp", True, 0, -1),
        (2, 3, "nato", False, 0, 0),
    ],
)
def test_modifiers_27_5(
    own: int, theirs: int, side: str, jammed: bool, told: int, added: int
) -> None:
    assert added_to_the_die((PHANTOM,) * own, (SU_24,) * theirs, side, jammed, told) == added


def test_interceptors_in_excess_begin_anew() -> None:
    met = [place for place, _ in interceptions((PHANTOM,) * 5, (SU_24,) * 2, 0)]
    assert met == [0, 1, 0, 1, 0]


def test_better_columns_and_rolls_hurt_more() -> None:
    chart = game().tables["air-combat"]

    def unharmed(fight: Interception) -> float:
        return after_interception(chart, fight, 0, WHOLE).get(((2, 0),), 0.0)

    by_column = [unharmed(Interception(Squadron(str(value)), SU_24, 0)) for value in range(1, 14)]
    assert by_column == sorted(by_column, reverse=True)
    assert unharmed(Interception(PHANTOM, SU_24, 3)) < unharmed(Interception(PHANTOM, SU_24, -3))


def test_who_must_abort_goes_home() -> None:
    after = after_interception(
        game().tables["air-combat"], Interception(PHANTOM, SU_24, 20), 0, WHOLE
    )
    assert after == pytest.approx({((0, 0),): 1.0})


def ask(**options: str) -> Odds:
    told = {name.replace("_", "-"): value for name, value in options.items()}
    position = table(unit("W", "C3121", "wp"), unit("D", HERE))
    return RULES.odds(position, [HERE], ["W"], told)


def test_interceptors_thin_the_ground_support() -> None:
    free = ask(defender_squadrons="B-6-4+B-6-4,NOE-8-3")
    met = ask(defender_squadrons="B-6-4+B-6-4,NOE-8-3", attacker_interceptors="9-10-5")
    hard = ask(
        defender_squadrons="B-6-4+B-6-4,NOE-8-3", attacker_interceptors="9-10-5",
        attacker_air_combat="+4",
    )  # fmt: skip
    expected = [answer.extra["air"]["defender"].expected for answer in (free, met, hard)]
    assert expected == sorted(expected, reverse=True)
    assert len(set(expected)) == 3
    assert met.extra["air"]["defender"].fights == (Fight("9-10-5", "B-6-4", 3, -2),)
    assert met.stand_in
    assert read_groups("x", "9-10-5") == ((PHANTOM,),)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"attacker_interceptors": "9-10-5"}, "27.16"),
        ({"attacker_interceptors": "B-6-4", "defender_squadrons": "B-6-4"}, "27.1"),
        ({"attacker_interceptors": ",".join(["9-10-5"] * 11), "defender_squadrons": "B-6-4"}, "27.8.2"),
    ],
)  # fmt: skip
def test_interceptors_that_the_rules_do_not_know(options: dict[str, str], rule: str) -> None:
    answer = ask(**options)
    assert [entry["rule"] for entry in answer.extra["refused"]] == [rule]
    assert not any(air.fights for air in answer.extra.get("air", {}).values())


def test_who_splits_fires_at_two_and_destroys_nothing_27_17_2() -> None:
    (split,), (worn,) = read_groups("x", "9-10-5S")[0], read_groups("x", "9-10-5S:1")[0]
    met = [place for place, _ in interceptions((split, PHANTOM), (SU_24,) * 4, 0)]
    assert met == [0, 1, 2]
    assert [place for place, _ in interceptions((PHANTOM, split), (SU_24,) * 2, 0)] == [0, 1]
    assert [place for place, _ in interceptions((worn,), (SU_24,) * 4, 0)] == [0]
    chart = game().tables["air-combat"]
    whole, half = (
        after_interception(chart, Interception(PHANTOM, SU_24, 20, is_half), 0, WHOLE)
        for is_half in (False, True)
    )
    assert whole == half == pytest.approx({((0, 0),): 1.0})  # both abort
    states = after_interception(chart, Interception(PHANTOM, SU_24, 0, True), 0, WHOLE)
    assert all(left == 2 for ((left, _),) in states if left)


def test_the_escort_thins_the_interceptors_27_17() -> None:
    alone, escorted, lost = (
        ask(defender_squadrons="B-6-4", attacker_interceptors="9-10-5", **more)
        for more in (
            {},
            {"defender_escorts": "9-7-1"},
            {"defender_escorts": "9-7-1", "attacker_mega_hex": "-3"},
        )
    )
    expected = [answer.extra["air"]["defender"].expected for answer in (alone, escorted, lost)]
    assert expected == sorted(expected)
    assert len(set(expected)) == 3
    assert lost.extra["pursuit"] == {"defender": {"gets_away": 0.45}}
