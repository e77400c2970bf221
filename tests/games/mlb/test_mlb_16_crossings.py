"""Rules 6, 8, 12 to 17: crossings and tables, chits, headquarters, reinforcements, victory."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mlb_laboratory import AXIS_SOURCE, CORRIDOR, game, greys, hq, reds, situation, tank, unit

from assistant.games.mlb import RULES
from assistant.games.mlb.arrivals import (
    POOLS,
    bought,
    convertible,
    drop_hexes,
    next_group,
    placement_hexes,
    price,
    rail_hexes,
)
from assistant.games.mlb.chits import cancelled_later, chits, faults_of_soviet_choice
from assistant.games.mlb.crossings import count, count_now, crossings, tables_for, zhukov_may_appear
from assistant.games.mlb.score import overview, victory
from assistant.games.mlb.situation import situation_of
from assistant.games.mlb.supply import (
    command_hexes,
    may_activate,
    relocation_hexes,
    special_activation,
)  # fmt: skip
from assistant.questions.answers import as_json
from assistant.scenario import scenario_position

POINT = {"0505": ["crossing-point"]}
KREMENCHUK = {"1826": ["crossing-point"], "1827": ["crossing-point"], "1926": ["town"]}


# Crossing points


@pytest.mark.parametrize(
    ("cp", "air", "points", "units"),
    [(0, 0, 3, 6), (1, 1, 4, 7), (2, 1, 4, 7), (3, 2, 4.5, 8), (4, 2, 4.5, 8), (5, 3, 5, 9),
     (6, 3, 5, 9), (7, 4, 5.5, 10)],
)  # fmt: skip
def test_dv37_tables(cp, air, points, units) -> None:
    found = tables_for(situation(), cp)
    assert (found.air_markers, found.negotiation_points, found.special_activation) == (
        air, points, units,
    )  # fmt: skip


@pytest.mark.parametrize(("turn", "most"), [(1, -1), (4, -1), (5, 0), (6, 1), (7, 3), (8, 5)])
def test_6_3_3_zhukov_by_turn_and_crossings(turn, most) -> None:
    table = game().tables["zhukov"]
    assert [cp for cp in range(8) if zhukov_may_appear(table, turn, cp)] == list(range(most + 1))


def test_ex25_the_drop_is_the_seventh_point_for_ever() -> None:
    six = {f"05{c:02d}": ["crossing-point"] for c in range(1, 7)}
    control = dict.fromkeys(six, "soviet")
    assert count(situation(terrain=six, control=control)) == 6
    dropped = situation(terrain=six, control=control, airborne_dropped=True)
    assert count(dropped) == 7
    assert count(situation(*greys("0808"), airborne_dropped=True, airborne_bridgehead="0808")) == 1
    assert count(situation(cp=4, airborne_dropped=True)) == 4


@pytest.mark.parametrize(
    ("units", "turn", "rule"),
    [
        (reds("0505"), 1, "16.3(2)A"),
        (reds("0507"), 1, "16.3(2)B"),
        (reds("0508"), 1, None),
        (reds("0507") + greys("0505"), 1, None),
        ([], 7, None),
        ([], 8, "16.3(2)C"),
        (greys("0505"), 8, None),
    ],
)
def test_16_3_2_how_a_crossing_is_won(units, turn, rule) -> None:
    won = crossings(situation(*units, terrain=POINT, turn=turn))[0].won
    assert (won.rule if won else None) == rule


@pytest.mark.parametrize(
    ("units", "readings", "won"),
    [
        (reds("1926"), {}, {"1826", "1827"}),
        (reds("1927"), {}, set()),
        (reds("1926") + greys("1826"), {}, {"1827"}),
        (reds("1926") + greys("1826"), {"kremenchuk-axis-free": "1926"}, {"1826", "1827"}),
        (reds("1826"), {}, {"1826"}),
    ],
)
def test_16_3_2_kremenchuk(units, readings, won) -> None:
    found = crossings(situation(*units, terrain=KREMENCHUK, readings=readings))
    assert {crossing.hex for crossing in found if crossing.won} == won


def test_a18_once_won_is_won_by_the_reading_in_force() -> None:
    back = {"terrain": POINT, "control": {"0505": "soviet"}}
    assert count_now(situation(*greys("0505"), **back)) == 1
    assert crossings(situation(*greys("0505"), **back))[0].owner == "soviet"
    lost = situation(*greys("0505"), readings={"cp-sticky": False}, **back)
    assert count_now(lost) == 0
    assert crossings(lost)[0].owner == "axis"


def test_a19_kremenchuk_may_count_once() -> None:
    held = {"terrain": KREMENCHUK, "control": {"1826": "soviet", "1827": "soviet"}}
    assert count(situation(**held)) == 2
    assert count(situation(readings={"kremenchuk-points": 1}, **held)) == 1


def test_a30_after_turn_seven() -> None:
    late = {"cp-late-from-turn": 7}
    assert crossings(situation(terrain=POINT, turn=7, readings=late))[0].won


def test_all_points_of_the_own_map_begin_with_the_axis() -> None:
    assert count(situation(own=True)) == 0


# Chits


def test_6_chits_by_turn() -> None:
    first = chits(situation(turn=1), "axis")
    assert not any(chit.startswith("manstein") for chit in first.available)
    assert "manstein-2" in chits(situation(turn=2), "axis").available
    assert chits(situation(turn=1), "soviet").pick == 6


@pytest.mark.parametrize(
    ("turn", "state", "readings", "there"),
    [
        (2, {}, {}, False),
        (3, {}, {}, True),
        (2, {}, {"abn-first-turn": 2}, True),
        (5, {"airborne_dropped": True}, {}, False),
    ],
)
def test_a20_the_airborne_chit(turn, state, readings, there) -> None:
    found = chits(situation(turn=turn, readings=readings, **state), "soviet")
    assert ("airborne" in found.available) == there


FRONTS = ["voronezh", "steppe", "southwest", "south"]


@pytest.mark.parametrize(
    ("chosen", "rules"),
    [
        ([*FRONTS, "soviet-reinforcements", "airborne"], []),
        (["zhukov", *FRONTS[:3], "soviet-reinforcements", "airborne"], []),
        (["zhukov", *FRONTS[:3], FRONTS[3], "airborne"], []),
        (["zhukov", *FRONTS[:2], "soviet-reinforcements", "airborne"], ["6.2(1)", "6.2(1)"]),
        (FRONTS, ["6.2(1)"]),
        ([*FRONTS, "airborne", "manstein-1"], ["6.2(1)"]),
    ],
)
def test_ex22_six_chits_with_four_fronts_or_zhukov(chosen, rules) -> None:
    faults = faults_of_soviet_choice(situation(turn=8, cp=3), chosen)
    assert [fault.rule for fault in faults] == rules


@pytest.mark.parametrize(
    ("more", "rules"), [([], []), (["zhukov"], ["6.3(3)"]), (["airborne"], ["13.2"])]
)
def test_no_more_chits_are_asked_for_than_are_to_be_had(more: list[str], rules: list[str]) -> None:
    first = situation(turn=1, cp=0)
    faults = faults_of_soviet_choice(first, [*FRONTS, "soviet-reinforcements", *more])
    assert [fault.rule for fault in faults] == rules
    assert (chits(first, "soviet").pick, chits(first, "soviet").to_choose) == (6, 5)


def test_7_2_3_reinforcements_and_drop_are_not_both_carried_out() -> None:
    assert cancelled_later([*FRONTS, "soviet-reinforcements", "airborne"])
    assert not cancelled_later([*FRONTS, "airborne", "zhukov"])


# Headquarters


def test_ex6_range_four_reaches_four_hexes() -> None:
    h = hq("H", "soviet", "0505", range_=4)
    hexes = command_hexes(situation(h), h)
    assert "0509" in hexes
    assert "0510" not in hexes


def test_8_2_1_range_goes_round_water_and_walls_but_not_zones() -> None:
    h = hq("H", "soviet", "0505", range_=2)
    assert "0507" not in command_hexes(
        situation(h, terrain={"0506": ["sea"], "0606": ["sea"], "0406": ["sea"]}), h
    )
    assert "0506" in command_hexes(situation(h, sides={"0505/0506": ["impassable"]}), h)
    assert "0507" in command_hexes(situation(h, *greys("0506")), h)
    one = hq("H", "soviet", "0505", range_=1)
    assert "0506" not in command_hexes(situation(one, sides={"0505/0506": ["impassable"]}), one)
    assert "0506" in command_hexes(situation(one, sides={"0505/0506": ["major-river"]}), one)


def test_8_1_2_axis_headquarters_activate_others_and_soviet_ones_do_not() -> None:
    for side, ids in (("soviet", {"U"}), ("axis", {"U", "K"})):
        h, k, u = hq("H", side, "0505"), hq("K", side, "0506"), unit("U", side, "0507")
        found = may_activate(situation(h, k, u, unit("F", side, "0515")), h)
        assert {x.id for x in found} == ids


def test_7_3_3_special_activation_takes_any_axis_unit() -> None:
    assert special_activation(situation(*greys("0505"), hq("H", "axis", "3030"), *reds("0707"))) == (
        "X0505", "H",
    )  # fmt: skip


def test_14_2_relocation() -> None:
    h = hq("H", "axis", "0505")
    s = situation(h, *reds("0606"), hq("K", "axis", "0501"), terrain=AXIS_SOURCE)
    found = relocation_hexes(s, h)
    distance = s.position.board.grid.distance
    assert found
    assert all(distance("0505", name) >= 4 for name in found)
    assert not set(found) & s.zones["soviet"]
    assert "0501" not in found
    assert relocation_hexes(situation(h), h) == ()


def test_a22_other_reading_counts_from_enemies() -> None:
    h = hq("H", "axis", "0505")
    other = {"hq-relocation-from": "enemy-units"}
    s = situation(h, *reds("0509"), terrain=AXIS_SOURCE, readings=other)
    assert "0504" in relocation_hexes(s, h)
    assert "0508" not in relocation_hexes(s, h)


# Reinforcements


RAIL = [[f"05{c:02d}" for c in range(1, 9)]]


def rail(*units, side="axis", **what) -> tuple[str, ...]:
    return rail_hexes(
        situation(*units, terrain=what.pop("terrain", AXIS_SOURCE), railroad=RAIL, **what), side
    )


def test_12_1_rail_to_a_source_without_zones() -> None:
    assert rail() == tuple(RAIL[0])
    assert rail(*reds("0606")) == ("0501", "0502", "0503", "0504")
    assert rail(side="soviet") == ()


def test_a17_friends_do_not_open_the_line() -> None:
    units = [*reds("0606"), *greys("0505", "0506")]
    assert rail(*units) == ("0501", "0502", "0503", "0504")
    assert "0508" in rail(*units, readings={"rail-friend-negates": True})


def test_12_1_2_an_enemy_city_closes_the_line() -> None:
    terrain = {**AXIS_SOURCE, "0503": ["major-city"]}
    assert rail(terrain=terrain, control={"0503": "soviet"}) == ("0501", "0502")
    assert "0503" in rail(terrain=terrain, control={"0503": "axis"})


def test_12_1_stacking_at_placement() -> None:
    full = [unit(f"F{i}", "axis", "0503") for i in "ab"]
    s = situation(*full, terrain=AXIS_SOURCE, railroad=RAIL)
    assert "0503" not in placement_hexes(s, "axis")
    assert "0504" in placement_hexes(s, "axis")


def waiting(id_: str, arrival: int):
    return unit(id_, "soviet", "soviet-reinforcements", arrival=arrival)


def test_ex21_the_lowest_number_comes_first() -> None:
    units = [waiting("B", 2), waiting("A", 1), waiting("C", 2)]
    assert [u.id for u in next_group(situation(*units, turn=4))] == ["A"]
    assert [u.id for u in next_group(situation(*units[::2], turn=4))] == ["B", "C"]
    by_turn = {"reinforcement-number": "turn"}
    assert len(next_group(situation(*units, turn=4, readings=by_turn))) == 3


def test_12_2_3_conversion_replaces_its_own_type() -> None:
    s = situation(*reds("0505"), tank("T", "soviet", "0506"), *greys("0707"))
    assert convertible(s, unit("N", "soviet", "soviet-reinforcements")) == ("S0505",)


@pytest.mark.parametrize(("points", "paid"), [("0", 99), ("1/2", 18), ("3", 3)])
def test_12_3_a_unit_may_cost_any_number_or_nothing(points: str, paid: int) -> None:
    table = game().tables["negotiation-costs"]
    costs = replace(table, cells=dict.fromkeys(table.cells, points))
    own = replace(game(), tables={**game().tables, table.name: costs})
    start = replace(scenario_position(own, "campaign"), turn=2)
    for found in bought(situation_of(start), 9):
        assert found.extra["most"] == min(paid, len(found.units))


def test_12_3_prices() -> None:
    s = situation(turn=2)
    assert price(s, "cancel-absolute-order") == 3
    assert [price(s, what) for what in POOLS.values()] == [2, 1, 0.5]


def test_13_2_the_drop() -> None:
    source = {"0501": ["soviet-supply"]}
    s = situation(*reds("0505"), *greys("0508"), terrain={**source, "0507": ["sea"]})
    found = drop_hexes(s)
    assert "0513" in found
    assert "0514" not in found
    assert "0507" not in found
    assert "0508" not in found
    assert drop_hexes(situation(*reds("0505"))) == (), "no line, no drop"
    assert drop_hexes(situation(*reds("0505"), terrain=source, airborne_dropped=True)) == ()


# Victory


def scores(*units, **what) -> dict[str, float]:
    return {score.what: score.points for score in victory(situation(*units, **what)).scores}


def test_17_2_cities_edges_losses_and_headquarters() -> None:
    found = victory(situation(
        *reds("0101"),
        tank("P", "axis", "eliminated"), unit("I", "axis", "eliminated"),
        unit("R", "axis", "eliminated", nationality="romanian"),
        unit("S", "soviet", "eliminated"),
        terrain={"0505": ["major-city"], "0606": ["major-city"], "0101": ["breakthrough"]},
        control={"0505": "soviet", "0606": "axis"},
        axis_relocations=2, soviet_relocations=1,
    ))  # fmt: skip
    assert {score.what: score.points for score in found.scores} == {
        "major cities": 8, "Soviet units in red edge hexes": 5,
        "German Panzer units destroyed": 2, "other German units destroyed": 1,
        "German headquarters relocated": 4, "Soviet headquarters relocated": -2,
    }  # fmt: skip
    assert found.points == 18
    assert found.goal == 65
    assert found.won is None


def test_a24_units_without_a_line_count_at_the_end() -> None:
    units = [tank("P", "axis", "0505"), unit("I", "axis", "0507")]
    found = victory(situation(*units))
    assert (found.points, found.if_over_now) == (0, 3)
    assert victory(situation(*units, readings={"no-loc-destroyed": "each-turn"})).points == 3


def test_16_2_3_a_fallen_city_under_an_order_ends_the_game() -> None:
    city = {"terrain": {"0505": ["major-city"]}, "absolute_orders": ["0505"]}
    assert victory(situation(*reds("0505"), **city)).won.rule == "16.2(3)"
    assert victory(situation(*greys("0505"), **city)).won is None


def test_17_3_the_race_scores_the_far_bank() -> None:
    sides = {f"{a}/{b}": ["major-river"] for a, b in DNEPR}
    terrain = {**CORRIDOR, "0501": ["soviet-supply"], "0404": ["crossing-point"]}
    what = {
        "terrain": terrain, "sides": sides, "scenario": "race-to-the-dnieper", "turn": 4,
        "control": {"0404": "soviet"},
    }  # fmt: skip
    units = [*reds("2304"), tank("T", "soviet", "2306")]
    found = victory(situation(*units, **what))
    assert found.goal == 50
    assert {s.what: s.points for s in found.at_end} == {
        "Dnepr crossing hexes": 5,
        "Soviet mechanised units west of the Dnepr without a line": 0.5,
        "Soviet infantry units west of the Dnepr without a line": 0.25,
    }


DNEPR = [
    pair
    for row in range(1, 33)
    for pair in (
        [(f"{row:02d}20", f"{row:02d}21")]
        + ([(f"{row:02d}20", f"{row + 1:02d}21")] if row % 2 and row < 32 else [])
        + ([(f"{row:02d}20", f"{row - 1:02d}21")] if row % 2 and row > 1 else [])
    )
]
"""A river from south to north between columns 20 and 21."""


def test_the_overview_is_plain_data() -> None:
    s = situation(*reds("0505"), *greys("0707"), own=True)
    data = as_json(overview(s))
    assert data["cp"] == 0
    assert data["tables"]["special_activation"] == 6
    assert RULES.overview(s.position) == overview(s)
