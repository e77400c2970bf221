"""Where each counter or card lies on its sheet, front and back; only numbers, nothing is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from builder.saying import quoting
from builder.sheets.options import SheetOptions

#: Between the fold line and the nearest counters, mm.
_FOLD_ROOM = 5.0
#: What most printers cannot reach, mm.
_LEAST_MARGIN = 7.5


@dataclass(frozen=True, slots=True)
class Grid:
    """A block of counters or cards: its upper left corner, columns and rows, side and gutter in mm.

    `side` is the width of a cell, and its height too unless it is `tall`.
    """

    left: float
    top: float
    columns: int
    rows: int
    side: float
    gutter: float
    tall: float = 0.0

    @property
    def high(self) -> float:
        return self.tall or self.side

    @property
    def pitch(self) -> float:
        return self.side + self.gutter

    @property
    def step(self) -> float:
        return self.high + self.gutter

    @property
    def width(self) -> float:
        return self.columns * self.pitch - self.gutter

    @property
    def height(self) -> float:
        return self.rows * self.step - self.gutter

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def filled(self, count: int) -> Grid:
        """The block as far as so many cells reach: nobody cuts where nothing lies."""
        rows = max(1, min(self.rows, -(-count // self.columns)))
        return replace(self, rows=rows, columns=max(1, min(self.columns, count)))

    def cell(self, index: int) -> tuple[float, float]:
        """Upper left corner of the cell, counted along the rows."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.pitch, self.top + row * self.step

    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of all upright cuts and the y of all level ones."""
        across = [self.left + n * self.pitch for n in range(self.columns)]
        down = [self.top + n * self.step for n in range(self.rows)]
        xs = sorted({round(x + d, 6) for x in across for d in (0.0, self.side)})
        ys = sorted({round(y + d, 6) for y in down for d in (0.0, self.high)})
        return xs, ys


def grid_of(options: SheetOptions, count: int = 0) -> Grid:
    """The block of fronts, as many counters as the paper holds, in the middle of its page.

    Where narrower gutters and margins save a leaf of `count` counters, they give way as little as
    they must. On a fold-over sheet the block fills the left half. Raises ValueError when not one
    counter fits.
    """
    side = options.side
    grid = _block(options, side, side, options.gutter, options.margin)
    if grid is None:
        text = (
            "no counter of {size:g} mm fits on {paper} with margins of {margin:g} mm: choose "
            "smaller counters or margins"
        )
        raise ValueError(quoting(text, size=side, paper=options.paper, margin=options.margin))
    closer = [grid, *_closer(options, side)] if count > grid.count else [grid]
    return min(closer, key=lambda found: -(-count // found.count))


def _closer(options: SheetOptions, side: float) -> Iterator[Grid]:
    """The same block with less and less between the counters and around them."""
    gutters = [options.gutter, *(g / 10 for g in range(int(options.gutter * 10), 9, -2))]
    margins = [options.margin, *(m / 2 for m in range(int(options.margin * 2), 21, -1))]
    for margin in margins:
        for gutter in gutters:
            if grid := _block(options, side, side, gutter, margin):
                yield grid


def card_grid_of(options: SheetOptions, width: float, height: float) -> Grid:
    """The block of fronts of cards, edge to edge, so that one cut parts two; as `grid_of`.

    Nine poker cards fit on A4 and on letter because the margins may be as small as printers reach.
    """
    grid = _block(options, width, height, 0.0, min(options.margin, _LEAST_MARGIN))
    if grid is None:
        text = (
            "no card of {width:g} x {height:g} mm fits on {paper}: choose smaller cards or larger "
            "paper"
        )
        if options.layout == "fold":
            text = (
                "no card of {width:g} x {height:g} mm fits beside its back on {paper}: choose "
                "smaller cards, larger paper or --layout duplex"
            )
        size = {"width": round(width, 1), "height": round(height, 1)}
        raise ValueError(quoting(text, **size, paper=options.paper))
    return grid


def _block(
    options: SheetOptions, side: float, high: float, gutter: float, margin: float
) -> Grid | None:
    """As many cells as the paper holds between the margins; None if it holds none."""
    width, height = options.page
    room = width - 2 * margin
    if options.layout == "fold":
        room = width / 2 - margin - _FOLD_ROOM
    columns = int((room + gutter + 1e-9) // (side + gutter))
    rows = int((height - 2 * margin + gutter + 1e-9) // (high + gutter))
    if columns < 1 or rows < 1:
        return None
    block = columns * (side + gutter) - gutter
    left = width / 2 - _FOLD_ROOM - block if options.layout == "fold" else (width - block) / 2
    top = (height - (rows * (high + gutter) - gutter)) / 2
    return Grid(left, top, columns, rows, side, gutter, 0.0 if high == side else high)


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
    return replace(grid, left=left, top=top)
