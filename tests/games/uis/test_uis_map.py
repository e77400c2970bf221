"""The map, the counters and the scenario, held to what the rules say of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from uis_board import game

from assistant.games.uis import RULES, ground
from assistant.games.uis.ground import country, is_mined_border
from assistant.games.uis.lines import (
    NATO_PORTS,
    closed_to_routes,
    nato_sources,
    route_stopped,
    wp_sources,
)
from assistant.games.uis.situation import WP, WP_COUNTRIES, Situation, situation_of
from assistant.games.uis.supply import states_of_heads
from assistant.games.uis.units import FSH
from assistant.position import Position, Unit

FREE = [("N3631", "N3732"), ("C3608", "C3709"), ("C2919", "C3018"), ("C3924", "C4023")]
ENTRY = ["C6101", "C6110", "C6115", "C6127", "Se1408", "Se1414"]


def on_the_map(*units: Unit, **state: object) -> Position:
    told = {name.replace("_", "-"): value for name, value in state.items()}
    return Position(game(), game().board, units, phase="wp-movement", state=told)


@pytest.mark.parametrize(("west", "east"), FREE)
def test_free_crossings_are_autobahns_across_the_border_5_11(west: str, east: str) -> None:
    situation = situation_of(on_the_map())
    assert country(situation, west) == "west-germany"
    assert country(situation, east) == "east-germany"
    assert game().board.joined_by("autobahn", west, east)
    assert not is_mined_border(situation, west, east)


def test_the_rest_of_the_border_is_mined() -> None:
    situation = situation_of(on_the_map())
    assert is_mined_border(situation, "C3609", "C3709") or is_mined_border(
        situation, "C3607", "C3708"
    )


def test_entry_hexes_are_sources_of_the_warsaw_pact_21() -> None:
    assert set(ENTRY) <= wp_sources(situation_of(on_the_map()))
    assert "S6118" not in wp_sources(situation_of(on_the_map()))
    assert "S6118" in wp_sources(situation_of(on_the_map(violated=["austria"])))


def test_the_eight_ports_are_sources_of_nato_12_2_6() -> None:
    board = game().board
    named = {board.names[name] for name in board.hexes_with("port")}
    assert named >= NATO_PORTS
    sources = nato_sources(situation_of(on_the_map()))
    assert {board.names.get(name) for name in sources & board.hexes_with("port")} == NATO_PORTS


def test_copenhagen_has_three_city_hexes_42_2() -> None:
    names = game().board.names
    found = [n for n in game().board.hexes_with("city") if names.get(n, "").startswith("København")]
    assert len(found) == 3


def test_the_baltic_ends_where_the_rules_say_3_1() -> None:
    assert {"N4813", "N4913", "N3919"} <= game().board.hexes_with("sea")


@pytest.mark.parametrize(
    ("kind", "strengths"),
    [
        ("armoured", {(18, 14), (17, 13), (16, 12), (13, 10), (11, 9), (10, 8)}),
        ("mechanized", {(15, 17), (13, 15), (10, 13), (9, 11), (8, 10), (7, 10)}),
    ],
)
def test_soviet_divisions_have_strengths_of_14_2(
    kind: str, strengths: set[tuple[int, int]]
) -> None:
    found = {
        (c.fields["attack"], c.fields["defence"])
        for c in game().counters.values()
        if c.fields.get("nation") == "su" and c.type == kind and c.fields.get("size") == "division"
    }
    assert found <= strengths


def test_the_set_up_stacks_lawfully_and_is_in_supply() -> None:
    scenario = game().scenarios["inner-german-border"]
    units = []
    for placed in scenario.placements:
        counter = game().counters[placed.counter]
        if counter.kind == "unit" and placed.hex in game().board:
            units.append(Unit(counter.id, counter.side, counter.type, placed.hex,
                              fields=counter.fields))  # fmt: skip
    position = replace(on_the_map(*units), state=scenario.state, turn=1)
    assert len(units) > 300
    assert not RULES.stacking(position).violations
    cut_off = [unit for unit in RULES.supply(position).units if unit.state != "supplied"]
    alone = "12.2.1 means the island's brigade to stand alone"
    assert [unit.id for unit in cut_off] == ["dk-bornholm"], alone
    assert cut_off[0].because[-1].text == "Only water or impassable ground lies around."
    later = situation_of(replace(position, turn=4))
    heads = {unit.hex: unit for unit in later.of_side(WP) if unit.type == FSH}
    states = states_of_heads(later, list(heads.values()))
    told = {name: len(states[unit.id].path) - 1 for name, unit in heads.items()}
    assert told == {name: shortest_route_of_a_head(later, name) for name in heads}
    assert len(told) == 3


def shortest_route_of_a_head(situation: Situation, start: str) -> int:
    """Hexes of the shortest route by 12.3.5: all that five hexes off the net let one enter, step
    after step."""
    closed, net = closed_to_routes(situation, WP), ground.on_net(situation)
    goals, seen, fringe = wp_sources(situation) - closed, {(start, 0)}, {(start, 0)}
    for steps in range(999):
        if any(name in goals for name, _ in fringe):
            return steps
        fringe = {
            (near, off + (near not in net and country(situation, near) in WP_COUNTRIES))
            for name, off in fringe
            for near in situation.around[name]
            if near not in closed and not route_stopped(situation, name, near)
        } - seen
        fringe = {(name, off) for name, off in fringe if off <= 5}
        seen |= fringe
    return -1


@pytest.mark.parametrize(("state", "shut"), [({}, True), ({"inlets": {}}, False)])
def test_a_zone_on_the_elbe_shuts_hamburg_unless_told_otherwise_12_2_8(
    state: dict[str, object], shut: bool
) -> None:
    board = game().board
    (hamburg,) = (n for n in board.hexes_with("port") if board.names[n] == "Hamburg")
    way = game().definition.sets["inlets-hamburg"].hexes
    near = next(
        name
        for name in board.neighbours(way[-2])
        if name not in way and hamburg not in board.neighbours(name)
    )
    division = {"nation": "su", "size": "division", "attack": 16, "defence": 12}
    position = on_the_map(Unit("A", "wp", "armoured", near, fields=division), **state)
    assert (hamburg not in nato_sources(situation_of(position))) is shut


def test_inlets_lead_from_their_port_to_the_sea_12_2_8() -> None:
    board = game().board
    wet = board.hexes_with("sea")
    ports = {board.names[n].lower(): n for n in board.hexes_with("port")}
    found = [name for name in game().definition.sets if name.startswith("inlets-")]
    assert {"inlets-hamburg", "inlets-bremen"} <= set(found)
    for name in found:
        way = (ports[name.removeprefix("inlets-")], *game().definition.sets[name].hexes)
        assert not set(way) & wet
        assert all(after in board.neighbours(before) for before, after in pairwise(way))
        assert any(near in wet for near in board.neighbours(way[-1])), name


def test_every_land_hex_lies_in_one_country() -> None:
    board = game().board
    lands = {name for name, feature in game().definition.terrain.items() if feature.area}
    wet = board.hexes_with("sea", "lake")
    assert [n for n in board.grid.places if n not in wet and len(board.of(n) & lands) != 1] == []


def test_borders_and_mines_lie_where_the_rules_have_them_5_11_6_1_4() -> None:
    board = game().board
    situation = situation_of(on_the_map())
    wet = board.hexes_with("sea", "lake")
    for name in board.grid.places:
        for near in board.neighbours(name):
            if name in wet or near in wet:
                continue
            features = board.between(name, near)
            parted = country(situation, name) != country(situation, near)
            assert ("border" in features) is parted, (name, near)
            assert ("minefield" in features) is is_mined_border(situation, name, near), (name, near)


def test_no_line_runs_through_water() -> None:
    board = game().board
    wet = board.hexes_with("sea", "lake")
    assert [pair for runs in board.lines.values() for pair in runs if set(pair) & wet] == []


def test_ferries_join_danish_shores_30() -> None:
    board = game().board
    ends = {
        name
        for pair, features in board.hexsides.items()
        if "ferry" in features
        for name in pair
        if name not in board.hexes_with("sea")
    }
    assert {country(situation_of(on_the_map()), name) for name in ends} <= {
        "denmark",
        "west-germany",
    }
    assert len(ends) == 10


def test_reinforcements_wait_on_the_turn_of_their_code_21() -> None:
    for counter in game().counters.values():
        code, setup = str(counter.fields.get("code", "")), counter.setup
        if setup.startswith("turn ") and code:
            assert code.rstrip("0123456789").strip()[:2].rstrip() not in (
                "AM",
                "CM",
                "EM",
                "PM",
                "DM",
            )
            assert code.endswith(setup.removeprefix("turn "))
        elif setup == "variable":
            assert code[:2] in ("AM", "CM", "EM", "PM", "DM", "CA", "CS", "NO", "GA", "GB")
