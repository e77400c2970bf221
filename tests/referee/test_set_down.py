"""Manstein's Last Battle: a headquarters that loses its step is set down elsewhere (14.1(2)), and
that is neither a retreat too far nor a step that nobody paid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from assistant.referee.defenders import judge_defenders
from assistant.referee.fates import Fate
from assistant.referee.verdicts import LAWFUL
from assistant.table import open_table

POSITION = """
game = "mlb"
turn = 3
board = "blank"
[terrain]
"0501" = ["axis-supply"]
[[unit]]
id = "H"
side = "axis"
type = "hq"
hex = "0505"
strength = [2]
{mate}
[[unit]]
id = "S"
side = "soviet"
type = "infantry"
hex = "0506"
strength = [5, 3]
"""
MATE = """
[[unit]]
id = "M"
side = "axis"
type = "infantry"
hex = "0505"
strength = [5, 3]
"""


@pytest.mark.parametrize(
    ("mate", "goal", "lawful"),
    [("", "0513", True), ("", "0507", False), (MATE, "0513", True)],
    ids=["alone", "too near", "for its stack"],
)
def test_a_headquarters_that_was_set_down(
    mate: str, goal: str, lawful: bool, tmp_path: Path
) -> None:
    file = tmp_path / "p.toml"
    file.write_text(POSITION.format(mate=mate), encoding="utf-8")
    table = open_table(file)
    answer = table.retreats("0505", "1RR", ["S"])
    moment = SimpleNamespace(number=1, before=table.position, after=table.position)
    ways = {"H": goal, "M": "0503"}
    outcome = {
        unit.id: Fate(unit, replace(unit, hex=ways[unit.id]), moment, False, (), steps, steps)
        for unit in table.position.at("0505")
        for steps in (1 if unit.id == "H" else 2,)
    }
    battle: Any = SimpleNamespace(
        position=table.position,
        result="1RR",
        rule="10.4.1(3)",
        attackers=("S",),
        targets=("0505",),
        retreats=lambda rules: [("0505", answer)],
        seen=lambda rules, position: position,
        verdict=lambda moment, finding, *about: finding,
    )
    found = [*judge_defenders(table.rules, battle, outcome)]
    assert all(one == LAWFUL for one in found) is lawful
