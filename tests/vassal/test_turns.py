"""Turn trackers: read without a module, shown and set with it."""

import pytest

from builder.vassal.buildfile import components as c
from builder.vassal.turns import TurnState, first_state, state_with, turn_number, turn_text

TRACKER = c.TurnTracker(turn_format="$level1$: $level2$").holding(
    c.CounterTurnLevel(name="Turn", turn_format="Turn $value$", start=1).holding(
        c.ListTurnLevel(name="Side", list_=("German", "Soviet"))
    )
)


def test_a_new_game_begins_at_the_first_turn():
    assert first_state(TRACKER).encode() == "0|1;0;false;-1;0\\;0\\;0\\;true,true"
    assert turn_text(TRACKER, first_state(TRACKER)) == "Turn 1: German"


def test_levels_are_set_by_name():
    state = state_with(TRACKER, {"Turn": "7", "Side": "Soviet"})
    assert turn_text(TRACKER, state) == "Turn 7: Soviet"
    assert state.turn == 7
    assert TurnState.decode(state.encode()) == state


@pytest.mark.parametrize(
    ("values", "what"),
    [({"Phase": "1"}, "no level 'Phase'"), ({"Side": "Finn"}, "no 'Finn'; it has")],
)
def test_what_the_tracker_does_not_have_is_refused(values, what):
    with pytest.raises(ValueError, match=what):
        state_with(TRACKER, values)


@pytest.mark.parametrize(
    ("state", "turn"),
    [("0|12;0;false;-1", 12), ("1|5;0;false;-1|3;0;true;8", 3), ("0|1;0;0;true,true", None),
     ("", None), ("x|1", None), ("9|1;0;false;-1", None)],
)  # fmt: skip
def test_the_number_of_the_turn(state, turn):
    assert turn_number(state) == turn


def test_a_state_of_another_module_shows_what_it_can():
    assert turn_text(TRACKER, TurnState.decode("3|1;0;false;-1")) == ":"
