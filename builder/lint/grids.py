"""Grids: do their names lead back to their places?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from builder import limits
from builder.hexes.vassal_grid import DEFAULT_DX, DEFAULT_DY, Point
from builder.hexes.vassal_numbering import NumberedHexGrid
from builder.lint.findings import Finding
from builder.lint.subject import Subject
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.grids import Grid, Hexes, Squares, Zone, Zones
from builder.vassal.locations import BoardShape


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M401 and M406 to M409."""
    for place, zone in subject.all_of(c.Zone):
        if len(zone.path) < 3:
            yield Finding(
                "M406",
                str(place),
                quoting("its path has {number} {number|corner|corners}.", number=len(zone.path)),
            )
    for place, grid in subject.all_of(c.HexGrid, c.SquareGrid):
        yield from _size(str(place), grid)
    left = int(limits.PLACES)
    for area in _areas(subject):
        left -= _count(area)
        if left < 0:
            subject.cut.add("grids")
            return
        if isinstance(area.grid, Hexes) and area.grid.numbered:
            yield from _hexes(area, area.grid.hexes)
        elif isinstance(area.grid, Squares):
            yield from _squares(area, area.grid)


def _size(where: str, grid: object) -> Iterator[Finding]:
    assert isinstance(grid, c.HexGrid | c.SquareGrid)
    if any(name in ("dx", "dy") for name, _ in grid.verbatim):
        return  # which is told by itself
    if grid.dx <= 0 or grid.dy <= 0:
        yield Finding("M407", where, quoting("dx is {dx} and dy {dy}.", dx=grid.dx, dy=grid.dy))
    elif isinstance(grid, c.HexGrid) and grid.dx == DEFAULT_DX and grid.dy != DEFAULT_DY:
        regular = grid.dy * math.sqrt(3) / 2
        text = quoting(
            "dx is {dx} with dy {dy}; VASSAL takes {other:.4f}.",
            dx=grid.dx,
            dy=grid.dy,
            other=regular,
        )
        yield Finding("M408", where, text)


@dataclass(frozen=True)
class _Area:
    """A zone with its grid, or a board with the grid between its zones."""

    where: str
    zone: Zone
    grid: Grid | None


def _areas(subject: Subject) -> Iterator[_Area]:
    for shape in subject.shape.maps:
        for board in shape.boards:
            where = f"Map '{shape.name}' > Board '{board.name}'"
            grid = board.grid
            if isinstance(grid, Zones):
                for zone in grid.zones:
                    yield _Area(f"{where} > Zone '{zone.name}'", zone, zone.grid)
                grid = grid.background
            yield _Area(where, _whole(board), grid)


def _count(area: _Area) -> int:
    """How many places of a grid lie in the box of an area, at most, those at its edge included."""
    match area.grid:
        case Hexes():
            dx, dy = area.grid.hexes.grid.dx, area.grid.hexes.grid.dy
        case Squares():
            dx, dy = area.grid.dx, area.grid.dy
        case _:
            return 0
    _, _, width, height = area.zone.box
    longer, shorter = max(width, height), min(width, height)
    return math.ceil(longer / min(dx, dy) + 3) * math.ceil(shorter / max(dx, dy) + 3)


def _whole(board: BoardShape) -> Zone:
    right, down = board.width, board.height
    return Zone(board.name, ((0, 0), (right, 0), (right, down), (0, down)))


def _cells(area: _Area, hexes: NumberedHexGrid) -> Iterator[tuple[tuple[int, int], Point]]:
    """The raw cells whose centre lies in the area, with their centres."""
    grid = hexes.grid
    flat = [(y, x) if grid.sideways else (x, y) for x, y in area.zone.corners]
    if not flat:
        return
    columns = _span([x for x, _ in flat], grid.x0, grid.dx)
    rows = _span([y for _, y in flat], grid.y0, grid.dy)
    for column in columns:
        for row in rows:
            centre = grid.centre(column, row)
            if area.zone.holds(*centre):
                yield (column, row), centre


def _span(values: list[int], origin: int, pitch: float) -> range:
    low, high = (min(values) - origin) / pitch, (max(values) - origin) / pitch
    return range(math.floor(low) - 1, math.ceil(high) + 2)


def _hexes(area: _Area, hexes: NumberedHexGrid) -> Iterator[Finding]:
    seen: dict[str, Point] = {}
    astray = 0
    for cell, centre in _cells(area, hexes):
        name = hexes.cell_name(*cell)
        if name in seen:
            text = quoting(
                "the hexes at {place} and {other} are both called '{name}'.",
                place=seen[name],
                other=centre,
                name=name,
            )
            yield Finding("M401", area.where, text)
            return
        seen[name] = centre
        if hexes.cell_of(name) != cell:
            text = quoting(
                "the hex at {place} is called '{name}', and no hex is found by that name.",
                place=centre,
                name=name,
            )
            yield Finding("M401", area.where, text)
            return
        found = hexes.location(name)
        astray += found is None or math.dist(found, centre) > hexes.grid.dy / 3
    if astray:
        yield Finding(
            "M409",
            area.where,
            quoting(
                "{number} of {all} hexes {number|is|are} missed.", number=astray, all=len(seen)
            ),
        )


def _squares(area: _Area, grid: Squares) -> Iterator[Finding]:
    left, top, width, height = area.zone.box
    columns, rows = int(width / grid.dx), int(height / grid.dy)
    if grid.numbering is None or columns * rows > limits.PLACES:
        return
    for column in range(columns):
        for row in range(rows):
            point = grid.snap(
                round(left + (column + 0.5) * grid.dx), round(top + (row + 0.5) * grid.dy)
            )
            name = grid.name(*point)
            found = None if name is None else grid.locate(name)
            if found is None or math.dist(found, point) > min(grid.dx, grid.dy) / 2:
                text = quoting(
                    "the square at {place} is called '{name}', which leads to another place.",
                    place=point,
                    name=name,
                )
                yield Finding("M401", area.where, text)
                return
