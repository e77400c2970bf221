"""cards.csv: the event cards of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("small", tmp_path)
    return tmp_path / "small"


def test_a_game_without_cards(folder: Path) -> None:
    assert load_game(folder).cards == ()


def test_cards_have_an_event_for_each_side(folder: Path) -> None:
    header = "number,deck,blue_title,blue_text,red_title,red_initiative,red_text,source\n"
    rows = "1,,Fog,No attacks,,,,5.1\n2,late,,,Thaw,red,Mud,\n"
    (folder / "cards.csv").write_text(header + rows, encoding="utf-8")
    first, second = load_game(folder).cards
    assert (first.number, first.events["blue"].title, first.events["red"].title) == ("1", "Fog", "")
    assert (second.deck, second.events["red"].initiative, second.source) == (
        "late",
        "red",
        "stand-in",
    )
    assert [p.what for p in load_game(folder).provenance].count("card") == 2


def test_mistakes_are_all_told(folder: Path) -> None:
    text = "number,red_initiative\n1,\n1,green\n,\n"
    (folder / "cards.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsError) as error:
        load_game(folder)
    told = [(problem.line, problem.text) for problem in error.value.problems]
    assert (3, "The card 1 stands here a second time.") in told
    assert (3, "Unknown side 'green' in column 'red_initiative'.") in told
