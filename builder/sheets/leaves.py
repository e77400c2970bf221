"""Leaves of things to cut out: fronts with mirrored backs, on two sides or folded over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.paper import PageBox, PaperCanvas, PaperDocument
from builder.sheets import marks
from builder.sheets.imposition import Grid, mirrored
from builder.sheets.options import SheetOptions

OVER = 0.06
"""How far the colours of neighbours lie over each other, mm."""

_AWAY = 1.0
"""Between the colour beyond the cut and the crop marks, mm."""

Draw = Callable[[Canvas], None]
"""Draws one face with its upper left corner at the origin, and its bleed around it."""


@dataclass(frozen=True, slots=True)
class Cutout:
    """One thing to cut out: what draws its front, and its back; without one it stays white."""

    front: Draw
    back: Draw | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Things of one size, and the grid in which they lie on each of their leaves."""

    cutouts: Sequence[Cutout]
    grid: Grid


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One leaf: what it holds, what its footer says before the side is named, and whether it is the
    last one, whose back is no page if nothing is on it."""

    cutouts: Sequence[Cutout]
    name: str
    last: bool


def leaves(
    title: str,
    noun: str,
    blocks: Sequence[Block],
    options: SheetOptions,
    subject: str,
    only: int | None = None,
) -> bytes:
    """The PDF with all cutouts of each block in order, cell by cell; `noun` is what they are
    ("counters").

    `only` is the one leaf that is wanted, from 0.
    """
    words = options.words
    parts = [
        (block.cutouts[at : at + block.grid.count], block.grid)
        for block in blocks
        for at in range(0, len(block.cutouts), block.grid.count)
    ]
    total = len(parts)
    document = PaperDocument(f"{title}: {noun}", subject=subject, duplex=options.layout == "duplex")
    for number in range(total) if only is None else (only,):
        part, grid = parts[number]
        name = f"{title} · {noun} · {words.sheet} {number + 1} {words.of} {total}"
        _draw_sheet(document, _Sheet(part, name, number == total - 1), grid, options)
    return document.data()


def _draw_sheet(document: PaperDocument, sheet: _Sheet, grid: Grid, options: SheetOptions) -> None:
    words = options.words
    fronts = [cutout.front for cutout in sheet.cutouts]
    backs = [cutout.back for cutout in sheet.cutouts]
    grid = grid.filled(len(fronts))
    behind = mirrored(grid, options)
    if options.layout == "fold":
        whole = _around([grid, behind], options.bleed)
        with _page(document, options, whole, sheet.name) as canvas:
            _draw_fold(canvas, grid, options)
            _draw_block(canvas, grid, fronts, options)
            marks.draw_inner_marks(canvas, grid)
            _draw_block(canvas, behind, _reversed_rows(backs, grid), options)
            _draw_footer(canvas, sheet.name, [grid, behind], options)
        return
    name = f"{sheet.name} · {words.front}"
    with _page(document, options, _around([grid], options.bleed), name) as canvas:
        _draw_registration(canvas, grid, options)
        _draw_block(canvas, grid, fronts, options)
        marks.draw_inner_marks(canvas, grid)
        _draw_footer(canvas, name, [grid, behind], options)
    if options.layout == "duplex" and not (sheet.last and not any(backs)):
        name = f"{sheet.name} · {words.back}"
        with _page(document, options, _around([behind], options.bleed), name) as canvas:
            _draw_registration(canvas, behind, options)
            _draw_block(canvas, behind, _reversed_rows(backs, grid), options)
            _draw_footer(canvas, name, [grid, behind], options)


def _draw_footer(canvas: Canvas, name: str, blocks: Sequence[Grid], options: SheetOptions) -> None:
    """The same on both sides of a leaf: at its foot, or up its edge where marks reach the foot."""
    away, page = options.bleed + _AWAY, options.page
    free = marks.foot_is_free(blocks, away, page)
    aside = not free and marks.side_is_free(blocks, away, page)
    marks.draw_footer(canvas, name, options.words, page, aside=aside)


def _page(
    document: PaperDocument, options: SheetOptions, boxes: tuple[PageBox, PageBox], name: str
) -> AbstractContextManager[PaperCanvas]:
    trim, bleed = boxes
    return document.page(*options.page, trim=trim, bleed=bleed, bookmark=name)


def _around(grids: Sequence[Grid], bleed: float) -> tuple[PageBox, PageBox]:
    """Trim box and bleed box of the blocks."""
    left = min(grid.left for grid in grids)
    top = min(grid.top for grid in grids)
    right = max(grid.left + grid.width for grid in grids)
    bottom = max(grid.top + grid.height for grid in grids)
    trim = (left, top, right, bottom)
    return trim, (left - bleed, top - bleed, right + bleed, bottom + bleed)


def _reversed_rows(backs: Sequence[Draw | None], grid: Grid) -> list[Draw | None]:
    """The backs in the order of the mirrored block: each row from right to left."""
    cells: list[Draw | None] = [None] * (-(-len(backs) // grid.columns) * grid.columns)
    for index, back in enumerate(backs):
        row, column = divmod(index, grid.columns)
        cells[row * grid.columns + grid.columns - 1 - column] = back
    return cells


def _draw_block(
    canvas: Canvas, grid: Grid, faces: Sequence[Draw | None], options: SheetOptions
) -> None:
    # On a fold-over sheet no marks stand between the block and the fold.
    fold = options.page[0] / 2 if options.layout == "fold" else None
    marks.draw_crop_marks(
        canvas,
        grid,
        options.bleed + _AWAY,
        west=fold is None or grid.left < fold,
        east=fold is None or grid.left > fold,
    )
    for index, draw in enumerate(faces):
        if draw is None:
            continue
        row, column = divmod(index, grid.columns)
        # Towards a neighbour the colour may run to the middle of the gutter, and a hair over it:
        # edges that only touch let the paper shine through.
        inner = min(options.bleed, grid.gutter / 2) + OVER if grid.gutter else 0.0
        west = options.bleed if column == 0 else inner
        east = options.bleed if column == grid.columns - 1 else inner
        north = options.bleed if row == 0 else inner
        south = options.bleed if row == grid.rows - 1 else inner
        x, y = grid.cell(index)
        area = paths.rectangle(-west, -north, grid.side + west + east, grid.high + north + south)
        with canvas.group(x=x, y=y, clip=area):
            draw(canvas)


def _draw_registration(canvas: Canvas, grid: Grid, options: SheetOptions) -> None:
    away = options.bleed + 7.5
    middle, centre = grid.left + grid.width / 2, grid.top + grid.height / 2
    for x, y in (
        (middle, grid.top - away),
        (middle, grid.top + grid.height + away - 1.0),
        (grid.left - away, centre),
        (grid.left + grid.width + away, centre),
    ):
        if 3 < x < options.page[0] - 3 and 3 < y < options.page[1] - 3:  # whole or not at all
            marks.draw_registration(canvas, x, y)


def _draw_fold(canvas: Canvas, grid: Grid, options: SheetOptions) -> None:
    width, height = options.page
    line = Paint(stroke="slate", width=0.2, dash=(3.0, 1.5))
    canvas.line(width / 2, 6, width / 2, height - 9, line)
    style = TextStyle(2.4, colour="slate", anchor="middle", rotate=-90)
    canvas.text(width / 2 - 0.8, height / 2, options.words.fold, style)
