"""A chart as rows and columns of cells: measured first, then drawn on any canvas."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.drawing.colours import mix
from builder.drawing.fonts import Weight
from builder.drawing.map.palette import Palette
from builder.drawing.typeset import draw_lines, in_lines, squeezed, wrapped

MARGIN = 26.0
HEAD = 62.0
FOOT = 30.0


@dataclass(frozen=True)
class Cell:
    """One cell: its text, whether it is a stand-in, a tint, and what is drawn instead of text.

    `running` text is wrapped, and makes its row higher.
    `picture` draws within a box 46 x 27 around the origin.
    """

    text: str = ""
    doubtful: bool = False
    tint: str = ""
    bold: bool = False
    left: bool = False
    running: bool = False
    picture: Callable[[Canvas], None] | None = None


@dataclass(frozen=True)
class Sheet:
    """A chart ready to be drawn: title, headings over columns, rows of cells, notes below.

    `widths` are of the columns; `over` is one heading above all columns but the first ones, of
    which there are `stub`. `bands` name groups of rows: (first row, words). Rows are so many times
    as high as they must be, `airy`.
    """

    title: str
    subtitle: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    widths: tuple[float, ...]
    stub: int = 1
    over: str = ""
    bands: tuple[tuple[int, str], ...] = ()
    notes: tuple[str, ...] = ()
    palette: Palette = field(default_factory=Palette)
    airy: float = 1.0

    @property
    def width(self) -> float:
        return math.fsum(self.widths) + 2 * MARGIN

    @property
    def height(self) -> float:
        return (
            MARGIN
            + HEAD
            + self.top_height
            + math.fsum(self.row_heights)
            + len(self.bands) * BAND
            + self.notes_height
            + MARGIN
        )

    @property
    def row_heights(self) -> list[float]:
        """Of each row: as high as the text with the most lines needs."""
        heights = []
        for row in self.rows:
            least = ROW
            for column, (cell, width) in enumerate(zip(row, self.widths, strict=True)):
                if cell.running:
                    lines = wrapped(cell.text, width - 16, TextStyle(_RUNNING))
                    least = max(least, len(lines) * _RUNNING * 1.25 + 12)
                elif column < self.stub or cell.left:
                    lines, style = in_lines(cell.text, width - 14, _cell_style(cell))
                    least = max(least, len(lines) * style.size * _LEADING + 10)
                elif cell.picture is None:
                    lines, style = _centred(cell.text, width - 12, _cell_style(cell))
                    least = max(least, len(lines) * style.size * _LEADING + 10)
            heights.append(least * self.airy)
        return heights

    def row_box(self, index: int) -> tuple[float, float, float, float]:
        """x, y, width and height of a row, for a mark that lies on it."""
        heights = self.row_heights
        above = BAND * sum(first <= index for first, _ in self.bands)
        y = MARGIN + HEAD + self.top_height + math.fsum(heights[:index]) + above
        return MARGIN, y, math.fsum(self.widths), heights[index]

    @property
    def top_height(self) -> float:
        """Of the column headings, with the heading over them."""
        return self.headings_height + (_OVER if self.over else 0.0)

    @property
    def headings_height(self) -> float:
        """Of the column headings alone: as high as the one with the most lines needs."""
        if not any(self.headings):
            return 0.0
        return max(
            _HEADING,
            *(len(lines) * style.size * _LEADING + 13 for lines, style in self.heading_lines),
        )

    @property
    def heading_lines(self) -> list[tuple[list[str], TextStyle]]:
        """Each heading in its lines and its size, smaller only where a word is too long."""
        style = TextStyle(13.5, "bold", colour=self.palette.ink, baseline="middle")
        told = zip(self.headings, self.widths, strict=True)
        return [in_lines(words, width - 12, style, _HEADING_LINES) for words, width in told]

    @property
    def notes_height(self) -> float:
        return sum(len(lines) for lines in self.note_lines) * 17.0 + (14.0 if self.notes else 0.0)

    @property
    def note_lines(self) -> list[list[str]]:
        style = TextStyle(12.5)
        return [wrapped(note, math.fsum(self.widths), style) for note in self.notes]


ROW = 34.0
BAND = 30.0
_HEADING = 44.0
_HEADING_LINES = 4
_LEADING = 1.16
_OVER = 26.0
_RUNNING = 13.0
_NARROW = 0.88
"""How narrow text stands rather than in two lines."""
_SIGN = 12.0
"""The sign of a stand-in: 5 points on the sheet that shrinks charts most."""


def draw_sheet(canvas: Canvas, sheet: Sheet) -> None:
    """The whole chart; its unit is the pixel of a map whose hexes are 80 wide."""
    palette = sheet.palette
    canvas.rect(0, 0, sheet.width, sheet.height, Paint(fill=palette.sheet))
    frame = Paint(stroke=palette.ink, width=1.6)
    canvas.rect(8, 8, sheet.width - 16, sheet.height - 16, frame)
    inner = Paint(stroke=palette.rule, width=0.8)
    canvas.rect(12, 12, sheet.width - 24, sheet.height - 24, inner)
    _title(canvas, sheet)
    y = MARGIN + HEAD
    y = _headings(canvas, sheet, y)
    y = _body(canvas, sheet, y)
    _notes(canvas, sheet, y)


def _title(canvas: Canvas, sheet: Sheet) -> None:
    palette = sheet.palette
    room = sheet.width - 2 * MARGIN
    style = TextStyle(25, "black", colour=palette.ink)
    canvas.text(MARGIN, MARGIN + 24, sheet.title, squeezed(sheet.title, style, room))
    small = TextStyle(13, italic=True, colour=palette.faint)
    canvas.text(MARGIN, MARGIN + 43, sheet.subtitle, squeezed(sheet.subtitle, small, room))
    rule = Paint(stroke=palette.town, width=2)
    canvas.line(MARGIN, MARGIN + 51, sheet.width - MARGIN, MARGIN + 51, rule)


def _headings(canvas: Canvas, sheet: Sheet, y: float) -> float:
    palette = sheet.palette
    left = MARGIN + math.fsum(sheet.widths[: sheet.stub])
    if sheet.over:
        wide = math.fsum(sheet.widths[sheet.stub :])
        style = TextStyle(13, "bold", colour=palette.ink, anchor="middle", baseline="middle")
        canvas.text(left + wide / 2, y + _OVER / 2, sheet.over, squeezed(sheet.over, style, wide))
        y += _OVER
    if not any(sheet.headings):
        return y
    high = sheet.headings_height
    shade = Paint(fill=mix(palette.panel, palette.rule, 0.35))
    canvas.rect(MARGIN, y, math.fsum(sheet.widths), high, shade)
    x = MARGIN
    for index, ((lines, style), width) in enumerate(
        zip(sheet.heading_lines, sheet.widths, strict=True)
    ):
        start = index < sheet.stub
        fit = replace(style, anchor="start" if start else "middle")
        draw_lines(canvas, lines, x + (8 if start else width / 2), y + high / 2, fit, _LEADING)
        x += width
    return y + high


def _body(canvas: Canvas, sheet: Sheet, y: float) -> float:
    palette = sheet.palette
    names = dict(sheet.bands)
    wide = math.fsum(sheet.widths)
    striped = 0
    heights = sheet.row_heights
    for index, row in enumerate(sheet.rows):
        height = heights[index]
        if index in names:
            style = TextStyle(12.5, "bold", colour=palette.town, spacing=1.2, baseline="middle")
            canvas.text(MARGIN + 8, y + BAND / 2 + 2, names[index].upper(), style)
            y += BAND
            striped = 0
        if striped % 2 == 0:
            canvas.rect(
                MARGIN,
                y,
                wide,
                height,
                Paint(fill=mix(palette.sheet, palette.panel, 0.75)),
            )
        striped += 1
        x = MARGIN
        for column, (cell, width) in enumerate(zip(row, sheet.widths, strict=True)):
            _cell(canvas, sheet, cell, (x, y, width, height), stub=column < sheet.stub)
            x += width
        y += height
        line = Paint(stroke=palette.rule, width=0.6)
        canvas.line(MARGIN, y, MARGIN + wide, y, line)
    return y


def _cell(
    canvas: Canvas, sheet: Sheet, cell: Cell, box: tuple[float, float, float, float], *, stub: bool
) -> None:
    palette = sheet.palette
    x, y, width, height = box
    if cell.tint:
        paint = Paint(fill=mix(palette.sheet, cell.tint, 0.30))
        canvas.rect(x + 1.5, y + 1.5, width - 3, height - 3, paint, radius=3)
    if cell.picture is not None:
        with canvas.group(x=x + 8 + 23, y=y + height / 2):
            cell.picture(canvas)
        return
    colour = DOUBT if cell.doubtful else palette.faint if cell.text == "–" else palette.ink
    style = replace(_cell_style(cell), colour=colour)
    middle = y + height / 2
    if cell.running:
        small = replace(style, size=_RUNNING)
        draw_lines(canvas, wrapped(cell.text, width - 16, small), x + 8, middle, small, 1.25)
        return
    if stub or cell.left:
        lines, fit = in_lines(cell.text, width - 14, style)
        draw_lines(canvas, lines, x + 8, middle, fit)
        return
    lines, style = _centred(cell.text, width - 12, replace(style, anchor="middle"))
    draw_lines(canvas, lines, x + width / 2, middle, style)
    if cell.doubtful and cell.text:
        reach = text_width(lines[-1], style) / 2
        sign = replace(style, size=_SIGN, anchor="start", italic=False)
        last = middle + (len(lines) - 1) / 2 * style.size * _LEADING
        canvas.text(x + width / 2 + reach + 1.5, last - 4.5, "?", sign)


def _centred(text: str, room: float, style: TextStyle) -> tuple[list[str], TextStyle]:
    """Text in the middle of a cell: a little narrower if that suffices, else in two lines."""
    narrow = squeezed(text, style, room)
    if narrow.condensed >= _NARROW or " " not in text:
        return [text], narrow
    return in_lines(text, room, style)


def _cell_style(cell: Cell) -> TextStyle:
    weight: Weight = "bold" if cell.bold else "regular"
    return TextStyle(15, weight, italic=cell.doubtful, baseline="middle")


DOUBT = "#9a5a1e"
"""The ink of stand-ins."""


def _notes(canvas: Canvas, sheet: Sheet, y: float) -> None:
    y += 24
    style = TextStyle(12.5, colour=sheet.palette.ink)
    for lines in sheet.note_lines:
        doubt = bool(lines) and lines[0].startswith("? ")
        ink = replace(style, colour=DOUBT, italic=True) if doubt else style
        for line in lines:
            canvas.text(MARGIN, y, line, ink)
            y += 17


def column_width(texts: Sequence[str], size: float, least: float, most: float) -> float:
    """A width in which the longest of the texts fits, within limits."""
    style = TextStyle(size, "bold")
    longest = max((text_width(text, style) for text in texts), default=0.0)
    return min(most, max(least, longest + 20))
