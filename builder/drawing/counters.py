"""Counters: a face drawn on any canvas, by one scale from a thumbnail to the printed sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from builder.drawing.art import Art, draw_filling, pixels_of
from builder.drawing.canvas import Canvas, Paint
from builder.drawing.faces import CounterFace
from builder.drawing.fitting import LEAST
from builder.drawing.ground import draw_ground, draw_plain
from builder.drawing.marker_face import draw_marker
from builder.drawing.unit_face import draw_unit

if TYPE_CHECKING:
    from PIL.Image import Image

_EDGE = 0.009
"""How broad the line round a whole picture is, of the counter's width; a pixel at least."""


def draw_counter(
    canvas: Canvas,
    face: CounterFace,
    size: float,
    *,
    edge: Literal["moulded", "flat", "ringed"] = "moulded",
    bleed: float = 0.0,
    least: float = LEAST,
) -> None:
    """Draw the face in the square from the canvas's origin to (size, size).

    "moulded" gives rounded corners and a lit edge, for the screen; "flat" is for the knife: square
    corners, and the ground runs on for `bleed` (in the canvas's units) on all sides; "ringed" is
    for badges, that one is told from the next and from the counter below. `least` is the smallest
    size of a designation on a counter of 100 units.
    """
    if face.whole is not None:
        _draw_whole(canvas, face, face.whole, size, edge, bleed)
        return
    with canvas.group(scale=size / 100):
        draw_ground(canvas, face, edge, bleed * 100 / size)
        if face.is_marker:
            draw_marker(canvas, face, least)
        else:
            draw_unit(canvas, face, least)


def _draw_whole(
    canvas: Canvas, face: CounterFace, art: Art, size: float, edge: str, bleed: float
) -> None:
    """A picture over all of the face; on paper its ground lies under what is transparent.

    On the screen, where such counters of one colour lie in stacks, a picture that reaches to its
    edges has a line there.
    """
    if edge == "flat" and not face.own_shape:
        with canvas.group(scale=size / 100):
            draw_plain(canvas, face, bleed * 100 / size)
    beyond = bleed if edge == "flat" else 0.0
    draw_filling(canvas, art, (size, size), beyond, whole=face.own_shape)
    if edge == "moulded" and not face.own_shape and _reaches_its_edges(art):
        wide = max(size * _EDGE, canvas.pixel)
        line = Paint(stroke="black", width=wide, opacity=0.5)
        canvas.rect(wide / 2, wide / 2, size - wide, size - wide, line)


def _reaches_its_edges(art: Art) -> bool:
    """Whether nothing of the rim is transparent: a round chit has a shape of its own."""
    clear = pixels_of(art).getchannel("A")
    wide, high = clear.size
    rim = [(0, 0, wide, 1), (0, high - 1, wide, high), (0, 0, 1, high), (wide - 1, 0, wide, high)]
    return all(clear.crop(box).getextrema() == (255, 255) for box in rim)


def counter_picture(
    face: CounterFace, pixels: int, *, edge: Literal["moulded", "ringed"] = "moulded"
) -> Image:
    """The face as an RGBA picture of pixels × pixels, transparent outside its rounded corners.

    A whole picture of its own shape comes as it is.
    """
    from builder.drawing.pixels import PixelCanvas

    if face.whole is not None and face.own_shape:
        return pixels_of(face.whole)
    canvas = PixelCanvas(pixels, pixels)
    draw_counter(canvas, face, pixels, edge=edge)
    return canvas.picture()
