"""The cards that lie on a map: their faces, and where they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from assistant.position import LyingCard, Position
from builder.drawing.canvas import Canvas, Paint
from builder.drawing.card_mix import CardFaces
from builder.drawing.cards import CardBack, CardFront, draw_on_map, size_on_screen
from builder.game.model import Game

SHOWN = 6
"""Cards of one pile that are drawn, the topmost: nobody sees the edges of more."""
LIFT = 0.07
"""How far each card of a pile is moved from the one below, in widths of a hex."""

Face = CardFront | CardBack
Shown = tuple[Face, tuple[int, int]]
"""A face and its width and height on the screen."""


@dataclass(frozen=True)
class Laid:
    """A card with the face that it shows and its rectangle in the map's pixels. `pile` tells on the
    top one how many cards lie there, and is 0 on the others; `above` is how many
    units lie lower."""

    card: LyingCard
    face: Face
    x: float
    y: float
    width: int
    height: int
    pile: int
    above: int = 0


def faces_of(game: Game) -> Callable[[LyingCard], Shown]:
    """Who tells what a card shows, and how large it is on the screen."""
    from builder.module.read_settings import module_settings

    faces = CardFaces(game)
    width = module_settings(game).card

    def face(card: LyingCard) -> Shown:
        found = faces.face(card.card, card.back)
        return found, size_on_screen(found, width)

    return face


def laid(
    position: Position,
    unit: float,
    face_of: Callable[[LyingCard], Shown] | None = None,
) -> Iterator[Laid]:
    """The cards on the map from the bottom up, piles fanned; `unit` is the width of a hex."""
    if not position.cards:
        return
    face_of = face_of or faces_of(position.game)
    for (x, y), together in groupby(
        sorted(position.cards, key=lambda card: (card.y, card.x)), lambda card: (card.x, card.y)
    ):
        pile = list(together)
        count = sum(card.count for card in pile)
        shown = pile[-SHOWN:]
        for height, card in enumerate(shown):
            face, (wide, high) = face_of(card)
            lift = height * LIFT * unit
            top = count if card is shown[-1] else 0
            at = x - wide / 2 + lift, y - high / 2 - lift
            yield Laid(card, face, *at, wide, high, top, pile[-1].above)


def draw_card(canvas: Canvas, one: Laid, unit: float) -> None:
    """Draw a card with its shadow."""
    shade = unit * 0.03
    paint = Paint(fill="black", opacity=0.3)
    canvas.rect(one.x + shade, one.y + shade, one.width, one.height, paint, radius=shade)
    with canvas.group(x=one.x, y=one.y):
        draw_on_map(canvas, one.face, (one.width, one.height))
