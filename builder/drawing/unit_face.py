"""The face of a unit: symbol or picture above, values below, texts around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from builder.drawing import colours
from builder.drawing.art import draw_art
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.colours import Colour
from builder.drawing.corners import CLEAR, draw_corners
from builder.drawing.faces import CounterFace, Label, label
from builder.drawing.fitting import draw_label, draw_values, fitted, legible
from builder.drawing.glyphs import draw_glyph
from builder.drawing.ground import MARGIN, Box, bar_colour, insets, value_rows
from builder.drawing.sizes import draw_size_mark, size_width
from builder.drawing.symbols import draw_symbol

_SYMBOL: Box = (26.5, 20.5, 73.5, 51.8)
_SIZE = 10.0
"""How high the size mark is."""
_SIDE = 7.0
"""What a text beside the symbol keeps from the cut: a millimetre where counters are 15 mm wide."""
_LEVEL = 3
"""Letters up to which a text beside the symbol stands level."""
_LINES = re.compile(r"(\d+/|\d+(?=[^\d/])|[^\s/]{1,3}/|\S{1,3}(?=\s))\s*(\S{1,3})")
"""A text that stands in two lines so short: a number and its arm, a regiment of its division."""
_TWO_LINES = 13.5

_NOSE = 45.0
"""How far a text reaches in from a corner that stands above the tip of a glyph."""


def _symbol_box(face: CounterFace) -> Box:
    left, top, right, bottom = _SYMBOL
    inset_left, inset_top, inset_right, _ = insets(face)
    shift = (inset_left - inset_right) / 2
    drop = inset_top * 0.55
    if label(face.name).text:
        drop -= 0.5
    return left + shift, top + drop, right + shift, bottom + drop


def draw_unit(canvas: Canvas, face: CounterFace, least: float) -> None:
    """The face, with no designation smaller than `least`."""
    ink = face.writing
    box = _symbol_box(face)
    used = draw_corners(canvas, face, ink, least)
    _draw_emblem(canvas, face, box, ink, max(used) > _NOSE)
    if face.size:
        centre, widest = _size_place(face.size, (box[0] + box[2]) / 2, used)
        top = box[1] - _SIZE - 3.2
        draw_size_mark(canvas, face.size, centre, top, _SIZE, ink=ink, widest=widest)
    _draw_sides(canvas, face, box, ink, least)
    name = label(face.name)
    if name.text:
        style = TextStyle(12.5, "bold", colour=name.ink or ink, anchor="middle", baseline="middle")
        room = 100 - 2 * MARGIN
        words, style = legible(name.text, style, room, least=least)
        draw_label(canvas, replace(name, text=words), 50, box[3] + 7.6, style)
    top, bottom = value_rows(face)
    plain = colours.ink_on(bar_colour(face)) if face.reduced else ink
    if face.strength:
        values = [_legible(label(value), face) for value in face.strength]
        inset_left, _, inset_right, _ = insets(face)
        sides = (MARGIN + inset_left, 100 - MARGIN - inset_right)
        draw_values(canvas, values, face.separator, (*sides, top, bottom), plain, face.spread)
    if face.pips_of:
        _draw_pips(canvas, face, bottom + 5.4, plain)


def _size_place(size: str, centre: float, used: tuple[float, float]) -> tuple[float, float]:
    """Where the size mark stands between the corner texts, and how wide it may be.

    Above the symbol as long as it need not be narrowed too much, else where it has more room.
    """
    left, right = used[0] + CLEAR, 100 - used[1] - CLEAR
    natural = size_width(size, _SIZE)
    room = 2 * min(centre - left, right - centre)
    if room >= natural * 0.72:
        return centre, room
    wide = min(natural * 0.8, right - left)
    return min(max(centre, left + wide / 2), right - wide / 2), wide


def _draw_emblem(canvas: Canvas, face: CounterFace, box: Box, ink: Colour, under: bool) -> None:
    """The symbol or picture; a glyph `under` a text of the corners keeps its tip off it."""
    left, top, right, bottom = box
    if face.picture is not None:
        draw_art(canvas, face.picture, (left - 4, top - 2.5, right + 4, bottom + 2.5))
    elif face.symbol:
        left, top = canvas.snap(left, top)
        right, bottom = canvas.snap(right, bottom)
        draw_symbol(
            canvas,
            face.symbol,
            (left, top, right - left, bottom - top),
            ink=face.symbol_ink,
            fill=face.symbol_fill,
            line=max(2.1, canvas.pixel),
        )
    elif face.glyph:
        middle = (left + right) / 2, (top + bottom) / 2 - 0.5 + (2.0 if under else 0.0)
        glyph_ink = face.glyph_ink or ink
        draw_glyph(canvas, face.glyph, middle, 19.5, ink=glyph_ink, ground=face.ground)


def _draw_sides(canvas: Canvas, face: CounterFace, box: Box, ink: Colour, least: float) -> None:
    """The texts beside the symbol, by one rule: level up to three letters, or two lines of three
    letters ("11" over "Pz"), longer ones turned.

    What would be too small to read is shortened.
    """
    left, _, right, _ = insets(face)
    middle = (box[1] + box[3]) / 2
    sides = [
        (label(face.left), _SIDE + left, box[0] - 2.0),
        (label(face.right), box[2] + 2.0, 100 - _SIDE - right),
    ]
    style = TextStyle(16.5, "bold", anchor="middle", baseline="middle")
    corners = (face.upper_left, face.upper_right)
    for (mark, start, end), corner in zip(sides, corners, strict=True):
        words, look = legible(mark.text, style, end - start, least=least, narrowest=0.7)
        y = middle
        lines = _LINES.fullmatch(mark.text)
        if lines and len(mark.text) > _LEVEL:
            _draw_lines(
                canvas, mark, lines.groups(), ((start + end) / 2, y, end - start), ink, least
            )
            continue
        if len(mark.text) > _LEVEL:
            below = bool(label(corner).text)  # it keeps off the text above it
            room = box[3] - box[1] + (1.5 if below else 4)
            tall = replace(style, size=15.5)
            words, look = legible(mark.text, tall, room, least=least, narrowest=0.7)
            look = replace(look, rotate=-90)
            y += 2.6 if below else 0.0
        if words:
            look = replace(look, colour=mark.ink or ink)
            draw_label(canvas, replace(mark, text=words), (start + end) / 2, y, look)


def _draw_lines(
    canvas: Canvas,
    mark: Label,
    lines: Sequence[str],
    place: tuple[float, float, float],
    ink: Colour,
    least: float,
) -> None:
    """A text in two level lines of one size; `place` is its middle and how wide it may be."""
    x, y, room = place
    style = TextStyle(
        _TWO_LINES, "bold", colour=mark.ink or ink, anchor="middle", baseline="middle"
    )
    size = max(least, min(fitted(line, style, room, narrowest=0.7).size for line in lines))
    for line, away in zip(lines, (-0.5, 0.5), strict=True):
        look = fitted(line, replace(style, size=size), room, narrowest=0.01)
        draw_label(canvas, replace(mark, text=line), x, y + away * size * 1.1, look)


def _legible(value: Label, face: CounterFace) -> Label:
    """A value's own ink was chosen for the full face; on the bar it may not be readable."""
    if value.ink is None or value.fill is not None or not face.reduced:
        return value
    if colours.contrast(value.ink, bar_colour(face)) >= 2.5:
        return value
    return replace(value, ink=None)


def _draw_pips(canvas: Canvas, face: CounterFace, y: float, ink: Colour) -> None:
    step = min(8.0, 80 / face.pips_of)
    radius = min(2.7, step * 0.4)
    x = 50 - step * (face.pips_of - 1) / 2
    for index in range(face.pips_of):
        if index < face.pips:
            canvas.circle(x, y, radius, Paint(fill=ink))
        else:
            canvas.circle(x, y, radius * 0.82, Paint(stroke=ink, width=radius * 0.37))
        x += step
