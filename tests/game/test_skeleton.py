"""`kessel new`: the skeleton loads without a complaint, and is never written over."""

from __future__ import annotations

import re
import tomllib
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


@pytest.mark.parametrize(
    "name", ["My Game", "../x", "", "9", "a/b", "con", "lpt1", "a" * 65, "a\n"]
)
def test_names_that_cannot_be_ids(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"cannot be the id|is a path"):
        new_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_spanish_comments_beside_the_same_data(tmp_path: Path) -> None:
    english, spanish = (new_game("hill", tmp_path / one, one) for one in ("en", "es"))
    for one, other in zip(english, spanish, strict=True):
        ours, theirs = (path.read_text(encoding="utf-8") for path in (one, other))
        if one.suffix == ".toml":
            assert tomllib.loads(ours) == tomllib.loads(theirs)
        same = set(re.findall(r"# ?(.*)", ours)) & set(re.findall(r"# ?(.*)", theirs))
        left = {text for text in same if re.search(r"[a-z] [a-z]", text) and "--with" not in text}
        assert not left, f"{one.name}: in English still"
    games = [load_game(tmp_path / one / "hill") for one in ("en", "es")]
    assert games[0].counters.keys() == games[1].counters.keys()
    assert games[0].board.terrain == games[1].board.terrain


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(ProblemsError, match="already there"):
        new_game("mine", tmp_path)
    assert not list((tmp_path / "mine").iterdir())


def test_a_box_that_is_drawn_is_a_place_to_set_up_in(tmp_path: Path) -> None:
    new_game("mine", tmp_path)
    counters = tmp_path / "mine" / "counters.csv"
    text = counters.read_text(encoding="utf-8")
    counters.write_text(text.replace("turn 3", "dead-pile"), encoding="utf-8")
    game = load_game(tmp_path / "mine")
    assert game.counters["red-12-infantry"].setup == "dead-pile"
    counters.write_text(text.replace("turn 3", "dead pile"), encoding="utf-8")
    with pytest.raises(ProblemsError, match="or a box: dead-pile"):
        load_game(tmp_path / "mine")
