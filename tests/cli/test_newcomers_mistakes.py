"""What a newcomer gets wrong in a game's files: one line a mistake, with its place and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.cli.checking import sound_game
from builder.game.problems import Problem, ProblemsError
from builder.game.skeleton import new_game

COUNTERS = "counters.csv"
TOML = "game.toml"
HEXES = "map/hexes.csv"
SIDES = "map/hexsides.csv"
LINES = "map/lines.csv"
COMBAT = "combat.csv"
DAY = "scenarios/first-day.toml"
TEXT = "text.es.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("hill", tmp_path)
    return tmp_path / "hill"


def mistakes(folder: Path) -> list[Problem]:
    with pytest.raises(ProblemsError) as raised:
        sound_game(str(folder))
    return list(raised.value.problems)


def edit(path: Path, old: str, new: str) -> int:
    """Put `new` for `old`, once; the line on which it stands."""
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text.count("\n", 0, text.index(old)) + 1


def test_the_skeleton_has_none(folder: Path) -> None:
    assert sound_game(str(folder)).id == "hill"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (COUNTERS, "0506,", "9999,", "'9999' is no hex of this map."),
        (COUNTERS, "0506,", "506,", "write 0506"),
        (COUNTERS, "turn 3,", "turn 30,", "There is no turn 30. Turns run from 1 to 8."),
        (COUNTERS, "turn 3,", "reserve,", "neither a hex of the map nor a box"),
        (COUNTERS, "turn 3,", "Turn 3,", "letters count. Did you mean 'turn 3'?"),
        (COUNTERS, "2,XX,4 2,4,0506", "2,XX,4 x,4,0506", "'4 x' does not read as whole numbers"),
        (COUNTERS, "2,XX,4 2,4,0506", "2,XX,4/2,4,0506", "whole numbers with spaces between"),
        (COUNTERS, "2,XX,4 2,4,0506", "2,XX,-4,4,0506", "-4 is less than 0"),
        (COUNTERS, "2,XX,4 2,4,0506", "2,XX,9" + "9" * 30 + ",4,0506", "beyond any number of a game"),
        (COUNTERS, "2,XX,4 2,4,0506", "2,XX,4,2,4,0506", "more cells than the 9 columns"),
        (COUNTERS, "blue-2-infantry,blue", "blue-2-infantry,blu", "Unknown side 'blu'. Did you mean"),
        (COUNTERS, "blue-2-infantry,blue,infantry", "blue-2-infantry,blue,tank", "Unknown type 'tank'"),
        (COUNTERS, "blue-2-infantry,", "blue-1-infantry,", "stands here a second time"),
        (COUNTERS, "blue-2-infantry,", "blue 2 infantry,", "cannot be an id"),
        (COUNTERS, "blue-2-infantry,", ",", "has no id"),
        (COUNTERS, "infantry,2,XX", "infantry,2,YY", '"YY" is not a size mark'),
        (COUNTERS, "infantry,2,XX", "infantry,漢,XX", "cannot be drawn"),
        (COUNTERS, "infantry,2,XX", "infantry," + "x" * 200 + ",XX", "holds 200 letters"),
        (COUNTERS, "infantry,2,XX", 'infantry,"2,XX', "quotation mark is not closed"),
        (COUNTERS, "infantry,2,XX", "infantry,2\x00,XX", "cannot be printed (U+0000)"),
        (COUNTERS, "size,strength", "size,strenght", "Unknown column 'strenght'. Did you mean"),
        (COUNTERS, "size,strength", "strength,strength", "'strength' stands twice"),
        (COUNTERS, "id,side,type", "id,Side,type", "Unknown column 'Side'. Did you mean 'side'?"),
        (COUNTERS, "id,side,type", "id,owner,type", "The column 'side' is missing"),
        (HEXES, "0306,woods", "0306,wodos", "Unknown 'wodos'. Did you mean 'woods'?"),
        (HEXES, "0306,woods", "306,woods", "write 0306"),
        (HEXES, "0306,woods", "0304,woods", "Hex 0304 stands here a second time"),
        (HEXES, "0306,woods", "1501,woods", "'1501' is no hex of this map"),
        (SIDES, "0207,0208,river", "0207,0210,river", "do not touch"),
        (SIDES, "0207,0208,river", "0207,0208,rivre", "Did you mean 'river'?"),
        (SIDES, "0207,0308,river", "0207,0208,river", "stands here a second time"),
        (LINES, "0505 0506", "0505 0508", "List every hex that the line runs through"),
        (LINES, "road,High", "raod,High", "Did you mean 'road'?"),
        (COMBAT, "crt,1,AE?", "crt,1,", "The cell in column '1-2' is empty"),
        (COMBAT, "crt,2,AE?", "crt,1,AE?", "The row '1' stands here a second time"),
        (COMBAT, "1-2,1-1", "1-1,1-1", "'1-1' stands twice"),
        (COMBAT, "1-2,1-1", "02-ene,1-1", "format the cells as text"),
        (COUNTERS, "id,side,type", "id;side,type", "holds a semicolon besides"),
        (DAY, "turn = 1", "turn = 9", "There is no turn 9. Turns run from 1 to 8."),
        (DAY, "turn = 1", 'turn = "one"', "Write a whole number"),
        (DAY, '"red-movement"', '"red-movment"', "Did you mean 'red-movement'?"),
        (DAY, 'counter = "blue-hq"', 'counter = "blue-qh"', "Unknown counter 'blue-qh'"),
        (DAY, 'hex = "0403"', 'hex = "9999"', "'9999' is no hex of this map"),
        (DAY, 'hex = "0403"', 'hex = "0403"\nstep = 7', "step 7"),
        (DAY, 'hex = "0403"', 'hex = "0403"\nmarkers = ["tired"]', "Unknown marker 'tired'"),
        (DAY, "turn = 1", "trun = 1", "Unknown key 'trun'. Did you mean 'turn'?"),
        (TOML, 'title = "Hill"', 'title = "Hill', "Not valid TOML"),
        (TOML, 'title = "Hill"', "title = \u201cHill\u201d", "straight quotation marks"),
        (DAY, 'hex = "0403"', "hex = 0403", 'hex = "0403"'),
        (TOML, "hex-width = 80", "hex-width = 80,5", "80.5"),
        (TOML, "[rules]", '[drawing.counters.marker.oos]\nglyph = "no-suply"\n[rules]', "no-supply"),
        (TOML, 'version = "0.1.0"', 'version = "one"', "Write three numbers in quotes"),
        (TOML, 'colour = "#3f6fa3"', 'colour = "#3f6fa"', '"#3f6fa" is not a colour'),
        (TOML, 'colour = "#3f6fa3"', 'colur = "#3f6fa3"', "Did you mean 'colour'?"),
        (TOML, 'id = "red"', 'id = "blue"', "The side 'blue' stands here a second time"),
        (TOML, 'orientation = "pointy"', 'orientation = "hexes"', 'Write one of: "pointy", "flat"'),
        (TOML, "hex-width = 80", "hex-width = -80", "'grid.hex-width' is -80"),
        (TOML, "hex-width = 80", "hexwidth = 80", "Did you mean 'hex-width'?"),
        (TOML, "km = 10 ", 'km = "10 km" ', "Write a number."),
        (TOML, 'towards = "east"', 'towards = "north"', 'Write "east" or "west"'),
        (TOML, "last = 8", "last = 900000000", "'turns.last' is 900000000"),
        (TOML, "last = 8", "last = -8", "is before the first"),
        (TOML, "last = 8", 'last = "8"', "'turns.last' is \"8\". Write a whole number."),
        (TOML, 'id = "blue-combat"', 'id = "blue-movement"', "a second time"),
        (TOML, 'draw = "woods"', 'draw = "trees"', "'trees' cannot be drawn"),
        (TOML, "defence = 1", 'defence = "one"', "elsewhere it is a number"),
        (TOML, 'source = "5.2"', 'sorce = "5.2"', "Did you mean 'source'?"),
        (TOML, 'symbol = "infantry"', 'symbol = "infanty"', 'no unit symbol "infanty"'),
        (TOML, 'type = "ints"', 'type = "list"', '"ints"'),
        (TOML, "minimum = 0", "minimum = 3, maximum = 2", "Exchange them"),
        (TOML, "stacking = 2 ", 'stacking = "two" ', "is not a whole number"),
        (TOML, "[rules]", "[rules]\nclosed = [\"see\"]", "Did you mean 'sea'?"),
        (TOML, "[rules]", "[drawing.mapp]\n[rules]", "Did you mean 'map'?"),
        (TOML, "[rules]", "[module]\nzoom = 0\n[rules]", "zoom"),
        (TOML, "[rules]", "[rule]", "Did you mean 'rules'?"),
        (TEXT, 'woods = "Bosque"', "woods = 3", "'terrain.woods' is no text"),
    ],
)  # fmt: skip
def test_one_mistake_is_one_line(folder: Path, file: str, old: str, new: str, said: str) -> None:
    line = edit(folder / file, old, new)
    problems = mistakes(folder)
    told = [str(problem) for problem in problems]
    wanted = [p for p in problems if said in f"{p.text} {p.remedy}"]
    assert len(wanted) == 1, told
    assert Path(wanted[0].file) == folder / file
    assert abs(wanted[0].line - line) <= 1 + new.count("\n"), told
    places = {(p.file, p.line) for p in problems}
    assert len(places) == 1, told


def test_all_mistakes_are_told_at_once(folder: Path) -> None:
    edit(folder / COUNTERS, "0506,", "9999,")
    edit(folder / HEXES, "0306,woods", "0306,wodos")
    edit(folder / COMBAT, "crt,1,AE?", "crt,1,")
    edit(folder / DAY, 'hex = "0403"', 'hex = "0399"')
    assert [Path(problem.file).name for problem in mistakes(folder)] == [
        "combat.csv", "counters.csv", "hexes.csv", "first-day.toml",
    ]  # fmt: skip


def test_mistakes_of_looks_are_told_with_those_of_tables(folder: Path) -> None:
    edit(folder / COUNTERS, "0506,", "9999,")
    edit(folder / COUNTERS, "infantry,1,XX", "infantry,1,division of guards")
    edit(folder / TOML, 'colour = "#b2473e"', 'colour = "redd"')
    edit(folder / TOML, 'draw = "woods"', 'draw = "wods"')
    said = " ".join(str(problem) for problem in mistakes(folder))
    for words in ("'9999' is no hex", "division of guards", "redd", "Did you mean 'woods'?"):
        assert words in said


@pytest.mark.parametrize(
    ("file", "data", "line", "said"),
    [
        (COUNTERS, "id,side,type\nblue-hq,blue,é\n".encode("latin-1"), 2, "Save it as CSV UTF-8"),
        (COUNTERS, "id,side,type\n".encode("utf-16"), 1, "UTF-16"),
        (COUNTERS, "id,side,type\n".encode("utf-32"), 1, "UTF-32"),
        (COUNTERS, b"x" * (9 << 20), 0, "larger than 8 MB"),
        (COUNTERS, None, 0, "The file is missing"),
        (HEXES, None, 0, "The file is missing"),
        (TOML, 'title = "España"'.encode("latin-1"), 1, "Save it as UTF-8"),
        (TOML, b"a = " + b"[" * 5000 + b"]" * 5000, 0, "nested too deeply"),
        (TOML, None, 0, "The folder holds no game.toml"),
        (DAY, b'name = "The', 1, "Not valid TOML"),
    ],
)
def test_a_file_that_cannot_be_read(
    folder: Path, file: str, data: bytes | None, line: int, said: str
) -> None:
    if data is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(data)
    problems = mistakes(folder)
    assert [problem.line for problem in problems] == [line], problems
    assert said in f"{problems[0].text} {problems[0].remedy}"


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_what_spreadsheets_write_is_read(folder: Path, delimiter: str) -> None:
    """Semicolons of a Spanish Excel, tabs, a byte order mark, Windows line ends."""
    path = folder / COUNTERS
    text = path.read_text(encoding="utf-8").replace(",", delimiter)
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert len(sound_game(str(folder)).counters) == 8


def test_errors_against_the_games_own_rules_do_not_keep_it_from_being_built(folder: Path) -> None:
    edit(folder / TOML, "stacking = 2 ", "stacking = 2\ncounters = 99")
    assert sound_game(str(folder)).id == "hill"
