"""The picture that greets players when a module opens: title, sides, some of its counters."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.colours import ColourLike, mix
from builder.drawing.counters import draw_counter
from builder.drawing.faces import CounterFace, label
from builder.drawing.map.layout import layout_map
from builder.drawing.map.palette import Palette
from builder.drawing.map.scatter import scatter
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named, own
from builder.drawing.paths import Point, polygon
from builder.drawing.typeset import in_lines, title_lines
from builder.game.model import Game

WIDTH, HEIGHT = 760, 460
"""Pixels of the picture."""

_HEX = 64.0
_COUNTER = 84.0
_STEPS = 104.0
"""How far down VASSAL writes the steps of its wizard over the picture."""
_SHOWN = 3
"""Counters of each side."""


@dataclass(frozen=True)
class Splash:
    """What the picture says and shows: the sides with units, each its colour and some faces."""

    title: str
    subtitle: str
    note: str
    sides: tuple[tuple[ColourLike, tuple[CounterFace, ...]], ...]
    palette: Palette


def splash_of(
    game: Game, faces: Mapping[str, tuple[CounterFace, ...]], language: str = "en"
) -> Splash:
    """The picture of a game whose counters have these faces."""
    definition = game.definition
    scene = Scene(game, layout_map(game), language)
    sides = []
    for side in definition.side:
        units = [n for n, c in game.counters.items() if c.kind == "unit" and c.side == side.id]
        if units:
            sides.append((scene.side_colour(side.id), tuple(chosen(faces, units))))
    note = own(language, "VASSAL module, version {version}").format(version=definition.version)
    return Splash(
        named(game, language, "title", definition.title),
        named(game, language, "subtitle", definition.subtitle),
        note,
        tuple(sides),
        scene.palette,
    )


def chosen(faces: Mapping[str, tuple[CounterFace, ...]], units: Sequence[str]) -> list[CounterFace]:
    """The full faces of the strongest units, each of another kind where there are so many."""
    ranked = sorted(units, key=lambda name: (-_weight(faces[name][0]), name))
    kinds: dict[str, CounterFace] = {}
    for name in ranked:
        kinds.setdefault(faces[name][0].symbol, faces[name][0])
    first = list(kinds.values())[:_SHOWN]
    rest = [faces[name][0] for name in ranked if faces[name][0] not in first]
    return [*first, *rest][:_SHOWN]


def _weight(face: CounterFace) -> int:
    """The sum of the figures of a face."""
    texts = " ".join(label(value).text for value in face.strength)
    return sum(int(figure) for figure in re.findall(r"[0-9]{1,4}", texts))


def draw_splash(canvas: Canvas, splash: Splash) -> None:
    """Draw the whole picture with its upper left corner at the origin."""
    palette = splash.palette
    canvas.rect(0, 0, WIDTH, HEIGHT, Paint(fill=palette.land))
    _field(canvas, splash)
    _cartouche(canvas, splash)
    _counters(canvas, splash)
    canvas.rect(0, 0, WIDTH, HEIGHT, Paint(stroke=palette.ink, width=5))


def _field(canvas: Canvas, splash: Splash) -> None:
    """Hexes in the colours of the sides that meet in the middle."""
    palette = splash.palette
    colours = [colour for colour, _ in splash.sides[:2]] or [palette.rule]
    for column, row, (x, y) in _hexes():
        along = min(0.999, max(0.0, x / WIDTH + 0.10 * (scatter(column, row, 3) - 0.5)))
        colour = colours[int(along * len(colours))]
        ground = mix(palette.land, colour, 0.10 + 0.26 * scatter(column, row, 7))
        corners = [_corner(x, y, part) for part in range(6)]
        canvas.path(polygon(corners), Paint(fill=ground, stroke=palette.sheet, width=1.4))


def _hexes() -> Iterator[tuple[int, int, Point]]:
    step = _HEX * math.sqrt(3) / 2
    for row in range(-1, math.ceil(HEIGHT / step) + 1):
        for column in range(-1, math.ceil(WIDTH / _HEX) + 1):
            yield column, row, (column * _HEX + (row % 2) * _HEX / 2, row * step)


def _corner(x: float, y: float, part: int) -> Point:
    angle = math.radians(60 * part + 30)
    radius = _HEX / math.sqrt(3)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _cartouche(canvas: Canvas, splash: Splash) -> None:
    """The title in a frame, as on the map."""
    palette = splash.palette
    left, top, width, height = 80.0, _STEPS, WIDTH - 160.0, 222.0
    canvas.rect(left + 4, top + 5, width, height, Paint(fill=palette.ink, opacity=0.25))
    canvas.rect(left, top, width, height, Paint(fill=palette.panel, stroke=palette.ink, width=2))
    inner = Paint(stroke=palette.rule, width=1)
    canvas.rect(left + 6, top + 6, width - 12, height - 12, inner)
    middle, room = WIDTH / 2, width - 64
    style = TextStyle(50, "black", colour=palette.ink, anchor="middle")
    lines, style = title_lines(splash.title, room, style)
    y = top + (98 if len(lines) == 1 else 68)
    for line in lines:
        canvas.text(middle, y, line, style)
        y += style.size * 1.06
    y += 18 - style.size
    canvas.line(middle - 130, y, middle + 130, y, Paint(stroke=palette.town, width=2.4))
    small = TextStyle(19, italic=True, colour=palette.ink, anchor="middle")
    lines, small = in_lines(splash.subtitle, room, small, 1)
    for line in lines:
        canvas.text(middle, y + 27, line, small)
    note = TextStyle(13, "medium", colour=palette.faint, anchor="middle", spacing=0.6)
    canvas.text(middle, top + height - 18, splash.note, note)


def _counters(canvas: Canvas, splash: Splash) -> None:
    """Units of the sides face each other below the title."""
    rows = [faces for _, faces in splash.sides[:2]]
    y = _STEPS + 242
    for number, faces in enumerate(rows):
        for index, face in enumerate(faces):
            apart = 34 + index * (_COUNTER + 12)
            x = WIDTH / 2 - apart - _COUNTER if number == 0 else WIDTH / 2 + apart
            shade = Paint(fill=splash.palette.ink, opacity=0.28)
            canvas.rect(x + 3, y + 4, _COUNTER, _COUNTER, shade, radius=6)
            with canvas.group(x=x, y=y):
                draw_counter(canvas, face, _COUNTER)
