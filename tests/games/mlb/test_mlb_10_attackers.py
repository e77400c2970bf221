"""Rules 10.0 to 10.0.7: who may attack what, and all attacks of a position."""

from __future__ import annotations

import pytest
from mlb_battles import duel, odds, red
from mlb_laboratory import greys, hq, position, reds, unit

from assistant.games.mlb import RULES
from assistant.questions.protocol import QuestionError


def test_all_who_may_join_join() -> None:
    units = [red(h, h, 1) for h in ("0504", "0506", "0605", "0606", "0405", "0406", "0507")]
    answer = odds(*units, unit("D", "axis", "0505", [1]))
    assert set(answer.attackers) == {"0504", "0506", "0605", "0606", "0405", "0406"}
    assert answer.attack == 6


@pytest.mark.parametrize(
    ("more", "what", "rule"),
    [
        ({}, {"sides": {"0505/0506": ["impassable"]}}, "10.0.7"),
        ({"markers": ["attacked"]}, {}, "10.0.2"),
        ({}, {"activation": True}, "10.0.2"),
    ],
)
def test_units_that_may_not_join(more, what, rule) -> None:
    units = [red("A", "0506", 9, **more), unit("D", "axis", "0505", [1])]
    left_out = odds(*units, **what)
    assert left_out.attackers == ()
    assert not left_out.possible
    named = odds(*units, from_ids=["A"], **what)
    assert not named.possible
    assert named.attack == 9
    assert named.defence == 1
    assert named.because[0].rule == rule


def test_activation_counts_only_where_it_is_recorded() -> None:
    units = [red("A", "0506", 9, markers=["activated"]), red("B", "0504", 9)]
    d = unit("D", "axis", "0505", [1])
    assert odds(*units, d, activation=True).attackers == ("A",)
    assert set(odds(*units, d).attackers) == {"A", "B"}


def test_a_unit_that_is_not_adjacent_makes_the_attack_unlawful() -> None:
    answer = odds(red("A", "0507", 9), unit("D", "axis", "0505", [1]), from_ids=["A"])
    assert not answer.possible
    assert answer.because[0].rule == "10.0"


def test_a_hex_is_attacked_once() -> None:
    answer = duel(9, 1, attacked_hexes=["0505"])
    assert not answer.possible
    assert answer.because[0].rule == "10.0.5"
    assert duel(9, 1, attacked_hexes=["0506"]).possible


def test_an_empty_hex_is_not_attacked() -> None:
    answer = odds(red("A", "0506", 9), from_ids=["A"])
    assert not answer.possible
    assert answer.because[0].rule == "10.0"


def test_a1_a_headquarters_alone_may_be_attacked_by_the_reading_in_force() -> None:
    units = [red("A", "0506", 9), hq("H", "axis", "0505", 2)]
    answer = odds(*units)
    assert answer.possible
    assert "lone-hq-attackable" in answer.because[0].text
    assert not odds(*units, readings={"lone-hq-attackable": False}).possible


def test_a_river_does_not_keep_units_out() -> None:
    assert duel(9, 1, sides={"0505/0506": ["major-river"]}).possible


def attacks(*units, **what):
    return RULES.attacks(position(*units, **what)).attacks


def test_only_possible_attacks_are_listed_best_first() -> None:
    found = attacks(
        red("A", "0506", 8), unit("D", "axis", "0505", [4]), unit("E", "axis", "0507", [2]),
        unit("F", "axis", "0606", [9]), active="soviet",
    )  # fmt: skip
    assert [(a.target, a.column) for a in found] == [("0507", "4-1"), ("0505", "2-1")]


@pytest.mark.parametrize(
    ("active", "targets"),
    [(None, {"0505", "0506"}), ("soviet", {"0505"}), ("axis", {"0506"})],
)
def test_attacks_of_the_active_side(active, targets) -> None:
    state = {"active": active} if active else {}
    assert {a.target for a in attacks(*greys("0505"), *reds("0506"), **state)} == targets


def test_attacks_leave_out_hexes_attacked_and_units_spent() -> None:
    units = [*greys("0505"), *reds("0506")]
    assert attacks(*units, active="soviet", attacked_hexes=["0505"]) == ()
    spent = unit("S", "soviet", "0506", markers=["attacked"])
    assert attacks(*greys("0505"), spent, active="soviet") == ()


def test_attacks_do_not_depend_on_the_order_of_units() -> None:
    units = [*greys("0505", "0605"), *reds("0506", "0606", "0406")]
    assert attacks(*units) == attacks(*units[::-1])


def test_attackers_of_the_wrong_side_or_of_two_are_refused() -> None:
    units = [*greys("0505", "0504"), *reds("0506")]
    for ids in (["X0504"], ["X0504", "S0506"]):
        with pytest.raises(QuestionError):
            odds(*units, from_ids=ids)


def test_a_missing_strength_is_asked_for() -> None:
    bare = unit("A", "soviet", "0506", [])
    with pytest.raises(QuestionError, match="strength"):
        odds(bare, *greys("0505"))


def test_a_hexside_of_sea_bars_an_attack_unless_read_otherwise() -> None:
    sea = {"0505/0506": ["sea"]}
    barred = duel(8, 4, sides=sea)
    assert (barred.attackers, barred.possible) == ((), False)
    assert duel(8, 4, sides=sea, readings={"attack-over-sea": True}).column == "2-1"
    named = odds(red("A", "0506", 8), *greys("0505"), from_ids=["A"], sides=sea)
    assert not named.possible
    assert [(reason.rule, "attack-over-sea" in reason.text) for reason in named.because] == [
        ("10.0.7", True)
    ]


def test_attackers_are_told_by_id_wherever_they_stand() -> None:
    units = [red("B", "0504", 4), red("A", "0506", 4), *greys("0505")]
    assert odds(*units).attackers == ("A", "B")
    assert odds(*units, from_ids=["B", "A"]).attackers == ("A", "B")
