"""Chart sheets: the game's tables side by side on as few pages as they need to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.drawing.charts import Chart
from builder.drawing.paper import PaperDocument
from builder.sheets import marks
from builder.sheets.options import SheetOptions

_MARGIN = 11.0
_FOOT = 15.0
_GAP = 6.0
_FULL = 0.21
"""mm of a chart's unit: its running text is then as large as a book's."""
_LEAST = 0.165
"""What a chart may shrink to before it has a page of its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """A chart on a page: its upper left corner and its scale, in mm."""

    chart: Chart
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it lies, width and height in mm, and the charts on it."""

    size: tuple[float, float]
    places: tuple[Place, ...]


def pages_of(charts: Sequence[Chart], paper: tuple[float, float]) -> list[Page]:
    """Charts in rows, each on the first upright page with room for it; one that is too large has
    a page of its own, upright or lying, whichever shows it larger."""
    room = _room(paper)
    pages: list[_Rows | Page] = []
    for chart in charts:
        scale = min(_FULL, room[0] / chart.width, room[1] / chart.height)
        if scale < _LEAST:
            pages.append(_alone(chart, paper))
        elif not any(isinstance(page, _Rows) and page.take(chart, scale) for page in pages):
            rows = _Rows(room)
            rows.take(chart, scale)
            pages.append(rows)
    return [Page(paper, tuple(p.places)) if isinstance(p, _Rows) else p for p in pages]


def _room(page: tuple[float, float]) -> tuple[float, float]:
    return page[0] - 2 * _MARGIN, page[1] - _MARGIN - _FOOT


def _alone(chart: Chart, paper: tuple[float, float]) -> Page:
    def scale(size: tuple[float, float]) -> float:
        width, height = _room(size)
        return min(width / chart.width, height / chart.height, _FULL)

    size = max((paper, (paper[1], paper[0])), key=scale)
    return Page(size, (Place(chart, _MARGIN, _MARGIN, scale(size)),))


class _Rows:
    """Charts of one page, in rows from left to right."""

    def __init__(self, room: tuple[float, float]) -> None:
        self.room = room
        self.places: list[Place] = []
        self.x = self.y = self.high = 0.0

    def take(self, chart: Chart, scale: float) -> bool:
        """Place the chart, if the page has room for it."""
        width, height = chart.width * scale - 1e-6, chart.height * scale - 1e-6
        x, y, high = self.x, self.y, self.high
        if x and x + width > self.room[0]:
            x, y, high = 0.0, y + high + _GAP, 0.0
        if y + height > self.room[1]:
            return False
        self.places.append(Place(chart, _MARGIN + x, _MARGIN + y, scale))
        self.x, self.y, self.high = x + width + _GAP, y, max(high, height)
        return True


def chart_sheets(title: str, charts: Sequence[Chart], options: SheetOptions) -> bytes:
    """The PDF with all charts."""
    words = options.words
    pages = pages_of(charts, options.page)
    document = PaperDocument(f"{title}: {words.charts}")
    for number, page in enumerate(pages, 1):
        name = f"{title} · {words.charts} · {words.sheet} {number} {words.of} {len(pages)}"
        with document.page(*page.size, bookmark=name) as canvas:
            for place in page.places:
                with canvas.group(x=place.x, y=place.y, scale=place.scale):
                    place.chart.draw(canvas)
            marks.draw_footer(canvas, name, words, page.size)
    return document.data()
