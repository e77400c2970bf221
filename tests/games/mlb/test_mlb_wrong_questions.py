"""Questions that cannot be answered: one sentence that says what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.questions.protocol import QuestionError
from builder.game.problems import ProblemsError

POSITION = """
game = "mlb"
board = "blank"
[state]
{state}
[terrain]
"0501" = ["axis-supply"]
{more}
[[unit]]
id = "C"
side = "axis"
type = "infantry"
hex = "0505"
strength = [5, 3]
movement = 5
[[unit]]
id = "S"
side = "soviet"
type = "infantry"
hex = "0506"
strength = [5, 3]
movement = 5
[[unit]]
id = "N"
side = "soviet"
type = "infantry"
hex = "0909"
"""


def refused(folder: Path, *command: str, state: str = "", more: str = "") -> str:
    """The sentence with which a question is refused."""
    file = folder / "position.toml"
    file.write_text(POSITION.format(state=state, more=more), encoding="utf-8")
    done = CliRunner().invoke(app, [command[0], str(file), *command[1:], "--json"])
    assert isinstance(done.exception, QuestionError | ProblemsError), done.exception
    assert not done.stdout
    return str(done.exception)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["moves", "Q"], "Write one of: C, N, S"),
        (["moves", "N"], "add movement = N"),
        (["odds", "9999"], "hexes run from 0101"),
        (["odds", "0505,0506"], "0505 and 0506 are attacked one by one"),
        (["odds", "0505", "--from", "Z"], "no unit 'Z'"),
        (["odds", "0505", "--from", "C"], "name attackers of the other"),
        (["odds", "0505", "--from", "C,S"], "name units of one"),
        (["odds", "0909"], "add strength = [N, N]"),
        (["odds", "0505", "--with", "air=mig"], "air=stuka or air=ace"),
        (["odds", "0505", "--with", "air=stuka", "--with", "air=ace"], "write one"),
        (["odds", "0505", "--with", "air=stuka,ace"], "write one"),
        (["odds", "0505", "--with", "terrain=-1"], "write a number from 0 to 99"),
        (
            ["odds", "0505", "--with", "terrain=1", "--with", "terrain=2"],
            "write a number from 0 to 99",
        ),
        (["odds", "0505", "--with", "weather=mud"], "Write one of: air, terrain."),
        (["odds", "0505", "--with", "stuka"], "NAME=VALUE"),
        (["retreats", "0505"], "Name the result"),
        (["retreats", "0505", "--result", "5RR"], "3RR, 4RR"),
        (["retreats", "0101", "--result", "R"], "no unit in 0101"),
        (["retreats", "0505", "--result", "R", "--attackers", "C"], "of the other"),
        (["advances", "0405", "--from", "C,S"], "of two sides"),
        (["advances", "0101", "--result", "R"], "ask without the result"),
    ],
)
def test_wrong_questions(tmp_path, command, says) -> None:
    assert says in refused(tmp_path, *command)


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ('weather = "mud"', "Unknown state variable 'weather'"),
        ("cp = 8", "more than 7"),
        ('mode = "combat"', "movement-combat, combat-movement"),
        ('active = "german"', "axis, soviet"),
        ('air = ["mig"]', "stuka, ace"),
        ('airborne-bridgehead = "9999"', "not a hex"),
        ('absolute-orders = "0505"', "not a list"),
        ('attacked-hexes = ["0000"]', "not a hex"),
    ],
)
def test_wrong_states(tmp_path, state, says) -> None:
    assert says in refused(tmp_path, "supply", state=state)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('"0505" = ["forest"]', "forest"),
        ('[hexsides]\n"0505/0506" = ["stream"]', "stream"),
        ('[hexsides]\n"0505/0909" = ["river"]', "do not touch"),
        ('[lines]\nroad = [["0505", "0909"]]', "do not touch"),
        ('[lines]\nrail = [["0505", "0506"]]', "rail"),
        ('[control]\ngerman = ["0505"]', "Unknown side"),
        ('[control]\naxis = ["0505"]\nsoviet = ["0505"]', "two sides"),
    ],
)
def test_wrong_maps(tmp_path, more, says) -> None:
    assert says in refused(tmp_path, "supply", more=more)
