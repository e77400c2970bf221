"""Rules 13.2 and 13.3: German points in defence, Soviet anti-tank units."""

from __future__ import annotations

import pytest
from kursk_battle import ARMOUR, B, D, T, a, odds, s
from kursk_board import GH, SH, grey, gun, hq, situation

from assistant.games.kursk import RULES
from assistant.games.kursk.guns import levels_lost
from assistant.questions.answers import Odds

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
        ((a(type_="kampfgruppe"), a(5, id_="B", type_="security")), -1 + 1),
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


def test_disrupted_anti_tank_units_do_not_fire_6_33() -> None:
    got = fire(odds(a(), D, gun("X", T, type_="anti-tank", markers=["disrupted"])))
    assert (got["possible"], got["rule"]) == (False, "6.33")


def test_anti_tank_fire_in_every_segment_13_27() -> None:
    ass = hq("gh", "2013", mode="assault")
    at = gun("X", T, type_="anti-tank")
    assert (
        fire(odds(a(), D, at, base=(ass, SH), phase="german-second-combat"))["own_result"] == "full"
    )
    assert fire(odds(a(), D, at, phase="german-movement"))["own_result"] == "full"
    assert fire(odds(a(), D, at))["own_result"] == "half, rounded up"


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ((D, gun("X", T, type_="anti-tank")), ("X",)),
        ((D, gun("X", T, type_="anti-tank", markers=["disrupted"])), None),  # 6.33
        ((gun("X", T, type_="anti-tank"),), None),  # 13.28
        ((D, gun("X", T, type_="artillery")), None),
    ],
)
def test_the_turn_tells_guns_that_may_fire(held, told) -> None:
    """And none that `odds` bars."""
    position = situation(GH, SH, a(), *held, phase="german-gun").position
    found = [duty for duty in RULES.turn(position).duties if duty.rule == "13.22"]
    assert [duty.units for duty in found] == ([told] if told else [])


def test_levels_lost_d25() -> None:
    table = situation()
    assert levels_lost(table, 3, "first") == 2
    assert levels_lost(table, 3, "overrun") == 3
    assert levels_lost(table, 3, "second") == 3
    assert levels_lost(situation(readings={"anti-tank-second-segment": "half"}), 3, "second") == 2
