"""Names on the map: places beside their symbols, rivers along their courses, seas and regions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.fonts import Weight
from builder.drawing.map.areas import edge_runs, trench_runs
from builder.drawing.map.config import Caption
from builder.drawing.map.hexes import number_place, number_style
from builder.drawing.map.labels import (
    Box,
    Obstacles,
    Place,
    Wanted,
    around,
    box_around,
    place_all,
)
from builder.drawing.map.lettering import Curve, averaged, text_on_curve
from builder.drawing.map.lines import line_curves
from builder.drawing.map.outline import resampled
from builder.drawing.map.rivers import Course
from builder.drawing.map.scene import Scene
from builder.drawing.map.settlements import RADII, settlement
from builder.drawing.map.shapes import River
from builder.drawing.map.spots import spot_places
from builder.drawing.map.vocabulary import LINES
from builder.drawing.map.words import named
from builder.drawing.paths import Point, flatten, smooth

_SIZES: dict[str, tuple[float, Weight]] = {
    "major-city": (21.0, "black"),
    "city": (18.0, "bold"),
    "town": (14.5, "medium"),
    "village": (12.5, "regular"),
    "": (13.0, "regular"),
}
_RANKS = {"major-city": 0, "city": 1, "town": 2, "village": 3, "": 4}


class Names:
    """All names of a scene with their places, worked out once."""

    def __init__(self, scene: Scene, courses: Sequence[Course] = ()) -> None:
        self.scene = scene
        self.courses = courses

    def draw(self, canvas: Canvas) -> None:
        self._captions(canvas)
        self._rivers(canvas)
        for name, place in self.places.items():
            canvas.text(*place.anchor, self.text(name), self.style(name))

    def text(self, name: str) -> str:
        """What is written at a hex."""
        word = self.scene.game.board.names[name]
        return named(self.scene.game, self.scene.language, f"names.{word}", word)

    def style(self, name: str) -> TextStyle:
        size, weight = _SIZES[settlement(self.scene, name)]
        palette, unit = self.scene.palette, self.scene.text_unit
        return TextStyle(
            size * unit,
            weight,
            italic=not settlement(self.scene, name),
            colour=palette.town_name,
            anchor="middle",
            baseline="middle",
            halo=palette.halo,
            halo_width=2.4 * unit,
        )

    @cached_property
    def number_boxes(self) -> dict[str, Box]:
        """The box of each hex number."""
        scene = self.scene
        style = number_style(scene, "black")
        half = {
            len(name): text_width(name, style) / 2 + scene.unit for name in scene.game.grid.places
        }
        drop = style.size * 0.42
        boxes = {}
        for name in scene.game.grid.places:
            x, y = number_place(scene, name)
            reach = half[len(name)]
            boxes[name] = (x - reach, y - drop, x + reach, y + drop)
        return boxes

    @cached_property
    def places(self) -> dict[str, Place]:
        """The place of each named hex's label."""
        scene = self.scene
        obstacles = self._obstacles
        wanted = []
        for name in scene.game.board.names:
            if name in scene.game.grid and self._shown(name):
                wanted.append(self._wanted(name))
        return place_all(wanted, obstacles)

    def _shown(self, name: str) -> bool:
        """The look of its terrain may keep a name off the map, but not that of a settlement."""
        scene = self.scene
        kinds = scene.game.board.of(name)
        shown = all(scene.look("terrain", kind).label for kind in kinds)
        return shown or bool(settlement(scene, name))

    def _wanted(self, name: str) -> Wanted:
        scene = self.scene
        word = settlement(scene, name)
        style = self.style(name)
        size = (text_width(self.text(name), style) + 3 * scene.unit, style.size * 0.98)
        reach = RADII.get(word, 0.0) * scene.unit
        high = reach * (0.7 if word in ("town", "village") else 0.9)
        places = around(
            scene.town_places.get(name) or scene.centre(name), (reach, high), size, 3 * scene.unit
        )
        if not word:
            x, y = scene.centre(name)
            box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
            places = [Place(box, (x, y), 0.0), *places]
        frame = scene.layout.frame
        inside = [
            place
            for place in places
            if place.box[0] > frame.x + 4
            and place.box[2] < frame.x + frame.width - 4
            and place.box[1] > frame.y + 4
            and place.box[3] < frame.y + frame.height - 4
        ]
        return Wanted(name, _RANKS[word], tuple(inside or places))

    @cached_property
    def _obstacles(self) -> Obstacles:
        scene, unit = self.scene, self.scene.unit
        obstacles = Obstacles(scene.width)
        for name, box in self.number_boxes.items():
            obstacles.add(box, 40.0, f"number:{name}")
        for name in scene.game.grid.places:
            if word := settlement(scene, name):
                x, y = scene.town_places[name]
                reach = RADII[word] * unit * 0.85
                obstacles.add((x - reach, y - reach, x + reach, y + reach), 60.0, f"symbol:{name}")
        for spot in spot_places(scene):
            reach = 9 * unit
            x, y = spot.point
            obstacles.add((x - reach, y - reach, x + reach, y + reach), 60.0, f"spot:{spot.hex}")
        for course in self.courses:
            obstacles.mark(course.points, 0.8)
        for kind, word in scene.terrain_words.items():
            if word == "trench":
                for run in trench_runs(scene, kind):
                    obstacles.mark(run, 1.5)
        for edge in scene.config.edge:
            for run in edge_runs(scene, scene.game.hexset(edge.set)):
                obstacles.mark(resampled(run, 5 * unit), 3.0)
        for kind, word in scene.line_words.items():
            if word in LINES:
                for curve in line_curves(scene, kind):
                    obstacles.mark(curve, 0.25)
        for shore in scene.waters.bodies:
            for ring in shore.rings:
                obstacles.mark(ring, 0.3)
        for points, _, _, size in self._caption_runs:
            for box in _boxes(points, size):
                obstacles.add(box, 25.0, "caption")
        return obstacles

    # Rivers.

    def _rivers(self, canvas: Canvas) -> None:
        _ = self.places  # towns choose first
        for river in sorted(self.scene.waters.rivers, key=lambda r: (-r.width, r.name)):
            self._river(canvas, river)

    def _river(self, canvas: Canvas, river: River) -> None:
        """The name along the straightest free stretch, if there is one; long rivers have two."""
        unit, scene = self.scene.unit, self.scene
        text = named(scene.game, scene.language, f"names.{river.name}", river.name)
        style = TextStyle(
            (12.0 + river.width) * scene.text_unit,
            italic=True,
            colour=scene.palette.water_name,
            halo=scene.palette.halo,
            halo_width=2.2 * unit,
            spacing=1.6 * unit,
        )
        length = text_width(text, style)
        line = averaged(resampled(river.points, 10 * unit), 4)
        curve = Curve(line).reading()
        best: list[tuple[float, float, float]] = []
        for step in range(int((curve.length - length) / (18 * unit)) + 1):
            start = step * 18 * unit
            for lift in (11 * unit, -11 * unit):
                cost = self._along(curve, start, length, lift, style.size)
                best.append((cost, start, lift))
        if not best:
            return
        cost, start, lift = min(best)
        if cost > 30:
            return
        text_on_curve(canvas, curve, start, text, style, lift)
        for box in self._run_boxes(curve, start, length, lift, style.size):
            self._obstacles.add(box, 400.0, "river")

    def _along(self, curve: Curve, start: float, length: float, lift: float, size: float) -> float:
        headings = [curve.at(start + length * n / 6)[1] for n in range(7)]
        bend = sum(abs(_turn(a, b)) for a, b in itertools.pairwise(headings))
        steep = max(abs(_turn(heading, 0.0)) for heading in headings)
        cost = bend * 0.12 + max(0.0, steep - 60) * 0.8 + abs(start - curve.length / 2) * 0.002
        if steep > 95:
            return 1000.0
        for box in self._run_boxes(curve, start, length, lift, size):
            cost += self._obstacles.cost(box)
            cost += 0 if self._in_frame(box) else 500
        return cost

    def _run_boxes(
        self, curve: Curve, start: float, length: float, lift: float, size: float
    ) -> list[Box]:
        half = size * 0.42
        boxes = []
        count = max(2, int(length / (half * 1.6)))
        for index in range(count + 1):
            (x, y), heading = curve.at(start + length * index / count)
            angle = math.radians(heading)
            cx, cy = x + lift * math.sin(angle), y - lift * math.cos(angle)
            boxes.append((cx - half, cy - half, cx + half, cy + half))
        return boxes

    def _in_frame(self, box: Box) -> bool:
        frame = self.scene.layout.frame
        return frame.holds(box[0], box[1]) and frame.holds(box[2], box[3])

    # Seas and regions.

    def _captions(self, canvas: Canvas) -> None:
        for points, text, style, _ in self._caption_runs:
            curve = Curve(points)
            if len(points) == 1:
                canvas.text(*points[0], text, replace(style, anchor="middle", baseline="middle"))
                continue
            needed = text_width(text, replace(style, spacing=0.0))
            gaps = max(1, len(text) - 1)
            style = replace(style, spacing=max(style.size * 0.1, (curve.length - needed) / gaps))
            text_on_curve(canvas, curve, 0.0, text, style)

    @cached_property
    def _caption_runs(self) -> list[tuple[list[Point], str, TextStyle, float]]:
        runs = []
        for caption in self.scene.config.caption:
            style = _caption_style(self.scene, caption)
            text = named(
                self.scene.game, self.scene.language, f"names.{caption.name}", caption.name
            )
            if caption.kind in ("water", "region", "country"):
                text = text.upper()
            points = [self.scene.centre(name) for name in caption.hexes]
            if len(points) > 2:
                points = flatten(smooth(points).parts()[0])
            runs.append((points, text, style, style.size))
        return runs


def _boxes(points: Sequence[Point], size: float) -> list[Box]:
    half = size * 0.5
    if len(points) == 1:
        return [box_around(points, half)]
    line = resampled(points, size)
    return [box_around([point], half) for point in line]


def _turn(one: float, other: float) -> float:
    """The angle from one heading to another, from -180 to 180 degrees."""
    return (one - other + 180) % 360 - 180


def _caption_style(scene: Scene, caption: Caption) -> TextStyle:
    palette, unit = scene.palette, scene.unit
    looks: dict[str, tuple[float, Weight, bool, str]] = {
        "water": (30.0, "light", True, palette.water_name),
        "river": (15.0, "regular", True, palette.water_name),
        "region": (20.0, "regular", False, palette.region),
        "country": (32.0, "regular", False, palette.region),
        "area": (15.0, "medium", True, palette.border),
        "front": (18.0, "bold", False, palette.ink),
    }
    size, weight, italic, colour = looks[caption.kind]
    return TextStyle(
        size * caption.size * unit,
        weight,
        italic,
        colour=caption.colour or colour,
        opacity=0.62 if caption.kind in ("country", "region") else 0.9,
    )
