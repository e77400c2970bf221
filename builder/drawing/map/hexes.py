"""The hex grid and the hex numbers: there when wanted, quiet otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from builder.drawing.canvas import Canvas, Ends, Paint, TextStyle
from builder.drawing.colours import Colour, mix
from builder.drawing.map.lattice import Cell
from builder.drawing.map.number_boxes import hidden_numbers, number_place, number_style
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import LONG_SIDES, NATURAL, RIVERS, SIDE_MARKS

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


def draw_numbers(canvas: Canvas, scene: Scene) -> None:
    """The numbers of the hexes, with a halo where roads, rivers or a picture lie beneath."""
    if not scene.config.numbers:
        return
    pictured = scene.layout.under is not None
    hidden = hidden_numbers(scene)
    palette, unit = scene.palette, scene.unit
    dry = number_style(scene, palette.number)
    wet = number_style(scene, palette.number_water)
    crossed = replace(dry, halo=palette.halo, halo_width=1.7 * unit)
    shored = replace(wet, halo=palette.shallows, halo_width=1.7 * unit)
    busy = frozenset(scene.game.grid.places) if pictured else busy_numbers(scene)
    found: dict[TextStyle, list[tuple[float, float, str]]] = {}
    for name in scene.game.grid.places:
        if name in hidden:
            continue
        if scene.is_water(name) and not pictured:
            style = shored if scene.touches_water(name) else wet
        else:
            style = crossed if name in busy else dry
        found.setdefault(style, []).append((*number_place(scene, name), name))
    for style, placed in found.items():
        canvas.texts(placed, style)


def busy_numbers(scene: Scene) -> frozenset[str]:
    """Hexes whose number lies on a river, a shore, a trench line, a border, a road, among mountains
    or on the edge of other ground: it then gets a halo."""
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
    drawn = *RIVERS, *LONG_SIDES, *SIDE_MARKS
    for _, start, end in (*scene.sides_with(*drawn), *scene.owned_with(*drawn)):
        for one, other in ((start, end), (end, start)):
            if any(around[one].get(direction) == other for direction in above):
                found.add(one)
    return frozenset(found.union(*_under_borders(scene, above)))


def _under_borders(scene: Scene, above: Sequence[str]) -> Iterator[set[str]]:
    """Hexes at whose number the border of an area runs: the hex and those above it are not all
    inside, or all outside."""
    around = scene.game.grid.around
    for kind, word in scene.terrain_words.items():
        if word != "area":
            continue
        inside = scene.hexes_of([kind])
        near = inside.union(*(around[name].values() for name in inside))
        yield {
            name
            for name in near
            if len({name in inside, *(around[name].get(one) in inside for one in above)}) > 1
        }
