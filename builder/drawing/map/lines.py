"""Roads and railways: runs of hexes become smooth lines through their middles."""

from __future__ import annotations

import math
from collections.abc import Sequence

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.outline import chains, resampled
from builder.drawing.map.scene import Scene
from builder.drawing.paths import Path, Point, flatten, polyline, smooth

ORDER = ("track", "road", "rail", "double-rail", "autobahn")
"""Drawing words of lines, the lowest layer first."""


def draw_lines(canvas: Canvas, scene: Scene) -> None:
    for word in ORDER:
        for kind, drawn in scene.line_words.items():
            if drawn == word:
                curves = line_curves(scene, kind)
                draw_line(canvas, scene, word, curves, scene.look("line", kind).colour)


def line_curves(scene: Scene, kind: str) -> list[list[Point]]:
    """The smooth courses of one kind of line, from junction to junction."""
    grid, lattice = scene.game.grid, scene.lattice
    steps = {
        (min(a, b), max(a, b))
        for a, b in (
            (lattice.cell(a), lattice.cell(b))
            for a, b in scene.game.board.lines.get(kind, frozenset())
            if a in grid and b in grid
        )
    }
    found = []
    for run in chains(steps):
        points = [lattice.centre(cell) for cell in run]
        if len(points) > 2:
            points = flatten(smooth(points, closed=False).parts()[0])
        found.append(points)
    return found


def draw_line(
    canvas: Canvas, scene: Scene, word: str, curves: Sequence[Sequence[Point]], colour: str = ""
) -> None:
    """Curves drawn as a track, a road, a motorway or a railway."""
    palette, unit = scene.palette, scene.unit
    path = Path()
    for curve in curves:
        path.extend(polyline(curve))
    if not path.parts():
        return

    def stroke(tone: str, width: float, dash: tuple[float, ...] = ()) -> None:
        scaled = tuple(part * unit for part in dash)
        canvas.path(
            path,
            Paint(
                stroke=tone,
                width=width * unit,
                dash=scaled,
                cap="butt" if dash else "round",
                join="round",
            ),
        )

    if word == "track":
        stroke(colour or palette.road_edge, 1.4, (6, 3.5))
    elif word == "road":
        stroke(palette.road_edge, 4.0)
        stroke(colour or palette.road, 2.6)
    elif word == "autobahn":
        stroke(colour or palette.autobahn, 6.4)
        stroke(palette.halo, 4.0)
        stroke(colour or palette.autobahn, 1.2)
    else:
        tone = colour or palette.rail
        stroke(tone, 1.7)
        _ticks(canvas, scene, curves, tone, double=word == "double-rail")


def _ticks(
    canvas: Canvas, scene: Scene, curves: Sequence[Sequence[Point]], tone: str, *, double: bool
) -> None:
    """Sleepers across the line; two tracks have them in pairs."""
    unit = scene.unit
    ticks = Path()
    for curve in curves:
        line = resampled(curve, (13 if double else 10) * unit)
        for index in range(1, len(line) - 1):
            (x0, y0), (x1, y1) = line[index - 1], line[index + 1]
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            ux, uy = (x1 - x0) / length, (y1 - y0) / length
            for shift in (-1.8, 1.8) if double else (0.0,):
                x, y = line[index][0] + ux * shift * unit, line[index][1] + uy * shift * unit
                reach = 3.4 * unit
                ticks.move(x - uy * reach, y + ux * reach).line(x + uy * reach, y - ux * reach)
    if ticks.parts():
        canvas.path(ticks, Paint(stroke=tone, width=1.2 * unit))
