"""Printed counters: exact sizes, backs on their fronts, boxes, marks, and the same bytes."""

from dataclasses import replace

import numpy as np
import pymupdf
import pytest

from builder.drawing.faces import CounterFace
from builder.drawing.fitting import LEAST, least_at
from builder.drawing.paper import POINT
from builder.drawing.translation import translated
from builder.game.loader import load_game
from builder.sheets import legibility
from builder.sheets.calibration import calibration_sheet
from builder.sheets.counters import CounterPair, counter_sheets
from builder.sheets.game import counter_pairs
from builder.sheets.imposition import back_of, grid_of, mirrored
from builder.sheets.leaves import OVER
from builder.sheets.legibility import small_texts
from builder.sheets.options import COUNTER_SIZES, PAPERS, SPANISH, SheetOptions
from tests.wide import all_but, first, paired

Rect = tuple[float, float, float, float]


def pair(number: int) -> CounterPair:
    """A counter whose two grounds occur nowhere else."""
    front = CounterFace(f"#{number:02x}4000", symbol="infantry", strength=("3",), left=str(number))
    back = CounterFace(f"#{number:02x}0040", symbol="infantry", strength=("2",), left=str(number))
    return CounterPair(front, back, label=f"unit {number}")


def grounds(page: pymupdf.Page) -> dict[tuple[int, ...], Rect]:
    """The rectangle of each ground on the page, in mm, by colour."""
    found: dict[tuple[int, ...], Rect] = {}
    for drawing in page.get_drawings():
        fill, rect = drawing.get("fill"), drawing["rect"]
        if fill is None or abs(rect.width - rect.height) > 0.01 or rect.width < 8 * POINT:
            continue
        key = tuple(round(part * 255) for part in fill)
        found[key] = (rect.x0 / POINT, rect.y0 / POINT, rect.x1 / POINT, rect.y1 / POINT)
    return found


def middle(rect: Rect) -> tuple[float, float]:
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


@pytest.mark.parametrize(("paper", "counter"), paired(["a4", "letter", "A3"], [12.7, 14.3, 15.9]))
def test_backs_lie_on_their_fronts(paper: str, counter: float) -> None:
    options = SheetOptions(paper=paper, counter=counter)
    count = 37
    data = counter_sheets("t", [pair(n) for n in range(count)], options)
    pdf = pymupdf.open(stream=data)
    assert pdf.page_count == 2
    fronts, backs = grounds(pdf[0]), grounds(pdf[1])
    width = options.page[0]
    for number in range(count):
        fx, fy = middle(fronts[(number, 64, 0)])
        bx, by = middle(backs[(number, 0, 64)])
        assert abs(width - bx - fx) < 0.1
        assert abs(by - fy) < 0.1


def test_the_offset_moves_the_backs_alone() -> None:
    plain = pymupdf.open(stream=counter_sheets("t", [pair(1)], SheetOptions()))
    moved = pymupdf.open(
        stream=counter_sheets("t", [pair(1)], SheetOptions(back_offset=(1.5, -0.5)))
    )
    assert grounds(plain[0]) == grounds(moved[0])
    before, after = middle(grounds(plain[1])[(1, 0, 64)]), middle(grounds(moved[1])[(1, 0, 64)])
    assert after[0] - before[0] == pytest.approx(1.5, abs=0.01)
    assert after[1] - before[1] == pytest.approx(-0.5, abs=0.01)


@pytest.mark.parametrize(
    ("option", "exact"), [(12.7, 12.7), (14.3, 14.2875), (15.9, 15.875), (20.0, 20.0)]
)
def test_sizes_are_exact(option: float, exact: float) -> None:
    options = SheetOptions(counter=option, bleed=1.0)
    rect = grounds(pymupdf.open(stream=counter_sheets("t", [pair(1)], options))[0])[(1, 64, 0)]
    assert rect[2] - rect[0] == pytest.approx(exact + 2 * (1.0 + OVER), abs=0.002)
    grid = grid_of(options)
    assert grid.cell(1)[0] - grid.cell(0)[0] == pytest.approx(exact + options.gutter)


def test_folding_brings_backs_onto_fronts() -> None:
    options = SheetOptions(layout="fold")
    pdf = pymupdf.open(stream=counter_sheets("t", [pair(n) for n in range(30)], options))
    assert pdf.page_count == 1
    found = grounds(pdf[0])
    fold = options.page[0] / 2
    for number in range(30):
        fx, fy = middle(found[(number, 64, 0)])
        bx, by = middle(found[(number, 0, 64)])
        assert fx < fold < bx
        assert abs((fold - fx) - (bx - fold)) < 0.1
        assert abs(by - fy) < 0.1
    assert "fold here" in pdf[0].get_text()


def test_what_is_folded_is_glued_with_its_faces_outside() -> None:
    """Glued face to face, as the Spanish sheets said, a counter would show nothing."""
    options = SheetOptions(layout="fold", words=SPANISH)
    page = pymupdf.open(stream=counter_sheets("t", [pair(1)], options))[0]
    assert "lo impreso hacia fuera" in page.get_text()


def test_boxes_and_viewer_preferences() -> None:
    options = SheetOptions(bleed=1.5, gutter=3.0)
    pdf = pymupdf.open(stream=counter_sheets("t", [pair(1)], options))
    grid = grid_of(options).filled(1)
    for page, block in zip(pdf, (grid, mirrored(grid, options)), strict=True):
        assert page.mediabox.width == pytest.approx(210 * POINT, abs=0.01)
        assert page.mediabox.height == pytest.approx(297 * POINT, abs=0.01)
        trim, bleed = page.trimbox, page.bleedbox
        assert trim.x0 / POINT == pytest.approx(block.left, abs=0.01)
        assert trim.width / POINT == pytest.approx(grid.width, abs=0.01)
        assert trim.height / POINT == pytest.approx(grid.height, abs=0.01)
        assert trim.x0 - bleed.x0 == pytest.approx(1.5 * POINT, abs=0.01)
        assert bleed.y1 - trim.y1 == pytest.approx(1.5 * POINT, abs=0.01)
    catalog = pdf.xref_object(pdf.pdf_catalog(), compressed=True)
    preferences = pdf.xref_get_key(pdf.pdf_catalog(), "ViewerPreferences")[1]
    if preferences.endswith(" R"):
        preferences = pdf.xref_object(int(preferences.split()[0]), compressed=True)
    assert "/PrintScaling/None" in (catalog + preferences).replace(" ", "")
    assert "/Duplex/DuplexFlipLongEdge" in (catalog + preferences).replace(" ", "")


def test_crop_marks_stand_at_every_cut_and_outside_the_bleed() -> None:
    options = SheetOptions()
    whole = grid_of(options)
    grid = whole.filled(whole.columns + 3)
    pairs = [replace(pair(1), copies=whole.columns + 3)]
    page = pymupdf.open(stream=counter_sheets("t", pairs, options))[0]
    xs, ys = grid.cuts()
    assert (grid.columns, grid.rows) == (whole.columns, 2)
    assert len(xs) == 2 * grid.columns
    upright, level = set(), set()
    for drawing in page.get_drawings():
        rect = drawing["rect"]
        if drawing["type"] != "s" or drawing["items"][0][0] != "l":
            continue
        if rect.width < 0.01 and rect.height / POINT == pytest.approx(4, abs=0.05):
            upright.add(round(rect.x0 / POINT, 2))
            y0, y1 = rect.y0 / POINT, rect.y1 / POINT
            assert y1 < grid.top - 1 or y0 > grid.top + grid.height + 1
        if rect.height < 0.01 and rect.width / POINT == pytest.approx(4, abs=0.05):
            level.add(round(rect.y0 / POINT, 2))
    assert all(any(abs(x - mark) < 0.02 for mark in upright) for x in xs)
    assert all(any(abs(y - mark) < 0.02 for mark in level) for y in ys)
    assert len(level) == len(ys)  # none where no counter lies


def test_copies_order_and_pages() -> None:
    options = SheetOptions(margin=10, gutter=1)
    per_page = grid_of(options).count
    pairs = [replace(pair(1), copies=per_page), replace(pair(2), copies=3)]
    pdf = pymupdf.open(stream=counter_sheets("Title", pairs, options))
    assert pdf.page_count == 4
    words = [str(w[4]) for w in pdf[0].get_text("words")]
    assert words.count("1") >= per_page
    assert "sheet 2 of 2 · back" in pdf[3].get_text()
    assert str(pdf.get_toc()[0][1]).endswith("sheet 1 of 2 · front")


def test_a_missing_back_stays_white() -> None:
    white = replace(pair(1), back=None)
    pdf = pymupdf.open(stream=counter_sheets("t", [white, pair(2)], SheetOptions()))
    assert [*grounds(pdf[1])] == [(2, 0, 64)]
    fronts = counter_sheets("t", [pair(1)], SheetOptions(layout="fronts"))
    assert pymupdf.open(stream=fronts).page_count == 1


@pytest.mark.parametrize(
    ("full", "white", "pages"),
    first([(0, 9, 1), (1, 9, 2), (1, 250, 3), (250, 9, 4), (0, 250, 3)], 3),
)
def test_a_back_without_anything_on_it_is_no_page(full: int, white: int, pages: int) -> None:
    """At the end: between others it keeps each front on a leaf of its own."""
    pairs = [pair(1)] * full + [replace(pair(2), back=None)] * white
    found = pymupdf.open(stream=counter_sheets("t", pairs, SheetOptions()))
    assert found.page_count == pages


def test_neighbours_do_not_bleed_over_each_other() -> None:
    options = SheetOptions(gutter=0.0, bleed=2.0)
    pdf = pymupdf.open(stream=counter_sheets("t", [pair(1), pair(200)], options))
    grid = grid_of(options)
    scale = 10 / POINT
    pixmap = pdf[0].get_pixmap(matrix=pymupdf.Matrix(scale, scale))
    cut = grid.cell(1)[0]
    y = int((grid.top + 1.5) * 10)
    assert pixmap.pixel(int((cut - 0.6) * 10), y)[0] < 30
    assert pixmap.pixel(int((cut + 0.6) * 10), y)[0] > 170
    assert pixmap.pixel(int((grid.left - 1.5) * 10), y) == pixmap.pixel(int((cut - 0.6) * 10), y)


def test_same_bytes_and_the_words_of_the_language() -> None:
    pairs = [pair(n) for n in range(5)]
    options = SheetOptions(words=SPANISH)
    data = counter_sheets("Juego", pairs, options)
    assert data == counter_sheets("Juego", pairs, options)
    assert "fichas · hoja 1 de 1 · anverso" in pymupdf.open(stream=data)[0].get_text()


def test_all_mistakes_at_once() -> None:
    bad = CounterPair(CounterFace("blurple", symbol="infantri"), copies=0, label="A")
    with pytest.raises(ValueError, match="paper") as caught:
        counter_sheets("t", [bad], SheetOptions(paper="b5", counter=3.0, back_offset=(50, 0)))
    lines = str(caught.value).splitlines()
    assert len(lines) == 6
    assert sum("counter A: " in line for line in lines) == 3
    with pytest.raises(ValueError, match="no counters"):
        counter_sheets("t", [], SheetOptions())


@pytest.mark.parametrize("layout", ["duplex", "fold"])
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_blocks_stay_within_the_margins(paper: str, layout: str) -> None:
    options = SheetOptions(paper=paper, layout=layout)  # type: ignore[arg-type]
    width, height = options.page
    for grid in (grid_of(options), mirrored(grid_of(options), options)):
        assert grid.left >= options.margin - 1e-6
        assert grid.left + grid.width <= width - options.margin + 1e-6
        assert grid.top >= options.margin - 1e-6
        assert grid.top + grid.height <= height - options.margin + 1e-6


def test_a_counter_too_large_for_its_paper() -> None:
    with pytest.raises(ValueError, match="no counter of 80 mm fits"):
        grid_of(SheetOptions(layout="fold", counter=80, margin=40))


def test_mirroring_twice_is_where_it_was() -> None:
    options = SheetOptions()
    there = back_of(20, 30, 15, options)
    assert back_of(*there, 15, options) == pytest.approx((20, 30))


def test_calibration_rulers_lie_behind_the_crosses() -> None:
    pdf = pymupdf.open(stream=calibration_sheet("t", SheetOptions()))
    assert pdf.page_count == 2
    assert pdf[0].get_text() != pdf[1].get_text()
    crosses = [
        middle(tuple(v / POINT for v in d["rect"]))  # type: ignore[arg-type]
        for d in pdf[0].get_drawings()
        if d["rect"].width < 0.01 and d["rect"].height > 25 * POINT
    ]
    assert len(crosses) == 5
    # Zero of an X ruler is its longest mark in the middle.
    longest = [
        d["rect"]
        for d in pdf[1].get_drawings()
        if d["rect"].width < 0.01 and d["rect"].height / POINT == pytest.approx(2.6, abs=0.02)
    ]
    xs = sorted({round(r.x0 / POINT, 2) for r in longest})
    for x, _ in crosses:
        assert any(abs(210 - x - found) < 0.05 for found in xs)


def test_a_calibration_leaf_shows_the_offset_in_force() -> None:
    pdf = pymupdf.open(stream=calibration_sheet("t", SheetOptions(back_offset=(0.5, -1.0))))
    assert "(+0.5, -1)" in pdf[1].get_text()


@pytest.mark.parametrize(
    ("count", "leaves", "gutter"), [(150, 1, 2.0), (160, 1, 1.0), (280, 2, 2.0), (1397, 8, 1.0)]
)
def test_gutters_give_way_where_that_saves_a_leaf(count: int, leaves: int, gutter: float) -> None:
    grid = grid_of(SheetOptions(), count)
    assert -(-count // grid.count) == leaves
    assert grid.gutter == pytest.approx(gutter)


@pytest.mark.parametrize("gutter", [0.0, 2.0])
def test_cuts_inside_the_block_are_marked(gutter: float) -> None:
    options = SheetOptions(gutter=gutter, layout="fronts")
    pairs = [replace(pair(1), copies=grid_of(options).columns + 1)]
    page = pymupdf.open(stream=counter_sheets("Title", pairs, options))[0]
    xs, _ = grid_of(options).cuts()
    top = grid_of(options).top
    inside = set()
    for drawing in page.get_drawings():
        for item in drawing["items"]:
            if item[0] == "l" and item[1].x == item[2].x and item[1].y / POINT > top + 1:
                inside.add(round(item[1].x / POINT, 2))
    assert all(any(abs(x - mark) < 0.02 for mark in inside) for x in xs[1:-1])


def test_round_chits_lie_apart() -> None:
    chit = replace(pair(1).front, shape="round", background="#102030")
    options = SheetOptions(layout="fronts")
    data = counter_sheets("Title", [CounterPair(chit, copies=2)], options)
    grid = grid_of(options)
    scale = 8 / POINT
    pixmap = pymupdf.open(stream=data)[0].get_pixmap(matrix=pymupdf.Matrix(scale, scale))
    y = round((grid.top + grid.side / 2) * 8)
    row = [pixmap.pixel(round((grid.left + grid.side) * 8) + x, y) for x in range(16)]
    assert any(min(colour) > 240 for colour in row)


def _lines(page: pymupdf.Page, beside: float, *, across: bool) -> list[float]:
    """Where the crop marks above a block stand that begins at `beside`, or those at its left, as
    they are printed: mm from the left edge of the page, or the upper one, of each line's middle."""
    dots = 600
    wide, high = page.rect.width / POINT, page.rect.height / POINT
    near, far = beside - 4.5, beside - 3.5
    clip = (0, near, wide, far) if across else (near, 0, far, high - 8)
    part = pymupdf.Rect(*(length * POINT for length in clip))
    seen = page.get_pixmap(dpi=dots, clip=part, colorspace=pymupdf.csGRAY)
    grey = np.frombuffer(seen.samples, np.uint8).reshape(seen.height, seen.stride)
    ink = 255.0 - grey[:, : seen.width].mean(axis=0 if across else 1)
    at = np.flatnonzero(ink > 20)
    runs = np.split(at, np.flatnonzero(np.diff(at) > 1) + 1)
    start = (seen.x if across else seen.y) + 0.5
    return [(start + np.average(run, weights=ink[run])) * 25.4 / dots for run in runs]


def test_backs_lie_on_their_fronts_as_they_are_rendered() -> None:
    """The crop marks of both sides, dot by dot, as a printer gets them."""
    options, count = SheetOptions(), 160
    pdf = pymupdf.open(stream=counter_sheets("t", [pair(n) for n in range(count)], options))
    grid, width = grid_of(options, count), options.page[0]
    fronts, backs = (_lines(page, grid.top, across=True) for page in pdf)
    assert len(fronts) == len(backs) == 2 * grid.columns
    assert max(abs(width - b - f) for f, b in zip(fronts, reversed(backs), strict=True)) < 0.05
    behind = mirrored(grid, options)
    fronts = _lines(pdf[0], grid.left, across=False)
    backs = _lines(pdf[1], behind.left, across=False)
    assert len(fronts) == len(backs) == 2 * grid.rows
    assert max(abs(b - f) for f, b in zip(fronts, backs, strict=True)) < 0.05


@pytest.mark.parametrize(
    ("side", "points"), [(25.4, 5), (15.875, 5), (12.7, 5), (10.4, 5), (8, 3.9)]
)
def test_the_smallest_text_is_as_large_on_counters_of_any_size(side: float, points: float) -> None:
    """Down to a size below which texts would lie over each other."""
    assert least_at(side) / 100 * side * POINT == pytest.approx(points, abs=0.06)
    assert least_at(15.875) == LEAST


@pytest.mark.parametrize(
    ("game_id", "language"),
    all_but(paired(["dagc", "mlb", "nr", "kursk", "uis", "karga"], ["en", "es"]), "mlb", "uis"),
)
def test_every_text_can_be_read_on_half_an_inch(game_id: str, language: str) -> None:
    """Of uis 1,503 faces of 1,571 had texts down to 4 points."""
    pairs = counter_pairs(translated(load_game(game_id), language))
    assert small_texts(pairs, SheetOptions(counter=12.7)) is None


def test_what_is_too_small_is_counted_with_its_copies() -> None:
    named = CounterPair(CounterFace(symbol="infantry", left="12"), copies=3)
    plain = CounterPair(CounterFace(symbol="infantry"))
    found = small_texts([named, plain], SheetOptions(counter=8))
    assert found is not None
    assert (found.counters, found.enough) == (3, 10.4)
    assert found.points == pytest.approx(3.855, abs=0.001)


def test_of_a_text_that_no_counter_makes_large_enough_the_largest_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(legibility, "_smallest", lambda pair, side: 0.5)
    found = small_texts([pair(1)], SheetOptions(counter=8))
    assert found is not None
    assert found.enough == COUNTER_SIZES[-1]
