"""The face of a marker: a picture and a title, as large as they can be."""

from __future__ import annotations

from dataclasses import replace

from builder.drawing.canvas import Canvas, TextStyle
from builder.drawing.colours import Colour
from builder.drawing.corners import draw_corners
from builder.drawing.faces import CounterFace, Label
from builder.drawing.fitting import draw_label, fitted
from builder.drawing.glyphs import draw_glyph
from builder.drawing.ground import insets


def draw_marker(canvas: Canvas, face: CounterFace) -> None:
    ink = face.writing
    round_face = face.shape == "round"
    left, top, right, bottom = insets(face)
    x = 50 + (left - right) / 2
    upper, lower = (15.0, 86.0) if round_face else (9.0 + top, 91.0 - bottom)
    lines = [line.strip() for line in face.title.split("\n")] if face.title else []
    room = (72.0 if round_face else 88.0) - left - right
    if face.glyph:
        rows = min(16.5 * len(lines), (lower - upper) * 0.6)
        space = lower - upper - rows
        radius = min(33.0, space / 2 - (1.5 if lines else 3.0))
        at = (x, upper + space / 2 if lines else (upper + lower) / 2)
        draw_glyph(canvas, face.glyph, at, radius, ink=face.glyph_ink or ink, ground=face.ground)
        _draw_lines(canvas, lines, x, lower - rows, lower, room, ink, 17.0)
    else:
        _draw_lines(canvas, lines, x, upper, lower, room, ink, 34.0)
    draw_corners(canvas, face, ink)


def _draw_lines(
    canvas: Canvas,
    lines: list[str],
    x: float,
    top: float,
    bottom: float,
    room: float,
    ink: Colour,
    largest: float,
) -> None:
    """Lines of text of one size, as large as fits, spread over the rows."""
    if not lines:
        return
    pitch = min((bottom - top) / len(lines), largest * 1.12)
    style = TextStyle(
        min(largest, pitch * 0.98), "bold", colour=ink, anchor="middle", baseline="middle"
    )
    size = min(fitted(line, style, room, narrowest=0.8).size for line in lines)
    y = (top + bottom) / 2 - pitch * (len(lines) - 1) / 2
    for line in lines:
        style_here = fitted(line, replace(style, size=size), room, narrowest=0.8)
        draw_label(canvas, Label(line), x, y, style_here)
        y += pitch
