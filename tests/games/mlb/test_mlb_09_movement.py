"""Rule 9: normal and strategic movement."""

from __future__ import annotations

import pytest
from mlb_laboratory import greys, hq, position, reds, unit

from assistant.games.mlb import RULES
from assistant.questions.answers import Moves
from assistant.questions.protocol import QuestionError


def moves(u, *others, **what) -> Moves:
    return RULES.moves(position(u, *others, **what), u.id)


def costs(answer: Moves) -> dict[str, float]:
    return {way.hex: way.cost for way in answer.reach}


def kinds(answer: Moves) -> dict[str, str]:
    return {way.hex: way.extra["kind"] for way in answer.reach}


def refused(answer: Moves) -> dict[str, str]:
    return {found.hex: found.rule for found in answer.refused}


A = unit("A", "axis", "0506")
B = unit("B", "axis", "0606", movement=3)


def test_dv23_leaving_a_zone_costs_two_once_and_zone_to_zone_five() -> None:
    found = costs(moves(A, *reds("0507")))
    wanted = {"0505": 3, "0606": 3, "0607": 5, "0407": 5, "0504": 4, "0404": 5}
    assert {h: found[h] for h in wanted} == wanted
    assert len(found) == 25
    assert "0506" not in found
    assert "0507" not in found


@pytest.mark.parametrize(("movement", "reached"), [(4, False), (5, True)])
def test_ex7_zone_to_zone_over_clear_takes_five(movement, reached) -> None:
    answer = moves(unit("A", "axis", "0506", movement=movement), *reds("0507"))
    assert ("0607" in costs(answer)) == reached
    assert ("0607" in refused(answer)) != reached
    if not reached:
        assert "9.2.2" in refused(answer)["0607"]


def test_there_is_no_least_move() -> None:
    answer = moves(unit("A", "axis", "0506", movement=0))
    assert answer.reach == ()
    assert refused(answer) == dict.fromkeys(("0407", "0406", "0505", "0507", "0606", "0607"), "9.2")


def test_friends_do_not_cancel_a_zone_9_2_2() -> None:
    assert costs(moves(A, *reds("0507"), *greys("0607")))["0607"] == 5


def test_friends_are_passed_and_stacking_does_not_limit_reach() -> None:
    found = costs(moves(A, *[unit(f"F{i}", "axis", "0505") for i in range(3)]))
    assert found["0505"] == 1
    assert found["0504"] == 2


@pytest.mark.parametrize(
    ("movement", "markers", "allowance"),
    [(5, [], 5), (5, ["oos"], 5), (5, ["isolated"], 2), (1, ["isolated"], 0)],
)
def test_allowance_by_supply_state_11_2_3(movement, markers, allowance) -> None:
    answer = moves(unit("A", "axis", "0506", movement=movement, markers=markers))
    assert answer.allowance == allowance
    assert max(costs(answer).values(), default=0) == allowance


@pytest.mark.parametrize(
    ("terrain", "sides", "rule"),
    [
        ({"0507": ["sea"]}, {}, "9.2.5"),
        ({"0507": ["lake"]}, {}, "9.2.5"),
        ({}, {"0506/0507": ["impassable"]}, None),
        ({}, {"0506/0507": ["sea"]}, None),
    ],
)
def test_9_2_5_water_and_impassable_hexsides(terrain, sides, rule) -> None:
    answer = moves(A, terrain=terrain, sides=sides)
    if rule:
        assert refused(answer)["0507"] == rule
    else:
        assert costs(answer)["0507"] == 2


def test_enemy_hexes_are_never_entered() -> None:
    answer = moves(A, *reds("0507"))
    assert refused(answer)["0507"] == "3.1(2)"


@pytest.mark.parametrize(
    ("line", "cost"),
    [({}, 2), ({"road": [["0506", "0507"]]}, 1), ({"railroad": [["0506", "0507"]]}, 1)],
)
def test_9_2_1_minor_river_and_its_bridges(line, cost) -> None:
    sides = {f"0506/{n}": ["river"] for n in ("0507", "0505", "0606", "0607", "0406", "0407")}
    found = moves(unit("A", "axis", "0506", movement=2), *reds("0306"), sides=sides, **line)
    way = next(w for w in found.reach if w.hex == "0507")
    assert way.cost == (0.5 if "road" in line else cost)
    assert costs(found)["0505"] == 2


def test_a_road_costs_one_whatever_the_terrain_and_only_along_it() -> None:
    terrain = {h: ["rough"] for h in ("0507", "0607")}
    road = [["0506", "0507"], ["0606", "0607"]]
    found = moves(A, *reds("0206"), terrain=terrain, road=road, turn=1)
    assert costs(found)["0507"] == 0.5
    zone = moves(A, *reds("0505"), terrain=terrain, road=road)
    assert costs(zone)["0507"] == 3
    assert costs(zone)["0607"] == 4


# Major rivers

RIVER = {
    side: ["major-river"]
    for side in (
        "0405/0406", "0305/0406", "0305/0306", "0505/0406", "0505/0506", "0505/0606", "0605/0606",
        "0705/0606", "0705/0706", "0705/0806", "0805/0806", "0205/0206", "0105/0206", "0305/0206",
        "0105/0106", "0905/0806", "0905/0906", "0905/1006", "1005/1006", "1105/1006", "1105/1106",
    )
}  # fmt: skip


def test_9_2_1_an_unbridged_major_river_is_crossed_first_and_ends_the_move() -> None:
    answer = moves(unit("A", "axis", "0505"), sides=RIVER)
    found = costs(answer)
    assert found["0506"] == found["0606"] == found["0406"] == 1
    assert "0507" not in found
    assert "0607" not in found
    assert refused(answer)["0806"] == "9.2.1(1)"


def test_a_unit_one_hex_from_the_river_does_not_cross() -> None:
    found = costs(moves(unit("A", "axis", "0504"), sides=RIVER))
    assert "0505" in found
    assert not {"0506", "0606", "0406"} & set(found)


def test_a10_other_reading_lets_it_move_along_the_bank_first() -> None:
    u = unit("A", "axis", "0505")
    other = {"river-start": "adjacent-to-river"}
    found = costs(moves(u, sides=RIVER, readings=other))
    assert found["0706"] == 3
    assert "0707" not in found
    inland = costs(moves(unit("A", "axis", "0504"), sides=RIVER, readings=other))
    assert "0506" not in inland


@pytest.mark.parametrize("line", ["road", "railroad"])
def test_a_bridge_over_a_major_river_costs_nothing_more(line) -> None:
    u = unit("A", "axis", "0504", movement=4)
    found = costs(moves(u, *reds("1010"), sides=RIVER, **{line: [["0505", "0506"]]}))
    assert (found["0506"], found["0507"], found["0508"]) == (2, 3, 4)


@pytest.mark.parametrize(
    "line", [{}, {"road": [["0505", "0506"]]}, {"railroad": [["0505", "0506"]]}]
)
@pytest.mark.parametrize("friends", [[], ["0506"]])
def test_9_2_3_no_crossing_from_zone_to_zone(line, friends) -> None:
    u = unit("A", "axis", "0505", movement=9)
    answer = moves(u, *greys(*friends), *reds("0507", "0504"), sides=RIVER, **line)
    assert "0506" not in costs(answer)
    assert refused(answer)["0506"] == "9.2.3"
    assert costs(answer)["0606"] == 3


@pytest.mark.parametrize(("enemy", "cost"), [("0504", 3), ("0507", 3)])
def test_one_bank_in_a_zone_may_be_crossed(enemy, cost) -> None:
    found = costs(moves(unit("A", "axis", "0505"), *reds(enemy), sides=RIVER))
    assert found["0506"] == cost


def test_minor_rivers_are_crossed_from_zone_to_zone() -> None:
    found = costs(moves(A, *reds("0507"), sides={"0506/0607": ["river"]}))
    assert "0607" not in found
    six = unit("A", "axis", "0506", movement=6)
    assert costs(moves(six, *reds("0507"), sides={"0506/0607": ["river"]}))["0607"] == 6


# Swamps

MARSH = {"0507": ["swamp"]}


def test_9_2_4_swamp_is_entered_first_and_ends_the_move() -> None:
    found = costs(moves(A, terrain=MARSH))
    assert "0507" in found
    ring = {h: ["swamp"] for h in ("0507", "0505", "0606", "0607", "0406", "0407")}
    assert set(costs(moves(A, terrain=ring))) == set(ring)


def test_9_2_4_swamp_not_entered_later() -> None:
    answer = moves(unit("A", "axis", "0504"), terrain=MARSH)
    assert "0507" not in costs(answer)
    assert refused(answer)["0507"] == "9.2.4(1)"


def test_9_2_4_2_swamp_not_from_zone_to_zone() -> None:
    u = unit("A", "axis", "0506", movement=9)
    answer = moves(u, *reds("0608"), *reds("0406"), terrain=MARSH)
    assert refused(answer)["0507"] == "9.2.4(2)"
    assert "0507" in costs(moves(u, *reds("0608"), terrain=MARSH))


def test_9_2_4_3_a_road_leads_through_a_swamp() -> None:
    road = [["0504", "0505", "0506", "0507", "0508"]]
    far = unit("A", "axis", "0504", movement=9)
    assert costs(moves(far, *reds("0503"), terrain=MARSH, road=road))["0508"] == 6
    u = unit("A", "axis", "0506", movement=9)
    found = costs(moves(u, *reds("0406"), *reds("0608"), terrain=MARSH, road=road))
    assert found["0507"] == 5


def test_a_railway_does_not_lead_through_a_swamp() -> None:
    line = [["0504", "0505", "0506", "0507"]]
    assert "0507" not in costs(moves(unit("A", "axis", "0505"), terrain=MARSH, railroad=line))


def test_leaving_a_swamp_is_free() -> None:
    assert costs(moves(unit("A", "axis", "0507"), terrain=MARSH))["0509"] == 2


# Strategic movement

ROAD = [[f"05{c:02d}" for c in range(5, 30)]]


def test_9_3_half_a_point_along_the_road() -> None:
    answer = moves(unit("A", "axis", "0505"), road=ROAD)
    found = costs(answer)
    assert found["0506"] == 0.5
    assert found["0515"] == 5
    assert "0516" not in found
    assert kinds(answer)["0515"] == "strategic"
    assert kinds(answer)["0605"] == "normal"
    assert found["0706"] == 2, "not mixed with normal movement"


def test_9_3_never_into_an_enemy_zone() -> None:
    answer = moves(unit("A", "axis", "0505"), *reds("0510"), road=ROAD)
    found = costs(answer)
    assert found["0508"] == 1.5
    assert (found["0509"], kinds(answer)["0509"]) == (6, "normal") if "0509" in found else True
    assert "0511" not in found


def test_9_3_not_from_an_enemy_zone() -> None:
    answer = moves(unit("A", "axis", "0505"), *reds("0504"), road=ROAD)
    assert set(kinds(answer).values()) == {"normal"}
    assert costs(answer)["0506"] == 3


def test_9_3_only_from_a_road_hex_and_not_along_railways() -> None:
    assert set(kinds(moves(unit("A", "axis", "0605"), road=ROAD)).values()) == {"normal"}
    assert set(kinds(moves(unit("A", "axis", "0505"), railroad=ROAD)).values()) == {"normal"}


def test_9_3_needs_the_road_to_cross_the_hexside() -> None:
    two = [["0504", "0505"], ["0506", "0507"]]
    answer = moves(unit("A", "axis", "0505"), road=two)
    assert kinds(answer)["0506"] == "normal"
    assert costs(answer)["0504"] == 0.5


def test_9_3_passes_friends_and_swamps_and_bridged_rivers() -> None:
    terrain = {"0508": ["swamp"], "0509": ["rough"]}
    sides = {"0506/0507": ["major-river"], "0507/0508": ["river"]}
    answer = moves(
        unit("A", "axis", "0505"), *greys("0506"), road=ROAD, terrain=terrain, sides=sides
    )
    assert costs(answer)["0515"] == 5


def test_isolated_units_go_half_as_far_on_the_road_too() -> None:
    answer = moves(unit("A", "axis", "0505", markers=["isolated"]), road=ROAD)
    assert costs(answer)["0509"] == 2
    assert "0510" not in costs(answer)


def test_paths_lead_from_the_unit_and_cost_what_they_say() -> None:
    for way in moves(A, *reds("0507")).reach:
        assert way.path[0] == "0506"
        assert way.path[-1] == way.hex
        assert len(set(way.path)) == len(way.path)


def test_stand_ins_are_named() -> None:
    assert moves(A, terrain={"0507": ["rough"]}).extra["stand_ins"] == ["movement in rough"]
    assert moves(A, terrain={"0507": ["town"]}).extra["stand_ins"] == []


def test_what_is_missing_is_asked_for() -> None:
    bare = unit("A", "axis", "0506")
    fields = {k: v for k, v in bare.fields.items() if k != "movement"}
    with pytest.raises(QuestionError, match="movement"):
        moves(type(bare)("A", "axis", "infantry", "0506", fields=fields))
    with pytest.raises(QuestionError, match="not on the map"):
        moves(unit("A", "axis", "eliminated"))


def test_an_inactive_unit_is_told_so() -> None:
    assert moves(A, activation=True).because[0].rule == "9.0"
    active = unit("A", "axis", "0506", markers=["activated"])
    assert moves(active, activation=True).because == ()


def test_headquarters_also_show_command_and_relocation() -> None:
    answer = moves(hq("H", "axis", "0506", range_=1), *greys("0507", "0508"))
    assert answer.extra["command"].units == ("X0507",)
    assert answer.extra["relocation"] == ()
