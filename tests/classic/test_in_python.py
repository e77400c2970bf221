"""The room of docs/rules-in-python.md, offered as an installed package offers it."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from types import ModuleType

import pytest

from assistant import games
from assistant.games import rules_for
from assistant.position_file import read_position
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from builder.game.loader import load_game
from builder.game.skeleton import new_game

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "rules-in-python.md"

POSITION = """
game = "{game}"
turn = {turn}
[[unit]]
counter = "blue-1-infantry"
hex = "0409"
[[unit]]
counter = "blue-hq"
hex = "0408"
[[unit]]
counter = "red-10-infantry"
hex = "0410"
"""


READ = games._installed.__wrapped__
"""What reads the packages anew each time."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("hill-fight", tmp_path)
    return tmp_path / "hill-fight"


def offered(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    entry = EntryPoint("hill-fight", value, games.ENTRY_POINTS)
    found = EntryPoints([entry])
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **which: found.select(**which))
    monkeypatch.setattr(games, "_installed", READ)


def door(folder: Path, turn: int) -> Door:
    path = folder.parent / "case.toml"
    text = POSITION.replace("{game}", folder.name).replace("{turn}", str(turn))
    path.write_text(text, encoding="utf-8")
    return Door(rules_for(load_game(folder)), read_position(path, lambda _: load_game(folder)))


def test_the_room_of_the_manual_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    assert 80 <= len(code.splitlines()) <= 120
    room = ModuleType("hill_fight_rules")
    monkeypatch.setitem(sys.modules, "hill_fight_rules", room)
    exec(compile(code, "hill_fight_rules.py", "exec"), room.__dict__)
    offered(monkeypatch, "hill_fight_rules:RULES")
    found = door(folder, 2).odds("0410")
    assert (found.attack, found.defence) == (5, 7)  # 4 and 1 lent; 5 on hills
    assert found.steps[-1].rule == "9.1"
    dusk = door(folder, 8).odds("0410")
    assert not dusk.possible
    assert dusk.because[0].text == "At dusk nobody attacks uphill."
    assert {one.target for one in door(folder, 8).attacks().attacks} == {"0409"}
    assert door(folder, 2).supply().units[0].state == "supplied"


def test_the_spanish_page_has_the_same_room() -> None:
    examples = re.compile(r"```(?:python|toml)\n.*?```|^    @.*?\n\n", re.DOTALL | re.MULTILINE)
    english, spanish = (
        examples.findall(path.read_text(encoding="utf-8"))
        for path in (PAGE, DOCS / "es" / PAGE.name)
    )
    assert spanish == english
    assert len(english) == 4


def test_what_is_offered_and_is_no_rules_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered(monkeypatch, "json:dumps")
    with pytest.raises(QuestionError, match="is offered as the rules of 'hill-fight' and is none"):
        door(folder, 2)
    offered(monkeypatch, "no_such_module:RULES")
    with pytest.raises(QuestionError, match="cannot be loaded"):
        door(folder, 2)
