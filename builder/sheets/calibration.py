"""The calibration leaf: by holding it against the light one reads how far backs are off."""

from __future__ import annotations

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.paper import PaperDocument
from builder.sheets import marks
from builder.sheets.imposition import back_of
from builder.sheets.options import SheetOptions

_REACH = 6  # mm that the rulers show in each direction


def calibration_sheet(title: str, options: SheetOptions) -> bytes:
    """Two pages: crosses of single lines in front, rulers behind them.

    The ruler's marks are numbered with their own place on the back, so the mark that the front's
    line meets is the offset to give as `--back-offset X,Y`. The offset in force is applied, so a
    leaf printed with the right one reads 0, 0.
    """
    found = options.problems()
    if found:
        raise ValueError("\n".join(found))
    words = options.words
    page = options.page
    document = PaperDocument(f"{title}: {words.calibration}", duplex=True)
    places = _places(page)
    with document.page(*page, bookmark=words.front) as canvas:
        for x, y in places:
            _draw_cross(canvas, x, y)
        _draw_words(canvas, page, words.calibration_front, words.calibration_back)
        marks.draw_footer(canvas, f"{title} · {words.calibration} · {words.front}", words, page)
    dx, dy = options.back_offset
    with document.page(*page, bookmark=words.back) as canvas:
        for x, y in places:
            back_x, back_y = back_of(x, y, 0.0, options)
            if options.layout != "duplex":
                back_x, back_y = back_x + dx, back_y + dy
            _draw_rulers(canvas, back_x, back_y)
        _draw_words(canvas, page, words.calibration_read, f"({dx:+g}, {dy:+g})")
        marks.draw_footer(canvas, f"{title} · {words.calibration} · {words.back}", words, page)
    return document.data()


def _places(page: tuple[float, float]) -> list[tuple[float, float]]:
    width, height = page
    corners = [(x, y) for x in (35.0, width - 35.0) for y in (45.0, height - 45.0)]
    return [*corners, (width / 2, height / 2)]


def _draw_cross(canvas: Canvas, x: float, y: float) -> None:
    paint = Paint(stroke="black", width=0.18)
    canvas.line(x - 13, y, x + 13, y, paint)
    canvas.line(x, y - 13, x, y + 13, paint)


def _draw_rulers(canvas: Canvas, x: float, y: float) -> None:
    """Two rulers in half millimetres, X above the cross's centre and Y to its right."""
    paint = Paint(stroke="red", width=0.12)
    style = TextStyle(2.0, colour="red", anchor="middle", baseline="middle")
    canvas.text(x - _REACH - 3, y - 8.5, "X", style)
    canvas.text(x + 8.5, y - _REACH - 3, "Y", style)
    for half in range(-2 * _REACH, 2 * _REACH + 1):
        at = half / 2
        long = 2.6 if half % 10 == 0 else 1.8 if half % 2 == 0 else 1.0
        canvas.line(x + at, y - 8.5 - long, x + at, y - 8.5, paint)
        canvas.line(x + 8.5, y + at, x + 8.5 + long, y + at, paint)
        if half % 4 == 0:
            canvas.text(x + at, y - 12.6, f"{at:g}", style)
            canvas.text(x + 12.8, y + at, f"{at:g}", style)


def _draw_words(canvas: Canvas, page: tuple[float, float], first: str, second: str) -> None:
    style = TextStyle(4.0, "medium", colour="ink", anchor="middle")
    canvas.text(page[0] / 2, 22, first, style)
    canvas.text(page[0] / 2, 28, second, style)
