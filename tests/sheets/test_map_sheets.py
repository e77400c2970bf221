"""Maps in pages: nothing lost, overlaps as asked, scale exact."""

import pymupdf
import pytest

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.paper import POINT
from builder.sheets import files
from builder.sheets.maps import map_poster, map_sheets, page_name, tiling_of
from builder.sheets.options import PAPERS, SheetOptions


def draw(canvas: Canvas) -> None:
    canvas.rect(0, 0, 1000, 800, Paint(fill="#d0e0f0"))
    for column in range(10):
        for row in range(8):
            x, y = column * 100 + 50, row * 100 + 50
            canvas.text(x, y, f"{column}-{row}", TextStyle(20, anchor="middle"))
    canvas.rect(0, 0, 100, 100, Paint(fill="#ff0000"))


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("size", [(500.0, 400.0), (100.0, 100.0), (841.0, 1189.0)])
def test_tiles_cover_the_map(paper: str, size: tuple[float, float]) -> None:
    tiling = tiling_of(*size, SheetOptions(paper=paper))
    last = tiling.origin(tiling.columns - 1, tiling.rows - 1)
    assert last[0] + tiling.window[0] >= size[0] - 1e-6
    assert last[1] + tiling.window[1] >= size[1] - 1e-6
    if tiling.columns > 1:
        assert tiling.window[0] - tiling.origin(1, 0)[0] == pytest.approx(10)
        assert tiling.origin(tiling.columns - 2, 0)[0] + tiling.window[0] < size[0]


def test_every_text_is_on_some_page_and_the_scale_is_exact() -> None:
    data = map_sheets("Demo", draw, (1000, 800), 0.5, SheetOptions())
    pdf = pymupdf.open(stream=data)
    assert pdf.page_count == 6
    assert data == map_sheets("Demo", draw, (1000, 800), 0.5, SheetOptions())
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
    pdf = pymupdf.open(stream=map_sheets("Demo", draw, (1000, 800), 0.5, SheetOptions()))
    tiling = tiling_of(500, 400, SheetOptions())
    clip = pymupdf.Rect(0, pdf[0].rect.height - 13 * POINT, *pdf[0].rect[2:])
    below = pdf[0].get_text(clip=clip)
    assert page_name(0, 1) in below
    assert f"{page_name(tiling.columns - 1, tiling.rows - 1)}" in pdf[-1].get_text()


@pytest.mark.parametrize(("at", "name"), [((0, 0), "A1"), ((25, 9), "Z10"), ((26, 0), "AA1")])
def test_page_names(at: tuple[int, int], name: str) -> None:
    assert page_name(*at) == name


def test_poster() -> None:
    page = pymupdf.open(stream=map_poster("Demo", draw, (1000, 800), 0.5))[0]
    assert page.rect.width / POINT == pytest.approx(500, abs=0.01)
    assert "9-7" in page.get_text()


def test_the_names_of_files() -> None:
    options = SheetOptions(paper="Letter")
    assert files.counters_name("dagc", options) == "dagc-counters-letter-duplex.pdf"
