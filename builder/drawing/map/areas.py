"""Areas and front lines: tinted zones with a border, trench lines, and marks on the map's edge."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.config import EdgeMark
from builder.drawing.map.lattice import Cell, Corner
from builder.drawing.map.number_boxes import number_place
from builder.drawing.map.outline import offset, resampled, rounded
from builder.drawing.map.scene import Scene
from builder.drawing.map.sides import crenellated
from builder.drawing.paths import Path, Point, flatten, polygon, polyline, smooth

_TONES = ("#7c4a6b", "#a05a2c", "#3f6b63", "#7a6a26", "#4a5a86", "#8a3b3b")


TINT = 0.16
"""How strongly the tint of an area covers the ground."""


def area_colour(scene: Scene, kind: str) -> str:
    """The colour of one area's border: what the game says, else one of six in turn."""
    own = scene.look("terrain", kind).colour
    if own:
        return own
    areas = [name for name, word in scene.terrain_words.items() if word == "area"]
    return _TONES[areas.index(kind) % len(_TONES)] if kind in areas else scene.palette.border


def draw_area_tints(canvas: Canvas, scene: Scene) -> None:
    """Transparent colour over the hexes of areas that have a `tint`."""
    for kind in scene.terrain_words:
        tint = scene.look("terrain", kind).tint
        if tint:
            for ring in _rings(scene, scene.hexes_of([kind])):
                points = [scene.lattice.point(corner) for corner in ring]
                canvas.polygon(points, Paint(fill=tint, opacity=TINT))


def draw_area_borders(canvas: Canvas, scene: Scene) -> None:
    """A line just inside each area, so that two areas show both their borders."""
    unit = scene.unit
    for kind, word in scene.terrain_words.items():
        if word != "area":
            continue
        path = Path()
        for ring in _rings(scene, scene.hexes_of([kind])):
            path.extend(polygon(_inset(scene, ring, 6.0 * unit)))
        if path.parts():
            colour = area_colour(scene, kind)
            canvas.path(path, Paint(stroke=colour, width=7 * unit, opacity=0.20, join="round"))
            canvas.path(
                path,
                Paint(stroke=colour, width=1.9 * unit, dash=(7 * unit, 4 * unit), join="round"),
            )


def _rings(scene: Scene, hexes: Collection[str]) -> list[list[Corner]]:
    return scene.lattice.rings([scene.lattice.cell(name) for name in hexes])


def _inset(scene: Scene, ring: Sequence[Corner], distance: float) -> list[Point]:
    """The ring moved inwards by a distance, corner by corner."""
    points = [scene.lattice.point(corner) for corner in ring]
    count = len(points)
    moved = []
    for index, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[index - 1], points[(index + 1) % count]
        first, second = _normal((x0, y0), (x, y)), _normal((x, y), (x1, y1))
        nx, ny = first[0] + second[0], first[1] + second[1]
        scale = 2 * distance / ((nx * nx + ny * ny) or 1.0)
        moved.append((x + nx * scale, y + ny * scale))
    return moved


def _normal(start: Point, end: Point) -> Point:
    """The unit vector to the left of a direction: inwards for outlines of hexes."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    return dy / length, -dx / length


# Trench lines.


def draw_trenches(canvas: Canvas, scene: Scene) -> None:
    """A crenellated line in each entrenched hex, on the side from which the enemy is expected."""
    for kind, word in scene.terrain_words.items():
        if word == "trench":
            for run in trench_runs(scene, kind):
                draw_trench(canvas, scene, run, trench_colour(scene, kind))


def trench_colour(scene: Scene, kind: str) -> str:
    """The game's colour, else that of the side whose id the terrain's id begins with."""
    own = scene.look("terrain", kind).colour
    if own:
        return own
    for side in scene.game.sides:
        if kind.startswith(side):
            return scene.side_colour(side)
    return scene.palette.trench


def draw_trench(canvas: Canvas, scene: Scene, points: Sequence[Point], colour: str) -> None:
    """Teeth stand on the left of the run's direction."""
    unit = scene.unit
    halo = Paint(stroke=scene.palette.halo, width=6.4 * unit)
    canvas.polyline(offset(points, -1.8 * unit), halo)
    path = crenellated(points, 4.4 * unit, 4.0 * unit)
    canvas.path(path, Paint(stroke=colour, width=2.0 * unit, join="bevel", cap="square"))


def trench_runs(scene: Scene, kind: str) -> list[list[Point]]:
    """The trench lines of one terrain as curves, the enemy on their left.

    The line follows those hexsides of the entrenched hexes that face the enemy, but not over water;
    hexes without an enemy beside them get a line all around.
    """
    lattice, wet = scene.lattice, scene.edges_with("sea", "lake")
    own = {lattice.cell(name) for name in scene.hexes_of([kind])}
    enemy = _enemy(scene, kind)
    facing: dict[Corner, Corner] = {}
    alone: list[Cell] = []
    for cell in sorted(own):
        near = list(lattice.neighbours(cell))
        front = [i for i, c in enumerate(near) if c in enemy and c not in own]
        if not front and not any(c in own for c in near):
            alone.append(cell)
        corners = lattice.corners(cell)
        for index in front:
            if lattice.edge(cell, index) not in wet:
                facing[corners[index]] = corners[(index + 1) % 6]
    inset = 9.5 * scene.unit
    runs = [_eased(scene, run, inset) for run in _join(facing)]
    for cell in alone:
        ring = _inset(scene, lattice.corners(cell), 9.0 * scene.unit)
        runs.append([*ring, ring[0]][::-1])
    return runs


def _enemy(scene: Scene, kind: str) -> set[Cell]:
    """Cells towards which a trench looks: terrain that its look names, else other trenches."""
    faces = scene.look("terrain", kind).faces or tuple(
        name for name, word in scene.terrain_words.items() if word == "trench" and name != kind
    )
    return {scene.lattice.cell(name) for name in scene.hexes_of(faces)}


def _join(follows: dict[Corner, Corner]) -> list[list[Corner]]:
    """Directed hexsides as runs, each begun where none leads to it."""
    ends = set(follows.values())
    left = dict(follows)
    runs = []
    for start in [*sorted(c for c in follows if c not in ends), *sorted(follows)]:
        if start not in left:
            continue
        run = [start]
        while run[-1] in left:
            run.append(left.pop(run[-1]))
        runs.append(run)
    return runs


def _eased(scene: Scene, run: Sequence[Corner], inset: float) -> list[Point]:
    """The run inside its own hexes with its corners rounded, the enemy on its left."""
    points = rounded([scene.lattice.point(corner) for corner in run])
    points = flatten(smooth(points).parts()[0])
    return offset(resampled(points, 6 * scene.unit), -inset)[::-1]


# The map's edge.

_OVER_NUMBER = 16.0
"""How far over the middle of a hex number an arrow stands, at 80 px."""


def draw_edges(canvas: Canvas, scene: Scene) -> None:
    """Supply sources, entries and ways off the map along the outer hexsides of sets of hexes."""
    drawers: dict[str, Callable[[Canvas, Scene, EdgeMark], None]] = {
        "supply": _supply_edge,
        "entry": _arrows_in,
        "breakthrough": _arrows_out,
    }
    for mark in scene.config.edge:
        drawers[mark.draw](canvas, scene, mark)


def edge_runs(scene: Scene, hexes: Collection[str]) -> list[list[Point]]:
    """The outer hexsides of hexes at the map's edge, as runs, the outside on their right."""
    lattice = scene.lattice
    follows: dict[Corner, Corner] = {}
    for name in sorted(hexes):
        cell = lattice.cell(name)
        corners = lattice.corners(cell)
        for index, near in enumerate(lattice.neighbours(cell)):
            if near not in lattice.cells:
                follows[corners[index]] = corners[(index + 1) % 6]
    return [[lattice.point(corner) for corner in run] for run in _join(follows)]


def _supply_edge(canvas: Canvas, scene: Scene, mark: EdgeMark) -> None:
    """A broad band outside the hexes, with a small arrow in for each hex."""
    unit = scene.unit
    path = Path()
    for run in edge_runs(scene, scene.game.hexset(mark.set)):
        path.extend(polyline(run))
    if path.parts():
        canvas.path(path, Paint(stroke=scene.palette.halo, width=6.6 * unit, join="round"))
        canvas.path(path, Paint(stroke=mark.colour, width=4.2 * unit, join="round"))
    _arrows(canvas, scene, mark, inward=True)


def _arrows_in(canvas: Canvas, scene: Scene, mark: EdgeMark) -> None:
    _arrows(canvas, scene, mark, inward=True)


def _arrows_out(canvas: Canvas, scene: Scene, mark: EdgeMark) -> None:
    _arrows(canvas, scene, mark, inward=False)


def _arrows(canvas: Canvas, scene: Scene, mark: EdgeMark, *, inward: bool) -> None:
    """An arrow over the map's edge at each hex of the set."""
    for x, y, heading in edge_arrows(scene, mark, inward=inward):
        draw_arrow(canvas, scene, mark.colour, x, y, heading)


def edge_arrows(
    scene: Scene, mark: EdgeMark, *, inward: bool
) -> Iterator[tuple[float, float, float]]:
    """Where the arrows of a mark stand, and their heading in degrees."""
    lattice = scene.lattice
    for name in sorted(scene.game.hexset(mark.set)):
        cell = lattice.cell(name)
        x, y = lattice.centre(cell)
        out = [lattice.centre(c) for c in lattice.neighbours(cell) if c not in lattice.cells]
        if not out:
            continue
        dx = math.fsum(cx - x for cx, _ in out)
        dy = math.fsum(cy - y for _, cy in out)
        length = math.hypot(dx, dy) or 1.0
        reach = scene.width * 0.5
        if abs(dx) < length / 2 and dy < 0:  # the number stands there
            reach = max(reach, y - number_place(scene, name)[1] + _OVER_NUMBER * scene.unit)
        heading = math.degrees(math.atan2(dy, dx)) + (180 if inward else 0)
        yield x + dx / length * reach, y + dy / length * reach, heading


def draw_arrow(
    canvas: Canvas, scene: Scene, colour: str, x: float, y: float, heading: float
) -> None:
    """A small arrow over (x, y); heading in degrees, 0 = east, clockwise."""
    with canvas.group(x=x, y=y, rotate=heading, scale=scene.unit):
        canvas.polygon(
            [(-5, -4), (1, -4), (1, -8), (10, 0), (1, 8), (1, 4), (-5, 4)],
            Paint(fill=colour, stroke=scene.palette.halo, width=1.4, join="round"),
        )
