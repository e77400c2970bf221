"""Text that follows a curve: rivers, seas, regions."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.fonts import CAP_HEIGHT
from builder.drawing.paths import Point


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
        """The point and the heading in degrees at a distance from the start."""
        distance = min(max(distance, 0.0), self.length)
        index = min(bisect.bisect_right(self.marks, distance), len(self.points) - 1)
        (x0, y0), (x1, y1) = self.points[index - 1], self.points[index]
        length = self.marks[index] - self.marks[index - 1] or 1.0
        t = (distance - self.marks[index - 1]) / length
        return (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), math.degrees(math.atan2(y1 - y0, x1 - x0))

    def reading(self) -> Curve:
        """The same curve in the direction in which text on it is upright."""
        (x0, _), (x1, _) = self.points[0], self.points[-1]
        return Curve(self.points[::-1]) if x1 < x0 else self


def averaged(points: Sequence[Point], reach: int) -> list[Point]:
    """Each point as the mean of its neighbours up to `reach` away: bends flatten out."""
    result = []
    for index in range(len(points)):
        part = points[max(0, index - reach) : index + reach + 1]
        result.append((sum(x for x, _ in part) / len(part), sum(y for _, y in part) / len(part)))
    return result


def text_on_curve(
    canvas: Canvas, curve: Curve, start: float, text: str, style: TextStyle, lift: float = 0.0
) -> None:
    """Letters along the curve from a distance on it, centred on a line `lift` above it."""
    letter = replace(style, anchor="middle", spacing=0.0)
    for char, distance in letters(text, style):
        (x, y), heading = curve.at(start + distance)
        if char.strip():
            up = lift - style.size * CAP_HEIGHT / 2
            angle = math.radians(heading)
            at = (x + up * math.sin(angle), y - up * math.cos(angle))
            canvas.text(*at, char, replace(letter, rotate=heading))


def letters(text: str, style: TextStyle) -> list[tuple[str, float]]:
    """Each letter with the distance of its middle from the start of the text."""
    found, done = [], 0.0
    for char in text:
        width = text_width(char, replace(style, spacing=0.0))
        found.append((char, done + width / 2))
        done += width + style.spacing
    return found
