"""The ground: woods, marsh, rough country and mountains, as areas with a texture of their own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from builder.drawing.canvas import Canvas, Ends, Paint
from builder.drawing.map.lattice import Cell
from builder.drawing.map.outline import wander
from builder.drawing.map.scatter import chances, swing
from builder.drawing.map.scene import Scene
from builder.drawing.map.shapes import area, inside
from builder.drawing.paths import Path, Point, polygon, smooth

_EDGE = 21  # salts: each texture wanders in its own way
_TREES, _REEDS, _HATCHES, _PEAKS = 31, 41, 51, 61

_TINT = 0.4
"""How strongly the ground's colour covers a picture."""


def draw_ground(canvas: Canvas, scene: Scene) -> None:
    """Everything that grows or rises, from the lowest to the highest layer."""
    palette = scene.palette
    _area(canvas, scene, ("rough",), palette.rough, palette.rough)
    _area(canvas, scene, ("hills",), palette.hills, palette.hills)
    _area(canvas, scene, ("mountain",), palette.mountain, palette.mountain_light)
    _area(canvas, scene, ("marsh",), palette.marsh, palette.marsh_edge)
    _area(canvas, scene, ("woods", "light-woods"), palette.woods, palette.woods_edge)
    for word, texture in _TEXTURES.items():
        cells = scene.cells_with(word)
        if cells:
            texture.draw(canvas, scene, _spots(scene, cells, texture))


def draw_ground_in(canvas: Canvas, scene: Scene, outline: Sequence[Point], word: str) -> None:
    """One ground in a place of the board: its colour and its texture, cut to the outline."""
    with canvas.group(clip=polygon(outline)):
        canvas.polygon(outline, Paint(fill=_fill(scene, word)))
        texture = _TEXTURES.get(word)
        if texture:
            texture.draw(canvas, scene, _spots_in(scene, outline, texture))


def draw_tint_in(canvas: Canvas, scene: Scene, outline: Sequence[Point], word: str) -> None:
    """One ground in a place of the board as a transparent colour, over the board's picture."""
    canvas.polygon(outline, Paint(fill=_tints(scene)[word], opacity=_TINT))


def _fill(scene: Scene, word: str) -> str:
    """The colour under one ground's texture."""
    palette = scene.palette
    fills = {"clear": palette.land, "light-woods": palette.woods}
    return fills.get(word) or str(getattr(palette, word))


def _spots_in(scene: Scene, outline: Sequence[Point], texture: _Texture) -> Iterator[Spot]:
    """Places for glyphs in an outline, row by row; they run on from one place into the next."""
    step = texture.step * scene.unit
    xs, ys = zip(*outline, strict=True)
    for row in range(math.floor(min(ys) / step), math.ceil(max(ys) / step) + 1):
        for column in range(math.floor(min(xs) / step) - 1, math.ceil(max(xs) / step) + 1):
            spot = _jittered(column, row, step, texture.salt)
            if inside(spot[0], outline):
                yield spot


def draw_ground_tints(canvas: Canvas, scene: Scene) -> None:
    """Each hex's ground as a transparent colour, for a map that lies on a picture."""
    tones = _tints(scene)
    lattice = scene.lattice
    for cell, name in lattice.cells.items():
        words = scene.words.get(name, frozenset())
        for word in [word for word in tones if word in words]:
            corners = [lattice.point(corner) for corner in lattice.corners(cell)]
            canvas.polygon(corners, Paint(fill=tones[word], opacity=_TINT))


def _tints(scene: Scene) -> dict[str, str]:
    """The transparent colour of each ground that lies on a picture."""
    palette = scene.palette
    return {
        "woods": palette.tree,
        "light-woods": palette.tree_light,
        "marsh": palette.reed,
        "rough": palette.rough_ink,
        "hills": palette.hills,
        "mountain": palette.mountain_ink,
        "sea": palette.sea,
        "lake": palette.lake,
    }


def ground_colours(scene: Scene) -> dict[str, list[str]]:
    """The hexes by the colour of their ground, one colour a hex: of several grounds that of the
    one that is drawn last."""
    palette = scene.palette
    tones = {
        "rough": palette.rough,
        "hills": palette.hills,
        "mountain": palette.mountain,
        "marsh": palette.marsh,
        "light-woods": palette.woods,
        "woods": palette.woods,
        "lake": palette.lake,
        "sea": palette.sea,
    }
    found: dict[str, list[str]] = {}
    for name in scene.lattice.cells.values():
        words = scene.words.get(name, frozenset())
        tone = [colour for word, colour in tones.items() if word in words] or [palette.land]
        found.setdefault(tone[-1], []).append(name)
    return found


def draw_texture(canvas: Canvas, scene: Scene, word: str, half: float, high: float) -> None:
    """A sample of one ground's texture, half wide and high around the origin."""
    texture = _TEXTURES.get(word)
    if texture:
        step = texture.step * scene.unit
        rows, columns = math.ceil(high / step), math.ceil(half / step)
        texture.draw(
            canvas,
            scene,
            [
                _jittered(column, row, step, texture.salt)
                for row in range(-rows, rows + 1)
                for column in range(-columns, columns + 1)
            ],
        )


def _area(canvas: Canvas, scene: Scene, words: Sequence[str], fill: str, edge: str) -> None:
    cells = scene.cells_with(*words)
    if not cells:
        return
    unit = scene.unit
    salt = _EDGE + sum(map(len, words))
    paint = Paint(fill=fill, stroke=edge, width=1.4 * unit, join="round")
    for outline in _outlines(scene, cells, salt):
        canvas.path(outline, paint)


def _outlines(scene: Scene, cells: Sequence[Cell], salt: int) -> list[Path]:
    """One natural outline for each connected area, with the gaps in it as holes."""
    outer: list[tuple[list[Point], Path]] = []
    gaps: list[list[Point]] = []
    for ring in scene.lattice.rings(cells):
        points = wander(scene.lattice, ring, 0.075, salt, closed=True)
        if area(points) > 0:
            gaps.append(points)
        else:
            outer.append((points, smooth(points, closed=True)))
    for gap in gaps:
        for points, outline in outer:
            if inside(gap[0], points):
                outline.extend(smooth(gap, closed=True))
                break
    return [outline for _, outline in outer]


Spot = tuple[Point, int, int]
"""A place for one glyph of a texture, and two whole numbers for further chance."""


@dataclass(frozen=True)
class _Texture:
    """Glyphs about `step` apart that keep `inset` off other ground, at 80 px."""

    step: float
    salt: int
    inset: float
    draw: Callable[[Canvas, Scene, Iterable[Spot]], None]


def _jittered(column: int, row: int, step: float, salt: int) -> Spot:
    shift = step / 2 if row % 2 else 0.0
    x = column * step + shift + step * 0.36 * swing(column, row, salt)
    y = row * step + step * 0.36 * swing(column, row, salt + 1)
    return (x, y), column, row


def _spots(scene: Scene, cells: Iterable[Cell], texture: _Texture) -> Iterator[Spot]:
    """Places in the cells, row by row; they keep off hex numbers and settlements."""
    from builder.drawing.map.strewn import strewn  # numpy is slow to import

    unit = scene.unit
    return strewn(scene, set(cells), texture.step * unit, texture.inset * unit, texture.salt)


def _trees(canvas: Canvas, scene: Scene, spots: Iterable[Spot]) -> None:
    _crowns(canvas, scene, spots, 0.16)


def _few_trees(canvas: Canvas, scene: Scene, spots: Iterable[Spot]) -> None:
    _crowns(canvas, scene, spots, 0.6)


def _crowns(canvas: Canvas, scene: Scene, spots: Iterable[Spot], gaps: float) -> None:
    """Crowns of three sizes with a shaded foot and a lit top; `gaps` is the share left out."""
    unit, palette = scene.unit, scene.palette
    sizes: tuple[list[Point], ...] = ([], [], [])
    spots = list(spots)
    for (point, _, _), *chance in zip(spots, *_chances(spots, _TREES, 2, 3), strict=True):
        if chance[0] >= gaps:
            sizes[int(3 * chance[1])].append(point)
    radii = (2.7, 3.4, 4.2)
    for shift, colour in (((0.9, 1.1), palette.tree), ((-0.2, -0.3), palette.tree_light)):
        for points, radius in zip(sizes, radii, strict=True):
            _dots(canvas, points, radius * unit, (shift[0] * unit, shift[1] * unit), colour)


def _dots(
    canvas: Canvas, points: Sequence[Point], radius: float, shift: Point, colour: str
) -> None:
    canvas.dots(((x + shift[0], y + shift[1]) for x, y in points), radius, colour)


def _reeds(canvas: Canvas, scene: Scene, spots: Iterable[Spot]) -> None:
    """Short lines of water with tufts standing in them."""
    unit, palette = scene.unit, scene.palette
    water: list[Ends] = []
    tufts: list[Ends] = []
    spots = list(spots)
    for ((x, y), _, _), *chance in zip(spots, *_chances(spots, _REEDS, 2, 3), strict=True):
        if chance[0] < 0.14:
            continue
        half = (3.5 + 3.5 * chance[1]) * unit
        water.append((x - half, y, x + half, y))
        if chance[0] > 0.55:
            for lean in (-1, 0, 1):
                top = y - (4.6 if lean == 0 else 3.4) * unit
                tufts.append((x + lean * 1.3 * unit, y, x + lean * 2.6 * unit, top))
    canvas.strokes(water, Paint(stroke=palette.reed, width=1.1 * unit))
    canvas.strokes(tufts, Paint(stroke=palette.reed, width=0.9 * unit))


def _chances(spots: Sequence[Spot], salt: int, *more: int) -> list[list[float]]:
    """What falls to each spot, once for each number that is added to the salt."""
    return [chances(spots, salt + each) for each in more]


def _rough(canvas: Canvas, scene: Scene, spots: Iterable[Spot]) -> None:
    """Two strokes running downhill, as rough ground is engraved."""
    ticks: list[Ends] = []
    for x, y, size in _hatches(scene, spots):
        ticks.append((x - 3.2 * size, y - 2 * size, x - 1.2 * size, y + 2.2 * size))
        ticks.append((x + 0.6 * size, y - 2.6 * size, x + 2.6 * size, y + 1.6 * size))
    canvas.strokes(ticks, _hatched(scene))


def _hills(canvas: Canvas, scene: Scene, spots: Iterable[Spot]) -> None:
    marks = Path()
    for x, y, size in _hatches(scene, spots):
        _hill(marks, x, y, size)
    if marks.parts():
        canvas.path(marks, _hatched(scene))


def _hatched(scene: Scene) -> Paint:
    return Paint(stroke=scene.palette.rough_ink, width=scene.unit)


def _hatches(scene: Scene, spots: Iterable[Spot]) -> Iterator[tuple[float, float, float]]:
    """Where the marks of high ground stand, and how large they are."""
    spots = list(spots)
    for ((x, y), _, _), *chance in zip(spots, *_chances(spots, _HATCHES, 2, 3), strict=True):
        if chance[0] > 0.3:
            yield x, y, scene.unit * (0.8 + 0.5 * chance[1])


def _hill(path: Path, x: float, y: float, size: float) -> None:
    path.move(x - 4.5 * size, y + 1.6 * size)
    path.curve(x - 3 * size, y - 2.6 * size, x + 2 * size, y - 3.4 * size, x + 4.6 * size, y + size)
    for t in (-1.6, 0.6, 2.6):
        path.move(x + t * size, y - 0.6 * size).line(x + (t + 1.1) * size, y + 2.2 * size)


_MASSIFS = (
    ((-9, 0), (0, 13), (9, 0)),
    ((-10, 0), (-5, 8), (-3, 6), (1, 13.5), (9, 0)),
    ((-9, 0), (-2, 10), (0, 9), (3, 11), (6, 5), (10, 0)),
    ((-7, 0), (-1, 15), (2, 9), (4, 10), (8, 0)),
    ((-11, 0), (-7, 5), (-1, 9), (3, 8), (11, 0)),
)
"""Outlines of mountains from left to right: how far from the middle, how high above the foot."""


def _peaks(canvas: Canvas, scene: Scene, spots: Iterable[Spot]) -> None:
    """Ridges lit from the north-west."""
    unit, palette = scene.unit, scene.palette
    light, shade = Paint(fill=palette.mountain_light), Paint(fill=palette.mountain_shade)
    line = Paint(stroke=palette.mountain_ink, width=0.9 * unit, join="round")
    spots = sorted(spots, key=lambda spot: spot[0][1])
    rolled = _chances(spots, _PEAKS, 2, 3, 4, 5, 6)
    for ((x, y), _, _), there, large, leaning, which, turned in zip(spots, *rolled, strict=True):
        if there < 0.12:
            continue
        size = unit * (0.75 + 0.55 * large)
        lean = (2 * leaning - 1) * 1.5
        kind = _MASSIFS[int(which * len(_MASSIFS)) % len(_MASSIFS)]
        mirrored = -1 if turned < 0.5 else 1
        ridge = [
            (x + (across * mirrored + lean * (high / 8)) * size, y - (high - 5) * size)
            for across, high in (kind if mirrored > 0 else kind[::-1])
        ]
        top = min(ridge, key=lambda point: point[1])
        split = ridge.index(top)
        foot = (x + 1.5 * size, y + 5.6 * size)
        canvas.polygon([*ridge[: split + 1], foot], light)
        canvas.polygon([*ridge[split:], foot], shade)
        canvas.polyline(ridge, line)


_TEXTURES = {
    "rough": _Texture(14, _HATCHES, 6, _rough),
    "hills": _Texture(16, _HATCHES, 6, _hills),
    "marsh": _Texture(14, _REEDS, 8, _reeds),
    "woods": _Texture(9.0, _TREES, 3.5, _trees),
    "light-woods": _Texture(11.5, _TREES, 3.5, _few_trees),
    "mountain": _Texture(19, _PEAKS, 7, _peaks),
}
