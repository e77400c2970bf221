"""Card sheets: event cards with their common back, edge to edge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from builder.drawing.canvas import Canvas
from builder.drawing.card_size import HEIGHT, WIDTH
from builder.drawing.cards import CardBack, CardFront, draw_back, draw_front
from builder.sheets.imposition import card_grid_of
from builder.sheets.leaves import Cutout, Draw, leaves
from builder.sheets.options import SheetOptions

_LEAST = 0.75
"""Of the width of cards: still readable."""


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


@dataclass(frozen=True, slots=True)
class SmallerCards:
    """How a last leaf with a few cards is saved: how many lie on it, the width of cards in mm that
    saves it, and the leaves that are left."""

    alone: int
    width: float
    leaves: int


def smaller_cards(count: int, options: SheetOptions) -> SmallerCards | None:
    """The widest card that saves a last leaf on which less than a row lies; None if no card down to
    three quarters does, or if the last leaf is well filled."""
    tall = HEIGHT / WIDTH
    grid = card_grid_of(options, options.card, options.card * tall)
    alone = count % grid.count
    if not 0 < alone < grid.columns or count <= grid.count:
        return None
    least = options.card * _LEAST
    for half in range(int(options.card * 2), math.ceil(least * 2) - 1, -1):
        smaller = card_grid_of(options, half / 2, half / 2 * tall)
        if (leaves := -(-count // smaller.count)) < -(-count // grid.count):
            return SmallerCards(alone, half / 2, leaves)
    return None


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
