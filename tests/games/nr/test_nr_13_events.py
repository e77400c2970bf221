"""Where the units of an event are set down: in hexes that their side holds, by whatever that is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.position import Position
from assistant.position_file import read_position
from assistant.questions.door import Door
from tests.games.nr.nr_board import game

HUNGARIANS = ("axis-1-hungarian", "axis-2-hungarian")
NEAR_BUDAPEST = "0719"
TEXT = """
game = "nr"
scenario = "campaign"
turn = 18
phase = "axis-organisation"
[[unit]]
counter = "axis-1-hungarian"
hex = "turn-track"
[[unit]]
counter = "axis-2-hungarian"
hex = "turn-track"
[[unit]]
counter = "soviet-west"
hex = "0811"
"""


@pytest.fixture
def beginning(tmp_path: Path) -> Position:
    (file := tmp_path / "position.toml").write_text(TEXT, encoding="utf-8")
    return read_position(file)


def places(position: Position) -> set[str]:
    arrivals = Door(rules_for(game()), position).arrivals().arrivals
    (told,) = (one for one in arrivals if one.units == HUNGARIANS)
    return {entry.hex for entry in told.entries}


def test_hungarians_come_where_no_soviet_unit_was_the_last(beginning: Position) -> None:
    """13.5: two hexes from Budapest, held by the Axis, unless a marker or the log says that the
    Soviets took the hex; who came back later took it back."""
    assert NEAR_BUDAPEST in places(beginning)
    marked = replace(beginning, control={**beginning.control, NEAR_BUDAPEST: "soviet"})
    assert NEAR_BUDAPEST not in places(marked)
    walked = replace(beginning, passed={NEAR_BUDAPEST: ("axis", "soviet")})
    assert places(walked) == places(marked)
    retaken = replace(beginning, passed={NEAR_BUDAPEST: ("soviet", "axis")})
    assert NEAR_BUDAPEST in places(retaken)
