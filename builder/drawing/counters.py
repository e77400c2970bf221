"""Counters: a face drawn on any canvas, by one scale from a thumbnail to the printed sheet.

Everything is laid out in a frame of 100 × 100 units, the counter's own size.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from builder.drawing import colours, paths
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.colours import Colour
from builder.drawing.faces import CounterFace, Label, TextLike, label
from builder.drawing.fitting import draw_label, draw_values, fitted
from builder.drawing.glyphs import draw_glyph
from builder.drawing.sizes import draw_size_mark
from builder.drawing.symbols import draw_symbol

if TYPE_CHECKING:
    from PIL.Image import Image

Box = tuple[float, float, float, float]  # left, top, right, bottom

_SYMBOL: Box = (27.0, 21.0, 73.0, 51.5)
_MARGIN = 5.5
_BAND = 9.0
_CORNER = 15.0  # font size of corner texts
_ROUNDING = 7.0


def draw_counter(
    canvas: Canvas,
    face: CounterFace,
    size: float,
    *,
    edge: Literal["moulded", "flat"] = "moulded",
    bleed: float = 0.0,
) -> None:
    """Draw the face in the square from the canvas's origin to (size, size).

    "moulded" gives rounded corners and a lit edge, for the screen; "flat" is for the knife: square
    corners, and the ground runs on for `bleed` (in the canvas's units) on all sides.
    """
    with canvas.group(scale=size / 100):
        _draw_ground(canvas, face, edge, bleed * 100 / size)
        if face.is_marker:
            _draw_marker(canvas, face)
        else:
            _draw_unit(canvas, face)


def counter_picture(face: CounterFace, pixels: int) -> Image:
    """The face as an RGBA picture of pixels × pixels, transparent outside its rounded corners."""
    from builder.drawing.pixels import PixelCanvas

    canvas = PixelCanvas(pixels, pixels)
    draw_counter(canvas, face, pixels)
    return canvas.picture()


def _draw_ground(canvas: Canvas, face: CounterFace, edge: str, bleed: float) -> None:
    ground = face.ground
    if edge == "flat":
        if face.shape == "round":
            canvas.circle(50, 50, 50 + bleed, Paint(fill=ground))
        else:
            side = 100 + 2 * bleed
            canvas.rect(-bleed, -bleed, side, side, Paint(fill=ground))
        _draw_bands(canvas, face, bleed)
        return
    # From the outside in: the cut edge, the side in shadow, the lit side, the ground.
    light = 0.55 if colours.luminance(ground) > 0.05 else 0.32
    for inset, shift, tone in (
        (0.0, 0.0, colours.darken(ground, 0.6)),
        (1.1, 0.0, colours.darken(ground, 0.24)),
        (1.1, -0.7, colours.lighten(ground, light)),
        (2.6, 0.0, ground),
    ):
        low, side = inset + min(0.0, shift), 100 - 2 * inset
        start = max(inset, low) if shift else inset
        extent = side + (shift if shift else 0.0)
        if face.shape == "round":
            radius = 50 - inset + shift
            canvas.circle(50 + shift, 50 + shift, radius, Paint(fill=tone))
        else:
            canvas.rect(
                start, start, extent, extent, Paint(fill=tone), radius=_ROUNDING - inset * 0.9
            )
    if face.band is not None or face.reduced or face.frame is not None:
        inside = (
            paths.ellipse(50, 50, 47.4, 47.4)
            if face.shape == "round"
            else paths.rectangle(2.6, 2.6, 94.8, 94.8, _ROUNDING - 2.3)
        )
        with canvas.group(clip=inside):
            _draw_bands(canvas, face, 0.0)


def _draw_bands(canvas: Canvas, face: CounterFace, bleed: float) -> None:
    far = 100 + 2 * bleed
    if face.reduced and not face.is_marker:
        top, bottom = _value_rows(face)
        canvas.rect(-bleed, top - 3.5, far, bottom - top + 7, Paint(fill=_bar_colour(face)))
    if face.band is not None:
        wide = _BAND + 2 + bleed
        box = {
            "top": (-bleed, -bleed, far, wide),
            "bottom": (-bleed, 100 - _BAND - 2, far, wide),
            "left": (-bleed, -bleed, wide, far),
            "right": (100 - _BAND - 2, -bleed, wide, far),
        }[face.band_at]
        canvas.rect(*box, Paint(fill=face.band))
    if face.frame is not None:
        paint = Paint(stroke=face.frame, width=3.0)
        if face.shape == "round":
            canvas.circle(50, 50, 45, paint)
        else:
            canvas.rect(4.6, 4.6, 90.8, 90.8, paint, radius=_ROUNDING - 3)


def _bar_colour(face: CounterFace) -> Colour:
    """The bar of a reduced face: light, or dark on grounds that are light themselves."""
    if colours.luminance(face.ground) > 0.55:
        return colours.darken(colours.mix(face.background, "ink", 0.72), 0.1)
    return colours.parse("#f7f3e8")


def _insets(face: CounterFace) -> Box:
    """How far bands keep texts from the edges: left, top, right, bottom."""
    extra = {"left": 0.0, "top": 0.0, "right": 0.0, "bottom": 0.0}
    if face.band is not None:
        extra[face.band_at] = _BAND - 1.5
    if face.frame is not None:
        extra = {side: max(value, 2.0) for side, value in extra.items()}
    return extra["left"], extra["top"], extra["right"], extra["bottom"]


def _value_rows(face: CounterFace) -> tuple[float, float]:
    """Upper and lower edge of the values' capitals."""
    bottom = 92.5 - _insets(face)[3]
    if face.pips_of:
        bottom -= 5.0
    top = 68.0 if label(face.name).text else 59.5
    return top, bottom


def _symbol_box(face: CounterFace) -> Box:
    left, top, right, bottom = _SYMBOL
    inset_left, inset_top, inset_right, _ = _insets(face)
    shift = (inset_left - inset_right) / 2
    drop = inset_top * 0.55
    if label(face.name).text:
        drop -= 0.5
    return left + shift, top + drop, right + shift, bottom + drop


def _draw_unit(canvas: Canvas, face: CounterFace) -> None:
    ink = face.writing
    box = _symbol_box(face)
    _draw_emblem(canvas, face, box, ink)
    used = _draw_corners(canvas, face, ink)
    if face.size:
        centre = (box[0] + box[2]) / 2
        room = 2 * (centre - max(used) - 2.0)
        height = 10.0
        top = box[1] - height - 3.2
        draw_size_mark(canvas, face.size, centre, top, height, ink=ink, widest=max(room, 18))
    _draw_sides(canvas, face, box, ink)
    name = label(face.name)
    if name.text:
        style = TextStyle(12.5, "bold", colour=name.ink or ink, anchor="middle", baseline="middle")
        room = 100 - 2 * _MARGIN
        draw_label(canvas, name, 50, box[3] + 8.0, fitted(name.text, style, room))
    top, bottom = _value_rows(face)
    if face.strength:
        values = [label(value) for value in face.strength]
        plain = colours.ink_on(_bar_colour(face)) if face.reduced else ink
        inset_left, _, inset_right, _ = _insets(face)
        sides = (_MARGIN + inset_left, 100 - _MARGIN - inset_right)
        draw_values(canvas, values, face.separator, (*sides, top, bottom), plain, face.spread)
    if face.pips_of:
        _draw_pips(canvas, face, bottom + 5.4, ink)


def _draw_emblem(canvas: Canvas, face: CounterFace, box: Box, ink: Colour) -> None:
    left, top, right, bottom = box
    if face.symbol:
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
        middle = (left + right) / 2, (top + bottom) / 2 + 1
        glyph_ink = face.glyph_ink or ink
        draw_glyph(canvas, face.glyph, middle, 22, ink=glyph_ink, ground=face.ground)


def _draw_corners(canvas: Canvas, face: CounterFace, ink: Colour) -> tuple[float, float]:
    """The four corner texts; returns how far the upper two reach in from left and right."""
    left, top, right, bottom = _insets(face)
    on_band = {"top": top, "bottom": bottom}.get(face.band_at, 0.0) and face.band is not None
    reach = []
    for text, at_left, at_top in (
        (face.upper_left, True, True),
        (face.upper_right, False, True),
        (face.lower_left, True, False),
        (face.lower_right, False, False),
    ):
        mark = label(text)
        edge = _MARGIN + 0.5 + (left if at_left else right)
        if not mark.text:
            if at_top:
                reach.append(edge)
            continue
        colour = mark.ink or ink
        if on_band and mark.ink is None and (face.band_at == "top") == at_top:
            colour = colours.ink_on(face.band or ink)
        x = edge if at_left else 100 - edge
        y = 13.0 if at_top else 88.5
        if at_top and face.band_at == "top" and face.band is not None:
            y -= 5.2
        if mark.text == "*":
            _draw_asterisk(canvas, x + (5.5 if at_left else -5.5), y - 0.5, 6.0, colour)
            wide = 11.0
        else:
            style = TextStyle(
                _CORNER,
                "bold",
                colour=colour,
                anchor="start" if at_left else "end",
                baseline="middle",
                condensed=0.9,
            )
            style = fitted(mark.text, style, 38)
            wide = draw_label(canvas, mark, x, y, style)
        if at_top:
            reach.append(edge + wide)
    return reach[0], reach[1]


def _draw_asterisk(
    canvas: Canvas, x: float, y: float, radius: float, ink: colours.ColourLike
) -> None:
    for angle in (0, 60, 120):
        with canvas.group(x=x, y=y, rotate=angle):
            canvas.rect(-radius * 0.17, -radius, radius * 0.34, 2 * radius, Paint(fill=ink))


def _draw_sides(canvas: Canvas, face: CounterFace, box: Box, ink: Colour) -> None:
    left, _, right, _ = _insets(face)
    middle = (box[1] + box[3]) / 2
    _draw_side(canvas, face.left, (_MARGIN - 1.0 + left, box[0] - 2.0), middle, ink, -90)
    _draw_side(canvas, face.right, (box[2] + 2.0, 101.0 - _MARGIN - right), middle, ink, -90)


def _draw_side(
    canvas: Canvas,
    text: TextLike,
    sides: tuple[float, float],
    middle: float,
    ink: Colour,
    turn: float,
) -> None:
    """A text beside the symbol: upright if it fits at a good size, else turned."""
    mark = label(text)
    if not mark.text:
        return
    x, room = (sides[0] + sides[1]) / 2, sides[1] - sides[0]
    style = TextStyle(16.0, "bold", colour=mark.ink or ink, anchor="middle", baseline="middle")
    upright = fitted(mark.text, style, room, narrowest=0.78)
    if upright.size < 13.0:
        turned = fitted(mark.text, replace(style, size=15.0), 36.0, narrowest=0.78)
        if turned.size > upright.size:
            upright = replace(turned, rotate=turn)
    draw_label(canvas, mark, x, middle, upright)


def _draw_pips(canvas: Canvas, face: CounterFace, y: float, ink: Colour) -> None:
    step = min(8.0, 80 / face.pips_of)
    x = 50 - step * (face.pips_of - 1) / 2
    for index in range(face.pips_of):
        if index < face.pips:
            canvas.circle(x, y, 2.7, Paint(fill=ink))
        else:
            canvas.circle(x, y, 2.2, Paint(stroke=ink, width=1.0))
        x += step


def _draw_marker(canvas: Canvas, face: CounterFace) -> None:
    ink = face.writing
    round_face = face.shape == "round"
    left, top, right, bottom = _insets(face)
    x = 50 + (left - right) / 2
    upper, lower = (15.0, 86.0) if round_face else (9.0 + top, 91.0 - bottom)
    lines = [line.strip() for line in face.title.split("\n")] if face.title else []
    room = (72.0 if round_face else 88.0) - left - right
    if face.glyph:
        rows = 16.5 * len(lines)
        space = lower - upper - rows
        radius = min(33.0, space / 2 - (1.5 if lines else 3.0))
        at = (x, upper + space / 2 if lines else (upper + lower) / 2)
        draw_glyph(canvas, face.glyph, at, radius, ink=face.glyph_ink or ink, ground=face.ground)
        _draw_lines(canvas, lines, x, lower - rows, lower, room, ink, 17.0)
    else:
        _draw_lines(canvas, lines, x, upper, lower, room, ink, 34.0)
    _draw_corners(canvas, face, ink)


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
