"""Lines of text in a given width: broken at spaces, balanced, made smaller or narrower to fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from builder.drawing.canvas import Canvas, TextStyle, text_width

_SIGN = re.compile(r"(?<=[!?:])\s+")
_SHARES = (1.0, 0.92, 0.85, 0.78, 0.7, 0.62, 0.55, 0.48, 0.4)


def wrapped(text: str, width: float, style: TextStyle) -> list[str]:
    """The text in as many lines as it needs; a word longer than the width keeps its own line."""
    return [*_wrapped(text, width, style)]


# A chart is measured at each size that its page may have, and drawn once.
@lru_cache(maxsize=8192)
def _wrapped(text: str, width: float, style: TextStyle) -> tuple[str, ...]:
    return tuple(_broken(text, width, style))


def _broken(text: str, width: float, style: TextStyle) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, style) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def balanced(text: str, width: float, style: TextStyle) -> list[str]:
    """Like `wrapped`, with lines of about the same length."""
    lines = _broken(text, width, style)
    room = width
    while len(lines) > 1:
        room -= style.size * 0.25
        tighter = _broken(text, room, style)
        if len(tighter) > len(lines) or any(text_width(line, style) > room for line in tighter):
            break
        lines = tighter
    return lines


def in_lines(
    text: str, width: float, style: TextStyle, most: int = 2
) -> tuple[list[str], TextStyle]:
    """The text in at most so many balanced lines, as large as fits; its size is the largest."""
    lines, smaller = _in_lines(text, width, style, most)
    return [*lines], smaller


@lru_cache(maxsize=8192)
def _in_lines(
    text: str, width: float, style: TextStyle, most: int
) -> tuple[tuple[str, ...], TextStyle]:
    lines: list[str] = []
    smaller = style
    for share in _SHARES:
        smaller = replace(style, size=style.size * share)
        lines = balanced(text, width, smaller)
        if len(lines) <= most and all(text_width(line, smaller) <= width for line in lines):
            break
    return tuple(lines), smaller


def title_lines(
    text: str, width: float, style: TextStyle, most: int = 2
) -> tuple[list[str], TextStyle]:
    """Like `in_lines`, but what does not fit in one line is broken behind a sign of its own."""
    parts = _SIGN.split(text, maxsplit=1)
    if text_width(text, style) > width and len(parts) == 2:
        widest = max(text_width(part, style) for part in parts)
        if widest <= width * 1.3:
            return parts, replace(style, size=style.size * min(1.0, width / widest))
    return in_lines(text, width, style, most)


def squeezed(text: str, style: TextStyle, room: float, narrowest: float = 0.6) -> TextStyle:
    """The style narrowed until the text fits, but not beyond what can be read."""
    width = text_width(text, style)
    if width <= room:
        return style
    return replace(style, condensed=style.condensed * max(narrowest, room / width))


def draw_lines(
    canvas: Canvas,
    lines: Sequence[str],
    x: float,
    y: float,
    style: TextStyle,
    leading: float = 1.16,
) -> None:
    """Lines one below the other, the whole block centred on y if the baseline is `middle`, else
    with the first one's baseline at y."""
    step = style.size * leading
    top = y - step * (len(lines) - 1) / 2 if style.baseline == "middle" else y
    for index, line in enumerate(lines):
        canvas.text(x, top + index * step, line, style)
