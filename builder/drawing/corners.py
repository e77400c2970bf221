"""The texts in the four corners of a counter: set-up hex, turn of arrival, asterisk."""

from __future__ import annotations

from dataclasses import replace

from builder.drawing import colours
from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.drawing.colours import Colour, ColourLike
from builder.drawing.faces import CounterFace, TextLike, label
from builder.drawing.fitting import draw_label, legible
from builder.drawing.ground import MARGIN, insets

CORNER_SIZE = 13.5  # font size
CLEAR = 3.6
"""How far the size mark and a text keep from a text in a corner."""
_BESIDE = 38.0
"""The room of a text that has a size mark or the values beside it."""


_STYLE = TextStyle(CORNER_SIZE, "bold", condensed=0.84)


def draw_corners(
    canvas: Canvas, face: CounterFace, ink: Colour, least: float
) -> tuple[float, float]:
    """The four corner texts, none smaller than `least`; returns how far the upper two reach in from
    left and right."""
    left, top, right, bottom = insets(face)
    on_band = {"top": top, "bottom": bottom}.get(face.band_at, 0.0) and face.band is not None
    reach: list[float] = []
    for text, at_left, at_top in (
        (face.upper_left, True, True),
        (face.upper_right, False, True),
        (face.lower_left, True, False),
        (face.lower_right, False, False),
    ):
        mark = label(text)
        edge = MARGIN + 0.5 + (left if at_left else right)
        if not mark.text:
            if at_top:
                reach.append(edge)
            continue
        colour = mark.ink or ink
        if on_band and mark.ink is None and (face.band_at == "top") == at_top:
            colour = colours.ink_on(face.band or ink)
        x = edge if at_left else 100 - edge
        y = 12.4 if at_top else 88.5
        if at_top and face.band_at == "top" and face.band is not None:
            y -= 5.2
        if mark.text == "*":
            _draw_asterisk(canvas, x + (5.5 if at_left else -5.5), y - 0.5, 6.0, colour)
            wide = 11.0
        else:
            style = replace(
                _STYLE, colour=colour, anchor="start" if at_left else "end", baseline="middle"
            )
            other = face.upper_right if at_left else face.upper_left
            room = _BESIDE
            if at_top and not face.size:
                room = max(room, 100 - edge - MARGIN - 0.5 - _beside(other, least))
            words, style = legible(mark.text, style, room, least=least)
            mark = replace(mark, text=words)
            wide = draw_label(canvas, mark, x, y, style)
        if at_top:
            reach.append(edge + wide)
    return reach[0], reach[1]


def _beside(text: TextLike, least: float) -> float:
    """What the text in the other corner takes of the row, with the gap between them."""
    words = label(text).text
    style = replace(_STYLE, size=max(CORNER_SIZE, least))
    return min(text_width(words, style), _BESIDE) + CLEAR if words else 0.0


def _draw_asterisk(canvas: Canvas, x: float, y: float, radius: float, ink: ColourLike) -> None:
    for angle in (0, 60, 120):
        with canvas.group(x=x, y=y, rotate=angle):
            canvas.rect(-radius * 0.17, -radius, radius * 0.34, 2 * radius, Paint(fill=ink))
