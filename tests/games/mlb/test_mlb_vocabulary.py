"""Position files: every id of the game is read, every other is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.position_file import read_position
from builder.game.problems import ProblemsError

WHOLE = """
game = "mlb"
board = "blank"
scenario = "race-to-the-dnieper"
turn = 4
phase = "combat"
viewer = "axis"

[state]
active = "soviet"
mode = "combat-movement"
activation = true
attacked-hexes = ["0505"]
absolute-orders = ["0606"]
airborne-bridgehead = ""
airborne-dropped = true
cp = 7
air = ["stuka", "ace"]

[terrain]
"0101" = ["clear"]
"0102" = ["rough", "town"]
"0103" = ["city", "crossing-point"]
"0104" = ["major-city", "axis-supply"]
"0105" = ["swamp", "soviet-supply"]
"0106" = ["sea"]
"0107" = ["lake"]
"0108" = ["breakthrough"]

[hexsides]
"0505/0506" = ["river"]
"0505/0504" = ["major-river"]
"0505/0606" = ["impassable"]
"0505/0605" = ["sea"]

[lines]
road = [["0505", "0506", "0507"]]
railroad = [["0505", "0504"]]

[control]
axis = ["0103"]
soviet = ["0104"]

[[unit]]
id = "T"
side = "axis"
type = "armoured"
hex = "0909"
attack = [6, 3]
defence = [5, 2]
movement = 8
step = 2
nationality = "ss"
markers = ["oos", "activated", "attacked"]

[[unit]]
id = "H"
side = "soviet"
type = "hq"
hex = "0910"
strength = [2]
movement = 4
range = 5
markers = ["isolated"]
"""


def read(folder: Path, text: str):
    path = folder / "position.toml"
    path.write_text(text, encoding="utf-8")
    return read_position(path)


def test_all_ids_are_known(tmp_path: Path) -> None:
    found = read(tmp_path, WHOLE)
    assert found.by_id["T"].step == 2
    assert found.value("cp") == 7


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('board = "blank"', 'board = "bare"'),
        ('"race-to-the-dnieper"', '"barbarossa"'),
        ('phase = "combat"', 'phase = "weather"'),
        ("turn = 4", "turn = 9"),
        ('viewer = "axis"', 'viewer = "german"'),
        ('active = "soviet"', 'active = "german"'),
        ('"combat-movement"', '"charge"'),
        ("activation = true", "activation = 1"),
        ('["0606"]', '["9999"]'),
        ("cp = 7", "cp = 8"),
        ("cp = 7", "weather = 1"),
        ('["stuka", "ace"]', '["bomber"]'),
        ('"swamp", "soviet-supply"', '"woods"'),
        ('= ["river"]', '= ["minor-river"]'),
        ("railroad = ", "railway = "),
        ('type = "armoured"', 'type = "panzer"'),
        ('"activated", "attacked"', '"tired"'),
        ('nationality = "ss"', 'nationality = "italian"'),
        ("step = 2", "step = 3"),
        ("range = 5", "reach = 5"),
        ("movement = 4", "movement = -1"),
        ('"0505/0506" = ["river"]', '"0505/0508" = ["river"]'),
        ('soviet = ["0104"]', 'soviet = ["0103"]'),
    ],
)
def test_what_is_wrong_is_refused(tmp_path: Path, old: str, new: str) -> None:
    assert old in WHOLE
    with pytest.raises(ProblemsError):
        read(tmp_path, WHOLE.replace(old, new, 1))
