"""Towns and cities by size, as built-up shapes with streets; forts; and the symbols of ports."""

from __future__ import annotations

import math
from collections.abc import Iterator

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.scatter import scatter, seed_of, swing
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import SETTLEMENTS
from builder.drawing.paths import Path, Point, polygon

RADII = {"village": 6.0, "town": 12.0, "city": 20.0, "major-city": 29.0, "fort": 13.0}
"""How far a settlement reaches from its hex's centre, at 80 px."""


def settlement(scene: Scene, name: str) -> str:
    """The largest settlement word of a hex; empty if it has none."""
    words = scene.words.get(name, frozenset())
    return next((word for word in reversed(SETTLEMENTS) if word in words), "")


def draw_settlements(canvas: Canvas, scene: Scene) -> None:
    for name in scene.town_places:
        word = settlement(scene, name)
        draw_settlement(canvas, scene, word, *scene.town_places[name], seed_of(name))


def draw_settlement(canvas: Canvas, scene: Scene, word: str, x: float, y: float, seed: int) -> None:
    """One settlement around (x, y); the same seed gives the same streets."""
    unit = scene.unit
    radius = RADII[word] * unit
    turn = 24 * swing(seed & 0xFFFF, 1)
    with canvas.group(x=x, y=y, rotate=turn):
        if word == "village":
            _houses(canvas, scene, seed, unit, 3)
        elif word == "town":
            _houses(canvas, scene, seed, unit, 6)
        else:
            _built_up(canvas, scene, radius, seed)


def _houses(canvas: Canvas, scene: Scene, seed: int, unit: float, count: int) -> None:
    """Blocks along a street and a cross street."""
    palette = scene.palette
    body = Paint(fill=palette.town, stroke=palette.town_edge, width=0.9 * unit, join="miter")
    places = ((-7.4, -7.2), (1.0, -7.6), (-7.0, 1.0), (1.0, 1.0), (-13.6, 0.4), (7.9, -5.0))
    for index, (left, top) in enumerate(places[:count]):
        width = (5.4 + 1.2 * scatter(seed & 0xFFFF, index, 3)) * unit
        height = (5.2 + 1.2 * scatter(seed & 0xFFFF, index, 4)) * unit
        canvas.rect(left * unit, top * unit, width, height, body)


def _built_up(canvas: Canvas, scene: Scene, radius: float, seed: int) -> None:
    """A ragged outline, cut by streets."""
    palette, unit = scene.palette, scene.unit
    outline = polygon(_ragged(radius, seed))
    canvas.path(outline, Paint(fill=palette.town, stroke=palette.town_edge, width=2.2 * unit))
    with canvas.group(clip=outline):
        canvas.path(outline, Paint(fill=palette.town))
        canvas.path(
            _streets(radius, seed, 8.4 * unit), Paint(stroke=palette.street, width=1.35 * unit)
        )
        canvas.circle(0, 0, 3.4 * unit, Paint(fill=palette.street))
    canvas.path(outline, Paint(stroke=palette.town_edge, width=1.1 * unit, join="round"))


def _ragged(radius: float, seed: int) -> Iterator[Point]:
    """Alternately further and nearer corners, like suburbs along roads."""
    count = 11
    for index in range(count):
        angle = 2 * math.pi * index / count + 0.12 * swing(seed & 0xFFFF, index, 5)
        reach = radius * (0.86 + 0.20 * scatter(seed & 0xFFFF, index, 6))
        yield reach * math.cos(angle), reach * math.sin(angle) * 0.86


def _streets(radius: float, seed: int, step: float) -> Path:
    path = Path()
    count = int(2 * radius / step) + 1
    for index in range(count + 1):
        place = (index - count / 2) * step + step * 0.18 * swing(seed & 0xFFFF, index, 7)
        path.move(place, -radius * 1.2).line(place + step * 0.2, radius * 1.2)
        path.move(-radius * 1.2, place).line(radius * 1.2, place - step * 0.15)
    return path
