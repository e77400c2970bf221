"""Pictures for markers by name, each drawn in a square; see signs.py and things.py."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import TypeAlias

from builder.drawing import signs, things
from builder.drawing.brush import Brush
from builder.drawing.canvas import Canvas
from builder.drawing.colours import ColourLike
from builder.drawing.likeliest import likeliest
from builder.drawing.paths import Point
from builder.errors import FaultError
from builder.saying import quoting

Glyph: TypeAlias = Callable[[Brush], None]

_GLYPHS: dict[str, Glyph] = {
    "star": signs.star,
    "roundel": signs.roundel,
    "ring": signs.ring,
    "disc": signs.disc,
    "diamond": signs.diamond,
    "triangle": signs.triangle,
    "cross": signs.cross,
    "shield": signs.shield,
    "flag": signs.flag,
    "target": signs.target,
    "burst": signs.burst,
    "lightning": signs.lightning,
    "arrow": signs.arrow,
    "hourglass": signs.hourglass,
    "turn": signs.turn,
    "question": signs.question,
    "hidden": signs.hidden,
    "check": signs.check,
    "no": signs.no,
    "supply": things.crate,
    "no-supply": things.no_supply,
    "plane": things.plane,
    "bomber": things.bomber,
    "jet": things.jet,
    "helicopter": things.helicopter,
    "tank": things.tank,
    "truck": things.truck,
    "shells": things.shells,
    "parachute": things.parachute,
    "anchor": things.anchor,
    "fortification": things.fortification,
    "snow": things.snow,
    "sun": things.sun,
    "rain": things.rain,
    "flame": things.flame,
    "nuclear": things.nuclear,
    "chemical": things.chemical,
    "chevrons": signs.chevrons,
    "crown": signs.crown,
}

#: Every glyph that a marker may show.
NAMES: tuple[str, ...] = tuple(_GLYPHS)


def glyph_of(name: str) -> Glyph:
    """The glyph's drawing function; an unknown name raises ValueError naming the nearest ones."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key not in _GLYPHS:
        near = difflib.get_close_matches(key, _GLYPHS, n=3, cutoff=0.5)
        raise FaultError(quoting('There is no glyph "{name}".', name=name), likeliest(near, NAMES))
    return _GLYPHS[key]


def draw_glyph(
    canvas: Canvas,
    name: str,
    centre: Point,
    radius: float,
    *,
    ink: ColourLike = "ink",
    ground: ColourLike = "white",
    rotate: float = 0.0,
) -> None:
    """Draw the glyph in a square of half-width `radius`; `ground` shows in its openings."""
    glyph = glyph_of(name)
    with canvas.group(x=centre[0], y=centre[1], scale=radius, rotate=rotate):
        glyph(Brush(canvas, ink, ground))
