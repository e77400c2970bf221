"""What the rulebook states of map and counters is exact (rules 1.2, 2, 4.0, 16.3)."""

from __future__ import annotations

import pytest
from mlb_laboratory import game, position, situation, unit

from assistant.games.mlb import RULES
from assistant.games.mlb.score import west_of_dnepr

CITIES = {
    "2634": "Kharkov", "2918": "Kiev", "0218": "Odessa", "2305": "Tarnopol", "1338": "Stalino",
    "1631": "Dnepropetrovsk",
}  # fmt: skip


@pytest.mark.parametrize(("name", "town"), CITIES.items())
def test_4_0_major_cities(name, town) -> None:
    board = game().board
    assert "major-city" in board.of(name)
    assert board.names[name] == town
    assert name in game().definition.control["axis"]


def test_only_the_six_have_absolute_orders() -> None:
    assert game().hexset("absolute-orders") == frozenset(CITIES)
    orders = {c.setup for c in game().counters.values() if c.type == "absolute-order"}
    assert orders == set(CITIES)


def test_16_3_six_crossing_points_all_axis_and_kremenchuk() -> None:
    board = game().board
    points = board.hexes_with("crossing-point")
    assert len(points) == 6
    assert {"1826", "1827"} <= points
    assert points <= set(game().definition.control["axis"])
    assert board.names["1926"] == "Kremenchuk"


def test_grid_of_the_contract() -> None:
    around = game().grid.around
    assert around["0505"] == {
        "E": "0506", "NE": "0606", "NW": "0605", "W": "0504", "SW": "0405", "SE": "0406",
    }  # fmt: skip
    assert around["0606"] == {
        "E": "0607", "NE": "0706", "NW": "0705", "W": "0605", "SW": "0505", "SE": "0506",
    }  # fmt: skip
    assert {"3039", "0101"} <= set(game().grid.places)
    assert {"1826", "1827"} <= set(around["1926"].values())


@pytest.mark.parametrize(
    ("start", "end", "far"),
    [("2634", "1631", 10), ("2634", "1338", 13), ("2918", "0218", 27), ("2918", "2305", 16),
     ("2305", "1338", 38), ("1631", "1926", 6)],
)  # fmt: skip
def test_distances(start, end, far) -> None:
    assert game().grid.distance(start, end) == far


def test_the_dnieper_parts_the_map() -> None:
    west = west_of_dnepr(situation(own=True))
    assert {"2918", "1631", "1826", "1827", "0323", "0218", "2305"} <= west
    assert not {"1926", "2634", "1338", "1231"} & west


@pytest.mark.parametrize("name", ["2918", "1631", "1926", "1826", "1827"])
def test_places_on_the_dnieper(name) -> None:
    board = game().board
    assert any("major-river" in board.between(name, near) for near in board.neighbours(name))


def test_sources_can_be_traced_to_on_the_own_map() -> None:
    ground = situation(own=True).ground
    for side in ("axis", "soviet"):
        sources = ground.sources(side)
        assert len(sources) >= 5
        assert sources <= game().board.on_line("railroad")


def test_breakthrough_hexes_lie_on_the_south_and_west_edges() -> None:
    red = game().board.hexes_with("breakthrough")
    assert red
    assert all(name.startswith("01") or name.endswith("01") for name in red)


def test_1_2_two_hundred_and_eighty_counters() -> None:
    assert sum(counter.copies for counter in game().counters.values()) == 280


def test_counters_that_the_text_names() -> None:
    counters = game().counters
    chits = {c.name: c.copies for c in counters.values() if c.id.startswith("chit-")}
    assert sum(chits.values()) == 14
    assert chits["Manstein"] == 2
    names = {c.name for c in counters.values() if c.type == "hq"}
    assert names == {"Vrnz", "Step", "SW", "Sth", "1PzA", "4PzA", "6A", "8A"}
    assert counters["soviet-18g"].type == "airborne"
    air = [c for c in counters.values() if c.type.startswith("air-")]
    assert sum(c.copies for c in air) == 4
    assert {"LAH", "DR", "Tot", "Wik", "GD"} <= {c.name for c in counters.values()}


def test_counters_bear_the_values_of_their_class() -> None:
    for counter in game().counters.values():
        if counter.kind != "unit":
            continue
        pair = {"attack", "defence"} <= set(counter.fields)
        assert pair == (counter.type in ("mechanised", "armoured")), counter.id
        assert ("strength" in counter.fields) != pair, counter.id
        assert "movement" in counter.fields, counter.id
        assert ("range" in counter.fields) == (counter.type == "hq"), counter.id


def test_axis_infantry_of_the_examples_moves_five() -> None:
    assert any(
        c.side == "axis" and c.type == "infantry" and c.fields["movement"] == 5
        for c in game().counters.values()
        if c.kind == "unit"
    )


@pytest.mark.parametrize("scenario", ["campaign", "race-to-the-dnieper"])
def test_scenarios_keep_the_stacking_limit_and_the_sides_apart(scenario) -> None:
    stacks: dict[str, list] = {}
    for placed in game().scenarios[scenario].placements:
        counter = game().counters[placed.counter]
        if counter.kind == "unit" and placed.hex in game().grid.places:
            stacks.setdefault(placed.hex, []).append(counter)
    assert stacks
    for name, counters in stacks.items():
        assert sum(c.type != "hq" for c in counters) <= 2, name
        assert sum(c.type == "hq" for c in counters) <= 1, name
        assert len({c.side for c in counters}) == 1, name
        assert "sea" not in game().board.of(name), name


def test_answers_that_lean_on_the_map_of_ours_say_so() -> None:
    units = [unit("A", "axis", "2918")]
    supply = RULES.supply(position(*units, own=True))
    assert supply.extra["stand_ins"] == [f"source {supply.units[0].source}"]
    blank = RULES.supply(position(*units, terrain={"2910": ["axis-supply"]}))
    assert blank.extra["stand_ins"] == []
