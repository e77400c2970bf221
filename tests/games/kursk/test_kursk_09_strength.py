"""Rules 9.3, 11.55, 5.6 and 13.1: strength, suppression, terrain, modes."""

from __future__ import annotations

import pytest
from kursk_battle import ARMOUR, B, D, T, a, odds
from kursk_board import GH, grey, gun, hq, red

from assistant.games.kursk.guns import suppressed

# Strength


@pytest.mark.parametrize(
    ("marker", "strength"), [("minus-2-1", 8), ("minus-4-2", 6), ("disrupted", 0)]
)
def test_markers_weaken_the_attack_9_53(marker, strength) -> None:
    assert odds(a(markers=[marker]), D, from_="A").extra["strength"] == strength


def test_stacks_out_of_supply_are_halved_together_11_55_d17() -> None:
    out = hq("out", "2030")
    units = (a(7, hq="out"), a(6, id_="B", hq="out"), a(10, "2117", "C"))
    assert odds(*units, D, out).extra["strength"] == 16
    assert odds(*units, D, out, readings={"supply-halving": "each-unit"}).extra["strength"] == 16
    mixed = (a(7, hq="out"), a(10, id_="C"), D, out)
    assert odds(*mixed).extra["strength"] == 13
    assert odds(*mixed, readings={"supply-halving": "whole-stack"}).extra["strength"] == 8


def test_six_points_are_needed_after_halving_9_31() -> None:
    out = hq("out", "2030")
    assert odds(a(11, hq="out"), D, out).possible is False
    assert odds(a(12, hq="out"), D, out).possible is True
    assert odds(a(5), D).because[0].rule == "9.31"


def test_suppression_does_not_undo_the_six_points_9_35_d19() -> None:
    answer = odds(a(12), D, gun("X", T, points=14))
    assert (answer.attack, answer.column, answer.possible) == (0, "<=0", True)
    assert odds(a(12), D, gun("X", T, points=9)).column == "1-5"


@pytest.mark.parametrize(
    ("infantry", "armour", "points", "left"),
    [
        (25, 25, 6, 44),
        (0, 30, 6, 27),
        (6, 24, 10, 22),
        (12, 0, 14, 0),
        (0, 30, 7, 27),
        (5, 20, 10, 18),
        (0, 3, 20, 0),
        (10, 0, 10, 0),
    ],
)
def test_suppression_ex15_to_ex17(infantry, armour, points, left) -> None:
    assert suppressed(infantry, armour, points) == left
    force = [a(infantry)] if infantry else []
    force += [a(armour, "2117", "B", **ARMOUR)] if armour else []
    if infantry + armour >= 6:
        assert odds(*force, D, gun("X", T, points=points)).attack == left


def test_headquarters_are_affected_like_armour_13_11() -> None:
    chief = hq("H", "2016", attack=20)
    guns = gun("X", T, points=6)
    assert odds(chief, D, guns).attack == 17
    assert odds(chief, D, guns, readings={"artillery-hq": "infantry"}).attack == 14


def test_soviet_artillery_uses_all_or_nothing_13_16() -> None:
    guns = gun("X", T, points=6)
    assert odds(a(20), D, guns).attack == 14
    assert odds(a(20), D, guns, options={"suppress": "0"}).attack == 20
    assert odds(a(20), D, guns, options={"suppress": "6"}).attack == 14
    part = odds(a(20), D, guns, options={"suppress": "3"})
    assert part.attack == 14
    assert "13.16" in {reason.rule for reason in part.because}


def test_of_several_stacks_the_strongest_overruns_6_14() -> None:
    weak, strong = grey("A", "2016", attack=20), grey("B", "2117", attack=30)
    answer = odds(weak, strong, D, phase="german-movement")
    assert (answer.attackers, answer.possible) == (("B",), True)


def test_artillery_out_of_supply_suppresses_all_the_same_11_59() -> None:
    wall = [red(f"W{h}", h) for h in ()]
    assert odds(a(20), D, gun("X", T, points=6), *wall, base=(GH,)).attack == 14


# Terrain


def test_terrain_adds_up_and_villages_count_for_nothing_5_61_5_64() -> None:
    what = {"terrain": {T: ["forest", "city", "village"]}, "shift_forest": -1, "shift_city": -2}
    assert odds(a(45), D, **what).shift == -3


@pytest.mark.parametrize(
    ("terrain", "shift"),
    [
        (["entrenchment-soviet"], -2),
        (["entrenchment-german"], 0),
        (["entrenchment-soviet", "forest"], -3),
    ],
)
def test_only_the_own_entrenchment_helps(terrain, shift) -> None:
    answer = odds(a(45), D, terrain={T: terrain}, shift_entrenchment=-2, shift_forest=-1)
    assert answer.shift == shift


TEETH = {"2017/2016": ["dragon-teeth"]}


@pytest.mark.parametrize(
    ("units", "sides", "terrain", "shift"),
    [
        ((a(),), TEETH, ["entrenchment-soviet"], -3),
        ((a(),), TEETH, [], -3),
        ((a(), B), TEETH, ["entrenchment-soviet"], -2),
        ((a(), B), {**TEETH, "2017/2117": ["dragon-teeth"]}, ["entrenchment-soviet"], -3),
        ((a(),), {"2016/2017": ["dragon-teeth"]}, ["entrenchment-soviet"], -2),
        ((a(),), TEETH, ["entrenchment-german"], 0),
        ((a(),), {"2017/2016": ["depression"]}, [], -1),
        ((a(), B), {"2017/2016": ["depression"]}, [], 0),
        ((a(),), {"2016/2017": ["depression"]}, [], 0),
        ((a(),), {"2016/2017": ["river"]}, [], -1),
        ((a(), B), {"2016/2017": ["river"]}, [], 0),
        ((a(), B), {"2016/2017": ["major-river"], "2117/2017": ["river"]}, [], -1),
        ((a(), B), {"2016/2017": ["major-river"], "2117/2017": ["major-river"]}, [], -3),
        ((a(), a(20, id_="C")), {"2016/2017": ["major-river"]}, [], -3),
        ((a(),), {"2017/2016": ["river", "depression"]}, [], -2),
    ],
)
def test_hexsides_ex8_d21(units, sides, terrain, shift) -> None:
    answer = odds(
        *units,
        D,
        sides=sides,
        terrain={T: terrain} if terrain else {},
        shift_entrenchment=-2,
        shift_river=-1,
        shift_major_river=-3,
    )
    assert answer.shift == shift


def test_teeth_and_depressions_follow_the_position_too() -> None:
    assert odds(a(), D, sides={"2017/2016": ["depression"]}, shift_depression=-4).shift == -4


# Modes


def test_modes_shift_columns() -> None:
    ass = hq("ass", "2012", mode="assault")
    fixed = hq("fix", "2020", "soviet", mode="static")
    what = {"shift_attacker_assault": 1, "shift_defender_static": -2, "shift_defender_disrupted": 3}
    assert odds(a(hq="ass"), D, ass, **what).shift == 1
    assert odds(a(), red("D", T, hq="fix"), fixed, **what).shift == -2
    assert odds(a(), red("D", T, hq="fix", markers=["disrupted"]), fixed, **what).shift == 3


def test_the_opponent_names_the_mode_of_a_mixed_force_9_45() -> None:
    ass = hq("ass", "2012", mode="assault")
    fixed = hq("fix", "2020", "soviet", mode="static")
    what = {"shift_attacker_assault": 1, "shift_defender_static": -1}
    force = (a(hq="ass"), a(id_="B"), D, red("F", T, hq="fix"), ass, fixed)
    for options, shift in (
        ({"attacker-mode": "assault", "defender-mode": "static"}, 0),
        ({"attacker-mode": "assault", "defender-mode": "mobile"}, 1),
        ({"attacker-mode": "mobile", "defender-mode": "static"}, -1),
        ({}, 0),
    ):
        assert odds(*force, options=options, **what).shift == shift + 2
    assert {offer.option for offer in odds(*force).offers} >= {
        "attacker-mode=assault",
        "defender-mode=static",
    }


def test_headquarters_and_guns_never_mix_modes_10_15() -> None:
    fixed = hq("fix", T, "soviet", mode="assault", hq=["sh"])
    own = red("D", T, hq="fix")
    answer = odds(
        a(), own, fixed, gun("X", T), gun("Y", T, type_="anti-tank"), shift_defender_assault=-1
    )
    assert (answer.shift, answer.extra["defender_mode"]) == (-1, "assault")


def test_a_headquarters_alone_is_mobile_9_66() -> None:
    answer = odds(a(), hq("fix", T, "soviet", mode="static"), shift_defender_mobile=-4)
    assert (answer.shift, answer.defence) == (-4, 1)
