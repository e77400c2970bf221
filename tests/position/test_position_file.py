"""Position files: everything impossible is named, and what is written reads back the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.position import Position
from assistant.position_file import read_position
from assistant.position_text import write_position
from assistant.questions.names import hex_called
from assistant.questions.protocol import QuestionError
from builder.game.loader import load_game
from builder.game.model import Game
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
    ("no number", 'game = "dagc"\nturn = true\n', "There is no turn true. Write a number from 1 to 9."),
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


SQUARES = """
id = "four"
title = "Four"
version = "0.1.0"
[[side]]
id = "blue"
name = "Blue"
[board]
squares = { rows = { first = 1, count = 2, from = "north" }, columns = { first = 0, count = 2, from = "west" }, size = [90, 90], at = [60, 60] }
[turns]
first = 1
last = 4
[[phase]]
id = "go"
name = "Go"
[terrain.woods]
[hexside.river]
[line.road]
[units]
boxes = ["pile"]
[units.types]
infantry = { name = "Infantry", symbol = "infantry" }
"""
OFF_BOARD = [
    ('[[unit]]\nid = "a"\nside = "blue"\ntype = "infantry"\nhex = "Z9"\n', "(it has A1, A2, B1, B2). Beside the map there are: pile."),
    ('[[unit]]\nid = "a"\nside = "blue"\ntype = "infantry"\nhex = "A1"\nbegan = "Z9"\n', "'Z9' is no place of this map"),
    ('[terrain]\nZ9 = ["woods"]\n', "'Z9' is no place of this map (it has A1, A2, B1, B2)."),
    ('[hexsides]\n"Z9/A1" = ["river"]\n', "'Z9' is no place of this map"),
    ('[hexsides]\n"A1/B2" = ["river"]\n', "A1 and B2 do not touch."),
    ('[lines]\nroad = [["A1", "Z9"]]\n', "'Z9' is no place of this map"),
    ('[lines]\nroad = [["A1", "B2"]]\n', "A1 and B2 do not touch."),
    ('[control]\nblue = ["Z9"]\n', "'Z9' is no place of this map"),
]  # fmt: skip


@pytest.fixture(scope="module")
def four_squares(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("squares")
    for name, text in {
        "game.toml": SQUARES,
        "counters.csv": "id,side,type,name\n",
        "scenarios/first.toml": 'name = "First"\n',
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return load_game(folder)


@pytest.mark.parametrize("board", ["own", "blank"])
@pytest.mark.parametrize(("text", "said"), OFF_BOARD)
def test_what_a_board_of_squares_does_not_have_is_told(
    four_squares: Game, tmp_path: Path, text: str, said: str, board: str
) -> None:
    file = tmp_path / "p.toml"
    file.write_text(f'game = "four"\nboard = "{board}"\n{text}', encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_position(file, lambda _: four_squares)
    assert said in str(caught.value)


def test_squares_touch_on_a_blank_board_too(four_squares: Game, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(
        'game = "four"\nboard = "blank"\n[hexsides]\n"A1/B1" = ["river"]\n', encoding="utf-8"
    )
    board = read_position(file, lambda _: four_squares).board
    assert set(board.neighbours("A1")) == {"A2", "B1"}
    assert (board.between("A1", "B1"), board.between("A1", "A2")) == ({"river"}, frozenset())


@pytest.mark.parametrize("mark", ["/", " ", "-"])
def test_names_may_hold_the_sign_that_parts_them(tmp_path: Path, mark: str) -> None:
    called = f'number = "RRCC", separator = "{mark}", size = '
    one, other = f"1{mark}0", f"1{mark}1"
    for name, text in {
        "game.toml": SQUARES.replace("size = ", called),
        "counters.csv": "id,side,type,name\n",
        "scenarios/first.toml": 'name = "First"\n',
        "map/lines.csv": f"kind,name,hexes\nroad,,{one} {other} 2{mark}1\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = load_game(tmp_path)
    assert game.board.joined_by("road", other, f"2{mark}1")
    file = tmp_path / "p.toml"
    text = f'game = "four"\n[hexsides]\n"{one}/{other}" = ["river"]\n'
    file.write_text(text, encoding="utf-8")
    position = read_position(file, lambda _: game)
    assert position.board.between(other, one) == {"river"}
    assert f'"{one}/{other}" = ["river"]' in write_position(position)
    file.write_text(text.replace(f"/{other}", "/9"), encoding="utf-8")
    with pytest.raises(ProblemsError, match="toml:3: '9' is no place"):
        read_position(file, lambda _: game)


def test_a_place_of_a_board_without_places_is_told(four_squares: Game, tmp_path: Path) -> None:
    bare = replace(four_squares, board=replace(four_squares.board, areas=frozenset()))
    file = tmp_path / "p.toml"
    file.write_text('game = "four"\n[control]\nblue = ["A1"]\n', encoding="utf-8")
    with pytest.raises(ProblemsError, match=r"no place of this map, which has none: write places"):
        read_position(file, lambda _: bare)
    with pytest.raises(QuestionError, match=r"no place of this map, which has none: write places"):
        hex_called(Position(bare, bare.board), "A1")
