"""Names of seas, regions and areas: spread along the hexes that game.toml gives."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.fonts import Weight
from builder.drawing.map.config import Caption
from builder.drawing.map.labels import Box, Obstacles, box_around
from builder.drawing.map.lettering import Curve, text_on_curve
from builder.drawing.map.outline import resampled
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named
from builder.drawing.paths import Point, flatten, smooth

_HALO = 0.16
"""How wide the halo is, in sizes of the letters."""
_ON_LAND, _AT_SEA = 0.68, 0.4
_SMALL = 16.0
"""Pixels below which letters are no ornament: they stand out to be read."""


@dataclass(frozen=True)
class PlacedCaption:
    """A text and the points along which it stands; one point means straight, in the middle.

    At sea nothing lies below the letters, and their halo is fainter.
    """

    text: str
    style: TextStyle
    points: tuple[Point, ...]
    at_sea: bool = False

    @property
    def boxes(self) -> list[Box]:
        """Boxes along the caption that other names keep off."""
        return self._boxes(self.style.size * 0.5)

    @property
    def inked(self) -> list[Box]:
        """Boxes along the caption that its letters cover."""
        return self._boxes(self.style.size * 0.4)

    def _boxes(self, half: float) -> list[Box]:
        if len(self.points) == 1:
            (x, y), reach = self.points[0], text_width(self.text, self.style) / 2
            return [(x - reach, y - half, x + reach, y + half)]
        line = resampled(self.points, self.style.size)
        return [box_around([point], half) for point in line]

    def draw(self, canvas: Canvas, halo: str) -> None:
        """The letters over a soft halo, which keeps them legible on woods and marsh."""
        soft = replace(
            self.style,
            colour=halo,
            halo=halo,
            halo_width=self.style.size * _HALO,
            opacity=0.8 if self.style.size < _SMALL else _AT_SEA if self.at_sea else _ON_LAND,
        )
        for style in (soft, self.style):
            self._draw(canvas, style)

    def _draw(self, canvas: Canvas, style: TextStyle) -> None:
        if len(self.points) == 1:
            middle = replace(style, anchor="middle", baseline="middle")
            canvas.text(*self.points[0], self.text, middle)
            return
        curve = Curve(self.points)
        gaps = max(1, len(self.text) - 1)
        natural = text_width(self.text, style)
        style = replace(style, spacing=max(style.size * 0.1, (curve.length - natural) / gaps))
        start = (curve.length - text_width(self.text, style)) / 2
        text_on_curve(canvas, curve, start, self.text, style)


_REACH, _STEP = 0.42, 0.14
"""How far a caption may leave the hexes given for it, and by which steps, in hex widths."""
_FAR = 8.0
"""What a hex width away costs, as `Obstacles` count."""


def given_way(caption: PlacedCaption, obstacles: Obstacles, width: float) -> PlacedCaption:
    """The caption moved a little where it then covers fewer numbers, towns, rivers and roads."""

    def cost(shift: Point) -> float:
        dx, dy = shift
        boxes = [
            (left + dx, top + dy, right + dx, bottom + dy)
            for left, top, right, bottom in caption.inked
        ]
        return math.fsum(map(obstacles.cost, boxes)) + _FAR * math.hypot(dx, dy) / width

    best, least = (0.0, 0.0), cost((0.0, 0.0))
    for shift in _shifts(width):
        if _FAR * math.hypot(*shift) / width < least and (now := cost(shift)) < least:
            best, least = shift, now
    points = tuple((x + best[0], y + best[1]) for x, y in caption.points)
    return replace(caption, points=points)


def _shifts(width: float) -> list[Point]:
    """The moves that are tried, the nearest first."""
    steps = round(_REACH / _STEP)
    reach = [step * _STEP * width for step in range(-steps, steps + 1)]
    moves = [(dx, dy) for dx in reach for dy in reach]
    return sorted(moves, key=lambda move: (round(math.hypot(*move), 6), move))[1:]


def captions(scene: Scene) -> list[PlacedCaption]:
    """All captions of the game, in the scene's language, on the hexes that are given for them."""
    found = []
    for caption in scene.config.caption:
        text = named(scene.game, scene.language, f"names.{caption.name}", caption.name)
        if caption.kind in ("water", "region", "country"):
            text = text.upper()
        points = [scene.centre(name) for name in caption.hexes]
        if len(points) > 2:
            points = flatten(smooth(points).parts()[0])
        style = _style(scene, caption)
        found.append(PlacedCaption(text, style, tuple(points), caption.kind == "water"))
    return found


def _style(scene: Scene, caption: Caption) -> TextStyle:
    palette = scene.palette
    looks: dict[str, tuple[float, Weight, bool, str]] = {
        "water": (30.0, "light", True, palette.water_name),
        "river": (15.0, "regular", True, palette.water_name),
        "region": (20.0, "regular", False, palette.region),
        "country": (32.0, "regular", False, palette.region),
        "area": (15.0, "medium", True, palette.border),
        "front": (18.0, "bold", False, palette.ink),
    }
    size, weight, italic, colour = looks[caption.kind]
    faint = caption.kind in ("country", "region")
    size *= caption.size * scene.text_unit
    if size < _SMALL:
        weight, faint = "medium", False
    return TextStyle(
        size,
        weight,
        italic,
        colour=caption.colour or colour,
        opacity=0.8 if faint else 0.95,
    )
