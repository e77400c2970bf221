"""The turn goes on by a button of the module's own: what a step sets off is one step for Undo."""

from __future__ import annotations

import pytest

from builder.game.loader import load_game
from builder.game.skeleton import new_game
from builder.module.assembly import Assembly
from builder.module.slots import start_of
from builder.vassal.buildfile import components as c
from builder.vassal.expressions import evaluate
from builder.vassal.traits.actions import SendTo

PASSED = 'id = "red-movement"'


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[c.Component]:
    parent = tmp_path_factory.mktemp("games")
    new_game("small", parent)
    toml = parent / "small" / "game.toml"
    text = toml.read_text()
    assert PASSED in text
    toml.write_text(text.replace(PASSED, PASSED + "\nturns = [1, 3]"))
    assembly = Assembly(load_game(parent / "small"))
    return [part for top in assembly._components({}) for part in top.walk()]


def buttons(parts: list[c.Component]) -> dict[str, c.DoActionButton]:
    found = [part for part in parts if isinstance(part, c.DoActionButton) and part.hotkey]
    return {str(part.hotkey): part for part in found}


@pytest.mark.parametrize(
    ("key", "turns"), [("Ctrl+N", "nexthotkey"), ("Ctrl+Shift+N", "prevhotkey")]
)
def test_a_button_steps_and_passes_over(parts: list[c.Component], key: str, turns: str) -> None:
    (tracker,) = [part for part in parts if isinstance(part, c.TurnTracker)]
    pressed = buttons(parts)
    _, goes = pressed[key].hotkeys
    step, passing = pressed[str(goes)].hotkeys
    assert step == getattr(tracker, turns)
    assert pressed[str(passing)].hotkeys == (step,)


@pytest.mark.parametrize(
    ("phase", "turn", "times"),
    [("Red movement", "1", "0"), ("Red movement", "2", "1"), ("Blue movement", "2", "0")],
)
def test_a_phase_is_passed_over_in_silence(
    parts: list[c.Component], phase: str, turn: str, times: str
) -> None:
    (tracker,) = [part for part in parts if isinstance(part, c.TurnTracker)]
    on = {"Phase": phase, "Turn": turn, "newTurn": "NEW", "PlayerId": "Ana"}
    passing = [p for p in buttons(parts).values() if p.name.startswith("Not in this turn")]
    assert [evaluate(part.loop_count, on.get) for part in passing] == [times, times]
    told = "" if times == "1" else "! <b>NEW</b> (Ana)"
    assert evaluate(tracker.report_format, on.get) == told


@pytest.mark.parametrize(
    ("key", "turn", "phase", "told"),
    [
        ("Ctrl+Shift+N", "1", "Blue movement", "The game begins here"),
        ("Ctrl+Shift+N", "1", "Blue combat", ""),
        ("Ctrl+Shift+N", "2", "Blue movement", ""),
        ("Ctrl+N", "LAST", "Red combat", "The game ends here"),
        ("Ctrl+N", "LAST", "Red movement", ""),
        ("Ctrl+N", "1", "Red combat", ""),
    ],
)
def test_no_step_leads_out_of_the_game(
    parts: list[c.Component], key: str, turn: str, phase: str, told: str
) -> None:
    """VASSAL's own tracker goes from the first turn back to the last, and on to the first."""
    (level,) = [part for part in parts if isinstance(part, c.CounterTurnLevel)]
    on = {"Phase": phase, "Turn": turn.replace("LAST", str(level.loop_limit))}
    pressed = buttons(parts)
    stays, goes = (pressed[str(stroke)] for stroke in pressed[key].hotkeys)
    assert evaluate(stays.report_format, on.get) == told
    assert evaluate(goes.loop_count, on.get) == ("0" if told else "1")


def test_the_tracker_does_not_turn_itself(parts: list[c.Component]) -> None:
    """A step in a step loses the phase from which the outer one came: an undo led to the phase that
    was passed over."""
    (tracker,) = [part for part in parts if isinstance(part, c.TurnTracker)]
    sent = [part.hotkey for part in tracker.walk() if isinstance(part, c.TurnGlobalHotkey)]
    assert tracker.nexthotkey not in sent
    assert "Ctrl+N" not in map(str, sent)
    assert tracker.plus_button_size == 1


@pytest.mark.parametrize("name", ["dagc", "nr"])
def test_the_marker_of_the_turn_covers_nothing_that_is_set_up(name: str) -> None:
    """It went to the middle of its space, on the counters that wait there."""
    assembly = Assembly(load_game(name))
    table, turns = assembly.table, assembly.game.definition.turns
    stacks = start_of(assembly.decks, next(iter(assembly.game.scenarios.values()))).stacks
    (sent,) = (
        trait
        for trait in assembly.stock.pieces["marker-turn"].traits
        if isinstance(trait, SendTo) and trait.zone == "turn $Turn$"
    )
    waiting = 0
    for turn in range(turns.first, turns.last + 1):
        place = f"turn {turn}"
        x, y = table.region(place).centre
        at = x + int(sent.x_index), y + int(sent.y_index)
        region = table.region(place)
        assert region.holds(*at)
        for (_, (hex_, *spot)), pile in stacks.items():
            if hex_ == place and [one.counter for one, _ in pile] != ["marker-turn"]:
                waiting += 1
                assert max(abs(spot[0] - at[0]), abs(spot[1] - at[1])) >= table.counter
    assert waiting > 10
