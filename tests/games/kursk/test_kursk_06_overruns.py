"""Rule 6: overruns in the course of a march."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kursk_board import GH, SH, WEST_ROAD, grey, gun, hq, partisan, position, red
from kursk_march import FAST, MOVE, STATIC, costs, moves, overruns, refused

from assistant.games.kursk.overruns import EXTRA_COST, Overrun, bar_from
from assistant.games.kursk.overruns import overruns as find_overruns
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import enemy_of
from assistant.games.kursk.walk import Walk


def test_six_points_overrun_and_five_do_not_d7() -> None:
    enemy = red("E", "2416", hq="")
    strong = moves(grey("A", "2415", attack=6), GH, enemy)
    assert ("2416", "2415", 4) in overruns(strong)
    assert strong.extra["overruns"][0] == Overrun(hex="2416", from_="2415", cost=4)
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


def all_overruns(walk: Walk, points: float) -> list[tuple[str, str, float]]:
    """What `overruns` finds, by looking at every enemy hex with the whole allowance."""
    situation, unit = walk.situation, walk.unit
    found = []
    for target in sorted(situation.defended[enemy_of(unit.side)]):
        costs = {}
        for spot, cost in replace(walk, overrun=target).reach(points).cost.items():
            costs.setdefault(spot.hex, cost)
        for start in situation.ground.around[target]:
            if start in costs and bar_from(situation, [unit], start, target) is None:
                cost = costs[start] + situation.ground.entry_cost(start, target) + EXTRA_COST
                if cost <= points or start == unit.hex:
                    found.append((target, start, cost))
    return sorted(found)


HEXES = [f"{row}{column}" for row in range(22, 28) for column in range(13, 20)]


@settings(max_examples=20)
@given(
    enemies=st.lists(st.sampled_from(HEXES), max_size=7, unique=True),
    roads=st.booleans(),
    points=st.integers(1, 12),
)
def test_no_overrun_is_missed(enemies: list[str], roads: bool, points: int) -> None:
    others = [red(f"E{name}", name) for name in enemies if name != "2416"]
    road = [WEST_ROAD, [f"24{c}" for c in range(13, 20)]] if roads else [WEST_ROAD]
    mover = grey("A", "2416", 12, type_="panzer", movement=points)
    table = Situation(position(mover, GH, *others, phase=MOVE, road=road))
    walk = Walk(table, table.position.by_id["A"])
    told = {(o.hex, o.from_, o.cost) for o in find_overruns(walk, points)}
    assert sorted(told) == all_overruns(walk, points)
