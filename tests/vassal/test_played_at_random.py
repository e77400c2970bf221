"""Long games of random moves, merges, changes and removals: the engine's result after each step.

Three maps (one with visual layers, one without stacking), decks, pieces that do not stack, pieces
that somebody has hidden; what the engine made of it lies beside the logs.
"""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from builder.vassal.buildfile.module import read_module
from builder.vassal.module_shape import shape_of
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.table_rules import table_rules
from builder.vassal.traits import Layer

DATA = Path(__file__).parents[1] / "data" / "vassal"


@pytest.mark.parametrize("number", [1, 6, 17])
def test_every_step(number):
    rules = table_rules(shape_of(read_module(DATA / "play.vmod")))
    # The engine that played this was one player's, and a stack's top is what that player sees.
    rules = replace(rules, viewer=PlayerId("oracle"))
    replay = Replay(read_saved_game(DATA / f"play{number}.vlog"), rules)
    seen = json.loads(gzip.decompress((DATA / f"play{number}.json.gz").read_bytes()))
    assert len(replay) == 250
    for step, facts in seen.items():
        state = replay.state(int(step))
        groups = sorted(
            [group.kind, *state.place(group.id), list(group.members)]
            for group in state.groups.values()
            if group.kind == "deck" or group.members
        )
        assert groups == facts["groups"], step
        loose = sorted([id_, *state.place(id_)] for id_ in state.pieces if id_ not in state.parents)
        assert loose == facts["loose"], step
        levels = {id_: piece.first(Layer).level for id_, piece in state.pieces.items()}
        assert levels == facts["levels"], step
