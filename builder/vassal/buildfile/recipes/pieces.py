"""Slots and prototypes from lists of traits."""

from __future__ import annotations

from collections.abc import Iterable

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.piece_text import write_piece
from builder.vassal.traits.core import BasicPiece
from builder.vassal.traits.declaration import Trait


def piece_slot(
    name: str, gpid: str, traits: Iterable[Trait], *, image: str = "", size: int = 60
) -> c.PieceSlot:
    """A piece in a palette or at-start stack; traits outermost first, without the basic piece."""
    basic = BasicPiece(image=image, name=name, gpid=gpid)
    content = write_piece((*traits, basic))
    return c.PieceSlot(entry_name=name, gpid=gpid, width=size, height=size, content=content)


def card_slot(name: str, gpid: str, traits: Iterable[Trait], *, image: str = "") -> c.CardSlot:
    """A card in a deck; traits outermost first, without the basic piece."""
    content = write_piece((*traits, BasicPiece(image=image, name=name, gpid=gpid)))
    return c.CardSlot(entry_name=name, gpid=gpid, content=content)


def prototype(
    name: str, traits: Iterable[Trait], *, description: str = ""
) -> c.PrototypeDefinition:
    """Traits that pieces share, outermost first."""
    content = write_piece((*traits, BasicPiece(name=name)))
    return c.PrototypeDefinition(name=name, description=description, content=content)


def setup_stack(
    name: str,
    slots: Iterable[c.PieceSlot],
    *,
    board: str,
    at: tuple[int, int],
    location: str = "",
) -> c.SetupStack:
    """Pieces that stand on the board in a new game, the first one lowest.

    They stand at `location`, which the board's grid must know, else at the pixel `at`.
    """
    return c.SetupStack(
        name=name,
        owning_board=board,
        use_grid_location=bool(location),
        location=location or None,
        x=at[0],
        y=at[1],
    ).holding(slots)
