"""Abstract signs for markers: stars, arrows, targets, crosses, question marks."""

from __future__ import annotations

import math

from builder.drawing import paths
from builder.drawing.brush import Brush
from builder.drawing.canvas import Paint, TextStyle
from builder.drawing.paths import Path


def star(b: Brush) -> None:
    b.solid(paths.star(0, 0.06, 1.0))


def roundel(b: Brush) -> None:
    b.solid(paths.ellipse(0, 0, 0.95, 0.95))
    b.hole(paths.ellipse(0, 0, 0.66, 0.66))
    b.solid(paths.ellipse(0, 0, 0.36, 0.36))


def ring(b: Brush) -> None:
    b.solid(paths.ellipse(0, 0, 0.95, 0.95).extend(paths.ellipse(0, 0, 0.58, 0.58)))


def disc(b: Brush) -> None:
    b.solid(paths.ellipse(0, 0, 0.95, 0.95))


def diamond(b: Brush) -> None:
    b.solid(paths.polygon([(0, -1), (0.8, 0), (0, 1), (-0.8, 0)]))


def triangle(b: Brush) -> None:
    b.solid(paths.polygon([(0, -0.9), (1, 0.8), (-1, 0.8)]))


def cross(b: Brush) -> None:
    b.solid(paths.rectangle(-0.26, -0.9, 0.52, 1.8))
    b.solid(paths.rectangle(-0.9, -0.26, 1.8, 0.52))


def shield(b: Brush) -> None:
    shape = Path().move(-0.8, -0.9).line(0.8, -0.9).line(0.8, 0.05)
    b.solid(shape.curve(0.8, 0.6, 0.3, 0.85, 0, 1).curve(-0.3, 0.85, -0.8, 0.6, -0.8, 0.05).close())


def flag(b: Brush) -> None:
    b.line(paths.polyline([(-0.7, -0.9), (-0.7, 0.92)]), 0.16)
    cloth = Path().move(-0.62, -0.86).curve(-0.2, -1.1, 0.2, -0.6, 0.85, -0.8)
    b.solid(cloth.line(0.85, 0.06).curve(0.2, 0.26, -0.2, -0.24, -0.62, 0.0).close())


def target(b: Brush) -> None:
    b.solid(paths.ellipse(0, 0, 0.78, 0.78).extend(paths.ellipse(0, 0, 0.58, 0.58)))
    for angle in range(4):
        x, y = round(math.cos(angle * math.pi / 2)), round(math.sin(angle * math.pi / 2))
        b.line(paths.polyline([(0.36 * x, 0.36 * y), (0.95 * x, 0.95 * y)]), 0.17)
    b.solid(paths.ellipse(0, 0, 0.13, 0.13))


def burst(b: Brush) -> None:
    b.solid(paths.star(0, 0, 1.0, 11, 0.6))


def lightning(b: Brush) -> None:
    points = [(0.3, -1), (-0.62, 0.16), (-0.06, 0.16), (-0.3, 1), (0.62, -0.24), (0.06, -0.24)]
    b.solid(paths.polygon(points))


def arrow(b: Brush) -> None:
    points = [(-0.95, -0.28), (0.1, -0.28), (0.1, -0.75), (0.98, 0), (0.1, 0.75), (0.1, 0.28)]
    b.solid(paths.polygon([*points, (-0.95, 0.28)]))


def hourglass(b: Brush) -> None:
    for side in (-1, 1):
        b.solid(paths.rectangle(-0.72, side * 0.87 - 0.11, 1.44, 0.22))
        b.solid(paths.polygon([(-0.56, side * 0.72), (0.56, side * 0.72), (0, -side * 0.06)]))


def turn(b: Brush) -> None:
    """An arrow that runs round: the turn."""
    b.canvas.path(Path().arc(0, 0, 0.7, 0.7, 100, 345), Paint(stroke=b.ink, width=0.27))
    b.solid(paths.polygon([(0.22, -0.24), (1.06, -0.24), (0.68, 0.42)]))


def question(b: Brush) -> None:
    style = TextStyle(2.7, "black", colour=b.ink, anchor="middle", baseline="middle")
    b.canvas.text(0, 0, "?", style)


def hidden(b: Brush) -> None:
    """An eye, struck through."""
    lids = Path().move(-0.95, 0).curve(-0.45, -0.72, 0.45, -0.72, 0.95, 0)
    b.solid(lids.curve(0.45, 0.72, -0.45, 0.72, -0.95, 0).close())
    b.hole(paths.ellipse(0, 0, 0.42, 0.42))
    b.solid(paths.ellipse(0, 0, 0.2, 0.2))
    b.line(paths.polyline([(-0.72, 0.76), (0.72, -0.76)]), 0.4, ground=True)
    b.line(paths.polyline([(-0.72, 0.76), (0.72, -0.76)]), 0.17)


def check(b: Brush) -> None:
    b.line(paths.polyline([(-0.75, 0.1), (-0.2, 0.65), (0.8, -0.6)]), 0.32)


def no(b: Brush) -> None:
    b.solid(paths.ellipse(0, 0, 0.95, 0.95).extend(paths.ellipse(0, 0, 0.68, 0.68)))
    b.canvas.line(-0.55, -0.55, 0.55, 0.55, Paint(stroke=b.ink, width=0.27))


def chevrons(b: Brush) -> None:
    for y in (-0.2, 0.35, 0.9):
        b.line(paths.polyline([(-0.7, y), (0, y - 0.6), (0.7, y)]), 0.25)


def crown(b: Brush) -> None:
    points = [(-0.9, -0.5), (-0.45, 0.05), (0, -0.75), (0.45, 0.05), (0.9, -0.5), (0.7, 0.7)]
    b.solid(paths.polygon([*points, (-0.7, 0.7)]))
