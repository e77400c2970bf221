"""Rules 9.1 to 9.3, 11.18, 11.55, 13, 16.3 and 17.2: who attacks, strength, columns, guns."""

from __future__ import annotations

import pytest
from kursk_board import GH, SH, game, grey, gun, hq, partisan, position, red, situation, unit

from assistant.games.kursk import RULES
from assistant.games.kursk.artillery import reduced_level, suppressed
from assistant.games.kursk.charts import Charts
from assistant.games.kursk.gun import levels_lost
from assistant.rules.answers import Odds
from assistant.rules.questions import QuestionError

T = "2017"
D = red("D", T)
ARMOUR = {"type_": "panzer"}


def odds(*units, from_=(), options=None, base=(GH, SH), **what) -> Odds:
    ids = from_.split(",") if isinstance(from_, str) else from_
    return RULES.odds(position(*base, *units, **what), [T], ids, options or {})


def refusals(answer: Odds) -> dict[str, str]:
    return {entry["unit"]: entry["rule"] for entry in answer.extra["refused"]}


def a(attack=10, hex_="2016", id_="A", **more):
    return grey(id_, hex_, attack, **more)


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


def s(attack=10, hex_="2018", id_="S", **more):
    return red(id_, hex_, attack, **more)


E = grey("E", T)


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


B = a(25, "2117", "B")
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


# Conditions


@pytest.mark.parametrize(
    ("defenders", "shift"),
    [
        ((red("D", T),), 0),
        ((red("D", T, hq="gone"),), 2),
        ((red("D", T), red("F", T, hq="sh", markers=["independent"])), 1),
        ((red("D", T), red("F", T, markers=["alternative"])), 1),
        ((red("D", T), red("F", T, size="division")), 1),
        ((red("D", T, size="division"), red("F", T, size="division")), 1),
        ((red("D", T, size="division"),), 0),
        ((red("D", T, markers=["independent"]), gun("X", T)), 0),
        (
            (red("D", T), SH.__class__("H", "soviet", "hq", T, fields={"attack": 0, "hq": ["sh"]})),
            0,
        ),
        ((red("D", T), gun("X", T), gun("Y", T, type_="anti-tank")), 0),
    ],
)
def test_supply_and_command_of_the_defenders(defenders, shift) -> None:
    answer = odds(
        a(60), *defenders, options={"suppress": "0"}, base=(GH, hq("sh", "2019", "soviet"))
    )
    assert answer.shift == shift


ARMY9, ARMY2 = hq("9", "2010"), hq("2", "2011")
K47 = hq("47", "2012", hq=["9"])
SS = hq("2-ss-pzk", "2012", hq=["4"])


@pytest.mark.parametrize(
    ("units", "shift"),
    [
        (("47 9", "9"), 0),
        (("47 9", "2"), 2),
        (("47 9", "2-ss-pzk 4"), 2),
        (("47 9", "46 9"), 2),
        (("9", "9"), 0),
        (("47 9", "47 9"), 0),
    ],
)
def test_mixed_command_ex10_to_ex13(units, shift) -> None:
    stack = [grey(f"U{i}", T, hq=chain) for i, chain in enumerate(units)]
    attack = s(30)
    base = (ARMY9, ARMY2, K47, SS, hq("46", "2012", hq=["9"]), SH)
    answer = odds(*stack, attack, base=base, phase="soviet-first-combat")
    assert answer.shift == shift
    if units == ("47 9", "46 9"):
        assert (
            odds(
                *stack,
                attack,
                base=base,
                phase="soviet-first-combat",
                readings={"same-army-corps": 0},
            ).shift
            == 0
        )


def test_loose_units_do_not_make_two_columns_11_19() -> None:
    stack = [
        grey("U", T, hq="47 9"),
        grey("V", T, hq="2", markers=["independent"]),
        grey("W", T, hq="2", markers=["alternative"]),
    ]
    answer = odds(*stack, s(30), base=(ARMY9, ARMY2, K47, SH), phase="soviet-first-combat")
    assert answer.shift == 1
    bound = [grey("U", T, hq="47 9"), grey("K", T, hq="2", type_="kampfgruppe")]
    assert odds(*bound, s(30), base=(ARMY9, ARMY2, K47, SH), phase="soviet-first-combat").shift == 2


def test_a_disrupted_headquarters_traces_for_itself_when_attacked_11_34() -> None:
    answer = odds(a(), hq("H", T, "soviet", markers=["disrupted"]))
    assert answer.shift == 0 + 1
    assert "11.56" not in {step.rule for step in answer.steps}


def test_units_that_retreated_here_add_no_steps_9_77() -> None:
    answer = odds(a(60), red("D", T, steps=3), red("R", T, steps=5, markers=["retreated"]))
    assert answer.defence == 3
    alone = odds(a(60), red("R", T, steps=5, markers=["retreated"]))
    assert alone.defence == 5


def test_defending_steps_9_37_9_38() -> None:
    stack = (
        red("D", T, steps=5, markers=["minus-4-2"]),
        hq("H", T, "soviet", steps=3, hq=["sh"]),
        gun("X", T),
    )
    assert odds(a(60), *stack).defence == 4


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


# Guns alone, bombardment, air


def test_guns_alone_are_eliminated_9_37() -> None:
    for guns in ([gun("X", T)], [gun("X", T), gun("Y", T, type_="anti-tank")]):
        answer = odds(a(10), *guns)
        assert (answer.extra["automatic"], answer.possible, answer.defence, answer.attack) == (
            True,
            True,
            0,
            10,
        )
    assert answer.extra["gun"]["possible"] is False
    assert answer.extra["gun"]["rule"] == "13.28"
    assert odds(a(5), gun("X", T)).possible is False
    with_hq = odds(a(10), gun("X", T), hq("H", T, "soviet"))
    assert (with_hq.extra["automatic"], with_hq.attack) == (False, 4)


def bombard(
    *units, hq_hex="2015", points=4, n=4, phase="german-first-combat", hq_markers=(), **what
) -> Odds:
    h = hq("h", hq_hex, artillery=points, hq=["gh"], markers=hq_markers)
    return odds(
        *units,
        D,
        h,
        from_=",".join(u.id for u in units),
        options={"bombardment": f"h:{n}"},
        phase=phase,
        **what,
    )


TWO = (a(15, hq="h"), a(10, id_="B", hq="h"))


def test_german_bombardment_13_5() -> None:
    assert bombard(*TWO).attack == 29
    assert bombard(*TWO).extra["strength"] == 25
    weak = bombard(a(2, hq="h"), a(1, id_="B", hq="h"))
    assert (weak.possible, weak.attack) == (True, 7)
    assert not bombard(
        a(2, hq="h"), a(1, id_="B", hq="h"), readings={"six-points": "without-bombardment"}
    ).possible


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        (lambda: bombard(*TWO, phase="german-movement"), "13.51"),
        (lambda: bombard(*TWO, hq_hex="2014"), "13.54"),
        (lambda: bombard(a(15, hq="h"), a(10, id_="B")), None),
        (
            lambda: odds(
                a(15, hq="h"),
                a(10, id_="B"),
                grey("C", "2010", hq="h"),
                D,
                hq("h", "2015", artillery=4, hq=["gh"]),
                from_="A,B",
                options={"bombardment": "h:4"},
            ),
            "13.52",
        ),
        (lambda: bombard(*TWO, hq_markers=["disrupted"]), "11.59"),
        (lambda: bombard(a(15), a(10, id_="B")), "13.52"),
    ],
)
def test_when_headquarters_may_not_bombard(answer, number) -> None:
    found = answer()
    assert refusals(found).get("h") == number
    assert found.attack == found.extra["strength"] + (0 if number else 4)


def test_wrong_bombardments_are_wrong_questions() -> None:
    for text in ("h", "x:3", "A:3", "h:x"):
        with pytest.raises(QuestionError):
            odds(*TWO, D, hq("h", "2015", artillery=4), options={"bombardment": text})


@pytest.mark.parametrize("n", [5, 99])
def test_no_more_points_bombard_than_there_are(n: int) -> None:
    answer = bombard(*TWO, n=n)
    assert answer.attack == answer.extra["strength"] + 4
    assert f"Of {n} artillery points" in " ".join(reason.text for reason in answer.because)


def test_a_recovered_headquarters_does_not_bombard_13_37() -> None:
    answer = bombard(*TWO, hq_markers=["recovered"])
    assert refusals(answer) == {"h": "13.37"}
    assert answer.attack == answer.extra["strength"]


def test_a_headquarters_that_bombards_does_not_attack_13_53() -> None:
    h = hq("h", "2016", attack=9, artillery=4, hq=["gh"])
    answer = odds(*TWO, D, h, from_="A,B,h", options={"bombardment": "h:4"})
    assert refusals(answer) == {"h": "13.53"}
    assert (answer.attack, answer.attackers) == (29, ("A", "B"))


def test_bombardment_is_not_suppressed() -> None:
    h = hq("h", "2015", artillery=4, hq=["gh"])
    units = (*TWO, D, h, gun("X", T, points=40))
    assert odds(*units, from_="A,B", options={"bombardment": "h:4"}).attack == 4


@pytest.mark.parametrize("level", [1, 2, 3])
def test_soviet_bombardment_ex18(level) -> None:
    answer = odds(
        s(30), gun("X", "2018", points=10, level=level), E, from_="S,X", phase="soviet-first-combat"
    )
    assert (answer.shift, answer.attackers, answer.extra["bombarding"]) == (level, ("S",), ["X"])


def test_soviet_guns_bombard_from_next_door_in_supply_13_43_11_59() -> None:
    far = odds(s(30), gun("X", "2019"), E, from_="S,X", phase="soviet-first-combat")
    assert (refusals(far), far.shift) == ({"X": "13.43"}, 0)
    cut = odds(
        s(30),
        gun("X", "2016"),
        E,
        from_="S,X",
        phase="soviet-first-combat",
        road=([*[f"20{c:02d}" for c in range(1, 15)]], [f"20{c}" for c in range(33, 27, -1)]),
        base=(GH, hq("sh", "2021", "soviet")),
    )
    assert (refusals(cut), cut.shift) == ({"X": "11.59"}, 0)
    alone = odds(s(30), gun("X", "2016"), E, from_="X", phase="soviet-first-combat")
    assert (refusals(alone), alone.possible) == ({"X": "13.42"}, False)
    several = odds(
        s(30),
        gun("X", "2018", level=1),
        gun("Y", "2117", level=2),
        E,
        from_="S,X,Y",
        phase="soviet-first-combat",
    )
    assert several.shift == 3


def test_counter_battery_ex19() -> None:
    g = gun("X", "2018", points=10, level=2)
    assert reduced_level(situation(g), g, 5) == 1
    assert reduced_level(situation(g), g, 2) == 2
    assert reduced_level(situation(g), g, 10) == 0
    h = hq("gh", "2016", artillery=5)
    units = (s(30), g, E, h, SH)
    what = {
        "from_": "S,X",
        "phase": "soviet-first-combat",
        "base": (),
        "optional_counter_battery": True,
    }
    assert odds(*units, options={"counter-battery": "5"}, **what).shift == 1
    assert odds(*units, **what).shift == 2
    with pytest.raises(QuestionError, match="optional"):
        odds(
            *units, **{**what, "optional_counter_battery": False}, options={"counter-battery": "5"}
        )


def test_air_points_17_2() -> None:
    assert odds(a(30), D, options={"air-attack": "2", "air-defence": "1"}).shift == 1
    with pytest.raises(QuestionError):
        odds(a(30), D, options={"air-attack": "3"})


def test_unknown_options_are_wrong_questions() -> None:
    for options in (
        {"bomb": "1"},
        {"suppress": "x"},
        {"attacker-mode": "flat"},
        {"attacker-mode": "static"},
    ):
        with pytest.raises(QuestionError):
            odds(a(30), D, options=options)


# German points in defence


def support(kind, n, *stack, h=None, phase="soviet-first-combat", **what) -> Odds:
    chief = h or hq("h", "2016", artillery=6, hq=["gh"], **{"anti-tank": 5})
    return odds(*stack, chief, s(30), from_="S", options={kind: str(n)}, phase=phase, **what)


OWN = grey("E", T, hq="h gh")


@pytest.mark.parametrize(
    ("h", "stack", "attack"),
    [
        (hq("h", "2016", artillery=6, hq=["gh"]), (OWN,), 24),
        (hq("h", T, artillery=6, hq=["gh"]), (OWN,), 24),
        (hq("h", "2015", artillery=6, hq=["gh"]), (OWN,), 30),
        (hq("h", "2016", artillery=6, hq=["gh"]), (grey("E", T),), 30),
        (hq("h", "2016", artillery=6, hq=["gh"]), (OWN, grey("F", T)), 24),
        (hq("h", "2016", artillery=6, hq=["gh"], markers=["recovered"]), (OWN,), 30),
        (hq("h", T, artillery=6, hq=["gh"]), (hq("k", T, hq=["h"]),), 30),
        (hq("h", "2016", artillery=6, markers=["disrupted"]), (OWN,), 24),
        (
            hq("h", "2016", artillery=6, hq=["gh"]),
            (grey("E", T, hq="h gh", markers=["independent"]),),
            30,
        ),
    ],
)
def test_german_suppression_13_31_to_13_38(h, stack, attack) -> None:
    assert support("suppress", 6, *stack, h=h).attack == attack


def test_points_of_several_headquarters_add_up() -> None:
    more = hq("gh", "2117", artillery=3)
    answer = odds(
        OWN,
        grey("F", T),
        hq("h", "2016", artillery=6, hq=["gh"]),
        more,
        s(30),
        SH,
        from_="S",
        options={"suppress": "9"},
        phase="soviet-first-combat",
        base=(),
    )
    assert answer.attack == 21
    assert support("suppress", 4, OWN).attack == 26
    assert support("suppress", 0, OWN).attack == 30


def fire(answer: Odds):
    return answer.extra.get("gun")


def test_german_anti_tank_points_13_36() -> None:
    got = fire(support("anti-tank", 5, OWN))
    assert (got["possible"], got["attack"], got["column"], got["shift"]) == (True, 5, "<=0", -1)
    tanks = fire(
        odds(
            OWN,
            hq("h", "2016", hq=["gh"], **{"anti-tank": 9}),
            s(30, type_="tank"),
            from_="S",
            options={"anti-tank": "9"},
            phase="soviet-first-combat",
        )
    )
    assert (tanks["attack"], tanks["column"], tanks["shift"]) == (9, "6-10", 0)
    assert (
        fire(
            odds(
                OWN,
                hq("h", "2016", hq=["gh"], **{"anti-tank": 9}),
                s(30),
                from_="S",
                phase="soviet-first-combat",
            )
        )
        is None
    )


@pytest.mark.parametrize(
    ("h", "stack", "number"),
    [
        (hq("h", "2015", hq=["gh"], **{"anti-tank": 5}), (OWN,), "13.31"),
        (hq("h", "2016", hq=["gh"], **{"anti-tank": 5}), (grey("E", T),), "13.32"),
        (hq("h", T, hq=["gh"], **{"anti-tank": 5}), (), "13.38"),
        (hq("h", "2016", hq=["gh"]), (OWN,), "13.3"),
        (hq("h", "2030", hq=["gh"], **{"anti-tank": 5}), (OWN,), "13.31"),
    ],
)
def test_when_german_guns_may_not_fire(h, stack, number) -> None:
    got = fire(support("anti-tank", 5, *stack, h=h))
    assert (got["possible"], got["rule"]) == (False, number)


def test_german_guns_out_of_supply_do_not_fire_11_59() -> None:
    got = fire(support("anti-tank", 5, OWN, road=([],) if False else (["2033", "2032"],)))
    assert (got["possible"], got["rule"]) == (False, "11.59")


# Soviet anti-tank units


@pytest.mark.parametrize(
    ("force", "shift"),
    [
        ((a(),), -1),
        ((a(**ARMOUR),), 0),
        ((a(), a(5, id_="B", type_="tank-destroyer", size="regiment")), 0),
        ((hq("A", "2016", attack=9),), -1),
        ((a(type_="panzergrenadier"),), 0),
        ((a(type_="kampfgruppe"), a(5, id_="B", type_="security")), -1),
    ],
)
def test_anti_tank_fire_13_24(force, shift) -> None:
    got = fire(odds(*force, D, gun("X", T, points=8, type_="anti-tank"), terrain={T: ["forest"]}))
    assert (got["attack"], got["base"], got["shift"]) == (8, "6-10", shift)
    assert got["column"] == ("1-5" if shift else "6-10")


def test_anti_tank_fire_counts_the_attackers_steps() -> None:
    assert fire(odds(a(steps=4), B, D, gun("X", T, type_="anti-tank")))["defence"] == 8


def test_anti_tank_units_out_of_supply_do_not_fire_11_59() -> None:
    got = fire(
        odds(
            a(),
            D,
            gun("X", T, type_="anti-tank"),
            base=(GH,),
            road=([f"20{c:02d}" for c in range(1, 15)],),
        )
    )
    assert (got["possible"], got["rule"]) == (False, "11.59")


def test_anti_tank_fire_in_every_segment_13_27() -> None:
    ass = hq("gh", "2013", mode="assault")
    at = gun("X", T, type_="anti-tank")
    assert (
        fire(odds(a(), D, at, base=(ass, SH), phase="german-second-combat"))["own_result"] == "full"
    )
    assert fire(odds(a(), D, at, phase="german-movement"))["own_result"] == "full"
    assert fire(odds(a(), D, at))["own_result"] == "half, rounded up"


def test_levels_lost_d25() -> None:
    table = situation()
    assert levels_lost(table, 3, "first") == 2
    assert levels_lost(table, 3, "overrun") == 3
    assert levels_lost(table, 3, "second") == 3
    assert levels_lost(situation(readings={"anti-tank-second-segment": "half"}), 3, "second") == 2


# Optional rules, all attacks


def test_ss_corps_together_16_3() -> None:
    ss = hq("2-ss-pzk", "2013", hq=["4-pz"])
    corps = [
        grey(n, h, 20, hq="2-ss-pzk 4-pz", **ARMOUR)
        for n, h in (("LAH", "2016"), ("DR", "2016"), ("T", "2117"))
    ]
    assert odds(*corps, D, base=(ss, SH), optional_ss=True).shift == 1
    assert odds(*corps, D, base=(ss, SH)).shift == 0
    assert odds(*corps, D, base=(ss, SH), optional_ss=True, from_="LAH,DR").shift == 0


def test_all_attacks_best_first() -> None:
    answer = RULES.attacks(position(GH, SH, a(20), a(40, "2117", "B"), D, red("F", "2118")))
    assert answer.attacks[0].target == T
    assert {attack.target for attack in answer.attacks} == {T, "2118"}
    assert all(attack.possible for attack in answer.attacks)
    moving = RULES.attacks(position(GH, SH, a(20), a(40, "2117", "B"), D, phase="german-movement"))
    assert sorted(attack.attackers for attack in moving.attacks) == [("A",), ("B",)]


def test_chances_are_those_of_the_column() -> None:
    answer = odds(a(30), D)
    assert sum(answer.chances.values()) == pytest.approx(1)
    charts = Charts(position())
    index = charts.base_column(30)
    assert dict(answer.results) == charts.results(index, round(charts.step_modifier(4).number))
    assert answer.stand_in
    assert any("results in column" in what for what in answer.extra["stand_ins"])


def test_limited_intelligence_shows_the_top_unit_only_16_1() -> None:
    stack = (red("low", T, steps=5), red("top", T, steps=2))
    hidden = position(GH, SH, a(60), *stack, optional_intelligence=True, viewer="german")
    seen = RULES.visible(hidden)
    assert [found.id for found in seen.units] == ["gh", "sh", "A", "top"]
    assert RULES.odds(seen, [T], [], {}).defence == 2
    assert RULES.visible(position(GH, *stack, viewer="german")).units == position(GH, *stack).units
    own = RULES.visible(position(GH, *stack, optional_intelligence=True, viewer="soviet"))
    assert len(own.units) == 3


def test_headquarters_out_of_sight_are_not_taken_for_lost_16_1() -> None:
    stack = (hq("deep", "2019", "soviet"), red("over", "2019", hq=""), red("D", T, hq="deep"))
    what = {"optional_intelligence": True, "viewer": "german"}
    for others in (stack, stack[1:]):
        seen = RULES.visible(position(GH, a(60), *others, **what))
        assert RULES.odds(seen, [T], [], {}).shift == 0
        state = {found.id: found.state for found in RULES.supply(seen).units}
        assert (state["D"], "deep" in state) == ("unknown", False)
    assert odds(a(60), *stack[1:]).shift == 2


def test_units_are_never_worth_less_than_nothing() -> None:
    assert odds(a(3, markers=["minus-4-2"]), D, from_="A").extra["strength"] == 0
    assert unit("U", T).get("attack") == 8


def test_counter_battery_questions_13_6() -> None:
    units = (s(30), gun("X", "2018"), gun("Z", "2118", type_="anti-tank"), E, hq("gh", "2016"), SH)
    what = {"phase": "soviet-first-combat", "base": (), "optional_counter_battery": True}
    for text in ("Z", "4:tanks", "gh:4", "-1", "X:rifle"):
        with pytest.raises(QuestionError, match="counter-battery"):
            odds(*units, from_="S", options={"counter-battery": text}, **what)


def test_counter_battery_is_offered_13_62_13_64() -> None:
    h = hq("gh", "2016", artillery=5, anti_tank=4)
    units = (s(30), gun("X", "2018", points=4), E, h, SH)
    what = {"phase": "soviet-first-combat", "base": (), "optional_counter_battery": True}
    declared = {"suppress": "5", "anti-tank": "4"}

    def offered(options: dict[str, str], from_: str = "S") -> set[str]:
        offers = odds(*units, from_=from_, options=options, **what).offers
        return {offer.option for offer in offers if offer.option.startswith("counter")}

    assert offered(declared) == {"counter-battery=X", "counter-battery=X:anti-tank"}
    assert offered({**declared, "counter-battery": "X"}) == set()
    assert offered({}) == set()
    assert offered({}, from_="S,X") == {"counter-battery=4"}


def test_counter_battery_in_the_ledger_13_65() -> None:
    h = hq("gh", "2016", artillery=5)
    units = (s(30), gun("X", "2018", points=4), E, h, SH)
    answer = odds(
        *units,
        from_="S",
        options={"suppress": "5", "counter-battery": "X+9"},
        phase="soviet-first-combat",
        base=(),
        optional_counter_battery=True,
    )
    lines = {(line.what, line.effect, line.rule) for line in answer.steps}
    assert ("counter-battery fire", "-4 artillery points", "13.64") in lines
    assert "13.62" in {reason.rule for reason in answer.because}
    assert answer.attack == 30
