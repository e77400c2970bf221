"""VASSAL's grid of hexes back to a printed grid: sections of rows and columns that name each hex
the same, and hexes by which the grid can be laid over the map's picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from builder import limits
from builder.adopt.told import Told
from builder.game.definition import MOST_SEPARATOR
from builder.hexes.fit import SMALLEST, STRETCHED, Mark, UnfitError, fit_grid
from builder.hexes.grid import Compass, Grid, Letters, PixelGrid, Section
from builder.hexes.vassal_numbering import GridNumbering, NumberedHexGrid, without_ends
from builder.vassal.grids import Hexes, Zone, Zones
from builder.vassal.locations import BoardShape, LaidMap

_MOST_HEXES = int(limits.ADOPTED_HEXES)
_MOST_SIZE = 4 * _MOST_HEXES
_MOST_LINES = 400
_FEWEST = 3
_FORMAT = re.compile(
    r"(?P<before>[^$]*)\$(?:(?P<pair>gridLocation)"
    r"|(?P<first>column|row)\$(?P<sep>[^$]*)\$(?!(?P=first))(?:column|row))\$"
)
"""A location format that is a text and then both numbers."""
_BEYOND = 0.34
"""How many hexes the middle of a hex may lie beyond the board's edge: it still shows."""

ODD_NAMES = "Its hexes are named in a way that rows and columns cannot say; they are left out."
IN_LINE = "Its hexes lie in one line, by which no grid is laid over a map; they are left out."
FEW = "Fewer than three of its hexes lie on the board; they are left out."
ODD_SHAPE = (
    "Its hexes are more than twice as high or as wide as regular ones, or smaller than 5 pixels: "
    "no grid is laid over a map by them; they are left out."
)
SMALLER = (
    "The map has a larger grid of hexes, which was taken over; the hexes of this one were not."
)
OTHER_MAP = (
    "The hexes of one map are taken over; what stands in those of this one stands in its window."
)
TOO_MANY = "It has more hexes than Kessel takes; they are left out."
NOT_LOOKED_AT = "Boards before it have more hexes than any game; no map was looked for from it on."


@dataclass(frozen=True)
class Cell:
    """A hex of VASSAL's grid: its raw cell, its numbers, its name and middle in pixels."""

    column: int
    row: int
    numbers: tuple[int, int]
    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Found:
    """A grid of hexes as Kessel writes it. `cells` are VASSAL's own by name."""

    section: Section
    cells: dict[str, Cell]
    width: float

    def marks(self) -> list[Mark]:
        """Hexes far apart by which the grid lies on the picture: the corners and the middle."""
        known = Grid((self.section,)).places
        marks = [Mark(name, (at.x, at.y)) for name, at in self.cells.items() if name in known]
        corners = [
            min(marks, key=lambda mark: (sx * mark.at[0] + sy * mark.at[1], mark.hex))
            for sx, sy in ((1, 1), (-1, 1), (1, -1), (-1, -1))
        ]
        return list(dict.fromkeys([*corners, marks[len(marks) // 2]]))

    @property
    def unlaid(self) -> str:
        """Why those do not tell where the grid lies, as of hexes in one line; empty if they do."""
        grid = Grid((self.section,))
        try:
            fit = fit_grid(grid, self.marks())
        except UnfitError:
            return IN_LINE
        pointy = grid.orientation == "pointy"
        wide, high = (fit.across, fit.down) if pointy else (fit.down, fit.across)
        side = PixelGrid(grid, wide, 0, 0, high / wide).side
        shapely = STRETCHED[0] <= fit.stretch <= STRETCHED[1] and min(wide, side) >= SMALLEST
        return "" if shapely else ODD_SHAPE


def first_hexes(
    boards: Iterable[BoardShape], told: Told
) -> Iterator[tuple[BoardShape, Found | None, Told]]:
    """The first boards of a module, each with its hexes and what is to be told of them: as many as
    are soon looked at. The first that is not looked at any more goes into `told`."""
    looked = 0
    for board in boards:
        if looked > limits.PLACES:
            told.add("place", "board", NOT_LOOKED_AT, board.name)
            return
        looked += 1 + _looked_at(board)
        own = Told()
        yield board, hexes_of(board, own), own


def _looked_at(board: BoardShape) -> int:
    """How many hexes of a board are looked at: a grid too large for that is passed over."""
    looked = 0
    for hexes, _ in _grids(board):
        size = _size(hexes, board)
        looked += size if size <= _MOST_SIZE else 0
        if looked > limits.LOOKED:
            return limits.LOOKED
    return looked


def hexes_of(board: BoardShape, told: Told) -> Found | None:
    """The largest grid of hexes on a board; None if it has none that Kessel can say. Others that
    have other hexes are told."""
    every: list[tuple[str, Found]] = []
    looked = 0
    for hexes, zone in _grids(board):
        size = _size(hexes, board)
        looked += size
        if looked > limits.LOOKED:
            told.add("place", "hex grid", TOO_MANY, board.name)
            break
        cells = list(_cells(hexes, zone, board)) if size <= _MOST_SIZE else []
        if len(cells) > _MOST_HEXES or size > _MOST_SIZE:
            told.add("place", "hex grid", TOO_MANY, board.name)
            continue
        if len(cells) < _FEWEST:
            told.add("place", "hex grid", FEW, board.name)
            continue
        found = _section(hexes, cells, zone)
        if found is None:
            told.add("place", "hex grid", ODD_NAMES, board.name)
        elif why := found.unlaid:
            told.add("place", "hex grid", why, board.name)
        else:
            every.append((board.name if zone is None else zone.name, found))
    best = max((found for _, found in every), key=lambda found: len(found.cells), default=None)
    for name, found in every:
        if best is not None and not found.cells.keys() <= best.cells.keys():
            told.add("place", "hex grid", SMALLER, name)
    return best


def other_hexes(maps: Iterable[LaidMap], told: Told) -> None:
    """Tells the maps on which VASSAL names hexes as well, of which none is taken over."""
    for laid in maps:
        for placed in laid.boards:
            grid = placed.board.grid
            inside = [grid]
            if isinstance(grid, Zones):
                inside = [*(zone.grid for zone in grid.zones), grid.background]
            if any(isinstance(one, Hexes) and one.numbered for one in inside):
                told.add("place", "hex grid", OTHER_MAP, laid.shape.name)
                break


def _grids(board: BoardShape) -> Iterator[tuple[NumberedHexGrid, Zone | None]]:
    grid = board.grid
    if isinstance(grid, Hexes):
        yield grid.hexes, None
    elif isinstance(grid, Zones):
        for zone in grid.zones:
            if isinstance(zone.grid, Hexes) and zone.grid is not grid.background:
                yield zone.grid.hexes, zone
        if isinstance(grid.background, Hexes):
            yield grid.background.hexes, None


def _lines(hexes: NumberedHexGrid, board: BoardShape) -> tuple[range, range]:
    """The columns and rows of which some hex may lie on the board."""
    grid = hexes.grid
    wide, high = (board.height, board.width) if grid.sideways else (board.width, board.height)
    columns = range(int(-grid.x0 / grid.dx) - 2, int((wide - grid.x0) / grid.dx) + 3)
    return columns, range(int(-grid.y0 / grid.dy) - 2, int((high - grid.y0) / grid.dy) + 3)


def _size(hexes: NumberedHexGrid, board: BoardShape) -> int:
    columns, rows = _lines(hexes, board)
    return (columns.stop - columns.start) * (rows.stop - rows.start)  # more than `len` can tell


def _cells(hexes: NumberedHexGrid, zone: Zone | None, board: BoardShape) -> Iterator[Cell]:
    """The hexes whose middle lies on the board, or in the zone."""
    grid = hexes.grid
    wide, high = (board.height, board.width) if grid.sideways else (board.width, board.height)
    for column, row in product(*_lines(hexes, board)):
        x = grid.dx * column + grid.x0
        y = grid.dy * row + grid.y0 + (grid.dy / 2 if column % 2 else 0)
        if not (-_BEYOND * grid.dx <= x < wide + _BEYOND * grid.dx):
            continue
        if not (-_BEYOND * grid.dy <= y < high + _BEYOND * grid.dy):
            continue
        if grid.sideways:
            x, y = y, x
        if zone is not None and not zone.holds(*grid.centre(column, row)):
            continue
        across, down = hexes.numbered(column, row)
        numbers = across + hexes.numbering.h_off, down + hexes.numbering.v_off
        yield Cell(column, row, numbers, hexes.cell_name(column, row), x, y)


def _section(hexes: NumberedHexGrid, cells: Sequence[Cell], zone: Zone | None) -> Found | None:
    """The section that names these hexes; None if none does."""
    grid, numbering = hexes.grid, hexes.numbering
    parts = _parts(numbering)
    if parts is None:
        return None
    prefix, numbering = parts
    if len(numbering.sep) > MOST_SEPARATOR or not numbering.sep.isprintable():
        return None
    named = {cell.name: cell for cell in cells}
    if zone is not None:
        named, before = _named_by(zone, hexes, cells)
        prefix = before + prefix
    # Which of the two numbers counts the lines (rows of pointy hexes, columns of flat ones)?
    line = _constant(cells)
    if len(named) < len(cells) or line is None:
        return None
    base = _base(numbering, cells, line, prefix, pointy=grid.sideways)
    if max(base.rows, base.columns) > _MOST_LINES:
        return None
    # An expression that takes a name for a number loses the zeros before it.
    for digits in dict.fromkeys([base.digits, (1, base.digits[1])]):
        for section in _variants(replace(base, digits=digits)):
            if _agrees(section, named, grid.dx, grid.dy):
                return Found(_trimmed(section, named), named, grid.dy)
    return None


_LETTERS: dict[tuple[bool, bool], Letters] = {
    (False, False): "",
    (True, False): "rows",
    (False, True): "columns",
    (True, True): "both",
}
"""How a section says which of its rows and columns are counted by letters."""


def _base(
    numbering: GridNumbering, cells: Sequence[Cell], line: int, prefix: str, *, pointy: bool
) -> Section:
    """A section that counts as a numbering does, from north and west; `line` is the number of a
    cell's two that counts the lines."""
    row_at = line if pointy else 1 - line
    first = 0 if numbering.first == "H" else 1
    types = numbering.h_type, numbering.v_type
    leading = numbering.h_leading, numbering.v_leading
    rows = [cell.numbers[row_at] for cell in cells]
    columns = [cell.numbers[1 - row_at] for cell in cells]
    return Section(
        orientation="pointy" if pointy else "flat",
        order="RRCC" if row_at == first else "CCRR",
        first_row=min(rows),
        rows=max(rows) - min(rows) + 1,
        first_column=min(columns),
        columns=max(columns) - min(columns) + 1,
        rows_from="north",
        columns_from="west",
        shifted="odd",
        towards="east" if pointy else "south",
        prefix=prefix,
        digits=(leading[first] + 1, leading[1 - first] + 1),
        separator=numbering.sep,
        letters=_LETTERS[types[row_at] == "A", types[1 - row_at] == "A"],
    )


def _parts(numbering: GridNumbering) -> tuple[str, GridNumbering] | None:
    """What stands before the numbers of a name, and the numbering as if its location format were
    the plain one; None for a format of which a section cannot say the names."""
    text = without_ends(numbering.location_format)
    if "{" not in text and (found := _FORMAT.fullmatch(text)):
        before, pair, first, sep = found.group("before", "pair", "first", "sep")
        if pair:
            return before, numbering
        return before, replace(numbering, first="H" if first == "column" else "V", sep=sep)
    return None


def _named_by(
    zone: Zone, hexes: NumberedHexGrid, cells: Sequence[Cell]
) -> tuple[dict[str, Cell], str]:
    """The hexes by the names that a zone gives them, and what it puts before all of them."""

    def name(cell: Cell) -> str:
        return zone.place_name(*hexes.grid.centre(cell.column, cell.row))

    full = [name(cell) for cell in cells[:1]]
    if "{" in zone.location_format:
        full = [name(cell) for cell in cells]
    last, plain = full[-1], cells[len(full) - 1].name
    # its zeros may be lost, and of those of one digit alone it is not known which are
    bare = plain if last.endswith(plain) else plain.lstrip("0")
    if not last.endswith(bare):
        return {}, ""
    before = last[: len(last) - len(bare)]
    if len(full) < len(cells):
        full = [before + cell.name for cell in cells]
    return dict(zip(full, cells, strict=True)), before


def _constant(cells: Sequence[Cell]) -> int | None:
    """Which of the two numbers is the same along a line of touching hexes' sides: along a raw
    column. None if neither is."""
    for index in (0, 1):
        by_line: dict[int, set[int]] = {}
        for cell in cells:
            by_line.setdefault(cell.column, set()).add(cell.numbers[index])
        if len(by_line) > 1 and all(len(numbers) == 1 for numbers in by_line.values()):
            return index
    return None


def _variants(base: Section) -> Iterator[Section]:
    """The section counted from each edge and with its lines shifted each way."""
    edges: tuple[tuple[Compass, Compass], ...] = (
        ("north", "west"),
        ("south", "west"),
        ("north", "east"),
        ("south", "east"),
    )
    ways: tuple[Compass, Compass] = (
        ("east", "west") if base.orientation == "pointy" else ("south", "north")
    )
    parities: tuple[Literal["odd", "even"], ...] = ("odd", "even")
    for (rows, columns), parity, towards in product(edges, parities, ways):
        yield replace(base, rows_from=rows, columns_from=columns, shifted=parity, towards=towards)


def _agrees(section: Section, named: dict[str, Cell], dx: float, dy: float) -> bool:
    """Whether each hex has its name, and lies where the section lays it, but for the origin."""
    places = dict(section.hexes())
    offsets: set[tuple[int, int]] = set()
    pointy = section.orientation == "pointy"
    for name, cell in named.items():
        if name not in places:
            return False
        x, y = places[name]
        along, across = (
            (cell.x / (dy / 2), cell.y / dx) if pointy else (cell.x / dx, cell.y / (dy / 2))
        )
        offsets.add((round((along - x) * 4), round((across - y) * 4)))
        if len(offsets) > 9:
            return False
    xs, ys = [x for x, _ in offsets], [y for _, y in offsets]
    return max(xs) - min(xs) <= 1 and max(ys) - min(ys) <= 1


def _trimmed(section: Section, named: dict[str, Cell]) -> Section:
    """The section without the hexes that VASSAL has not: those of its odd or even lines' ends, if
    each of them lacks one, and others by name, as an outline of a zone cuts them off."""
    options: tuple[Literal["", "odd", "even"], ...] = ("", "odd", "even")
    best = section
    for short in options:
        tried = replace(section, short=short)
        names = {name for name, _ in tried.hexes()}
        if names >= named.keys() and len(names) < len({name for name, _ in best.hexes()}):
            best = tried
    beyond = frozenset(name for name, _ in best.hexes() if name not in named)
    return replace(best, without=beyond) if beyond else best
