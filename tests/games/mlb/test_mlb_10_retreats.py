"""Rules 10.6.1 to 10.6.7: the ways that retreats take."""

from __future__ import annotations

import pytest
from mlb_laboratory import AXIS_SOURCE, greys, hq, reds, tank, unit
from mlb_retreats import ALL_EXITS_IN_ZONES, RING, C, of, paths, refused, retreats


def test_dv27_nearer_to_the_source() -> None:
    answer = retreats(C, *reds("0506"))
    assert paths(answer) == {("0504",)}
    assert of(answer).options[0].losses == 0
    assert refused(answer) == {
        "0405": "10.6.2(1)", "0605": "10.6.2(1)", "0606": "10.6.2", "0406": "10.6.2",
        "0506": "3.1(2)",
    }  # fmt: skip


def test_dv29_fewest_zones_before_nearness() -> None:
    answer = retreats(C, *reds("0506", "0503"))
    assert paths(answer) == {("0605",), ("0405",)}
    assert refused(answer)["0504"] == "10.6.2"


def test_dv31_two_hexes_with_one_zone_each() -> None:
    answer = retreats(C, *reds(*ALL_EXITS_IN_ZONES), result="RR")
    assert paths(answer) == {
        ("0606", "0706"), ("0606", "0705"), ("0605", "0705"), ("0406", "0306"), ("0406", "0305"),
        ("0405", "0305"),
    }  # fmt: skip
    assert {option.losses for option in of(answer).options} == {1}


def test_without_a_source_only_room_counts() -> None:
    answer = retreats(C, *reds("0506"), terrain={})
    assert paths(answer) == {("0605",), ("0504",), ("0405",)}
    full = [unit(f"F{i}", "axis", "0605") for i in "ab"]
    answer = retreats(C, *full, *reds("0506"), terrain={})
    assert paths(answer) == {("0504",), ("0405",)}
    assert refused(answer)["0605"] == "10.6.2(2)"


def test_sources_of_the_enemy_do_not_draw() -> None:
    assert paths(retreats(C, *reds("0506"), terrain={"0501": ["soviet-supply"]})) == {
        ("0605",), ("0504",), ("0405",)
    }  # fmt: skip


def test_the_bridgehead_draws_soviet_units() -> None:
    s = unit("C", "soviet", "0505")
    answer = retreats(s, *greys("0506"), terrain={}, airborne_bridgehead="0501")
    assert paths(answer) == {("0504",)}
    lost = retreats(s, *greys("0506", "0501"), terrain={}, airborne_bridgehead="0501")
    assert len(paths(lost)) == 3


def test_a12_one_and_the_same_source_at_every_step() -> None:
    terrain = {"0902": ["axis-supply"], "0909": ["axis-supply"]}
    zigzag = ("0605", "0606")
    assert zigzag not in paths(retreats(C, *reds("0404"), result="RR", terrain=terrain))
    other = {"retreat-metric": "any-source"}
    answer = retreats(C, *reds("0404"), result="RR", terrain=terrain, readings=other)
    assert zigzag in paths(answer)


@pytest.mark.parametrize("metric", ["same-source", "any-source", "path"])
def test_retreat_metrics_agree_in_the_open(metric) -> None:
    answer = retreats(C, *reds("0506"), readings={"retreat-metric": metric})
    assert paths(answer) == {("0504",)}


def test_a12_by_the_way_over_land() -> None:
    terrain = {**AXIS_SOURCE, "0504": ["clear"], "0503": ["sea"], "0403": ["sea"], "0404": ["sea"],
               "0603": ["sea"]}  # fmt: skip
    units = (C, *reds("0507"))
    straight = paths(retreats(*units, terrain=terrain))
    round_about = paths(retreats(*units, terrain=terrain, readings={"retreat-metric": "path"}))
    assert straight == {("0504",)}
    assert ("0605",) in round_about


def test_a13_the_end_may_lie_beside_the_start() -> None:
    walls = {"0505/0504": ["impassable"]}
    answer = retreats(C, *reds("0507"), result="RR", terrain={}, sides=walls)
    ends = {path[-1] for path in paths(answer)}
    assert "0605" in ends or "0405" in ends
    far = retreats(
        C, *reds("0507"), result="RR", terrain={}, sides=walls,
        readings={"retreat-net-distance": True},
    )  # fmt: skip
    assert not set(RING) & {path[-1] for path in paths(far)}


def test_no_hex_is_entered_twice_and_the_start_not_again() -> None:
    for path in paths(retreats(C, *reds("0507"), result="RR", terrain={})):
        assert "0505" not in path
        assert len(set(path)) == 2


def test_a_stack_may_split() -> None:
    answer = retreats(C, unit("D", "axis", "0505"), *reds("0506", "0503"))
    assert paths(answer, "C") == paths(answer, "D") == {("0605",), ("0405",)}


def test_dv33_ringed_by_a_major_river_in_zones() -> None:
    sides = {f"0505/{n}": ["major-river"] for n in RING}
    for road in ([], [["0505", "0504"]]):
        answer = retreats(C, *reds(*ALL_EXITS_IN_ZONES), sides=sides, road=road)
        assert (answer.outcome, of(answer).outcome) == ("eliminated", "eliminated")
        assert refused(answer)["0504"] == "10.6.6"
        assert refused(answer)["0506"] == "3.1(2)"


def test_10_6_6_a_major_river_is_crossed_to_a_hex_outside_zones() -> None:
    sides = {f"0505/{n}": ["major-river"] for n in RING}
    assert paths(retreats(C, *reds("0506"), sides=sides)) == {("0504",)}


LATER_RIVER = {"0504/0503": ["major-river"], "0504/0404": ["major-river"],
               "0504/0604": ["major-river"]}  # fmt: skip


@pytest.mark.parametrize("road", [[], [["0504", "0503"]]])
def test_10_6_6_not_in_the_second_hex(road) -> None:
    answer = retreats(C, *reds("0506"), result="RR", sides=LATER_RIVER, road=road)
    assert ("0504", "0503") not in paths(answer)


def test_a11_other_reading_lets_a_bridge_be_used_in_the_second_hex() -> None:
    answer = retreats(
        C, *reds("0506"), result="RR", sides=LATER_RIVER, road=[["0504", "0503"]],
        readings={"retreat-bridge-exempt": True},
    )  # fmt: skip
    assert paths(answer) == {("0504", "0503")}


def test_minor_rivers_and_swamps_do_not_hinder() -> None:
    sides = {f"0505/{n}": ["river"] for n in RING}
    terrain = {**AXIS_SOURCE, "0504": ["swamp"]}
    assert paths(retreats(C, *reds("0506"), sides=sides, terrain=terrain)) == {("0504",)}


def test_10_6_7_no_way_out() -> None:
    sides = {f"0505/{n}": ["impassable"] for n in RING if n != "0506"}
    answer = retreats(C, *reds("0506"), sides=sides)
    assert of(answer).outcome == "eliminated"
    assert refused(answer)["0504"] == "10.6.7"
    sea = {n: ["sea"] for n in RING if n != "0506"}
    assert of(retreats(C, *reds("0506"), terrain=sea)).outcome == "eliminated"


def test_a_unit_that_can_make_one_hex_of_two_is_eliminated() -> None:
    sides = {f"0505/{n}": ["impassable"] for n in RING if n not in ("0506", "0504")}
    sides |= {f"0504/{n}": ["impassable"] for n in ("0503", "0404", "0604", "0405", "0605")}
    assert of(retreats(C, *reds("0506"), result="R", sides=sides)).outcome == "retreat"
    answer = retreats(C, *reds("0506"), result="RR", sides=sides)
    assert of(answer).outcome == "eliminated"
    assert refused(answer)["0504"] == "10.6.7"
    sides |= {"0504/0503": ["major-river"]}
    answer = retreats(C, *reds("0506"), result="RR", sides=sides)
    assert refused(answer)["0504"] == "10.6.6, 10.6.7"


def test_a_headquarters_without_a_way_is_eliminated() -> None:
    sides = {f"0505/{n}": ["impassable"] for n in RING if n != "0506"}
    answer = retreats(hq("C", "axis", "0505"), *reds("0506"), sides=sides)
    assert of(answer).outcome == "eliminated"


def test_the_map_edge_is_no_way_out() -> None:
    answer = retreats(unit("C", "axis", "0101"), *reds("0102"), target="0101", terrain={})
    assert paths(answer) == {("0201",)}
    assert set(refused(answer)) == {"0102", "0202"}


def test_an_empty_enemy_city_may_be_entered() -> None:
    terrain = {**AXIS_SOURCE, "0504": ["city"]}
    assert paths(retreats(C, *reds("0506"), terrain=terrain, control={"0504": "soviet"})) == {
        ("0504",)
    }


def test_nearness_before_room_and_a_hex_more() -> None:
    full = [unit(f"F{i}", "axis", "0504") for i in "ab"]
    answer = retreats(C, *full, *reds("0506"))
    assert paths(answer) == {("0504", "0503")}
    assert of(answer).options[0].because[0].rule == "10.6.4"


def test_on_and_on_until_there_is_room() -> None:
    full = [unit(f"F{h}{i}", "axis", h) for h in ("0504", "0503") for i in "ab"]
    assert paths(retreats(C, *full, *reds("0506"))) == {("0504", "0503", "0502")}


def test_one_friend_leaves_room_and_headquarters_have_their_own() -> None:
    assert paths(retreats(C, *greys("0504"), *reds("0506"))) == {("0504",)}
    with_hq = [unit("F", "axis", "0504"), hq("H", "axis", "0504")]
    assert paths(retreats(C, *with_hq, *reds("0506"))) == {("0504",)}
    moving = hq("C", "axis", "0505")
    assert paths(retreats(moving, hq("H", "axis", "0504"), *reds("0506"))) == {("0504", "0503")}
    full = [unit(f"F{i}", "axis", "0504") for i in "ab"]
    assert paths(retreats(moving, *full, *reds("0506"))) == {("0504",)}


def test_nationality_does_not_matter() -> None:
    romanian = unit("F", "axis", "0504", nationality="romanian")
    assert paths(retreats(C, romanian, *reds("0506"))) == {("0504",)}


def test_added_hexes_cross_no_major_river() -> None:
    full = [unit(f"F{i}", "axis", "0504") for i in "ab"]
    answer = retreats(C, *full, *reds("0506"), sides=LATER_RIVER)
    assert ("0504", "0503") not in paths(answer)
    assert paths(answer) == {("0504", "0405"), ("0504", "0605")}


def test_room_and_nearness_together_when_both_can_be_had() -> None:
    terrain = {"0301": ["axis-supply"]}
    full = [unit(f"F{i}", "axis", "0504") for i in "ab"]
    answer = retreats(C, *full, *reds("0507"), terrain=terrain)
    assert paths(answer) == {("0405",)}
    assert refused(answer)["0504"] == "10.6.2(2)"


def test_a15_look_ahead_is_the_other_reading() -> None:
    full = [unit(f"F{i}", "axis", "0504") for i in "ab"]
    what = {"readings": {"retreat-lookahead": True}}
    answer = retreats(C, *full, *reds("0506"), **what)
    assert ("0504", "0503") in paths(answer)


def test_retreats_do_not_depend_on_the_order_of_units() -> None:
    units = [C, tank("D", "axis", "0505"), hq("H", "axis", "0505"), *reds("0506", "0604")]
    assert retreats(*units, result="2RR") == retreats(*units[::-1], result="2RR")
