"""Position files may use every word of the game, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from nr_board import game

from assistant.position import Position
from assistant.position_file import read_position
from builder.game.problems import ProblemsError

START = 'game = "nr"\nboard = "blank"\n'


def read(folder: Path, text: str) -> Position:
    path = folder / "position.toml"
    path.write_text(START + text, encoding="utf-8")
    return read_position(path)


def a_unit(more: str) -> str:
    return f'[[unit]]\nid = "A"\nside = "axis"\ntype = "infantry"\nhex = "1411"\nstrength = [4, 3]\n{more}\n'


WORDS = {
    "corners": '[terrain]\n"0101" = ["clear"]\n"2801" = ["clear"]\n"0122" = ["clear"]\n"2822" = ["clear"]',
    "terrain": '[terrain]\n"1411" = ["clear", "forest", "swamp", "mountain", "city", "leningrad", "objective", "oil", "lake", "germany"]',
    "hexsides": '[hexsides]\n"1411/1511" = ["river", "objective", "lake", "sea", "baltic", "black-sea", "caspian", "azov"]',
    "border": '[hexsides]\n"finland/1003" = ["border"]\n"1004/western-balkans" = ["border"]\n"southern-balkans/1005" = ["border"]',
    "state": '[state]\nweather = "long-winter"\nfirst-snow-turn = 5\noil-fallen = true\ninitiative = "soviet"\nbalkans-open = true',
    "control": '[control]\naxis = ["1411"]\nsoviet = ["1511", "1611"]',
    "scenario": 'scenario = "campaign"\nturn = 28\nphase = "soviet-detraining"',
    "one value, weak face": a_unit("step = 2").replace("[4, 3]", "[4]"),
    "fields": a_unit('movement = [4, 4]\nsteps = 1\nnationality = "hungarian"\nss = true\nwhite = true\nparenthesised = true\nmarkers = ["oos", "disorganised", "target", "counterblow", "strategic-reserve", "support"]'),
    "no strength": a_unit("").replace("strength = [4, 3]\n", ""),
}  # fmt: skip


@pytest.mark.parametrize("text", WORDS.values(), ids=list(WORDS))
def test_words_of_the_game(tmp_path: Path, text: str) -> None:
    read(tmp_path, text)


@pytest.mark.parametrize("type_", sorted(game().definition.units.types))
def test_unit_types(tmp_path: Path, type_: str) -> None:
    assert read(tmp_path, a_unit("").replace("infantry", type_)).units[0].type == type_


@pytest.mark.parametrize(
    "place",
    [
        "finland",
        "western-balkans",
        "southern-balkans",
        "shattered",
        "destroyed",
        "surrendered",
        "rail",
        "cadre-available",
        "turn-track",
    ],
)
def test_areas_and_boxes(tmp_path: Path, place: str) -> None:
    assert read(tmp_path, a_unit("").replace("1411", place)).units[0].hex == place


@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize(
    "phase", ["cards", "supply", "organisation", "movement", "combat", "removal", "detraining"]
)
def test_phases(tmp_path: Path, side: str, phase: str) -> None:
    assert read(tmp_path, f'phase = "{side}-{phase}"\n').phase == f"{side}-{phase}"


WRONG = {
    "hex": a_unit("").replace("1411", "2901"),
    "turn": "turn = 29\n",
    "phase": 'phase = "axis-rest"\n',
    "weather": '[state]\nweather = "fog"',
    "first snow": "[state]\nfirst-snow-turn = 6",
    "state": "[state]\nwind = 3",
    "terrain": '[terrain]\n"1411" = ["jungle"]',
    "hexside": '[hexsides]\n"1411/1511" = ["wall"]',
    "far hexside": '[hexsides]\n"1411/1611" = ["river"]',
    "line": '[lines]\nroad = [["1411", "1511"]]',
    "type": a_unit("").replace("infantry", "dragoons"),
    "side": a_unit("").replace('"axis"', '"allied"'),
    "nationality": a_unit('nationality = "french"'),
    "marker": a_unit('markers = ["tired"]'),
    "field": a_unit("morale = 3"),
    "step": a_unit("step = 3"),
    "box": a_unit("").replace("1411", "dead-pile"),
}


@pytest.mark.parametrize("text", WRONG.values(), ids=list(WRONG))
def test_other_words_are_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ProblemsError) as error:
        read(tmp_path, text)
    assert all(problem.line for problem in error.value.problems)
