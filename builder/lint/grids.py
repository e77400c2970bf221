"""Grids: do their names lead back to their places?"""

from __future__ import annotations

import math
from collections.abc import Iterator

from builder.hexes.vassal_grid import DEFAULT_DX, DEFAULT_DY, GridNumbering, NumberedHexGrid, Point
from builder.lint.findings import Finding
from builder.lint.layout import Area, areas_of
from builder.lint.subject import Subject
from builder.vassal.buildfile import components as c

_MAX_CELLS = 300_000


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M401 and M406 to M409."""
    for place, zone in subject.all_of(c.Zone):
        if len(zone.path) < 3:
            yield Finding("M406", str(place), f"its path has {len(zone.path)} corners.")
    for place, board in subject.all_of(c.Board):
        for area in areas_of(subject, place, board):
            try:
                yield from _area(area)
            except ValueError as error:
                yield Finding("M407", str(area.place), f"{error}.")


def _area(area: Area) -> Iterator[Finding]:
    grid = area.grid
    if isinstance(grid, c.HexGrid):
        if grid.dx == DEFAULT_DX and grid.dy != DEFAULT_DY:
            regular = grid.dy * math.sqrt(3) / 2
            text = f"dx is {grid.dx} with dy {grid.dy}; VASSAL takes {regular:.4f}."
            yield Finding("M408", str(area.place), text)
        hexes = area.hexes()
        if hexes is not None:
            yield from _hexes(area, hexes)
    elif isinstance(grid, c.SquareGrid):
        yield from _squares(area, grid)


def cells_of(area: Area, hexes: NumberedHexGrid) -> Iterator[tuple[tuple[int, int], Point]]:
    """The raw cells whose centre lies in the area, with their centres."""
    grid = hexes.grid
    flat = [(y, x) if grid.sideways else (x, y) for x, y in area.polygon]
    columns = _span([x for x, _ in flat], grid.x0, grid.dx)
    rows = _span([y for _, y in flat], grid.y0, grid.dy)
    if len(columns) * len(rows) > _MAX_CELLS:
        return
    for column in columns:
        for row in rows:
            centre = grid.centre(column, row)
            if area.holds(centre):
                yield (column, row), centre


def _span(values: list[int], origin: int, pitch: float) -> range:
    low, high = (min(values) - origin) / pitch, (max(values) - origin) / pitch
    return range(math.floor(low) - 1, math.ceil(high) + 2)


def _hexes(area: Area, hexes: NumberedHexGrid) -> Iterator[Finding]:
    seen: dict[str, Point] = {}
    astray = 0
    for cell, centre in cells_of(area, hexes):
        name = hexes.cell_name(*cell)
        if name in seen:
            text = f"the hexes at {seen[name]} and {centre} are both called '{name}'."
            yield Finding("M401", str(area.place), text)
            return
        seen[name] = centre
        if hexes.cell_of(name) != cell:
            text = f"the hex at {centre} is called '{name}', and no hex is found by that name."
            yield Finding("M401", str(area.place), text)
            return
        found = hexes.location(name)
        astray += found is None or math.dist(found, centre) > hexes.grid.dy / 3
    if astray:
        yield Finding("M409", str(area.place), f"{astray} of {len(seen)} hexes are missed.")


def _squares(area: Area, grid: c.SquareGrid) -> Iterator[Finding]:
    if grid.dx <= 0 or grid.dy <= 0:
        raise ValueError(f"a grid needs dx and dy above 0, not {grid.dx} and {grid.dy}")
    shown = next((p for p in grid.children if isinstance(p, c.SquareGridNumbering)), None)
    width, height = area.size
    columns, rows = int(width / grid.dx) + 1, int(height / grid.dy) + 1
    if shown is None or columns * rows > _MAX_CELLS:
        return
    numbering = GridNumbering.from_attributes(shown.encoded())
    for column in range(columns):
        for row in range(rows):
            name = numbering.name(column, row)
            if numbering.parse(name) != (column, row):
                text = f"the square in column {column}, row {row} is called '{name}'; that name "
                yield Finding("M401", str(area.place), text + "is read as another square.")
                return
