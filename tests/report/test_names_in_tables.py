"""Places and columns stand in tables by what people call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.report.answers import print_answer
from assistant.report.facts import plain
from assistant.report.words import column_word
from assistant.table import open_table
from assistant.words.voice import general, voice

RULES = """
game = "nr"
board = "blank"
turn = 4
phase = "{phase}"
state = {{ weather = "clear" }}
hexsides = {{ "finland/1511" = ["border"] }}
unit = [
  {{ id = "a", side = "axis", type = "infantry", hex = "1511", strength = [2, 1], movement = [1, 1] }},
  {{ id = "axis-8-italian", side = "axis", type = "infantry", hex = "1708", strength = [2], movement = [3] }},
]
"""  # fmt: skip


@pytest.mark.parametrize(
    ("language", "phase", "asked", "said"),
    [
        ("en", "axis-movement", "moves", ["a in 1511: 1 movement point\n", "1511 > Finland"]),
        (
            "es",
            "axis-movement",
            "moves",
            ["a en 1511: 1 punto de movimiento\n", "1511 > Finlandia"],
        ),
        ("en", "axis-supply", "supply", ["8th Italian Army [axis-8-italian]"]),
        ("es", "axis-supply", "supply", ["8.º Ejército italiano [axis-8-italian]"]),
    ],
)
def test_units_and_areas_have_their_names(
    language: str,
    phase: str,
    asked: str,
    said: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    file = tmp_path / "position.toml"
    file.write_text(RULES.format(phase=phase), encoding="utf-8")
    table = open_table(file)
    answer = table.moves("a") if asked == "moves" else table.supply()
    print_answer(voice(table.game, language), asked, table.position, answer)
    told = capsys.readouterr().out
    for one in said:
        assert one in told


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        (">=+8", "≥ +8"),
        ("<=-3", "≤ −3"),
        ("-8..-5", "−8 … −5"),
        ("1..3", "1 … 3"),
        ("-1 column, -2 -> <=-3: AE 50%", "−1 column, −2 → ≤ −3: AE 50%"),
        ("3-1", "3-1"),
        ("--with attack=-2, soviet-39", "--with attack=-2, soviet-39"),
    ],
)
def test_a_column_as_it_is_printed(typed: str, printed: str) -> None:
    assert column_word(typed) == printed


def test_what_something_is_needs_no_heading() -> None:
    line = {"what": "cities", "points": 3}
    assert plain(general("en"), line) == "cities, points 3"
