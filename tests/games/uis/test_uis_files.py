"""The set-up as a save, read back: units, modes, markers on the map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from uis_board import game

from assistant.binding import open_record
from assistant.games import rules_for
from assistant.games.uis.situation import situation_of
from assistant.position import Position
from builder.game.model import Placement
from builder.module.build import write_setup

SCENARIO = "inner-german-border"
MARKERS = {
    "breakthrough": "C3608",
    "chemical": "C3707",
    "interdiction-5": "C3807",
    "interdiction-10": "C3807",
    "nuclear-2": "C2020",
    "revolt-1": "C4709",
    "damaged": "C2601",
    "nato-air-superiority": "C2918",
}


@pytest.fixture(scope="module")
def read_back(tmp_path_factory: pytest.TempPathFactory) -> Position:
    """The scenario with some markers put down, written as VASSAL's save and read."""
    begin = game().scenarios[SCENARIO]
    put = [Placement(marker, hex_) for marker, hex_ in MARKERS.items()]
    put += [Placement("us-f-15c", "eliminated"), Placement("us-f-4e", "C2420", step=2)]
    scenario = replace(begin, placements=(*begin.placements, *put))
    single = {name: replace(game().counters[name], copies=1) for name in MARKERS}
    marked = replace(game(), scenarios={SCENARIO: scenario}, counters={**game().counters, **single})
    path: Path = tmp_path_factory.mktemp("uis") / "set-up.vsav"
    return open_record(write_setup(marked, SCENARIO, path)).position()


def test_every_unit_of_the_set_up_stands_where_it_was_put(read_back: Position) -> None:
    found = {unit.id: unit.hex for unit in situation_of(read_back).units}
    placed = {
        placement.counter: placement.hex
        for placement in game().scenarios[SCENARIO].placements
        if placement.hex in game().board and game().counters[placement.counter].kind == "unit"
    }
    assert found == placed
    assert (read_back.turn, read_back.phase) == (1, "wp-movement")


def test_units_begin_in_tactical_mode_without_fatigue(read_back: Position) -> None:
    """Railroad Regiments have neither: always in Road mode, they never tire (19.3, 19.4); nor has
    what flies."""
    flies = {name for name, kind in game().definition.units.types.items() if kind.kind == "air"}
    by_rail = [unit for unit in read_back.units if unit.type == "railroad-regiment"]
    others = [unit for unit in read_back.units if unit.type not in {"railroad-regiment", *flies}]
    assert by_rail
    assert {(unit.get("mode"), unit.get("fatigue")) for unit in by_rail} == {(None, None)}
    assert {(unit.get("mode"), unit.get("fatigue")) for unit in others} == {("tactical", 0)}


def test_markers_on_the_map_are_the_state_27_9_4_24_3_36(read_back: Position) -> None:
    value = read_back.value
    assert value("breakthrough") == ["C3608"]
    assert value("chemical") == ["C3707"]
    assert value("interdiction") == {"C3807": 15}
    assert value("nuclear") == {"C2020": 2}
    assert value("revolt") == {"C4709": 1}
    assert value("damaged") == ["C2601"]
    held = value("air-superiority")
    assert list(held) == ["nato"]  # and the whole area of the air grid that the marker stands in
    assert "C2918" in held["nato"]
    assert len(held["nato"]) == 61


def test_squadrons_are_read_like_units_and_their_steps_give_points_42_1(
    read_back: Position,
) -> None:
    """Markers of the module: one was shot down, one is turned over, the others wait in their box;
    on the map they stand in nobody's way."""
    score = rules_for(game()).score(read_back)
    (line,) = [line for line in score.lines if line.what == "steps of US squadrons"]
    assert (line.points, sorted(line.units)) == (3, ["us-f-15c#2", "us-f-4e#2"])
    assert sum(unit.counter == "us-a-10" for unit in read_back.units) == 4
    assert not situation_of(read_back).at("C2420")
