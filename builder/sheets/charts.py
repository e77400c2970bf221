"""Chart sheets: the game's tables side by side on as few pages as they need to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.drawing.charts import Chart
from builder.drawing.paper import PaperDocument
from builder.sheets import marks
from builder.sheets.options import SheetOptions
from builder.sheets.packing import Item, pack

_MARGIN = 11.0
_FOOT = 15.0
_GAP = 6.0
_FULL = 0.21
"""mm of a chart's unit: its running text is then as large as a book's."""
_LEAST = 0.165
"""What a chart may shrink to before it has a page of its own."""
_SCALES = (_FULL, 0.2, 0.19, 0.18, 0.17, _LEAST)
_LARGER = (0.26, 0.25, 0.24, 0.23, 0.22, *_SCALES)
"""What the charts of a page may grow to whose foot would else be blank."""
_AIRIER = (1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1)
"""How much higher rows may be than they must, on a page whose foot would be blank all the same."""
_EPS = 1e-6
"""A chart made exactly as wide as the page must not be too wide by a rounding."""


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
    """Charts on as few pages as they need to be read, the earlier ones first; one that is too
    large even when it shrinks, and larger on a lying page, has such a page of its own.

    All other charts have one scale, or less if they are too large for it: the largest of those
    that need the fewest pages. Then those of each page grow together as long as it has room, and
    their rows become higher.
    """
    large = [chart for chart in charts if _wants_a_lying_page(chart, paper)]
    rest = [chart for chart in charts if chart not in large]
    plans = [_packed(rest, paper, scale) for scale in _SCALES]
    best = min(plans, key=len)
    alone = [_alone(chart, paper) for chart in large]
    order = {id(chart): number for number, chart in enumerate(charts)}
    ordered = sorted(
        [*map(_grown, best), *alone],
        key=lambda page: min(order[id(place.chart)] for place in page.places),
    )
    return [*map(_aired, ordered)]


def _grown(page: Page) -> Page:
    """The same charts as large as the page takes them, without making their sizes unlike."""
    charts = [place.chart for place in page.places]
    scale = max(place.scale for place in page.places)
    fitting = [_fitting(chart, _room(page.size)) for chart in charts]
    most = min((one for one in fitting if one >= scale), default=scale)
    for larger in _LARGER:
        if scale < larger <= most:
            found = _packed(charts, page.size, larger)
            if len(found) == 1:
                return found[0]
    return page


def _aired(page: Page) -> Page:
    """The same charts with rows as high as the page takes them, all by as much."""
    for times in _AIRIER:
        places = sorted(page.places, key=lambda place: place.y)
        charts = [place.chart.airy(times) for place in places]
        found = _packed(charts, page.size, max(place.scale for place in places))
        scales = [place.scale for place in places]
        if len(found) == 1 and _scales(found[0], charts) == scales:
            return found[0]
    return page


def _scales(page: Page, charts: Sequence[Chart]) -> list[float]:
    """The scale of each chart on a page."""
    known = {id(place.chart): place.scale for place in page.places}
    return [known[id(chart)] for chart in charts]


def _packed(charts: Sequence[Chart], paper: tuple[float, float], most: float) -> list[Page]:
    room = _room(paper)
    scales = [min(most, _fitting(chart, room)) for chart in charts]
    items = [
        Item(number, chart.width * scale - _EPS, chart.height * scale - _EPS)
        for number, (chart, scale) in enumerate(zip(charts, scales, strict=True))
    ]
    return [
        Page(
            paper,
            tuple(
                Place(charts[p.item.key], _MARGIN + p.x, _MARGIN + p.y, scales[p.item.key])
                for p in sorted(leaf, key=lambda p: (p.y, p.x))
            ),
        )
        for leaf in pack(items, room, _GAP) or []
    ]


def _fitting(chart: Chart, room: tuple[float, float]) -> float:
    return min(_LARGER[0], room[0] / chart.width, room[1] / chart.height)


def _room(page: tuple[float, float]) -> tuple[float, float]:
    return page[0] - 2 * _MARGIN, page[1] - _MARGIN - _FOOT


def _wants_a_lying_page(chart: Chart, paper: tuple[float, float]) -> bool:
    upright = _fitting(chart, _room(paper))
    return upright < min(_LEAST, _fitting(chart, _room((paper[1], paper[0]))))


def _alone(chart: Chart, paper: tuple[float, float]) -> Page:
    size = (paper[1], paper[0])
    scale = min(_FULL, _fitting(chart, _room(size)))
    return Page(size, (Place(chart, _MARGIN, _MARGIN, scale),))


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
