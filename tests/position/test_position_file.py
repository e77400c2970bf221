"""Position files: everything impossible is named, and what is written reads back the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.position_file import read_position
from assistant.position_text import write_position
from builder.game.problems import ProblemsError

HEAD = 'game = "dagc"\nturn = 3\nboard = "blank"\n'
UNIT = '[[unit]]\nid = "A"\nside = "german"\ntype = "infantry"\nstrength = [4, 2]\nhex = "4416"\n'

MISTAKES = [
    ("game", 'game = "dacg"\n', "Did you mean 'dagc'?"),
    ("no game", "turn = 1\n", "names no game"),
    ("an empty name", "game = \"\"\n", "names no game"),
    ("turn", 'game = "dagc"\nturn = 12\n', "There is no turn 12. Write a number from 1 to 9."),
    ("no text", 'game = "dagc"\nviewer = ["german"]\n', "'viewer' is no text. Write it in quotation marks."),
    ("date", 'game = "dagc"\nturn = 1944-06-22\n', "There is no turn 1944-06-22. Write a number from 1 to 9."),
    ("no number", 'game = "dagc"\nturn = true\n', "There is no turn True. Write a number from 1 to 9."),
    ("phase", HEAD + 'phase = "german-mov"\n', "Did you mean 'german-movement'?"),
    ("terrain", HEAD + '[terrain]\n"4416" = ["forrest"]\n', "Did you mean 'forest'?"),
    ("hexside", HEAD + '[hexsides]\n"4416/4418" = ["river"]\n', "4416 and 4418 do not touch"),
    ("hexside twice", HEAD + '[hexsides]\n"4416/4417" = ["river"]\n"4417/4416" = []\n', "between 4416 and 4417 stands twice"),
    ("comma", HEAD + UNIT.replace('"A"', '"A,B"'), "A,B: an id has no comma, which parts units that are asked for. Write 'A-B'."),
    ("state", HEAD + "[state]\nstrait-usd = true\n", "Did you mean 'strait-used'?"),
    ("state value", HEAD + '[state]\nbagration = "9999"\n', "is not a hex of this map"),
    ("off the map", HEAD + UNIT.replace("4416", "5128"), "'5128' is no hex of this map"),
    ("step", HEAD + UNIT + "step = 3\n", "A: step 3 of 2. Write a step from 1 to 2."),
    ("field", HEAD + UNIT + "strenth = [1]\n", "Did you mean 'strength'?"),
    ("side", HEAD + UNIT.replace("german", "finnish"), "unknown side 'finnish'"),
    ("type", HEAD + UNIT.replace("infantry", "infantri"), "unknown type 'infantri'"),
    ("counter", HEAD + '[[unit]]\ncounter = "nobody"\nhex = "4416"\n', "Unknown counter 'nobody'"),
    ("twice", HEAD + UNIT + UNIT, "Two units have the id 'A'"),
    ("id", HEAD + UNIT.replace('"A"', '["A"]'), "'id' is no text. Write it in quotation marks."),
    ("battle", HEAD + UNIT + '[[battle]]\nnumber = 1\nattackrs = ["A"]\n',
     "Unknown key 'attackrs'. Did you mean 'attackers'?"),
    ("blank id", HEAD + UNIT.replace('"A"', '" "'), "The unit has neither a counter nor an id."),
    ("name", HEAD + UNIT + "name = {}\n", "'name' is no text. Write it in quotation marks."),
    ("toml", HEAD + "[state\n", "Not valid TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES])
def test_mistake(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_position(file)
    assert said in str(caught.value)


def test_a_game_that_there_is_not_is_told_where_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('turn = 1\ngame = "dacg"\n')
    with pytest.raises(ProblemsError) as caught:
        read_position(file)
    assert [(one.file, one.line) for one in caught.value.problems] == [(str(file), 2)]


def test_all_mistakes_at_once_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(HEAD + 'phase = "x"\n' + UNIT + 'step = 9\n[terrain]\n"0000" = ["town"]\n')
    with pytest.raises(ProblemsError) as caught:
        read_position(file)
    assert [problem.line for problem in caught.value.problems] == [4, 5, 13]


def test_written_positions_read_back_the_same(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(
        HEAD
        + 'phase = "german-movement"\nviewer = "german"\n[state]\nbagration = "4720"\n'
        + '[terrain]\n"4416" = ["forest", "town"]\n[hexsides]\n"4416/4415" = ["river"]\n'
        + '[control]\ngerman = ["4416", "4415"]\n'
        + UNIT
        + 'step = 2\nmarkers = ["oos"]\n'
    )
    position = read_position(file)
    again = tmp_path / "q.toml"
    again.write_text(write_position(position), encoding="utf-8")
    back = read_position(again)
    assert (back.units, back.state, back.control, back.board) == (
        position.units,
        position.state,
        position.control,
        position.board,
    )
    assert write_position(back) == write_position(position)


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        (UNIT.replace("strength = [4, 2]\n", ""),
         ["The position says no strength of A: it counts as 0. Add strength = [N]."]),
        (UNIT.replace("[4, 2]", "[0]"), []),
        (UNIT + 'began = "4415"\n',
         ["A bears no mark 'moved', so that its 'began' counts for nothing."]),
        (UNIT + 'began = "4415"\nmarkers = ["moved"]\n', []),
        ('[[unit]]\ncounter = "german-56-panzer"\nhex = "4416"\n', []),
    ],
)  # fmt: skip
def test_what_a_unit_does_not_say_is_told(tmp_path: Path, unit: str, told: list[str]) -> None:
    file = tmp_path / "p.toml"
    file.write_text(HEAD + unit, encoding="utf-8")
    assert list(map(str, read_position(file).unknown)) == told


def test_units_of_two_sides_in_one_hex_are_told_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(
        HEAD + UNIT + UNIT.replace('"A"', '"B"').replace("german", "soviet"), encoding="utf-8"
    )
    position = read_position(file)
    assert len(position.units) == 2
    assert "two sides stand in 4416" in position.unknown[0]


def test_a_hexside_may_be_told_from_each_of_its_hexes_alike(tmp_path):
    file = tmp_path / "p.toml"
    file.write_text(HEAD + '[hexsides]\n"4416/4417" = ["river"]\n"4417/4416" = ["river"]\n')
    sides = read_position(file).board.hexsides
    assert sides["4416", "4417"] == sides["4417", "4416"]
