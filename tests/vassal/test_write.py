"""Saves made from scratch hold what was put into them, and never replace a player's file."""

from pathlib import Path

import pytest

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import read_module
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.commands import BoardPlace
from builder.vassal.decks import deck_of
from builder.vassal.errors import VassalFileError
from builder.vassal.module_shape import shape_of
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.traits import BasicPiece, Delete, Layer, Marker, Prototype
from builder.vassal.write import NewPiece, SaveBuilder, expanded, save_entries, write_save

DATA = Path(__file__).parents[1] / "data" / "vassal"


@pytest.fixture
def module():
    return read_module(DATA / "sample.vmod")


TURN = "0|4;0;false;-1;1\\;0\\;0\\;true,true"
"""Turn 4, of the second player."""


def slots(module):
    parts = list(module.root.walk())
    prototypes = {
        p.name: parse_piece(p.content) for p in parts if isinstance(p, c.PrototypeDefinition)
    }
    return {
        slot.gpid: expanded(parse_piece(slot.content), prototypes)
        for slot in parts
        if isinstance(slot, c.PieceSlot)
    }


def built(module) -> SaveBuilder:
    pieces = slots(module)
    parts = list(module.root.walk())
    laid = shape_of(module).maps[0].laid_out()
    builder = SaveBuilder(module.metadata)
    flipped = tuple(t.replace(level=2) if isinstance(t, Layer) else t for t in pieces["2"])
    builder.add_stack("Main Map", *laid.centre("0405"), [NewPiece(pieces["1"]), NewPiece(flipped)])
    builder.add_loose("Main Map", *laid.centre("0808"), NewPiece(pieces["3"]))
    pile = next(part for part in parts if isinstance(part, c.DrawPile))
    cards = [NewPiece(pieces[gpid]) for gpid in ("20", "21", "22")]
    builder.add_deck(deck_of(pile, "Main Map", 920, 500), cards)
    builder.set_turn("TurnTracker0", TURN)
    builder.set_global("VP", "7")
    builder.set_boards("Main Map", [BoardPlace("Board")])
    builder.set_global("Town", "Łódź ½")
    return builder


def test_everything_is_where_it_was_put(module):
    state = Replay(parse_saved_game(built(module).text())).state()
    stack, deck = state.groups.values()
    assert state.pieces[stack.members[0]].basic_name == "1st Inf"
    assert (stack.map, stack.x, stack.y) == ("Main Map", 192, 320)
    assert [layer.level for layer in state.pieces[stack.members[1]].all(Layer)] == [2]
    assert [state.pieces[id_].basic_name for id_ in deck.members] == ["Ace", "King", "Queen"]
    assert deck.face_down
    assert deck.name == "Draw Deck"
    assert state.turns == {"TurnTracker0": TURN}
    assert state.globals["Module", "VP"] == "7"
    assert state.globals["Module", "Town"] == "Łódź ½"
    assert state.begun
    assert state.boards == {"Main Map": (BoardPlace("Board"),)}
    assert {piece.gpid for piece in state.pieces.values()} == {"1", "2", "3", "20", "21", "22"}


def test_the_deck_is_the_modules_own(module):
    state = Replay(read_saved_game(DATA / "start.vsav")).state()
    engine = next(group for group in state.groups.values() if group.kind == "deck")
    pile = next(part for part in module.root.walk() if isinstance(part, c.DrawPile))
    ours = deck_of(pile, "Main Map", 920, 500)
    assert ours.type_text == engine.type
    assert ours.replace(cards=engine.members).state_text == engine.state


def test_pieces_stand_before_their_stacks_and_the_game_is_under_way(module):
    leaves = built(module).text().split("\x1b")
    seen = set()
    for leaf in leaves:
        if leaf.startswith("+/"):
            id_, type_, state = leaf[2:].split("/")[:3]
            if type_ == "stack":
                assert set(state.split(";")[3:-1]) <= seen
            seen.add(id_)
    assert "SETUP_STACK\t" in leaves
    assert (leaves[0], leaves[-1]) == ("begin_save", "end_save")


def test_the_same_game_gives_the_same_bytes(module, tmp_path):
    for name in ("a.vsav", "b.vsav"):
        built(module).write(tmp_path / name)
    assert (tmp_path / "a.vsav").read_bytes() == (tmp_path / "b.vsav").read_bytes()
    assert read_saved_game(tmp_path / "a.vsav").module.name == "Oracle Test"


def test_a_file_that_is_there_is_kept(module, tmp_path):
    file = tmp_path / "mine.vsav"
    file.write_text("precious")
    with pytest.raises(VassalFileError, match="is not overwritten"):
        built(module).write(file)
    assert file.read_text() == "precious"


def test_a_log_is_written_back_with_its_metadata(tmp_path):
    game = read_saved_game(DATA / "turn1.vlog")
    write_save(tmp_path / "copy.vlog", save_entries(game.written(), game.module, game.save))
    again = read_saved_game(tmp_path / "copy.vlog")
    assert (again.text, again.module, again.save) == (game.text, game.module, game.save)


def test_prototypes_are_expanded_within_prototypes():
    basic = BasicPiece(name="x")
    prototypes = {
        "Unit": (Delete(), Prototype(name="Side"), BasicPiece()),
        "Side": (Marker.of(Side="red"), BasicPiece()),
    }
    found = expanded((Layer(), Prototype(name="Unit"), Prototype(name="none"), basic), prototypes)
    assert found == (Layer(), Delete(), Marker.of(Side="red"), basic)
    with pytest.raises(ValueError, match="contains itself"):
        expanded((Prototype(name="A"),), {"A": (Prototype(name="A"),)})
    with pytest.raises(ValueError, match="no prototypes left"):
        NewPiece((Prototype(name="A"), basic)).placed("1", "Map", 0, 0)
