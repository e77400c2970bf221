"""Small round symbols in hexes: ports, airfields, oil, supply, crossing points."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.config import Spot
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import SPOTS
from builder.drawing.paths import Path, Point, star

RADIUS = 8.0
"""Of the disc, at 80 px."""


@dataclass(frozen=True)
class SpotPlace:
    """One symbol: its hex, where it stands and what it is."""

    hex: str
    point: Point
    draw: str
    colour: str


def spot_places(scene: Scene, among: Collection[str] | None = None) -> list[SpotPlace]:
    """All symbols, or those in the hexes `among`: from `[[drawing.map.spot]]` and from terrain that
    is drawn as one."""
    if among is None:
        among = scene.game.grid.places
    found: list[tuple[str, str, str]] = []
    shown: set[tuple[str, str]] = set()
    for spot in scene.config.spot:
        for name in _hexes(scene, spot, among):
            shown.add((name, spot.draw))
            found.append((name, spot.draw, spot.colour))
    for word in SPOTS:
        for name in among:
            if word in scene.words.get(name, ()) and (name, word) not in shown:
                found.append((name, word, ""))
    counts: dict[str, int] = {}
    places = []
    for name, word, colour in found:
        number = counts.get(name, 0)
        counts[name] = number + 1
        places.append(SpotPlace(name, beside(scene, scene.centre(name), number), word, colour))
    return places


def _hexes(scene: Scene, spot: Spot, among: Collection[str]) -> list[str]:
    board = scene.game.board
    pool = scene.game.hexset(spot.set) if spot.set else frozenset(scene.game.grid.places)
    return [
        name
        for name in among
        if name in pool
        and set(spot.terrain) <= board.of(name)
        and (not spot.any or set(spot.any) & board.of(name))
        and name not in spot.without
        and (spot.set or spot.terrain or spot.any)
    ]


def beside(scene: Scene, middle: Point, number: int) -> Point:
    """Upper right of the middle, where a counter leaves a corner free; the next ones further on."""
    x, y = middle
    reach = scene.width * 0.335
    angle = math.radians((-28, 208, 28, 152)[number % 4])
    return x + reach * math.cos(angle), y + reach * math.sin(angle)


def draw_spots(canvas: Canvas, scene: Scene) -> None:
    for place in spot_places(scene):
        draw_spot(canvas, scene, place.draw, *place.point, place.colour)


def draw_spot(
    canvas: Canvas, scene: Scene, word: str, x: float, y: float, colour: str = ""
) -> None:
    """One symbol around (x, y)."""
    palette, unit = scene.palette, scene.unit
    fills = {"port": palette.water_name, "oil": palette.ink, "airfield": palette.faint}
    with canvas.group(x=x, y=y, scale=unit):
        disc = Paint(fill=colour or fills.get(word, palette.town), stroke="#fffaf0", width=1.3)
        canvas.circle(0, 0, RADIUS, disc)
        ink = Paint(stroke="#fffaf0", width=1.35, cap="round", join="round")
        if word == "port":
            _anchor(canvas, ink)
        elif word == "airfield":
            _aircraft(canvas)
        elif word == "oil":
            path = Path().move(-2.6, 4.6).line(0, -4.8).line(2.6, 4.6).move(-1.6, 1).line(1.6, 1)
            canvas.path(path, ink)
        elif word == "supply":
            crate = Path().move(-4, -3.2).line(4, -3.2).line(4, 3.2).line(-4, 3.2).close()
            canvas.path(crate.move(-4, -3.2).line(4, 3.2).move(-4, 3.2).line(4, -3.2), ink)
        elif word == "triangle":
            canvas.polygon([(0, -5.4), (4.7, 3.3), (-4.7, 3.3)], Paint(fill="#fffaf0"))
        else:
            canvas.path(star(0, 0, 6.0), Paint(fill="#fffaf0"))


def _anchor(canvas: Canvas, ink: Paint) -> None:
    canvas.circle(0, -4.0, 1.25, ink)
    shaft = Path().move(0, -2.7).line(0, 4.6).move(-2.4, -1.2).line(2.4, -1.2)
    canvas.path(shaft, ink)
    flukes = Path().move(-4.3, 1.4).curve(-4.0, 3.9, -1.8, 4.9, 0, 4.9)
    flukes.curve(1.8, 4.9, 4.0, 3.9, 4.3, 1.4)
    canvas.path(flukes, ink)


def _aircraft(canvas: Canvas) -> None:
    body = Paint(fill="#fffaf0")
    canvas.polygon([(-0.9, -5), (0.9, -5), (0.9, 5), (-0.9, 5)], body)
    canvas.polygon([(-5.5, 0.4), (5.5, 0.4), (5.5, -1.2), (0, -2), (-5.5, -1.2)], body)
    canvas.polygon([(-2.3, 5), (2.3, 5), (2.3, 3.8), (-2.3, 3.8)], body)
