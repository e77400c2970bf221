"""Command, page, watch, live table and library give one answer to one question, in every scenario
of every game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app
from assistant.live.chat import NOT_SEEN_BY_ALL, Chat, Question, seen_by_all
from assistant.planning.plan import best_plan
from assistant.position_file import read_position
from assistant.position_text import write_position
from assistant.questions.answers import as_json
from assistant.questions.names import NOT_IN_SIGHT
from assistant.questions.protocol import QuestionError
from assistant.table import Table, door_of, open_table
from assistant.watch import Watch
from assistant.words.data import in_words
from assistant.words.voice import ENGLISH, voice
from builder.module.build import write_setup
from tests.games_read import read_once
from tests.questions.tables import GAMES, SCENARIOS, table
from tests.wide import all_but, one_each

PLANNED = ("dagc", "nr", "saltmarsh")
"""Games of which plans are compared, of their first scenarios: others take seconds, and no face knows
games or scenarios."""


@pytest.mark.parametrize("game", all_but(GAMES, "kursk", "uis"))
def test_a_scenario_is_what_its_save_holds(game: str, tmp_path: Path) -> None:
    """And whoever watches its folder is told what the library answers."""
    ours = table(game)
    write_setup(read_once(game), ours.position.scenario, tmp_path / "setup.vsav")
    session = Session()
    said: list[str] = []
    assert Watch(tmp_path, said.append, session=session).look()
    (source,) = session.sources
    saved = source.moment().position
    known = {
        unit.id: (unit.hex, unit.step, unit.markers, unit.type, unit.name) for unit in saved.units
    }
    assert known == {u.id: (u.hex, u.step, u.markers, u.type, u.name) for u in ours.units}
    assert (saved.turn, saved.phase) == (ours.position.turn, ours.position.phase)
    assert saved.control == ours.position.control
    for variable in saved.game.definition.state:
        assert (saved.value(variable) or None) == (ours.position.value(variable) or None), variable
    watched = source.moment().whole
    assert {unit.id: unit for unit in watched.supply.units} == {
        unit.id: unit for unit in ours.supply().units
    }
    assert watched.zones.zones == ours.zones().zones
    broken = ours.stacking().violations
    assert sorted(one.text for one in watched.stacking.violations) == sorted(
        one.text for one in broken
    )
    assert all(f"{one.hex} breaks {one.rule}" in said[0] for one in broken)


@pytest.mark.parametrize(
    ("game", "scenario"), all_but(one_each(SCENARIOS), "kursk", "mlb", "nr", "uis")
)
def test_scenario(
    game: str, scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = cache(read_position)  # all faces read the file, and it is the same each time
    monkeypatch.setattr("assistant.position_file.read_position", once)
    monkeypatch.setattr("assistant.board.source.read_position", once)
    file = tmp_path / "scenario.toml"
    file.write_text(write_position(table(game, scenario).position), encoding="utf-8")
    asked, faces = open_table(file), _Faces(file)
    assert faces.command("supply")["units"] == as_json(asked.supply().units)
    shown = faces.page("scene")
    assert shown["zones"] == as_json(asked.zones().zones) == faces.command("zones")["zones"]
    violations = as_json(asked.stacking().violations)
    assert shown["violations"] == violations == faces.command("stacking")["violations"]
    for question in ("turn", "arrivals", "score"):
        assert faces.command(question) == _or_error(getattr(asked, question))
    ahead = asked.whole.ahead
    assert shown["ahead"] == ahead
    mine = as_json(asked.attacks(anyway=ahead))
    told = [(attack["target"], attack["attackers"]) for attack in mine["attacks"]]
    assert told[: len(shown["attacks"])] == [
        (a["target"], a["attackers"]) for a in shown["attacks"]
    ]
    assert faces.command("odds", *_anyway(ahead)) == mine
    unit = _mover(asked)
    # The page answers as if it were the time to move, which the command does with --anyway.
    mine = as_json(asked.moves(unit, anyway=True))
    faces.agree("moves", mine, [unit, "--anyway"], {"unit": unit})
    room = door_of(seen_by_all(faces.live))
    mine = _or_error(lambda: room.moves(unit, anyway=True))
    name = asked.position.by_id[unit].shown
    refused = mine.get("error", "").replace(f"{unit} ({name})", name)  # the room is told no ids
    if refused.endswith(NOT_IN_SIGHT.removeprefix("{unit}")):  # nor who is there for some seats
        refused = NOT_SEEN_BY_ALL.replace("{unit}", name)
    assert (refused or f"{mine['allowance']}:") in faces.chat("moves", unit)
    for attack in asked.attacks(anyway=ahead).attacks[:1]:
        _battle(asked, faces, attack.target, attack.attackers, ahead)
    standing = next(unit.hex for unit in asked.units if unit.hex in asked.position.board.grid)
    _battle(asked, faces, standing, (), ahead)
    if game in PLANNED and scenario == next(iter(asked.game.scenarios)):
        plan = _or_error(lambda: best_plan(asked))
        assert faces.command("plan") == plan
        assert faces.page("plan") == faces.in_words(plan)


def _battle(asked: Table, faces: _Faces, hex_: str, ids: tuple[str, ...], ahead: bool) -> None:
    words, query = [hex_], {"hex": hex_}
    if ids:
        words, query = [*words, "--from", ",".join(ids)], {**query, "from": ",".join(ids)}
    words += _anyway(ahead)
    faces.agree("odds", _or_error(lambda: asked.odds(hex_, ids, anyway=ahead)), words, query)
    advances = _or_error(lambda: asked.advances(hex_, ids, anyway=ahead))
    faces.agree("advances", advances, words, query)
    if not ids:
        room = door_of(seen_by_all(faces.live))
        odds = _or_error(lambda: room.odds(hex_, anyway=True))
        told = odds["column"] if odds.get("possible") else "no attack"
        assert odds.get("error", told) in faces.chat("odds", hex_)
    results = faces.page("results", **query)
    if "error" in results:
        return
    for result, told in list(results.items())[:2]:
        mine = _or_error(lambda r=result: asked.retreats(hex_, r, ids, anyway=ahead))
        if told is not None:
            assert told == faces.in_words(mine)
        command = faces.command("retreats", *words, "--result", result)
        assert command == mine


class _Faces:
    """A position file asked by the command and by the page."""

    def __init__(self, file: Path) -> None:
        self.file = file
        source = open_source(file)
        record = SimpleNamespace(game=source.game, position=lambda step, side: source.seen(0))
        self.say = voice(source.game, ENGLISH)
        self.live: Any = SimpleNamespace(record=record, source=source, side="")
        self.client = TestClient(make_app(Session(sources=[source])), base_url="http://localhost")

    def command(self, question: str, *words: str) -> Any:
        done = CliRunner().invoke(app, [question, str(self.file), *words, "--json"])
        if done.exit_code in (0, 1) and done.stdout:
            return json.loads(done.stdout)
        assert isinstance(done.exception, QuestionError), done.exception
        return {"error": str(done.exception)}

    def page(self, question: str, **query: str) -> Any:
        return self.client.get(f"/api/{question}", params=query).json()

    def chat(self, what: str, words: str) -> str:
        """What the room is told of the same position."""
        answered = Chat(self.live, print, float).answer(Question(what, words, "en"))
        return "\n".join(answered)

    def agree(self, question: str, mine: Any, words: list[str], query: dict[str, str]) -> None:
        assert self.command(question, *words) == mine
        told = self.page(question, **query)
        if "error" in mine and question == "advances":  # the page has a place for that sentence
            told = {"error": told["because"][0]["text"]}
        assert told == self.in_words(mine)

    def in_words(self, answer: Any) -> Any:
        """An answer as readers of a page have it: its sentences call things by their names."""
        return in_words(answer, self.say)


def _anyway(ahead: bool) -> list[str]:
    return ["--anyway"] if ahead else []


def _mover(asked: Table) -> str:
    """A unit on the map that can move, so that the answer is no empty one."""
    return next(
        unit.id
        for unit in asked.units[::7]
        if unit.hex in asked.position.board.grid and asked.moves(unit.id, anyway=True).reach
    )


def _or_error(ask: Any) -> Any:
    try:
        return as_json(ask())
    except QuestionError as error:
        return {"error": str(error)}
