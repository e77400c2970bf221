"""`kessel new`: the skeleton loads without a complaint, and is never written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game


def test_a_new_game_loads(tmp_path: Path) -> None:
    written = new_game("my-game", tmp_path)
    game = load_game(tmp_path / "my-game")
    assert all(path.is_file() for path in written)
    assert (game.id, game.definition.title) == ("my-game", "My Game")
    assert game.scenarios["first-day"].placements
    assert game.board.between("0308", "0307") == {"river"}


@pytest.mark.parametrize("name", ["My Game", "../x", "", "9", "a/b"])
def test_names_that_cannot_be_ids(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match="cannot be the id"):
        new_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(ProblemsError, match="already there"):
        new_game("mine", tmp_path)
    assert not list((tmp_path / "mine").iterdir())
