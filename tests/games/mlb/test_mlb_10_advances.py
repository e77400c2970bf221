"""Rules 10.7 and 3.1: advance after combat, stacking."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mlb_laboratory import greys, hq, position, reds, tank, unit

from assistant.games.mlb import RULES
from assistant.questions.answers import Advances
from assistant.questions.protocol import QuestionError

M = tank("M", "soviet", "0506")
N = tank("N", "soviet", "0504")
INF = unit("I", "soviet", "0504")
RING = {"0405", "0406", "0504", "0506", "0605", "0606"}
RIVER = {"0505/0506": ["major-river"]}


def advances(*units, from_ids=(), target="0505", **what) -> Advances:
    return RULES.advances(position(*units, **what), target, list(from_ids))


def options(id_: str, *units, **what) -> set[tuple[str, ...]]:
    found = advances(*units, **what).units
    return set(next(u for u in found if u.id == id_).options)


def refused(id_: str, *units, **what) -> dict[str, str]:
    found = next(u for u in advances(*units, **what).units if u.id == id_)
    return {refusal.hex: refusal.rule for refusal in found.refused}


def test_10_7_1_two_hexes_for_mechanised_units_one_for_the_others() -> None:
    assert options("M", M) == {("0505",)} | {("0505", h) for h in RING}
    mechanised = unit("G", "soviet", "0506", type_="mechanised", attack=[4, 2], defence=[4, 2])
    assert len(options("G", mechanised)) == 7
    for kind in ("infantry", "mountain", "cavalry", "airborne"):
        assert options("X", unit("X", "soviet", "0506", type_=kind)) == {("0505",)}
    assert options("H", hq("H", "soviet", "0506")) == {("0505",)}


@pytest.mark.parametrize("defenders", [[], ["0505"]])
def test_the_hex_is_taken_as_vacated(defenders) -> None:
    assert ("0505",) in options("I", INF, *greys(*defenders))


def test_dv35_10_7_5_a_unit_stops_after_an_unbridged_major_river() -> None:
    assert options("M", M, sides=RIVER) == {("0505",)}
    assert refused("M", M, sides=RIVER)["0606"] == "10.7.5"
    assert options("I", unit("I", "soviet", "0506"), sides=RIVER) == {("0505",)}


@pytest.mark.parametrize("line", ["road", "railroad"])
def test_over_a_bridge_it_goes_on(line) -> None:
    found = options("M", M, sides=RIVER, **{line: [["0506", "0505"]]})
    assert ("0505", "0606") in found
    assert ("0505", "0506") in options("N", N, sides=RIVER, **{line: [["0506", "0505"]]})


def test_10_7_6_3_no_unbridged_major_river_in_the_second_hex() -> None:
    assert ("0505", "0506") not in options("N", N, sides=RIVER)
    assert refused("N", N, sides=RIVER)["0506"] == "10.7.6(3)"
    assert ("0505", "0506") in options("N", N, sides={"0505/0506": ["river"]})


@pytest.mark.parametrize(
    ("what", "rule"),
    [
        ({"terrain": {"0606": ["sea"]}}, "10.7.3"),
        ({"terrain": {"0606": ["lake"]}}, "10.7.3"),
        ({"sides": {"0505/0606": ["impassable"]}}, "10.7.6(2)"),
        ({"sides": {"0505/0606": ["sea"]}}, "10.7.6(2)"),
    ],
)
def test_closed_second_hexes(what, rule) -> None:
    assert ("0505", "0606") not in options("M", M, **what)
    assert refused("M", M, **what)["0606"] == rule


def test_a14_no_second_hex_with_enemies_but_zones_are_ignored() -> None:
    found = options("M", M, *greys("0606"), from_ids=["M"])
    assert ("0505", "0606") not in found
    assert ("0505", "0605") in found
    assert refused("M", M, *greys("0606"), from_ids=["M"])["0606"] == "3.1(2)"


def test_swamps_do_not_hinder_a29() -> None:
    assert len(options("M", M, terrain={h: ["swamp"] for h in (*RING, "0505")})) == 7


def test_10_7_6_4_stacking_at_the_end_only() -> None:
    full = [unit(f"F{i}", "soviet", "0605") for i in "ab"]
    found = options("M", M, *full, from_ids=["M"])
    assert ("0505", "0605") not in found
    assert ("0505", "0606") in found
    crowd = [unit(f"G{i}", "soviet", "0505") for i in "ab"]
    passing = options("M", M, *crowd, from_ids=["M"])
    assert ("0505",) not in passing
    assert ("0505", "0606") in passing


def test_attackers_do_not_count_against_each_other() -> None:
    trio = [tank(i, "soviet", "0506") for i in "ABC"]
    found = advances(*trio, from_ids=["A", "B", "C"])
    assert all(("0505",) in u.options for u in found.units)
    assert ("0505", "0506") in options("N", N, *trio[:2], from_ids=["N", "A", "B"])
    assert ("0505", "0506") not in options("N", N, *trio[:2], from_ids=["N"])


def test_headquarters_have_a_place_of_their_own() -> None:
    full = [unit(f"G{i}", "soviet", "0505") for i in "ab"]
    h = hq("H", "soviet", "0506")
    assert options("H", h, *full, from_ids=["H"]) == {("0505",)}
    other = hq("K", "soviet", "0505")
    assert options("H", h, other, from_ids=["H"]) == set()


def test_who_did_not_attack_does_not_advance() -> None:
    assert refused("F", tank("F", "soviet", "0508"), from_ids=["F"]) == {"0505": "10.7.3"}
    walls = {"0505/0506": ["impassable"]}
    assert options("M", M, sides=walls, from_ids=["M"]) == set()


def test_without_names_all_who_stand_beside_it_are_shown() -> None:
    found = advances(M, N, *greys("0505", "0606"))
    assert [u.id for u in found.units] == ["N", "M"]
    assert [u.id for u in advances(M, *greys("0606"), active="soviet").units] == ["M"]
    with pytest.raises(QuestionError):
        advances(M, *greys("0606"))


def test_attackers_of_two_sides_are_refused() -> None:
    with pytest.raises(QuestionError):
        advances(M, *greys("0606"), from_ids=["M", "X0606"])


@pytest.mark.parametrize(
    ("what", "rule"),
    [
        ({"terrain": {"0505": ["city"]}}, "3.3(2)"),
        ({"terrain": {"0505": ["crossing-point"]}}, "16.3(2)"),
        ({"terrain": {"0505": ["major-city"]}, "absolute_orders": ["0505"]}, "16.2(3)"),
    ],
)
def test_what_entering_changes_is_told(what, rule) -> None:
    assert rule in {reason.rule for reason in advances(M, from_ids=["M"], **what).because}


def test_an_axis_unit_destroys_the_bridgehead() -> None:
    found = advances(*greys("0506"), from_ids=["X0506"], airborne_bridgehead="0505")
    assert found.because[0].rule == "13.2(2)"


def test_a28_the_first_activation_of_turn_one() -> None:
    first = replace(position(M), phase="first-activation")
    assert RULES.advances(first, "0505", ["M"]).units[0].options
    strict = replace(position(M, readings={"turn-1-advance": False}), phase="first-activation")
    assert not RULES.advances(strict, "0505", ["M"]).units[0].options


# Stacking


def violations(*units, **what) -> list[tuple[str, str]]:
    return [(v.hex, v.rule) for v in RULES.stacking(position(*units, **what)).violations]


def stack(combat: int, hqs: int, hex_: str = "0505") -> list:
    return [unit(f"U{i}{hex_}", "axis", hex_, step=1 + i % 2) for i in range(combat)] + [
        hq(f"H{i}{hex_}", "axis", hex_) for i in range(hqs)
    ]


@pytest.mark.parametrize(
    ("combat", "hqs", "broken"),
    [(2, 1, []), (2, 0, []), (0, 1, []), (3, 0, ["3.1(1)"]), (2, 2, ["3.1(1), 14.1(1)"]),
     (0, 2, ["3.1(1), 14.1(1)"]), (3, 2, ["3.1(1)", "3.1(1), 14.1(1)"])],
)  # fmt: skip
def test_3_1_two_combat_units_and_a_headquarters(combat, hqs, broken) -> None:
    assert [rule for _, rule in violations(*stack(combat, hqs))] == broken


def test_the_bridgehead_marker_and_nationalities_do_not_count() -> None:
    pair = [unit("R", "soviet", "0505"), unit("G", "soviet", "0505", nationality="guards")]
    assert violations(*pair, airborne_bridgehead="0505") == []


def test_each_hex_is_named() -> None:
    found = violations(*stack(3, 0), *stack(3, 0, "0606"), *reds("0707"))
    assert [name for name, _ in found] == ["0505", "0606"]


def test_3_1_2_sides_never_share_a_hex() -> None:
    both = [*stack(2, 0), unit("S", "soviet", "0505"), *reds("0606")]
    assert violations(*both) == [("0505", "3.1(2)")]
