"""A board of points joined by lines, as a newcomer writes it from the docs: it is checked as it is
built, and what needs hexes is told or left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from assistant.board.scene import board as page_of
from assistant.position import Position, Unit
from assistant.report.legend import count_signs
from assistant.report.overlays import LaidOut as Overlay
from assistant.report.sheet import Sheet
from assistant.words.voice import voice
from builder.drawing.canvas import TextStyle
from builder.drawing.map.board import draw_board
from builder.drawing.map.layout import layout_map
from builder.drawing.map.picture import map_picture
from builder.drawing.map.scene import Scene
from builder.drawing.pixels import PixelCanvas
from builder.game.board_places import square_field
from builder.game.check import check_game
from builder.game.definition import BoardDefinition
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.rulebook.check import rule_doubts
from builder.game.rulebook.places import fault_of, on_edge
from builder.game.skeleton import new_game
from builder.module.read_settings import module_settings
from builder.module.set_up_check import set_up_check
from builder.module.slots import check_places
from builder.module.table import board_of, table_of
from builder.vassal.buildfile import components as c

GAME = """
id = "lake"
title = "Lake"
version = "0.1.0"
[[side]]
id = "blue"
name = "Blue"
[board]
width = 600
height = 400
[turns]
first = 1
last = 4
[[phase]]
id = "go"
name = "Go"
[units.types]
infantry = { name = "Infantry", symbol = "infantry" }
"""
COUNTERS = "id,side,type,name,setup\na,blue,infantry,1,Ash\nb,blue,infantry,2,turn 3\n"
SPACES = """space,kind,x,y,width,height,outline
Ash,point,100,100,80,80,
Mere,area,,,,,"200,200 500,200 350,380"
"""


def board(folder: Path, spaces: str = "", links: str = "space,other\nAsh,Mere\n") -> Game:
    (folder / "map").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    for name, text in {
        "game.toml": GAME + "[hexside.river]\n" * ("river" in links),
        "counters.csv": COUNTERS,
        "map/hexes.csv": "hex,terrain\n",
        "map/spaces.csv": SPACES + spaces,
        "map/links.csv": links,
        "scenarios/first.toml": 'name = "First"\nturn = 1\n',
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_game(folder)


def test_a_turn_without_a_place_is_told_and_has_one_in_spaces(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"turn 3.*row of kind box in map/spaces\.csv"):
        check_places(board(tmp_path / "without"))
    check_places(board(tmp_path / "with", "turn 3,box,550,50,60,60,\n"))


def test_what_needs_hexes_is_told_or_left_out(tmp_path: Path) -> None:
    game = board(tmp_path / "lake", "turn 3,box,550,50,60,60,\n")
    wrong = fault_of("edge:west", game)
    assert wrong is not None
    assert "Ash" in wrong[1]
    assert "turn 3" not in wrong[1]  # a box beside the map is no place of it
    unknown = fault_of("edge", game)
    assert unknown is not None
    assert not any(word.startswith("edge:") for word in unknown[1])
    (tmp_path / "lake" / "rules.toml").write_text("[supply]\n", encoding="utf-8")
    doubts = rule_doubts(load_game(tmp_path / "lake"))
    assert any('sources = ["Ash"]' in one.remedy for one in doubts)
    assert on_edge(game.grid, "south") == frozenset()
    assert list(set_up_check(game, table_of(game, module_settings(game)))) == []
    table = Overlay(Position(game, game.board), layout_map(game))
    assert len(table.corners("Ash")) == 4
    assert len(table.corners("Mere")) == 3


def test_places_that_touch_by_a_river_alone_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    links = "space,other,features\nAsh,Mere,river\n"
    board(folder, "Fen,point,50,300,,,\nOak,point,90,300,,,\n", links)
    (folder / "game.toml").write_text(
        f"{GAME}[hexside.river]\nname = 'River'\n[line.road]\nname = 'Road'\n", encoding="utf-8"
    )
    (folder / "map/hexsides.csv").write_text("hex,other,features\nMere,Ash,river\nFen,Ash,river\n")
    (folder / "map/lines.csv").write_text("kind,name,hexes\nroad,,Ash Mere\nroad,,Mere Oak\n")
    found = [one.problem for one in check_game(folder).findings if one.check == "apart"]
    assert [(Path(one.file).name, one.line, one.text.split(" do")[0]) for one in found] == [
        ("hexsides.csv", 3, "Fen and Ash"),
        ("lines.csv", 3, "Mere and Oak"),
    ]


def test_two_points_of_one_name_are_told_with_their_line(tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    board(folder)
    (folder / "map" / "spaces.csv").write_text(
        "space,kind,x,y,name\nAsh,point,100,100,\nMere,point,300,100,Ford\nFen,point,50,300,Ford\n"
    )
    (told,) = [str(one) for one in check_game(folder).findings if one.check == "name-twice"]
    assert "spaces.csv:4: The name 'Ford' stands in" in told


GROUNDS = """
[terrain.lake]
[terrain.forest]
[terrain.town]
[terrain.holy]
area = true
[drawing.map.terrain.holy]
tint = "#ff0000"
"""


@pytest.mark.parametrize("printed", [False, True])
def test_places_show_their_terrain(tmp_path: Path, printed: bool) -> None:
    """Each ground looks its own way and lies within its outline, on a drawn board or a picture."""
    seen, around = set(), set()
    for terrain in ("", "lake", "forest", "town", "holy"):
        folder = tmp_path / (terrain or "clear")
        board(folder)
        path = folder / "game.toml"
        text = path.read_text(encoding="utf-8") + GROUNDS
        if printed:
            Image.new("RGB", (600, 400), "white").save(folder / "board.png")
            text = text.replace("[board]", '[board]\npicture = "board.png"\nover = true')
        path.write_text(text, encoding="utf-8")
        spaces = folder / "map" / "spaces.csv"
        rows = spaces.read_text(encoding="utf-8").splitlines()
        rows[0] += ",terrain"
        spaces.write_text("\n".join(f"{row},{terrain}" if "Mere" in row else row for row in rows))
        game = load_game(folder)
        picture = map_picture(game, layout_map(game))
        seen.add(picture.crop((300, 220, 400, 280)).tobytes())
        around.add(picture.crop((20, 220, 180, 380)).tobytes())
    assert (len(seen), len(around)) == (5, 1)


@pytest.mark.parametrize("other", ["Ash", "Fen"])  # a point; an area with a common border
@pytest.mark.parametrize("drawn", ["river", "impassable"])
def test_what_lies_between_places_is_drawn(tmp_path: Path, other: str, drawn: str) -> None:
    fen = 'Fen,area,,,,,"200,200 350,380 100,380"\n'
    shown = []
    for name, features in (("dry", ""), ("wet", "river")):
        folder = board(tmp_path / name, fen).folder
        links = f"space,other,features\n{other},Mere,{features}\n"
        (folder / "map" / "links.csv").write_text(links)
        side = f'[hexside.river]\nname = "River"\ndraw = "{drawn}"\n'
        (folder / "game.toml").write_text(GAME + side)
        game = load_game(folder)
        mere, ash = game.places["Mere"], game.places["Ash"]
        x, y = (275, 290) if other == "Fen" else ((mere.x + ash.x) / 2, (mere.y + ash.y) / 2)
        picture = map_picture(game, layout_map(game)).convert("RGB")
        shown.append(picture.crop((int(x), int(y), int(x) + 1, int(y) + 1)).tobytes())
    (red, _, blue), dry = shown[1], shown[0]
    assert dry[0] > dry[2]
    assert blue > red if drawn == "river" else sum(shown[1]) < sum(dry) - 60


def test_what_a_board_of_places_lacks_is_told(tmp_path: Path) -> None:
    """A square outside the field, with where its letters begin; a box for lost units."""
    board(tmp_path)
    path = tmp_path / "game.toml"
    text = path.read_text(encoding="utf-8")
    lost = '[[drawing.map.box]]\nid = "jail"\nname = "Jail"\n[[module.fate]]\nbox = "jail"\n'
    path.write_text(f"{text}\n{lost}", encoding="utf-8")
    with pytest.raises(ProblemsError) as told:
        check_places(load_game(tmp_path))
    lines = text.count("\n") + 1
    found = [(problem.line - lines, problem.text) for problem in told.value.problems]
    assert (
        1,
        "[[drawing.map.box]]: beside a board of places nothing is drawn, 'jail' too.",
    ) in found
    assert (
        4,
        "[[module.fate]]: the board does not show 'jail', so no unit can be sent there.",
    ) in found
    field = (
        'squares = { rows = { first = 1, count = 4, from = "south" }, '
        'columns = { first = 1, count = 4, from = "west" }, size = [90, 90], at = [60, 60] }'
    )
    path.write_text(text.replace("[board]", f"[board]\n{field}"), encoding="utf-8")
    spaces = tmp_path / "map" / "spaces.csv"
    spaces.write_text(spaces.read_text(encoding="utf-8") + "A1,square,,,,,\n", encoding="utf-8")
    with pytest.raises(ProblemsError, match=r"no square 'A1' .* first = 0 is A"):
        load_game(tmp_path)


def test_a_board_without_a_size_holds_all_its_places_and_one_with_a_size_tells_of_the_rest(
    tmp_path: Path,
) -> None:
    """A box at the edge is on the sheet whole, and reads as words where it has no name."""
    row = "turn 3,box,550,50,60,60,\nlost-red,box,1190,880,100,60,\n"
    board(tmp_path, row)
    with pytest.raises(ProblemsError, match=r"spaces.csv:5: 'lost-red' lies off .* 600 x 400"):
        check_places(load_game(tmp_path))
    path = tmp_path / "game.toml"
    text = path.read_text(encoding="utf-8").replace("width = 600\nheight = 400\n", "")
    path.write_text(text, encoding="utf-8")
    game = load_game(tmp_path)
    check_places(game)
    layout = layout_map(game)
    box = layout.region("box:lost-red")
    assert (box.name, box.x + box.width, box.y + box.height) == ("Lost red", 1240, 910)
    assert (layout.width, layout.height) == (1260, 930)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("turn 3,box,560,100,120,80,", "'turn 3' reaches beyond the board, which is 600 x 400"),
        ("turn 3,box,160,100,150,80,", "'turn 3' covers the middle of 'Ash'"),
        ("turn 3,box,500,100,100,80,", ""),
        ("turn 3,box,500,100,,,", ""),
        ("turn 3,box,500,100,0,80,", "spaces.csv:4: Column 'width': '0' is no size"),
        ("turn 3,box,500,100,90,-80,", "spaces.csv:4: Column 'height': '-80' is no size"),
        ("turn 3,box,500,,90,80,", "spaces.csv:4: 'turn 3' does not say where it lies"),
        ('Fen,area,,,,,"5,5 9,5"', "spaces.csv:4: The area 'Fen' has no outline"),
        ('Fen,area,,,,,"5,5 9,9 7,7 8,8"', "spaces.csv:4: The outline of 'Fen' encloses nothing"),
        ('Fen,area,,,,,"5,5 5,5 5,5"', "spaces.csv:4: The outline of 'Fen' encloses nothing"),
        ('Fen,area,,,,,"5,5 9,5 7,999999"', "spaces.csv:4: .*'7,999999' is no corner"),
    ],
)
def test_a_place_in_which_nothing_could_lie_is_told(tmp_path: Path, row: str, told: str) -> None:
    if not told:
        check_places(board(tmp_path / "lake", row + "\n"))
        return
    with pytest.raises(ProblemsError, match=told):
        check_places(board(tmp_path / "lake", row + "\n"))


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("Ash,Mere,river\nMere,Ash,river\n", ""),
        ("Ash,Mere,river\nAsh,Mere,\n", "links.csv:3: Line 2 links 'Ash' and 'Mere' with some"),
        ("Ash,Mere,\nMere,Ash,river\n", "links.csv:3: Line 2 links 'Mere' and 'Ash' with some"),
        ("Ash,Mere,\n" * 100_001, "links.csv:100001: The table has 100,001 rows"),
    ],
    ids=["same", "less", "turned", "many"],
)
def test_links_that_say_two_things_or_too_much_are_told(
    tmp_path: Path, rows: str, told: str
) -> None:
    links = "space,other,features\n" + rows
    if not told:
        assert board(tmp_path / "lake", links=links).board.between("Mere", "Ash") == {"river"}
        return
    with pytest.raises(ProblemsError, match=told):
        board(tmp_path / "lake", links=links)


def test_a_box_on_the_land_of_a_hex_map_comes_before_its_hexes(tmp_path: Path) -> None:
    """What stands in it is there in VASSAL, not in a hex; nobody is set up under it."""
    new_game("small", tmp_path)
    folder = tmp_path / "small"
    spaces = folder / "map" / "spaces.csv"
    row = "camp,box,{},160,130\n"
    spaces.write_text("space,kind,x,y,width,height\n" + row.format("220,620"), encoding="utf-8")
    game = load_game(folder)
    parts = board_of(table_of(game, module_settings(game))).walk()
    zones = [part.name for part in parts if isinstance(part, c.Zone)]
    assert zones.index("camp") < zones.index("Hexes") < zones.index("dead-pile")
    spaces.write_text("space,kind,x,y,width,height\n" + row.format("520,420"), encoding="utf-8")
    with pytest.raises(ProblemsError, match=r"'camp' lies over .*0506.*set up"):
        layout_map(load_game(folder))
    spaces.write_text("space,kind,x,y\ndead-pile,box,220,620\n", encoding="utf-8")
    with pytest.raises(ProblemsError, match="'dead-pile' stands here a second time"):
        load_game(folder)


FIELD = (
    'squares = { rows = { first = 1, count = 2, from = "north" }, size = [100, 100], '
    'at = [60, 260], columns = { first = 0, count = 3, from = "west" } }'
)
SQUARES = f"""{FIELD}
[terrain.town]
name = "Town"
[hexside.river]
name = "River"
[hexside.bridge]
name = "Bridge"
[hexside.slope]
name = "Slope"
directed = true
[line.road]
name = "Road"
"""


def squares(folder: Path, lines: str = "", sides: str = "", hexes: str = "") -> Game:
    board(folder)
    text = GAME.replace("height = 400\n", "height = 400\n" + SQUARES)
    for name, words in {
        "game.toml": text,
        "counters.csv": "id,side,type,name,setup\n",
        "map/hexes.csv": "hex,terrain,name\n" + hexes,
        "map/hexsides.csv": "hex,other,features\n" + sides,
        "map/lines.csv": "kind,name,hexes\n" + lines,
    }.items():
        (folder / name).write_text(words, encoding="utf-8")
    return load_game(folder)


@pytest.mark.parametrize(
    ("tables", "spot"),
    [
        ({"lines": "road,,A1 B1\n"}, (85, 260)),
        ({"sides": "A1,B1,river\n"}, (110, 250)),
        ({"hexes": "A1,,Ashford\n"}, (60, 303)),
        ({"sides": "A1,B1,bridge\n"}, (110, 260)),
        ({"sides": "A1,B1,slope\n"}, (105, 260)),
        ({"sides": "B1,A1,slope\n"}, (115, 260)),
    ],
)
def test_tables_of_hexes_are_drawn_on_squares(
    tmp_path: Path, tables: dict[str, str], spot: tuple[int, int]
) -> None:
    x, y = spot
    shown = set()
    for name, given in (("bare", {}), ("drawn", tables)):
        game = squares(tmp_path / name, **given)
        picture = map_picture(game, layout_map(game)).convert("RGB")
        shown.add(picture.crop((x - 9, y - 9, x + 10, y + 10)).tobytes())
    assert len(shown) == 2


def test_a_river_between_squares_counts_for_the_rules(tmp_path: Path) -> None:
    assert squares(tmp_path, sides="A1,B1,river\n").board.between("B1", "A1") == {"river"}


@pytest.mark.parametrize(
    ("tables", "remedy"),
    [
        ({"lines": "road,,A1 C1\n"}, "List every square"),
        ({"sides": "A1,C1,river\n"}, "Write two squares"),
    ],
)
def test_squares_that_do_not_touch_are_told(
    tmp_path: Path, tables: dict[str, str], remedy: str
) -> None:
    with pytest.raises(ProblemsError, match=rf"csv:2: A1 and C1 do not touch\. {remedy}"):
        squares(tmp_path, **tables)


def test_dice_written_as_a_word_are_told_what_to_write(tmp_path: Path) -> None:
    game = board(tmp_path)
    path = tmp_path / "game.toml"
    path.write_text(GAME + '[module]\ndice = ["2d6"]\n', encoding="utf-8")
    game = load_game(tmp_path)
    with pytest.raises(ProblemsError, match=r"\[\[module\.dice\]\] with count = 2 and sides = 6"):
        module_settings(game)


@pytest.mark.parametrize(("hexes", "signs"), [(("Ash", "Mere"), 0), (("Ash", "Ash"), 1)])
def test_the_legend_names_stacks_only_where_one_is(
    tmp_path: Path, hexes: tuple[str, str], signs: int
) -> None:
    game = board(tmp_path)
    units = tuple(
        Unit(str(n), game.definition.side[0].id, "infantry", where) for n, where in enumerate(hexes)
    )
    table = Overlay(Position(game, game.board, units), layout_map(game))
    assert len(count_signs(table, voice(game, "en"))) == signs


def names_on(game: Game) -> dict[str, tuple[float, float, TextStyle]]:
    """Where the names of a drawn board stand."""
    found: dict[str, tuple[float, float, TextStyle]] = {}

    class Recorder(PixelCanvas):
        def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
            found[text] = (x, y, style)

    layout = layout_map(game)
    draw_board(Recorder(layout.width, layout.height, 1), Scene(game, layout, "en"))
    return found


@pytest.mark.parametrize(
    ("links", "below"), [("", True), ("Ash,Fir\n", False), ("Ash,Fir\nAsh,Elm\n", False)]
)
def test_the_name_of_a_point_stands_beside_its_circle(
    tmp_path: Path, links: str, below: bool
) -> None:
    """A town or the ground would lie under it inside; it keeps off the lines to other points."""
    game = board(tmp_path / "lake", "Fir,point,100,300,,,\nElm,point,110,20,,,\n")
    (tmp_path / "lake/map/links.csv").write_text(f"space,other\nAsh,Mere\n{links}")
    x, y, style = names_on(load_game(tmp_path / "lake"))["Ash"]
    assert game.places["Ash"].y == 100
    if below:
        assert (x, y > 127) == (100, True)
    elif links.count("Ash") == 1:
        assert (x, y < 73) == (100, True)
    else:
        assert (style.anchor, x < 73) == ("end", True)


def test_the_name_of_an_area_keeps_off_its_border(tmp_path: Path) -> None:
    slanting = 'Fen,area,,,,,"20,200 180,180 190,360 20,330"\n'
    x, y, style = names_on(board(tmp_path / "lake", slanting))["Fen"]
    border = 330 + (x - 20) * 30 / 170
    assert border - y > 0.4 * style.size


def test_counters_stand_on_their_points_and_off_the_names_of_boxes(tmp_path: Path) -> None:
    game = board(tmp_path / "lake", "turn 3,box,500,100,160,120,\nFir,point,100,300,,,\n")
    table = table_of(game, module_settings(game))
    assert table.spots("Fir", 2) == [(100, 300)] * 2
    assert table.spots("Ash", 1) == [(100, 100)]
    (first, second) = table.spots("turn 3", 2)
    assert first[1] == second[1] < 100


def test_the_page_knows_on_which_places_units_stand_as_in_a_hex(tmp_path: Path) -> None:
    """There they are drawn as large as on hexes, not below a heading as in a box."""
    game = board(tmp_path / "lake", "turn 3,box,500,100,160,120,\n")
    assert page_of(Sheet(game, own=True))["played"] == ["Ash", "Mere"]


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ({}, "D8"),
        ({"diagonal": True}, "D8"),
        ({"number": "RRCC", "digits": (2, 2), "separator": "-"}, "08-03"),
        ({"number": "RRCC"}, "83"),
        ({"digits": (2, 2)}, "0308"),
        ({"separator": "."}, "3.8"),
        ({"digits": (2, 2), "letters": "rows"}, "03I"),
        ({"number": "RRCC", "letters": "columns"}, "8D"),
    ],
)
def test_squares_are_called_as_is_said_and_a1_where_nothing_is(
    said: dict[str, object], first: str
) -> None:
    squares = {
        "rows": {"first": 8, "count": 2, "from": "north"},
        "columns": {"first": 3, "count": 2, "from": "west"},
        "size": (90, 90),
        "at": (60, 60),
    }
    board = BoardDefinition.model_validate({"squares": {**squares, **said}})
    assert next(square_field(board).names()) == first


def test_squares_that_are_called_alike_are_told(tmp_path: Path) -> None:
    board(tmp_path)
    path = tmp_path / "game.toml"
    field = (
        'squares = { rows = { first = 1, count = 11, from = "south" }, digits = [1, 1], '
        'columns = { first = 1, count = 11, from = "west" }, size = [9, 9], at = [60, 60] }'
    )
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[board]", f"[board]\n{field}"), encoding="utf-8")
    with pytest.raises(ProblemsError, match=r"toml:9: Two squares are called '111'. Write digits"):
        load_game(tmp_path)
