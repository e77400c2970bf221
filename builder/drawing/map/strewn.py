"""Where the glyphs of a ground's texture stand in its hexes, worked out for all of them at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from builder.drawing.map.lattice import Cell
from builder.drawing.map.scatter import swings
from builder.drawing.map.scene import Scene
from builder.drawing.paths import Point

_SETTLED = frozenset({"village", "town", "city", "major-city", "fort"})
_Numbers: TypeAlias = NDArray[np.float64]
_Whole: TypeAlias = NDArray[np.int64]
_Yes: TypeAlias = NDArray[np.bool_]


def strewn(
    scene: Scene, chosen: Collection[Cell], step: float, inset: float, salt: int
) -> Iterator[tuple[Point, int, int]]:
    """Places about `step` pixels apart in the cells, `inset` off other ground, each with two whole
    numbers for further chance; they keep off hex numbers and settlements."""
    lattice, half = scene.lattice, scene.width / 2
    wide, high = half, scene.layout.pixels.side
    if not lattice.pointy:
        wide, high = high, wide
    reach = 0.4 * step
    order = sorted(chosen, key=lambda c: (c[1], c[0]))
    if not order:
        return
    # All cells at once, because a map of woods has a quarter of a million places to look at.
    centres = np.array([lattice.centre(cell) for cell in order])
    cx, cy = centres[:, 0, None, None], centres[:, 1, None, None]
    limits = np.array(
        [
            [half if c in chosen else half - inset for c in lattice.neighbours(cell)]
            for cell in order
        ]
    )
    names = [lattice.cells.get(cell) for cell in order]
    settled = [bool(name and scene.words.get(name, frozenset()) & _SETTLED) for name in names]
    left, right = _first((cx - wide - reach) / step - 0.5), _last((cx + wide + reach) / step)
    top, bottom = _first((cy - high - reach) / step), _last((cy + high + reach) / step)
    row = top + np.arange((bottom - top).max() + 1)[None, :, None]
    column = left + np.arange((right - left).max() + 1)[None, None, :]
    row, column = np.broadcast_arrays(row, column)
    x, y = _jittered(column, row, step, salt)
    dx, dy = x - cx, y - cy
    fits = (row <= bottom) & (column <= right)
    normals = _POINTY_NORMALS if lattice.pointy else _FLAT_NORMALS
    for index, (nx, ny) in enumerate(normals):
        far = dx * nx + dy * ny
        fits &= (far >= -limits[:, index + 3, None, None]) & (far <= limits[:, index, None, None])
    named = np.array([name is not None for name in names])[:, None, None]
    fits &= ~(named & _taken(scene, dx, dy, np.array(settled)[:, None, None]))
    columns, rows = column[fits].tolist(), row[fits].tolist()
    yield from zip(zip(x[fits].tolist(), y[fits].tolist(), strict=True), columns, rows, strict=True)


def _first(places: _Numbers) -> _Whole:
    return np.floor(places).astype(np.int64)


def _last(places: _Numbers) -> _Whole:
    return np.ceil(places).astype(np.int64)


def _jittered(column: _Whole, row: _Whole, step: float, salt: int) -> tuple[_Numbers, _Numbers]:
    """Places on a crooked grid."""
    shift = np.where(row % 2 == 1, step / 2, 0.0)
    x = column * step + shift + step * 0.36 * swings(column, row, salt)
    return x, row * step + step * 0.36 * swings(column, row, salt + 1)


_POINTY_NORMALS = ((1.0, 0.0), (0.5, -0.8660254), (-0.5, -0.8660254))
_FLAT_NORMALS = ((0.0, -1.0), (-0.8660254, -0.5), (-0.8660254, 0.5))
"""The directions of the first three hexsides; the other three lie opposite."""


def _taken(scene: Scene, dx: _Numbers, dy: _Numbers, settled: _Yes) -> _Yes:
    """Whether places in a hex belong to its number or its town."""
    unit = scene.unit
    top = -scene.layout.pixels.side * 0.72 if scene.lattice.pointy else -scene.width / 2 + 9 * unit
    number = (np.abs(dx) < 15 * unit) & (np.abs(dy - top) < 8.5 * unit)
    return number | settled & (np.hypot(dx, dy) < 25 * unit)
