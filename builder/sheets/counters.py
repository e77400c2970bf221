"""Counter sheets: fronts with mirrored backs for two-sided printing, or folded over."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.counters import draw_counter
from builder.drawing.faces import CounterFace, problems
from builder.drawing.paper import PageBox, PaperCanvas, PaperDocument
from builder.sheets import marks
from builder.sheets.imposition import Grid, grid_of, mirrored
from builder.sheets.options import SheetOptions


@dataclass(frozen=True, slots=True)
class CounterPair:
    """A counter to print: both faces (no back leaves it white), how many, and its name."""

    front: CounterFace
    back: CounterFace | None = None
    copies: int = 1
    label: str = ""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One leaf: what it holds, and what its footer says before the side is named."""

    pairs: Sequence[CounterPair]
    name: str


def counter_sheets(title: str, pairs: Sequence[CounterPair], options: SheetOptions) -> bytes:
    """The PDF with all counters in order; raises ValueError with every problem, one a line."""
    _refuse(pairs, options)
    grid = grid_of(options)
    all_pairs = [pair for pair in pairs for _ in range(pair.copies)]
    words = options.words
    total = -(-len(all_pairs) // grid.count)
    document = PaperDocument(
        f"{title}: {words.counters}",
        subject=f"{grid.side:g} mm, {options.layout}",
        duplex=options.layout == "duplex",
    )
    for number in range(total):
        part = all_pairs[number * grid.count : (number + 1) * grid.count]
        name = f"{title} · {words.counters} · {words.sheet} {number + 1} {words.of} {total}"
        _draw_sheet(document, _Sheet(part, name), grid, options)
    return document.data()


def _refuse(pairs: Sequence[CounterPair], options: SheetOptions) -> None:
    found = options.problems()
    if not pairs:
        found.append("there are no counters to print: name at least one")
    for number, pair in enumerate(pairs, 1):
        name = pair.label or f"number {number}"
        if not 1 <= pair.copies <= 1000:
            found.append(f"counter {name}: {pair.copies} copies; write a number from 1 to 1000")
        for face in (pair.front, pair.back):
            found += [f"counter {name}: {text}" for text in (problems(face) if face else [])]
    if found:
        raise ValueError("\n".join(found))


def _draw_sheet(document: PaperDocument, sheet: _Sheet, grid: Grid, options: SheetOptions) -> None:
    words = options.words
    fronts = [pair.front for pair in sheet.pairs]
    backs = [pair.back for pair in sheet.pairs]
    behind = mirrored(grid, options)
    if options.layout == "fold":
        whole = _around([grid, behind], options.bleed)
        with _page(document, options, whole, sheet.name) as canvas:
            _draw_fold(canvas, grid, options)
            _draw_block(canvas, grid, fronts, options)
            _draw_block(canvas, behind, _reversed_rows(backs, grid), options)
            marks.draw_footer(canvas, sheet.name, words, options.page)
        return
    name = f"{sheet.name} · {words.front}"
    with _page(document, options, _around([grid], options.bleed), name) as canvas:
        _draw_registration(canvas, grid, options)
        _draw_block(canvas, grid, fronts, options)
        marks.draw_footer(canvas, name, words, options.page)
    if options.layout == "duplex":
        name = f"{sheet.name} · {words.back}"
        with _page(document, options, _around([behind], options.bleed), name) as canvas:
            _draw_registration(canvas, behind, options)
            _draw_block(canvas, behind, _reversed_rows(backs, grid), options)
            marks.draw_footer(canvas, name, words, options.page)


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


def _reversed_rows(backs: Sequence[CounterFace | None], grid: Grid) -> list[CounterFace | None]:
    """The backs in the order of the mirrored block: each row from right to left."""
    cells: list[CounterFace | None] = [None] * (-(-len(backs) // grid.columns) * grid.columns)
    for index, back in enumerate(backs):
        row, column = divmod(index, grid.columns)
        cells[row * grid.columns + grid.columns - 1 - column] = back
    return cells


def _draw_block(
    canvas: Canvas, grid: Grid, faces: Sequence[CounterFace | None], options: SheetOptions
) -> None:
    # On a fold-over sheet no marks stand between the block and the fold.
    fold = options.page[0] / 2 if options.layout == "fold" else None
    marks.draw_crop_marks(
        canvas,
        grid,
        options.bleed + 1.0,
        west=fold is None or grid.left < fold,
        east=fold is None or grid.left > fold,
    )
    for index, face in enumerate(faces):
        if face is None:
            continue
        row, column = divmod(index, grid.columns)
        # Towards a neighbour the colour may run to the middle of the gutter.
        inner = min(options.bleed, grid.gutter / 2)
        west = options.bleed if column == 0 else inner
        east = options.bleed if column == grid.columns - 1 else inner
        north = options.bleed if row == 0 else inner
        south = options.bleed if row == grid.rows - 1 else inner
        x, y = grid.cell(index)
        side = grid.side
        area = paths.rectangle(-west, -north, side + west + east, side + north + south)
        with canvas.group(x=x, y=y, clip=area):
            draw_counter(canvas, face, side, edge="flat", bleed=options.bleed)


def _draw_registration(canvas: Canvas, grid: Grid, options: SheetOptions) -> None:
    away = options.bleed + 7.5
    middle, centre = grid.left + grid.width / 2, grid.top + grid.height / 2
    for x, y in (
        (middle, grid.top - away),
        (middle, grid.top + grid.height + away - 1.0),
        (grid.left - away, centre),
        (grid.left + grid.width + away, centre),
    ):
        marks.draw_registration(canvas, x, y)


def _draw_fold(canvas: Canvas, grid: Grid, options: SheetOptions) -> None:
    width, height = options.page
    line = Paint(stroke="slate", width=0.2, dash=(3.0, 1.5))
    canvas.line(width / 2, 6, width / 2, height - 9, line)
    style = TextStyle(2.4, colour="slate", anchor="middle", rotate=-90)
    canvas.text(width / 2 - 0.8, height / 2, options.words.fold, style)
