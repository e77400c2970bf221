"""The printer's marks round a block of counters or a page of a map, and the sheet's footer."""

from __future__ import annotations

from collections.abc import Sequence

from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.sheets.imposition import Grid
from builder.sheets.options import Words

_HAIR = Paint(stroke="black", width=0.12)
_LENGTH = 4.0
_FOOT, _FOOTER = 4.6, 3.0
"""How far the middle of a footer is from the page's edge, and how high it is, mm."""


def draw_crop_marks(
    canvas: Canvas, grid: Grid, away: float, *, west: bool = True, east: bool = True
) -> None:
    """Short lines in the prolongation of every cut, beginning `away` mm from the block.

    `west` and `east` False leave the marks out on that side.
    """
    right, bottom = grid.left + grid.width, grid.top + grid.height
    xs, ys = grid.cuts()
    for x in xs:
        canvas.line(x, grid.top - away - _LENGTH, x, grid.top - away, _HAIR)
        canvas.line(x, bottom + away, x, bottom + away + _LENGTH, _HAIR)
    for y in ys:
        if west:
            canvas.line(grid.left - away - _LENGTH, y, grid.left - away, y, _HAIR)
        if east:
            canvas.line(right + away, y, right + away + _LENGTH, y, _HAIR)


def draw_inner_marks(canvas: Canvas, grid: Grid) -> None:
    """The cuts inside the block, which are still there when the first strip has been cut off: a
    short line across each gutter at every cut, or hairlines where there is no gutter."""
    xs, ys = grid.cuts()
    if not grid.gutter:
        for x in xs[1:-1]:
            _draw_cut(canvas, (x, grid.top), (x, grid.top + grid.height), 0.1)
        for y in ys[1:-1]:
            _draw_cut(canvas, (grid.left, y), (grid.left + grid.width, y), 0.1)
        return
    for row in range(1, grid.rows):
        y = grid.top + row * grid.step
        for x in xs:
            _draw_cut(canvas, (x, y - grid.gutter), (x, y))
    for column in range(1, grid.columns):
        x = grid.left + column * grid.pitch
        for y in ys:
            _draw_cut(canvas, (x - grid.gutter, y), (x, y))


def _draw_cut(
    canvas: Canvas, start: tuple[float, float], end: tuple[float, float], width: float = 0.12
) -> None:
    """A black line on a white one: it is seen on every colour."""
    canvas.line(*start, *end, Paint(stroke="white", width=3 * width))
    canvas.line(*start, *end, Paint(stroke="black", width=width))


def draw_registration(canvas: Canvas, x: float, y: float, radius: float = 2.4) -> None:
    """A crossed circle; marks of front and back lie on each other when the leaf is turned."""
    canvas.circle(x, y, radius * 0.6, _HAIR)
    canvas.line(x - radius, y, x + radius, y, _HAIR)
    canvas.line(x, y - radius, x, y + radius, _HAIR)


def foot_is_free(grids: Sequence[Grid], away: float, page: tuple[float, float]) -> bool:
    """Whether no mark below a block reaches down to the footer, which would lie on it."""
    lowest = max(grid.top + grid.height for grid in grids) + away + _LENGTH
    return lowest < page[1] - _FOOT - _FOOTER / 2


def side_is_free(grids: Sequence[Grid], away: float, page: tuple[float, float]) -> bool:
    """Whether a footer that runs up the right edge lies on no mark either."""
    widest = max(grid.left + grid.width for grid in grids) + away + _LENGTH
    return widest < page[0] - _FOOT - _FOOTER / 2


def draw_footer(
    canvas: Canvas, text: str, words: Words, page: tuple[float, float], *, aside: bool = False
) -> None:
    """The sheet's name and a ruler by which anybody sees whether the printer scaled it; `aside` up
    the right edge."""
    if aside:
        with canvas.group(y=page[1], rotate=-90):
            draw_footer(canvas, text, words, (page[1], page[0]))
        return
    width, height = page
    y = height - _FOOT
    style = TextStyle(2.5, "medium", colour="slate", baseline="middle")
    note = TextStyle(2.2, colour="slate", anchor="end", baseline="middle")
    left = width - 60
    for x, wide in (
        (10.0, text_width(text, style)),
        (left - 2 - text_width(words.scale, note), text_width(words.scale, note) + 52),
    ):  # marks of large cards may reach down to here
        canvas.rect(x - 0.6, y - _FOOTER / 2, wide + 1.2, _FOOTER, Paint(fill="white"))
    canvas.text(10, y, text, style)
    for step in range(6):
        canvas.line(left + 10 * step, y - 1.1, left + 10 * step, y + 1.1, _HAIR)
    canvas.line(left, y, left + 50, y, _HAIR)
    canvas.text(left - 2, y, words.scale, note)
