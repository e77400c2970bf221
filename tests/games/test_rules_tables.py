"""The table of rules and the code tell the same story in every game."""

from __future__ import annotations

import csv
from importlib import import_module

import pytest

from assistant.games import chapters_of
from assistant.kernel.rulebook import rules_of
from assistant.questions.duties import NOW, Listed
from builder.game.loader import load_game
from builder.game.locate import find_game

GAMES = ("dagc", "mlb", "nr", "kursk", "uis")
every_game = pytest.mark.parametrize("game_id", GAMES)


def table(game_id: str) -> dict[str, dict[str, str]]:
    """The rows of a game's rules.csv by their numbers, no number twice."""
    with (find_game(game_id) / "rules.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len({row["rule"] for row in rows}) == len(rows)
    return {row["rule"]: row for row in rows}


@every_game
def test_every_implemented_rule_has_a_function_and_every_function_a_rule(game_id: str) -> None:
    carried_out = {found.rule for found in rules_of(*chapters_of(game_id))}
    rows = table(game_id)
    assert carried_out == {n for n, row in rows.items() if row["status"] == "implemented"}


@every_game
def test_every_rule_has_a_title_and_a_place_or_a_reason(game_id: str) -> None:
    for number, row in table(game_id).items():
        assert row["title"], number
        assert row["status"] in ("implemented", "data", "out-of-scope"), number
        assert row["where_or_why"] or row["status"] == "implemented", number


@every_game
def test_every_function_says_in_a_sentence_what_it_does(game_id: str) -> None:
    for found in rules_of(*chapters_of(game_id)):
        assert found.summary.endswith("."), found.function


def test_every_numbered_rule_of_army_group_center_is_listed() -> None:
    last = {1: 4, 2: 12, 3: 10, 4: 4, 5: 4, 6: 10, 7: 14, 8: 6, 9: 12, 10: 8, 11: 25, 12: 7, 13: 5}
    numbers = [f"{c}.{n}" for c, count in last.items() for n in range(1, count + 1)]
    assert list(table("dagc")) == numbers


@every_game
def test_every_listed_duty_has_a_fact_a_phase_and_a_rule(game_id: str) -> None:
    listed: Listed[object] = import_module(f"assistant.games.{game_id}.turn").DUTIES
    phases = {phase.id for phase in load_game(game_id).definition.phase}
    sides = {side.id for side in load_game(game_id).definition.side}
    phases |= {id_.removeprefix(f"{side}-") for id_ in phases for side in sides}
    for row in listed.rows:
        assert not (row.fact and row.arrivals), row
        assert row.arrivals or (row.states, row.tells, row.together) == (NOW, (), False), row
        assert set(row.rule.split(", ")) <= table(game_id).keys(), row
        assert set(row.phases) <= phases, row
    assert {row.fact for row in listed.rows if row.fact} == listed.facts.keys()
