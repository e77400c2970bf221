"""Unit symbols by name, in the manner of NATO's APP-6, composed of the marks of marks.py.

A name is one of `NAMES`, or several joined by "+": "infantry+guards", "armour+shock".
"""

from __future__ import annotations

import difflib

from builder.drawing import marks, paths
from builder.drawing.canvas import Canvas, Paint
from builder.drawing.colours import ColourLike
from builder.drawing.likeliest import likeliest
from builder.drawing.marks import HALF_HEIGHT, HALF_WIDTH, Mark, Pen
from builder.errors import FaultError
from builder.saying import quoting

_SYMBOLS: dict[str, tuple[Mark, ...]] = {
    "none": (),
    "infantry": (marks.cross,),
    "motorised-infantry": (marks.cross, marks.centre_line),
    "wheeled-infantry": (marks.cross, marks.wheels),
    "mechanised-infantry": (marks.cross, marks.track),
    "armour": (marks.track,),
    "heavy-armour": (marks.heavy_bar, marks.track),
    "assault-gun": (marks.track, marks.inner_roof),
    "cavalry": (marks.half,),
    "mechanised-cavalry": (marks.diagonal, marks.track),
    "reconnaissance": (marks.diagonal,),
    "motorised-reconnaissance": (marks.diagonal, marks.wheels),
    "mechanised-reconnaissance": (marks.diagonal, marks.track),
    "mountain": (marks.cross, marks.peak),
    "airborne": (marks.cross, marks.canopy),
    "airmobile": (marks.cross, marks.wedge),
    "mechanised-airborne": (marks.cross, marks.track, marks.canopy),
    "ski": (marks.cross, marks.word("S", 0.75, 0.6)),
    "bicycle": (marks.cross, marks.spokes),
    "marine": (marks.cross, marks.anchor),
    "artillery": (marks.ball,),
    "self-propelled-artillery": (marks.track, marks.small_ball),
    "rocket-artillery": (marks.chevrons, marks.low_ball),
    "mortar": (marks.tube,),
    "missile": (marks.missile,),
    "anti-tank": (marks.roof,),
    "self-propelled-anti-tank": (marks.roof, marks.track),
    "anti-aircraft": (marks.dome,),
    "anti-aircraft-missile": (marks.dome, marks.small_missile),
    "self-propelled-anti-aircraft": (marks.dome, marks.track),
    "engineer": (marks.bridge,),
    "armoured-engineer": (marks.track, marks.word("E", 0.95)),
    "bridging": (marks.bridging,),
    "headquarters": (marks.word("HQ", 1.5),),
    "signals": (marks.lightning,),
    "electronic-warfare": (marks.word("EW", 1.5),),
    "security": (marks.word("SEC", 1.3),),
    "special-forces": (marks.word("SF", 1.5),),
    "partisan": (marks.word("P", 1.7),),
    "militia": (marks.cross, marks.word("M", 0.75, 0.6)),
    "fortress": (marks.wall,),
    "fortified-area": (marks.bastion,),
    "helicopter": (marks.rotor,),
    "attack-helicopter": (marks.rotor, marks.roof),
    "aircraft": (marks.propeller,),
    "supply": (marks.base_line,),
    "supply-head": (marks.base_line, marks.arrow_head),
    "division-base": (marks.base_line, marks.pennant),
    "railroad": (marks.rails,),
    "medical": (marks.red_cross,),
    # Modifiers, to be joined to another name.
    "guards": (marks.guard_star,),
    "shock": (marks.shock_wedge,),
    "self-propelled": (marks.track,),
    "motorised": (marks.centre_line,),
    "wheeled": (marks.wheels,),
    "heavy": (marks.heavy_bar,),
}

_ALIASES = {
    "panzer": "armour",
    "tank": "armour",
    "armor": "armour",
    "armored": "armour",
    "armoured": "armour",
    "panzergrenadier": "mechanised-infantry",
    "mechanised": "mechanised-infantry",
    "mechanized": "mechanised-infantry",
    "mechanized-infantry": "mechanised-infantry",
    "mechanized-cavalry": "mechanised-cavalry",
    "motorized": "motorised",
    "motorized-infantry": "motorised-infantry",
    "armoured-cavalry": "mechanised-cavalry",
    "cavalry-mechanised": "mechanised-cavalry",
    "parachute": "airborne",
    "air-assault": "airmobile",
    "naval-infantry": "marine",
    "recon": "reconnaissance",
    "rocket": "rocket-artillery",
    "rockets": "rocket-artillery",
    "ssm": "missile",
    "surface-to-surface-missile": "missile",
    "flak": "anti-aircraft",
    "air-defence": "anti-aircraft",
    "engineers": "engineer",
    "pioneer": "engineer",
    "hq": "headquarters",
    "fort": "fortress",
    "fortified": "fortified-area",
    "fortified-locality": "fortified-area",
    "air": "aircraft",
    "railway": "railroad",
    "ew": "electronic-warfare",
    "sp-artillery": "self-propelled-artillery",
    "depot": "supply",
}

#: Every name that a symbol may have, without the other spellings that are understood.
NAMES: tuple[str, ...] = tuple(_SYMBOLS)


def marks_of(name: str) -> tuple[Mark, ...]:
    """The marks of a symbol; an unknown name raises ValueError naming the nearest ones."""
    found: list[Mark] = []
    for part in name.split("+"):
        key = part.strip().lower().replace("_", "-").replace(" ", "-")
        key = _ALIASES.get(key, key)
        if key not in _SYMBOLS:
            near = difflib.get_close_matches(key, [*_SYMBOLS, *_ALIASES], n=3, cutoff=0.5)
            text = quoting('There is no unit symbol "{name}".', name=part.strip())
            raise FaultError(text, likeliest(near, NAMES))
        found.extend(mark for mark in _SYMBOLS[key] if mark not in found)
    if marks.track in found:
        found = [marks.centre_star if mark is marks.guard_star else mark for mark in found]
    return tuple(found)


def draw_symbol(
    canvas: Canvas,
    name: str,
    box: tuple[float, float, float, float],
    *,
    ink: ColourLike = "ink",
    fill: ColourLike = "white",
    line: float | None = None,
) -> None:
    """Draw the framed symbol over the box (left, top, width, height); 3 : 2 looks as intended.

    `line` is the width of the frame in the canvas's units, by default a fourteenth of the height.
    """
    drawn = marks_of(name)
    left, top, width, height = box
    line = min(height / 14 if line is None else line, height / 5, width / 5)
    canvas.rect(left, top, width, height, Paint(fill=ink))
    inner_width, inner_height = width - 2 * line, height - 2 * line
    inside = paths.rectangle(left + line, top + line, inner_width, inner_height)
    canvas.path(inside, Paint(fill=fill))
    if not drawn or inner_width <= 0 or inner_height <= 0:
        return
    scale = min(inner_width / (2 * HALF_WIDTH), inner_height / (2 * HALF_HEIGHT))
    stretch = (inner_width / (2 * HALF_WIDTH), inner_height / (2 * HALF_HEIGHT))
    frame = paths.rectangle(-HALF_WIDTH, -HALF_HEIGHT, 2 * HALF_WIDTH, 2 * HALF_HEIGHT)
    with canvas.group(
        x=left + width / 2,
        y=top + height / 2,
        scale=stretch,
        clip=frame,
    ):
        pen = Pen(canvas, ink, fill, line / scale)
        for mark in drawn:
            mark(pen)
