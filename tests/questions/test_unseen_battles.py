"""Declared battles name no unit that the rules of the game hide from who looks, but for those
that attack: the declaration names them to all."""

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
    theirs = [u for u in there.units if u.side == enemy and u.type not in game.flying_types]
    # All theirs in one hex, as only a counter above another hides it.
    place = next(unit.hex for unit in theirs if unit.hex in there.board)
    heaped = [replace(unit, hex=place) if unit in theirs else unit for unit in there.units]
    ours = tuple(unit.id for unit in there.units if unit.side == viewer)
    attacks, hidden, struck = (unit.id for unit in theirs[:3])
    top = theirs[-1].id
    battles = (
        Declared(1, (attacks, top), ours),
        Declared(2, (hidden,)),  # nobody is attacked: it was not declared to anybody yet
        Declared(3, ours, (struck, top)),
    )
    seen = rules_for(game).visible(replace(there, battles=battles).with_units(heaped))
    known = {unit.id for unit in seen.units}
    assert {attacks, top} <= known
    assert not {hidden, struck} & known
    ours = tuple(one for one in ours if one in known)
    assert seen.battles == (Declared(1, (attacks, top), ours), Declared(3, ours, (top,)))
