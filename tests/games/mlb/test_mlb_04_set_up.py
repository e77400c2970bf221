"""The set-up checked when the game begins (4.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from mlb_laboratory import game

from assistant.games.mlb import RULES
from assistant.position import Position, Unit
from assistant.scenario import scenario_position


def duties(position: Position) -> dict[str, set[str]]:
    """What must be done by the set-up, by its words: units and hexes."""
    told = (
        duty for duty in RULES.turn(position).duties if duty.rule in ("4.0", "16.1(2)", "16.3(1)")
    )
    return {str(duty.what).split()[0]: {*duty.units, *duty.hexes} for duty in told}


def set_up(moved: Mapping[str, str] | None = None, marked: str = "", **more: Any) -> Position:
    """The campaign as set up, with some units elsewhere and one marked."""
    found, moved = scenario_position(game(), "campaign"), moved or {}

    def changed(unit: Unit) -> Unit:
        markers = frozenset({"oos"}) if unit.id == marked else unit.markers
        return replace(unit, hex=moved.get(unit.id, unit.hex), markers=markers)

    more["state"] = {**found.state, **more.get("state", {})}
    return replace(found, units=tuple(map(changed, found.units)), **more)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({}, {}),
        ({"moved": {"axis-143": "2530"}}, {"Units": {"axis-143"}}),
        ({"moved": {"axis-143": "2918"}}, {}),
        ({"moved": {"axis-lah": "2305"}}, {"These": {"axis-lah"}}),
        ({"marked": "axis-57"}, {"All": {"axis-57"}}),
        (
            {"state": {"absolute-orders": ["2634", "2918", "0218", "2305", "1338"]}},
            {"These": {"1631"}},
        ),
        ({"state": {"air": ["stuka"]}}, {"All": set()}),
        ({"control": {"1827": "soviet"}}, {"The": {"1827"}}),
        ({"moved": {"axis-143": "2530"}, "phase": "order-execution"}, {}),
        ({"moved": {"axis-143": "2530"}, "scenario": ""}, {}),
    ],
)
def test_what_the_set_up_breaks(how: dict[str, Any], says: dict[str, set[str]]) -> None:
    assert duties(set_up(**how)) == says
