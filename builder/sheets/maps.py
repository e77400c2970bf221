"""A map on many pages: the drawing kept once in the file, each page a window that overlaps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.paper import PaperCanvas, PaperDocument
from builder.sheets import marks
from builder.sheets.options import SheetOptions

_MARGIN = 10.0
_FOOT = 14.0
_HAIR = Paint(stroke="black", width=0.15)


@dataclass(frozen=True, slots=True)
class Tiling:
    """Pages of a map: paper as it lies, the window on it, and how many across and down (mm)."""

    page: tuple[float, float]
    window: tuple[float, float]
    overlap: float
    columns: int
    rows: int

    def origin(self, column: int, row: int) -> tuple[float, float]:
        """The place on the map that is the upper left corner of this page's window."""
        return column * (self.window[0] - self.overlap), row * (self.window[1] - self.overlap)


def tiling_of(width: float, height: float, options: SheetOptions) -> Tiling:
    """The fewest pages, upright or lying, for a map of width × height mm."""
    upright = options.page
    choices = []
    for page in (upright, (upright[1], upright[0])):
        window = (page[0] - 2 * _MARGIN, page[1] - _MARGIN - _FOOT)
        step = (window[0] - options.overlap, window[1] - options.overlap)
        columns = max(1, math.ceil((width - options.overlap) / step[0] - 1e-9))
        rows = max(1, math.ceil((height - options.overlap) / step[1] - 1e-9))
        choices.append(Tiling(page, window, options.overlap, columns, rows))
    return min(choices, key=lambda tiling: tiling.columns * tiling.rows)


def map_sheets(
    title: str,
    draw: Callable[[Canvas], None],
    size: tuple[float, float],
    mm_per_unit: float,
    options: SheetOptions,
) -> bytes:
    """The map in overlapping pages.

    `draw` draws the whole map on any canvas; `size` is its width and height in its own units, of
    which each becomes `mm_per_unit` on paper.
    """
    width, height = size[0] * mm_per_unit, size[1] * mm_per_unit
    tiling = tiling_of(width, height, options)
    document = PaperDocument(f"{title}: {options.words.map}")
    _keep(document, draw, width, height, mm_per_unit)
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            _draw_page(document, title, tiling, (column, row), (width, height), options)
    return document.data()


def map_poster(
    title: str,
    draw: Callable[[Canvas], None],
    size: tuple[float, float],
    mm_per_unit: float,
) -> bytes:
    """The map on one page of its own size, for a print shop."""
    width, height = size[0] * mm_per_unit, size[1] * mm_per_unit
    document = PaperDocument(title)
    with document.page(width, height) as canvas, canvas.group(scale=mm_per_unit):
        draw(canvas)
    return document.data()


def _keep(
    document: PaperDocument,
    draw: Callable[[Canvas], None],
    width: float,
    height: float,
    scale: float,
) -> None:
    with document.drawing("map", width, height) as canvas, canvas.group(scale=scale):
        draw(canvas)


def page_name(column: int, row: int) -> str:
    """The upper left page is A1: letters across, numbers down."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def _draw_page(
    document: PaperDocument,
    title: str,
    tiling: Tiling,
    at: tuple[int, int],
    size: tuple[float, float],
    options: SheetOptions,
) -> None:
    column, row = at
    left, top = tiling.origin(column, row)
    wide = min(tiling.window[0], size[0] - left)
    high = min(tiling.window[1], size[1] - top)
    box = (_MARGIN, _MARGIN, _MARGIN + wide, _MARGIN + high)
    name = f"{title} · {options.words.map} · {page_name(column, row)}"
    with document.page(*tiling.page, trim=box, bleed=box, bookmark=name) as canvas:
        with canvas.group(x=_MARGIN, y=_MARGIN, clip=paths.rectangle(0, 0, wide, high)):
            canvas.place("map", -left, -top, size[1])
        _draw_joins(canvas, tiling, at, (wide, high))
        marks.draw_footer(canvas, name, options.words, tiling.page)


def _draw_joins(
    canvas: PaperCanvas, tiling: Tiling, at: tuple[int, int], shown: tuple[float, float]
) -> None:
    """Marks at the middle of each overlap, where pages are cut and joined, and the neighbours."""
    column, row = at
    wide, high = shown
    half = tiling.overlap / 2
    left, top = _MARGIN, _MARGIN
    right, bottom = left + wide, top + high
    xs = [left + half] if column else []
    ys = [top + half] if row else []
    if column < tiling.columns - 1:
        xs.append(right - half)
    if row < tiling.rows - 1:
        ys.append(bottom - half)
    for x in xs:
        canvas.line(x, top - 5, x, top - 1, _HAIR)
        canvas.line(x, bottom + 1, x, bottom + 5, _HAIR)
    for y in ys:
        canvas.line(left - 5, y, left - 1, y, _HAIR)
        canvas.line(right + 1, y, right + 5, y, _HAIR)
    for x in xs:
        for y in ys:
            _draw_join(canvas, x, y)
    style = TextStyle(2.6, "medium", colour="slate", anchor="middle", baseline="middle")
    middle, centre = left + wide / 2, top + high / 2
    if column:
        _draw_neighbour(canvas, left - 4, centre, page_name(column - 1, row), style, -90)
    if column < tiling.columns - 1:
        _draw_neighbour(canvas, right + 4, centre, page_name(column + 1, row), style, 90)
    if row:
        _draw_neighbour(canvas, middle, top - 4, page_name(column, row - 1), style, 0)
    if row < tiling.rows - 1:
        _draw_neighbour(canvas, middle, bottom + 4, page_name(column, row + 1), style, 180)


def _draw_join(canvas: PaperCanvas, x: float, y: float) -> None:
    """A cross with a white border that is seen on any map."""
    for paint in (Paint(stroke="white", width=0.7), Paint(stroke="black", width=0.15)):
        canvas.line(x - 2, y, x + 2, y, paint)
        canvas.line(x, y - 2, x, y + 2, paint)


def _draw_neighbour(
    canvas: PaperCanvas, x: float, y: float, name: str, style: TextStyle, turn: float
) -> None:
    """The neighbour's name with a small arrow head towards it."""
    with canvas.group(x=x, y=y):
        beside = (0.0, 3.6) if turn in (90, -90) else (4.2, 0.0)
        canvas.text(*beside, name, style)
        with canvas.group(rotate=turn):
            canvas.polygon([(-1.2, 0.9), (0, -1.1), (1.2, 0.9)], Paint(fill="slate"))
