"""Mega-hexes: hexagons of hexes that tile a grid, as air areas do."""

from __future__ import annotations

from builder.hexes.grid import Grid

Mega = tuple[int, int, int]
"""Which mega-hex: two numbers along its tiling, and the part of the map."""


def mega_hexes(grid: Grid, through: str, radius: int) -> dict[str, Mega]:
    """The mega-hex of each hex: one has its middle in `through` and reaches `radius` hexes, so that
    it holds 1 + 3 * radius * (radius + 1), and the others lie against it without gaps."""
    q0, r0 = _axial(grid, through)
    return {
        name: (*_tile(q - q0, r - r0, radius), grid.places[name][2])
        for name in grid.places
        for q, r in [_axial(grid, name)]
    }


def _axial(grid: Grid, name: str) -> tuple[int, int]:
    """Coordinates along two of the three directions of hexes."""
    x, y, _ = grid.places[name]
    return ((x - y) // 2, y) if grid.orientation == "pointy" else (x, (y - x) // 2)


def _tile(q: int, r: int, radius: int) -> tuple[int, int]:
    """The tile that a hex lies in. From tile to tile it is (2 radius + 1, -radius) and
    (radius, radius + 1); the tile next to the exact solution, at most one off, holds the hex,
    and no other does."""
    area = 3 * radius * (radius + 1) + 1
    first = ((radius + 1) * q - radius * r) // area
    second = (radius * q + (2 * radius + 1) * r) // area
    return next(
        (i, j)
        for i in (first, first + 1, first - 1, first + 2)
        for j in (second, second + 1, second - 1, second + 2)
        if _distance(q - i * (2 * radius + 1) - j * radius, r + i * radius - j * (radius + 1))
        <= radius
    )


def _distance(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def between(one: Mega, other: Mega) -> float:
    """How many mega-hexes the second lies from the first; infinite on another part of the map."""
    if one[2] != other[2]:
        return float("inf")
    return _distance(other[0] - one[0], other[1] - one[1])
