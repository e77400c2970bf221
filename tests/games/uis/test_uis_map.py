"""The map, the counters and the scenario, held to what the rules say of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from uis_board import game

from assistant.games.uis import RULES
from assistant.games.uis.ground import country, is_mined_border
from assistant.games.uis.situation import situation_of
from assistant.games.uis.sources import NATO_PORTS, nato_sources, wp_sources
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
    cut_off = {unit.id for unit in RULES.supply(position).units if unit.state != "supplied"}
    assert cut_off == {"dk-bornholm"}, "12.2.1 means the island's brigade to stand alone"
