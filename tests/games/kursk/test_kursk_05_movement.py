"""Rules 5.1, 5.2, 5.4 and 8: allowances, marches, zones."""

from __future__ import annotations

import pytest
from kursk_board import GH, SH, grey, gun, hq, partisan, red
from kursk_march import FAST, MOVE, STATIC, A, costs, moves, refused

# Allowances


@pytest.mark.parametrize(
    ("unit", "others", "phase", "allowance"),
    [
        (A, (GH,), MOVE, 5),
        (A, (STATIC,), MOVE, 2),
        (A, (hq("gh", "2013", mode="assault"),), MOVE, 2),
        (A, (), MOVE, 2),
        (grey("A", "2416", movement=9), (), MOVE, 4),
        (grey("A", "2416", movement=9, hq="", mode="static"), (), MOVE, 2),
        (grey("A", "2416", movement=5, hq="", mode="static"), (), MOVE, 1),
        (grey("A", "2016", markers=["independent"], mode="static"), (STATIC,), MOVE, 6),
        (grey("A", "2416", markers=["disrupted"]), (GH,), MOVE, 0),
        (A, (GH,), "soviet-movement", 0),
        (A, (GH,), "german-mechanized", 0),
        (A, (GH,), "german-first-combat", 0),
        (A, (GH,), "air", 0),
        (grey("A", "2416", **FAST), (GH,), "german-mechanized", 6),
        (grey("A", "2416", type_="panzergrenadier"), (GH,), "german-mechanized", 6),
        (grey("A", "2416", type_="tank-destroyer"), (GH,), "german-mechanized", 6),
        (grey("A", "2416", **FAST), (STATIC,), "german-mechanized", 0),
        (grey("A", "2416", **FAST), (hq("gh", "2013", mode="assault"),), "german-mechanized", 3),
        (grey("A", "2016", markers=["independent"], **FAST), (), "german-mechanized", 6),
        (hq("A", "2013", mode="static"), (), "german-mechanized", 6),
        (hq("A", "2013", mode="assault"), (), MOVE, 6),
        (hq("A", "2023"), (), MOVE, 3),
        (hq("A", "2021", hq=["gh"]), (GH,), MOVE, 3),
        (partisan("2416"), (), "soviet-movement", 0),
        (gun("A", "2020"), (), "soviet-movement", 4),
        (gun("A", "2010"), (), "soviet-movement", 2),
        (gun("A", "2020"), (), "soviet-mechanized", 0),
        (red("A", "2020", type_="motorized"), (SH,), "soviet-mechanized", 0),
        (red("A", "2020", type_="tank"), (SH,), "soviet-mechanized", 6),
        (red("A", "2020", markers=["reserve"]), (SH,), "soviet-movement", 0),
        (red("A", "2020"), (hq("sh", "2020", "soviet", markers=["reserve"]),), "soviet-movement", 0),
    ],
)  # fmt: skip
def test_allowance(unit, others, phase, allowance) -> None:
    answer = moves(unit, *others, phase=phase)
    assert answer.allowance == allowance
    if allowance == 0:
        assert answer.reach == ()
        assert len(answer.refused) == 6


def test_the_position_may_name_no_phase() -> None:
    assert moves(A, GH, phase="").allowance == 5


# Costs


def test_terrain_hexsides_and_roads() -> None:
    answer = moves(
        grey("A", "2415", movement=4), GH,
        terrain={"2416": ["forest", "city"], "2414": ["village"], "2516": ["entrenchment-soviet"]},
        sides={"2415/2515": ["river"], "2415/2315": ["major-river"], "2415/2316": ["lake"]},
        cost_forest=3, cost_city=0.5, cost_river=2, cost_major_river=2.5,
    )  # fmt: skip
    found = costs(answer)
    assert {h: found.get(h) for h in ("2416", "2414", "2516", "2515", "2315", "2316")} == {
        "2416": 3, "2414": 1, "2516": 1, "2515": 2, "2315": 2, "2316": 3,
    }  # fmt: skip


def test_a_road_hexside_costs_half_a_point_whatever_it_crosses_5_13() -> None:
    what = {
        "terrain": {"2416": ["swamp"]},
        "sides": {"2415/2416": ["lake"]},
        "road": [["2415", "2416"]],
    }
    a = grey("A", "2415", movement=2, hq="")
    assert costs(moves(a, **what))["2416"] == 0.5
    river = {**what, "sides": {"2415/2416": ["major-river"]}, "cost_major_river": 2}
    assert costs(moves(a, **river))["2416"] == 0.5
    assert costs(moves(a, **river, readings={"road-waives-hexside": False}))["2416"] == 2.5


def test_a_road_in_the_hex_helps_only_over_its_hexsides() -> None:
    what = {"terrain": {"2416": ["swamp"]}, "road": [["2416", "2417"]], "cost_swamp": 3}
    assert costs(moves(grey("A", "2415", movement=9), **what))["2416"] == 3


def test_a_lake_is_closed_without_a_road_5_65() -> None:
    answer = moves(grey("A", "2415", movement=2), GH, sides={"2415/2416": ["lake"]}, hq="")
    assert refused(answer).get("2416") in ("5.65", None)
    one = moves(grey("A", "2415", movement=1), GH, sides={"2415/2416": ["lake"]})
    assert refused(one)["2416"] == "5.65"


def test_cost_of_clear_ground_can_be_given() -> None:
    assert costs(moves(grey("A", "2415", movement=6), GH, cost_clear=2))["2417"] == 4


def test_one_hex_is_always_open_5_23() -> None:
    poor = grey("A", "2415", movement=1, hq="")
    answer = moves(poor, terrain={"2416": ["swamp"]}, cost_swamp=3)
    assert answer.allowance == 0
    assert costs(answer)["2416"] == 3
    assert len(answer.reach) == 6


def test_one_hex_may_be_a_disengagement_5_24() -> None:
    answer = moves(grey("A", "2416", movement=1), GH, red("E", "2417"))
    assert costs(answer)["2415"] == 3
    assert refused(answer)["2317"] == "8.32"


# Zones


def test_a_zone_ends_the_march_and_costs_nothing_8_21_8_22() -> None:
    answer = moves(grey("A", "2414"), GH, red("E", "2417"))
    assert costs(answer)["2416"] == 2
    assert "2316" in costs(answer)
    assert "2417" not in costs(answer)
    past = [way for way in answer.reach if "2416" in way.path[:-1]]
    assert past == []


def test_friends_do_not_open_zones_to_movement_8_25() -> None:
    answer = moves(A, GH, red("E", "2417"), grey("B", "2517"), sides={"2416/2517": ["river"]})
    assert refused(answer)["2517"] == "8.32"


@pytest.mark.parametrize(
    ("terrain", "optional", "cost"),
    [
        ("entrenchment-german", True, 1),
        ("entrenchment-soviet", True, 2),
        ("clear", True, 3),
        ("entrenchment-german", False, 3),
    ],
)
def test_disengaging_in_entrenchments_16_2(terrain, optional, cost) -> None:
    answer = moves(
        A, GH, red("E", "2417"), terrain={"2416": [terrain]}, optional_entrenchment=optional
    )
    assert costs(answer)["2415"] == cost


def test_disengaging_by_road() -> None:
    assert costs(moves(A, GH, red("E", "2417"), road=[["2416", "2415"]]))["2415"] == 2.5


def test_a_guarded_bank_is_not_crossed_8_27() -> None:
    river = {"sides": {"2415/2416": ["major-river"], "2417/2517": ["major-river"]}}
    a = grey("A", "2415", movement=8)
    assert refused(moves(a, GH, red("E", "2417"), **river)).get("2416") is None
    direct = moves(grey("A", "2415", movement=1), GH, red("E", "2417"), **river)
    assert refused(direct)["2416"] == "8.27"
    dry = {"sides": {"2415/2416": ["major-river"]}}
    assert "2416" in costs(moves(grey("A", "2415", movement=1), GH, red("E", "2417"), **dry))
    held = moves(grey("A", "2415", movement=1), GH, red("E", "2417"), grey("B", "2416"), **river)
    assert "2416" in costs(held)
