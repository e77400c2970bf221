"""Silhouettes for counters and markers: machines, stores, works, weather, weapons."""

from __future__ import annotations

import math

from builder.drawing import paths
from builder.drawing.brush import Brush
from builder.drawing.canvas import Paint
from builder.drawing.paths import Path


def crate(b: Brush) -> None:
    b.solid(paths.rectangle(-0.8, -0.55, 1.6, 1.3, 0.1))
    b.hole(paths.rectangle(-0.62, -0.37, 1.24, 0.94))
    b.canvas.line(-0.62, 0.57, 0.62, -0.37, Paint(stroke=b.ink, width=0.2))
    b.canvas.line(-0.62, -0.37, 0.62, 0.57, Paint(stroke=b.ink, width=0.2))


def no_supply(b: Brush) -> None:
    """A fuel can, struck through."""
    body = [(-0.5, 0.85), (-0.5, -0.42), (-0.2, -0.7), (0.5, -0.7), (0.5, 0.85)]
    b.solid(paths.polygon(body))
    b.line(paths.polyline([(-0.5, -0.66), (-0.3, -0.86)]), 0.2)
    b.line(paths.polyline([(0.0, -0.7), (0.06, -0.92), (0.36, -0.92), (0.4, -0.7)]), 0.13)
    b.line(paths.polyline([(-0.26, 0.6), (0.26, -0.22)]), 0.12, ground=True)
    b.line(paths.polyline([(-0.26, -0.22), (0.26, 0.6)]), 0.12, ground=True)
    b.line(paths.polyline([(-0.9, 0.85), (0.9, -0.85)]), 0.42, ground=True)
    b.line(paths.polyline([(-0.86, 0.8), (0.86, -0.8)]), 0.2)


def plane(b: Brush) -> None:
    """A single-engined fighter from above."""
    fuselage = Path().move(0, -0.98).curve(0.15, -0.9, 0.16, -0.5, 0.15, -0.1)
    fuselage.line(0.06, 0.86).line(-0.06, 0.86).line(-0.15, -0.1)
    b.solid(fuselage.curve(-0.16, -0.5, -0.15, -0.9, 0, -0.98).close())
    for side in (-1, 1):
        wing = Path().move(0, -0.5).line(side * 0.8, -0.32)
        wing.curve(side * 1.0, -0.26, side * 1.0, -0.1, side * 0.86, -0.06)
        b.solid(wing.line(0, 0.06).close())
        tail = Path().move(0, 0.6).line(side * 0.32, 0.68)
        b.solid(tail.curve(side * 0.4, 0.72, side * 0.4, 0.8, side * 0.32, 0.82).line(0, 0.84))
    b.line(paths.polyline([(-0.22, -0.95), (0.22, -0.95)]), 0.05)


def bomber(b: Brush) -> None:
    """A twin-engined bomber from above."""
    fuselage = Path().move(0, -0.95).curve(0.17, -0.9, 0.16, -0.5, 0.14, 0)
    fuselage.line(0.06, 0.9).line(-0.06, 0.9).line(-0.14, 0)
    b.solid(fuselage.curve(-0.16, -0.5, -0.17, -0.9, 0, -0.95).close())
    for side in (-1, 1):
        b.solid(
            paths.polygon(
                [
                    (0, -0.46),
                    (side * 0.5, -0.42),
                    (side, -0.2),
                    (side, -0.08),
                    (side * 0.5, -0.02),
                    (0, 0.02),
                ]
            )
        )
        b.solid(paths.rectangle(side * 0.42 - 0.1, -0.68, 0.2, 0.6, 0.1))
        b.solid(paths.polygon([(0, 0.62), (side * 0.42, 0.7), (side * 0.42, 0.84), (0, 0.86)]))


def jet(b: Brush) -> None:
    """A swept-wing jet from above."""
    b.mirrored(
        [
            (0, -1.0),
            (0.1, -0.66),
            (0.14, -0.3),
            (0.86, 0.3),
            (0.86, 0.48),
            (0.15, 0.3),
            (0.12, 0.6),
            (0.44, 0.84),
            (0.44, 0.96),
            (0.06, 0.86),
        ]
    )


def helicopter(b: Brush) -> None:
    """A helicopter from the side."""
    body = Path().move(-0.7, 0.1).curve(-0.7, -0.36, -0.2, -0.42, 0.1, -0.36).line(0.95, -0.2)
    b.solid(body.line(0.95, -0.06).line(0.3, 0.14).curve(0.2, 0.5, -0.7, 0.5, -0.7, 0.1).close())
    b.line(paths.polyline([(-0.95, -0.68), (0.7, -0.68)]), 0.12)
    b.line(paths.polyline([(-0.12, -0.68), (-0.12, -0.3)]), 0.12)
    b.line(paths.polyline([(0.95, -0.46), (0.95, 0.16)]), 0.1)
    b.line(paths.polyline([(-0.72, 0.68), (0.3, 0.68)]), 0.11)
    b.line(paths.polyline([(-0.4, 0.4), (-0.4, 0.68)]), 0.09)
    b.line(paths.polyline([(0.05, 0.4), (0.05, 0.68)]), 0.09)


def tank(b: Brush) -> None:
    """A tank from the side."""
    b.solid(paths.rectangle(-0.95, 0.16, 1.9, 0.52, 0.26))
    b.solid(paths.polygon([(-0.92, 0.1), (-0.78, -0.14), (0.72, -0.14), (0.92, 0.1)]))
    b.solid(paths.polygon([(-0.5, -0.2), (-0.4, -0.56), (0.24, -0.56), (0.4, -0.2)]))
    b.line(paths.polyline([(0.3, -0.4), (0.96, -0.46)]), 0.11)
    for x in (-0.66, -0.33, 0, 0.33, 0.66):
        b.hole(paths.ellipse(x, 0.42, 0.12, 0.12))


def truck(b: Brush) -> None:
    b.solid(paths.rectangle(-0.95, -0.5, 1.15, 0.86, 0.08))
    cab = Path().move(0.26, 0.36).line(0.26, -0.3).line(0.6, -0.3).line(0.78, 0.02)
    b.solid(cab.line(0.96, 0.08).line(0.96, 0.36).close())
    for x in (-0.55, 0.58):
        b.hole(paths.ellipse(x, 0.42, 0.3, 0.3))
        b.solid(paths.ellipse(x, 0.42, 0.22, 0.22))


def shells(b: Brush) -> None:
    for x in (-0.56, 0.0, 0.56):
        shell = Path().move(x - 0.2, 0.85).line(x - 0.2, -0.2)
        shell.curve(x - 0.2, -0.6, x - 0.06, -0.8, x, -0.9)
        shell.curve(x + 0.06, -0.8, x + 0.2, -0.6, x + 0.2, -0.2).line(x + 0.2, 0.85)
        b.solid(shell.close())
        b.canvas.line(x - 0.2, 0.52, x + 0.2, 0.52, Paint(stroke=b.ground, width=0.11))


def parachute(b: Brush) -> None:
    b.solid(Path().arc(0, -0.1, 0.92, 0.82, 180, 360).close())
    for x in (-0.9, -0.32, 0.32, 0.9):
        b.line(paths.polyline([(x, -0.1), (0, 0.7)]), 0.07)
    b.solid(paths.rectangle(-0.2, 0.6, 0.4, 0.34, 0.06))


def anchor(b: Brush) -> None:
    b.line(paths.polyline([(0, -0.5), (0, 0.85)]), 0.2)
    b.line(paths.polyline([(-0.42, -0.28), (0.42, -0.28)]), 0.18)
    b.line(Path().arc(0, 0.2, 0.75, 0.68, 165, 15), 0.2)
    b.line(paths.ellipse(0, -0.7, 0.19, 0.19), 0.15)


def fortification(b: Brush) -> None:
    """A trench with teeth."""
    for x in (-0.75, -0.25, 0.25, 0.75):
        b.solid(paths.polygon([(x - 0.24, 0.1), (x, -0.5), (x + 0.24, 0.1)]))
    b.solid(paths.rectangle(-1.0, 0.06, 2.0, 0.34))


def snow(b: Brush) -> None:
    for index in range(6):
        angle = math.radians(60 * index)
        cos, sin = math.cos(angle), math.sin(angle)
        b.line(paths.polyline([(0, 0), (0.92 * cos, 0.92 * sin)]), 0.14)
        for turn in (-0.6, 0.6):
            x, y = 0.52 * cos, 0.52 * sin
            end = (x + 0.32 * math.cos(angle + turn), y + 0.32 * math.sin(angle + turn))
            b.line(paths.polyline([(x, y), end]), 0.12)


def sun(b: Brush) -> None:
    b.solid(paths.ellipse(0, 0, 0.46, 0.46))
    for index in range(8):
        cos, sin = math.cos(index * math.pi / 4), math.sin(index * math.pi / 4)
        b.line(paths.polyline([(0.64 * cos, 0.64 * sin), (0.9 * cos, 0.9 * sin)]), 0.15)


def rain(b: Brush) -> None:
    cloud = Path().move(-0.55, 0.16).curve(-1.15, 0.16, -1.1, -0.56, -0.55, -0.44)
    cloud.curve(-0.42, -1.0, 0.36, -1.0, 0.42, -0.5)
    b.solid(cloud.curve(1.1, -0.62, 1.15, 0.16, 0.55, 0.16).close())
    for x in (-0.45, 0.0, 0.45):
        b.line(paths.polyline([(x + 0.08, 0.4), (x - 0.12, 0.85)]), 0.15)


def flame(b: Brush) -> None:
    shape = Path().move(0.05, -1).curve(0.2, -0.5, 0.72, -0.2, 0.66, 0.36)
    shape.curve(0.6, 0.82, 0.3, 1.0, 0, 1.0).curve(-0.4, 1.0, -0.72, 0.7, -0.66, 0.28)
    shape.curve(-0.62, 0.0, -0.42, -0.1, -0.36, -0.4).curve(-0.2, -0.28, -0.16, -0.16, -0.14, 0.0)
    b.solid(shape.curve(0.1, -0.2, 0.16, -0.6, 0.05, -1).close())
    tongue = Path().move(0.04, 0.2).curve(0.3, 0.46, 0.3, 0.84, 0.02, 0.86)
    b.hole(tongue.curve(-0.26, 0.84, -0.24, 0.5, 0.04, 0.2).close())


def nuclear(b: Brush) -> None:
    for start in (60, 180, 300):
        b.solid(Path().move(0, 0).arc(0, 0, 0.98, 0.98, start, start + 60).close())
    b.hole(paths.ellipse(0, 0, 0.3, 0.3))
    b.solid(paths.ellipse(0, 0, 0.19, 0.19))


def chemical(b: Brush) -> None:
    flask = Path().move(-0.2, -0.9).line(0.2, -0.9).line(0.2, -0.3).line(0.8, 0.7)
    flask.curve(0.86, 0.84, 0.8, 0.95, 0.66, 0.95).line(-0.66, 0.95)
    b.solid(flask.curve(-0.8, 0.95, -0.86, 0.84, -0.8, 0.7).line(-0.2, -0.3).close())
    b.line(paths.polyline([(-0.32, -0.9), (0.32, -0.9)]), 0.16)
    for x, y, r in ((-0.2, 0.6, 0.16), (0.22, 0.42, 0.11), (0.24, 0.72, 0.09)):
        b.hole(paths.ellipse(x, y, r, r))
