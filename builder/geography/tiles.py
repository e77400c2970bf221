"""A large shape in tiles: what is asked of it at one hex costs only what of it lies near there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import shapely
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

LARGE = 500
"""Corners of a shape that is worth cutting."""

ROUND = 1.5
"""Hex widths by which tiles overlap: whatever is no wider lies whole within one of them."""

SMALL = 3.0
"""Hex widths of a tile that is cut no more."""

Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class Tile:
    """What of a shape on the plane lies within a rectangle, and the same in four smaller ones."""

    shape: BaseGeometry
    bounds: Bounds

    def at(self, bounds: Bounds) -> BaseGeometry:
        """The shape in the smallest tile that holds a rectangle; the whole if none does."""
        for tile in self._parts:
            if _holds(tile.bounds, bounds):
                return tile.at(bounds)
        return self.shape

    @cached_property
    def _parts(self) -> tuple[Tile, ...]:
        west, south, east, north = self.bounds
        wide, high = east - west, north - south
        large = shapely.get_num_coordinates(self.shape) > LARGE
        if not large or max(wide, high) <= 2 * ROUND + SMALL:
            return ()
        x, y = (west + east) / 2, (south + north) / 2
        rooms = [
            (left, low, right, up)
            for left, right in ((west, x + ROUND), (x - ROUND, east))
            for low, up in ((south, y + ROUND), (y - ROUND, north))
        ]
        return tuple(Tile(self.shape.intersection(box(*room)), room) for room in rooms)


def tiles_of(shape: BaseGeometry) -> Tile:
    """A shape in tiles, each of which is cut when something near it is asked for."""
    return Tile(shape, shape.bounds)


def _holds(outer: Bounds, inner: Bounds) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )
