"""The marks inside a unit symbol, each drawn in a frame from (-1.5, -1) to (1.5, 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.drawing.colours import ColourLike
from builder.drawing.paths import Path, Point

#: Half the width and half the height of the symbol's frame.
HALF_WIDTH, HALF_HEIGHT = 1.5, 1.0


@dataclass(frozen=True, slots=True)
class Pen:
    """A canvas in the symbol's frame, with the symbol's two colours and its line width."""

    canvas: Canvas
    ink: ColourLike
    fill: ColourLike
    line: float

    def stroke(self, path: Path, width: float = 1.0) -> None:
        """Draw a line `width` times as wide as the symbol's own."""
        self.canvas.path(path, Paint(stroke=self.ink, width=self.line * width))

    def lines(self, *points: Point, width: float = 1.0) -> None:
        self.stroke(paths.polyline(points), width)

    def solid(self, path: Path, *, gap: float = 0.0) -> None:
        """Fill a shape with ink; `gap` keeps other lines that far away from it."""
        if gap:
            paint = Paint(stroke=self.fill, width=2 * gap, join="round", cap="round")
            self.canvas.path(path, paint)
        self.canvas.path(path, Paint(fill=self.ink))

    def letters(self, text: str, size: float = 1.45, y: float = 0.0) -> None:
        """A word in the frame, narrowed if it is too long."""
        style = TextStyle(size, "bold", colour=self.ink, anchor="middle", baseline="middle")
        squeeze = min(1.0, (2 * HALF_WIDTH - 0.5) / text_width(text, style))
        self.canvas.text(0, y, text, replace(style, condensed=squeeze))


Mark: TypeAlias = Callable[[Pen], None]


def diagonal(pen: Pen) -> None:
    pen.lines((-HALF_WIDTH, HALF_HEIGHT), (HALF_WIDTH, -HALF_HEIGHT))


def cross(pen: Pen) -> None:
    diagonal(pen)
    pen.lines((-HALF_WIDTH, -HALF_HEIGHT), (HALF_WIDTH, HALF_HEIGHT))


def half(pen: Pen) -> None:
    """Horse cavalry: the corner above the diagonal is solid."""
    corner = [(-HALF_WIDTH, HALF_HEIGHT), (-HALF_WIDTH, -HALF_HEIGHT), (HALF_WIDTH, -HALF_HEIGHT)]
    pen.solid(paths.polygon(corner))


def track(pen: Pen) -> None:
    """The oval of tracked, armoured troops."""
    pen.stroke(paths.rectangle(-0.95, -0.5, 1.9, 1.0, 0.5), 1.05)


def wheels(pen: Pen) -> None:
    for x in (-0.85, 0.0, 0.85):
        pen.solid(paths.ellipse(x, 0.72, 0.16, 0.16), gap=0.09)


def centre_line(pen: Pen) -> None:
    pen.lines((0, -HALF_HEIGHT), (0, HALF_HEIGHT))


def peak(pen: Pen) -> None:
    pen.solid(paths.polygon([(-0.52, HALF_HEIGHT), (0, 0.24), (0.52, HALF_HEIGHT)]))


def canopy(pen: Pen) -> None:
    """Airborne: the two arches of a parachute seen from afar."""
    wings = Path().arc(-0.36, 0.8, 0.36, 0.36, 180, 360).arc(0.36, 0.8, 0.36, 0.36, 180, 360)
    pen.stroke(wings, 1.1)


def wedge(pen: Pen) -> None:
    pen.lines((-0.5, 0.42), (0, 0.82), (0.5, 0.42), width=1.15)


def ball(pen: Pen) -> None:
    pen.solid(paths.ellipse(0, 0, 0.4, 0.4))


def small_ball(pen: Pen) -> None:
    pen.solid(paths.ellipse(0, 0, 0.26, 0.26))


def low_ball(pen: Pen) -> None:
    pen.solid(paths.ellipse(0, 0.46, 0.3, 0.3))


def chevrons(pen: Pen) -> None:
    """The two roofs of rockets over whatever stands below."""
    for y in (-0.3, 0.02):
        pen.lines((-0.46, y), (0, y - 0.4), (0.46, y), width=1.15)


def roof(pen: Pen) -> None:
    """Anti-tank: a steep roof from the lower corners."""
    pen.lines((-HALF_WIDTH, HALF_HEIGHT), (0, -0.86), (HALF_WIDTH, HALF_HEIGHT))


def inner_roof(pen: Pen) -> None:
    pen.lines((-0.5, 0.36), (0, -0.34), (0.5, 0.36))


def dome(pen: Pen) -> None:
    """Air defence: the dome over what is defended."""
    pen.stroke(Path().arc(0, HALF_HEIGHT, HALF_WIDTH, 1.3, 180, 360))


def missile(pen: Pen) -> None:
    body = Path().move(-0.32, 0.66).line(-0.32, -0.3)
    pen.stroke(body.curve(-0.32, -0.86, 0.32, -0.86, 0.32, -0.3).line(0.32, 0.66), 1.15)


def small_missile(pen: Pen) -> None:
    body = Path().move(-0.22, HALF_HEIGHT).line(-0.22, 0.2)
    pen.stroke(body.curve(-0.22, -0.16, 0.22, -0.16, 0.22, 0.2).line(0.22, HALF_HEIGHT))


def bridge(pen: Pen) -> None:
    """Engineers: an E lying on its face."""
    pen.lines((-0.72, 0.46), (-0.72, -0.4), (0.72, -0.4), (0.72, 0.46), width=1.25)
    pen.lines((0, -0.4), (0, 0.46), width=1.25)


def bridging(pen: Pen) -> None:
    for side in (-1, 1):
        pen.lines((-0.95, side * 0.62), (-0.6, side * 0.3), (0.6, side * 0.3), (0.95, side * 0.62))


def wall(pen: Pen) -> None:
    """A fortress: a wall with battlements."""
    points: list[Point] = [(-1.1, 0.62), (-1.1, -0.5)]
    for x in (-1.1, -0.314, 0.472):
        points += [(x, -0.5), (x + 0.628, -0.5), (x + 0.628, -0.12)]
        if x < 0.4:
            points.append((x + 0.786, -0.12))
    points.append((1.1, 0.62))
    pen.solid(paths.polygon(points))
    gate = Path().move(-0.2, 0.64).line(-0.2, 0.36).curve(-0.2, 0.1, 0.2, 0.1, 0.2, 0.36)
    pen.canvas.path(gate.line(0.2, 0.64).close(), Paint(fill=pen.fill))


def bastion(pen: Pen) -> None:
    """A fortified area: works in front, open to the rear."""
    pen.lines((-0.95, 0.6), (-0.95, -0.1), (0, -0.62), (0.95, -0.1), (0.95, 0.6), width=1.3)
    pen.solid(paths.ellipse(0, 0.22, 0.24, 0.24))


def anchor(pen: Pen) -> None:
    canvas = pen.canvas
    parts = [
        paths.polyline([(0, -0.36), (0, 0.72)]),
        paths.polyline([(-0.3, -0.16), (0.3, -0.16)]),
        Path().arc(0, 0.16, 0.52, 0.56, 165, 15),
        paths.ellipse(0, -0.55, 0.17, 0.17),
    ]
    for colour, width in ((pen.fill, 3.6), (pen.ink, 1.25)):
        for part in parts:
            canvas.path(part, Paint(stroke=colour, width=pen.line * width, cap="round"))


def rotor(pen: Pen) -> None:
    """Rotary wing: two blades that meet at a mast."""
    pen.solid(paths.polygon([(-1.0, -0.42), (0, 0), (-1.0, 0.42)]))
    pen.solid(paths.polygon([(1.0, -0.42), (0, 0), (1.0, 0.42)]))
    pen.lines((0, -0.5), (0, 0.5), width=1.1)


def propeller(pen: Pen) -> None:
    """Fixed wing: the two blades of a propeller."""
    blades = Path().move(0, 0)
    for side in (-1, 1):
        blades.curve(side * 0.3, -0.5, side * 1.08, -0.62, side * 1.08, 0)
        blades.curve(side * 1.08, 0.62, side * 0.3, 0.5, 0, 0)
    pen.solid(blades.close())


def base_line(pen: Pen) -> None:
    pen.lines((-HALF_WIDTH, 0.5), (HALF_WIDTH, 0.5))


def pennant(pen: Pen) -> None:
    pen.lines((-0.42, 0.5), (-0.42, -0.74))
    pen.solid(paths.polygon([(-0.42, -0.76), (0.62, -0.42), (-0.42, -0.08)]))


def arrow_head(pen: Pen) -> None:
    pen.solid(paths.polygon([(-0.62, 0.22), (0, -0.68), (0.62, 0.22)]))


def rails(pen: Pen) -> None:
    for y in (-0.26, 0.26):
        pen.lines((-1.2, y), (1.2, y), width=1.15)
    for x in (-0.9, -0.45, 0.0, 0.45, 0.9):
        pen.lines((x, -0.52), (x, 0.52))


def lightning(pen: Pen) -> None:
    pen.lines((-1.5, -1.0), (0.16, 0.5), (-0.16, -0.5), (1.5, 1.0), width=1.15)


def red_cross(pen: Pen) -> None:
    pen.lines((-HALF_WIDTH, 0), (HALF_WIDTH, 0))
    pen.lines((0, -HALF_HEIGHT), (0, HALF_HEIGHT))


def tube(pen: Pen) -> None:
    """A mortar: an arrow on a ball."""
    pen.solid(paths.ellipse(0, 0.5, 0.22, 0.22))
    pen.lines((0, 0.5), (0, -0.6))
    pen.lines((-0.36, -0.24), (0, -0.64), (0.36, -0.24))


def spokes(pen: Pen) -> None:
    """Bicycle troops."""
    pen.canvas.path(
        paths.ellipse(0, 0.5, 0.32, 0.32),
        Paint(fill=pen.fill, stroke=pen.ink, width=pen.line),
    )


def guard_star(pen: Pen) -> None:
    pen.solid(paths.star(0, -0.52, 0.38), gap=0.09)


def centre_star(pen: Pen) -> None:
    """The guards' star where the oval of armour leaves no room above."""
    pen.solid(paths.star(0, 0.03, 0.36), gap=0.07)


def shock_wedge(pen: Pen) -> None:
    """Shock troops: the left quarter of the frame is a solid arrowhead."""
    corner = [(-HALF_WIDTH, -HALF_HEIGHT), (0, 0), (-HALF_WIDTH, HALF_HEIGHT)]
    pen.solid(paths.polygon(corner))


def heavy_bar(pen: Pen) -> None:
    pen.solid(paths.rectangle(-HALF_WIDTH, -HALF_HEIGHT, 0.42, 2 * HALF_HEIGHT))


def word(text: str, size: float = 1.3, y: float = 0.0) -> Mark:
    """A mark that is a word or a letter."""

    def letters(pen: Pen) -> None:
        pen.letters(text, size, y)

    return letters
