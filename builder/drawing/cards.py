"""Event cards: one half for each side, its title in the side's colour, the event below."""

from __future__ import annotations

from dataclasses import dataclass

from builder.drawing import colours
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.colours import ColourLike
from builder.drawing.typeset import draw_lines, wrapped

WIDTH, HEIGHT = 240.0, 336.0
_EDGE = 10.0
_PAPER, _INK, _FAINT = "#f6f1e3", "#2c2a26", "#8d8471"


@dataclass(frozen=True)
class Half:
    """One side's event on a card; `note` says when it may be played."""

    side: str
    colour: ColourLike
    title: str = ""
    text: str = ""
    note: str = ""


def draw_card(canvas: Canvas, number: str, halves: tuple[Half, ...]) -> None:
    """The front of a card, 240 by 336 units."""
    _ground(canvas, _PAPER)
    room = (HEIGHT - 2 * _EDGE) / max(1, len(halves))
    for index, half in enumerate(halves):
        _half(canvas, half, _EDGE + index * room, room)
    style = TextStyle(11, "bold", colour=_FAINT, anchor="end")
    canvas.text(WIDTH - _EDGE - 4, HEIGHT - _EDGE - 4, number, style)


def draw_card_back(canvas: Canvas, title: str) -> None:
    """The back that all cards of a game share."""
    _ground(canvas, "#4d5a4e")
    canvas.rect(16, 16, WIDTH - 32, HEIGHT - 32, Paint(stroke="#d9cfae", width=2), radius=8)
    style = TextStyle(22, "bold", colour="#f3ecd6", anchor="middle", baseline="middle")
    lines = wrapped(title, WIDTH - 60, style)
    top = HEIGHT / 2 - 13.0 * (len(lines) - 1)
    for index, line in enumerate(lines):
        canvas.text(WIDTH / 2, top + 26.0 * index, line, style)


def _ground(canvas: Canvas, fill: ColourLike) -> None:
    canvas.rect(0.75, 0.75, WIDTH - 1.5, HEIGHT - 1.5, Paint(fill, _INK, 1.5), radius=12)


def _half(canvas: Canvas, half: Half, top: float, room: float) -> None:
    left, wide = _EDGE, WIDTH - 2 * _EDGE
    canvas.rect(left, top, wide, 44, Paint(fill=half.colour), radius=4)
    ink = colours.ink_on(half.colour)
    canvas.text(left + 8, top + 14, half.side, TextStyle(10, colour=ink))
    canvas.text(left + 8, top + 34, half.title or "—", _fitting(half.title, 17, wide - 16, ink))
    size, lines = _paragraph(half.text, wide - 12, room - 44 - (22 if half.note else 10))
    draw_lines(canvas, lines, left + 6, top + 58, TextStyle(size, colour=_INK), 1.25)
    if half.note:
        style = TextStyle(10, italic=True, colour=_FAINT)
        canvas.text(left + 6, top + room - 8, half.note, style)


def _fitting(text: str, size: float, room: float, ink: ColourLike) -> TextStyle:
    from builder.drawing.fitting import fitted

    return fitted(text, TextStyle(size, "bold", colour=ink), room)


def _paragraph(text: str, width: float, height: float) -> tuple[float, list[str]]:
    """The text in lines, as large as fits the height."""
    size = 12.5
    lines = wrapped(text, width, TextStyle(size))
    while size > 7 and len(lines) * size * 1.25 > height:
        size -= 0.5
        lines = wrapped(text, width, TextStyle(size))
    return size, lines
