"""Saves of our own modules: every piece is the unit that it was set up as."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.binding import open_record, read_save
from assistant.cli.app import app
from assistant.games import rules_for
from assistant.position import in_positions
from assistant.position_file import read_position
from assistant.position_text import write_position
from assistant.reading.state import not_of_the_game, odd_turn, turn_of
from builder.game.loader import load_game
from builder.game.locate import installed_games
from builder.game.model import Scenario
from builder.game.problems import ProblemsError
from builder.module.assembly import Assembly
from builder.vassal.replay import Replay
from tests.wide import first, some_of

LOG = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"

SCENARIOS = [
    (game, scenario)
    for game in installed_games()
    for scenario in load_game(game).scenarios
]  # fmt: skip


@pytest.mark.parametrize(
    ("game_id", "scenario_id"),
    some_of(
        SCENARIOS,
        lambda game, scenario: (
            game not in ("uis", "kursk") and scenario == next(iter(load_game(game).scenarios))
        ),
    ),
)
def test_a_set_up_reads_back(game_id: str, scenario_id: str, tmp_path: Path) -> None:
    game = load_game(game_id)
    scenario = game.scenarios[scenario_id]
    save = tmp_path / "x.vsav"
    save.write_bytes(Assembly(game).save(scenario))
    position = read_save(save)
    places = {*game.grid.places, *game.definition.units.areas, *game.beside}
    expected = {
        (placement.counter, place, placement.step)
        for placement in scenario.placements
        if in_positions(game, game.counters[placement.counter])
        and (place := _place(placement.hex, places)) in places
    }
    assert {(unit.counter, unit.hex, unit.step) for unit in position.units} == expected
    assert position.unknown == ()
    assert (position.turn, position.phase, position.scenario) == (
        scenario.turn,
        scenario.phase or game.definition.phase[0].id,
        scenario_id,
    )
    assert {name: _sorted(position.value(name)) for name in scenario.state} == {
        name: _sorted(value) for name, value in scenario.state.items()
    }


def _place(hex_: str, places: set[str]) -> str:
    """A turn's space is part of the turn track, where the game has that box."""
    return "turn-track" if hex_.startswith("turn ") and "turn-track" in places else hex_


def _sorted(value: object) -> object:
    return sorted(value) if isinstance(value, list) else value


@pytest.mark.parametrize("scenario_id", first(sorted(load_game("dagc").scenarios), 1))
def test_nobody_begins_out_of_supply(scenario_id: str, tmp_path: Path) -> None:
    game = load_game("dagc")
    save = tmp_path / "x.vsav"
    save.write_bytes(Assembly(game).save(game.scenarios[scenario_id]))
    supply = rules_for("dagc").supply(read_save(save))
    assert {unit.id for unit in supply.units if unit.state != "supplied"} == set()


def test_control_at_the_beginning_and_by_markers(tmp_path: Path) -> None:
    game = load_game("dagc")
    begun = game.scenarios["historical"]
    taken = replace(begun, control={"soviet": ("3908",)})
    save = tmp_path / "x.vsav"
    save.write_bytes(Assembly(game).save(taken))
    control = read_save(save).control
    assert control["3908"] == "soviet"
    assert control["4503"] == "soviet"
    assert "4404" not in control


def test_a_save_as_a_position_file(tmp_path: Path) -> None:
    game = load_game("dagc")
    save = tmp_path / "x.vsav"
    save.write_bytes(Assembly(game).save(_reduced(game.scenarios["historical"])))
    position = read_save(save)
    file = tmp_path / "x.toml"
    file.write_text(write_position(position), encoding="utf-8")
    back = read_position(file)
    assert back.units == position.units
    assert (back.state, back.control, back.turn) == (
        position.state,
        position.control,
        position.turn,
    )
    assert position.by_id["german-1-infantry"].step == 2
    assert "interdicted" in position.by_id["german-1-infantry"].markers


def _reduced(scenario: Scenario) -> Scenario:
    return replace(
        scenario,
        placements=tuple(
            replace(placement, step=2, markers=("interdicted",))
            if placement.counter == "german-1-infantry"
            else placement
            for placement in scenario.placements
        ),
    )


def test_a_hex_with_units_of_two_sides_is_told(tmp_path: Path) -> None:
    """A save of mid-move, or a piece laid on the stack that it attacks."""
    game = load_game("dagc")
    begun = game.scenarios["historical"]
    move = {"soviet-39": "3401"}
    crowded = tuple(replace(p, hex=move.get(p.counter, p.hex)) for p in begun.placements)
    save = tmp_path / "x.vsav"
    save.write_bytes(Assembly(game).save(replace(begun, placements=crowded)))
    assert [text for text in read_save(save).unknown if "two sides stand in 3401" in text]
    told = CliRunner().invoke(app, ["position", str(save)])  # to be mailed, but not without a word
    assert "two sides stand in 3401" in told.stderr
    save.write_bytes(Assembly(game).save(begun))
    assert read_save(save).unknown == ()


@pytest.mark.parametrize(
    ("stands", "turn", "told"),
    [
        ("5", 5, ""),
        ("9999", 9, "The turn counter stands at 9999, and the game has turns 1 to 9 only"),
        ("-5", 1, "The turn counter stands at -5, and the game has turns 1 to 9 only"),
        ("x", 1, "The turn counter says nothing that can be read"),
    ],
)
def test_a_turn_that_the_game_does_not_have_is_told(stands: str, turn: int, told: str) -> None:
    game = load_game("dagc")
    odd = f"0|{stands};0;true;9"
    assert turn_of(game.definition, [odd]) == (turn, "")
    assert str(not_of_the_game(game.definition, [odd]) or "").startswith(told)
    assert bool(odd_turn(game.definition, [odd])) == bool(told)


def test_a_save_of_another_game_is_told() -> None:
    with pytest.raises(ProblemsError, match="not to a Kessel game"):
        open_record(Path(__file__).parents[1] / "data" / "vassal" / "start.vsav")


def test_a_log_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither to learn the game's name, nor for the last position, is it played again."""
    executed: list[object] = []
    real = Replay._execute
    monkeypatch.setattr(Replay, "_execute", lambda s, t, c: executed.append(c) or real(s, t, c))
    record = open_record(LOG)
    record.position()
    leaves = len(record.replay.game.restore) + sum(map(len, record.replay.game.steps))
    assert 0 < len(executed) <= leaves
