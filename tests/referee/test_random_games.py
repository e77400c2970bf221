"""Games that are lawful by Kessel's own answers: the referee finds nothing in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.referee.refereed import referee
from tests.referee.conftest import SCENARIOS, game_of, text_of
from tests.referee.playing import random_game


@pytest.mark.parametrize(
    ("name", "seed", "phases"),
    [
        ("aldra", 1, 6),
        ("karga", 1, 6),
        ("saltmarsh", 1, 6),
        ("saltmarsh", 91005, 6),  # the second of a stack finds its only way full
        ("tarsa", 1, 5),
        ("dagc", 1, 5),
        ("mlb", 1, 8),
    ],
)
def test_nobody_is_accused(name: str, seed: int, phases: int, tmp_path: Path) -> None:
    path = random_game(
        game_of(name), SCENARIOS[name], tmp_path / "game.vlog", seed, phases, text_of(name)
    )
    found = referee([path])
    assert not found.findings, [(v.number, v.subject, v.rule, v.text) for v in found.findings]
    assert found.counts["lawful"] > phases
