"""Hexes that are reached by a rule of their own, and no common march, are told apart."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from assistant.live.chat import Chat, Question
from assistant.report.answers import print_answer
from assistant.table import open_table
from assistant.words.voice import voice

POSITION = """
game = "kursk"
board = "blank"
turn = 3
phase = "german-movement"
[lines]
road = [["2001", "2002", "2003", "2004", "2005", "2006", "2007", "2008", "2009", "2010"]]
[[unit]]
id = "H"
side = "german"
type = "hq"
hex = "2012"
attack = 1
steps = 1
movement = 7
[[unit]]
id = "I"
side = "german"
type = "infantry"
hex = "2017"
attack = 8
steps = 4
movement = {points}
hq = ["H"]
[[unit]]
id = "K"
side = "german"
type = "kampfgruppe"
hex = "2017"
attack = 3
steps = 2
movement = {points}
hq = ["H"]
[[unit]]
id = "R"
side = "soviet"
type = "rifle"
hex = "2118"
attack = 10
steps = 5
movement = 4
"""


@pytest.mark.parametrize(
    ("language", "units", "points", "said"),
    [
        ("en", "I", 3, "5.5 By infiltration: 2018, 2117."),
        ("es", "I", 3, "5.5 Por infiltración: 2018, 2117."),
        ("en", "I,K", 3, "5.5 By infiltration: 2018, 2117."),
        ("en", "I", 7, "5.5 By infiltration: 2018, 2117."),
    ],
    ids=["English", "Spanish", "a stack", "hexes by cost"],
)
def test_infiltration_is_no_march(
    language: str, units: str, points: int, said: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = tmp_path / "p.toml"
    file.write_text(POSITION.replace("{points}", str(points)), encoding="utf-8")
    table = open_table(file)
    print_answer(voice(table.game, language), "moves", table.position, table.moves(units))
    assert said in " ".join(capsys.readouterr().out.split())


def test_the_room_hears_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "p.toml"
    file.write_text(POSITION.replace("{points}", "3"), encoding="utf-8")
    table = open_table(file)
    monkeypatch.setattr("assistant.live.chat.seen_by_all", lambda table: table.position)
    record = SimpleNamespace(game=table.game, position=lambda step, viewer: table.position)
    room = Chat(SimpleNamespace(record=record, side="", position=table.position), print, lambda: 0)
    assert "5.5 By infiltration: 2018, 2117." in room.answer(Question("moves", "I", "en"))
