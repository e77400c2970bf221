"""Names of seas, regions and areas: spread along the hexes that game.toml gives."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from builder.drawing.below import box_of
from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.fonts import CAP_HEIGHT, Weight
from builder.drawing.map.config import Caption
from builder.drawing.map.labels import Box, box_around
from builder.drawing.map.lettering import Curve, Letter, letters, on_curve, text_on_curve
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named
from builder.drawing.paths import Point, flatten, smooth
from builder.drawing.rows import Box as Edges

_HALO = 0.16
"""How wide the halo is, in sizes of the letters."""
_HIGH, _DEEP = CAP_HEIGHT / 2 + _HALO, CAP_HEIGHT / 2 + _HALO + 0.1
"""How far from the middle of their line capitals reach with their halo, and small letters."""
_REACH = 0.08
"""What lies round the boxes of letters to be sure that nothing of their halo is left, in sizes."""
_ON_LAND, _AT_SEA = 0.68, 0.4
_BULGE = 0.14
"""How far from a straight line a caption bends at most, in lengths of that line."""
_SMALL = 16.0
"""Pixels below which letters are no ornament: they stand out to be read."""


@dataclass(frozen=True)
class PlacedCaption:
    """A text and the points along which it stands, spread over a `share` of their length; one point
    means straight, in the middle.

    At sea nothing lies below the letters, and their halo is fainter. `hexes` are those that are
    given for it, `number` is its place among all.
    """

    text: str
    style: TextStyle
    points: tuple[Point, ...]
    at_sea: bool = False
    hexes: tuple[str, ...] = ()
    share: float = 1.0
    number: int = 0

    @property
    def key(self) -> str:
        """By which it is known among the names of places."""
        return f"caption:{self.number}"

    @cached_property
    def boxes(self) -> list[Box]:
        """Boxes along the caption that other names keep off."""
        half = self.style.size * 0.5
        if len(self.points) == 1:
            (x, y), reach = self.points[0], self.reach / 2
            return [(x - reach, y - half, x + reach, y + half)]
        curve, reach = Curve(self.points), self.reach
        count, start = max(1, math.ceil(reach / self.style.size)), (curve.length - reach) / 2
        line = (curve.at(start + reach * number / count)[0] for number in range(count + 1))
        return [box_around([point], half) for point in line]

    @cached_property
    def inked(self) -> list[Box]:
        """The box of each letter with its halo."""
        half = self.style.size * (_HIGH if self.text.isupper() else _DEEP)
        return [letter.box(half, self.style.size * _HALO) for letter in self._letters()]

    @cached_property
    def erased(self) -> list[Edges]:
        """The whole pixels that are taken off a map when the caption is: of each letter by itself,
        because between them there is much that stays."""
        return [box_of(box, self.style.size * _REACH) for box in self.inked]

    def _letters(self) -> Iterator[Letter]:
        if len(self.points) > 1:
            curve = Curve(self.points)
            yield from on_curve(curve, (curve.length - self.reach) / 2, self.text, self._spread)
            return
        (x, y), half = self.points[0], self.reach / 2
        for char, distance, reach in letters(self.text, self._spread):
            if char.strip():
                yield Letter(char, x - half + distance, y, 0.0, reach)

    @cached_property
    def box(self) -> Box:
        """The box round all of it."""
        return box_around([corner for box in self.boxes for corner in (box[:2], box[2:])], 0.0)

    @cached_property
    def reach(self) -> float:
        """How far it stands, in pixels."""
        return text_width(self.text, self._spread)

    def written(self, share: float, size: float = 1.0) -> PlacedCaption:
        """The same spread over a share of its hexes, in letters of a share of their size."""
        return replace(self, share=share, style=replace(self.style, size=self.style.size * size))

    def moved(self, shift: Point) -> PlacedCaption:
        """The same beside where it stood."""
        return replace(self, points=tuple((x + shift[0], y + shift[1]) for x, y in self.points))

    def draw(self, canvas: Canvas, halo: str) -> None:
        """The letters over a soft halo, which keeps them legible on woods and marsh."""
        self.draw_halo(canvas, halo)
        self.draw_letters(canvas)

    def draw_halo(self, canvas: Canvas, halo: str) -> None:
        """What lies under the letters and round them."""
        soft = replace(
            self._spread,
            colour=halo,
            halo=halo,
            halo_width=self.style.size * _HALO,
            opacity=0.8 if self.style.size < _SMALL else _AT_SEA if self.at_sea else _ON_LAND,
        )
        self._draw(canvas, soft)

    def draw_letters(self, canvas: Canvas) -> None:
        """The letters without a halo."""
        self._draw(canvas, self._spread)

    @cached_property
    def _spread(self) -> TextStyle:
        """The style with what lies between letters."""
        if len(self.points) == 1:
            return self.style
        gaps = max(1, len(self.text) - 1)
        free = Curve(self.points).length * self.share - text_width(self.text, self.style)
        return replace(self.style, spacing=max(self.style.size * 0.1, free / gaps))

    def _draw(self, canvas: Canvas, style: TextStyle) -> None:
        if len(self.points) == 1:
            middle = replace(style, anchor="middle", baseline="middle")
            canvas.text(*self.points[0], self.text, middle)
            return
        curve = Curve(self.points)
        text_on_curve(canvas, curve, (curve.length - self.reach) / 2, self.text, style)


def captions(scene: Scene) -> list[PlacedCaption]:
    """All captions of the game, in the scene's language, on the hexes that are given for them."""
    found = []
    for number, caption in enumerate(scene.config.caption):
        text = named(scene.game, scene.language, f"names.{caption.name}", caption.name)
        if caption.kind in ("water", "region", "country"):
            text = text.upper()
        points = [scene.centre(name) for name in caption.hexes]
        if len(points) > 2:
            points = flatten(smooth(_gentle(points)).parts()[0])
        style = _style(scene, caption)
        at_sea = caption.kind == "water"
        found.append(
            PlacedCaption(text, style, tuple(points), at_sea, caption.hexes, number=number)
        )
    return found


def _gentle(points: Sequence[Point]) -> list[Point]:
    """Points along which letters stand, those between the ends so near to the straight line that
    these do not curl: hexes below each other lie half a hex aside."""
    (x, y), (right, bottom) = points[0], points[-1]
    wide, high = right - x, bottom - y
    long = math.hypot(wide, high)
    if not long:
        return list(points)
    aside = [((b - y) * wide - (a - x) * high) / long for a, b in points]
    farthest = max(map(abs, aside))
    share = max(0.0, 1 - _BULGE * long / farthest) if farthest else 0.0
    return [
        (a + far * share * high / long, b - far * share * wide / long)
        for (a, b), far in zip(points, aside, strict=True)
    ]


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
