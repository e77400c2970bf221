"""Maps in pages: nothing lost, overlaps as asked, scale exact."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

import pymupdf
import pytest

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.map.layout import layout_map
from builder.drawing.map.vocabulary import water_hexes
from builder.drawing.map.windows import Windows
from builder.drawing.paper import POINT, page_count
from builder.game.loader import load_game
from builder.sheets import files
from builder.sheets.cutting import Cut
from builder.sheets.filling import Leaves
from builder.sheets.game import ROOM, uncut
from builder.sheets.layouts import Layout
from builder.sheets.map_parts import map_drawing_of, panels_on_the_map
from builder.sheets.maps import MapDrawing, cuts, fitted, map_plan, map_poster, map_sheets
from builder.sheets.options import PAPERS, SheetOptions
from builder.sheets.packing import Item, covered
from builder.sheets.pieces import Parts, Spacing, piece_name
from builder.sheets.prices import Shared
from builder.sheets.sharing import Sharing
from builder.sheets.tiles import LEAST, Cost, fitting_scale, plan
from tests.sheets.plans import planned
from tests.wide import first, paired, some


def draw(canvas: Canvas) -> None:
    canvas.rect(0, 0, 1000, 800, Paint(fill="#d0e0f0"))
    for column in range(10):
        for row in range(8):
            x, y = column * 100 + 50, row * 100 + 50
            canvas.text(x, y, f"{column}-{row}", TextStyle(20, anchor="middle"))
    canvas.rect(0, 0, 100, 100, Paint(fill="#ff0000"))


SPACING = Spacing()
DEMO = MapDrawing(draw, (1000, 800))


@pytest.mark.parametrize(
    ("paper", "size"),
    paired(sorted(PAPERS), [(500.0, 400.0), (100.0, 100.0), (841.0, 1189.0)]),
)
def test_pieces_cover_the_map_and_overlap(paper: str, size: tuple[float, float]) -> None:
    found = plan(Parts((0, 0, *size)), PAPERS[paper], SPACING)
    pieces = found.pieces
    assert max(p.rect[0] + p.rect[2] for p in pieces.values()) == pytest.approx(size[0])
    assert max(p.rect[1] + p.rect[3] for p in pieces.values()) == pytest.approx(size[1])
    for piece in pieces.values():
        for beside in piece.neighbours:
            if beside.way in "es":
                axis = "es".index(beside.way)
                other = pieces[beside.name]
                end = piece.rect[axis] + piece.rect[axis + 2]
                assert end - other.rect[axis] == pytest.approx(found.spacing.overlap, abs=1e-4)
                assert 8 <= found.spacing.overlap <= 10


@pytest.mark.parametrize(
    ("paper", "size"),
    first([
        ("a4", (853.0, 592.0)), ("a4", (621.0, 759.0)), ("letter", (853.0, 592.0)),
        ("a3", (1362.0, 2130.0)), ("a3", (722.0, 1075.0)),
        ("letter", (621.0, 759.0)), ("a4", (1362.0, 2130.0)), ("letter", (722.0, 1075.0)),
    ], 2),
)  # fmt: skip
def test_no_leaf_is_wasted(paper: str, size: tuple[float, float]) -> None:
    boxes = {f"box {n}": (0.0, size[1] + n * 60.0, 60.0 + 40 * n, 50.0) for n in range(6)}
    found = plan(Parts((0, 0, *size), boxes), PAPERS[paper], SPACING)
    wide, high = PAPERS[paper]
    room = (wide - 20) * (high - 24)
    assert min(covered(leaf) for leaf in found.leaves) >= room * LEAST
    pieces = sum(p.size[0] * p.size[1] for p in found.pieces.values())
    assert len(found.leaves) <= pieces / room * 1.3 + 1


def test_pieces_lie_apart_on_their_leaves() -> None:
    found = plan(Parts((0, 0, 853, 592), {"track": (0, 600, 700, 40)}), PAPERS["a4"], SPACING)
    placed = [piece.item.key for leaf in found.leaves for piece in leaf]
    assert sorted(placed) == sorted(found.pieces)
    gap, around, foot = found.spacing.gap, found.spacing.around, found.spacing.foot
    assert (gap, around, foot) >= (8, 8, 11.5)
    for leaf, page in zip(found.leaves, found.pages, strict=True):
        for one in leaf:
            assert one.x + one.width <= page[0] - 2 * around + 1e-6
            assert one.y + one.height <= page[1] - around - foot + 1e-6
            for other in leaf:
                if one is not other:
                    beside = (
                        one.x + one.width + gap <= other.x or other.x + other.width + gap <= one.x
                    )
                    below = (
                        one.y + one.height + gap <= other.y or other.y + other.height + gap <= one.y
                    )
                    assert beside or below


def test_windows_of_sea_are_left_out() -> None:
    land = Parts((0, 0, 900, 900), keep=lambda rect: (rect,) if rect[0] + rect[1] > 500 else ())
    assert len(plan(land, PAPERS["a4"], SPACING).leaves) < len(
        plan(Parts((0, 0, 900, 900)), PAPERS["a4"], SPACING).leaves
    )


def test_a_window_shrinks_to_the_hexes_that_reach_into_it_and_are_not_all_water() -> None:
    game = load_game("tarsa")
    layout = layout_map(game)
    drawing = map_drawing_of(game, layout, "en", SheetOptions().words, land=True)
    wet, places = water_hexes(game), game.grid.places
    dry = [layout.pixels.centre(name) for name in places if name not in wet]
    half, high = layout.pixels.width / 2, layout.pixels.side
    assert len(dry) < len(places)
    random, empty = Random(1), 0
    for _ in range(300):
        x, y = random.uniform(0, layout.width), random.uniform(0, layout.height)
        wide, tall = random.uniform(20, 700), random.uniform(20, 700)
        here = [
            at
            for at in dry
            if x - 0.9 * half < at[0] < x + wide + 0.9 * half
            and y - 0.9 * high < at[1] < y + tall + 0.9 * high
        ]
        kept = drawing.keep((x, y, wide, tall))
        assert bool(kept) == bool(here)
        empty += not here
        for left, top, across, down in kept:
            assert left == max(x, min(at[0] for at in here) - half)
            assert top == max(y, min(at[1] for at in here) - high)
            assert left + across == pytest.approx(min(x + wide, max(at[0] for at in here) + half))
            assert top + down == pytest.approx(min(y + tall, max(at[1] for at in here) + high))
    assert empty


def test_a_window_in_two_strips_is_two_pieces_of_which_one_lies_on_the_other() -> None:
    def keep(rect: tuple[float, float, float, float]) -> tuple[tuple[float, ...], ...]:
        x, y, wide, high = rect
        return (rect,) if x or y else ((0, 0, 40, high), (40, high - 30, wide - 40, 30))

    found = plan(Parts((0, 0, 500, 360), keep=keep), PAPERS["a4"], SPACING)
    first, more = found.pieces["A1"], found.pieces["A1b"]
    assert (first.rect[2], more.rect[0]) == (40, 30)
    assert {(one.way, one.name) for one in more.neighbours} == {
        ("w", "A1"),
        ("e", "B1"),
        ("s", "A2"),
    }
    assert found.emptiest > LEAST


@pytest.mark.parametrize(
    ("cost", "scale"),
    [
        (lambda scale: (12, False, 0), 1.0),
        (lambda scale: (12 if scale > 0.93 else 9, False, 0), 0.93),
        (lambda scale: (9 if scale < 0.8 else 12, False, 0), 1.0),
        (lambda scale: (12 if scale > 0.93 else 9, scale > 0.91, 0), 0.91),
        (lambda scale: (12 if scale > 0.93 else 9, scale < 0.93, 0), 0.93),
        (lambda scale: (12 if scale > 0.93 else 9, True, 0), 0.93),
        (lambda scale: (12 if scale > 0.93 else 9, False, scale > 0.92), 0.92),
        (lambda scale: (12 if scale > 0.93 else 9, scale < 0.93, scale > 0.92), 0.93),
    ],
)
def test_the_scale_that_saves_leaves(cost: Callable[[float], Cost], scale: float) -> None:
    assert fitting_scale(cost) == scale


def test_a_map_that_is_made_to_fit_has_no_strips_of_hardly_more_than_overlap() -> None:
    """Tarsa's had two of which 4.7 mm were on no other leaf, and Manstein's Last Battle's 0.2."""
    full, options = planned("tarsa"), SheetOptions(fit=True)
    found = map_plan(full.drawing, fitted(full.drawing, full.unit, options), options)
    windows = [piece for piece in found.pieces.values() if not piece.beside_map]
    assert min(min(piece.size) for piece in windows) >= found.spacing.overlap + 10


@pytest.mark.parametrize("floor", [180, 184])
def test_what_a_room_leaves_of_a_window_is_no_piece_if_its_neighbours_show_it(floor: float) -> None:
    """Under an Iron Sky's map on Letter had two strips of 4.6 mm that other leaves showed whole."""

    def keep(rect: tuple[float, float, float, float]) -> tuple[tuple[float, ...], ...]:
        x, y, wide, high = rect
        return ((x, y, wide, min(high, floor - y)),) if y < floor else ()

    found = plan(Parts((0, 0, 374, 536), keep=keep), PAPERS["a4"], SPACING)
    assert min(min(piece.size) for piece in found.pieces.values()) > found.spacing.overlap


@pytest.mark.parametrize("game_id", some(["nr", "saltmarsh"], "saltmarsh"))
def test_a_map_that_is_made_to_fit_keeps_the_spaces_of_its_tracks_whole(game_id: str) -> None:
    game, options = load_game(game_id), SheetOptions(fit=True)
    layout = layout_map(game)
    drawing = map_drawing_of(game, layout, "en", options.words)
    unit = fitted(drawing, options.side * ROOM / layout.pixels.width, options)
    laid = map_plan(drawing, unit, options)
    assert not cuts(laid, [one for spaces in drawing.spaces.values() for one in spaces], unit)


def test_every_text_is_on_some_page_and_the_scale_is_exact() -> None:
    data = map_sheets("Demo", DEMO, 0.5, SheetOptions())
    pdf = pymupdf.open(stream=data)
    assert pdf.page_count == page_count(data) == 5
    assert data == map_sheets("Demo", DEMO, 0.5, SheetOptions())
    # What lies on a page is drawn there; the kept drawing is one object for all pages.
    scale = 2 / POINT
    red = 0
    pixmap = pdf[0].get_pixmap(matrix=pymupdf.Matrix(scale, scale))
    for x in range(pixmap.width):
        red += pixmap.pixel(x, 30)[:2] == (255, 0)
    assert red / 2 == pytest.approx(50, abs=1)
    forms = {x[0] for page in pdf for x in page.get_xobjects()}
    assert len(forms) == 1


def test_neighbours_are_named_at_the_edges() -> None:
    pdf = pymupdf.open(stream=map_sheets("Demo", DEMO, 0.5, SheetOptions()))
    found = map_plan(DEMO, 0.5, SheetOptions())
    for page, leaf in zip(pdf, found.leaves, strict=True):
        words = page.get_text().split()
        for placed in leaf:
            beside = found.pieces[placed.item.key].neighbours
            assert {one.name for one in beside} <= {*words}


@pytest.mark.parametrize(("at", "name"), [((0, 0), "A1"), ((25, 9), "Z10"), ((26, 0), "AA1")])
def test_piece_names(at: tuple[int, int], name: str) -> None:
    assert piece_name(*at) == name


def test_poster() -> None:
    page = pymupdf.open(stream=map_poster("Demo", DEMO, 0.5))[0]
    assert page.rect.width / POINT == pytest.approx(500, abs=0.01)
    assert "9-7" in page.get_text()


def test_the_names_of_files() -> None:
    options = SheetOptions(paper="Letter")
    assert files.counters_name("dagc", options) == "dagc-counters-letter-duplex.pdf"


@pytest.mark.parametrize(("name", "own"), [("title", True), ("another", False)])
def test_a_title_in_the_sea_has_a_drawing_of_its_own(name: str, own: bool) -> None:
    """Where the sea is left out it is printed by itself, and the map shows the sea in its place."""
    drawing = MapDrawing(
        draw,
        (1000, 800),
        boxes={"title": (300.0, 100.0, 200.0, 100.0)},
        draw_aside=lambda canvas: canvas.rect(0, 0, 1000, 800, Paint(fill="#00ff00")),
        aside=frozenset({name}),
    )
    options = SheetOptions()
    pages = pymupdf.open(stream=map_sheets("Demo", drawing, 0.4, options))
    laid = map_plan(drawing, 0.4, options)
    green = set()
    for number, leaf in enumerate(laid.leaves):
        seen = pages[number].get_pixmap(dpi=36)
        scale = seen.width / laid.pages[number][0]
        for placed in leaf:
            x, y = placed.x + 10 + placed.width / 2, placed.y + 10 + placed.height / 2
            if seen.pixel(int(x * scale), int(y * scale)) == (0, 255, 0):
                green.add(placed.item.key)
    assert green == ({"title"} if own else set())


@dataclass
class Watched:
    """A map in windows that notes what it is asked for."""

    windows: Windows
    named: list[int] = field(default_factory=list)

    def draw(self, canvas: Canvas) -> None:
        draw(canvas)

    def draw_names(self, canvas: Canvas, window: int) -> None:
        self.named.append(window)


def test_who_sees_windows_is_told_which() -> None:
    """What draws a map for its leaves gets their windows in its own units, without what is aside,
    and what is left of each when it is joined to its neighbours; each shows names of its own."""
    told: list[Watched] = []

    def printed(windows: Windows) -> Watched:
        told.append(Watched(windows))
        return told[-1]

    drawing = MapDrawing(
        draw,
        (1000, 800),
        hexes=(0.0, 0.0, 1000.0, 700.0),
        boxes={"title": (300.0, 700.0, 200.0, 100.0)},
        keep=lambda rect: (rect,) if rect[0] < 400 else (),
        aside=frozenset({"title"}),
        printed=printed,
    )
    map_sheets("Demo", drawing, 0.4, SheetOptions())
    (found,) = told
    parts, cores = found.windows.parts or (), found.windows.cores
    assert parts
    assert all(left < 400 and bottom <= 701 for left, _, _, bottom in parts)
    assert found.named == [*range(len(parts))]
    overlap = SheetOptions().overlap / 0.4
    halves = {round(core[3] - part[3], 2) for part, core in zip(parts, cores, strict=True)}
    assert halves == {0.0, -overlap / 2}


def test_a_track_longer_than_a_leaf_is_cut_between_its_spaces() -> None:
    spaces = [(600.0, 3.0 + 31 * n, 30.0, 31.0) for n in range(14)]
    track = (597.0, 0.0, 36.0, 440.0)
    parts = Parts((0, 0, 150, 150), {"Turns": track}, spaces={"Turns": spaces})
    found = plan(parts, PAPERS["a4"], SPACING)
    first, last = found.pieces["Turns 1"].rect, found.pieces["Turns 2"].rect
    assert first[1] + first[3] - 5 == last[1] + 5
    assert last[1] + 5 in [space[1] for space in spaces]


def test_a_track_takes_a_piece_more_before_a_number_is_cut() -> None:
    """Three even pieces would fit, but of two whole spaces and a half each."""
    spaces = [(600.0, 3.0 + 110 * n, 30.0, 110.0) for n in range(7)]
    parts = Parts((0, 0, 150, 150), {"Turns": (597.0, 0.0, 36.0, 776.0)}, spaces={"Turns": spaces})
    found = plan(parts, PAPERS["a4"], SPACING)
    pieces = [piece.rect for name, piece in found.pieces.items() if name.startswith("Turns")]
    assert len(pieces) == 4
    assert {rect[1] + 5 for rect in pieces[1:]} <= {space[1] for space in spaces}


@pytest.mark.wide
def test_nr_s_tracks_are_cut_between_their_spaces_at_no_leaf_more() -> None:
    """Pieces of one length would need two leaves more, or cut the numbers of turns in two."""
    known = planned("nr")
    drawing, unit, found = known.drawing, known.unit, known.plan
    assert len(found.leaves) == 10
    assert found.emptiest >= LEAST
    names = [name for name in drawing.boxes if f"{name} 1" in found.pieces]
    assert len(names) == 2
    for name in names:
        x = drawing.boxes[name][0]
        borders = [one[0] * unit for one in drawing.spaces[name]]
        pieces = [one.rect for key, one in found.pieces.items() if key.startswith(f"{name} ")]
        for rect in pieces:
            joint = rect[0] + found.spacing.overlap / 2
            assert rect[0] == x * unit or min(abs(joint - at) for at in borders) < 0.01
            assert max(rect[2:]) <= 297 - 2 * found.spacing.around


def test_a_spanish_map_has_the_same_to_be_cut() -> None:
    """So that it takes no leaf more: boxes and tracks are called otherwise, and lie the same."""
    for game_id in ("nr", "uis"):
        game, words = load_game(game_id), SheetOptions().words
        english, spanish = (
            map_drawing_of(game, layout_map(game), language, words) for language in ("en", "es")
        )
        assert english.boxes.keys() != spanish.boxes.keys()
        assert [*english.boxes.values()] == [*spanish.boxes.values()]
        assert [*english.spaces.values()] == [*spanish.spaces.values()]
        assert (english.size, english.hexes) == (spanish.size, spanish.hexes)


@pytest.mark.wide
def test_dagc_s_title_is_whole_on_a_leaf_at_no_leaf_more() -> None:
    game = load_game("dagc")
    layout, options = layout_map(game), SheetOptions(paper="letter", counter=17)
    unit = options.side * ROOM / layout.pixels.width
    panels = panels_on_the_map(layout)
    assert panels
    laid = map_plan(map_drawing_of(game, layout, "en", options.words), unit, options)
    assert cuts(laid, panels, unit)
    _, unit, other = uncut(game, layout, unit, options, "en")
    assert not cuts(other, panels, unit)
    assert len(other.leaves) == len(laid.leaves)


def test_the_name_of_a_neighbour_lies_beside_its_arrow() -> None:
    box = (0.0, 820.0, 1000.0, 60.0)
    drawing = MapDrawing(draw, (1000, 900), hexes=(0, 0, 1000, 800), boxes={"Long track": box})
    pdf = pymupdf.open(stream=map_sheets("Demo", drawing, 0.7, SheetOptions()))
    arrows, names = 0, 0
    for page in pdf:
        heads = [one["rect"] for one in page.get_drawings() if len(one["items"]) == 3]
        words = [b for b in page.get_text("blocks") if "Long track" in b[4] and "·" not in b[4]]
        arrows, names = arrows + len(heads), names + len(words)
        for block in words:
            assert not any(head.intersects(pymupdf.Rect(block[:4])) for head in heads)
    assert arrows
    assert names


def test_a_map_that_lies_on_its_side_is_upright_on_a_screen() -> None:
    options = SheetOptions()
    pdf = pymupdf.open(stream=map_sheets("Demo", DEMO, 0.5, options))
    found = map_plan(DEMO, 0.5, options)
    turned = [all(placed.turned for placed in leaf) for leaf in found.leaves]
    assert {*turned} == {False, True}
    assert [page.rotation for page in pdf] == [270 if lies else 0 for lies in turned]
    for page, lies, size in zip(pdf, turned, found.pages, strict=True):
        shown = page.rect.width / POINT, page.rect.height / POINT
        assert shown == pytest.approx(size[::-1] if lies else size, abs=0.01)


def test_pieces_that_were_found_to_share_a_leaf_lie_on_it_as_they_are() -> None:
    """These are laid on one leaf when none is wider than high, and as they stand are not."""
    sizes = [(165.1, 49.276), (130.556, 49.276), (130.556, 49.276), (61.637, 100.584)]
    items = [
        Item(f"box {n}", *size, turns=True) for n, size in enumerate([*sizes, (209.422, 28.448)])
    ]
    sharing = Sharing(Leaves(((197.9, 257.65), (261.4, 194.15)), 8.0))
    shared = tuple(sorted(sharing.grown((item.width, item.height)) for item in items))
    layout = Layout(Cut((), lies=False), {}, (Shared(shared, shared),))
    (laid,) = layout.filled(items, sharing) or ()
    assert {one.item for one in laid.leaf} == {*items}
    for one in laid.leaf:
        assert one.x + one.width <= laid.room[0]
        assert one.y + one.height <= laid.room[1]
    for one, other in combinations(laid.leaf, 2):
        assert (
            one.x + one.width + 8 <= other.x + 1e-6
            or other.x + other.width + 8 <= one.x + 1e-6
            or one.y + one.height + 8 <= other.y + 1e-6
            or other.y + other.height + 8 <= one.y + 1e-6
        )
