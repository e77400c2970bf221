"""What the pages save: marks in game.toml, terrain in the map's tables, and nothing else changes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.hexes.fit import Mark
from builder.tracing.fit_file import save_fit, with_fit
from builder.tracing.saved import Line, Traced, save, traced_of

MARKS = [Mark("0101", (10.04, 20)), Mark("0114", (300.5, 22)), Mark("1001", (11, 250))]

FILES = [
    'id = "a"\n',
    'id = "a"\n\n[drawing.map]\nnorth = 3 # true north\n\n# Boxes.\n[[drawing.map.box]]\nid = "x"\n',
    'id = "a"\n[drawing.map]\npicture = "old.png"   # the scan\n[turns]\nlast = 3',
    '[[drawing.map.box]]\nid = "x"\n\n[turns]\nlast = 3\n',
    '[drawing.map]\npicture = "m.png"\n\n[[drawing.map.fit]]\nhex = "0102"\nat = [1, 2]\n\n'
    "# The boxes.\n[[drawing.map.box]]\nid = 'x'\n",
    '[[drawing.map.fit]]\nhex = "0102"\nat = [1, 2]\n[[drawing.map.fit]]\nhex = "0103"\nat = [1, 2]\n',
]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_stay_as_they_are(mark: str, end: str, tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_bytes((mark + FILES[1].replace("\n", end)).encode())
    written = save_fit(tmp_path, "m.png", MARKS).read_bytes().decode()
    assert written.startswith(mark + "id")
    assert written.count("\n") == written.count(end)


MIXED = b'id = "a"\r\n\n[drawing.map]\npicture = "old.png" # mine\r\n# Mac\r[turns]\r\nlast = 3'


def test_each_line_keeps_its_own_end(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_bytes(MIXED)
    written = save_fit(tmp_path, "m.png", MARKS).read_bytes()
    begun, _, rest = written.partition(b"[[drawing.map.fit]]\r\n")
    assert begun == MIXED.partition(b"# Mac")[0].replace(b'"old.png" #', b'"m.png"  #') + b"\r\n"
    assert rest.endswith(b"\r\n# Mac\r[turns]\r\nlast = 3\r\n")


def test_a_game_that_is_no_utf8_any_more_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_bytes('id = "a"\nname = "Größe"\n'.encode("latin-1"))
    with pytest.raises(ProblemsError, match=r"game\.toml:2: A letter here is not UTF-8 text"):
        save_fit(tmp_path, "m.png", MARKS)


@pytest.mark.parametrize("text", FILES)
def test_only_picture_and_marks_change(text: str) -> None:
    new = with_fit(text, "m.png", MARKS)
    sheet = tomllib.loads(new)["drawing"]["map"]
    assert sheet["picture"] == "m.png"
    assert sheet["fit"][0] == {"hex": "0101", "at": [10, 20]}
    assert len(sheet["fit"]) == 3
    assert with_fit(new, "m.png", MARKS) == new
    for line in text.splitlines():
        if line.lstrip().startswith("#") or "true north" in line:
            assert line in new.splitlines()


@pytest.mark.parametrize("text", ["drawing = { map = { north = 3 } }\n", "drawing.map.north = 3\n"])
def test_what_cannot_be_changed_line_by_line_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsError, match="table of its own"):
        save_fit(tmp_path, "m.png", MARKS)
    assert (tmp_path / "game.toml").read_text(encoding="utf-8") == text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("hill", tmp_path)
    return tmp_path / "hill"


def test_saving_what_is_there_changes_no_meaning(folder: Path) -> None:
    before = load_game(folder)
    save(before, traced_of(before))
    after = load_game(folder)
    assert after.board.terrain == {k: v for k, v in before.board.terrain.items() if v}
    assert after.board.hexsides == before.board.hexsides
    assert after.board.lines == before.board.lines
    assert after.board.names == before.board.names
    assert not [p for p in after.provenance if p.source == "picture"]
    assert save(after, traced_of(after)) == []


def test_what_is_traced_is_saved_beside_names(folder: Path) -> None:
    game = load_game(folder)
    line = Line("road", "", ("0101", "0102"))
    traced = Traced({"0505": ("woods", "town"), "0304": ()}, {("0505", "0506"): ("river",)}, [line])
    assert {path.name for path in save(game, traced)} == {"hexes.csv", "hexsides.csv", "lines.csv"}
    after = load_game(folder)
    assert after.board.of("0505") == {"woods", "town"}
    assert after.board.names["0304"] == "Ashford"
    assert not after.board.of("0306")
    assert after.board.joined_by("road", "0101", "0102")
    assert {p.name for p in after.provenance if p.source == "picture"} >= {"0505", "0505/0506"}


MINE = """\
hex;name;terrain;source
# counted from the sheet
0909;"The ""Old"" mill";town woods;9.1
0304;Ashford;clear;

# the east
0306;;woods;map
"""


def test_rows_remarks_and_words_stay_but_for_what_was_traced(folder: Path) -> None:
    table = folder / "map" / "hexes.csv"
    table.write_text(MINE, encoding="utf-8")
    sides = folder / "map" / "hexsides.csv"
    sides.write_text("hex,other,features,name,source\n0506,0505,,The ford,9.1\n", encoding="utf-8")
    game = load_game(folder)
    now = traced_of(game)
    assert save(game, now) == []
    hexes = {**now.hexes, "0306": ("hills",), "0307": ("woods",), "0101": ("sea",)}
    save(game, Traced(hexes, now.sides, now.lines))
    told = MINE.replace("0306;;woods;map\n", "0306;;hills;picture\n0307;;woods;picture\n")
    told = told.replace("0909;", "0101;;sea;picture\n0909;")
    assert table.read_text(encoding="utf-8") == told
    del hexes["0306"]
    save(game, Traced(hexes, {}, []), files=["hexes.csv"])
    assert table.read_text(encoding="utf-8") == told.replace("0306;;hills;picture\n", "")
    assert "The ford" in sides.read_text(encoding="utf-8")


def test_what_belongs_to_one_hex_of_a_side_is_traced(folder: Path) -> None:
    toml = folder / "game.toml"
    toml.write_text(toml.read_text() + "\n[hexside.slope]\ndirected = true\n", encoding="utf-8")
    table = folder / "map" / "hexsides.csv"
    header, *rows = table.read_text(encoding="utf-8").splitlines()
    rows = [row for row in rows if "0505" not in row]
    rows += ["0505,0506,slope river,Ash,9.1", "0506,0505,slope,,9.2", "0505,0504,slope,,9.3"]
    table.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    game = load_game(folder)
    now = traced_of(game)
    save(game, now)
    assert "0505,0506,slope river,Ash,9.1" in table.read_text(encoding="utf-8").splitlines()
    sides = {side: words for side, words in now.sides.items() if "0505" not in side}
    sides |= {("0504", "0505"): ("slope", "river"), ("0505", "0506"): ("slope",)}
    save(game, Traced(now.hexes, sides, now.lines))
    board = load_game(folder).board
    assert (board.owned_by("0504", "0505"), board.owned_by("0505", "0504")) == ({"slope"}, set())
    assert (board.between("0504", "0505"), board.between("0505", "0506")) == ({"river"}, set())
    assert (board.owned_by("0505", "0506"), board.owned_by("0506", "0505")) == ({"slope"}, set())


@pytest.mark.parametrize(
    ("traced", "said"),
    [
        (Traced({"9999": ("woods",)}), "'9999' is no hex"),
        (Traced({"0101": ("wodos",)}), "Unknown terrain 'wodos'"),
        (Traced(sides={("0101", "0505"): ("river",)}), "do not touch"),
        (Traced(sides={("0101", "0102"): ("brook",)}), "Unknown hexside 'brook'"),
        (Traced(lines=[Line("path", "", ("0101", "0102"))]), "Unknown line 'path'"),
        (Traced(lines=[Line("road", "", ("0101", "0505"))]), "do not touch"),
        (Traced(lines=[Line("road", "", ("0101",))]), "needs two hexes"),
    ],
)
def test_what_the_game_cannot_read_is_not_saved(folder: Path, traced: Traced, said: str) -> None:
    before = (folder / "map" / "hexes.csv").read_bytes()
    with pytest.raises(ProblemsError, match=said):
        save(load_game(folder), traced)
    assert (folder / "map" / "hexes.csv").read_bytes() == before


def test_a_folder_that_is_gone_is_not_made_anew(folder: Path) -> None:
    game = load_game(folder)
    traced = traced_of(game)
    folder.rename(folder.with_name("away"))
    with pytest.raises(ProblemsError, match="folder is not there any more"):
        save(game, traced)
    assert not folder.exists()
