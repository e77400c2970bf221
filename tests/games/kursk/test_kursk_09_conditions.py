"""Rules 11.18, 11.56, 9.37, 16 and 17.2: supply and command of the defenders, optional rules, all attacks."""

from __future__ import annotations

import pytest
from kursk_battle import ARMOUR, D, T, a, odds, s
from kursk_board import GH, SH, grey, gun, hq, position, red, unit

from assistant.games.kursk import RULES
from assistant.games.kursk.charts import Charts

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
    index = charts.column(30)
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
