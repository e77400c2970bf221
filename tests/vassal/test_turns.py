"""Turn trackers: read without a module, shown and set with it."""

import pytest

from builder.vassal.buildfile import components as c
from builder.vassal.turns import TurnState, turn_number, turn_text

TRACKER = c.TurnTracker(turn_format="$level1$: $level2$").holding(
    c.CounterTurnLevel(name="Turn", turn_format="Turn $value$", start=1).holding(
        c.ListTurnLevel(name="Side", list_=("German", "Soviet"))
    )
)


@pytest.mark.parametrize(
    ("text", "shown", "turn"),
    [("0|1;0;false;-1;0\\;0\\;0\\;true,true", "Turn 1: German", 1),
     ("0|7;0;false;-1;1\\;0\\;0\\;true,true", "Turn 7: Soviet", 7)],
)  # fmt: skip
def test_a_state_shows_its_levels_and_is_written_as_it_was(text, shown, turn):
    state = TurnState.decode(text)
    assert turn_text(TRACKER, state) == shown
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
    assert turn_text(TRACKER, TurnState.decode("3|1;0;false;-1")) == ":"
