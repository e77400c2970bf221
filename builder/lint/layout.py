"""Boards in pixels: their sizes, the grids of their zones, and what a place is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from builder.hexes.vassal_grid import GridNumbering, HexGrid, NumberedHexGrid, Point, fill_format
from builder.lint.picture import picture_size
from builder.lint.subject import Place, Subject
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component

Polygon = tuple[Point, ...]
_GRIDS = (c.HexGrid, c.SquareGrid, c.RegionGrid)


@dataclass(frozen=True)
class Area:
    """A part of a board with a grid of its own, or the whole board.

    `format` is how a zone names its places; `size` is that of the board or of the zone's box.
    """

    place: Place
    polygon: Polygon
    grid: Component | None
    name: str = ""
    format: str = "$gridLocation$"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        across, down = [x for x, _ in self.polygon], [y for _, y in self.polygon]
        return max(across) - min(across), max(down) - min(down)

    def holds(self, point: Point) -> bool:
        """Whether a point lies in the area; left and top borders belong to it."""
        x, y = point
        inside = False
        for (ax, ay), (bx, by) in pairwise((*self.polygon, self.polygon[0])):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        return inside

    def hexes(self) -> NumberedHexGrid | None:
        """Its hex grid with numbering; None if it has none. ValueError for a grid without size."""
        if not isinstance(self.grid, c.HexGrid):
            return None
        numbering = next((p for p in self.grid.children if isinstance(p, c.HexGridNumbering)), None)
        if numbering is None:
            return None
        return NumberedHexGrid(
            HexGrid.from_attributes(self.grid.encoded()),
            GridNumbering.from_attributes(numbering.encoded()),
            *self.size,
        )

    def find(self, location: str) -> Point | None:
        """The point of a location of this area, or None."""
        inner = self._inner(location)
        if inner is None:
            return None
        if isinstance(self.grid, c.RegionGrid):
            return next((at for name, at in self.regions() if name == inner), None)
        if isinstance(self.grid, c.SquareGrid):
            return self.polygon[0]  # squares are not worked out; any name of theirs will do
        hexes = self.hexes()
        cell = hexes.cell_of(inner) if hexes else None
        point = hexes.grid.centre(*cell) if hexes and cell else None
        return point if point and self.holds(point) else None

    def _inner(self, location: str) -> str | None:
        grid = "(?P<grid>.*)" if self.grid is not None else ""
        values = {"name": re.escape(self.name), "gridLocation": grid}
        pattern = fill_format(re.escape(self.format).replace(r"\$", "$"), values)
        match = re.fullmatch(pattern, location)
        return match.groupdict().get("grid", "") if match else None

    def regions(self) -> Iterator[tuple[str, Point]]:
        """The named points of its region grid."""
        for region in self.grid.children if self.grid else ():
            if isinstance(region, c.Region):
                yield region.name, (region.originx, region.originy)


def board_size(subject: Subject, board: c.Board) -> tuple[int, int] | None:
    """Width and height in pixels; None when its image is missing or unreadable."""
    if board.image:
        name = subject.module.find_image(board.image)
        return picture_size(subject.module.images[name]) if name else None
    return board.width or 500, board.height or 500


def areas_of(subject: Subject, place: Place, board: c.Board) -> list[Area]:
    """The zones of a board in order, the board itself with its background grid last."""
    width, height = board_size(subject, board) or (1, 1)
    whole: Polygon = ((0, 0), (width, 0), (width, height), (0, height))
    around = (*place.around, board)
    grid = _grid(board)
    found = []
    if isinstance(grid, c.ZonedGrid):
        background = _grid(grid)
        for zone in grid.children:
            if isinstance(zone, c.Zone) and len(zone.path) > 2:
                own = background if zone.use_parent_grid else _grid(zone)
                spot = Place(zone, (*around, grid))
                found.append(Area(spot, zone.path, own, zone.name, zone.location_format))
        grid = background
    return [*found, Area(Place(board, place.around), whole, grid)]


def _grid(part: Component) -> Component | None:
    kinds = (*_GRIDS, c.ZonedGrid)
    return next((child for child in part.children if isinstance(child, kinds)), None)
