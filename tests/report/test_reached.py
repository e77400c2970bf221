"""A rule counts as answered when a question comes to its code; that is held against what runs."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from assistant.games import chapters_of, rules_for
from assistant.kernel.rulebook import rules_of
from assistant.questions.protocol import QuestionError
from assistant.report.reached import reached_from
from assistant.report.rules import rule_entries
from assistant.table import open_table
from builder.game.loader import load_game
from tests.positions.test_cases import asked, written
from tests.wide import all_but

CASES = Path(__file__).parents[1] / "positions"
GAMES = ("dagc", "kursk", "mlb", "nr", "uis")
MOST = 6
"""About as many cases of a game are run with every call noted."""


@pytest.mark.parametrize("game", all_but(GAMES, "uis", "dagc"))
def test_whatever_runs_is_known_to_be_reached(game: str, tmp_path: Path) -> None:
    reached = reached_from(rules_for(game))
    codes: dict[CodeType, dict[str, Any]] = {}

    def note(frame: FrameType, event: str, arg: Any) -> None:
        if frame.f_code not in codes:
            codes[frame.f_code] = frame.f_globals

    paths = sorted((CASES / game).glob("*.toml"))
    for path in paths[:: len(paths) // MOST]:
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        table = open_table(written(case, tmp_path))
        sys.setprofile(note)
        try:
            asked(table, case["command"][0], case["command"][1:])
        except QuestionError:
            pass
        finally:
            sys.setprofile(None)
    ran = {f"{scope.get('__name__', '')}.{code.co_qualname}" for code, scope in codes.items()}
    ruled = {f"{found.module}.{found.function}" for found in rules_of(*chapters_of(game))}
    assert ran & ruled <= reached
    assert len(ran & ruled) > len(ruled) / 6, "the cases run little of the game"


@pytest.mark.parametrize("game", GAMES)
def test_an_answered_rule_has_a_function_that_is_reached(game: str) -> None:
    reached = reached_from(rules_for(game))
    for entry in rule_entries(load_game(game)):
        functions = {f"{found.module}.{found.function}" for found in entry.where}
        assert (entry.status == "answered") == bool(functions & reached), entry.rule
        assert entry.status != "not-yet", entry.rule


class _Rules:
    def supply(self) -> int:
        return _Lines().open()


class _Lines:
    def open(self) -> int:
        return _TABLE["first"]()

    def closed(self) -> int:
        return _nobodys()


def _first() -> int:
    return 1


def _nobodys() -> int:
    return 2


_TABLE = {"first": _first}


def test_classes_tables_and_what_nobody_calls() -> None:
    found = {name.rpartition(".")[2] for name in reached_from(_Rules())}
    assert found == {"supply", "open", "_first"}
