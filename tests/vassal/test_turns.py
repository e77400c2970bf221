"""Turn trackers: read without a module, shown and set with it."""

from dataclasses import replace

import pytest

from builder.adopt.stock import table_piece
from builder.vassal.answers import Answers
from builder.vassal.buildfile import components as c
from builder.vassal.command_reader import read_command
from builder.vassal.locations import Locator
from builder.vassal.module_shape import root_shape
from builder.vassal.state import GameState
from builder.vassal.table import Table
from builder.vassal.tracker_shapes import tracker_shapes
from builder.vassal.traits import BasicPiece, CalculatedProperty
from builder.vassal.turns import (
    TurnState,
    turn_number,
    turn_properties,
    turn_text,
)

SIDE = c.ListTurnLevel(name="Side", property_="Phasing", list_=("German", "Soviet"))
TURN = c.CounterTurnLevel(name="Turn", turn_format="Turn $value$", start=1)
NAMED = c.TurnTracker(name="Clock", turn_format="$Turn$ $Phasing$: $Weather$, $Nothing$")
PROPERTIES = c.GlobalProperties().holding(
    c.GlobalProperty(name="Weather", initial_value="Mud"),
    c.GlobalProperty(name="Turn", initial_value="0"),
)
MODULE = c.GameModule(name="m").holding(
    PROPERTIES,
    c.TurnTracker(turn_format="$level1$: $level2$").holding(TURN.holding(SIDE)),
    NAMED.holding(TURN),
)
TRACKER, CLOCK = tracker_shapes(MODULE.walk())


@pytest.mark.parametrize(
    ("text", "shown", "turn"),
    [("0|1;0;false;-1;0\\;0\\;0\\;true,true", "Turn 1: German", 1),
     ("0|7;0;false;-1;1\\;0\\;0\\;true,true", "Turn 7: Soviet", 7)],
)  # fmt: skip
def test_a_state_shows_its_levels_and_is_written_as_it_was(text, shown, turn):
    state = TurnState.decode(text)
    assert turn_text(TRACKER, state, {}) == shown
    assert state.turn == turn
    assert state.encode() == text


@pytest.mark.parametrize(
    ("state", "turn"),
    [("0|12;0;false;-1", 12), ("1|5;0;false;-1|3;0;true;8", 3), ("0|1;0;0;true,true", None),
     ("", None), ("x|1", None), ("9|1;0;false;-1", None)],
)  # fmt: skip
def test_the_number_of_the_turn(state, turn):
    assert turn_number(state) == turn


def test_a_state_of_another_module_shows_what_it_can():
    assert turn_text(TRACKER, TurnState.decode("3|1;0;false;-1"), {}) == ":"


AT_SEVEN = "0|7;0;false;-1;1\\;0\\;0\\;true,true"


@pytest.mark.parametrize(
    ("turns", "kept"),
    [
        ({}, {}),
        ({"Turn": AT_SEVEN}, {"Phasing": "Soviet", "Turn": "7"}),
        ({"TurnTracker0": AT_SEVEN}, {"Phasing": "Soviet", "Turn": "7"}),
        ({"Turn": AT_SEVEN, "Clock": "0|9;0;false;-1"}, {"Phasing": "Soviet", "Turn": "9"}),
        ({"Turn": "nothing"}, {}),
    ],
)
def test_levels_keep_their_values_as_properties(turns, kept):
    assert turn_properties((TRACKER, CLOCK), turns) == kept


def test_a_piece_asks_for_the_turn_and_a_format_for_any_property():
    shape = root_shape(MODULE, lambda _: None)
    due = CalculatedProperty(name="Due", expression="{Turn + 2}")
    piece = table_piece((due, BasicPiece()))
    globals_ = {("Module", "Weather"): "Snow", ("Module", "Turn"): "0"}
    state = GameState({piece.id: piece}, turns={"Turn": AT_SEVEN}, globals=globals_)
    answers = Answers(state, Locator(shape, state))
    assert [answers.property(piece, name) for name in ("Turn", "Phasing", "Due")] == [
        "7",
        "Soviet",
        "9",
    ]
    told = {"Turn": "7", "Phasing": "Soviet", "Weather": "Snow"}
    assert turn_text(CLOCK, TurnState.decode("0|7;0;false;-1"), told) == "7 Soviet: Snow, Nothing"


SET = "GlobalProperty\t;Turn;3;Module"
MOVED = f"TURNTurnTracker0\t{AT_SEVEN}"


@pytest.mark.parametrize(
    ("before", "commands", "value"),
    [
        (True, [SET, MOVED], "7"),
        (True, [MOVED, SET], "3"),
        (True, [MOVED, SET, MOVED], "7"),
        (False, [SET, MOVED], "3"),
        (False, [MOVED, SET], "3"),
        (False, [MOVED], "0"),
    ],
)
def test_a_property_of_the_name_of_a_level_is_the_same_one_if_it_comes_first(
    before: bool, commands: list[str], value: str
) -> None:
    tracker = c.TurnTracker().holding(TURN)
    parts = [PROPERTIES, tracker] if before else [tracker, PROPERTIES]
    shape = root_shape(c.GameModule(name="m").holding(*parts), lambda _: None)
    table = Table()
    for command in commands:
        table.execute(read_command(command))
    piece = table_piece((BasicPiece(),))
    state = replace(table.state(), pieces={piece.id: piece})
    assert Answers(state, Locator(shape, state)).property(piece, "Turn") == value
