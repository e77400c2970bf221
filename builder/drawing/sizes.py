"""Size marks over a unit symbol: dots, I, II, III, X to XXXXXX, and bracketed ones for groups."""

from __future__ import annotations

import re

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint
from builder.drawing.colours import ColourLike
from builder.errors import FaultError
from builder.saying import quoting

#: Formations by name, with their marks.
MARKS: dict[str, str] = {
    "squad": "•",
    "section": "••",
    "platoon": "•••",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army-group": "XXXXX",
    "front": "XXXXX",
    "theatre": "XXXXXX",
}

_MARK = re.compile(r"•{1,3}|I{1,3}|X{1,6}")


def size_mark(size: str) -> tuple[str, bool]:
    """The mark and whether it is bracketed, from "XXX", "[XXX]", "corps" or "[corps]".

    Anything else raises ValueError.
    """
    text = size.strip()
    bracketed = text.startswith("[") and text.endswith("]")
    if bracketed:
        text = text[1:-1].strip()
    mark = MARKS.get(text.lower().replace(" ", "-"), text.upper().replace(".", "•"))
    if not _MARK.fullmatch(mark):
        text = quoting('"{word}" is not a size mark.', word=size)
        remedy = "Write I to III, X to XXXXXX, one of {names}, or any of these in brackets."
        raise FaultError(text, quoting(remedy, names=list(MARKS)))
    return mark, bracketed


_PITCH = {"X": (0.92, 0.2), "I": (0.2, 0.34), "•": (0.5, 0.25)}
"""How wide a letter and the gap behind it are, in heights of the mark."""
_BRACKET = 0.62


def size_width(size: str, height: float) -> float:
    """How wide the mark is at its best; ValueError as `size_mark`."""
    mark, bracketed = size_mark(size)
    letter, gap = _PITCH[mark[0]]
    sides = 2 * _BRACKET if bracketed else 0.0
    return (len(mark) * letter + (len(mark) - 1) * gap + sides) * height


def draw_size_mark(
    canvas: Canvas,
    size: str,
    centre: float,
    top: float,
    height: float,
    *,
    ink: ColourLike = "ink",
    widest: float | None = None,
) -> float:
    """Draw the mark between `top` and `top + height` around x = `centre`; returns its width.

    `widest` is the width it may have at most; a wider mark becomes narrower, not lower.
    """
    mark, bracketed = size_mark(size)
    letter, gap = (part * height for part in _PITCH[mark[0]])
    side = _BRACKET * height if bracketed else 0.0
    width = size_width(size, height)
    squeeze = min(1.0, widest / width) if widest else 1.0
    line = 0.19 * height
    with canvas.group(x=centre, y=top, scale=(squeeze, 1.0)):
        x = -width / 2 + side
        for _ in mark:
            _letter(canvas, mark[0], x, letter, height, ink, line)
            x += letter + gap
        if bracketed:
            for sign in (-1, 1):
                edge = sign * (width / 2 - line / 2)
                arm = edge - sign * 0.3 * height
                low, high = 0.06 * height, 0.94 * height
                bracket = paths.polyline([(arm, low), (edge, low), (edge, high), (arm, high)])
                canvas.path(bracket, Paint(stroke=ink, width=line * 0.85))
    return width * squeeze


def _letter(
    canvas: Canvas, letter: str, x: float, width: float, height: float, ink: ColourLike, line: float
) -> None:
    if letter == "•":
        canvas.circle(x + width / 2, height / 2, width / 2, Paint(fill=ink))
    elif letter == "I":
        canvas.rect(x, 0, width, height, Paint(fill=ink))
    else:
        half = line * 0.62  # half the width of a stroke along the upper edge
        for left, right in ((x, x + width), (x + width, x)):
            sign = 1 if right > left else -1
            canvas.polygon(
                [
                    (left, 0),
                    (left + sign * 2 * half, 0),
                    (right, height),
                    (right - sign * 2 * half, height),
                ],
                Paint(fill=ink),
            )
