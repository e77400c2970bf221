"""Declared rules on a board of points joined by lines: what they count in hexes is counted in places."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.position_file import read_position
from assistant.questions.door import Door
from assistant.words.voice import voice
from builder.game.loader import load_game
from builder.game.skeleton import new_game

PLACES = ("Ash", "Bry", "Cor", "Dun", "Elm", "Fen")
"""In a row, each joined to the next."""

RULES = """
[combat]
support = { type = "headquarters", range = 2 }
[retreat]
prefer = "away-from-enemy"
""" + "".join(
    f"[results.{name}]\ndefender = {{ retreat = 1 }}\n" for name in ("AE", "AR", "DE", "DR", "EX")
)
UNIT = """
[[unit]]
id = "{id}"
side = "{side}"
type = "{type}"
strength = [{strength}]
movement = 4
hex = "{place}"
"""


def door(folder: Path, guns: str) -> Door:
    new_game("row", folder)
    folder /= "row"
    text = (folder / "game.toml").read_text(encoding="utf-8")
    text = re.sub(
        r"\[grid\].*?\n(?=\[turns\])", "[board]\nwidth = 800\nheight = 600\n", text, flags=re.S
    )
    text = re.sub(r"\[\[drawing\.map\..*?(?=\n\[(?!\[drawing))", "", text, flags=re.S)
    for table in ("counters.csv", "scenarios/first-day.toml"):
        told = (folder / table).read_text(encoding="utf-8")
        (folder / table).write_text(re.sub(r"\b0\d{3}\b", "Ash", told), encoding="utf-8")
    (folder / "game.toml").write_text(text, encoding="utf-8")
    for name, rows in {
        "hexes.csv": ["hex,terrain"],
        "hexsides.csv": ["hex,other,features"],
        "lines.csv": ["kind,name,hexes"],
        "spaces.csv": [
            "space,kind,x,y",
            *(f"{p},point,{80 + 150 * n},90" for n, p in enumerate(PLACES)),
        ],
        "links.csv": ["space,other", *map(",".join, pairwise(PLACES))],
    }.items():
        (folder / "map" / name).write_text("\n".join(rows), encoding="utf-8")
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    units = (("A", "blue", "infantry", 4, "Bry"), ("G", "blue", "headquarters", 2, guns),
             ("D", "red", "infantry", 3, "Cor"))  # fmt: skip
    case = folder / "case.toml"
    names = ("id", "side", "type", "strength", "place")
    told = "".join(UNIT.format(**dict(zip(names, unit, strict=True))) for unit in units)
    case.write_text(f'game = "row"\nphase = "blue-combat"\n{told}', encoding="utf-8")
    game = load_game(folder)
    return Door(rules_for(game), read_position(case, lambda _: game))


@pytest.mark.parametrize(("guns", "helps"), [("Ash", True), ("Elm", True), ("Fen", False)])
def test_support_reaches_over_places(tmp_path: Path, guns: str, helps: bool) -> None:
    asked = door(tmp_path, guns)
    assert ("G" in asked.odds("Cor").attackers) == helps
    assert voice(asked.position.game, "en").field("hexes") == "spaces"
    found = asked.odds("Cor", ["A", "G"])
    assert found.possible == helps
    assert helps or str(found.because[0].text) == "G is 3 hexes from Cor, out of range."
    assert [way.path for way in asked.retreats("Cor", "DR", ["A"]).units[0].options] == [("Dun",)]
