"""A printed grid as VASSAL's: hexes whose names in play are the numbers on the map."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from builder.hexes.grid import Grid, PixelGrid, Section
from builder.hexes.vassal_grid import HexGrid, Point
from builder.hexes.vassal_numbering import GridNumbering, NumberedHexGrid
from builder.saying import Saying
from builder.vassal.buildfile import components as c

Path = tuple[Point, ...]


@dataclass(frozen=True)
class NumberedSection:
    """One section of a printed grid: its outline in pixels, and VASSAL's grid for it."""

    prefix: str
    outline: Path
    hexes: NumberedHexGrid
    cells: dict[str, tuple[int, int]]

    def centre(self, name: str) -> Point:
        """Where VASSAL puts a piece in the hex of that printed number; KeyError for no such hex."""
        return self.hexes.grid.centre(*self.cells[name])

    def component(self) -> c.HexGrid:
        """The grid as a component of the build file, lines and numbers not drawn."""
        grid, numbering = self.hexes.grid, self.hexes.numbering
        return c.HexGrid(
            dx=grid.dx, dy=grid.dy, x0=grid.x0, y0=grid.y0, sideways=grid.sideways, visible=False
        ).holding(
            c.HexGridNumbering(
                first=numbering.first,
                sep=numbering.sep,
                h_type=numbering.h_type,
                v_type=numbering.v_type,
                h_leading=numbering.h_leading,
                v_leading=numbering.v_leading,
                h_off=numbering.h_off,
                v_off=numbering.v_off,
                h_descend=numbering.h_descend,
                v_descend=numbering.v_descend,
                stagger=numbering.stagger,
            )
        )


def numbered_sections(pixels: PixelGrid) -> list[NumberedSection]:
    """VASSAL's grid for each section of a printed one.

    Raises ValueError if no numbering of VASSAL's gives all printed numbers.
    """
    sections = pixels.grid.sections
    return [_numbered(pixels, number) for number in range(len(sections))]


def _numbered(pixels: PixelGrid, number: int) -> NumberedSection:
    section = pixels.grid.sections[number]
    own = Grid((section,))
    names = [name for name in own.places if name in pixels.grid.places]
    outline = outline_of(pixels, names)
    across, down = [x for x, _ in outline], [y for _, y in outline]
    size = max(across) - min(across), max(down) - min(down)
    fallback: NumberedSection | None = None
    for candidate, cells in _candidates(pixels, section, names, size):
        if all(candidate.cell_name(*cells[n]) == n.removeprefix(section.prefix) for n in names):
            found = NumberedSection(section.prefix, outline, candidate, cells)
            if _finds_its_own(found):
                return found
            fallback = fallback or found
    if fallback is None:
        text = (
            "VASSAL cannot number a grid like section {number} of [grid]; let rows and columns "
            "count evenly from one edge"
        )
        raise ValueError(Saying(text, number=number + 1))
    return fallback


def _finds_its_own(section: NumberedSection) -> bool:
    """Whether VASSAL, sent to a name, comes to its hex."""
    prefix, hexes = section.prefix, section.hexes
    for name in section.cells:
        at = hexes.location(name.removeprefix(prefix))
        if at is None or math.dist(at, section.centre(name)) > 2:
            return False
    return True


def _candidates(
    pixels: PixelGrid, section: Section, names: list[str], size: tuple[int, int]
) -> Iterator[tuple[NumberedHexGrid, dict[str, tuple[int, int]]]]:
    """All grids of VASSAL's that lie on these hexes, plainest first, numbers fitted to one hex."""
    sideways = section.orientation == "pointy"
    plain = _numbering(section)
    for extra in (0, 1):
        grid, cells = _laid(pixels, names, sideways, extra)
        for stagger, down, across, first in product(
            (False, True), (False, True), (False, True), "HV"
        ):
            order = replace(
                _as_first(plain, first), h_descend=across, v_descend=down, stagger=stagger
            )
            fitted = _fitted(NumberedHexGrid(grid, order, *size), section, names[0], cells)
            if fitted is not None:
                yield fitted, cells


def _numbering(section: Section) -> GridNumbering:
    """VASSAL's numbering of such names, the first number across."""
    lettered = section.letters in ("rows", "both"), section.letters in ("columns", "both")
    first, second = lettered if section.order == "RRCC" else lettered[::-1]
    return GridNumbering(
        first="H",
        sep=section.separator,
        h_type="A" if first else "N",
        v_type="A" if second else "N",
        h_leading=section.digits[0] - 1,
        v_leading=section.digits[1] - 1,
        h_off=0,
        v_off=0,
    )


def _as_first(plain: GridNumbering, first: str) -> GridNumbering:
    """The numbering with its first number across (H) or down (V)."""
    if first == "H":
        return plain
    return replace(
        plain,
        first="V",
        h_type=plain.v_type,
        v_type=plain.h_type,
        h_leading=plain.v_leading,
        v_leading=plain.h_leading,
    )


def _fitted(
    hexes: NumberedHexGrid, section: Section, name: str, cells: dict[str, tuple[int, int]]
) -> NumberedHexGrid | None:
    """The numbering with the offsets that give one hex its printed number."""
    printed = hexes.numbering.parse(name.removeprefix(section.prefix))
    if printed is None:
        return None
    column, row = hexes.numbered(*cells[name])
    offsets = printed[0] - column, printed[1] - row
    numbering = replace(hexes.numbering, h_off=offsets[0], v_off=offsets[1])
    return replace(hexes, numbering=numbering)


def _laid(
    pixels: PixelGrid, names: list[str], sideways: bool, extra: int
) -> tuple[HexGrid, dict[str, tuple[int, int]]]:
    """A grid of VASSAL's on the printed hexes, and the raw cell of each.

    VASSAL's odd lines lie half a hex towards larger numbers; `extra` leaves an empty line before
    the first, which turns odd lines into even ones.
    """
    lines: dict[str, int] = {}
    steps: dict[str, int] = {}
    for name in names:
        x, y, _ = pixels.grid.places[name]
        lines[name], steps[name] = (y, x) if sideways else (x, y)
    first = min(lines.values()) - extra
    even = {name: (lines[name] - first) % 2 == 0 for name in names}
    base = min(steps[name] - (0 if even[name] else 1) for name in names)
    cells = {
        name: (lines[name] - first, (steps[name] - base - (0 if even[name] else 1)) // 2)
        for name in names
    }
    pitch = pixels.side * 1.5
    column, row = cells[names[0]]
    centre = pixels.centre(names[0])
    along, across = centre[::-1] if sideways else centre
    half = pixels.width / 2 if column % 2 else 0.0
    grid = HexGrid(
        dx=pitch,
        dy=float(pixels.width),
        x0=round(along - pitch * column),
        y0=round(across - pixels.width * row - half),
        sideways=sideways,
    )
    return grid, cells


def _whole(point: tuple[float, float]) -> Point:
    """Rounded so that neighbours, who reckon a shared corner each from its own centre, agree."""
    return math.floor(point[0] + 0.500001), math.floor(point[1] + 0.500001)


def _edges(pixels: PixelGrid, names: list[str]) -> Iterator[tuple[Point, Point]]:
    """The hexsides of some hexes beyond which none of them lies, in circular order."""
    places = pixels.grid.places
    inside = {places[name] for name in names}
    steps = tuple(pixels.grid.steps.values())
    for name in names:
        x, y, lattice = places[name]
        open_sides = [
            i for i, (dx, dy) in enumerate(steps) if (x + dx, y + dy, lattice) not in inside
        ]
        if not open_sides:
            continue
        corners = [_whole(corner) for corner in pixels.corners(name)]
        for side in open_sides:
            yield corners[side], corners[(side + 1) % 6]


def outline_of(pixels: PixelGrid, names: list[str]) -> Path:
    """The outline of some hexes that hang together, in whole pixels, as one polygon."""
    after: dict[Point, list[Point]] = {}
    for start, end in sorted(_edges(pixels, names)):
        after.setdefault(start, []).append(end)
    loops = []
    while after:
        start = min(after)
        loop = [start]
        while True:
            following = after[loop[-1]]
            step = following.pop()
            if not following:
                del after[loop[-1]]
            if step == start:
                break
            loop.append(step)
        loops.append(tuple(loop))
    return max(loops, key=len)
