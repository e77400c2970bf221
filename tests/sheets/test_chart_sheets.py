"""Charts on paper: all of them, whole, on few pages, as large as they can be."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pymupdf
import pytest

from builder.drawing.charts import Chart, game_charts
from builder.drawing.charts.grid import Cell, Sheet
from builder.drawing.mix import counter_faces
from builder.game.loader import load_game
from builder.sheets.charts import Page, chart_sheets, pages_of
from builder.sheets.game import counter_pairs, game_sheets
from builder.sheets.options import PAPERS, SheetOptions
from tests.wide import some

SOURCES = Path(__file__).parents[2] / "source-art"


def chart(width: float, rows: int) -> Chart:
    row = (Cell("x"),)
    return Chart("c", Sheet("C", "", ("",), (row,) * rows, (width - 52,)))


@cache
def laid(game: str, paper: str, language: str = "en") -> tuple[list[Chart], list[Page]]:
    """A game's charts and the pages on which they lie."""
    charts = game_charts(load_game(SOURCES / game), language)
    return charts, pages_of(charts, PAPERS[paper])


@pytest.mark.parametrize("paper", some(["a4", "letter"], "a4"))
def test_no_chart_leaves_its_page_or_lies_on_another(paper: str) -> None:
    for folder in sorted(SOURCES.iterdir()):
        charts, pages = laid(folder.name, paper)
        placed = [place for page in pages for place in page.places]
        assert sorted(p.chart.id for p in placed) == sorted(c.id for c in charts)
        for page in pages:
            boxes = [
                pymupdf.Rect(
                    p.x, p.y, p.x + p.chart.width * p.scale, p.y + p.chart.height * p.scale
                )
                for p in page.places
            ]
            assert all(box.x1 < page.size[0] - 10 and box.y1 < page.size[1] - 14 for box in boxes)
            for index, box in enumerate(boxes):
                assert not any(box.intersects(other) for other in boxes[:index])


def test_small_charts_share_a_page_and_wide_ones_lie() -> None:
    a4 = PAPERS["a4"]
    assert len(pages_of([chart(300, 5), chart(300, 5), chart(800, 5)], a4)) == 1
    (page,) = pages_of([chart(1600, 5)], a4)
    assert page.size == (297.0, 210.0)
    assert page.places[0].scale > 0.16


def test_charts_grow_together_where_their_page_has_room() -> None:
    """As far as the widest fits; one that is too wide for the others' size keeps its own."""
    a4 = PAPERS["a4"]
    for charts, most in (
        ([chart(300, 5), chart(400, 5)], 0.26),
        ([chart(300, 5), chart(800, 5)], 0.23),
        ([chart(300, 5), chart(1000, 5)], 0.26),
    ):
        pages = pages_of(charts, a4)
        scales = {place.scale for page in pages for place in page.places}
        assert max(scales) == most
        assert (len(scales) == 1) is (charts[1].width < 900)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_foot_of_a_page_is_blank(paper: str) -> None:
    """Rows become higher where they have room: a third and more of dagc's leaves was blank."""
    for game in ("dagc", "nr", "kursk", "uis", "saltmarsh", "tarsa"):
        for page in laid(game, paper)[1]:
            foot = max(place.y + place.chart.height * place.scale for place in page.places)
            times = {place.chart.sheet.airy for place in page.places}
            assert len(times) == 1
            assert foot > 0.9 * (page.size[1] - 15) or times == {1.8}, game


def test_what_is_airy_keeps_its_scale() -> None:
    (page,) = pages_of([chart(800, 5)], PAPERS["a4"])
    (place,) = page.places
    plain = chart(800, 5)
    assert (place.scale, place.chart.sheet.airy) == (0.23, 1.8)
    assert place.chart.height - plain.height == pytest.approx(5 * 34 * 0.8)


def test_below_a_chart_that_is_as_wide_as_the_page_lie_others() -> None:
    tall, wide = chart(1300, 36), chart(900, 4)
    (page,) = pages_of([tall, wide], PAPERS["a4"])
    assert [place.chart for place in page.places] == [tall, wide]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("paper", "pages"), some([("a4", 3), ("letter", 3), ("a3", 2)], "a4", "a3")
)
def test_nr_s_charts_lie_beside_its_table_of_turns(paper: str, pages: int, language: str) -> None:
    assert len(laid("nr", paper, language)[1]) == pages


def test_the_sheet_says_what_the_charts_say() -> None:
    game = load_game(SOURCES / "dagc")
    document = pymupdf.open(
        stream=chart_sheets("Title", game_charts(game), SheetOptions()), filetype="pdf"
    )
    text = " ".join(page.get_text() for page in document)
    assert "Combat results" in text
    assert "Sequence of play" in text
    assert "sheet 1 of 2" in text


def test_a_counter_of_four_faces_is_printed_as_two() -> None:
    game = load_game(SOURCES / "kursk")
    faces = counter_faces(game)["german-11-pz"]
    pairs = [pair for pair in counter_pairs(game) if pair.label == "german-11-pz"]
    assert [(pair.front, pair.back) for pair in pairs] == [faces[:2], faces[2:]]


def test_sheets_in_spanish() -> None:
    game = load_game(SOURCES / "dagc")
    files = {s.name: s.data for s in game_sheets(game, SheetOptions(), "es", with_map=False)}
    charts = pymupdf.open(stream=files["dagc-es-charts-a4.pdf"], filetype="pdf")
    assert any("Secuencia de juego" in page.get_text() for page in charts)
    counters = pymupdf.open(stream=files["dagc-es-counters-a4-duplex.pdf"], filetype="pdf")
    assert "Tanques" in counters[0].get_text()


def test_the_document_names_every_option() -> None:
    from assistant.cli.printing import sheets

    text = (SOURCES.parent / "docs" / "sheets.md").read_text(encoding="utf-8")
    names = {"map_": "map"}
    for name in sheets.__annotations__:
        if name not in ("game", "return"):
            assert f"`--{names.get(name, name).replace('_', '-')}`" in text
    for field in SheetOptions.__dataclass_fields__:
        assert f"`{field}`" in text or f"`--{field.replace('_', '-')}`" in text or field == "words"
