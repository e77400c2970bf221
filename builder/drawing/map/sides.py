"""Marks on single hexsides: bridges, fords, straits, ferries, mines, obstacles, slopes, borders."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.lattice import Edge
from builder.drawing.map.outline import chains, offset, resampled
from builder.drawing.map.scene import Scene
from builder.drawing.paths import Path, Point, polyline

Mark = Callable[[Canvas, Scene, str], None]
"""Draws a mark around the origin: the hexside lies along x, the other hex is up."""


def draw_hexside_lines(canvas: Canvas, scene: Scene) -> None:
    """What runs along many hexsides: borders, start lines, impassable and objective sides."""
    for word in LONG_STYLES:
        for name, drawn in scene.hexside_words.items():
            if drawn == word:
                curves = _curves(scene, _edges_of(scene, name))
                if word == "objective":
                    curves = [_within(scene, curve) for curve in curves]
                draw_side_line(canvas, scene, word, curves, _colour(scene, name))


def _edges_of(scene: Scene, feature: str) -> set[Edge]:
    """The hexsides of one feature id, directed or not."""
    found = set()
    word = scene.hexside_words[feature]
    sides = [*scene.sides_with(word), *scene.owned_with(word)]
    for name, start, end in sides:
        edge = scene.lattice.edge_between(start, end)
        if name == feature and edge is not None:
            found.add(edge)
    return found


def _curves(scene: Scene, edges: set[Edge]) -> list[list[Point]]:
    return [[scene.lattice.point(corner) for corner in run] for run in chains(edges)]


_INSET = 6.0
"""How far inside its hex the line round an objective runs, at 80 px."""


def _within(scene: Scene, curve: list[Point]) -> list[Point]:
    """A line round a single hex, inside it, because rivers and borders run along its sides; any
    other as it is."""
    if len(curve) != 7 or curve[0] != curve[-1]:
        return curve
    x, y = (math.fsum(point[axis] for point in curve[1:]) / 6 for axis in (0, 1))
    share = 1 - 2 * _INSET * scene.unit / scene.width
    ring = [(x + (a - x) * share, y + (b - y) * share) for a, b in curve]
    return [*ring, ring[1]]  # its last corner is like the others


LONG_STYLES: dict[str, tuple[tuple[str, float, tuple[float, ...]], ...]] = {
    "border": (("halo", 6.5, ()), ("border", 2.6, (11, 4, 2.6, 4))),
    "start-line": (("halo", 6.0, ()), ("autobahn", 3.4, (9, 5))),
    "impassable": (("ink", 5.5, ()),),
    "alpine": (("mountain_ink", 7.0, ()), ("mountain_light", 2.2, ())),
    "objective": (("halo", 7.5, ()), ("autobahn", 4.6, ())),
    "area-border": (("halo", 5.0, ()), ("border", 2.4, (7, 4))),
}
"""Strokes of a line along hexsides: palette colour, width and dash at 80 px."""


def draw_side_line(
    canvas: Canvas, scene: Scene, word: str, curves: Sequence[Sequence[Point]], colour: str = ""
) -> None:
    """A line along hexsides, as LONG_STYLES has it; `colour` is that of its last stroke."""
    unit = scene.unit
    path = Path()
    for curve in curves:
        path.extend(polyline(curve))
    if not path.parts():
        return
    strokes = LONG_STYLES[word]
    for index, (tone, width, dash) in enumerate(strokes):
        shade = colour if colour and index == len(strokes) - 1 else getattr(scene.palette, tone)
        canvas.path(
            path,
            Paint(
                stroke=shade,
                width=width * unit,
                dash=tuple(part * unit for part in dash),
                join="round",
            ),
        )


def draw_hexside_marks(canvas: Canvas, scene: Scene) -> None:
    """What stands on single hexsides, after rivers and roads."""
    for word, mark in MARKS.items():
        for name, start, end in [*scene.sides_with(word), *scene.owned_with(word)]:
            draw_mark(canvas, scene, mark, start, end, _colour(scene, name))


def draw_mark(
    canvas: Canvas, scene: Scene, mark: Mark, owner: str, other: str, colour: str = ""
) -> None:
    """A mark on the hexside from the owner's hex towards the other."""
    (x0, y0), (x1, y1) = scene.centre(owner), scene.centre(other)
    draw_mark_at(canvas, scene, mark, ((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0), colour)


def draw_mark_at(
    canvas: Canvas, scene: Scene, mark: Mark, middle: Point, towards: Point, colour: str = ""
) -> None:
    """A mark around a point, from its owner's side `towards` the other."""
    turn = math.degrees(math.atan2(towards[1], towards[0])) + 90
    with canvas.group(x=middle[0], y=middle[1], rotate=turn, scale=scene.unit):
        mark(canvas, scene, colour)


def _colour(scene: Scene, name: str) -> str:
    return scene.look("hexside", name).colour


def _bridge(canvas: Canvas, scene: Scene, colour: str) -> None:
    palette = scene.palette
    canvas.rect(-4, -9, 8, 18, Paint(fill=palette.halo))
    sides = Path()
    for x in (-4, 4):
        out = 2.6 if x > 0 else -2.6
        sides.move(x + out, -10).line(x, -7.4).line(x, 7.4).line(x + out, 10)
    canvas.path(sides, Paint(stroke=colour or palette.ink, width=1.7, join="round"))


def _ford(canvas: Canvas, scene: Scene, colour: str) -> None:
    for y in (-5, 0, 5):
        canvas.line(-5, y, 5, y, Paint(stroke=colour or scene.palette.ink, width=1.6, cap="round"))


def _strait(canvas: Canvas, scene: Scene, colour: str) -> None:
    """A double-headed arrow across the water."""
    palette = scene.palette
    tone = colour or palette.autobahn
    path = Path().move(0, -11).line(0, 11)
    canvas.path(path, Paint(stroke=palette.halo, width=6.5, cap="round"))
    canvas.path(path, Paint(stroke=tone, width=2.6))
    for sign in (-1, 1):
        head = [(0, sign * 18), (-6, sign * 9), (6, sign * 9)]
        canvas.polygon(head, Paint(fill=tone, stroke=palette.halo, width=1.2, join="round"))


def _ferry(canvas: Canvas, scene: Scene, colour: str) -> None:
    path = Path().move(0, -26).line(0, 26)
    canvas.path(path, Paint(stroke=colour or scene.palette.water_name, width=2.0, dash=(4.5, 3.5)))


def _mines(canvas: Canvas, scene: Scene, colour: str) -> None:
    """Discs with horns on the owner's side of the hexside."""
    tone = colour or scene.palette.mine
    for x in (-13, 0, 13):
        horns = Path()
        for step in range(4):
            dx, dy = math.cos(step * math.pi / 4) * 4.4, math.sin(step * math.pi / 4) * 4.4
            horns.move(x - dx, 6 - dy).line(x + dx, 6 + dy)
        canvas.path(horns, Paint(stroke=tone, width=0.9))
        canvas.circle(x, 6, 2.6, Paint(fill=tone))


def _teeth(canvas: Canvas, scene: Scene, colour: str) -> None:
    """Dragon's teeth: a row of small pyramids on the owner's side, pointing at the other hex."""
    palette = scene.palette
    for x in (-15, -7.5, 0, 7.5, 15):
        canvas.polygon(
            [(x - 3.2, 8), (x, 1.6), (x + 3.2, 8)],
            Paint(fill=colour or palette.faint, stroke=palette.ink, width=0.9, join="round"),
        )


def _slope(canvas: Canvas, scene: Scene, colour: str) -> None:
    """Hachures that run down from the hexside into the owner's hex."""
    path = Path()
    for index in range(9):
        x = -18 + index * 4.5
        path.move(x, 1).line(x, 8.5 if index % 2 else 5.5)
    tone = colour or scene.palette.rough_ink
    canvas.path(path, Paint(stroke=tone, width=1.1, cap="round"))
    canvas.line(-20, 1, 20, 1, Paint(stroke=tone, width=1.5, cap="round"))


def _wall(canvas: Canvas, scene: Scene, colour: str) -> None:
    """A short stretch of trench on the owner's side, its teeth towards the other hex."""
    canvas.path(
        crenellated([(-20, 5), (20, 5)], 4.0, 4.0),
        Paint(stroke=colour or scene.palette.trench, width=1.8, join="miter"),
    )


MARKS: dict[str, Mark] = {
    "bridge": _bridge,
    "crossing": _bridge,
    "ford": _ford,
    "strait": _strait,
    "ferry": _ferry,
    "minefield": _mines,
    "teeth": _teeth,
    "slope": _slope,
    "depression": _slope,
    "entrenchment": _wall,
    "trench": _wall,
    "wall": _wall,
}
"""How each of `SIDE_MARKS` is drawn."""


def crenellated(points: Sequence[Point], tooth: float, height: float) -> Path:
    """A line with square teeth on its left as seen in its direction: the sign of a trench."""
    line = resampled(points, tooth)
    far = offset(line, -height)
    path = Path().move(*line[0])
    for index in range(1, len(line)):
        if index % 2:
            path.line(*line[index])
            if index < len(line) - 1:
                path.line(*far[index])
        else:
            path.line(*far[index]).line(*line[index])
    path.parts()
    return path
