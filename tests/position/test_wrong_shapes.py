"""A position file whose values are of the wrong shape is told so, line by line."""

from pathlib import Path

import pytest

from assistant.position_file import read_position
from builder.game.problems import ProblemsError

UNIT = '[[unit]]\ncounter = "german-56-panzer"\nhex = "4416"\n'


@pytest.mark.parametrize(
    "text",
    [
        'terrain = {"4416" = [["town"]]}',
        'terrain = {"4416" = "town"}',
        "control = {german = 5}",
        "control = {german = [[]]}",
        'hexsides = {"4416/4415" = 1}',
        "lines = 5",
        "unit = 5",
        "state = 3",
        'scenario = ["x"]',
        "phase = {a = 1}",
        "viewer = 7",
        "board = []",
        "turn = 99999999999999999999999",
        f"{UNIT}markers = [[1]]",
        f"{UNIT}step = 99999999999999999999999",
    ],
)
def test_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "p.toml"
    file.write_text(f'game = "dagc"\n{text}\n', encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_position(file)
    (problem,) = caught.value.problems
    assert problem.line >= 2


@pytest.mark.parametrize("value", ['["soviet"]', "{a = 1}", "5", '"blue"'])
def test_a_side_that_is_none(tmp_path: Path, value: str) -> None:
    file = tmp_path / "p.toml"
    file.write_text(f'game = "mlb"\n[state]\nactive = {value}\n', encoding="utf-8")
    with pytest.raises(ProblemsError, match="none of the sides axis, soviet"):
        read_position(file)
