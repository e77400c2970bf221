"""Player ids are passwords: they are in no text, error or repr that leaves the reader."""

import copy
import json
import pickle
from pathlib import Path

import pytest

from assistant.report.show import show, show_json, show_text
from builder.vassal import commands as c
from builder.vassal.answers import Answers, Viewer
from builder.vassal.command_reader import read_command
from builder.vassal.command_tree import leaves
from builder.vassal.locations import Locator
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.table import Table
from builder.vassal.traits import BasicPiece, Hide, Mask
from builder.vassal.write import NewPiece

DATA = Path(__file__).parents[1] / "data" / "vassal"
SECRET = "oracle"  # what the player of the samples chose; the name shown is Oracle


@pytest.mark.parametrize("file", ["start.vsav", "turn1.vlog", "r1.vlog"])
def test_nothing_that_is_shown_holds_a_player_id(file):
    game = read_saved_game(DATA / file)
    assert SECRET in game.text
    replay = Replay(game)
    state = replay.state()
    said = [repr(game), repr(state), repr(list(state.seats))]
    said += [repr(step) for step in replay.steps()]
    said += [repr(piece.traits) for piece in state.pieces.values()]
    said += [repr(read_command(leaf)) for leaf in leaves(game.tree)]
    shown = show(DATA / file, DATA / "sample.vmod", changes=True, viewer="Blue")
    said += [repr(shown), show_text(shown), json.dumps(show_json(shown))]
    assert not [text for text in said if SECRET in text]


def test_a_player_id_has_no_readable_form():
    id_ = PlayerId("secret")
    assert "secret" not in f"{id_}{id_!r}"
    assert id_ == PlayerId("secret")
    assert id_ != PlayerId("other")
    for store in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="password"):
            store(id_)


def test_a_masked_piece_cannot_be_followed_by_its_id():
    file, module = DATA / "turn1.vlog", DATA / "sample.vmod"
    state = Replay(read_saved_game(file)).state()
    masked = {piece.id for piece in state.pieces.values() if piece.masked_by}
    assert masked
    for viewer in (None, "Red"):
        text = json.dumps(show_json(show(file, module, viewer=viewer)))
        assert not [id_ for id_ in masked if id_ in text]
        assert "King" not in text
    ours = json.dumps(show_json(show(file, module, viewer="Blue")))
    assert [id_ for id_ in masked if id_ in ours]


@pytest.mark.parametrize(
    ("access", "owner", "side", "sees"),
    [
        ("player:", None, None, True),
        ("player:", "secret", "Blue", True),
        ("player:", "secret", "Red", False),
        ("player:", "Red", "Red", False),  # a password that is called like a side opens nothing
        ("side:", "Blue", "Blue", True),
        ("side:", "Blue", "Red", False),
        ("side:", "Blue", None, False),
        ("sides:Blue:Umpire", "Blue", "Umpire", True),
        ("sides:Blue:Umpire", "Blue", "Red", False),
        ("sides:Blue:Umpire", "Red", "Blue", False),
    ],
)
def test_who_sees_what_is_masked_or_hidden(access, owner, side, sees):
    table = Table()
    table.execute(c.Player(PlayerId("secret"), "Ann", "Blue"))
    by = None if owner is None else PlayerId(owner)
    traits = (
        Mask(access=access, masked_by=by),
        Hide(access=access, hidden_by=by),
        BasicPiece(name="Unit"),
    )
    table.execute(NewPiece(traits).placed("u", "Map", 1, 1))
    state = table.state()
    answers = Answers(state, Locator(None, state), Viewer(side))
    piece = state.pieces["u"]
    assert answers.is_masked(piece) != sees
    assert answers.is_invisible(piece) != sees
    assert answers.property(piece, "Obscured") == ("false" if sees else "true")
    assert answers.property(piece, "InvisibleToOthers") == ("false" if owner is None else "true")
    assert answers.owner(piece) in (None, "Blue")


def test_a_side_is_told_apart_from_a_password_of_the_same_letters():
    table = Table()
    table.execute(c.Player(PlayerId("Blue"), "Ann", "Red"))
    state = table.state()
    assert state.side_of(PlayerId("Blue")) == "Red"
    assert state.side_of(PlayerId("Blue"), "sides:Blue") == "Blue"
    assert state.side_of(PlayerId("other")) is None
