"""The hex grid and the hex numbers: there when wanted, quiet otherwise."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from builder.drawing.canvas import Canvas, Ends, Paint, TextStyle, text_width
from builder.drawing.colours import Colour, mix
from builder.drawing.map.lattice import Cell
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import NATURAL
from builder.drawing.paths import Point

NUMBER_SIZE = 11.0
_WIDEST = 0.64
"""How much of a hex's width a number may take."""
_STRENGTH = 0.36
"""How much of the grid's colour a line has over the ground."""
_ON_PICTURE = 0.75


def draw_grid(canvas: Canvas, scene: Scene) -> None:
    """Every hexside once: thin, and toned after the ground that it lies on.

    Where both hexes are of one ground the tone is mixed beforehand, which is much faster than
    drawing half transparent; only along coasts and edges of woods the ground shows through.
    """
    lattice, unit = scene.lattice, scene.unit
    plain: dict[tuple[Colour, int], list[Ends]] = {}
    blended: dict[int, list[Ends]] = {}
    pictured = scene.layout.under is not None
    strength = _ON_PICTURE if pictured else _STRENGTH
    mixed = Paint(stroke=scene.palette.grid, width=unit, opacity=strength)
    ground = cache(partial(_ground, scene))
    toned = cache(lambda tone: mix(tone, scene.palette.grid, _STRENGTH))
    cells, point = lattice.cells, cache(lattice.point)
    for cell in cells:
        corners, own, row = lattice.corners(cell), ground(cell), cell[1] // 4
        for direction, near in enumerate(lattice.neighbours(cell)):
            if direction >= _OPPOSITE and near in cells:
                continue  # drawn from there
            one, other = corners[direction], corners[(direction + 1) % 6]
            ends = (*point(one), *point(other))
            if pictured or own is None or own != ground(near):
                blended.setdefault(row, []).append(ends)
            else:
                plain.setdefault((toned(own), row), []).append(ends)
    for strokes in blended.values():
        canvas.strokes(strokes, mixed)
    for (tone, _), strokes in plain.items():
        canvas.strokes(strokes, Paint(stroke=tone, width=unit, cap="square"))


_OPPOSITE = 3
"""From this direction on they are the opposites of the first ones."""


def _ground(scene: Scene, cell: Cell) -> str | None:
    """The one colour of a cell's ground; None where it is mixed, or partly water."""
    palette = scene.palette
    name = scene.lattice.cells.get(cell)
    if name and scene.is_water(name):
        return palette.sea
    if name and scene.touches_water(name):
        return None
    words = scene.kinds.get(cell, frozenset()) & NATURAL
    if not words:
        return palette.land
    tones = {"woods": palette.tree, "marsh": palette.marsh}
    return tones.get(next(iter(words))) if len(words) == 1 else None


def number_place(scene: Scene, name: str) -> Point:
    """Where the middle of a hex number stands: at the top of the hex, above any counter."""
    x, y = scene.centre(name)
    if scene.lattice.pointy:
        return x, y - scene.layout.pixels.side * 0.72
    return x, y - scene.width / 2 + 8.5 * scene.text_unit


def draw_numbers(canvas: Canvas, scene: Scene) -> None:
    if not scene.config.numbers:
        return
    pictured = scene.layout.under is not None
    palette, unit = scene.palette, scene.unit
    dry = number_style(scene, palette.number)
    wet = number_style(scene, palette.number_water)
    crossed = replace(dry, halo=palette.halo, halo_width=1.7 * unit)
    shored = replace(wet, halo=palette.shallows, halo_width=1.7 * unit)
    busy = frozenset(scene.game.grid.places) if pictured else _crossed(scene)
    found: dict[TextStyle, list[tuple[float, float, str]]] = {}
    for name in scene.game.grid.places:
        if scene.is_water(name) and not pictured:
            style = shored if scene.touches_water(name) else wet
        else:
            style = crossed if name in busy else dry
        found.setdefault(style, []).append((*number_place(scene, name), name))
    for style, placed in found.items():
        canvas.texts(placed, style)


def _crossed(scene: Scene) -> frozenset[str]:
    """Hexes whose number lies on a river, a shore, a trench line, a road, among mountains or on the
    edge of other ground: it then gets a halo."""
    above = ("NE", "NW") if scene.lattice.pointy else ("N",)
    around = scene.game.grid.around
    found = set(scene.hexes_with("trench", "mountain"))
    crossed = scene.game.board.lines.values()
    found |= {name for hexsides in crossed for hexside in hexsides for name in hexside}
    found |= {name for name in scene.game.grid.places if scene.touches_water(name)}
    for name, near in around.items():
        ground = scene.words.get(name, frozenset()) & NATURAL
        beyond = (scene.words.get(near.get(d, name), frozenset()) & NATURAL for d in above)
        if any(other != ground for other in beyond):
            found.add(name)
    for _, start, end in scene.sides_with("river", "major-river"):
        for one, other in ((start, end), (end, start)):
            if any(around[one].get(direction) == other for direction in above):
                found.add(one)
    return frozenset(found)


def number_style(scene: Scene, colour: str) -> TextStyle:
    """As large as can be read, unless the numbers of neighbours would touch."""
    style = TextStyle(
        NUMBER_SIZE * scene.text_unit, colour=colour, anchor="middle", baseline="middle"
    )
    longest = max(scene.game.grid.places, key=len)
    share = _WIDEST * scene.width / text_width(longest, style)
    return replace(style, size=style.size * min(1.0, share))
