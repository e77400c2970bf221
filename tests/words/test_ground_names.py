"""Pages on which terrain is chosen name it as the game does in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.words.names import ground_in
from builder.game.loader import load_game
from builder.game.skeleton import new_game
from tests.words.sources import read_once


@pytest.mark.parametrize(
    ("game", "key", "name"),
    [
        ("dagc", "terrain.forest", "Bosque"),
        ("dagc", "terrain.clear", "Despejado"),
        ("kursk", "terrain.clear", "Claro"),
        ("karga", "line.rail", "Ferrocarril"),
        ("aldra", "hexside.river", "Río"),
    ],
)
def test_ground_has_its_spanish_name(game: str, key: str, name: str) -> None:
    assert ground_in(read_once(game))["es"][key] == name


def test_clear_ground_has_one_in_a_game_without_texts(tmp_path: Path) -> None:
    new_game("hill", tmp_path)
    (tmp_path / "hill" / "text.es.toml").unlink()
    assert ground_in(load_game(tmp_path / "hill")) == {"es": {"terrain.clear": "Despejado"}}
