"""Rules 10.3.1, 11.2 and 15.2: strengths over rivers and out of supply, and aircraft."""

from __future__ import annotations

import pytest
from mlb_battles import duel, odds, red
from mlb_laboratory import greys, hq, position, reds, tank, unit

from assistant.games.mlb import RULES
from assistant.questions.protocol import QuestionError


@pytest.mark.parametrize("feature", ["river", "major-river"])
@pytest.mark.parametrize(
    "line", [{}, {"road": [["0505", "0506"]]}, {"railroad": [["0505", "0506"]]}]
)
def test_10_3_1_rivers_halve_a_stack_once_bridge_or_no_bridge(feature, line) -> None:
    answer = odds(
        red("A", "0506", 5), red("B", "0506", 5), unit("D", "axis", "0505", [5]),
        sides={"0505/0506": [feature]}, **line,
    )  # fmt: skip
    assert (answer.attack, answer.column) == (5, "1-1")


def test_two_stacks_over_rivers_are_halved_each() -> None:
    answer = odds(
        red("A", "0506", 5), red("B", "0606", 5), unit("D", "axis", "0505", [4]),
        sides={"0505/0506": ["river"], "0505/0606": ["river"]},
    )  # fmt: skip
    assert answer.attack == 4


def test_dv3_only_those_over_the_river_are_halved() -> None:
    answer = odds(
        red("A", "0506", 6), red("B", "0504", 7), unit("D", "axis", "0505", [4]),
        sides={"0505/0504": ["river"]},
    )  # fmt: skip
    assert (answer.attack, answer.column) == (9, "2-1")


@pytest.mark.parametrize(("markers", "attack"), [([], 4), (["oos"], 2), (["isolated"], 2)])
def test_dv5_supply_first_then_the_river(markers, attack) -> None:
    stack = [red(i, "0506", 4, markers=markers) for i in "AB"]
    answer = odds(*stack, unit("D", "axis", "0505", [2]), sides={"0505/0506": ["river"]})
    assert answer.attack == attack


def test_a4_other_reading_takes_supply_after_the_river() -> None:
    stack = [red(i, "0506", 4, markers=["oos"]) for i in "AB"]
    what = {"sides": {"0505/0506": ["river"]}, "readings": {"supply-before-river": False}}
    assert odds(*stack, unit("D", "axis", "0505", [2]), **what).attack == 0


@pytest.mark.parametrize(
    ("markers", "strength", "defence"),
    [(["oos"], 5, 5), (["isolated"], 5, 3), (["isolated"], 1, 0), ([], 5, 5)],
)
def test_defence_by_supply_state(markers, strength, defence) -> None:
    defender = unit("D", "axis", "0505", [strength], markers=markers)
    assert odds(red("A", "0506", 9), defender).defence == defence


def test_supply_never_takes_more_than_there_is() -> None:
    stack = [red("A", "0506", 1, markers=["oos"]), red("B", "0506", 6, markers=["isolated"])]
    assert odds(*stack, unit("D", "axis", "0505", [2])).attack == 4


def test_the_face_up_counts_and_mechanised_units_have_two_values() -> None:
    attacker = tank("A", "soviet", "0506", [9, 4], [7, 3])
    defender = tank("D", "axis", "0505", [9, 4], [7, 3])
    answer = odds(attacker, defender)
    assert (answer.attack, answer.defence) == (9, 7)
    worn = unit("A", "soviet", "0506", [7, 4], step=2)
    assert odds(worn, defender).attack == 4


def test_all_defenders_defend_together_with_their_headquarters() -> None:
    defenders = [*greys("0505"), unit("E", "axis", "0505", [4]), hq("H", "axis", "0505", 2)]
    assert odds(red("A", "0506", 40), *defenders).defence == 11
    without = {"hq-is-combat-unit": False}
    assert odds(red("A", "0506", 40), *defenders, readings=without).defence == 9


def test_a_headquarters_attacks_with_its_strength() -> None:
    answer = odds(hq("H", "soviet", "0506", 6), unit("D", "axis", "0505", [2]))
    assert (answer.attackers, answer.attack, answer.column) == (("H",), 6, "3-1")


def test_ex18_and_ex19_an_ace_takes_two_from_the_die() -> None:
    plain, ace = duel(8, 4), duel(8, 4, {"air": "ace"})
    assert ace.column == plain.column == "2-1"
    assert ace.results == {str(roll): plain.results[str(max(1, roll - 2))] for roll in range(1, 7)}
    assert ace.chances == pytest.approx({"A1": 0.5, "-": 2 / 6, "R": 1 / 6})


@pytest.mark.parametrize(
    "with_", [{"air": "spitfire"}, {"air": "stuka,ace"}, {"air": ""}, {"terrain": "-1"},
              {"terrain": "x"}, {"terrain": "1.5"}, {"weather": "mud"}],
)  # fmt: skip
def test_wrong_options_are_refused(with_) -> None:
    with pytest.raises(QuestionError):
        duel(8, 4, with_)


def test_a8_aircraft_serve_the_axis_in_defence_too() -> None:
    assert duel(8, 4, {"air": "stuka"}).column == "4-1"


def test_the_hand_is_offered_to_axis_eyes_and_hidden_from_soviet_ones() -> None:
    p = position(*reds("0506"), *greys("0505"), viewer="axis", air=["stuka", "ace", "ace"])
    answer = RULES.odds(RULES.visible(p), ["0505"], [], {})
    assert [offer.option for offer in answer.offers] == ["air=ace", "air=stuka"]
    q = RULES.visible(position(*reds("0506"), *greys("0505"), viewer="soviet", air=["stuka"]))
    assert "air" not in q.state
    assert RULES.odds(q, ["0505"], [], {}).offers == ()
    assert RULES.odds(q, ["0505"], [], {"air": "stuka"}).column == "2-1"


def test_aircraft_are_never_counted_unasked() -> None:
    assert duel(8, 4, air=["stuka"]).column == "2-1"
