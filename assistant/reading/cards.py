"""The cards that lie on the map of VASSAL's table, alone, in stacks and on top of decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from assistant.position import LyingCard
from assistant.reading.pieces import TablePieces
from builder.game import carriers
from builder.vassal.pieces import Piece, PieceGroup


def lying_cards(table: TablePieces, number: Mapping[str, int]) -> tuple[LyingCard, ...]:
    """The cards on the game's map, and its decks of cards, from the bottom up. `number` counts, by
    the ids of VASSAL's pieces, the units under which cards may lie, from 1."""
    adopted = table.game.definition.adopted
    main = carriers.MAIN_MAP if adopted is None else adopted.map
    if not table.game.cards or not main:
        return ()
    cards: list[LyingCard] = []
    above = 0
    for map_, things in table.state.laid_out().items():
        if (shape := table.shape.map(map_)) is None or shape.name != main:
            continue
        for thing in table.answers.as_seen(things):
            members = (thing.id,) if isinstance(thing, Piece) else thing.members
            above = max(above, *(number.get(member, 0) for member in members), 0)
            cards += (replace(card, above=above) for card in _cards_of(table, thing))
    return tuple(cards)


def _cards_of(table: TablePieces, thing: Piece | PieceGroup) -> Iterator[LyingCard]:
    """The cards of a stack; of a deck the one on top, which lies open or hides the others."""
    if isinstance(thing, Piece):
        members, count, deck = [thing], 1, ""
    elif thing.kind == "deck":
        top = thing.members[-1:]
        members = [table.state.pieces[id_] for id_ in top]
        count, deck = len(thing.members), thing.name
    else:
        members, count, deck = [table.state.pieces[id_] for id_ in thing.members], 1, ""
    for piece in members:
        if not table.answers.is_invisible(piece) and (found := _card(table, piece)) is not None:
            yield replace(found, count=count, deck=deck)


def _card(table: TablePieces, piece: Piece) -> LyingCard | None:
    """What is to be seen of a piece that is a card of the game's, None of any other."""
    at = table.state.place(piece.id)
    if table.is_veiled(piece):
        back = table.veil(piece)
        return LyingCard("", back, "", table.place(piece), at.x, at.y) if back else None
    known = table.known(piece)
    turned = False
    if known is not None:
        number = known.counter if known.card else ""
        turned = table.step(piece) > 1
    else:
        number = table.own(piece, carriers.CARD_PROPERTY) or ""
    card = table.game.cards_by_number.get(number)
    if card is None:
        return None
    hidden = turned or table.answers.is_masked(piece)
    name = "" if hidden else table.named(piece)
    shown = "" if hidden else number
    return LyingCard(shown, card.back, name, table.place(piece), at.x, at.y)
