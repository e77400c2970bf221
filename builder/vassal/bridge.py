"""From one state of a table to another by commands, as when a game is met again after a gap."""

from __future__ import annotations

from collections.abc import Iterator

from builder.vassal.commands import (
    AddPiece,
    Boards,
    ChangePiece,
    Notes,
    Player,
    PlayerLeaves,
    PropertyChange,
    RemovePiece,
    Turn,
)
from builder.vassal.state import GameState


def same_table(before: GameState, after: GameState) -> bool:
    """Whether a state shows the same table as the one before. Ids of stacks are no part of what it
    shows, nor is what came upon it first; results of dice, which no save has, may be gone."""
    return (
        before.pieces.keys() == after.pieces.keys()
        and all(_looks(before, id_) == _looks(after, id_) for id_ in before.pieces)
        and after.turns.items() <= before.turns.items()
        and after.globals.items() <= before.globals.items()
        and after.boards.items() <= before.boards.items()
        and before.seats == after.seats
    )


def _looks(state: GameState, id_: str) -> object:
    piece, group = state.pieces[id_], state.group_of(id_)
    with_it = (group.kind, group.members, group.face_down) if group else None
    return piece.type, piece.states, state.place(id_), with_it


def bridge(before: GameState, after: GameState) -> tuple[str, ...]:
    """The commands that turn one state into the other, for Kessel's own table and not for files
    that VASSAL is to read: there a stack that is removed leaves its pieces in doubt."""
    return (*_of_pieces(before, after), *_of_game(before, after))


def _of_pieces(before: GameState, after: GameState) -> Iterator[str]:
    changed = {id_ for id_, piece in after.pieces.items() if before.pieces.get(id_) != piece}
    # A changed piece may be put elsewhere by its own state, so that its stack is made anew too.
    kept = {
        id_
        for id_, group in after.groups.items()
        if before.groups.get(id_) == group and changed.isdisjoint(group.members)
    }
    regrouped = [group for id_, group in before.groups.items() if id_ not in kept]
    loosened = {member for group in regrouped for member in group.members}
    for group in regrouped:
        yield RemovePiece(group.id).text()
    for id_ in before.pieces:
        if id_ not in after.pieces:
            yield RemovePiece(id_).text()
    for id_, piece in after.pieces.items():
        old = before.pieces.get(id_)
        if old is None or old.type != piece.type:
            yield AddPiece(id_, piece.type.text, piece.state).text()
        elif id_ in changed or id_ in loosened:
            yield ChangePiece(id_, piece.state, None).text()
    for id_, group in after.groups.items():
        if id_ not in kept:
            yield AddPiece(id_, group.type, group.state).text()


def _of_game(before: GameState, after: GameState) -> Iterator[str]:
    for map_, boards in after.boards.items():
        if before.boards.get(map_) != boards:
            yield Boards(map_, boards).text()
    for (container, name), value in after.globals.items():
        was = before.globals.get((container, name), "")
        if was != value:
            yield PropertyChange(name, was, value, container).text()
    for tracker, state in after.turns.items():
        if before.turns.get(tracker) != state:
            yield Turn(tracker, state).text()
    there = {seat.id for seat in after.seats}
    for seat in before.seats:
        if seat.id not in there:
            yield PlayerLeaves(seat.id).text()
    for seat in after.seats:
        if seat not in before.seats:
            yield Player(seat.id, seat.name, seat.side).text()
    if before.notes != after.notes:
        yield Notes(False, after.notes).text()
    if before.public_notes != after.public_notes:
        yield Notes(True, after.public_notes).text()
