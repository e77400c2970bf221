"""Saves of a large public module, where they are at hand beside the project: nothing is lost."""

from pathlib import Path

import pytest

from builder.vassal.command_reader import read_command
from builder.vassal.command_tree import leaves
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.sequence import join_nested
from builder.vassal.traits import UnknownTrait
from tests.wide import first

FOLDER = Path(__file__).parents[3] / "shared" / "corpus"
SAVES = sorted(FOLDER.glob("*.vsav")) if FOLDER.is_dir() else []

pytestmark = pytest.mark.skipif(not SAVES, reason="the saves are not at hand")


@pytest.mark.parametrize("file", SAVES, ids=[save.stem for save in SAVES])
def test_a_save_is_written_back_to_the_same_text(file):
    game = read_saved_game(file)
    assert game.written() == game.text
    for leaf in leaves(game.tree):
        assert read_command(leaf).text() == leaf


@pytest.mark.parametrize("file", first(SAVES, 1), ids=[save.stem for save in SAVES])
def test_every_trait_is_known_and_put_together_again(file):
    state = Replay(read_saved_game(file)).state()
    assert len(state.pieces) > 800
    for piece in state.pieces.values():
        assert not any(isinstance(trait, UnknownTrait) for trait in piece.traits)
        assert join_nested([trait.type_text for trait in piece.traits]) == piece.type.text
        assert join_nested([trait.state_text for trait in piece.traits]) == piece.state
