"""The counters of Army Group Center: what the rulebook says of units is exact."""

from __future__ import annotations

from collections import Counter as Count
from functools import cache

import pytest

from builder.game.loader import load_game
from builder.game.model import Counter, Game


@cache
def dagc() -> Game:
    return load_game("dagc")


def units(**wanted: str) -> list[Counter]:
    return [
        c
        for c in dagc().counters.values()
        if c.kind == "unit" and all(getattr(c, k, c.fields.get(k)) == v for k, v in wanted.items())
    ]


def test_there_are_160_counters() -> None:
    """2.1"""
    assert sum(counter.copies for counter in dagc().counters.values()) == 160


@pytest.mark.parametrize(
    ("id_", "setup", "strength", "rule"),
    [
        ("german-1-infantry", "3102", [3, 2], "2.4"),
        ("german-56-panzer", "4919", None, "10.3"),
        ("soviet-6-guards", "3301", None, "errata"),
        ("soviet-1-polish", "turn 2", None, "10.1"),
    ],
)
def test_units_of_the_text(id_: str, setup: str, strength: list[int] | None, rule: str) -> None:
    counter = dagc().counters[id_]
    assert counter.setup == setup
    assert strength is None or counter.fields["strength"] == strength
    assert rule in counter.source


def test_types_that_the_errata_give() -> None:
    assert dagc().counters["soviet-1uf-1-tank"].type == "tank"
    assert dagc().counters["soviet-1uf-3-guards"].type == "guards"


def test_groups_are_as_large_as_the_rules_say() -> None:
    """2.6, 3.6, 3.7, 10.2, 10.4"""
    assert {c.name for c in units(group="kg")} == {"Bnu", "Brn", "Hrt", "Klf", "Skn", "Str", "Wdl"}
    assert Count(c.fields["entry"] for c in units(group="kg")) == {"south": 6, "north": 1}
    assert {c.name for c in units(group="nu")} == {"3", "24", "46", "48"}
    assert {c.name for c in units(group="5pa")} == {"1SS", "2SS", "47", "58"}
    assert len(units(group="1uf")) == 5
    assert {c.name for c in units(type="cav-mech")} == {
        "Baranov",
        "Oslikovskiy",
        "Pliyev",
        "Sokolov",
    }


def test_one_step_units() -> None:
    """2.11: Korps Gruppen and fortified localities have one step, nobody more than two."""
    for counter in units():
        steps = len(counter.fields["strength"])
        single = counter.type == "fortified-locality" or counter.fields.get("group") == "kg"
        assert steps == (1 if single else 2), counter.id


def test_nine_main_front_units_bear_an_asterisk() -> None:
    """3.6"""
    starred = [c for c in units() if c.fields.get("asterisk")]
    assert len(starred) == 9
    assert {c.fields["group"] for c in starred} == {"main"}


def test_air_armies() -> None:
    """13.1, 13.2"""
    kinds = Count(c.type for c in dagc().counters.values() if c.kind == "marker")
    assert (kinds["air-army"], kinds["air-army-1uf"]) == (8, 2)


def test_soviets_start_beside_or_behind_their_trenches() -> None:
    board = dagc().board
    for scenario in dagc().scenarios.values():
        for placement in scenario.placements:
            counter = dagc().counters[placement.counter]
            if counter.kind == "unit" and placement.hex in dagc().grid:
                assert ("soviet-side" in board.of(placement.hex)) == (counter.side == "soviet")


@pytest.mark.parametrize(
    ("scenario", "marker", "on_map"),
    [
        ("historical", "4004", set()),
        ("bold-stroke", "4720", set()),
        ("failed-d-day", "4004", {"5pa"}),
        ("no-bomb-plot", "4004", set()),
        ("failed-d-day-no-bomb-plot", "4004", {"5pa"}),
    ],
)
def test_scenarios(scenario: str, marker: str, on_map: set[str]) -> None:
    """3.2, 3.6 to 3.9"""
    game = dagc()
    where = {p.counter: p.hex for p in game.scenarios[scenario].placements}
    assert where["marker-bagration"] == marker
    assert game.scenarios[scenario].state["bagration"] == marker
    for group in ("nu", "5pa"):
        places = {where[c.id] for c in units(group=group)}
        assert all((place in game.grid) == (group in on_map) for place in places)
    nu = {where[c.id] for c in units(group="nu")}
    assert nu == ({"turn 3"} if scenario == "bold-stroke" else {"set-aside"})


def test_bold_stroke_deploys_within_nine_of_its_marker() -> None:
    """3.6"""
    game = dagc()
    where = {p.counter: p.hex for p in game.scenarios["bold-stroke"].placements}
    starred = [c for c in units() if c.fields.get("asterisk")]
    assert all(game.grid.distance("4720", where[c.id]) <= 9 for c in starred)


def test_fifth_panzer_army_keeps_off_the_trenches() -> None:
    """3.7: two to four connected hexes, none adjacent to a German entrenchment."""
    game = dagc()
    where = {p.counter: p.hex for p in game.scenarios["failed-d-day"].placements}
    hexes = {where[c.id] for c in units(group="5pa")}
    assert 2 <= len(hexes) <= 4
    for hex_ in hexes:
        near = set(game.board.neighbours(hex_))
        assert near & hexes
        assert not near & game.board.hexes_with("german-entrenchment")
