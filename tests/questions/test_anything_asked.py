"""Whatever is asked, in whatever words: an answer or one sentence, never a fault of ours."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.questions.protocol import QuestionError
from assistant.table import open_scenario, open_table
from builder.errors import KesselError
from tests.questions.tables import GAMES, phases, table
from tests.wide import some

JUNK = ["", " ", ",", "9999", "0000", "-1", "ÿ", "A,B", "1.5", "Z0000", "x#2", "soviet", "the", "º"]
OPTIONS = ["air", "terrain", "bombs", "armor", "mission", "type", "attacker-air", "bombardment", ""]
VALUES = [
    "",
    "0",
    "1",
    "-1",
    "x",
    "99999999999",
    "stuka",
    "1:2",
    "2,3",
    "double-echelon",
    "nuclear",
]
RESULTS = [None, "R", "DR", "DE", "-M3", "\u2212M3", "-/3", "1/2", "EX", "A1", "x", "", "99"]


@pytest.mark.parametrize("game", some(GAMES, "dagc", "karga"))
@settings(max_examples=25)
@given(st.data())
def test_questions(game: str, data: st.DataObject) -> None:
    draw = data.draw
    asked = table(game, phase=draw(st.sampled_from(phases(game))))
    turns = asked.game.definition.turns
    turn = draw(st.integers(turns.first, turns.last))
    at_any_turn = asked.with_position(replace(asked.position, turn=turn))
    boxes = [*asked.game.definition.units.boxes, *asked.position.board.areas]
    unit = st.sampled_from([unit.id for unit in asked.units]) | st.sampled_from(JUNK)
    place = st.sampled_from([unit.hex for unit in asked.units]) | st.sampled_from([*JUNK, *boxes])
    units = draw(st.lists(unit, max_size=3))
    options = draw(st.dictionaries(st.sampled_from(OPTIONS), st.sampled_from(VALUES), max_size=2))
    questions = [
        lambda: asked.moves(draw(unit)),
        lambda: asked.odds(draw(st.lists(place, max_size=2)), units, options),
        lambda: asked.retreats(draw(place), draw(st.sampled_from(RESULTS)), units),
        lambda: asked.advances(draw(place), units),
        lambda: asked.attacks(units, options),
        at_any_turn.turn,
        at_any_turn.arrivals,
        at_any_turn.score,
    ]
    with suppress(QuestionError):
        draw(st.sampled_from(questions))()


class Thing:
    """What is neither text nor a number."""


@pytest.mark.parametrize("wrong", [7, None, 3.5, [], {"a": 1}, b"x", Thing(), True])
def test_what_is_no_name_at_all(wrong: Any, tmp_path: Path) -> None:
    asked = table("dagc")
    calls = [
        lambda: open_table(wrong),
        lambda: open_table(tmp_path / "none.vsav", step="1"),
        lambda: open_scenario(wrong, "historical"),
        lambda: open_scenario(asked.game, wrong),
        lambda: open_scenario(asked.game, "historical", wrong or Thing()),
        lambda: asked.with_position(wrong),
        lambda: asked.at("1"),
        lambda: asked.write(wrong),
        lambda: asked.write(tmp_path),
        lambda: asked.picture(wrong),
        lambda: asked.moves(wrong),
        lambda: asked.odds(wrong),
        lambda: asked.unit(wrong),
    ]
    for call in calls:
        with pytest.raises(KesselError):
            call()


@pytest.mark.parametrize("file", ["nothing.vsav", "empty.vsav", "empty.toml", "word.vlog"])
def test_files_that_are_none(file: str, tmp_path) -> None:
    path = tmp_path / file
    if not file.startswith("nothing"):
        path.write_bytes(b"" if file.startswith("empty") else b"word")
    with pytest.raises(KesselError, match=file):
        open_table(path)
