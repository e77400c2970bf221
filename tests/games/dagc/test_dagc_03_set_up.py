"""The set-up checked when a scenario begins, and the markers of control (3.1 to 3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from dagc_board import game, german, place, soviet

from assistant.games.dagc import RULES
from assistant.position import Position
from assistant.scenario import scenario_position

BOLD, D_DAY = "bold-stroke", "failed-d-day"
NU, PANZER = "german-nu-3-panzer", [f"german-5pa-{n}-panzer" for n in ("1-ss", "2-ss", "47", "58")]


def duties(position: Position) -> dict[str, tuple[str, ...]]:
    """What must be done, by its rule: units or hexes."""
    told = RULES.turn(position).duties
    return {duty.rule: duty.units + duty.hexes for duty in told if duty.standing == "must"}


def set_up(scenario: str, moved: Mapping[str, str] | None = None, **more: Any) -> Position:
    """A scenario as set up, with some units elsewhere."""
    found, moved = scenario_position(game(), scenario), moved or {}
    units = {unit.id: replace(unit, hex=moved.get(unit.id, unit.hex)) for unit in found.units}
    for name in moved.keys() - units.keys():
        counter = game().counters[name]
        units[name] = german(name, moved[name], group=str(counter.fields["group"]))
    return replace(found, units=tuple(units.values()), **more)


@pytest.mark.parametrize("scenario", sorted(game().scenarios))
def test_scenarios_are_set_up_lawfully(scenario: str) -> None:
    assert duties(set_up(scenario)) == {}


@pytest.mark.parametrize(
    ("scenario", "moved", "more", "says"),
    [
        (BOLD, {"soviet-65": "4404"}, {}, {"3.6": ("soviet-65",)}),
        (BOLD, {"soviet-65": "4419"}, {}, {"3.6": ("soviet-65",)}),
        (BOLD, {}, {"state": {"bagration": "4004"}}, {"3.2": ()}),
        (BOLD, {NU: "5021"}, {}, {"3.1": (NU,)}),
        ("historical", {NU: "5021"}, {}, {"3.1": (NU,)}),
        ("historical", {PANZER[0]: "4012"}, {}, {"3.1": (PANZER[0],)}),
        ("historical", {}, {"state": {"bagration": "4720"}}, {"3.2": ()}),
        (D_DAY, {}, {"state": {"bagration": "4720"}}, {}),
        (BOLD, dict(zip(PANZER, ("4012", "4012", "4011", "4010"), strict=True)), {}, {}),
        (BOLD, {PANZER[0]: "4004"}, {}, {"3.7": (PANZER[0],)}),
        (D_DAY, dict.fromkeys(PANZER, "4012"), {}, {"6.6": ("4012",), "3.7": tuple(PANZER)}),
        (D_DAY, {PANZER[3]: "4010"}, {}, {"3.7": tuple(PANZER)}),
        (D_DAY, {PANZER[2]: "4011", PANZER[3]: "4010"}, {}, {}),
        ("historical", {}, {"control": {"3908": "soviet"}}, {"3.3": ("3908",)}),
    ],
)
def test_what_the_set_up_breaks(
    scenario: str, moved: dict[str, str], more: dict[str, Any], says: dict[str, tuple[str, ...]]
) -> None:
    found = duties(set_up(scenario, moved, **more))
    assert {number: set(named) for number, named in found.items()} == {
        number: set(named) for number, named in says.items()
    }


def test_later_the_set_up_is_no_matter() -> None:
    assert duties(set_up(BOLD, {"soviet-65": "4404"}, phase="soviet-movement")) == {}


def test_markers_of_control() -> None:
    terrain = {"4415": ["town"], "4416": ["city"], "4417": ["town"], "4418": ["town"]}
    units = (soviet("A", "4415"), soviet("B", "4416"), german("C", "4417"))
    control = {"soviet": ["4416", "4417"], "german": ["4418"]}
    told = RULES.turn(place(*units, terrain=terrain, control=control, phase="german-movement"))
    marks = [(duty.standing, duty.hexes) for duty in told.duties if duty.rule == "3.4"]
    assert marks == [("must", ("4415",)), ("must", ("4417",))]
