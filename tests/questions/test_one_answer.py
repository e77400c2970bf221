"""Command, page and library give one answer to one question, in every scenario of every game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app
from assistant.position_text import write_position
from assistant.questions.answers import as_json
from assistant.questions.protocol import QuestionError
from assistant.scenario import scenario_position
from assistant.table import Table, open_table
from builder.game.loader import load_game
from builder.module.build import write_setup

GAMES = ("dagc", "kursk", "mlb", "nr", "uis")
read_once = cache(load_game)
SCENARIOS = [(game, name) for game in GAMES for name in read_once(game).scenarios]


@pytest.mark.parametrize("game", GAMES)
def test_a_scenario_is_what_its_save_holds(game: str, tmp_path: Path) -> None:
    name = next(iter(read_once(game).scenarios))
    file = tmp_path / "setup.vsav"
    write_setup(read_once(game), name, file)
    saved, ours = open_table(file).position, scenario_position(read_once(game), name)
    known = {
        unit.id: (unit.hex, unit.step, unit.markers, unit.type, unit.name) for unit in saved.units
    }
    assert known == {u.id: (u.hex, u.step, u.markers, u.type, u.name) for u in ours.units}
    assert (saved.turn, saved.phase, saved.control) == (ours.turn, ours.phase, ours.control)
    for variable in saved.game.definition.state:
        assert (saved.value(variable) or None) == (ours.value(variable) or None), variable


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_scenario(
    game: str, scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.position_file.load_game", read_once)
    file = tmp_path / "scenario.toml"
    file.write_text(write_position(scenario_position(read_once(game), scenario)), encoding="utf-8")
    table, faces = open_table(file), _Faces(file)
    assert faces.command("supply")["units"] == as_json(table.supply().units)
    shown = faces.page("scene")
    assert shown["zones"] == as_json(table.zones().zones)
    assert shown["violations"] == as_json(table.stacking().violations)
    ahead = table.whole.ahead
    assert shown["ahead"] == ahead
    mine = as_json(table.attacks(anyway=ahead))
    told = [(attack["target"], attack["attackers"]) for attack in mine["attacks"]]
    assert told[: len(shown["attacks"])] == [
        (a["target"], a["attackers"]) for a in shown["attacks"]
    ]
    assert faces.command("odds", *_anyway(ahead)) == mine
    unit = _mover(table)
    # The page answers as if it were the time to move, which the command does with --anyway.
    mine = as_json(table.moves(unit, anyway=True))
    faces.agree("moves", mine, [unit, "--anyway"], {"unit": unit})
    for attack in table.attacks(anyway=ahead).attacks[:1]:
        _battle(table, faces, attack.target, attack.attackers, ahead)
    standing = next(unit.hex for unit in table.units if unit.hex in table.position.board.grid)
    _battle(table, faces, standing, (), ahead)


def _battle(table: Table, faces: _Faces, hex_: str, ids: tuple[str, ...], ahead: bool) -> None:
    asked, query = [hex_], {"hex": hex_}
    if ids:
        asked, query = [*asked, "--from", ",".join(ids)], {**query, "from": ",".join(ids)}
    asked += _anyway(ahead)
    faces.agree("odds", _or_error(lambda: table.odds(hex_, ids, anyway=ahead)), asked, query)
    advances = _or_error(lambda: table.advances(hex_, ids, anyway=ahead))
    faces.agree("advances", advances, asked, query)
    results = faces.page("results", **query)
    if "error" in results:
        return
    for result, told in list(results.items())[:2]:
        mine = _or_error(lambda r=result: table.retreats(hex_, r, ids, anyway=ahead))
        if told is not None:
            assert told == mine
        command = faces.command("retreats", *asked, "--result", result)
        assert command == mine


class _Faces:
    """A position file asked by the command and by the page."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.client = TestClient(
            make_app(Session(sources=[open_source(file)])), base_url="http://localhost"
        )

    def command(self, question: str, *words: str) -> Any:
        done = CliRunner().invoke(app, [question, str(self.file), *words, "--json"])
        if done.exit_code in (0, 1) and done.stdout:
            return json.loads(done.stdout)
        assert isinstance(done.exception, QuestionError), done.exception
        return {"error": str(done.exception)}

    def page(self, question: str, **query: str) -> Any:
        return self.client.get(f"/api/{question}", params=query).json()

    def agree(self, question: str, mine: Any, words: list[str], query: dict[str, str]) -> None:
        assert self.command(question, *words) == mine
        told = self.page(question, **query)
        if "error" in mine and question == "advances":  # the page has a place for that sentence
            told = {"error": told["because"][0]["text"]}
        assert told == mine


def _anyway(ahead: bool) -> list[str]:
    return ["--anyway"] if ahead else []


def _mover(table: Table) -> str:
    """A unit on the map that can move, so that the answer is no empty one."""
    return next(
        unit.id
        for unit in table.units[::7]
        if unit.hex in table.position.board.grid and table.moves(unit.id, anyway=True).reach
    )


def _or_error(ask: Any) -> Any:
    try:
        return as_json(ask())
    except QuestionError as error:
        return {"error": str(error)}
