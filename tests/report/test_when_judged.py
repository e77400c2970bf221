"""What is told beside a unit's state of supply: what a check of it would change, and that nobody
hears the unit."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from assistant.live.chat import Chat, Question
from assistant.report.answers import print_answer
from assistant.report.position_report import supply_part
from assistant.table import Table, open_table
from assistant.words.voice import voice

POSITION = """
game = "mlb"
turn = 3
board = "blank"
[terrain]
"0501" = ["axis-supply"]
[hexsides]
"0505/0506" = ["major-river"]
"0505/0504" = ["major-river"]
"0505/0606" = ["major-river"]
"0505/0605" = ["major-river"]
"0505/0406" = ["major-river"]
"0505/0405" = ["major-river"]
[[unit]]
id = "H"
side = "axis"
type = "hq"
hex = "0505"
strength = [2]
[[unit]]
id = "B"
side = "axis"
type = "infantry"
hex = "0505"
strength = [5, 3]
markers = ["oos"]
[[unit]]
id = "C"
side = "axis"
type = "infantry"
hex = "0505"
strength = [5, 3]
markers = ["isolated"]
[[unit]]
id = "A"
side = "axis"
type = "infantry"
hex = "0503"
strength = [5, 3]
markers = ["oos"]
"""
CHANGES = [
    ("en", [
        "Unit Hex State When judged", "H 0505 supplied relocated 14.1(3) It has no line",
        "B 0505 out of supply isolated 3.3(2)", "C 0505 isolated – 3.3(2)",
        "A 0503 out of supply supplied",
    ]),
    ("es", [
        "Estado Al juzgarse", "H 0505 en suministro recolocado 14.1(3)",
        "B 0505 sin suministro aislada", "A 0503 sin suministro en suministro",
    ]),
]  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Table:
    file = tmp_path / "p.toml"
    file.write_text(POSITION, encoding="utf-8")
    return open_table(file)


@pytest.mark.parametrize(("language", "said"), CHANGES)
def test_what_the_supply_chit_changes(
    language: str, said: list[str], table: Table, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("COLUMNS", "200")
    say = voice(table.game, language)
    print_answer(say, "supply", table.position, table.supply())
    by_itself = " ".join(capsys.readouterr().out.split())
    Console(width=200).print(*supply_part(say, table.position, table.supply()))
    reported = " ".join(capsys.readouterr().out.split())
    for one in said:
        assert one in by_itself
        assert one in reported


def test_it_is_told_in_the_room_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """There the headquarters that is still in supply was left out."""
    monkeypatch.setattr("assistant.live.chat.seen_by_all", lambda table: table.position)
    record = SimpleNamespace(game=table.game, position=lambda step, viewer: table.position)
    room = Chat(SimpleNamespace(record=record, side="", position=table.position), print, lambda: 0)
    told = "\n".join(room.answer(Question("supply", "", "en")))
    assert "H (0505): supplied (when judged: relocated). It has no line" in told
    assert "B (0505): out of supply (when judged: isolated)." in told
    assert "C (0505): isolated. " in told


UNHEARD = """
game = "kursk"
turn = 3
phase = "german-movement"
board = "blank"
[lines]
road = [["2301", "2302", "2303"], ["2001", "2002", "2003", "2004", "2005", "2006", "2007", "2008", "2009", "2010"]]
[[unit]]
id = "H"
side = "german"
type = "hq"
hex = "2012"
attack = 1
steps = 1
movement = 7
[[unit]]
id = "P"
side = "german"
type = "panzer"
hex = "2303"
attack = 9
steps = 4
movement = 8
hq = ["H"]
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["2 supplied; 1 out of communication", "P 2303 supplied, out of communication"]),
        (
            "es",
            [
                "2 en abastecimiento; 1 sin comunicación",
                "P 2303 en abastecimiento, sin comunicación",
            ],
        ),
    ],
)
def test_supplied_and_out_of_communication(
    language: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Kursk 11.4: the text told the supply alone, and movement and attacks hang on both."""
    monkeypatch.setenv("COLUMNS", "200")
    (file := tmp_path / "p.toml").write_text(UNHEARD, encoding="utf-8")
    table = open_table(file)
    say = voice(table.game, language)
    print_answer(say, "supply", table.position, table.supply())
    by_itself = " ".join(capsys.readouterr().out.split())
    Console(width=200).print(*supply_part(say, table.position, table.supply()))
    reported = " ".join(capsys.readouterr().out.split())
    for one in [*said, "11.4 11 "]:
        assert one in by_itself
        assert one in reported
    monkeypatch.setattr("assistant.live.chat.seen_by_all", lambda table: table.position)
    record = SimpleNamespace(game=table.game, position=lambda step, viewer: table.position)
    room = Chat(SimpleNamespace(record=record, side="", position=table.position), print, lambda: 0)
    answer = "\n".join(room.answer(Question("supply", "", language)))
    assert said[0] in answer
    assert said[1].replace("P 2303 ", "P (2303): ") + ". 11 " in answer
