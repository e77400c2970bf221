"""Where the parts of a stranger's face lie upon each other, and the words and outlines among them.

All measures are pixels from the middle of the piece, x to the right and y down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from builder.drawing.fonts import ASCENT, DESCENT, face, pixel_font
from builder.game.shown_faces import Part, Words

if TYPE_CHECKING:
    from PIL.Image import Image

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SizeOf = Callable[[Part], tuple[int, int]]
"""The width and height of the picture of a part, as it is drawn."""

_LINE = ASCENT + DESCENT


def placed(
    parts: Sequence[Part], size_of: SizeOf, zoom: float
) -> Iterator[tuple[Part, Box, float]]:
    """Each part with the box it has before it is turned, and the degrees clockwise by which it is.

    Words and outlines are measured from all that lies below them, as that is turned among itself:
    a turn of the whole comes afterwards.
    """
    below: list[tuple[Box, float, float]] = []  # the box, its turn, its own turn besides
    for part in parts:
        own = 0.0
        if part.image:
            wide, high = size_of(part)
            x, y = part.dx * zoom, part.dy * zoom
            box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        else:
            under = _around(turned_box(b, turn - part.turn + its) for b, turn, its in below)
            if part.words is not None:
                own = float(part.words.turned)
                box = _written(part, part.words, under, zoom)
            else:
                edge = (part.outline[0] if part.outline else 0) * zoom / 2
                box = (under[0] - edge, under[1] - edge, under[2] + edge, under[3] + edge)
        if part.outline is None:  # VASSAL's outline is no part of the piece's shape
            below.append((box, part.turn, own))
        yield part, box, (part.turn + own) % 360


def reach_of(parts: Sequence[Part], size_of: SizeOf, zoom: float) -> Box | None:
    """How far a face reaches; None for one that shows nothing."""
    boxes = [turned_box(box, turn) for _, box, turn in placed(parts, size_of, zoom)]
    return _around(iter(boxes)) if any(right > left for left, _, right, _ in boxes) else None


def _around(boxes: Iterator[Box]) -> Box:
    found = [box for box in boxes if box[2] > box[0]]
    if not found:
        return (0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def turned_box(box: Box, degrees: float) -> Box:
    """The upright box around one that is turned clockwise about the middle of the piece."""
    if not degrees % 360:
        return box
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    left, top, right, bottom = box
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    xs = [x * cos - y * sin for x, y in corners]
    ys = [x * sin + y * cos for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _written(part: Part, words: Words, under: Box, zoom: float) -> Box:
    """Where words stand on what lies below (Labeler.getLabelPosition)."""
    wide, high = _measured(words, zoom)
    x = part.dx * zoom + (under[0], 0.0, under[2])[words.side + 1]
    y = part.dy * zoom + (under[1], 0.0, under[3])[words.line + 1]
    x -= (0.0, wide / 2, wide)[words.across + 1]
    y -= (0.0, high / 2, high)[words.down + 1]
    return x, y, x + wide, y + high


def _font(words: Words) -> str:
    return face("bold" if words.bold else "regular", words.italic)


def _measured(words: Words, zoom: float) -> tuple[int, int]:
    font = pixel_font(_font(words), words.size * zoom)
    width = max(font.getlength(line) for line in words.lines)
    return math.ceil(width), math.ceil(len(words.lines) * words.size * zoom * _LINE)


def inked(part: Part, box: Box, zoom: float) -> Image:
    """Words or an outline as a picture of the size of its box."""
    from PIL import Image, ImageDraw

    width, height = max(1, round(box[2] - box[0])), max(1, round(box[3] - box[1]))
    words = part.words
    ground = words.ground if words is not None and words.ground else (0, 0, 0, 0)
    image = Image.new("RGBA", (width, height), ground)
    pen = ImageDraw.Draw(image)
    if words is None:
        thick, ink = part.outline or (0, (0, 0, 0, 0))
        if thick:
            pen.rectangle((0, 0, width - 1, height - 1), outline=ink, width=round(thick * zoom))
    elif words.ink:
        font = pixel_font(_font(words), words.size * zoom)
        for number, line in enumerate(words.lines):
            base = (number * _LINE + ASCENT) * words.size * zoom
            x = (width - font.getlength(line)) * (words.across + 1) / 2
            pen.text((x, base), line, font=font, fill=words.ink, anchor="ls")
    return image
