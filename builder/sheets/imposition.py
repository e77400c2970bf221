"""Where each counter lies on which sheet, front and back; only numbers, nothing is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from builder.sheets.options import SheetOptions

#: Between the fold line and the nearest counters, mm.
_FOLD_ROOM = 5.0


@dataclass(frozen=True, slots=True)
class Grid:
    """A block of counters: its upper left corner, columns and rows, side and gutter in mm."""

    left: float
    top: float
    columns: int
    rows: int
    side: float
    gutter: float

    @property
    def pitch(self) -> float:
        return self.side + self.gutter

    @property
    def width(self) -> float:
        return self.columns * self.pitch - self.gutter

    @property
    def height(self) -> float:
        return self.rows * self.pitch - self.gutter

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def cell(self, index: int) -> tuple[float, float]:
        """Upper left corner of the cell, counted along the rows."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.pitch, self.top + row * self.pitch

    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of all upright cuts and the y of all level ones."""
        across = [self.left + n * self.pitch for n in range(self.columns)]
        down = [self.top + n * self.pitch for n in range(self.rows)]
        xs = sorted({round(x + d, 6) for x in across for d in (0.0, self.side)})
        ys = sorted({round(y + d, 6) for y in down for d in (0.0, self.side)})
        return xs, ys


def grid_of(options: SheetOptions) -> Grid:
    """The block of fronts, as many counters as the paper holds, in the middle of its page.

    On a fold-over sheet it fills the left half. Raises ValueError when not one counter fits.
    """
    width, height = options.page
    side, gutter = options.side, options.gutter
    room = width - 2 * options.margin
    if options.layout == "fold":
        room = width / 2 - options.margin - _FOLD_ROOM
    columns = int((room + gutter + 1e-9) // (side + gutter))
    rows = int((height - 2 * options.margin + gutter + 1e-9) // (side + gutter))
    if columns < 1 or rows < 1:
        raise ValueError(
            f"no counter of {side:g} mm fits on {options.paper} with margins of "
            f"{options.margin:g} mm: choose smaller counters or margins"
        )
    block = columns * (side + gutter) - gutter
    left = width / 2 - _FOLD_ROOM - block if options.layout == "fold" else (width - block) / 2
    top = (height - (rows * (side + gutter) - gutter)) / 2
    return Grid(left, top, columns, rows, side, gutter)


def back_of(x: float, y: float, side: float, options: SheetOptions) -> tuple[float, float]:
    """Where the back of a counter at (x, y) is printed.

    Turning the leaf over its long, upright edge and folding it along the upright middle both
    mirror the page left to right; only turning can be off, so only there the offset counts.
    """
    width, _ = options.page
    dx, dy = options.back_offset if options.layout == "duplex" else (0.0, 0.0)
    return width - x - side + dx, y + dy


def mirrored(grid: Grid, options: SheetOptions) -> Grid:
    """The block of backs that lies on a block of fronts."""
    left, top = back_of(grid.left, grid.top, grid.width, options)
    return Grid(left, top, grid.columns, grid.rows, grid.side, grid.gutter)
