"""A module of Kessel's own taken over again: nothing is lost, and it is built the same."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.sax.saxutils import escape

import pytest
from PIL import Image

from assistant.adopted import possible_games
from assistant.binding import open_record
from assistant.board.images import Images
from assistant.cli.checking import sound_game
from assistant.position import Position, Unit
from assistant.reading.own_boards import on_its_boards
from assistant.reading.positions import TableReading
from assistant.report.picture import position_picture
from assistant.report.show import show, show_text
from assistant.words.voice import general
from builder.adopt import unrolling
from builder.adopt.adopting import Adopted, _made_beside, adopt
from builder.adopt.art import LOST, ArtFolder
from builder.adopt.cleaning import (
    NO_ENCODER,
    NO_MEASURE,
    NO_NUMBER,
    NO_PIECE,
    NO_SAVE,
    NO_SIZE,
    PLAIN_PART,
    PLAIN_PIECE,
)
from builder.adopt.hexes import FEW, IN_LINE, ODD_NAMES
from builder.adopt.pictures import CUT_OFF
from builder.adopt.places import FAR, NAMELESS, NO_AREA
from builder.adopt.saved import ONLY_SAVE
from builder.adopt.setups import settled
from builder.adopt.start import NOT_LAID
from builder.adopt.stock import DEEP_PROTOTYPES, Item, Slot, Stock, is_token, table_piece
from builder.adopt.taking import TOO_DEEP, Taking
from builder.adopt.told import Told
from builder.adopt.turns import TOO_MANY, turns_of
from builder.adopt.unrolling import MANY, Ground, Unrolled, Unroller, text_size, unrolled
from builder.adopt.words import apart
from builder.drawing import lettering
from builder.drawing.map import under
from builder.drawing.map.read_config import map_drawing
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module.build import build_module, write_setup
from builder.sheets.game import counter_pairs
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.buildfile.components import (
    CounterTurnLevel,
    GameModule,
    ListTurnLevel,
    PieceMover,
    PieceSlot,
    PredefinedSetup,
    PrototypeDefinition,
    TurnTracker,
)
from builder.vassal.buildfile.module import read_module
from builder.vassal.buildfile.piece_text import parse_piece, write_piece
from builder.vassal.commands import BoardPlace
from builder.vassal.extensions import open_module
from builder.vassal.locations import ModuleShape
from builder.vassal.module_shape import shape_of
from builder.vassal.obfuscation import disguise
from builder.vassal.opened import open_game
from builder.vassal.pieces import Piece, PieceGroup
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.state import GameState
from builder.vassal.traits import (
    ActionButton,
    BasicPiece,
    Deck,
    DynamicProperty,
    Immobile,
    Label,
    Layer,
    Marker,
    Mask,
    PlaceMarker,
    Prototype,
)
from tests.drawing.test_art import taller
from tests.extending import BLUE, at, extension, picture, table, window
from tests.extending import slot as extended_slot
from tests.hostile.conftest import bounded
from tests.hostile.test_modules import GRID, board, element, hexes, module, prototypes
from tests.wide import all_but, some

DATA = Path(__file__).parents[1] / "data" / "vassal"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    new_game("hill", folder)
    return build_module(load_game(folder / "hill"), folder / "out").path


@pytest.fixture(scope="module")
def taken(built: Path) -> Adopted:
    return adopt(built, "taken", built.parent)


def test_comments_are_in_the_readers_language(built: Path, tmp_path: Path) -> None:
    taken = adopt(built, "mine", tmp_path, say=general("es"))
    comments = [
        line
        for file in (taken.folder / "game.toml", *(taken.folder / "scenarios").glob("*.toml"))
        for line in file.read_text("utf-8").splitlines()
        if line.startswith("#")
    ]
    assert comments[0].startswith("# Adoptado del módulo «")
    assert comments[1] == "# Lo que no se pudo adoptar está en kept/left-out.csv."
    assert not [line for line in comments if " the " in line]


def test_every_hex_is_named_the_same(built: Path, taken: Adopted) -> None:
    shape = shape_of(read_module(built))
    grid = load_game(taken.folder).grid
    own = load_game(built.parent.parent / "hill").grid
    assert set(own.places) <= set(grid.places)
    assert {n: set(own.neighbours(n)) for n in own.places} == {
        n: set(grid.neighbours(n)) & set(own.places) for n in own.places
    }
    assert shape.maps[0].name == load_game(taken.folder).definition.adopted.map  # type: ignore[union-attr]


def test_counters_keep_side_name_and_pictures(built: Path, taken: Adopted) -> None:
    own = load_game(built.parent.parent / "hill")
    found = load_game(taken.folder)
    units = [c for c in own.counters.values() if c.kind == "unit"]
    by_id = {c.fields.get("Counter"): c for c in found.counters.values()}
    taken_units = [by_id[c.id] for c in units]
    assert [c.side for c in taken_units] == [c.side for c in units]
    assert all((taken.folder / p).is_file() for c in taken_units for p in c.pictures)
    assert max(len(c.pictures) for c in taken_units) > 1


def test_it_is_built_again_as_it_was(built: Path, taken: Adopted) -> None:
    again = build_module(load_game(taken.folder), built.parent / "again").path
    before, after = read_module(built), read_module(again)
    assert (after.name, after.version) == (before.name, before.version)
    assert set(after.images) == set(before.images)
    assert after.root.children == before.root.children


def test_a_set_up_stands_where_it_stood(built: Path, taken: Adopted) -> None:
    own = load_game(built.parent.parent / "hill").scenarios
    found = load_game(taken.folder).scenarios
    placed = {p.hex for s in own.values() for p in s.placements if p.hex.isdecimal()}
    assert placed <= {p.hex for s in found.values() for p in s.placements}


def test_of_two_at_once_the_second_is_told_that_the_folder_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "of-both"

    def second() -> None:
        with _made_beside(folder):
            folder.mkdir()
            (folder / "of-the-first").touch()

    with pytest.raises(ProblemsError, match="already there"):
        second()
    assert [path.name for path in tmp_path.rglob("*")] == ["of-both", "of-the-first"]


def test_a_folder_that_is_there_is_left_alone(built: Path, taken: Adopted) -> None:
    with pytest.raises(ProblemsError, match="already there"):
        adopt(built, "taken", built.parent)


@pytest.mark.parametrize(
    ("entry", "data", "kind", "what"),
    [
        ("own/Trick.class", b"\xca\xfe", "file", "class"),
        ("images/half.png", b"\x89PNG\r\n\x1a\n", "picture", "png"),
        ("images/half.png", taller(picture(60, 60)), "picture", "png"),
        ("sounds/bomb.wav", bytes(17 << 20), "file", "wav"),
    ],
)
def test_what_cannot_be_taken_over_is_told(
    tmp_path: Path, entry: str, data: bytes, kind: str, what: str
) -> None:
    tree = (
        '<VASSAL.build.GameModule name="Small" version="0.1" VassalVersion="3.6.0">'
        "<VASSAL.build.module.BasicCommandEncoder/><own.Trick/>"
        '<VASSAL.build.module.Map mapName="Map"/>'
        '<VASSAL.build.module.PieceWindow><VASSAL.build.widget.ListWidget entryName="All">'
        '<VASSAL.build.widget.PieceSlot entryName="A" gpid="1">'
        "+/null/piece;;;half.png;A/null;0;0;1;0</VASSAL.build.widget.PieceSlot>"
        '<VASSAL.build.widget.PieceSlot entryName="\u7b2c\u516d B" gpid="2">'
        "+/null/piece;;;;\u7b2c\u516d B/null;0;0;2;0</VASSAL.build.widget.PieceSlot>"
        '<VASSAL.build.widget.PieceSlot entryName="C" gpid="3">'
        "+/null/prototype;Nowhere/</VASSAL.build.widget.PieceSlot>"
        '<VASSAL.build.widget.PieceSlot entryName="D" gpid="4">'
        "+/null/mark;Side\tprototype;Nowhere/Red\t</VASSAL.build.widget.PieceSlot>"
        "</VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>"
        '<VASSAL.build.module.PredefinedSetup name="Lost" file="lost.vsav" useFile="true"/>'
        "</VASSAL.build.GameModule>"
    )
    file = tmp_path / "small.vmod"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("buildFile.xml", tree)
        archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    found = adopt(file, "small", tmp_path)
    left = {(one.kind, one.what) for one in found.left}
    own = {("component", "own.Trick"), ("component", "Board"), ("set-up", "save")}
    assert {(kind, what), *own} <= left
    why = {one.reason: one.examples for one in found.left if one.kind == "piece"}
    assert why == {NO_PIECE: ("C",), PLAIN_PIECE: ("D",)}
    assert found.counters == 3
    game = load_game(found.folder)
    root = read_module(build_module(game, tmp_path / "out").path).root
    assert not any(isinstance(part, PredefinedSetup) for part in root.walk())
    assert [text for text in map(str, lettering.remarks(game)) if "\u7b2c\u516d" in text]


@pytest.mark.parametrize(
    ("sizes", "why"),
    [
        ('dx="NaN" dy="60"', NO_MEASURE),
        ('dx="60" dy="Infinity"', NO_MEASURE),
        ('dx="60" dy="0"', NO_SIZE),
        ('dx="1e7" dy="60"', NO_SIZE),
        ('dx="60" dy="60"', ""),
        ('dx="6_0" dy="60"', NO_MEASURE),
        ('dx="\N{ARABIC-INDIC DIGIT SIX}\N{ARABIC-INDIC DIGIT ZERO}" dy="60"', NO_MEASURE),
        ('dx=" 60d" dy="0x1.ep5f" x0="\N{ARABIC-INDIC DIGIT SIX}"', ""),
    ],
)
def test_a_grid_without_sizes_is_told(tmp_path: Path, sizes: str, why: str) -> None:
    found = adopt(module(tmp_path, board(hexes(grid=sizes))), "grid", tmp_path)
    assert [one.reason for one in found.left if one.what == "HexGrid"] == ([why] if why else [])
    assert [one.reason for one in found.left if one.what == "BasicCommandEncoder"] == [NO_ENCODER]


@pytest.mark.parametrize(
    ("width", "told"), [(" 60 ", ["B: width"]), ("6_0", ["B: width"]), ("60", []), ("", [])]
)
def test_a_number_that_is_none_to_vassal_is_told(
    width: str, told: list[str], tmp_path: Path
) -> None:
    path = module(tmp_path, board("", f'width="{width}" height="4000"'))
    left = adopt(path, "t", tmp_path).left
    assert [name for one in left if one.reason == NO_NUMBER for name in one.examples] == told


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        pytest.param(board(hexes('sep=" - / - "')), [], id="seven signs between two numbers"),
        pytest.param(board(hexes(f'sep="{"-" * 41}"')), [ODD_NAMES], id="more signs than any name"),
        pytest.param(
            board(hexes(grid='dx="52" dy="60" x0="30" y0="4"'), 'width="760" height="8"'),
            [IN_LINE],
            id="hexes in one line",
        ),
        pytest.param(board(hexes('sep="&#9;"')), [ODD_NAMES], id="a sign that no table holds"),
        pytest.param(
            board("")
            + element(
                "VASSAL.build.module.turn.TurnTracker",
                element(
                    "VASSAL.build.module.turn.CounterTurnLevel "
                    'start="-500" loop="true" loopLimit="-300"'
                ),
            ),
            [],
            id="turns before any",
        ),
        pytest.param(
            board("") + element("VASSAL.build.module.PlayerRoster", element("entry", "x" * 700)),
            [],
            id="a side's name longer than any",
        ),
        pytest.param(
            board("").replace('"Main"', '"Main" edgeWidth="99999999999"'),
            [FAR],
            id="a map beyond any table",
        ),
    ],
)
def test_what_is_taken_over_can_be_built(inside: str, told: list[str], tmp_path: Path) -> None:
    found = adopt(module(tmp_path, inside), "t", tmp_path)
    assert [one.reason for one in found.left if one.kind == "place"] == told
    sound_game(str(found.folder))


def test_what_stands_nowhere_when_a_game_begins_is_told(tmp_path: Path) -> None:
    """A stack on a board that is not laid out, and places of a zone without an area."""
    picker = "VASSAL.build.module.map.BoardPicker"
    zone = element(f'{GRID}.mapgrid.Zone name="Z" path=""', hexes())
    zones = element(f"{GRID}.ZonedGrid", zone)
    piece = element(
        'VASSAL.build.widget.PieceSlot entryName="Man" gpid="1"', "+/null/piece;;;;Man/null;0;0;1"
    )
    stack = 'VASSAL.build.module.map.SetupStack name="S" owningBoard="B" x="150" y="150"'
    inside = (
        board(zones, 'width="300" height="300"')
        .replace(f"</{picker}>", f"<setup>{picker}\tElsewhere\t0\t0</setup></{picker}>")
        .replace("</VASSAL.build.module.Map>", element(stack, piece) + "</VASSAL.build.module.Map>")
    )
    left = adopt(module(tmp_path, inside), "t", tmp_path).left
    told = {(one.what, one.reason, one.examples) for one in left}
    assert {
        ("at-start stack", NOT_LAID, ("Man",)),
        ("zone", NO_AREA, ("Z",)),
        ("hex grid", FEW, ("B",)),
    } <= told


@pytest.mark.parametrize(
    ("width", "height", "size"), [(90, 2_000, (90, 2_000)), (2_147_483_647, 20_000, (60, 60))]
)
def test_a_plain_picture_is_as_large_as_a_piece(
    width: int, height: int, size: tuple[int, int], tmp_path: Path
) -> None:
    slot = f'VASSAL.build.widget.PieceSlot entryName="A" gpid="1" width="{width}" height="{height}"'
    piece = element(slot, "+/null/piece;;;gone.png;A/null;0;0;1")
    taking = Taking(read_module(module(tmp_path, piece)), "t", Told())
    taking.make_plain()
    assert taking.pictures.size("gone.png") == size
    with Image.open(io.BytesIO(taking.pictures.plain["gone.png"])) as picture:
        shades = picture.convert("RGB").getcolors() or []
    paper, edge = (216, 208, 188), (120, 112, 92)
    assert {paper, edge} < {shade for _, shade in shades}  # and words


def test_a_board_that_nobody_can_show_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match="30,000 x 100 pixels, more than VASSAL can show"):
        adopt(module(tmp_path, board("", 'width="30000" height="100"')), "t", tmp_path)
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize(
    ("kind", "side", "share", "stands"),
    some(
        [
            ("png", 60, 0.8, False),
            ("png", 60, 0.98, True),
            ("png", 1001, 0.5, False),
            ("gif", 1001, 0.5, False),
            ("bmp", 1001, 0.5, False),
        ],
        ("png", 60, 0.8, False),
        ("png", 60, 0.98, True),
        ("gif", 1001, 0.5, False),
    ),
)
def test_a_damaged_map_is_taken_over_so_that_it_can_be_built(
    tmp_path: Path, kind: str, side: int, share: float, stands: bool
) -> None:
    stream = io.BytesIO()
    Image.effect_noise((side, side), 9).save(stream, kind)
    whole = stream.getvalue()
    picture = whole[: int(len(whole) * share)] if not stands else whole[:-5]
    inside = board(hexes('sep="."', f'dx="{side / 5}" dy="{side / 5}"'), f'image="a.{kind}"')
    file = module(tmp_path, inside, {f"images/a.{kind}": picture})
    found = adopt(file, "cut", tmp_path)
    told = [(one.kind, one.reason) for one in found.left if one.what == kind]
    assert told == ([] if stands else [("picture", CUT_OFF)])
    game = load_game(found.folder)
    assert under.under_of(game, map_drawing(game)) is not None
    under.sound(game)


def test_a_file_that_leads_out_is_refused_whole(tmp_path: Path) -> None:
    file = tmp_path / "bad.vmod"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../out.txt", "x")
    with pytest.raises(ProblemsError, match="leads out"):
        adopt(file, "bad", tmp_path)
    assert not (tmp_path / "bad").exists()


BOARD = """
id = "duel"
title = "Duel"
[[side]]
id = "red"
name = "Red"
[board]
width = 400
height = 400
squares = { rows = { first = 1, count = 4, from = "south" }, columns = { first = 0, count = 4, from = "west" }, size = [90, 90], at = [60, 60] }
[turns]
last = 5
[units.types]
man = { name = "Man", symbol = "infantry" }
"""


def test_a_board_of_squares(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    folder.mkdir()
    (folder / "game.toml").write_text(BOARD, encoding="utf-8")
    (folder / "counters.csv").write_text("id,side,type,setup\na,red,man,B3\n", encoding="utf-8")
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "one.toml").write_text('name = "One"\n', encoding="utf-8")
    game = load_game(folder)
    assert set(game.board.neighbours("A1")) == {"A2", "B1"}
    shape = shape_of(read_module(build_module(game, tmp_path / "out").path))
    laid = shape.maps[0].laid_out()
    assert laid.snapped_name(150, 150) == "B3"


def test_a_region_without_a_name_is_told(tmp_path: Path) -> None:
    points = "".join(
        element(f'{GRID}.Region name="{name}" originx="{x}" originy="90"')
        for name, x in (("Rome", 90), ("", 300))
    )
    grid = element(f"{GRID}.RegionGrid", points)
    taken = adopt(module(tmp_path, board(grid)), "points", tmp_path)
    assert set(load_game(taken.folder).places) >= {"Rome"}
    assert [(it.what, it.count, it.reason) for it in taken.left if it.kind == "place"] == [
        ("point", 1, NAMELESS)
    ]


def test_a_map_whose_mover_is_of_an_own_class_lets_pieces_be_dragged(tmp_path: Path) -> None:
    main = board("").replace(
        "</VASSAL.build.module.Map>", "<own.TrickyPieceMover/></VASSAL.build.module.Map>"
    )
    found = adopt(module(tmp_path, main), "drag", tmp_path)
    assert [one.what for one in found.left if one.reason == PLAIN_PART] == ["own.TrickyPieceMover"]
    root = read_module(build_module(load_game(found.folder), tmp_path / "out").path).root
    assert any(isinstance(part, PieceMover) for part in root.walk())


@pytest.mark.parametrize(
    ("size", "usual", "token"),
    [
        ((78, 77), 90, True),  # a cube of a pool
        ((65, 96), 90, True),  # a disc seen from the side
        ((100, 100), 44, True),  # a tile
        ((152, 212), 42, False),  # the card of a small counter
        ((230, 360), 364, False),  # a small card among cards
        ((300, 300), 100, False),
    ],
)
def test_what_lies_in_a_deck_is_a_card_or_a_token(
    size: tuple[int, int], usual: int, token: bool
) -> None:
    assert is_token(size, usual) is token


PICKER = "VASSAL.build.module.map.BoardPicker"
POOL = "VASSAL.build.module.map.DrawPile"
BOARD_TAG = "VASSAL.build.module.map.boardPicker.Board"


def test_a_pool_two_boards_and_a_window_of_the_same_places(tmp_path: Path) -> None:
    square = f'{GRID}.SquareGrid dx="100" dy="100" x0="50" y0="50"'
    numbers = element(f"{GRID}.mapgrid.SquareGridNumbering", "")
    grid = element(square, numbers)
    boards = "".join(
        element(
            f'{BOARD_TAG} name="{name}" width="300" height="200" color="{colour}"', grid * first
        )
        for name, colour, first in (("A", "200,0,0", 1), ("B", "0,0,200", 0), ("C", "0,99,0", 1))
    )
    setup = "<setup>MainBoardPicker\tA\t0\t0\tB\t1\t0</setup>"
    chit = write_piece([Marker.of(Control=""), BasicPiece(name="Chit", image="chit.png")])
    slot = element('VASSAL.build.widget.CardSlot entryName="Chit" gpid="7"', escape(chit))
    pool = element(f'{POOL} name="Pool" owningBoard="A" x="40" y="40"', slot)
    window = board(grid, 'width="300" height="200"').replace('"Main"', '"Window"')
    main = element('VASSAL.build.module.Map mapName="Main"', element(PICKER, setup + boards) + pool)
    chit_png = io.BytesIO()
    Image.new("RGB", (30, 30), "white").save(chit_png, "PNG")
    path = module(tmp_path, main + window, {"images/chit.png": chit_png.getvalue()})
    game = load_game(adopt(path, "pool", tmp_path).folder)
    assert game.definition.adopted is not None
    assert game.definition.board is not None
    assert game.definition.adopted.boards == ("A", "B")
    assert (game.definition.board.width, game.definition.board.height) == (600, 200)
    with Image.open(game.folder / game.definition.board.picture) as sheet:
        colours = [sheet.getpixel(at) for at in ((150, 100), (450, 100))]
    assert colours == [(200, 0, 0), (0, 0, 200)]
    assert [c.id for c in game.counters.values()] == ["chit"]
    assert not game.cards

    shape = shape_of(read_module(build_module(game, tmp_path / "out").path))

    def seen(on: str, map_: str) -> Position:
        state = GameState(boards={"Main": (BoardPlace(on),)})
        own, notes = on_its_boards(game, shape, state)
        assert notes == ()
        assert own.definition.board is not None
        assert (own.definition.board.width, own.definition.board.picture) == (300, "")
        piece = replace(table_piece(parse_piece(chit), "1"), map=map_, x=150, y=50)
        order = {"1": (0, 1)}
        table = replace(state, pieces={"1": piece}, order=order)
        return TableReading(own, shape, table, "", ()).position()

    position = seen("C", "Main")
    assert [(u.counter, u.hex) for u in position.units] == [("chit", "0201")]
    assert position.unknown == ()
    (unit,) = position.units
    assert (unit.lies_at, replace(unit, hex="0101").lies_at) == ((150, 50), None)
    assert [u.hex for u in seen("C", "Window").units] == ["Window"]


def test_cards_on_the_map_show_their_faces_and_hide_their_names(tmp_path: Path) -> None:
    def png(colour: str) -> bytes:
        file = io.BytesIO()
        Image.new("RGB", (60, 90), colour).save(file, "PNG")
        return file.getvalue()

    # The back of the Ten is a drawing, which is drawn anew for the game.
    masks = {
        n: Mask(back_image=f"{n}-back.{kind}", mask_name="Plot")
        for n, kind in (("Ace", "png"), ("Ten", "svg"))
    }
    types = {
        n: write_piece([mask, BasicPiece(name=n, image=f"{n}.png")]) for n, mask in masks.items()
    }
    slots = "".join(
        element(f'VASSAL.build.widget.CardSlot entryName="{n}" gpid="{i}"', escape(text))
        for i, (n, text) in enumerate(types.items())
    )
    pile = element(f'{POOL} name="Plots" owningBoard="A" x="200" y="100"', slots)
    boards = element(f'{BOARD_TAG} name="A" width="300" height="200" color="200,0,0"', "")
    setup = "<setup>MainBoardPicker\tA\t0\t0</setup>"
    main = element('VASSAL.build.module.Map mapName="Main"', element(PICKER, setup + boards) + pile)
    art = {"images/Ace.png": png("red"), "images/Ten.png": png("blue")}
    drawn = b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="45"><rect width="30" height="45"/></svg>'
    art |= {"images/Ace-back.png": png("#000100"), "images/Ten-back.svg": drawn}
    path = module(tmp_path, main, art)
    game = load_game(adopt(path, "cards", tmp_path).folder)
    assert [card.number for card in game.cards] == ["ace", "ten"]
    shape = shape_of(read_module(build_module(game, tmp_path / "out").path))

    def laid(name: str, id_: str, x: int, hidden: bool = False) -> Piece:
        hider = replace(
            masks.get(name, masks["Ten"]), masked_by=PlayerId("somebody") if hidden else None
        )
        text = write_piece([hider, BasicPiece(name=name, image=f"{name}.png")])
        return replace(table_piece(parse_piece(text), id_), map="Main", x=x, y=100)

    pieces = [laid("Ace", "1", 50), laid("Ten", "2", 50, True), laid("Ten", "3", 90)]
    pieces += [
        laid("Ace", "9", 170, True),
        laid("Stranger", "8", 130, True),
    ]  # under the same back: nobody sees that it is none
    pieces += [laid("Ace", "4", 0), laid("Ten", "5", 0), laid("Ace", "6", 0), laid("Ten", "7", 0)]
    decks = {
        name: PieceGroup(
            name, "deck", Deck(name=name).encode_type(), "Main", x, 100, cards, None, name == "Shut"
        )
        for name, x, cards in (("Open", 210, ("4", "5")), ("Shut", 220, ("6", "7")))
    }
    parents = {card: name for name, deck in decks.items() for card in deck.members}
    order = {id_: (0, n) for n, id_ in enumerate(["1", "2", "3", "8", "9", *decks])}
    table = GameState(boards={"Main": (BoardPlace("A"),)}, pieces={p.id: p for p in pieces},
                      groups=decks, order=order, parents=parents)  # fmt: skip
    position = TableReading(game, shape, table, "", ()).position()
    assert (position.units, position.unknown) == ((), ())
    seen = [(c.card, c.name, c.x, c.count, c.deck) for c in position.cards]
    assert seen == [
        ("ace", "Ace", 50, 1, ""), ("", "", 50, 1, ""), ("ten", "Ten", 90, 1, ""), ("", "", 130, 1, ""), ("", "", 170, 1, ""),
        ("ten", "Ten", 210, 2, "Open"), ("", "", 220, 2, "Shut"),
    ]  # fmt: skip
    images = Images()
    told = images.cards(position)
    assert [(card["name"], card["pile"], card["at"][2:]) for card in told] == [
        ("Ace", 0, [60, 90]), ("", 2, [60, 90]), ("Ten", 1, [60, 90]), ("", 1, [60, 90]), ("", 1, [60, 90]), ("Ten", 2, [60, 90]),
        ("", 2, [60, 90]),
    ]  # fmt: skip
    colours = []
    for card in told:
        with Image.open(io.BytesIO(images.face(card["picture"]) or b"")) as face:
            colours.append(face.convert("RGB").getpixel((30, 45)))
    assert colours == [
        (255, 0, 0),
        (0, 0, 0),
        (0, 0, 255),
        (0, 0, 0),
        (0, 1, 0),
        (0, 0, 255),
        (0, 0, 0),
    ]
    picture = position_picture(position, entire=True)
    assert [picture.getpixel((x, 100)) for x in (22, 90)] == [(255, 0, 0), (0, 0, 255)]


def test_a_set_up_brings_the_decks_of_the_module_along(tmp_path: Path) -> None:
    """VASSAL lays out none of its own for a save: what the save lacks is gone from the game."""
    cards = "".join(
        element(
            f'VASSAL.build.widget.CardSlot entryName="{name}" gpid="{number}"',
            escape(write_piece([Mask(mask_name="Plot"), BasicPiece(name=name)])),
        )
        for number, name in enumerate(("Ace", "Ten"), 5)
    )
    folder = element('VASSAL.build.module.folder.DeckSubFolder name="All"', cards)
    man = escape(write_piece([BasicPiece(name="Man")]))
    slot = element('VASSAL.build.widget.PieceSlot entryName="Man" gpid="4"', man)
    stack = element(
        'VASSAL.build.module.map.SetupStack name="Men" owningBoard="B" x="10" y="20"', slot
    )
    piles = "".join(
        element(f'{POOL} name="{name}" owningBoard="{on}" x="40" y="30"', inside)
        for name, on, inside in (("Plots", "B", folder), ("Discards", "A", ""), ("Gone", "C", ""))
    )
    piles = element('VASSAL.build.module.folder.MapSubFolder name="Decks"', piles)
    boards = "".join(
        element(f'{BOARD_TAG} name="{name}" width="300" height="200"', "") for name in "ABC"
    )
    picker = element(PICKER, "<setup>MainBoardPicker\tA\t0\t0\tB\t1\t0</setup>" + boards)
    main = element('VASSAL.build.module.Map mapName="Main"', picker + piles + stack)
    game = load_game(adopt(module(tmp_path, main), "decks", tmp_path).folder)
    state = settled(read_saved_game(write_setup(game, "start", tmp_path / "new.vsav")))
    held = {
        deck.name: (deck.map, deck.x, deck.y, [state.pieces[m].basic_name for m in deck.members])
        for deck in state.groups.values()
        if deck.kind == "deck"
    }
    assert held == {"Plots": ("Main", 340, 30, ["Ace", "Ten"]), "Discards": ("Main", 40, 30, [])}
    numbers = {p.basic_name: p.gpid for p in state.pieces.values()}
    assert numbers == {"Man": "4", "Ace": "5", "Ten": "6"}


def test_a_strip_of_buttons_is_not_the_map(tmp_path: Path) -> None:
    strip = board("", 'width="500" height="1"').replace('"Main"', '"Buttons"')
    table = board("", 'image="gone.png" width="800" height="600"')
    game = load_game(adopt(module(tmp_path, strip + table), "table", tmp_path).folder)
    assert game.definition.adopted is not None
    assert game.definition.adopted.map == "Main"


def test_thousands_of_one_name_are_told_apart_at_once() -> None:
    for count in (2, 3, 49, 50, 51, 52, 53, 300, 4_097, 20_000):
        taken = {"a", *(f"a-{number}" for number in range(2, count))}
        assert apart("a", taken) == f"a-{count}"
    assert apart("a", {"a", "a-2", "a-4"}) == "a-3"


def test_boards_and_pictures_without_end_are_taken_over_soon(tmp_path: Path) -> None:
    board = "VASSAL.build.module.map.boardPicker.Board"
    boards = "".join(f'<{board} name="B{n}" width="9" height="9"/>' for n in range(3_000))
    map_ = "VASSAL.build.module.Map"
    picker = "VASSAL.build.module.map.BoardPicker"
    text = f'<{map_} mapName="M"><{picker}>{boards}</{picker}></{map_}>'
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        root = "VASSAL.build.GameModule"
        archive.writestr("buildFile.xml", f'<{root} name="T" version="1">{text}</{root}>')
    with bounded():
        adopt(tmp_path / "m.vmod", "t", tmp_path)
    pictures = SimpleNamespace(names=lambda: ())
    art = ArtFolder(tmp_path, pictures)  # type: ignore[arg-type]
    letters = "abcdefghijklmno"
    names = (
        "".join(c.upper() if n >> at & 1 else c for at, c in enumerate(letters))
        for n in range(20_000)
    )
    with bounded():
        files = {art.file_of(f"{name}.png").casefold() for name in names}
    assert len(files) == 20_000


def test_a_map_of_endless_hexes_does_not_hide_the_one_that_is_played_on(tmp_path: Path) -> None:
    endless = board(hexes(grid='dx="1" dy="1"')).replace('"Main"', '"Ground"')
    path = module(tmp_path, endless + board(hexes()))
    main = Taking(read_module(path), "t").main
    assert main is not None
    assert main.name == "Main"


def test_phases_beyond_the_bound_are_told() -> None:
    phases = ListTurnLevel(list_=tuple(f"P{n}" for n in range(501)))
    turns = CounterTurnLevel(start=1, children=[phases])
    told = Told()
    found = turns_of(TurnTracker(children=[turns]), told)
    assert len(found.phases) == 500
    assert [(left.what, left.reason) for left in told] == [("turn tracker", TOO_MANY)]


ATTACKS: dict[str, Callable[[], str]] = {
    "prototypes that each name the next twice": lambda: prototypes(2_000),
    "regions without end": lambda: board(
        element(
            f"{GRID}.RegionGrid",
            "".join(
                element(f'{GRID}.Region name="r{n}" originx="{n % 3000}" originy="{n % 4000}"')
                for n in range(30_000)
            ),
        )
    ),
    "zones of thousands of corners": lambda: board(
        element(
            f"{GRID}.ZonedGrid",
            element(
                f'{GRID}.mapgrid.Zone name="z" useParentGrid="false" path="'
                + ";".join(f"{n * 37 % 3000},{n * 91 % 4000}" for n in range(9_000))
                + '"',
                hexes(),
            )
            * 20,
        )
    ),
}  # fmt: skip


LISTED = {"regions without end": ("point", 15_000), "zones of thousands of corners": ("zone", 18)}


@pytest.mark.parametrize("case", all_but(ATTACKS, "regions without end"))
def test_what_asks_for_too_much_is_taken_over_in_part(case: str, tmp_path: Path) -> None:
    with bounded():
        found = adopt(module(tmp_path, ATTACKS[case]()), "t", tmp_path)
    told = [(left.what, left.count) for left in found.left if left.kind == "place"]
    assert told[:1] == ([LISTED[case]] if case in LISTED else [])


def test_what_prototypes_of_many_pieces_place_is_one_counter(tmp_path: Path) -> None:
    """Names are those that VASSAL shows, labels worked out."""
    slot, part = "VASSAL.build.widget.PieceSlot", "VASSAL.build.module.PrototypeDefinition"
    smoke = write_piece([BasicPiece(name="Smoke", image="s.png")])
    common = write_piece([PlaceMarker(marker=smoke, gpid="77"), BasicPiece()])
    label = Label(label='{Size == "" ? "of " + BasicName : $Size$}')
    pieces = {
        f"A{n}": [Prototype(name="p"), BasicPiece(name=f"A{n}", image="a.png")] for n in "012"
    }
    pieces["Old"] = [label, BasicPiece(name="Old", image="a.png")]
    slots = "".join(
        f'<{slot} entryName="{name}" gpid="{at}">{escape(write_piece(traits))}</{slot}>'
        for at, (name, traits) in enumerate(pieces.items())
    )
    tree = (
        '<VASSAL.build.GameModule name="P" version="1"><VASSAL.build.module.PrototypesContainer>'
        f'<{part} name="p">{escape(common)}</{part}></VASSAL.build.module.PrototypesContainer>'
        '<VASSAL.build.module.Map mapName="M"/><VASSAL.build.module.PieceWindow>'
        f'<VASSAL.build.widget.ListWidget entryName="All">{slots}</VASSAL.build.widget.ListWidget>'
        "</VASSAL.build.module.PieceWindow></VASSAL.build.GameModule>"
    )
    file = tmp_path / "p.vmod"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("buildFile.xml", tree)
    game = load_game(adopt(file, "p", tmp_path).folder)
    names = [counter.full_name for counter in game.counters.values()]
    assert names == ["A0", "Smoke", "A1", "A2", "Old (of Old)"]


def test_buttons_and_empty_slots_are_no_counters_of_paper(tmp_path: Path) -> None:
    """They lie in the module for good, to be clicked or laid on; an objective is printed."""
    fixed, press = Immobile(move="V"), ActionButton()
    pieces = {
        "Draw": [press, fixed, BasicPiece(name="Draw", image="full.png")],
        "Slot": [fixed, BasicPiece(name="Slot", image="frame.png")],
        "Nothing": [fixed, BasicPiece(name="Nothing")],
        "Goal": [fixed, BasicPiece(name="Goal", image="full.png")],
        "Tank": [press, BasicPiece(name="Tank", image="frame.png")],
    }
    slot = "VASSAL.build.widget.PieceSlot"
    slots = "".join(
        element(f'{slot} entryName="{name}" gpid="{at}"', escape(write_piece(traits)))
        for at, (name, traits) in enumerate(pieces.items())
    )
    frame = Image.new("RGBA", (100, 100))
    frame.paste("#000000", (0, 0, 100, 1))
    art = {"frame.png": frame, "full.png": Image.new("RGBA", (100, 100), "#804020")}
    files = {}
    for name, image in art.items():
        data = io.BytesIO()
        image.save(data, "PNG")
        files[f"images/{name}"] = data.getvalue()
    inside = element("VASSAL.build.module.PieceWindow", slots)
    inside = element('VASSAL.build.module.Map mapName="M"') + inside
    game = load_game(adopt(module(tmp_path, inside, files), "p", tmp_path).folder)
    printed = {c.full_name for c in game.counters.values() if c.paper}
    assert printed == {"Goal", "Tank"}
    assert len(game.counters) == 5
    labels = {game.counters[pair.label].full_name for pair in counter_pairs(game)}
    assert labels == printed


def _item(name: str, page: str, markers: dict[str, str]) -> Item:
    slot = Slot("1", name, (BasicPiece(image=""),), ("Units", page))
    return Item("", name, [slot], slot.traits, markers=markers)


@pytest.mark.parametrize(
    ("roster", "page", "army", "side"),
    [
        (("French", "Allies", "Solitaire"), "Foot", "British", "allies"),
        (("French", "Allies"), "British", "", "allies"),
        (("French", "Allies"), "Markers", "", ""),
        (("French", "Allies"), "Markers", "2", ""),
        (("French", "Allies", "Turks"), "British", "British", ""),
    ],
)
def test_a_people_that_the_roster_does_not_name_has_the_side_that_is_left(
    roster: tuple[str, ...], page: str, army: str, side: str
) -> None:
    told = Told()
    stock = Stock(GameModule(), told, {name.casefold(): name for name in roster})
    french = [_item("Line", "French", {"Army": "French"}) for _ in range(3)]
    for item in french:
        item.side = "french"
    other = _item("Foot", page, {"Army": army} if army else {})
    stock._guess_sides([*french, other])
    assert other.side == side
    assert told.count("piece") == bool(side)


SAVE = archive_bytes([("savedGame", disguise("begin_save\x1bend_save"))])


@pytest.mark.parametrize("takes", [0, 7])
def test_set_ups_are_kept_where_no_second_process_can_be_had(
    takes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when there is none from the beginning, nor when it ends with saves in hand."""

    class Pool(ThreadPoolExecutor):
        left = takes

        def __init__(self, **_: object) -> None:
            if not takes:
                raise OSError
            super().__init__(1)

        def submit(self, *_: object) -> Future[Any]:  # type: ignore[override]
            Pool.left -= 1
            if Pool.left < 0:
                raise BrokenProcessPool
            future: Future[Any] = Future()
            future.set_exception(BrokenProcessPool())
            return future

    monkeypatch.setattr(unrolling, "ProcessPoolExecutor", Pool)
    ground = Ground(tmp_path, (), ModuleShape(), "", frozenset(), frozenset())
    files = [(f"{at}.vsav", SAVE) for at in range(MANY)] + [("damaged.vsav", SAVE[:-9])]
    found = [*unrolled(Unroller(ground), files, MANY, True)]
    assert found == [Unrolled()] * MANY + [None]
    kept = {p.name: p.read_bytes() for p in (tmp_path / "kept" / "files").iterdir()}
    assert kept == dict(files[:MANY])


def test_a_grid_that_is_no_rectangle_a_nameless_piece_and_a_menu_with_a_lost_save(
    tmp_path: Path,
) -> None:
    """Hexes whose middle lies far beyond the board are none; a picture names what has no name."""
    grid = hexes("", 'dx="126" dy="144" x0="77" y0="109" sideways="true"')
    piece = escape(write_piece([BasicPiece(name="", image="RectangleTan_b.png")]))
    inside = (
        board(grid, 'width="3700" height="2200"')
        + element(f'VASSAL.build.widget.PieceSlot entryName="" gpid="1" {""}', piece)
        + element(
            'VASSAL.build.module.PredefinedSetup name="New" isMenu="true" useFile="true" file="x"',
            element('VASSAL.build.module.PredefinedSetup name="Own" useFile="true" file="a.vsav"'),
        )
    )
    taken = adopt(module(tmp_path, inside, {"a.vsav": SAVE}), "cut", tmp_path)
    game = load_game(taken.folder)
    assert len(game.grid) == taken.hexes
    assert "0100" in game.grid.places
    assert "0200" not in game.grid.places
    assert [counter.full_name for counter in game.counters.values()] == ["Rectangle Tan b"]
    assert [setup.name for setup in game.scenarios.values()] == ["Own"]
    assert all(left.reason != NO_SAVE for left in taken.left)
    (save := tmp_path / "A.vsav").write_bytes(SAVE)
    for given, lost in (([], True), ([save], False)):
        name = f"lost-{len(given)}"
        again = adopt(module(tmp_path, inside), name, tmp_path, given)
        assert [setup.name for setup in load_game(again.folder).scenarios.values()] == (
            [] if lost else ["Own"]
        )
        assert any(left.reason == NO_SAVE for left in again.left) is lost
        assert (again.folder / "kept" / "files" / "a.vsav").exists() is not lost
    sheet = taken.folder / "game.toml"
    sheet.write_text(sheet.read_text("utf-8").replace('"0200"', '"0299"'), "utf-8")
    with pytest.raises(ProblemsError, match="names 0299, which is no hex"):
        load_game(taken.folder)


def test_a_piece_shows_the_layers_and_has_the_name_that_it_has_now(tmp_path: Path) -> None:
    def png(colour: str, size: int = 60) -> bytes:
        file = io.BytesIO()
        Image.new("RGB", (size, size), colour).save(file, "PNG")
        return file.getvalue()

    faces = Layer(name="Face", images=("red.png", "", "blue.png"), level=1)
    losses = Layer(
        name="Losses", images=("small.png", "dot.png"), level=1, follow_property=True,
        property_name="Lost", first_level_value=0, level_names=("", "+ (worn)"),
    )  # fmt: skip
    lost = DynamicProperty(name="Lost", value="0")
    traits = (lost, losses, faces, BasicPiece(name="Corps"))
    slot = element(
        'VASSAL.build.widget.PieceSlot entryName="Corps" gpid="7"', escape(write_piece(traits))
    )
    page = element('VASSAL.build.widget.ListWidget entryName="All"', slot)
    board_ = element(f'{BOARD_TAG} name="A" width="300" height="200" color="200,200,200"', "")
    setup = "<setup>MainBoardPicker\tA\t0\t0</setup>"
    main = element('VASSAL.build.module.Map mapName="Main"', element(PICKER, setup + board_))
    art = {"red": png("red"), "blue": png("blue"), "small": png("red", 8), "dot": png("lime", 8)}
    files = {f"images/{name}.png": data for name, data in art.items()}
    tree = main + element("VASSAL.build.module.PieceWindow", page)
    game = load_game(adopt(module(tmp_path, tree, files), "layers", tmp_path).folder)
    shape = shape_of(read_module(build_module(game, tmp_path / "out").path))

    def position(value: str, level: int) -> Position:
        now = (lost.replace(value=value), losses, faces.replace(level=level), traits[-1])
        piece = replace(table_piece(now, "1"), map="Main", x=100, y=100)
        piece = replace(piece, rest=("7", *piece.rest[1:]))
        boards = {"Main": (BoardPlace("A"),)}
        table = GameState(boards=boards, pieces={"1": piece}, order={"1": (0, 0)})
        return TableReading(game, shape, table, "", ()).position()

    def unit(value: str, level: int) -> Unit:
        (found,) = position(value, level).units
        return found

    def colours(unit: Unit) -> list[Any]:
        images = Images()
        with Image.open(io.BytesIO(images.face(images.face_key(game, unit)) or b"")) as face:
            flat = face.convert("RGBA")
            wide, high = flat.size
            spots = [(wide // 4, high // 4), (wide // 2, high // 2)]
            return [spot[:3] if spot[3] else None for spot in map(flat.getpixel, spots)]

    red, blue, lime = (255, 0, 0), (0, 0, 255), (0, 255, 0)
    whole, worn = unit("0", 3), unit("1", 1)
    assert [(one.name, one.step) for one in (whole, worn)] == [("Corps", 3), ("Corps (worn)", 1)]
    assert colours(whole) == [blue, red]
    assert colours(worn) == [red, lime]
    assert colours(replace(worn, step=3)) == [blue, red]
    assert colours(unit("0", 2)) == [red, red]
    assert unit("0", -1).look is not None
    assert [one.look is None for one in (whole, worn)] == [True, False]
    # As large as VASSAL shows it, not as every counter.
    small = unit("0", 2)
    assert Images().extent(game, whole) == (-30, -30, 60, 60)
    assert Images().extent(game, replace(whole, shows=None)) == (-30, -30, 60, 60)
    assert Images().extent(game, small) == (-4, -4, 8, 8)
    picture = position_picture(position("0", 3), entire=True)
    shown = [picture.getpixel((x, 90)) == blue for x in (66, 73, 127, 134)]
    assert shown == [False, True, True, False]


def test_names_that_some_system_does_not_take_are_told_or_changed(tmp_path: Path) -> None:
    odd = [
        "h/A.html",
        "h/a.html",
        "h",
        "h/k.html/x",
        "é.txt",
        "e\u0301.txt",
        "CON",
        "COM\u00b9.txt",
        "conout$",
        "nul .txt",
        "x/\u202egnp.t",
        "l" * 300,
        "d/" * 39 + "i.html",
    ]
    art = [
        "u",
        "u/v.png",
        "U.png",
        "u.PNG",
        "\u202egnp.exe",
        "漢" * 150 + ".png",
        "d/" * 900 + "x.png",
        "d/" * 39 + "x.png",
        "Faces",
        "faces/board.png",
    ]
    files = dict.fromkeys(odd, b"text") | {f"images/{name}": b"none" for name in art}
    taken = adopt(module(tmp_path, board("", 'width="99" height="99"'), files), "odd", tmp_path)
    kept = taken.folder / "kept" / "files"
    there = sorted(p.relative_to(kept).as_posix() for p in kept.rglob("*") if p.is_file())
    assert there == ["e\u0301.txt", "h"]
    assert sum(left.count for left in taken.left if left.kind == "file") == len(odd) - 2
    assert [left.count for left in taken.left if left.reason == TOO_DEEP] == [1]
    drawn = [p.relative_to(taken.folder / "art") for p in (taken.folder / "art").rglob("*")]
    assert len({str(path).casefold() for path in drawn}) == len(drawn)
    assert all(len(path.name.encode()) < 210 for path in drawn)
    assert {"Faces-2", "faces_board.png"} <= {str(path) for path in drawn}
    game = load_game(taken.folder)
    assert game.kept
    assert set(game.kept.pictures) == {*art}


def test_set_ups_beyond_any_modules_are_left_out_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.limits.SETUPS", int(2.5 * text_size(SAVE)))
    tag = "VASSAL.build.module.PredefinedSetup"
    setups = "".join(f'<{tag} name="s{at}" file="s{at}.vsav" useFile="true"/>' for at in range(4))
    files = {f"s{at}.vsav": SAVE for at in range(4)}
    path = module(tmp_path, board("", 'width="99" height="99"') + setups, files)
    taken = adopt(path, "many", tmp_path)
    kept = {p.name for p in (taken.folder / "kept" / "files").glob("*.vsav")}
    assert kept == {"s0.vsav", "s1.vsav"}
    assert [(left.kind, left.count) for left in taken.left if "as much text" in left.reason] == [
        ("set-up", 2)
    ]


def test_a_save_that_many_set_ups_offer_is_read_once_and_too_many_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = "VASSAL.build.module.PredefinedSetup"
    setups = "".join(f'<{tag} name="s{at}" file="{at % 2}.vsav"/>' for at in range(5))
    path = module(tmp_path, board("") + setups, {"0.vsav": SAVE, "1.vsav": SAVE[:-9]})
    read: list[str] = []
    save = Unroller.save

    def counted(own: Unroller, file: tuple[str, bytes | None], placed: bool = True) -> Any:
        read.append(file[0])
        return save(own, file, placed)

    monkeypatch.setattr(Unroller, "save", counted)
    taken = adopt(path, "many", tmp_path)
    assert read == ["0.vsav", "1.vsav"]
    assert taken.scenarios == 3
    monkeypatch.setattr("builder.limits.TAKEN_SETUPS", 4)
    with pytest.raises(ProblemsError, match=r"It has 5 set-ups, and at most 4 are taken over: "):
        adopt(path, "more", tmp_path)


def test_cards_beyond_any_games_are_counted_before_pieces_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.limits.CARDS", 2)
    monkeypatch.setattr("builder.adopt.stock.table_piece", None)
    card = "VASSAL.build.widget.CardSlot"
    faces = [(Mask(), "a"), (Mask(), "b"), (Mask(), "b"), (Marker(names=("x",)), "c")]
    slots = "".join(
        element(f'{card} entryName="{at}"', escape(write_piece([trait, BasicPiece(name=name)])))
        for at, (trait, name) in enumerate(faces)
    )
    deck = element('VASSAL.build.module.map.DrawPile name="D"', slots)
    path = module(tmp_path, element('VASSAL.build.module.Map mapName="M"', deck))
    with pytest.raises(ProblemsError, match="It has 3 cards, and a game has at most 2"):
        adopt(path, "t", tmp_path)


def test_a_piece_of_many_traits_keeps_its_name_and_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = [Marker(names=(f"m{n}",), values=("1",)) for n in range(300)]
    traits = (*(Prototype(name="p") for _ in range(3)), BasicPiece(name="Tank"))
    parts = PrototypeDefinition(name="p", content=write_piece([*many, BasicPiece()]))
    stock = Stock(GameModule(children=[parts]), Told(), {})
    assert table_piece(stock.expanded(traits)).called == "Tank"
    looked: list[Slot] = []
    item = Stock._item
    monkeypatch.setattr(Stock, "_item", lambda *own: (looked.append(own[1]), item(*own))[1])
    stock.__dict__["slots"] = [Slot(str(n), "Tank", traits, ()) for n in range(9)]
    assert [(one.name, len(one.slots)) for one in stock.items] == [("Tank", 9)]
    assert len(looked) == 1


def test_what_goes_beyond_bounds_of_traits_says_which(tmp_path: Path) -> None:
    named = [f"p{n}" for n in range(60)]
    chain = "".join(
        element(
            f'VASSAL.build.module.PrototypeDefinition name="{name}"',
            escape(write_piece([Prototype(name=f"p{at + 1}"), BasicPiece()])),
        )
        for at, name in enumerate(named)
    )
    many = write_piece([*(Marker(names=("m",)) for _ in range(501)), BasicPiece()])
    slots = "".join(
        element(f'VASSAL.build.widget.PieceSlot entryName="{"s" * 2_000}" gpid="{at}"', text)
        for at, text in enumerate([many, escape(write_piece([Prototype(name="p0"), BasicPiece()]))])
    )
    inside = element("VASSAL.build.module.PrototypesContainer", chain)
    path = module(tmp_path, inside + element("VASSAL.build.module.PieceWindow", slots))
    told = {left.reason: left.examples for left in adopt(path, "t", tmp_path).left}
    assert told["It has more than 500 traits, which no piece needs."] == (f"{'s' * 999}\u2026",)
    assert told[DEEP_PROTOTYPES] == ("p51",)


@pytest.mark.parametrize(
    ("limit", "most", "told"),
    [
        ("SOURCE", 600, r"becomes \(counters\.csv: the file is larger than 8 MB\); nothing was"),
        ("CARDS", 2, "It has 3 cards, and a game has at most 2: take"),
        ("FOLDERS", 0, r"becomes \(folders lie in folders more than 0 levels deep\); nothing was"),
    ],
)
def test_what_no_command_could_read_is_refused_and_nothing_is_written(
    limit: str, most: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told to be taken over, and every command after that refused the game."""
    monkeypatch.setattr(f"builder.limits.{limit}", most)
    with pytest.raises(ProblemsError, match=told):
        adopt(DATA / "sample.vmod", "t", tmp_path)
    assert not [*tmp_path.iterdir()]


def test_placements_of_set_ups_beyond_any_games_stay_in_their_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = [tmp_path / f"{name}.vsav" for name in "ab"]
    for save in saves:
        save.write_bytes((DATA / "start.vsav").read_bytes())
    monkeypatch.setattr("builder.limits.TAKEN_STANDS", 4)
    taken = adopt(DATA / "sample.vmod", "t", tmp_path, saves=saves)
    assert [left.examples for left in taken.left if left.reason == ONLY_SAVE] == [("b",)]
    game = load_game(taken.folder)
    assert [len(game.scenarios[name].placements) for name in "ab"] == [4, 0]


def test_of_two_versions_of_a_module_the_saves_own_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, version in (("a", "1"), ("z", "2")):
        (tmp_path / name).mkdir()
        text = f'id = "{name}"\n[adopted]\nmodule = "M"\nversion = "{version}"\n'
        (tmp_path / name / "game.toml").write_text(text, encoding="utf-8")
    names = (("M", "1"), ("M", "2"), (" M\t", "3"))
    found = [
        next(iter(possible_games(name, GameState(), version)), None) for name, version in names
    ]
    assert found == ["a", "z", "a"]


def test_what_a_side_hides_in_a_save_is_written_out_for_nobody(tmp_path: Path) -> None:
    """It was told by name and hex to whoever adopted a module with a save of a running game."""
    text = read_saved_game(DATA / "start.vsav").text
    begun = text.index("Red Guard/0")
    masked = text[:begun] + text[begun:].replace("null\\\\\tnull;", "null\\\\\tsomebody;", 1)
    assert masked != text
    told = {}
    for name, data in (("open", text), ("masked", masked)):
        save = tmp_path / f"{name}.vsav"
        save.write_bytes(archive_bytes([("savedGame", disguise(data))]))
        made = adopt(DATA / "sample.vmod", name, tmp_path, saves=[save])
        scenario = (made.folder / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
        left = (made.folder / "kept" / "left-out.csv").read_text(encoding="utf-8")
        told[name] = "red-guard" in scenario, "hides it" in left
    assert told == {"open": (True, False), "masked": (False, True)}


def test_the_text_of_a_save_is_measured_before_it_is_read() -> None:
    assert text_size(b"none") == 4
    for head, size in ((b"begin_save", 10), (b"!VCSK00", 3), (b"\xfd7zXZ\0", 120)):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("savedGame", head)
        assert text_size(packed.getvalue()) == size


def test_extensions_are_taken_over_with_their_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = "+/77/piece;;;new.png;Far Guard/Annex;100;100;abc:1;0"
    module_, save, folder = table(tmp_path / "theirs", ["a 1.2"], piece)
    extension(
        folder / "a.vmdx",
        at("", window("Annex", board="Ground", image="ground.png")),
        at(BLUE, extended_slot("abc:1", "Far Guard", "new.png")),
        files={"images/ground.png": picture(), "images/new.png": picture(50, 50)},
    )
    parent = tmp_path / "source-art"
    taken = adopt(module_, "theirs", parent, [save])
    assert taken.extensions == (("a", "1.2"),)
    game = load_game(taken.folder)
    assert game.definition.adopted is not None
    assert game.definition.adopted.extensions == {"a": "1.2"}
    assert "far-guard" in game.counters
    assert "EXT" not in read_saved_game(taken.folder / "kept/files/saves/game.vsav").text
    built = build_module(game, tmp_path / "output").path
    with open_module(built) as whole:
        slots = [part for part in whole.module.root.walk() if isinstance(part, PieceSlot)]
        assert "abc:1" in [slot.gpid for slot in slots]
        assert whole.module.images["new.png"] == picture(50, 50)
    opened = open_game(save, built)
    assert opened.replay.state(0).place("77").map == "Annex"
    assert not opened.notes
    monkeypatch.setenv("KESSEL_GAMES", str(parent))
    module_.unlink()
    assert "Annex" in show_text(show(save))
    _, other, _ = table(tmp_path / "other", ["a 1.3", "b 1"])
    (tmp_path / "other" / "sample.vmod").unlink()
    notes = list(map(str, show(other).notes))
    assert notes[1:] == [
        "The save was made with the extension 'b' 1, which was not there when the module was taken "
        "over or bound, so what it adds is not known: do that again with it.",
        "The save was made with version 1.3 of the extension 'a', and version 1.2 was read: what has "
        "changed between them may be shown wrongly.",
    ]
    assert list(map(str, open_record(other).notes)) == notes[1:]


def test_a_damaged_picture_that_nothing_shows_is_left_out(tmp_path: Path) -> None:
    path = module(tmp_path, board(""), {"images/a.png": b"a" * 40, "images/b.png": b"b" * 40})
    path.write_bytes(path.read_bytes().replace(b"b" * 40, b"c" * 40))
    found = adopt(path, "t", tmp_path)
    assert [one.reason for one in found.left if one.kind == "picture"] == [LOST]


def test_an_extension_that_is_left_out_is_told(tmp_path: Path) -> None:
    module_, _, folder = table(tmp_path / "theirs")
    extension(folder / "a.vmdx", module="Chess")
    taken = adopt(module_, "theirs", tmp_path / "source-art")
    assert not taken.extensions
    assert any("'a.vmdx' was left out" in left.reason for left in taken.left)
    with pytest.raises(ProblemsError, match="belongs to the module 'Chess'"):
        adopt(module_, "named", tmp_path / "source-art", extensions=[folder / "a.vmdx"])
    assert not (tmp_path / "source-art" / "named").exists()
