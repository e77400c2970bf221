"""The printer's marks round a block of counters or a page of a map, and the sheet's footer."""

from __future__ import annotations

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.sheets.imposition import Grid
from builder.sheets.options import Words

_HAIR = Paint(stroke="black", width=0.12)
_LENGTH = 4.0


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


def draw_registration(canvas: Canvas, x: float, y: float, radius: float = 2.4) -> None:
    """A crossed circle; marks of front and back lie on each other when the leaf is turned."""
    canvas.circle(x, y, radius * 0.6, _HAIR)
    canvas.line(x - radius, y, x + radius, y, _HAIR)
    canvas.line(x, y - radius, x, y + radius, _HAIR)


def draw_footer(canvas: Canvas, text: str, words: Words, page: tuple[float, float]) -> None:
    """The sheet's name and a ruler by which anybody sees whether the printer scaled it."""
    width, height = page
    y = height - 4.6
    style = TextStyle(2.5, "medium", colour="slate", baseline="middle")
    canvas.text(10, y, text, style)
    left = width - 60
    for step in range(6):
        canvas.line(left + 10 * step, y - 1.1, left + 10 * step, y + 1.1, _HAIR)
    canvas.line(left, y, left + 50, y, _HAIR)
    note = TextStyle(2.2, colour="slate", anchor="end", baseline="middle")
    canvas.text(left - 2, y, words.scale, note)
