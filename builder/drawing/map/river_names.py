"""Names of rivers, each along the straightest free stretches of its course."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.map.labels import Box, Obstacles, box_around
from builder.drawing.map.lettering import Curve, averaged, text_on_curve
from builder.drawing.map.outline import resampled
from builder.drawing.map.scene import Scene
from builder.drawing.map.shapes import River
from builder.drawing.map.windows import EVERYWHERE, Windows
from builder.drawing.map.words import named

_APART = 20
"""A river bears its name about once in so many hex widths."""

_TOO_BAD = 30.0
"""A stretch that costs more stays without a name."""

_TAKEN = 400.0

_CUT = 12.0
"""What it costs that another part of the map shows some of a name at its edge."""


@dataclass(frozen=True)
class Stretch:
    """A text on a curve, how long it is, and where along it the text begins."""

    text: str
    style: TextStyle
    curve: Curve
    length: float
    start: float = 0.0

    @property
    def half(self) -> float:
        """Half the side of the small boxes that cover the text."""
        return self.style.size * 0.42

    @cached_property
    def places(self) -> list[tuple[float, float, float, float]]:
        """Points along the text, a small box apart, and the way that is up at each."""
        length = self.length
        count = max(2, int(length / (self.half * 1.6)))
        found = []
        for index in range(count + 1):
            (x, y), heading = self.curve.at(self.start + length * index / count)
            angle = math.radians(heading)
            found.append((x, y, math.sin(angle), -math.cos(angle)))
        return found

    @property
    def bends(self) -> float:
        """What its curvature and steepness cost; infinite for text that would stand on its head."""
        length = self.length
        headings = [self.curve.at(self.start + length * n / 6)[1] for n in range(7)]
        steep = max(abs(_turn(heading, 0.0)) for heading in headings)
        if steep > 95:
            return math.inf
        bend = math.fsum(abs(_turn(a, b)) for a, b in itertools.pairwise(headings))
        return bend * 0.18 + max(0.0, steep - 60) * 0.8


@dataclass(frozen=True)
class RiverName:
    """A name along a stretch, and how far above the line it stands."""

    along: Stretch
    lift: float

    @cached_property
    def boxes(self) -> list[Box]:
        """Small boxes along the text that together cover it."""
        half, lift = self.along.half, self.lift
        boxes = []
        for x, y, right, down in self.along.places:
            cx, cy = x + lift * right, y + lift * down
            boxes.append((cx - half, cy - half, cx + half, cy + half))
        return boxes

    @property
    def box(self) -> Box:
        """The box round all of it."""
        return box_around([corner for box in self.boxes for corner in (box[:2], box[2:])], 0.0)

    def draw(self, canvas: Canvas) -> None:
        along = self.along
        text_on_curve(canvas, along.curve, along.start, along.text, along.style, self.lift)


@dataclass(frozen=True)
class Banks:
    """Where names of rivers look for room: what they keep off, the counters of set-ups, off which
    they keep if they can, and what is seen of the map."""

    obstacles: Obstacles
    counters: Obstacles
    windows: Windows = EVERYWHERE

    def cost(self, box: Box, most: float, *, beside_counters: bool) -> float:
        """What it costs to write in a box; infinite if it is surely `most` or more."""
        under = self.counters.cost(box, most) if beside_counters else 0.0
        return under + self.obstacles.cost(box, most - under)


@dataclass(frozen=True)
class _Way:
    """How a name is tried on its river: by which steps along it and how far above it, at 80 px, in
    letters of which share of their size, and whether it keeps off counters."""

    step: float
    lifts: tuple[float, ...]
    size: float = 1.0
    beside_counters: bool = True


_WAYS = (
    _Way(18.0, (9.5,)),
    _Way(7.0, (8.5, 11.5)),
    _Way(7.0, (8.0, 11.0), 0.88),
    _Way(18.0, (9.5,), beside_counters=False),
    _Way(7.0, (8.5, 11.5), 0.88, beside_counters=False),
)
"""Ways to find a place, the next where there was none. The finer ones take long."""


def river_names(scene: Scene, banks: Banks) -> Iterator[RiverName]:
    """The names in their places, great rivers first; each becomes an obstacle to the next. None
    stands where no part of the map shows the whole of it."""
    for river in sorted(scene.waters.rivers, key=lambda r: (-r.width, r.name)):
        text = named(scene.game, scene.language, f"names.{river.name}", river.name)
        style = _style(scene, river)
        line = averaged(resampled(river.points, 10 * scene.unit), 6)
        curve = Curve(line).reading()
        parts = max(1, round(curve.length / (_APART * scene.width)))
        for part in range(parts):
            reach = (curve.length * part / parts, curve.length * (part + 1) / parts)
            found = _found(scene, banks, text, style, curve, reach)
            if found is not None:
                for box in found.boxes:
                    banks.obstacles.add(box, _TAKEN, "river")
                yield found


def _found(
    scene: Scene,
    banks: Banks,
    text: str,
    style: TextStyle,
    curve: Curve,
    reach: tuple[float, float],
) -> RiverName | None:
    """The cheapest place within a part of the curve, if there is a good one: in the first way in
    which no other part of the map shows some of the name, else in the first of all."""
    cut: RiverName | None = None
    for way in _WAYS:
        smaller = replace(style, size=style.size * way.size)
        first = Stretch(text, smaller, curve, text_width(text, smaller))
        found = _best(scene, banks, first, reach, way)
        if found is not None and not banks.windows.cuts(found.box):
            return found
        cut = cut or found
    return cut


def _best(
    scene: Scene,
    banks: Banks,
    first: Stretch,
    reach: tuple[float, float],
    way: _Way,
) -> RiverName | None:
    """The cheapest place that is found in one way: a stretch that another part of the map shows
    some of is as good, but chosen last."""
    windows = banks.windows
    best, least = None, math.inf
    step = way.step * scene.unit
    room = reach[1] - reach[0] - first.length
    for index in range(int(room / step) + 1):
        start = reach[0] + index * step
        aside = abs(start - math.fsum(reach) / 2) * 0.002 / scene.unit
        along = Stretch(first.text, first.style, first.curve, first.length, start)
        if room < 0 or (bends := along.bends) >= min(_TOO_BAD, least):
            continue
        for lift in (sign * one * scene.unit for one in way.lifts for sign in (1, -1)):
            name = RiverName(along, lift)
            cost, cut = bends + aside, 0.0
            if windows is not EVERYWHERE:
                box = name.box
                if not windows.whole(box):
                    continue
                cut = _CUT * windows.cuts(box)
            most = min(_TOO_BAD, least - cut)
            for box in name.boxes:
                cost += banks.cost(box, most - cost, beside_counters=way.beside_counters)
                cost += 0 if _framed(scene, box) else _TAKEN
                if cost >= most:
                    break
            else:
                best, least = name, cost + cut
    return best


def _framed(scene: Scene, box: Box) -> bool:
    frame = scene.layout.frame
    return frame.holds(box[0], box[1]) and frame.holds(box[2], box[3])


def _turn(one: float, other: float) -> float:
    """The angle from one heading to another, from -180 to 180 degrees."""
    return (one - other + 180) % 360 - 180


def _style(scene: Scene, river: River) -> TextStyle:
    unit = scene.unit
    return TextStyle(
        (10.2 + river.width) * scene.text_unit,
        italic=True,
        colour=scene.palette.water_name,
        halo=scene.palette.halo,
        halo_width=2.2 * unit,
        spacing=1.6 * unit,
    )
