"""A game at one moment as the commands that bring it about: where it began and what was done since
are not in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.vassal.as_seen import AsSeen
from builder.vassal.blanked import PRIVATE
from builder.vassal.command_reader import read_command
from builder.vassal.commands import (
    ADD,
    BEGIN_SAVE,
    END_SAVE,
    PLAYER,
    PLAYER_LEAVES,
    AddPiece,
    GlobalProperty,
    Notes,
    Player,
    PropertyChange,
    Turn,
)
from builder.vassal.pieces import Piece, PieceGroup
from builder.vassal.savedgame import SavedGame
from builder.vassal.sequence import ESC
from builder.vassal.state import GameState
from builder.vassal.traits import Immobile, Stack

_TOLD = (ADD, "-/", "M/", "D/", PLAYER, PLAYER_LEAVES)
"""How commands begin of which the state tells what came of them: as they stand they would tell of
what is not seen, also where nobody can carry them out."""


def snapshot(game: SavedGame, state: GameState, seen: AsSeen) -> str:
    """The text of a save of a moment of a game, without the pieces that a viewer does not see:
    those are as if they had never been there, in stacks, decks and other pieces either. Boards and
    whatever else a module puts into its saves are as in that with which the game began."""
    return ESC.join(
        (
            BEGIN_SAVE,
            *(AddPiece(it.id, it.type.text, it.state).text() for it in seen.pieces()),
            *_groups(state, seen.ids),
            *map(seen.without_ids, _rest(game, state, seen)),
            END_SAVE,
        )
    )


def _groups(state: GameState, seen: frozenset[str]) -> Iterator[str]:
    """Stacks and decks, behind their pieces, as VASSAL writes them. Stacks have ids and an order of
    their own, and what can lie in one does: else they would tell of those that came and went."""
    left = [
        replace(group, members=tuple(id_ for id_ in group.members if id_ in seen))
        for group in state.groups.values()
    ]
    decks = [group for group in left if group.kind == "deck"]
    held = (group for group in left if group.kind != "deck" and group.members)
    alone = (_alone(piece) for piece in state.pieces.values() if piece.id in seen)
    loose = (stack for stack in alone if _is_loose(state, stack))
    for number, stack in enumerate(sorted((*held, *loose), key=_where), 1):
        yield AddPiece(f"stack-{number}", stack.type, stack.state).text()
    for deck in decks:
        yield AddPiece(deck.id, deck.type, deck.state).text()


def _alone(piece: Piece) -> PieceGroup:
    """A stack of one."""
    return PieceGroup("", "stack", Stack.ID, piece.map, piece.x, piece.y, (piece.id,))


def _is_loose(state: GameState, stack: PieceGroup) -> bool:
    """Whether the piece of a stack of one lies on a map, in no other, and not so for good."""
    (id_,) = stack.members
    fixed = state.pieces[id_].first(Immobile) is not None
    return id_ not in state.parents and id_ in state.order and stack.map is not None and not fixed


def _where(group: PieceGroup) -> tuple[str, int, int, tuple[str, ...]]:
    return group.map or "", group.x, group.y, group.members


def _rest(game: SavedGame, state: GameState, seen: AsSeen) -> Iterator[str]:
    """All else, each as it is now, but for properties of what is not seen."""
    for seat in state.seats:
        yield Player(seat.id, seat.name, seat.side).text()
    for leaf in game.restore:
        if leaf.startswith(_TOLD):
            continue
        match read_command(leaf):
            case GlobalProperty(container=where) | PropertyChange(container=where) if (
                not seen.sees_properties(where)
            ):
                continue
            case GlobalProperty(name, value, container):
                now = state.globals.get((container, name), value)
                yield GlobalProperty(name, now, container).text()
            case PropertyChange(name, _, value, container):
                now = state.globals.get((container, name), value)
                yield PropertyChange(name, now, now, container).text()
            case Turn(tracker, was):
                yield Turn(tracker, state.turns.get(tracker, was)).text()
            case Notes(public=public):
                yield Notes(public, state.public_notes if public else state.notes).text()
            case _:
                # Blanked, they would still tell by their number how many notes somebody keeps.
                if leaf not in (BEGIN_SAVE, END_SAVE) and not leaf.startswith(PRIVATE):
                    yield leaf
