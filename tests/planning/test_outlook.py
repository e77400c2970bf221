"""What a battle promises, by the results that empty the hex."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.planning.outlook import outlook
from assistant.position_file import read_position

LAST_STEP = """game = "dagc"
turn = 2
phase = "soviet-pre-combat"
board = "blank"
[[unit]]
counter = "soviet-28"
hex = "4705"
[[unit]]
counter = "german-41-panzer"
hex = "4605"
step = {step}
"""


@pytest.mark.parametrize(("step", "emptied"), [(2, {"DR", "BB"}), (1, {"DR"})])
def test_who_loses_his_last_step_where_he_stands_leaves_the_hex(
    tmp_path: Path, step: int, emptied: set[str]
) -> None:
    file = tmp_path / "dagc.toml"
    file.write_text(LAST_STEP.format(step=step), encoding="utf-8")
    position = read_position(file)
    rules = rules_for(position.game)
    odds = rules.odds(position, ["4605"], ["soviet-28"], {})
    due = sum(chance for result, chance in odds.chances.items() if result in emptied)
    assert outlook(rules, position, odds).taken == pytest.approx(due)
