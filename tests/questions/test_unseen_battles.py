"""Declared battles name no unit that the rules of the game hide from who looks."""

from dataclasses import replace

import pytest

from assistant.games import rules_for
from assistant.position import Declared
from assistant.scenario import scenario_position
from builder.game.loader import load_game

FOGGED = {
    "dagc": ("historical", "german", "soviet", {}),
    "kursk": ("july", "soviet", "german", {"optional-intelligence": True}),
    "uis": ("historical", "nato", "wp", {}),
    "saltmarsh": ("", "garrison", "raiders", {}),
}


@pytest.mark.parametrize("name", FOGGED)
def test_a_declared_battle_names_no_unit_that_is_not_seen(name: str) -> None:
    scenario, viewer, enemy, state = FOGGED[name]
    game = load_game(name)
    start = scenario_position(game, scenario if scenario in game.scenarios else min(game.scenarios))
    there = replace(start.with_state(**state), viewer=viewer)
    theirs = [unit for unit in there.units if unit.side == enemy]
    # All theirs in one hex, as only a counter above another hides it.
    place = next(unit.hex for unit in theirs if unit.hex in there.board)
    heaped = [replace(unit, hex=place) if unit in theirs else unit for unit in there.units]
    all_of_them = tuple(unit.id for unit in there.units)
    battle, hidden = Declared(1, all_of_them, all_of_them), Declared(2, (theirs[0].id,))
    seen = rules_for(game).visible(replace(there, battles=(battle, hidden)).with_units(heaped))
    known = tuple(unit.id for unit in seen.units)
    assert theirs[0].id not in known
    assert seen.battles == (Declared(1, known, known),)
