"""Rules 3.2, 3.3 and 11: zones of control, lines of communication, supply."""

from __future__ import annotations

import pytest
from mlb_laboratory import (
    AXIS_SOURCE,
    CORRIDOR,
    RIVER_LINE,
    greys,
    hq,
    position,
    reds,
    situation,
    unit,
)  # fmt: skip

from assistant.games.mlb import RULES
from assistant.games.mlb.supply import after_check
from assistant.questions.answers import UnitSupply

A = unit("A", "axis", "0508")


def supply_of(id_: str, *units, **what) -> UnitSupply:
    answer = RULES.supply(position(*units, **what))
    return next(found for found in answer.units if found.id == id_)


def lane(*units, **what) -> UnitSupply:
    """The supply of A in the corridor."""
    terrain = {**AXIS_SOURCE, **CORRIDOR, **what.pop("terrain", {})}
    return supply_of("A", A, *units, terrain=terrain, **what)


def test_zone_covers_the_six_neighbours_whatever_the_state() -> None:
    for u in (unit("A", "axis", "0505", markers=["isolated"], step=2), hq("A", "axis", "0505")):
        zones = RULES.zones(position(u)).zones
        assert zones["axis"] == ("0405", "0406", "0504", "0506", "0605", "0606")
        assert zones["soviet"] == ()


@pytest.mark.parametrize(
    ("terrain", "sides", "missing"),
    [
        ({"0506": ["sea"]}, {}, {"0506"}),
        ({"0506": ["lake"]}, {}, {"0506"}),
        ({}, {"0505/0506": ["impassable"]}, {"0506"}),
        ({}, {"0505/0506": ["sea"]}, {"0506"}),
        ({}, {"0505/0506": ["major-river"], "0505/0605": ["river"]}, set()),
        ({"0506": ["swamp"], "0605": ["rough", "major-city"]}, {}, set()),
    ],
)
def test_3_2_1_water_and_impassable_hexsides_stop_a_zone_and_rivers_do_not(
    terrain, sides, missing
) -> None:
    zone = RULES.zones(position(*greys("0505"), terrain=terrain, sides=sides)).zones["axis"]
    assert set(zone) == {"0405", "0406", "0504", "0506", "0605", "0606"} - missing


def test_zone_reaches_hexes_that_friends_or_enemies_hold() -> None:
    zones = RULES.zones(position(*greys("0505", "0506"), *reds("0504"))).zones
    assert {"0505", "0506", "0504"} <= set(zones["axis"])
    assert "0504" not in zones["soviet"]


def test_zone_at_the_map_edge() -> None:
    assert RULES.zones(position(*greys("0101"))).zones["axis"] == ("0102", "0201", "0202")


@pytest.mark.parametrize(
    ("enemies", "friends", "traced"),
    [
        (["0605"], [], True),
        (["0605", "0405"], ["0505"], False),
        (["0605", "0405"], ["0505", "0504"], True),
        (["0505"], [], False),
        (["0505"], ["0604", "0605", "0606"], True),
    ],
)
def test_3_3_1_empty_zone_hexes_stop_a_line_and_held_ones_do_not(enemies, friends, traced) -> None:
    found = lane(*reds(*enemies), *greys(*friends))
    assert bool(found.path) == traced
    assert found.extra["next"] == ("supplied" if traced else "oos")


def test_headquarters_opens_a_zone_hex_too() -> None:
    enemies = reds("0605", "0405")
    assert lane(*enemies, *greys("0505"), hq("H", "axis", "0504")).path
    assert lane(*enemies, *greys("0505"), unit("B", "axis", "0504", markers=["isolated"])).path


def test_path_runs_from_the_unit_to_the_source() -> None:
    found = lane()
    assert found.path[0] == "0508"
    assert found.path[-1] == found.source == "0501"
    assert len(found.path) == 8


@pytest.mark.parametrize("bridge", ["road", "railroad"])
@pytest.mark.parametrize(("friends", "traced"), [([], False), (["0506"], True)])
def test_3_3_2_a_major_river_needs_a_bridge(bridge, friends, traced) -> None:
    sides = {side: ["major-river"] for side in RIVER_LINE}
    assert not lane(sides=sides).path
    what = {bridge: [["0505", "0506"]]}
    assert lane(sides=sides, **what).path
    assert bool(lane(*reds("0607"), *greys(*friends), sides=sides, **what).path) == traced


def test_minor_rivers_swamp_and_rough_do_not_stop_a_line() -> None:
    sides = {side: ["river"] for side in RIVER_LINE}
    terrain = {f"{r:02d}05": ["swamp", "rough"] for r in (4, 5, 6)}
    assert lane(sides=sides, terrain=terrain).path


@pytest.mark.parametrize("kind", ["city", "major-city"])
@pytest.mark.parametrize(
    ("owner", "friends", "traced"),
    [("soviet", [], False), ("axis", [], True), (None, [], True), ("soviet", ["0405"], True)],
)
def test_3_3_2_an_empty_enemy_city_stops_a_line(kind, owner, friends, traced) -> None:
    rows = ("0405", "0505", "0605")
    control = dict.fromkeys(rows, owner) if owner else {}
    found = lane(*greys(*friends), terrain={h: [kind] for h in rows}, control=control)
    assert bool(found.path) == traced


def test_an_enemy_town_or_crossing_point_stops_no_line() -> None:
    rows = ("0405", "0505", "0605")
    terrain = {h: ["town", "crossing-point"] for h in rows}
    assert lane(terrain=terrain, control=dict.fromkeys(rows, "soviet")).path


def test_impassable_hexsides_stop_a_line() -> None:
    assert not lane(sides={side: ["impassable"] for side in RIVER_LINE}).path
    assert not lane(sides={side: ["sea"] for side in RIVER_LINE}, road=[["0505", "0506"]]).path


def test_a27_an_empty_source_in_an_enemy_zone_is_closed() -> None:
    assert not lane(*reds("0601")).path
    assert lane(*reds("0601"), *greys("0501")).path
    assert lane(*reds("0601"), readings={"source-in-zone-blocks": False}).path
    assert not lane(*reds("0501"), readings={"source-in-zone-blocks": False}).path


def test_the_own_hex_is_never_closed() -> None:
    b = unit("B", "axis", "0501")
    assert supply_of("B", b, *reds("0502"), terrain=AXIS_SOURCE).path == ("0501",)


def test_sources_serve_their_own_side_only() -> None:
    found = supply_of("S0505", *reds("0505"), terrain=AXIS_SOURCE)
    assert found.source is None
    assert found.because[0].rule == "2.1.2"


@pytest.mark.parametrize(
    ("overrun", "side", "source"), [(False, "soviet", "0808"), (True, "soviet", None)]
)
def test_13_2_2_the_airborne_bridgehead_is_a_soviet_source(overrun, side, source) -> None:
    units = [*reds("0505"), *(greys("0808") if overrun else [])]
    found = supply_of("S0505", *units, airborne_bridgehead="0808")
    assert found.source == source


def test_the_bridgehead_is_no_axis_source() -> None:
    assert not supply_of("X0505", *greys("0505"), airborne_bridgehead="0808").path


def test_11_1_3_one_level_a_check() -> None:
    state, seen = "supplied", []
    for traced in (False, False, False, True, False):
        state = after_check(state, traced)
        seen.append(state)
    assert seen == ["oos", "isolated", "isolated", "supplied", "oos"]


@pytest.mark.parametrize(
    ("markers", "traced", "state", "after"),
    [
        ([], True, "supplied", "supplied"),
        ([], False, "supplied", "oos"),
        (["oos"], True, "oos", "supplied"),
        (["oos"], False, "oos", "isolated"),
        (["isolated"], True, "isolated", "supplied"),
        (["isolated"], False, "isolated", "isolated"),
        (["oos", "isolated"], False, "isolated", "isolated"),
    ],
)
def test_state_and_next(markers, traced, state, after) -> None:
    b = unit("B", "axis", "0505", markers=markers)
    found = supply_of("B", b, terrain=AXIS_SOURCE if traced else {})
    assert (found.state, found.extra["next"]) == (state, after)
    assert bool(found.source) == traced


def test_11_1_4_a_headquarters_without_a_line_is_relocated() -> None:
    walls = {f"0808/{n}": ["impassable"] for n in ("0809", "0807", "0908", "0907", "0708", "0707")}
    what = {"terrain": AXIS_SOURCE, "sides": walls}
    found = supply_of("H", hq("H", "axis", "0808"), **what)
    assert found.extra["next"] == "relocated"
    assert "0501" in found.extra["relocation"]
    assert supply_of("H", hq("H", "axis", "0608", markers=["oos"]), **what).extra["next"] == (
        "supplied"
    )


def test_both_sides_are_judged_at_once() -> None:
    ids = [u.id for u in RULES.supply(position(*greys("0505"), *reds("0707"))).units]
    assert ids == ["X0505", "S0707"]


def test_a_cut_off_unit_is_told_where_its_lines_end() -> None:
    found = lane(*reds("0605", "0405"))
    assert [reason.rule for reason in found.because[:3]] == ["3.3(1)"] * 3
    assert "0505 is in an enemy zone and no friendly unit holds it." in {
        reason.text for reason in found.because
    }
    assert found.because[-1].rule == "11.1.4"


def test_lines_do_not_depend_on_the_order_of_units() -> None:
    units = [A, *greys("0505", "0504"), *reds("0605", "0405")]
    what = {"terrain": {**AXIS_SOURCE, **CORRIDOR}}
    assert RULES.supply(position(*units, **what)) == RULES.supply(position(*units[::-1], **what))


def test_units_in_boxes_are_left_out() -> None:
    s = situation(unit("B", "axis", "eliminated"))
    assert s.units == ()
    assert RULES.supply(s.position).units == ()
