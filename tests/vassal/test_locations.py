"""Places on boards side by side and turned, in zones, on hex, square and region grids."""

import gzip
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builder.hexes.vassal_grid import HexGrid
from builder.hexes.vassal_numbering import GridNumbering, NumberedHexGrid
from builder.vassal import grids
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import read_module
from builder.vassal.commands import BoardPlace
from builder.vassal.grids import Hexes, Regions, Squares, Zone, Zones
from builder.vassal.locations import (
    OFF_BOARD,
    BoardShape,
    DeckSpot,
    Locator,
    MapShape,
    ModuleShape,
)
from builder.vassal.module_shape import image_size, root_shape, shape_of
from builder.vassal.state import GameState

DATA = Path(__file__).parents[1] / "data" / "vassal"
LAYOUTS = json.loads(gzip.decompress((DATA / "boards.json.gz").read_bytes()))

HEX = 60
"""Pixels across a hex of these boards, and a little more."""


def boards_map() -> MapShape:
    return shape_of(read_module(DATA / "boards.vmod")).maps[0]


@pytest.mark.parametrize("layout", LAYOUTS, ids=["turned", "other turned", "three in a row"])
def test_names_boards_and_zones_are_the_engines(layout):
    places = tuple(BoardPlace(*place) for place in layout["layout"])
    module = ModuleShape("Multi", (boards_map(),))
    locator = Locator(module, GameState(boards={"Main": places}))
    for x, y, name, board, zone in layout["points"]:
        assert locator.name("Main", x, y) == name, (x, y)
        assert locator.board("Main", x, y) == board, (x, y)
        assert locator.zone("Main", x, y) == zone, (x, y)


@given(st.integers(0, 1100), st.integers(0, 900))
def test_a_snapped_point_stays_where_it_is(x, y):
    laid = boards_map().laid_out((BoardPlace("A"), BoardPlace("D", column=1)))
    board = laid.board_at(x, y)
    snapped = laid.snap(x, y)
    # Cut hexes at an edge may snap off their board, in VASSAL too, and then once more.
    assume(board is None or inside(board, snapped, HEX))
    assert laid.snap(*snapped) == snapped or board is None


def inside(board, point, margin):
    left, top = point[0] - board.left, point[1] - board.top
    return (
        margin <= left < board.board.width - margin and margin <= top < board.board.height - margin
    )


@pytest.mark.parametrize("name", ["0303", "0101", "0905"])
def test_a_hex_is_found_by_its_name_even_on_a_turned_board(name):
    for turned in (False, True):
        laid = boards_map().laid_out((BoardPlace("A", turned),))
        point = laid.centre(name)
        assert point is not None
        assert laid.name(*point) == name
        assert laid.snapped_name(point[0] + 9, point[1] - 9) == name


def test_regions_and_unknown_names():
    laid = boards_map().laid_out((BoardPlace("D"),))
    assert laid.centre("Beta") == (300 + 13, 200 + 17)
    assert laid.name(305, 200) == "Beta"
    assert laid.locate("Nowhere") is None
    assert laid.name(0, 0) == OFF_BOARD


@pytest.mark.parametrize(
    ("grid", "name"),
    [
        (Regions((("", 10, 10), ("Far", 390, 390))), ""),
        (Zones((Zone("Z", ((0, 0), (99, 0), (99, 99), (0, 99)), ""),)), ""),
        (Zones(()), OFF_BOARD),
        (None, OFF_BOARD),
    ],
    ids=["region", "zone", "between zones", "no grid"],
)
def test_a_place_without_a_name_is_not_off_the_board(grid, name):
    board = BoardShape("b", 400, 400, grid)
    module = ModuleShape("M", (MapShape("m", "Map0", (board,), (BoardPlace("b"),)),))
    locator = Locator(module, GameState())
    assert (locator.name("m", 10, 10), locator.hex("m", 10, 10)) == (name, name)


def test_what_lies_beside_a_deck_on_a_region_is_in_the_region():
    board = BoardShape("b", 400, 400, Regions((("Supply", 100, 200), ("Far", 390, 390))))
    decks = (DeckSpot("Meeples", "", 100, 200),)
    laid = MapShape("m", "Map0", (board,), (BoardPlace("b"),), decks=decks).laid_out()
    assert (laid.snapped_name(100, 200), laid.snapped_name(104, 219)) == ("Meeples", "Supply")


def test_a_region_whose_point_lies_in_another_zone_is_told_where_it_is() -> None:
    seas = Zone("Seas", ((0, 0), (99, 0), (99, 99), (0, 99)))
    lands = Regions((("Coast", 90, 50), ("Hills", 450, 50)))
    land = Zone("Land", ((0, 0), (399, 0), (399, 99), (0, 99)), "$gridLocation$", lands)
    board = BoardShape("b", 400, 100, Zones((seas, land)))
    laid = MapShape("m", "Map0", (board,), (BoardPlace("b"),)).laid_out()
    assert [laid.snapped_name(x, 50) for x in (90, 120, 380)] == ["Seas", "Coast", "Hills"]


def test_what_snapping_leads_off_the_board_or_into_another_zone_is_told_where_it_is() -> None:
    lots = Squares(100, 100, 50, 50, 200, 120, snap_to=False, numbering=GridNumbering())
    yard = Zone("Yard", ((0, 0), (99, 0), (99, 80), (0, 80)))
    gate = Zone("Gate", ((0, 81), (99, 81), (99, 120), (0, 120)), " $name$ $gridLocation$", lots)
    board = BoardShape("b", 200, 120, Zones((yard, gate), lots))
    laid = MapShape("m", "Map0", (board,), (BoardPlace("b"),)).laid_out()
    assert [laid.snapped_name(*at) for at in ((9, 90), (150, 115))] == ["Gate 0101", "0202"]


def test_a_zone_is_named_by_an_expression() -> None:
    zone = Zone("Sea", ((0, 0), (99, 0), (99, 99)), '{name + ":" + gridLocation}')
    assert zone.place_name(90, 9) == "Sea:"
    numbered = replace(zone, name="07")
    assert numbered.place_name(90, 9) == "7:"
    assert replace(numbered, keeps_zeros=True).place_name(90, 9) == "07:"


def test_a_deck_in_a_folder_of_its_map_names_its_place() -> None:
    pile = c.DrawPile(name="Events", x=100, y=200)
    folder = c.MapSubFolder(name="Decks").holding(c.MapSubFolder(name="Left").holding(pile))
    board = c.Board(name="b", width=400, height=400)
    window = c.MapWindow(map_name="Main").holding(c.BoardPicker().holding(board), folder)
    shape = root_shape(c.GameModule(name="m").holding(window), lambda _: None)
    locator = Locator(shape, GameState(boards={"Main": (BoardPlace("b"),)}))
    assert (locator.name("Main", 100, 200), locator.name("Main", 101, 200)) == ("Events", OFF_BOARD)


def test_a_module_that_is_not_at_hand_has_no_places():
    locator = Locator(None, GameState())
    assert locator.name("Main", 1, 2) is None
    assert locator.hex("Main", 1, 2) is None
    assert locator.zone("Main", 1, 2) == ""


@pytest.mark.parametrize(
    ("edges", "corners", "point", "snapped"),
    [
        (False, False, (30, 30), (24, 24)),
        (True, False, (50, 20), (48, 24)),
        (False, True, (50, 50), (48, 48)),
        (True, True, (50, 20), (48, 24)),
        (True, True, (50, 50), (48, 48)),
    ],
)
def test_squares_snap_to_centres_edges_and_corners(edges, corners, point, snapped):
    grid = Squares(48, 48, 24, 24, 480, 480, edges_legal=edges, corners_legal=corners)
    assert grid.snap(*point) == snapped


def test_squares_without_snapping_and_numbering():
    grid = Squares(48, 48, 24, 24, 480, 480, snap_to=False)
    assert grid.snap(31, 7) == (31, 7)
    assert grid.snap(31, 7, force=True) == (24, 24)
    assert grid.name(31, 7) is None
    assert grid.locate("0101") is None
    numbered = Squares(48, 48, 24, 24, 480, 480, numbering=GridNumbering(sep="."))
    assert numbered.name(75, 30) == "02.01"
    assert numbered.locate("02.01") == (72, 24)


def test_the_first_zone_that_holds_a_point_counts():
    corners = ((0, 0), (100, 0), (100, 100), (0, 100))
    inner = Zone("In", ((20, 20), (40, 20), (40, 40), (20, 40)))
    grid = Zones((inner, Zone("Out", corners, "$name$ ($gridLocation$)")), Regions((("R", 5, 5),)))
    assert grid.name(30, 30) == "In"
    assert grid.name(40, 30) == "Out ()"  # the right border belongs to what is beyond
    assert grid.name(500, 500) == "R"
    assert grid.locate("In") == (30, 30)
    assert grid.snap(30, 30) == (30, 30)
    assert grid.snap(500, 500) == (5, 5)


def test_sizes_of_images():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480"/>'
    assert image_size(svg) == (640, 480)
    named = '<?xml version="1.0" encoding="UTF-16"?>' + svg.decode()
    assert image_size(b"\xef\xbb\xbf" + svg) == (640, 480)
    for data in (svg.decode().encode("utf-16-be"), named.encode("utf-16")):
        assert image_size(data) == (640, 480)
    for ending in ("", "-le", "-be"):  # the first with a mark of order
        assert image_size(named.replace("16", "32").encode(f"utf-32{ending}")) == (640, 480)
    assert image_size(read_module(DATA / "sample.vmod").images["map.png"]) == (1000, 600)
    assert image_size(b"no image") is None


@pytest.mark.parametrize(
    ("told", "size"),
    [
        ("width='10mm' height='1cm' viewBox='0 0 10 10'", (38, 38)),
        ("width='36pt' height='0.5in'", (48, 48)),
        ("width='2pc' height='10.5px'", (32, 11)),
        ("width='50%' viewBox='0 0 48 20'", (24, 20)),
        ("width='48'", (48, 48)),
        ("width='48' height='50%'", (48, 1)),
        ("width='3em' height='3ex'", None),  # which Batik does not measure either
        ("", None),
    ],
)
def test_sizes_of_drawings_are_those_of_the_engine(told: str, size: tuple[int, int] | None) -> None:
    assert image_size(f"<svg xmlns='http://www.w3.org/2000/svg' {told}/>".encode()) == size


def test_a_zone_of_many_corners_holds_what_it_would_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    for count in (3, 5, 30, 300):
        corners = tuple((chance.randrange(60), chance.randrange(60)) for _ in range(count))
        held = []
        for many in (10**9, 0):
            monkeypatch.setattr(grids, "_MANY", many)
            zone = Zone("z", corners)
            held.append([zone.holds(x, y) for x in range(0, 60, 3) for y in range(0, 60, 3)])
        assert held[0] == held[1]


def test_a_hex_whose_grid_shows_no_numbers_has_one_of_its_own() -> None:
    hexes = NumberedHexGrid(HexGrid(50.0, 60.0, 25, 30), GridNumbering(h_leading=1), 400, 400)
    board = BoardShape("b", 400, 400, Hexes(hexes, numbered=False))
    laid = MapShape("m", "Map", (board,), (BoardPlace("b", False, 0, 0),)).laid_out()
    assert (laid.snapped_name(75, 60), laid.unnumbered(75, 60)) == (OFF_BOARD, "0202")


NUMBERS = GridNumbering(h_leading=1)


@pytest.mark.parametrize(
    ("grid", "x", "engine", "told"),
    [
        (Hexes(NumberedHexGrid(HexGrid(50.0, 60.0, 25, 30), NUMBERS, 400, 400), numbered=False),
         75, OFF_BOARD, "0202"),
        (Squares(50.0, 50.0, 25, 25, 400, 400), 75, OFF_BOARD, None),
        (None, 75, OFF_BOARD, None),
        (None, 500, OFF_BOARD, OFF_BOARD),
        (Regions((("Kiev", 70, 60),)), 75, "Kiev", "Kiev"),
    ],
)  # fmt: skip
def test_people_are_not_told_that_a_place_without_a_name_is_off_the_board(
    grid: grids.Grid | None, x: int, engine: str, told: str | None
) -> None:
    shape = MapShape("m", "Map", (BoardShape("b", 400, 400, grid),))
    locator = Locator(ModuleShape(maps=(shape,)), GameState())
    assert (locator.hex("m", x, 60), locator.told("m", x, 60)) == (engine, told)


def test_a_point_as_near_to_two_regions_is_of_the_one_that_vassal_takes():
    spots = [("Upper", 1025, 225), ("Lower", 1025, 275), ("Left", 114, 35), ("Right", 153, 32)]
    board = Regions((*spots, ("Again", 114, 35)))
    assert board.name(1010, 250) == "Lower"
    assert board.snap(1010, 250) == (1025, 275)
    assert board.name(114, 36) == "Again"
    assert (board.locate("Left"), board.locate("Again")) == (None, (114, 35))
