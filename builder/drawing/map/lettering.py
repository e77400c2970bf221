"""Text that follows a curve: rivers, seas, regions."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.fonts import CAP_HEIGHT
from builder.drawing.map.labels import Box
from builder.drawing.paths import Point

_SAMPLE = 3.0
"""Pixels between the points of a lifted curve."""


class Curve:
    """A polyline that is walked by its length."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = list(points)
        self.marks = [0.0]
        for start, end in itertools.pairwise(self.points):
            self.marks.append(self.marks[-1] + math.dist(start, end))

    @property
    def length(self) -> float:
        return self.marks[-1]

    def at(self, distance: float) -> tuple[Point, float]:
        """The point and the heading in degrees at a distance from the start; beyond its ends the
        curve runs on straight."""
        index = min(max(bisect.bisect_right(self.marks, distance), 1), len(self.points) - 1)
        (x0, y0), (x1, y1) = self.points[index - 1], self.points[index]
        length = self.marks[index] - self.marks[index - 1] or 1.0
        t = (distance - self.marks[index - 1]) / length
        return (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), self._headings[index - 1]

    @cached_property
    def _headings(self) -> list[float]:
        """The heading of each part, in degrees: names of rivers ask for each many times."""
        ends = itertools.pairwise(self.points)
        return [math.degrees(math.atan2(y1 - y0, x1 - x0)) for (x0, y0), (x1, y1) in ends]

    def lifted(self, start: float, end: float, lift: float) -> Curve:
        """The curve `lift` above the stretch from one distance to another."""
        count = max(2, round((end - start) / _SAMPLE))
        points = []
        for index in range(count + 1):
            (x, y), heading = self.at(start + (end - start) * index / count)
            angle = math.radians(heading)
            points.append((x + lift * math.sin(angle), y - lift * math.cos(angle)))
        return Curve(averaged(points, 2))

    def reading(self) -> Curve:
        """The same curve in the direction in which text on it is upright."""
        (x0, _), (x1, _) = self.points[0], self.points[-1]
        return Curve(self.points[::-1]) if x1 < x0 else self


def averaged(points: Sequence[Point], reach: int) -> list[Point]:
    """Each point as the mean of its neighbours up to `reach` away: bends flatten out."""
    result = []
    for index in range(len(points)):
        part = points[max(0, index - reach) : index + reach + 1]
        xs, ys = zip(*part, strict=True)
        result.append((math.fsum(xs) / len(part), math.fsum(ys) / len(part)))
    return result


@dataclass(frozen=True)
class Letter:
    """One letter of a text on a curve: its middle, the angle that it is turned by in radians, and
    half its width."""

    char: str
    x: float
    y: float
    angle: float
    reach: float

    def box(self, half: float, room: float) -> Box:
        """The upright box round it, where it is so high from its middle, with room beside it."""
        wide, cos, sin = self.reach + room, abs(math.cos(self.angle)), abs(math.sin(self.angle))
        dx, dy = wide * cos + half * sin, wide * sin + half * cos
        return self.x - dx, self.y - dy, self.x + dx, self.y + dy


def on_curve(
    curve: Curve, start: float, text: str, style: TextStyle, lift: float = 0.0
) -> Iterator[Letter]:
    """The letters along the curve from a distance on it, centred on a line `lift` above it; blanks
    are left out."""
    width = text_width(text, style)
    line = curve.lifted(start, start + width, lift)
    before = (line.length - width) / 2
    for char, distance, reach in letters(text, style):
        if char.strip():
            (x0, y0), _ = line.at(before + distance - reach)
            (x1, y1), _ = line.at(before + distance + reach)
            yield Letter(char, (x0 + x1) / 2, (y0 + y1) / 2, math.atan2(y1 - y0, x1 - x0), reach)


def text_on_curve(
    canvas: Canvas, curve: Curve, start: float, text: str, style: TextStyle, lift: float = 0.0
) -> None:
    """Letters along the curve from a distance on it, centred on a line `lift` above it."""
    letter = replace(style, anchor="middle", spacing=0.0)
    drop = style.size * CAP_HEIGHT / 2
    placed = []
    for one in on_curve(curve, start, text, style, lift):
        x, y = one.x - drop * math.sin(one.angle), one.y + drop * math.cos(one.angle)
        placed.append((x, y, one.char, replace(letter, rotate=math.degrees(one.angle))))
    if style.halo is not None:  # below all letters, so that none eats into its neighbour
        for x, y, char, look in placed:
            canvas.text(x, y, char, replace(look, colour=style.halo))
    for x, y, char, look in placed:
        canvas.text(x, y, char, replace(look, halo=None))


def letters(text: str, style: TextStyle) -> list[tuple[str, float, float]]:
    """Each letter with the distance of its middle from the start of the text, and half its
    width."""
    found, done = [], 0.0
    for char in text:
        width = text_width(char, replace(style, spacing=0.0))
        found.append((char, done + width / 2, width / 2))
        done += width + style.spacing
    return found
