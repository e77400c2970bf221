"""A reason is told once, the same duty of several units too; places beside the map by name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from tests.positions.test_cases import written

BATTLE = """
game = "dagc"
turn = 3
phase = "soviet-replacements"
board = "blank"
[state]
soviet-replacements = 2
[[unit]]
id = "A"
side = "soviet"
type = "infantry"
strength = [4, 2]
step = 2
hex = "4300"
[[unit]]
id = "B"
side = "soviet"
type = "infantry"
strength = [4, 2]
step = 2
hex = "4500"
"""
FINNS = """
game = "nr"
turn = 3
board = "blank"
[[unit]]
id = "F"
side = "axis"
type = "infantry"
strength = [2, 1]
hex = "finland"
"""


@pytest.mark.parametrize(
    ("position", "words", "once"),
    [
        (BATTLE, ["moves", "A"], "9.2"),
        (BATTLE, ["turn"], "may take a replacement step"),
        (FINNS, ["supply"], "Finland  out of supply"),
        (FINNS, ["moves", "F"], "in Finland:"),
    ],
)
def test_told_once(position: str, words: list[str], once: str, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(position, encoding="utf-8")
    question, *rest = words
    done = CliRunner().invoke(app, [question, str(file), *rest], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert done.stdout.count(once) == 1, done.stdout


def test_a_further_attacker_is_named_with_the_others(tmp_path: Path) -> None:
    case = Path(__file__).parent.parent / "positions" / "kursk" / "295-bombard-two.toml"
    file = written(tomllib.loads(case.read_text(encoding="utf-8")), tmp_path)
    words = ["odds", str(file), "2017", "--from", "A,X"]
    done = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert "--from A,X,Y " in done.stdout
