"""Rules 10.4.1, 10.5, 10.6.3 and 16.2: results, steps lost, absolute orders."""

from __future__ import annotations

import pytest
from mlb_laboratory import AXIS_SOURCE, greys, hq, reds, situation, unit
from mlb_retreats import ALL_EXITS_IN_ZONES, RING, C, of, paths, refused, retreats

from assistant.games.mlb.retreat import distributions, read_result
from assistant.games.mlb.situation import steps_left
from assistant.questions.protocol import QuestionError


@pytest.mark.parametrize(
    ("code", "attacker", "defender", "hexes"),
    [("A2", 2, 0, 0), ("A1", 1, 0, 0), ("-", 0, 0, 0), ("R", 0, 0, 1), ("RR", 0, 0, 2),
     ("1RR", 0, 1, 2), ("3RR", 0, 3, 2), ("4RR", 0, 4, 2)],
)  # fmt: skip
def test_10_4_1_results(code, attacker, defender, hexes) -> None:
    found = read_result(code)
    assert (found.attacker_losses, found.defender_losses, found.retreat) == (
        attacker, defender, hexes,
    )  # fmt: skip


def test_ex20_the_owner_shares_losses() -> None:
    found = distributions([C, unit("D", "axis", "0505")], 2)
    assert [tuple(way.values()) for way in found] == [(0, 2), (1, 1), (2, 0)]
    assert distributions([C], 5) == [{"C": 0}]


def test_ex20_a_crowd_has_the_first_ways_only() -> None:
    """Thirty units in one hex would have more ways than a machine has memory."""
    crowd = [unit(f"U{at}", "axis", "0505") for at in range(30)]
    ways = [tuple(way.values()) for way in distributions(crowd, 4)]
    assert len(ways) == 20_000 // 30
    assert {sum(way) for way in ways} == {sum(map(steps_left, crowd)) - 4}
    assert list(ways) == sorted(set(ways))


@pytest.mark.parametrize(("code", "lost"), [("A2", 2), ("A1", 1), ("-", 0)])
def test_results_without_a_retreat_leave_all_standing(code, lost) -> None:
    answer = retreats(C, *reds("0506"), result=code)
    assert (answer.outcome, of(answer).outcome, of(answer).options) == ("stand", "stand", ())
    assert answer.extra["losses"] == 0
    assert answer.extra["attacker_losses"] == lost
    assert set(refused(answer)) == set(RING)


@pytest.mark.parametrize("code", [None, "X", "5RR", "A3", ""])
def test_unknown_results_are_refused(code) -> None:
    with pytest.raises(QuestionError, match="1RR"):
        retreats(C, result=code)


def test_an_empty_hex_is_refused() -> None:
    with pytest.raises(QuestionError, match="0505"):
        retreats(*reds("0506"))


def test_attackers_of_the_same_side_are_refused() -> None:
    with pytest.raises(QuestionError):
        retreats(C, *greys("0506"), attackers=["X0506"])


def test_10_6_3_a_step_for_each_zone_hex_friends_or_not() -> None:
    friends = greys(*[h for h in RING if h != "0506"])
    answer = retreats(C, *friends, *reds(*ALL_EXITS_IN_ZONES))
    assert {option.losses for option in of(answer).options} == {1}
    assert of(answer).outcome == "retreat"


def test_a_last_step_lost_in_a_zone_eliminates() -> None:
    worn = unit("C", "axis", "0505", step=2)
    answer = retreats(worn, *reds(*ALL_EXITS_IN_ZONES))
    assert (answer.outcome, of(answer).outcome) == ("eliminated", "eliminated")
    assert {option.losses for option in of(answer).options} == {1}


def test_a_headquarters_is_relocated_for_its_step() -> None:
    h = hq("C", "axis", "0505")
    answer = retreats(h, *reds(*ALL_EXITS_IN_ZONES))
    assert of(answer).outcome == "relocated"
    assert "0501" in of(answer).extra["relocation"]
    safe = retreats(h, *reds("0506"))
    assert (of(safe).outcome, paths(safe)) == ("retreat", {("0504",)})
    assert of(retreats(h, *reds("0506"), result="1RR")).outcome == "relocated"


def test_a16_other_reading_takes_one_step_in_all() -> None:
    two = ("0506", "0604", "0404", "0503", "0702", "0706", "0306", "0304", "0704")
    answer = retreats(C, *reds(*two), result="RR", readings={"retreat-loss-per-hex": False})
    assert {option.losses for option in of(answer).options} == {1}


def test_a_lone_unit_pays_the_losses_of_the_result_itself() -> None:
    assert of(retreats(C, *reds("0506"), result="1RR")).outcome == "retreat"
    two = retreats(C, *reds("0506"), result="2RR")
    assert (two.outcome, of(two).outcome, two.extra["losses"]) == ("eliminated", "eliminated", 2)
    assert set(refused(two)) == set(RING)
    worn = retreats(C, *reds(*ALL_EXITS_IN_ZONES), result="1RR")
    assert of(worn).outcome == "eliminated", "the last step goes in a zone"


def test_in_a_stack_each_is_taken_to_have_lost_none() -> None:
    answer = retreats(C, unit("D", "axis", "0505", [5]), *reds("0506"), result="1RR")
    assert [u.outcome for u in answer.units] == ["retreat", "retreat"]
    assert answer.extra["losses"] == 1
    assert {"C": 1, "D": 1} in answer.extra["distributions"]
    assert {"C": 2, "D": 0} in answer.extra["distributions"]


def test_a_stack_without_a_step_left_is_gone() -> None:
    answer = retreats(C, unit("D", "axis", "0505"), *reds("0506"), result="4RR")
    assert answer.outcome == "eliminated"
    assert answer.extra["losses"] == 4
    assert {u.outcome for u in answer.units} == {"eliminated"}


CITY = {"terrain": {"0505": ["major-city"], **AXIS_SOURCE}, "absolute_orders": ["0505"]}


@pytest.mark.parametrize(
    ("code", "lost"), [("-", 0), ("R", 1), ("RR", 2), ("1RR", 3), ("2RR", 4), ("4RR", 6)]
)
def test_dv13_steps_instead_of_retreats(code, lost) -> None:
    pair = [C, unit("D", "axis", "0505")]
    answer = retreats(*pair, *reds("0506"), result=code, **CITY)
    assert answer.extra["losses"] == lost
    assert answer.outcome == ("eliminated" if lost >= 4 else "stand")
    assert all(u.options == () for u in answer.units)


def test_a9_other_reading_counts_the_number_only() -> None:
    answer = retreats(C, *reds("0506"), result="1RR", readings={"absolute-nrr": "n-only"}, **CITY)
    assert answer.extra["losses"] == 1
    assert retreats(C, *reds("0506"), result="RR", **CITY).extra["losses"] == 2


def test_a_lone_unit_may_die_in_the_city() -> None:
    assert retreats(C, *reds("0506"), result="R", **CITY).outcome == "stand"
    assert retreats(C, *reds("0506"), result="RR", **CITY).outcome == "eliminated"
    h = retreats(hq("C", "axis", "0505"), *reds("0506"), result="R", **CITY)
    assert of(h).outcome == "relocated"


@pytest.mark.parametrize(
    "what",
    [
        {"terrain": {"0505": ["major-city"], **AXIS_SOURCE}},
        {"terrain": {"0505": ["major-city"], **AXIS_SOURCE}, "absolute_orders": ["0604"]},
        {"terrain": {"0505": ["city"], **AXIS_SOURCE}, "absolute_orders": ["0505"]},
    ],
)
def test_no_order_no_stand(what) -> None:
    answer = retreats(C, *reds("0506"), **what)
    assert answer.outcome == "retreat"
    assert answer.extra["losses"] == 0


def test_soviet_defenders_are_under_no_order() -> None:
    s = unit("C", "soviet", "0505")
    assert retreats(s, *greys("0506"), **CITY).outcome == "retreat"


def test_4_0_the_six_cities_are_under_orders_on_the_own_map() -> None:
    for name in ("2634", "2918", "0218", "2305", "1338", "1631"):
        s = situation(own=True)
        assert name in s.absolute_orders
    assert situation().absolute_orders == frozenset()
    assert situation(own=True, absolute_orders=[]).absolute_orders == frozenset()
