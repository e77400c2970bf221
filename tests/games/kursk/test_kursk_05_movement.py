"""Rules 5, 6 and 8: allowances, marches, zones, infiltration, rail, overruns."""

from __future__ import annotations

import pytest
from kursk_board import GH, SH, WEST_ROAD, grey, gun, hq, partisan, position, red

from assistant.games.kursk import RULES
from assistant.games.kursk.rail import UNITS_PER_HEX, UNITS_PER_TURN, weight
from assistant.games.kursk.situation import Situation
from assistant.rules.answers import Moves

MOVE = "german-movement"
FAST = {"type_": "panzer"}


def moves(u, *others, phase=MOVE, **what) -> Moves:
    return RULES.moves(position(u, *others, phase=phase, **what), u.id)


def costs(answer: Moves) -> dict[str, float]:
    return {way.hex: way.cost for way in answer.reach}


def by(answer: Moves) -> dict[str, str]:
    return {way.hex: way.extra["by"] for way in answer.reach}


def refused(answer: Moves) -> dict[str, str]:
    return {found.hex: found.rule for found in answer.refused}


def overruns(answer: Moves) -> set[tuple[str, str, float]]:
    return {(o["hex"], o["from"], o["cost"]) for o in answer.extra["overruns"]}


A = grey("A", "2416", movement=5)
STATIC = hq("gh", "2013", mode="static")


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


# Infiltration


def infiltrates(*others, hexsides=None, unit=A, phase=MOVE, **what) -> bool:
    answer = moves(unit, red("E", "2417"), *others, sides=hexsides or {}, phase=phase, **what)
    return by(answer).get("2517") == "infiltration"


FRIEND = grey("B", "2415")


def test_germans_infiltrate_from_zone_to_zone_for_everything_5_5() -> None:
    assert infiltrates(GH, FRIEND)
    answer = moves(A, GH, FRIEND, red("E", "2417"))
    assert costs(answer)["2517"] == 5
    assert by(answer)["2415"] == "march"
    assert costs(answer)["2317"] == 5


@pytest.mark.parametrize(
    ("others", "what"),
    [
        ((GH,), {}),
        ((FRIEND,), {}),
        ((GH, hq("H", "2415")), {}),
        ((GH, grey("B", "2415", attack=0)), {}),
        ((GH, FRIEND), {"phase": "german-mechanized", "unit": grey("A", "2416", **FAST)}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["river"]}}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["major-river"]}}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["dragon-teeth"]}}),
        ((GH, FRIEND), {"hexsides": {"2517/2416": ["dragon-teeth"]}}),
        ((GH, FRIEND), {"hexsides": {"2416/2517": ["lake"]}}),
        ((GH, FRIEND, red("F", "2517")), {}),
        ((GH, FRIEND), {"unit": grey("A", "2416", markers=["disrupted"])}),
    ],
)
def test_what_keeps_germans_from_infiltrating_5_51_to_5_55(others, what) -> None:
    assert not infiltrates(*others, **what)


def test_soviets_never_infiltrate_5_56() -> None:
    s = red("A", "2016")
    answer = moves(s, SH, red("B", "2015"), grey("E", "2017"), phase="soviet-movement")
    assert refused(answer)["2117"] == "8.32"


# Rail


LINE = [f"24{c:02d}" for c in range(2, 34)]


@pytest.mark.parametrize(
    ("single", "double", "far"),
    [
        (LINE, [], "2422"),
        ([], LINE, "2432"),
        (LINE[:11], LINE[10:], "2427"),
        (LINE[:2], LINE[1:], "2427"),
    ],
)
def test_rail_distances_5_33_d31(single, double, far) -> None:
    a = grey("A", "2402", hq="")
    answer = moves(a, rail=[single] if single else [], double=[double] if double else [])
    assert max(answer.extra["rail"]) == far
    assert len(answer.extra["rail"]) == int(far[2:]) - 2


def test_a_train_does_not_turn_back_to_count_another_track() -> None:
    answer = moves(grey("A", "2403", hq=""), rail=[LINE[1:]], double=[["2403", "2402"]])
    assert max(answer.extra["rail"]) == "2423"


@pytest.mark.parametrize(
    ("unit", "others", "what", "goes"),
    [
        (grey("A", "2402", hq=""), (), {}, True),
        (grey("A", "2402", hq="", mode="static"), (), {}, True),
        (grey("A", "2402", hq="", mode="assault"), (), {}, False),
        (grey("A", "2402", hq="", markers=["disrupted"]), (), {}, False),
        (hq("A", "2402", mode="assault"), (), {}, True),
        (grey("A", "2502", hq=""), (), {}, False),
        (grey("A", "2402", hq=""), (red("E", "2503"),), {}, False),
        (grey("A", "2402", hq=""), (), {"start_soviet": ["2402"]}, False),
        (grey("A", "2402", hq="", **FAST), (), {"phase": "german-mechanized"}, False),
        (grey("A", "2402", hq=""), (partisan("2403"),), {}, False),
        (grey("A", "2402", hq=""), (partisan("2403", "inoperative"),), {}, False),
        (grey("A", "2402", hq=""), (partisan("2503"),), {}, True),
        (grey("A", "2402", hq=""), (gun("X", "2403"),), {}, False),
        (grey("A", "2402", hq=""), (grey("B", "2403"),), {}, True),
        (grey("A", "2402", hq=""), (), {"start_german": ["2402", "2403"]}, True),
        (red("A", "2402", hq=""), (partisan("2403"),), {"phase": "soviet-movement"}, True),
        (red("A", "2402", hq=""), (), {"phase": "soviet-movement", "start_german": ["2403"]}, False),
    ],
)  # fmt: skip
def test_who_goes_by_rail(unit, others, what, goes) -> None:
    answer = moves(unit, *others, rail=[LINE], **what)
    assert ("2403" in answer.extra["rail"]) == goes


def test_rail_stops_at_the_start_line_5_32() -> None:
    answer = moves(grey("A", "2402", hq=""), rail=[LINE], start_soviet=["2406"])
    assert answer.extra["rail"] == ["2403", "2404", "2405"]


def test_rail_weights_d31() -> None:
    table = Situation(position())
    load = [grey("T", "2402", **FAST), *(grey(n, "2402") for n in "ABC")]
    assert sum(weight(table, u) for u in load) == UNITS_PER_TURN
    assert weight(table, GH) == 2
    assert UNITS_PER_HEX == {"railroad": 2, "railroad-double": 4}


# Overruns


def test_six_points_overrun_and_five_do_not_d7() -> None:
    enemy = red("E", "2416", hq="")
    strong = moves(grey("A", "2415", attack=6), GH, enemy)
    assert ("2416", "2415", 4) in overruns(strong)
    assert strong.extra["overruns"][0] == {"hex": "2416", "from": "2415", "cost": 4}
    weak = moves(grey("A", "2415", attack=5), GH, enemy)
    assert overruns(weak) == set()
    assert refused(weak)["2416"] == "6.11"


@pytest.mark.parametrize(
    ("unit", "others", "what", "number"),
    [
        (grey("A", "2415"), (STATIC,), {}, "6.11"),
        (grey("A", "2415"), (), {}, "6.11"),
        (grey("A", "2015", markers=["independent"]), (), {"at": "2016"}, "11.13"),
        (grey("A", "2415"), (GH,), {"sides": {"2415/2416": ["major-river"]}}, "6.15"),
        (grey("A", "2415"), (GH,), {"sides": {"2415/2416": ["lake"]}}, "5.65"),
        (grey("A", "2415"), (GH, grey("B", "2415")), {}, "6.17"),
        (hq("A", "2415", attack=9), (), {}, "6.11"),
        (grey("A", "2415", markers=["disrupted"]), (GH,), {}, "5.43"),
    ],
)
def test_what_keeps_a_unit_from_overrunning(unit, others, what, number) -> None:
    at = what.pop("at", "2416")
    answer = moves(unit, *others, red("E", at, hq=""), **what)
    assert refused(answer).get(at, "") == number or at not in {
        o[0] for o in overruns(answer) if o[1] == unit.hex
    }
    assert ("2416" if at == "2416" else at, unit.hex) not in {o[:2] for o in overruns(answer)}


def test_the_rule_that_closes_the_hex_is_named() -> None:
    enemy = red("E", "2416", hq="")
    slow = grey("A", "2415", movement=1)
    assert refused(moves(slow, GH, enemy, sides={"2415/2416": ["major-river"]}))["2416"] == "6.15"
    assert refused(moves(slow, STATIC, enemy))["2416"] == "6.11"
    assert refused(moves(slow, enemy))["2416"] == "6.11"
    assert refused(moves(slow, GH, grey("B", "2415"), enemy))["2416"] == "6.17"


def test_an_overrun_as_the_only_move_may_cost_anything_6_19() -> None:
    answer = moves(grey("A", "2415", movement=1), GH, red("E", "2416", hq=""))
    assert overruns(answer) == {("2416", "2415", 4)}


def test_no_disengagement_before_an_overrun_from_where_the_unit_stands_8_33() -> None:
    answer = moves(
        grey("A", "2415", movement=4), GH, red("E", "2416", hq=""), red("F", "2515", hq="")
    )
    assert ("2416", "2415", 4) in overruns(answer)
    assert ("2515", "2415", 4) in overruns(answer)


def test_an_overrun_after_a_march_adds_terrain_and_three() -> None:
    answer = moves(
        grey("A", "2413", movement=7), GH, red("E", "2416", hq=""),
        terrain={"2416": ["forest"]}, cost_forest=2,
    )  # fmt: skip
    assert ("2416", "2415", 7) in overruns(answer)
    assert not [o for o in overruns(answer) if o[2] > 7]


def test_an_overrun_by_road_costs_three_and_a_half() -> None:
    answer = moves(
        grey("A", "2415", movement=4),
        GH,
        red("E", "2416", hq=""),
        road=[WEST_ROAD, ["2415", "2416"]],
    )
    assert ("2416", "2415", 3.5) in overruns(answer)


def test_zones_of_the_units_overrun_do_not_stop_the_approach_6_16() -> None:
    enemy = red("E", "2416", hq="")
    answer = moves(grey("A", "2414", movement=8), GH, enemy)
    assert ("2416", "2415", 5) in overruns(answer)
    assert {o[1] for o in overruns(answer)} >= {"2415", "2516", "2316"}
    other = red("F", "2515", hq="")
    held = moves(grey("A", "2413", movement=8), GH, enemy, other)
    assert ("2416", "2415", 7) in overruns(held)


def test_a_unit_that_disengaged_overruns_only_out_of_other_zones_6_16() -> None:
    enemy, guard = red("E", "2418", hq=""), red("F", "2315", hq="")
    a = grey("A", "2415", movement=9)
    assert not [o for o in overruns(moves(a, GH, enemy)) if o[2] < 6]
    answer = moves(a, GH, enemy, guard)
    assert ("2418", "2417", 8) in overruns(answer)
    strict = moves(a, GH, enemy, guard, readings={"disengage-then-overrun": False})
    assert "2418" not in {o[0] for o in overruns(strict)}


def test_supply_is_traced_from_where_the_overrun_begins_6_13() -> None:
    far = grey("A", "2415", attack=11, movement=6)
    assert ("2416", "2415", 4) in overruns(moves(far, GH, red("E", "2416", hq="")))
    gone = grey("A", "2023", attack=11, movement=6, hq="gh")
    assert overruns(moves(gone, hq("gh", "2024"), red("E", "2124", hq=""))) == set()
    doubled = grey("A", "2023", attack=12, movement=6, hq="gh")
    assert overruns(moves(doubled, hq("gh", "2024"), red("E", "2124", hq="")))


def test_guns_alone_are_overrun_like_others_9_37() -> None:
    assert ("2416", "2415", 4) in overruns(moves(grey("A", "2415"), GH, gun("X", "2416")))
    assert not overruns(moves(grey("A", "2415", attack=5), GH, gun("X", "2416")))


def test_germans_walk_into_partisans_15_25() -> None:
    answer = moves(grey("A", "2415"), GH, partisan("2416"), partisan("2414", "inoperative"))
    assert (costs(answer)["2416"], costs(answer)["2414"]) == (1, 1)
    assert overruns(answer) == set()


def test_overruns_in_mechanised_movement_6_12() -> None:
    a = grey("A", "2415", **FAST)
    answer = moves(a, GH, red("E", "2416", hq=""), phase="german-mechanized")
    assert ("2416", "2415", 4) in overruns(answer)


def test_soviet_units_overrun_too() -> None:
    a = red("A", "2121", type_="tank")
    answer = moves(a, SH, grey("E", "2120", hq=""), phase="soviet-movement")
    assert ("2120", "2121", 4) in overruns(answer)
