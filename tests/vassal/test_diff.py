"""What changed between two states, in words, as each side may know it."""

from dataclasses import replace

import pytest

from builder.vassal.answers import Viewer
from builder.vassal.commands import (
    AddPiece,
    ChangePiece,
    GlobalProperty,
    MovePiece,
    Player,
    PropertyChange,
    RemovePiece,
)
from builder.vassal.diff import changes
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import join_nested
from builder.vassal.state import OBSERVER, GameState, Seat
from builder.vassal.table import Table
from builder.vassal.traits import BasicPiece, DynamicProperty, Hide, Label, Layer, Mask
from builder.vassal.write import NewPiece

TRAITS = (
    Mask(mask_name="unknown"),
    Hide(),
    Layer(images=("a", "b"), level_names=("", "+ (reduced)"), name="Step"),
    DynamicProperty(name="Fuel", value="3"),
    Label(),
)


def begun() -> Table:
    table = Table()
    table.execute(Player(PlayerId("secret"), "Ann", "Blue"))
    table.execute(NewPiece((*TRAITS, BasicPiece(name="Unit"))).placed("u", "Map", 10, 10))
    table.execute(GlobalProperty("VP", "0", "Module"))
    return table


def told(command, viewer=None) -> list[str]:
    table = begun()
    before = table.state()
    table.execute(command)
    return [change.text for change in changes(before, table.state(), viewer=viewer)]


def changed(**states) -> ChangePiece:
    traits = {"mask": "null;", "hide": "null", "layer": "1", "fuel": "3", "label": ""} | states
    return ChangePiece("u", join_nested([*traits.values(), "Map;10;10;;0"]), None)


def test_nothing_changes():
    assert told(changed()) == []


def test_moved_and_removed():
    assert told(MovePiece("u", "Map", 30, 40, None, "Map", 10, 10, None)) == [
        "Unit moves from Map (10, 10) to Map (30, 40)"
    ]
    assert told(RemovePiece("u")) == ["Unit is gone from Map (10, 10)"]


def test_entered():
    new = NewPiece((BasicPiece(name="New"),)).placed("n", "Map", 1, 2)
    assert told(new) == ["New appears at Map (1, 2)"]


def test_pieces_of_a_stack_that_is_removed_say_that_they_lie_where_it_did():
    table = begun()
    table.execute(MovePiece("u", "Map", 30, 40, None, "Map", 10, 10, None))
    (stack,) = table.groups
    table.execute(RemovePiece(stack))
    assert table.state().place("u") == (None, 30, 40)
    table.execute(MovePiece("u", "Map", 10, 10, None, "Map", 30, 40, None))
    assert table.state().place("u") == ("Map", 10, 10)
    assert table.state().group_of("u") is None


def test_into_a_deck_and_out_of_it():
    table = begun()
    table.execute(AddPiece("d", "deck;false;0,0,0;40;40;Never;;;;;;;;Reserve", "Map;5;5;false"))
    before = table.state()
    table.execute(MovePiece("u", "Map", 5, 5, None, "Map", 10, 10, None))
    inside = table.state()
    table.execute(MovePiece("u", "Map", 7, 7, None, "Map", 5, 5, None))
    assert [it.text for it in changes(before, inside)] == ["Unit goes from Map (10, 10) to Reserve"]
    assert [it.text for it in changes(inside, table.state())] == [
        "Unit is drawn from Reserve to Map (7, 7)"
    ]


def test_flipped_fuelled_and_labelled():
    assert told(changed(layer="2")) == ["Unit is flipped to Unit (reduced)"]
    assert told(changed(fuel="2")) == ["Unit: Fuel 3 to 2"]
    assert told(changed(label="1st")) == ["Unit (1st): label '1st'"]


def test_a_mark_is_told_by_its_words() -> None:
    mark = Layer(name="Mark-oos", images=("a.png",), level_names=("+ [out of supply]",), level=-1)
    table = Table()
    table.execute(NewPiece((mark, BasicPiece(name="Unit"))).placed("u", "Map", 10, 10))
    bare = table.state()
    table.execute(ChangePiece("u", join_nested(["1", "Map;10;10;;0"]), None))
    marked = table.state()
    assert [one.text for one in changes(bare, marked)] == ["Unit is marked 'out of supply'"]
    assert [one.text for one in changes(marked, bare)] == [
        "Unit is no longer marked 'out of supply'"
    ]


@pytest.mark.parametrize(
    ("layer", "levels", "text"),
    [
        (Layer(activate_command="Flip", images=("a.png",)), (-1, 1), "Unit is flipped"),
        (Layer(activate_command="Flip", images=("a.png",)), (1, -1), "Unit is flipped"),
        (Layer(images=("a.png", "b.png"), level_names=("", "+ (weak)")), (2, 1), "Unit is flipped"),
        (Layer(name="Step", images=("a.png", "b.png", "c.png"), level_names=("", "+ (2/3 steps)", "")),
         (1, 2), "Unit is flipped to Unit (2/3 steps)"),
        (Layer(images=("a.png",)), (-1, 1), "Unit shows another picture"),
        (Layer(images=("a.png", "b.png", "c.png")), (1, 3), "Unit shows another picture"),
        (Layer(name="Shadow", activate_command="On", images=("a.png",)), (-1, 1), "Unit: Shadow is on"),
        (Layer(activate_command="Fired", images=("a.png",)), (1, -1), "Unit: Fired is off"),
        (Layer(name="Fort", images=("a.png", "b.png", "c.png"), level_names=("+ (low)", "", "high")),
         (-1, 3), "Unit: Fort off to high"),
        (Layer(name="Fort", images=("a.png", "b.png", "c.png"), level_names=("+ (low)", "", "high")),
         (1, 2), "Unit: Fort (low) to 2"),
    ],
)  # fmt: skip
def test_a_layer_is_told_in_the_words_of_its_module(
    layer: Layer, levels: tuple[int, int], text: str
) -> None:
    """Modules of others give layers no name; "layer -1 to 1" says nothing to players."""
    table = Table()
    started = replace(layer, level=levels[0])
    table.execute(NewPiece((started, BasicPiece(name="Unit"))).placed("u", "Map", 10, 10))
    before = table.state()
    table.execute(ChangePiece("u", join_nested([str(levels[1]), "Map;10;10;;0"]), None))
    assert [one.text for one in changes(before, table.state())] == [text]


def test_masking_is_seen_and_what_is_under_it_is_not():
    assert told(changed(mask="secret;", layer="2")) == ["Unit is masked"]
    assert told(changed(mask="secret;", layer="2"), Viewer("Blue")) == [
        "Unit is flipped to Unit (reduced)"
    ]


def test_hiding_takes_a_piece_out_of_sight():
    assert told(changed(hide="secret", fuel="1")) == ["Unit is gone from Map (10, 10)"]
    assert told(changed(hide="secret", fuel="1"), Viewer("Blue")) == ["Unit: Fuel 3 to 1"]


def test_who_may_not_see_a_piece_does_not_learn_whether_it_is_still_there():
    """Neither when it goes nor when it comes: it may be hidden, or not be there."""
    there, hidden, nowhere = begun(), begun(), begun()
    hidden.execute(changed(hide="secret"))
    nowhere.execute(RemovePiece("u"))
    here, *others = (table.state() for table in (there, hidden, nowhere))
    for viewer in (None, Viewer("Red")):
        going = [changes(here, other, viewer=viewer) for other in others]
        coming = [changes(other, here, viewer=viewer) for other in others]
        assert len(going[0]) == len(coming[0]) == 1
        assert going[0] == going[1]
        assert coming[0] == coming[1]


def test_what_is_hidden_stays_hidden():
    table = begun()
    table.execute(changed(hide="secret"))
    before = table.state()
    table.execute(MovePiece("u", "Map", 90, 90, None, "Map", 10, 10, None))
    assert changes(before, table.state()) == []
    assert len(changes(before, table.state(), viewer=Viewer("Blue"))) == 1
    assert changes(before, table.state(), viewer=Viewer("Red")) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("0|3;0;false;9", "0|99;0;false;9", ["the turn goes from 3 to 99"]),
        ("0|3;0;false;9", "0|x;0;false;9", ["the turn counter is set to what is no turn"]),
        ("nonsense", "0|3;0;false;9", ["the turn counter is set to turn 3"]),
        ("0|3;0;false;9;1", "0|3;0;false;9;2", ["the next phase of turn 3 begins"]),
        ("0|3;0;false;9;2", "0|3;0;false;9;1", ["turn 3 goes back to an earlier phase"]),
        ("0|3;0;false;9", "0|3;0;true;12", []),
        ("?", "", ["the turn counter is set to what is no turn"]),
    ],
)
def test_what_a_turn_counter_says(before, after, told):
    old, new = (GameState(turns={"Turn": state}) for state in (before, after))
    assert [change.text for change in changes(old, new)] == told


@pytest.mark.parametrize("level", ["-1", "-2", "0"])
def test_what_is_off_does_not_go_off(level):
    table = begun()
    table.execute(changed(layer="-1"))
    before = table.state()
    table.execute(changed(layer=level))
    assert changes(before, table.state()) == []


def test_globals():
    assert told(PropertyChange("VP", "0", "5", "Module")) == ["VP changes from 0 to 5"]


@pytest.mark.parametrize(("seat", "told"), [("Red", "Ann plays Red"), (OBSERVER, "Ann looks on")])
def test_who_takes_a_seat_and_who_leaves_it(seat, told):
    seated = GameState(seats=(Seat(PlayerId("a"), "Ann", seat),))
    assert [change.text for change in changes(GameState(), seated)] == [told]
