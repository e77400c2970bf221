"""Texts that must fit: narrowed a little, then made smaller; and a counter's row of values."""

from __future__ import annotations

import math
from dataclasses import replace

from builder.drawing import colours
from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.drawing.colours import Colour
from builder.drawing.faces import Label
from builder.drawing.fonts import CAP_HEIGHT

_SMALL = 0.62  # size of superscripts and small values beside the large ones


def fitted(text: str, style: TextStyle, room: float, *, narrowest: float = 0.75) -> TextStyle:
    """The style with which the text is at most `room` wide."""
    wide = text_width(text, style)
    if wide <= room or not wide:
        return style
    natural = wide / style.condensed
    squeeze = max(narrowest, room / natural)
    if squeeze * natural <= room * 1.0001:
        return replace(style, condensed=squeeze)
    return replace(style, condensed=narrowest, size=style.size * room / (natural * narrowest))


LEAST = 11.1
"""The smallest size of a text on a counter of 100 units: 5 points on one of 15.9 mm."""
_DESIGNED = 15.875
_LARGEST = 17.0
"""Beyond it the texts of a counter would lie over each other: those of one that is printed less
than 10.4 mm wide become smaller than 5 points."""


def least_at(side: float) -> float:
    """The smallest size of a text on a counter of 100 units that is printed so many mm wide."""
    return min(LEAST * _DESIGNED / side, _LARGEST)


_CUTS = (6, 5, 4, 3)
_ROMAN = frozenset("IVX")
"""Signs of numbers, which are no words: the II Corps is not the I Corps."""


def shortened(text: str, style: TextStyle, room: float, narrowest: float = 0.7) -> str:
    """The text, or as much of its words as fits at the size of the style.

    Long words are cut and end with a point; then initials are left, and at last fewer of them.
    """
    words = text.split()
    ways = [text]
    for most in _CUTS:
        ways.append(" ".join(w if len(w) <= most + 1 else f"{w[:most]}." for w in words))
    initials = [w if w[0].isdigit() or set(w) <= _ROMAN else w[0] for w in words]
    ways += ["".join(initials[:count]) for count in range(len(initials), 0, -1)]
    narrow = replace(style, condensed=narrowest)
    for way in ways:
        if text_width(way, narrow) <= room:
            return way
    return ways[-1]


def legible(
    text: str, style: TextStyle, room: float, *, least: float, narrowest: float = 0.75
) -> tuple[str, TextStyle]:
    """The text and its style in a room, never smaller than can be read: shortened before that."""
    style = replace(style, size=max(style.size, least))
    look = fitted(text, style, room, narrowest=narrowest)
    if look.size >= least:
        return text, look
    smallest = replace(style, size=least)
    text = shortened(text, smallest, room, narrowest)
    look = fitted(text, style, room, narrowest=narrowest)
    if look.size >= least:
        return text, look
    return text, fitted(text, smallest, room, narrowest=0.01)


def draw_label(canvas: Canvas, mark: Label, x: float, y: float, style: TextStyle) -> float:
    """A text with its plate and underline; returns its width."""
    wide = text_width(mark.text, style)
    high = style.size * CAP_HEIGHT
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[style.anchor]
    if mark.fill is not None and not style.rotate:
        pad = style.size * 0.16
        box = (left - pad, y - high / 2 - pad, wide + 2 * pad, high + 2 * pad)
        canvas.rect(*box, Paint(fill=mark.fill), radius=pad * 1.2)
        if mark.ink is None:
            style = replace(style, colour=colours.ink_on(mark.fill))
    canvas.text(x, y, mark.text, style)
    if mark.underline and not style.rotate:
        line = style.size * 0.09
        canvas.rect(left, y + high / 2 + line, wide, line, Paint(fill=style.colour))
    return wide


def draw_values(
    canvas: Canvas,
    values: list[Label],
    separator: str,
    box: tuple[float, float, float, float],
    ink: Colour,
    spread: bool,
) -> None:
    """The values of a counter in a box (left, right, top, bottom), as large as fits."""
    left, right, top, bottom = box
    size = (bottom - top) / CAP_HEIGHT
    if any(sign in value.text for value in values for sign in "()[]/"):
        size *= 0.74  # these signs are higher and deeper than figures
        bottom -= 0.09 * size
    parts = _parts(values, separator if not spread else "")
    gap = 0.045 if not separator else 0.0
    room = right - left
    narrow = 1.0
    wide = _width(parts, size, gap) + (0.3 * size * (len(values) - 1) if spread else 0.0)
    if wide > room:
        narrow = max(0.84, room / wide)
        if wide * narrow > room:
            size *= room / (wide * narrow)
    base = (top + bottom + size * CAP_HEIGHT) / 2
    if spread and len(values) > 1:
        _draw_spread(canvas, values, (left, right), base, size, narrow, ink)
        return
    x = (left + right - _width(parts, size, gap) * narrow) / 2
    for part in parts:
        x += _draw_value(canvas, part, x, base, size, narrow, ink) + gap * size * narrow


def _parts(values: list[Label], separator: str) -> list[Label]:
    parts: list[Label] = []
    for index, value in enumerate(values):
        if index and separator and not value.raised and not value.small:
            parts.append(Label(separator))
        parts.append(value)
    return parts


def _style(part: Label, size: float, narrow: float, ink: Colour) -> TextStyle:
    scale = _SMALL if part.raised or part.small else 1.0
    plate = colours.ink_on(part.fill) if part.fill is not None else ink
    return TextStyle(size * scale, "bold", colour=part.ink or plate, condensed=narrow)


def _width(parts: list[Label], size: float, gap: float) -> float:
    black = Colour(0, 0, 0)
    total = math.fsum(text_width(part.text, _style(part, size, 1.0, black)) for part in parts)
    return total + gap * size * (len(parts) - 1)


def _draw_value(
    canvas: Canvas, part: Label, x: float, base: float, size: float, narrow: float, ink: Colour
) -> float:
    style = _style(part, size, narrow, ink)
    wide = text_width(part.text, style)
    high = style.size * CAP_HEIGHT
    y = base - size * CAP_HEIGHT + high if part.raised else base
    if part.fill is not None:
        pad = size * 0.07
        canvas.rect(
            x - pad,
            y - high - pad,
            wide + 2 * pad,
            high + 2 * pad,
            Paint(fill=part.fill),
            radius=pad * 1.5,
        )
    canvas.text(x, y, part.text, style)
    if part.underline:
        canvas.rect(x, y + size * 0.06, wide, size * 0.07, Paint(fill=style.colour))
    return wide


def _draw_spread(
    canvas: Canvas,
    values: list[Label],
    sides: tuple[float, float],
    base: float,
    size: float,
    narrow: float,
    ink: Colour,
) -> None:
    left, right = sides
    widths = [text_width(value.text, _style(value, size, narrow, ink)) for value in values]
    free = (right - left - math.fsum(widths)) / (len(values) - 1)
    x = left
    for value, wide in zip(values, widths, strict=True):
        _draw_value(canvas, value, x, base, size, narrow, ink)
        x += wide + free
