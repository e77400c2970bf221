"""Card sheets: event cards with their backs, edge to edge, each shape on leaves of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from builder.drawing.art import Art, draw_filling, face_size
from builder.drawing.canvas import Canvas
from builder.drawing.card_size import HEIGHT, WIDTH
from builder.drawing.cards import CardBack, CardFront, draw_back, draw_front
from builder.saying import Saying
from builder.sheets.imposition import Grid, card_grid_of
from builder.sheets.leaves import Block, Cutout, Draw, leaves
from builder.sheets.options import SheetOptions
from builder.sheets.shapes import Size, alike, sizes_on_paper

_LEAST = 0.75
"""Of the width of cards: still readable."""
_AGREES = 0.02
"""By how much a picture's proportions may differ from its cell's, and it still fills it."""
_FILLS = 0.9
"""How much of a cell a picture takes up that is drawn as large as the cell."""
_AS_A_CARD = 1.15
"""By how much a cell's proportions may differ from a card's that gets a drawn back."""


def card_sheets(
    title: str, cards: Sequence[tuple[CardFront, CardBack]], options: SheetOptions
) -> bytes:
    """The PDF with all cards in order; raises ValueError when not one fits on the paper.

    Cards that keep the proportions of their pictures come after the others, each size on leaves of
    its own.
    """
    scale = options.card / WIDTH
    drawn = [pair for pair in cards if not has_own_shape(pair[0])]
    blocks: list[Block] = []
    if drawn:
        size = (options.card, HEIGHT * scale)
        grid = _roomier(options, size)
        lying = grid.side > grid.high
        cutouts = []
        for front, back in drawn:
            faces = _front(front, scale, options), _back(back, scale, options)
            cutouts.append(Cutout(*(_laid(*faces, size) if lying else faces)))
        blocks.append(Block(cutouts, grid))
    blocks += _shaped([pair for pair in cards if has_own_shape(pair[0])], options)
    first = blocks[0].grid
    subject = f"{first.side:g} x {first.high:g} mm, {options.layout}"
    return leaves(title, options.words.cards, blocks, options, subject)


def unfit_cards(options: SheetOptions) -> Saying | None:
    """Why not one card fits on the paper; None if one does."""
    try:
        _roomier(options, (options.card, HEIGHT * options.card / WIDTH))
    except ValueError as error:
        return Saying("{text}.", text=error.args[0])
    return None


def _roomier(options: SheetOptions, size: Size) -> Grid:
    """The block of upright cards, or of lying ones where half a leaf to fold holds more of them."""
    upright = card_grid_of(options, *size)
    if options.layout != "fold":
        return upright
    try:
        lying = card_grid_of(options, size[1], size[0])
    except ValueError:
        return upright
    return lying if lying.count > upright.count else upright


def _laid(front: Draw, back: Draw, size: Size) -> tuple[Draw, Draw]:
    """Both faces of a card that lies on its side, the front's head at the right.

    The back's head is at the left: folding brings left upon right, and so head upon head.
    """
    wide, high = size

    def draw_lying_front(canvas: Canvas) -> None:
        with canvas.group(x=high, rotate=90):
            front(canvas)

    def draw_lying_back(canvas: Canvas) -> None:
        with canvas.group(y=wide, rotate=-90):
            back(canvas)

    return draw_lying_front, draw_lying_back


def has_own_shape(card: CardFront) -> bool:
    """Whether a card is as wide and high as its picture says."""
    return card.whole is not None and card.own_shape


def _shaped(cards: Sequence[tuple[CardFront, CardBack]], options: SheetOptions) -> list[Block]:
    """The blocks of the cards that have the proportions of their pictures."""
    arts = [(front.whole, back) for front, back in cards if front.whole is not None]
    sizes = sizes_on_paper([face_size(art) for art, _ in arts], options)
    blocks = []

    def room(cell: Size) -> int:
        return card_grid_of(options, *cell).count

    for cell, members in alike(sizes, room):
        cutouts = []
        for number in members:
            art, back = arts[number]
            size = sizes[number]
            near = min(size[0] / cell[0], size[1] / cell[1]) > _FILLS
            shown = cell if near else (min(size[0], cell[0]), min(size[1], cell[1]))
            cutouts.append(
                Cutout(
                    _filling(art, shown, cell, options), _shaped_back(back, shown, cell, options)
                )
            )
        blocks.append(Block(cutouts, card_grid_of(options, *cell)))
    return blocks


def _filling(art: Art, size: Size, cell: Size, options: SheetOptions) -> Draw:
    """A picture as large as `size` in the middle of its cell; one that fills it runs over the
    cut."""
    wide, high = face_size(art)
    agree = abs(wide * cell[1] / (high * cell[0]) - 1) < _AGREES and size == cell

    def draw(canvas: Canvas) -> None:
        with canvas.group(x=(cell[0] - size[0]) / 2, y=(cell[1] - size[1]) / 2):
            draw_filling(canvas, art, size, options.bleed, whole=not agree)

    return draw


def _shaped_back(back: CardBack, size: Size, cell: Size, options: SheetOptions) -> Draw | None:
    """The back of such a card; one that is drawn has the shape of a card, and no token has it."""
    if back.whole is not None:
        return _filling(back.whole, size, cell, options)
    across, down = size[0] / WIDTH, size[1] / HEIGHT
    if max(across, down) > _AS_A_CARD * min(across, down) or min(size) < _LEAST * options.card:
        return None
    scale = max(across, down)
    left, top = (cell[0] - WIDTH * scale) / 2, (cell[1] - HEIGHT * scale) / 2

    def draw(canvas: Canvas) -> None:
        with canvas.group(x=left, y=top, scale=scale):
            draw_back(canvas, back, flat=True, bleed=options.bleed / scale)

    return draw


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
    grid = _roomier(options, (options.card, options.card * tall))
    alone = count % grid.count
    if not 0 < alone < grid.columns or count <= grid.count:
        return None
    least = options.card * _LEAST
    for half in range(int(options.card * 2), math.ceil(least * 2) - 1, -1):
        smaller = _roomier(options, (half / 2, half / 2 * tall))
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
