"""The face of a marker: a picture and a title, as large as they can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.drawing.art import draw_art
from builder.drawing.canvas import Canvas, TextStyle
from builder.drawing.colours import Colour
from builder.drawing.corners import draw_corners
from builder.drawing.faces import CounterFace, Label
from builder.drawing.fitting import draw_label, fitted, legible
from builder.drawing.glyphs import draw_glyph
from builder.drawing.ground import insets

_READABLE = 12.5
"""The smallest size for words under a picture before they take a second line."""
_NARROW = 0.7
"""How narrow words become before they are shortened."""


def draw_marker(canvas: Canvas, face: CounterFace, least: float) -> None:
    """The face, with no words smaller than `least`."""
    ink = face.writing
    round_face = face.shape == "round"
    left, top, right, bottom = insets(face)
    x = 50 + (left - right) / 2
    upper, lower = (15.0, 86.0) if round_face else (9.0 + top, 91.0 - bottom)
    room = 88.0 - left - right
    if round_face:
        room = 66.0 if face.glyph or face.picture else 78.0
    readable = max(_READABLE, least) if face.glyph or face.picture else None
    lines = _lines(face.title, room, readable)
    if face.glyph or face.picture:
        rows = min(16.5 * len(lines), (lower - upper) * 0.6)
        space = lower - upper - rows
        radius = min(33.0, space / 2 - (1.5 if lines else 3.0))
        at = (x, upper + space / 2 if lines else (upper + lower) / 2)
        _draw_emblem(canvas, face, at, radius, ink)
        _draw_lines(canvas, lines, x, (lower - rows, lower), room, ink, (least, 17.0))
    else:
        _draw_lines(canvas, lines, x, (upper, lower), room, ink, (least, 34.0))
    draw_corners(canvas, face, ink, least)


def _draw_emblem(
    canvas: Canvas, face: CounterFace, at: tuple[float, float], radius: float, ink: Colour
) -> None:
    if face.picture is not None:
        x, y = at
        draw_art(canvas, face.picture, (x - radius, y - radius, x + radius, y + radius))
    else:
        draw_glyph(canvas, face.glyph, at, radius, ink=face.glyph_ink or ink, ground=face.ground)


def _lines(title: str, room: float, readable: float | None) -> list[str]:
    """The title in lines: its own, or else those in which its words stand largest.

    Below a picture it stays in one line as long as that is `readable`.
    """
    if not title:
        return []
    words = title.split()
    if "\n" in title or len(words) < 2:
        return [line.strip() for line in title.split("\n")]
    most, largest = (3, 34.0) if readable is None else (2, 17.0)
    ways = sorted(_broken(words, most), key=len)
    if readable is not None and _size(ways[0], room, largest) >= readable:
        return ways[0]
    return max(ways, key=lambda lines: round(_size(lines, room, largest), 1))


def _broken(words: list[str], most: int) -> Iterator[list[str]]:
    """Every way to set the words in at most so many lines."""
    if most > 1:
        for end in range(1, len(words)):
            for rest in _broken(words[end:], most - 1):
                yield [" ".join(words[:end]), *rest]
    yield [" ".join(words)]


def _size(lines: list[str], room: float, largest: float) -> float:
    """The size that the longest line allows."""
    style = TextStyle(min(largest, 64.0 / len(lines)), "bold")
    return min(fitted(line, style, room, narrowest=0.8).size for line in lines)


def _draw_lines(
    canvas: Canvas,
    lines: list[str],
    x: float,
    rows: tuple[float, float],
    room: float,
    ink: Colour,
    sizes: tuple[float, float],
) -> None:
    """Lines of text of one size, as large as fits between two sizes, spread over the rows; what
    is too long for the smallest is narrowed, and then shortened."""
    if not lines:
        return
    (top, bottom), (least, largest) = rows, sizes
    pitch = min((bottom - top) / len(lines), largest * 1.12)
    style = TextStyle(
        min(largest, pitch * 0.98), "bold", colour=ink, anchor="middle", baseline="middle"
    )
    size = max(least, min(fitted(line, style, room, narrowest=0.8).size for line in lines))
    pitch = min(pitch, size * 1.12)
    y = (top + bottom) / 2 - pitch * (len(lines) - 1) / 2
    for line in lines:
        here = replace(style, size=size)
        words, look = legible(line, here, room, least=least, narrowest=_NARROW)
        draw_label(canvas, Label(words), x, y, look)
        y += pitch
