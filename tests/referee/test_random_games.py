"""Games that are lawful by Kessel's own answers: the referee finds nothing in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.referee.refereed import referee
from tests.referee.conftest import SCENARIOS, game_of, text_of
from tests.referee.habits import careless_game
from tests.referee.playing import random_game
from tests.wide import some


@pytest.mark.parametrize(
    ("name", "seed", "phases"),
    some(
        [
            ("aldra", 1, 6),
            ("karga", 1, 6),
            ("saltmarsh", 1, 6),
            ("saltmarsh", 91005, 6),  # the second of a stack finds its only way full
            ("tarsa", 1, 5),
            ("dagc", 1, 5),
            ("mlb", 1, 8),
        ],
        "aldra",
        ("saltmarsh", 91005, 6),
    ),
)
def test_nobody_is_accused(name: str, seed: int, phases: int, tmp_path: Path) -> None:
    path = random_game(
        game_of(name), SCENARIOS[name], tmp_path / "game.vlog", seed, phases, text_of(name)
    )
    found = referee([path])
    assert not found.findings, [(v.number, v.subject, v.rule, v.text) for v in found.findings]
    assert found.counts["lawful"] > phases


@pytest.mark.parametrize(
    ("name", "seed"),
    some(
        [
            ("aldra", 4),  # who comes in is laid beside the map and put on it again
            ("tarsa", 3),  # who comes in is flipped and flipped again
            ("dagc", 4),  # marks of a battle are set two phases late
            ("tarsa", 700135),  # who came in and went on is laid beside the map and put on it again
            ("saltmarsh", 2),
            ("karga", 6),
            ("nr", 2),
        ],
        "aldra",
        ("tarsa", 700135),
    ),
)
def test_careless_hands_are_not_accused(name: str, seed: int, tmp_path: Path) -> None:
    path = careless_game(game_of(name), tmp_path / "game.vlog", seed, 6, text_of(name))
    found = referee([path])
    assert not found.findings, [(v.number, v.subject, v.rule, v.text) for v in found.findings]
    assert found.counts["lawful"] > 6
