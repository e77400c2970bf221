"""The sea and the lakes: depth bands that follow the shore, waterlines, and the shore itself."""

from __future__ import annotations

from collections.abc import Sequence

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.colours import ColourLike, mix
from builder.drawing.map.outline import resampled, softened
from builder.drawing.map.scene import Scene
from builder.drawing.map.shapes import Shore, area, shore_path
from builder.drawing.paths import Path, Point, polygon

_BANDS = (0.92, 0.62, 0.36, 0.15)
"""How far from the shore, in hex widths, each depth band and its waterline reaches."""


def draw_water(canvas: Canvas, scene: Scene) -> None:
    """All natural water, over the ground and under the grid."""
    for shore in scene.waters.sea:
        _body(canvas, scene, shore, scene.palette.sea, 1.0)
    for shore in scene.waters.lakes:
        _body(canvas, scene, shore, scene.palette.lake, 0.45)
    _closed_sides(canvas, scene)


def draw_water_in(canvas: Canvas, scene: Scene, outline: Sequence[Point], word: str) -> None:
    """A place of the board that is all sea or lake."""
    deep, reach = (scene.palette.sea, 1.0) if word == "sea" else (scene.palette.lake, 0.45)
    _body(canvas, scene, Shore(list(outline)), deep, reach)


def _body(canvas: Canvas, scene: Scene, shore: Shore, deep: str, reach: float) -> None:
    """One body of water; `reach` shortens the bands of small waters."""
    palette, unit = scene.palette, scene.unit
    outline = shore_path(shore)
    with canvas.group(clip=outline):
        canvas.polygon(shore.outer, Paint(fill=deep))
        for index, distance in enumerate(_BANDS):
            tone = mix(deep, palette.shallows, (index + 1) / len(_BANDS))
            line = mix(tone, palette.shore, 0.30 + 0.07 * index)
            double = 2 * distance * reach * scene.width
            course = _coarse(shore, distance * reach * scene.width)
            canvas.path(course, _stroke(line, double + 1.5 * unit))
            canvas.path(course, _stroke(tone, double - 0.2 * unit))
    canvas.path(outline, _stroke(palette.shore, 1.7 * unit))


def _coarse(shore: Shore, distance: float) -> Path:
    """The shores as a line at this distance needs them: without skerries and small inlets."""
    path = Path()
    for ring in shore.rings:
        if abs(area(ring)) > 4 * distance * distance:
            step = max(5.0, distance / 4)
            around = resampled([*ring, ring[0]], step)[:-1]
            path.extend(polygon(softened(around)))
    return path


def _stroke(colour: ColourLike, width: float) -> Paint:
    return Paint(stroke=colour, width=width, join="bevel")


def _closed_sides(canvas: Canvas, scene: Scene) -> None:
    """All-lake and all-sea hexsides where no natural shore shows them."""
    if scene.waters.natural:
        return
    for word, fill in (("lake", scene.palette.lake), ("sea", scene.palette.sea)):
        path = Path()
        for edge in sorted(scene.edges_with(word)):
            start, end = (scene.lattice.point(corner) for corner in edge)
            path.move(*start).line(*end)
        if path.parts():
            unit = scene.unit
            shore = Paint(stroke=scene.palette.shore, width=15 * unit, cap="round")
            canvas.path(path, shore)
            canvas.path(path, Paint(stroke=fill, width=12 * unit, cap="round"))
