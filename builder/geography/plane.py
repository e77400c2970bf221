"""The grid as geometry: hexagons, hexsides and corners on the grid plane, in hex widths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import shapely
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from builder.geography.georeference import Fit
from builder.hexes.grid import Grid, PixelGrid

Corner = tuple[int, int]
"""A hex corner: its coordinates in thousandths of a hex width, so that equal corners are equal."""

Side = tuple[str, str]
"""Two adjacent hexes in the order of the grid."""

MARGIN = 1.5
"""Hex widths around the map within which geography is kept."""


@dataclass(frozen=True)
class Plane:
    """A grid and its fit to the earth."""

    grid: Grid
    fit: Fit

    @cached_property
    def layout(self) -> PixelGrid:
        return PixelGrid(self.grid, 1, 0, 0)

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """Printed numbers, one for each hex, in the grid's order."""
        return tuple(self.grid.names.values())

    @cached_property
    def frame(self) -> Polygon:
        """The map's rectangle with the margin around it."""
        width, height = self.layout.size()
        return box(-MARGIN, -MARGIN, width + MARGIN, height + MARGIN)

    @cached_property
    def degrees(self) -> tuple[float, float, float, float]:
        """West, south, east, north of a rectangle in degrees that holds the frame."""
        ring = self.frame.exterior
        points = [ring.interpolate(n / 40, normalized=True) for n in range(40)]
        around = [self.fit.inverse(p.x, p.y) for p in points]
        longitudes, latitudes = [x for x, _ in around], [y for _, y in around]
        return (
            min(longitudes) - 0.5,
            min(latitudes) - 0.5,
            max(longitudes) + 0.5,
            max(latitudes) + 0.5,
        )

    def near(self, geometry: BaseGeometry) -> BaseGeometry:
        """What of a geometry in degrees may lie on the map; possibly empty."""
        return shapely.clip_by_rect(geometry, *self.degrees)

    def flat(self, near: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees on the plane, where a line of it may cross itself."""

        def transform(points: Any) -> Any:
            import numpy

            return numpy.column_stack(self.fit.forward(points[:, 0], points[:, 1]))

        return near if near.is_empty else shapely.transform(near, transform)

    def cut(self, flat: BaseGeometry) -> BaseGeometry:
        """What of a geometry on the plane lies in the frame, mended; possibly empty."""
        if flat.is_empty:
            return flat
        whole = shapely.make_valid(flat) if is_area(flat) else flat
        return whole.intersection(self.frame)

    @cached_property
    def polygons(self) -> dict[str, Polygon]:
        """Each hex as a hexagon."""
        return {name: Polygon(self.layout.corners(name)) for name in self.hexes}

    @cached_property
    def outline(self) -> BaseGeometry:
        """All hexagons together."""
        return shapely.union_all(list(self.polygons.values()), grid_size=1e-6)

    @cached_property
    def wide_outline(self) -> BaseGeometry:
        """The same with what lies just beside it."""
        return self.outline.buffer(0.05)

    @cached_property
    def sides(self) -> dict[Side, LineString]:
        """Each hexside between two hexes of the map, once."""
        found: dict[Side, LineString] = {}
        for name in self.hexes:
            for direction, other in self.grid.around[name].items():
                if (other, name) not in found:
                    found[name, other] = LineString(self.layout.hexside(name, direction))
        return found

    def side(self, one: str, other: str) -> Side:
        """The hexside between two hexes, in the order in which `sides` holds it."""
        return (one, other) if (one, other) in self.sides else (other, one)

    @cached_property
    def corner_sides(self) -> dict[Corner, dict[Corner, Side]]:
        """The graph of hexsides: corner -> neighbouring corner -> the hexside between."""
        graph: dict[Corner, dict[Corner, Side]] = {}
        for side, segment in self.sides.items():
            start, end = (corner(x, y) for x, y in segment.coords)
            graph.setdefault(start, {})[end] = side
            graph.setdefault(end, {})[start] = side
        return graph

    @cached_property
    def corner_tree(self) -> tuple[list[Corner], shapely.STRtree]:
        """All corners, and their places for a search by distance."""
        corners = list(self.corner_sides)
        return corners, shapely.STRtree([Point(x / 1000, y / 1000) for x, y in corners])

    @cached_property
    def centre_tree(self) -> shapely.STRtree:
        """The middles of `hexes`, for a search by distance."""
        return shapely.STRtree([Point(self.layout.centre(name)) for name in self.hexes])

    @cached_property
    def hex_tree(self) -> shapely.STRtree:
        return shapely.STRtree([self.polygons[name] for name in self.hexes])

    def hexes_touching(self, geometry: BaseGeometry) -> list[str]:
        """The hexes that a geometry meets, in the grid's order."""
        return [self.hexes[n] for n in sorted(self.hex_tree.query(geometry, "intersects"))]

    def hex_at(self, longitude: float, latitude: float) -> str | None:
        """The hex in which a point of the earth lies; None if it lies off the map."""
        x, y = self.fit.forward(longitude, latitude)
        point = shapely.Point(float(x), float(y))
        found = self.hexes_touching(point)
        return found[0] if found else None


def is_area(geometry: BaseGeometry) -> bool:
    """Whether it is an area, or things among which there may be areas."""
    return geometry.geom_type in ("Polygon", "MultiPolygon", "GeometryCollection")


def corner(x: float, y: float) -> Corner:
    """A point of the plane as a corner's key."""
    return round(x * 1000), round(y * 1000)
