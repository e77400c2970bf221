"""Pictures that fill counters and cards: from files, from scans cut into a raster, with bleed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from builder.drawing.art import art_of, check_sheets, draw_filling, raster
from builder.drawing.card_mix import card_back, card_fronts, cards_drawing
from builder.drawing.cards import front_picture
from builder.drawing.counters import counter_picture
from builder.drawing.mix import counter_faces, face_counts
from builder.drawing.pixels import PixelCanvas
from builder.game.definition import CutSheet
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module.build import build_module
from builder.sheets.game import game_sheets
from builder.sheets.options import SheetOptions
from builder.vassal.buildfile.module import read_module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("own", tmp_path)
    return tmp_path / "own"


def add(folder: Path, text: str) -> None:
    path = folder / "game.toml"
    path.write_text(path.read_text(encoding="utf-8") + "\n" + text, encoding="utf-8")


def tone(row: int, column: int) -> tuple[int, int, int]:
    return 20 + 40 * row, 20 + 30 * column, 90


def scan(path: Path, rows: int = 3, columns: int = 4) -> None:
    """Faces of 50 x 50 with an edge of black, 10 apart, 30 from the upper left corner."""
    path.parent.mkdir(exist_ok=True)
    image = Image.new("RGB", (30 + columns * 60 + 12, 30 + rows * 60 + 12), "white")
    for row in range(rows):
        for column in range(columns):
            x, y = 30 + column * 60, 30 + row * 60
            image.paste("black", (x - 4, y - 4, x + 54, y + 54))
            image.paste(tone(row, column), (x, y, x + 50, y + 50))
    image.save(path)


SHEET = """
[[sheet]]
id = "fronts"
picture = "art/scan.png"
rows = 3
columns = 4
first = [30, 30]
last = [260, 200]
gap = [10, 10]
bleed = 4
"""
LOOK = '\n[[drawing.counters.look]]\nwhen = { id = "blue-1-infantry" }\n'


def test_a_scan_is_cut_into_faces(folder: Path) -> None:
    scan(folder / "art/scan.png")
    add(folder, SHEET + SHEET.replace('"fronts"', '"backs"\nmirrored = true'))
    add(folder, LOOK + 'faces = ["fronts:2-3", "backs:2-3", "fronts:1-1"]')
    game = load_game(folder)
    faces = counter_faces(game)["blue-1-infantry"]
    seen = [counter_picture(face, 60).getpixel((x, 30)) for face in faces for x in (1, 58)]
    assert [pixel[:3] for pixel in seen] == [tone(1, 2)] * 2 + [tone(1, 1)] * 2 + [tone(0, 0)] * 2
    assert face_counts(game)["blue-1-infantry"] == 3


def test_column_pictures_give_faces_and_the_module_holds_them(folder: Path, tmp_path: Path) -> None:
    scan(folder / "art/scan.png")
    add(folder, SHEET)
    path = folder / "counters.csv"
    header, *rows = path.read_text(encoding="utf-8").splitlines()
    rows = [row for row in rows if not row.startswith("#")]
    text = [f"{header},pictures", *(f"{row},fronts:1-1 fronts:1-2 fronts:1-3" for row in rows)]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    game = load_game(folder)
    built = build_module(game, tmp_path / "out", cache=tmp_path / "cache")
    module = read_module(built.path)
    assert {f"blue-1-infantry-{step}.png" for step in (1, 2, 3)} <= set(module.images)
    sheets = [*game_sheets(game, SheetOptions(), with_map=False)]
    assert len(sheets[0].data) > 10_000


def test_beyond_the_cut_there_is_bleed_and_then_the_edge_goes_on(tmp_path: Path) -> None:
    image = Image.new("RGB", (60, 60), "red")
    image.paste("blue", (5, 5, 55, 55))
    image.save(tmp_path / "a.png")
    canvas = PixelCanvas(100, 100, 1, background="white")
    with canvas.group(x=20, y=20):
        draw_filling(canvas, art_of(tmp_path, "a.png", bleed=5), (60, 60), 12)
    picture = canvas.picture()
    colours = [picture.getpixel((x, 50)) for x in (3, 10, 16, 25, 50, 82, 90, 97)]
    red, blue, white = (255, 0, 0), (0, 0, 255), (255, 255, 255)
    assert colours == [white, red, red, blue, blue, red, red, white]


@pytest.mark.parametrize(("own", "corner"), [("", 200), ("own-shape = true", 0)])
def test_a_face_that_is_not_square(folder: Path, own: str, corner: int) -> None:
    (folder / "art").mkdir()
    image = Image.new("RGB", (90, 40), "white")
    image.paste((200, 10, 10), (25, 0, 65, 40))
    image.save(folder / "art/a.png")
    add(folder, f"[drawing.counters]\n{own}\n{LOOK}faces = ['art/a.png']")
    (face, *_) = counter_faces(load_game(folder))["blue-1-infantry"]
    picture = counter_picture(face, 40)
    assert picture.size == ((90, 40) if own else (40, 40))
    assert (picture.getpixel((1, 20))[0] == 200) is (corner == 200)


CASES = [
    ('faces = ["art/no.png"]', "here is no picture"),
    ('faces = ["fronts:9-1"]', r"'fronts:9-1' lies beyond its sheet"),
    ('faces = ["other:1-1"]', r"no \[\[sheet\]\] 'other'"),
    ('faces = ["fronts:one"]', "sheet:row-column"),
    ("faces = ['art\\a.png']", 'write "/"'),
    ('faces = "art/scan.png"', "Write a list"),
    ('faces = ["art/broken.png"]', "is cut off"),
]


@pytest.mark.parametrize(("look", "words"), CASES)
def test_mistakes_are_told(folder: Path, look: str, words: str) -> None:
    scan(folder / "art/scan.png")
    (folder / "art/broken.png").write_bytes(b"GIF89a\x00")
    add(folder, SHEET + LOOK + look)
    with pytest.raises(ProblemsError) as error:
        counter_faces(load_game(folder))
    told = str(error.value.problems[0])
    assert re.search(words, told, re.IGNORECASE)
    assert re.search(r"game\.toml:\d+:", told)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("last = [260, 200]", "last = [900, 200]", "goes beyond its picture"),
        ("gap = [10, 10]", "gap = [80, 80]", "Correct first, last and gap"),
        ("scan.png", "none.png", "here is no picture"),
    ],
)
def test_a_raster_that_does_not_fit(folder: Path, old: str, new: str, words: str) -> None:
    scan(folder / "art/scan.png")
    add(folder, SHEET.replace(old, new))
    with pytest.raises(ProblemsError, match=words):
        check_sheets(load_game(folder))


def test_a_raster_without_corners_is_the_whole_picture() -> None:
    sheet = CutSheet(id="a", picture="a.png", rows=2, columns=3)
    assert raster(sheet, (301, 200))[0] == (0, 0, 100, 100)
    assert raster(sheet, (301, 200))[-1] == (201, 100, 301, 200)


CARDS = """number,side,title,text,picture,front,back,blue_title,red_title
1,,Rain,Roads are mud.,art/scan.png,,,,
2,red,Raid,Move one unit.,,,,,
3,,,,,fronts:1-1,fronts:1-2,,
4,,,,,,,Fog,Thaw
"""


def test_cards_of_one_text_with_a_picture_for_all_or_one_side(folder: Path, tmp_path: Path) -> None:
    scan(folder / "art/scan.png")
    add(folder, SHEET)
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    game = load_game(folder)
    assert [list(card.events) for card in game.cards] == [[""], ["red"], [], ["blue", "red"]]
    fronts = card_fronts(game)
    assert fronts["1"].events[0].picture
    assert fronts["3"].whole
    assert card_back(game, picture="fronts:1-2").whole
    picture = front_picture(fronts["3"], 127)
    assert picture.getpixel((60, 80))[:3] == tone(0, 0)
    assert picture.getpixel((0, 0))[3] == 0
    module = read_module(build_module(game, tmp_path / "out", cache=tmp_path / "c").path)
    assert {"card-back.png", "card-back-2.png", "card-3.png"} <= set(module.images)
    assert len([*game_sheets(game, SheetOptions(), with_map=False)][1].data) > 5_000


def test_mistakes_in_cards(folder: Path) -> None:
    text = "number,side,text,front,picture\n1,,A,art/a.png,\n2,blue,B,,../b.png\n"
    (folder / "cards.csv").write_text(text, encoding="utf-8")
    add(
        folder,
        '[drawing.cards]\nglyph = "nonexistent"\nback = "notacolour"\nback-picture = "c.png"',
    )
    with pytest.raises(ProblemsError) as error:
        cards_drawing(load_game(folder))
    told = [str(problem) for problem in error.value.problems]
    for words in ("nonexistent", "notacolour", "c.png", "Card 1: .*a.png", "Card 2: .*outside"):
        assert any(re.search(words, text) for text in told), (words, told)


@pytest.mark.parametrize(
    ("own", "round_", "edge"), [("", 0, 1), ("", 1, 0), ("own-shape = true", 0, 0)]
)
def test_a_whole_picture_has_a_line_round_it_on_the_screen(
    folder: Path, own: str, round_: int, edge: int
) -> None:
    """By it counters of one colour are told apart in a stack; a round chit has its own shape, and
    a module that was taken over its own pixels."""
    (folder / "art").mkdir()
    image = Image.new("RGBA", (60, 60), (200, 10, 10, 255))
    if round_:
        image.paste((0, 0, 0, 0), (0, 0, 9, 9))
    image.save(folder / "art/a.png")
    add(folder, f"[drawing.counters]\n{own}\n{LOOK}faces = ['art/a.png']")
    (face, *_) = counter_faces(load_game(folder))["blue-1-infantry"]
    picture = counter_picture(face, 60)
    assert (picture.getpixel((0, 30))[0] < 150) is bool(edge)
    assert picture.getpixel((2, 30))[0] == 200
