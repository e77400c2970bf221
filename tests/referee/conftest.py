"""Games played at random, once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.model import Game
from tests.referee.playing import Table, saved_text

SCENARIOS = {
    "aldra": "night-march",
    "karga": "counterstroke",
    "saltmarsh": "last-gate",
    "tarsa": "landing",
    "dagc": "historical",
    "mlb": "campaign",
    "nr": "campaign",
    "kursk": "july",
    "uis": "inner-german-border",
}


@cache
def game_of(name: str) -> Game:
    return load_game(name)


@cache
def text_of(name: str) -> str:
    return saved_text(game_of(name), SCENARIOS[name])


@pytest.fixture
def saltmarsh(tmp_path: Path) -> Table:
    """Saltmarsh at its beginning, as a log that grows."""
    return Table(game_of("saltmarsh"), tmp_path / "game.vlog", text_of("saltmarsh"))
