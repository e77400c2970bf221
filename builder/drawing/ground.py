"""The ground of a counter: its edge, bands, frame, and the bar of a reduced face.

All in the counter's frame of 100 x 100 units.
"""

from __future__ import annotations

from builder.drawing import colours, paths
from builder.drawing.canvas import Canvas, Paint
from builder.drawing.colours import Colour
from builder.drawing.faces import CounterFace, label

#: Left, top, right, bottom.
Box = tuple[float, float, float, float]

#: How far texts stay from the edges, and how deep a band is.
MARGIN = 5.5
BAND = 9.0
_ROUNDING = 7.0

#: How broad the edge line of a printed counter is, and how far inside the cut.
_EDGE = 0.9
_EDGE_INSET = 1.5

#: How broad the ring of a badge is: a pixel and a half of a badge as small as modules have them.
_RING = 6.0


def draw_ground(canvas: Canvas, face: CounterFace, edge: str, bleed: float) -> None:
    """The counter itself, without what is printed on it: a `flat` one to be cut, whose colour goes
    on for `bleed` beyond the cut, one with lit edges for the screen, or a `ringed` badge."""
    ground = face.ground
    if edge == "flat":
        draw_plain(canvas, face, bleed)
        _draw_bands(canvas, face, bleed)
        _draw_edge(canvas, face)
        return
    if edge == "ringed":
        draw_plain(canvas, face, 0.0)
        _draw_ring(canvas, face)
        return
    # From the outside in: the cut edge, the side in shadow, the lit side, the ground.
    light = 0.55 if colours.luminance(ground) > 0.05 else 0.32
    for inset, lift, tone in (
        (0.0, 0.0, colours.darken(ground, 0.6)),
        (1.1, 0.0, colours.darken(ground, 0.24)),
        (1.1, 1.4, colours.lighten(ground, light)),
        (2.6, 0.0, ground),
    ):
        extent = 100 - 2 * inset - lift
        if face.shape == "round":
            middle = inset + extent / 2
            canvas.circle(middle, middle, extent / 2, Paint(fill=tone))
        else:
            rounding = _ROUNDING - inset * 0.9
            canvas.rect(inset, inset, extent, extent, Paint(fill=tone), radius=rounding)
    if face.band is not None or face.reduced or face.frame is not None:
        inside = (
            paths.ellipse(50, 50, 47.4, 47.4)
            if face.shape == "round"
            else paths.rectangle(2.6, 2.6, 94.8, 94.8, _ROUNDING - 2.3)
        )
        with canvas.group(clip=inside):
            _draw_bands(canvas, face, 0.0)


def _draw_edge(canvas: Canvas, face: CounterFace) -> None:
    """A line just inside the cut, by which counters of one colour are told apart on the table."""
    dark = colours.luminance(face.ground) < 0.05
    tone = colours.lighten(face.ground, 0.35) if dark else colours.darken(face.ground, 0.42)
    line = Paint(stroke=tone, width=_EDGE)
    if face.shape == "round":
        canvas.circle(50, 50, 50 - _EDGE_INSET, line)
    else:
        side = 100 - 2 * _EDGE_INSET
        canvas.rect(_EDGE_INSET, _EDGE_INSET, side, side, line)


def _draw_ring(canvas: Canvas, face: CounterFace) -> None:
    """A broad line at the rim, in the colour of what is written."""
    line = Paint(stroke=face.writing, width=_RING)
    if face.shape == "round":
        canvas.circle(50, 50, 50 - _RING / 2, line)
    else:
        canvas.rect(_RING / 2, _RING / 2, 100 - _RING, 100 - _RING, line)


def draw_plain(canvas: Canvas, face: CounterFace, bleed: float) -> None:
    """The ground alone, with square corners, and `bleed` beyond them."""
    if face.shape == "round":
        canvas.circle(50, 50, 50 + bleed, Paint(fill=face.ground))
    else:
        side = 100 + 2 * bleed
        canvas.rect(-bleed, -bleed, side, side, Paint(fill=face.ground))


def _draw_bands(canvas: Canvas, face: CounterFace, bleed: float) -> None:
    far = 100 + 2 * bleed
    if face.reduced and not face.is_marker:
        top, _ = value_rows(face)
        canvas.rect(-bleed, top - 3.4, far, 103.4 - top + bleed, Paint(fill=bar_colour(face)))
    if face.band is not None:
        wide = BAND + 2 + bleed
        box = {
            "top": (-bleed, -bleed, far, wide),
            "bottom": (-bleed, 100 - BAND - 2, far, wide),
            "left": (-bleed, -bleed, wide, far),
            "right": (100 - BAND - 2, -bleed, wide, far),
        }[face.band_at]
        canvas.rect(*box, Paint(fill=face.band))
    if face.frame is not None:
        paint = Paint(stroke=face.frame, width=3.0)
        if face.shape == "round":
            canvas.circle(50, 50, 45, paint)
        else:
            canvas.rect(4.6, 4.6, 90.8, 90.8, paint, radius=_ROUNDING - 3)


def bar_colour(face: CounterFace) -> Colour:
    """The bar of a reduced face: light, or dark on grounds that are light themselves."""
    lightest = max(colours.luminance(face.ground), colours.luminance(face.background))
    if lightest > 0.42:
        return colours.darken(colours.mix(face.background, "ink", 0.72), 0.1)
    return colours.parse("#f7f3e8")


def insets(face: CounterFace) -> Box:
    """How far bands keep texts from the edges: left, top, right, bottom."""
    extra = {"left": 0.0, "top": 0.0, "right": 0.0, "bottom": 0.0}
    if face.band is not None:
        extra[face.band_at] = BAND - 1.5
    if face.frame is not None:
        extra = {side: max(value, 2.0) for side, value in extra.items()}
    return extra["left"], extra["top"], extra["right"], extra["bottom"]


def value_rows(face: CounterFace) -> tuple[float, float]:
    """Upper and lower edge of the values' capitals."""
    bottom = 92.5 - insets(face)[3]
    if face.pips_of:
        bottom -= 5.0
    top = 69.5 if label(face.name).text else 59.5
    if not face.symbol and not face.glyph:  # values alone have the counter to themselves
        beside = label(face.left).text or label(face.right).text
        top, bottom = (top - 12.0, bottom - 2.0) if beside else (top - 31.0, bottom - 9.0)
    return top, bottom
