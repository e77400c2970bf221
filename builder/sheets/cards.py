"""Card sheets: event cards with their common back, edge to edge."""

from __future__ import annotations

from collections.abc import Sequence

from builder.drawing.canvas import Canvas
from builder.drawing.card_size import HEIGHT, WIDTH
from builder.drawing.cards import CardBack, CardFront, draw_back, draw_front
from builder.sheets.imposition import card_grid_of
from builder.sheets.leaves import Cutout, Draw, leaves
from builder.sheets.options import SheetOptions


def card_sheets(
    title: str, cards: Sequence[tuple[CardFront, CardBack]], options: SheetOptions
) -> bytes:
    """The PDF with all cards in order; raises ValueError when not one fits on the paper."""
    scale = options.card / WIDTH
    grid = card_grid_of(options, options.card, HEIGHT * scale)
    cutouts = [
        Cutout(_front(front, scale, options), _back(back, scale, options)) for front, back in cards
    ]
    subject = f"{grid.side:g} x {grid.high:g} mm, {options.layout}"
    return leaves(title, options.words.cards, cutouts, grid, options, subject)


def _front(front: CardFront, scale: float, options: SheetOptions) -> Draw:
    def draw(canvas: Canvas) -> None:
        with canvas.group(scale=scale):
            draw_front(canvas, front, flat=True, bleed=options.bleed / scale)

    return draw


def _back(back: CardBack, scale: float, options: SheetOptions) -> Draw:
    def draw(canvas: Canvas) -> None:
        with canvas.group(scale=scale):
            draw_back(canvas, back, flat=True, bleed=options.bleed / scale)

    return draw
