"""The at-start stacks of a module as a state of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from builder.adopt.stock import Stock, table_piece
from builder.adopt.words import line
from builder.hexes.vassal_grid import Point
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.decks import deck_of
from builder.vassal.locations import LaidMap, ModuleShape
from builder.vassal.pieces import Piece
from builder.vassal.state import GameState
from builder.vassal.traits import BasicPiece, Deck, Trait

NOT_LAID = (
    "Its board does not lie on the map when a game begins, as where players choose one; it stands "
    "in no scenario."
)


def start_state(stock: Stock, shape: ModuleShape) -> GameState:
    """What stands on the maps when a new game begins, decks left out; what stands on boards that
    do not lie there then is told."""
    laid: dict[str, LaidMap] = {}
    pieces: dict[str, Piece] = {}
    for slot in stock.slots:
        if not isinstance(slot.around, c.SetupStack):
            continue
        map_ = shape.map(slot.window)
        if map_ is None:
            continue
        if map_.name not in laid:
            laid[map_.name] = map_.laid_out()
        at = _spot(laid[map_.name], slot.around)
        if at is None:
            stock.told.add("piece", "at-start stack", NOT_LAID, line(slot.name))
            continue
        id_ = str(len(pieces))
        piece = table_piece(stock.expanded(slot.traits), id_)
        rest = (slot.gpid, *piece.rest[1:])
        pieces[id_] = replace(piece, map=map_.name, x=at[0], y=at[1], rest=rest)
    order = {id_: (0, number) for number, id_ in enumerate(pieces)}
    return GameState(pieces=pieces, order=order)


def start_decks(
    stock: Stock, laid: Mapping[str, LaidMap]
) -> Iterator[tuple[Deck, list[tuple[Trait, ...]]]]:
    """The decks on the maps when a new game begins, and what lies in each, the lowest first."""
    for window in stock.root.walk():
        map_ = laid.get(window.map_name or "") if isinstance(window, c.MapWindow) else None
        if map_ is None:
            continue
        for pile in window.walk():
            at = _spot(map_, pile) if isinstance(pile, c.DrawPile) else None
            if at is not None and isinstance(pile, c.DrawPile):
                slots = (part for part in pile.walk() if isinstance(part, c.PieceSlot))
                yield deck_of(pile, map_.shape.name, *at), [_card(stock, slot) for slot in slots]


def _card(stock: Stock, slot: c.PieceSlot) -> tuple[Trait, ...]:
    """What lies in a deck, with the number of its slot by which saves know it."""
    *outer, basic = stock.expanded(parse_piece(slot.content))
    return (*outer, basic.replace(gpid=slot.gpid) if isinstance(basic, BasicPiece) else basic)


def _spot(laid: LaidMap, stack: c.SetupStack | c.DrawPile) -> Point | None:
    """Where a stack or deck stands, in pixels of the map; None where its board is not laid out."""
    boards = [
        b for b in laid.boards if not stack.owning_board or b.board.name == stack.owning_board
    ]
    if isinstance(stack, c.SetupStack) and stack.use_grid_location and stack.location:
        found = laid.locate(stack.location)
        if found is not None:
            return found
    if not boards:
        return None
    return boards[0].to_map(stack.x, stack.y)
