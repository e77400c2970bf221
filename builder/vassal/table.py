"""The table on which commands are executed, one after the other, exactly as the engine does it.

Sources: `command/AddPiece`, `RemovePiece`, `ChangePiece`, `MovePiece` and what they call.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from builder import limits
from builder.saying import quoting, shortened
from builder.vassal.commands import (
    BEGIN_SAVE,
    END_SAVE,
    AddPiece,
    Boards,
    ChangePiece,
    Command,
    GlobalProperty,
    MovePiece,
    Notes,
    Other,
    Player,
    PlayerLeaves,
    PropertyChange,
    RemovePiece,
    SetupStack,
    Turn,
)
from builder.vassal.errors import RIGHT, VassalFileError
from builder.vassal.locations import MODULE
from builder.vassal.pieces import Piece, PieceGroup, PieceType, is_group, new_group, new_piece
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import join, split
from builder.vassal.state import Seat
from builder.vassal.tabletop import Tabletop


class Table(Tabletop):
    """A game in progress. Execute commands; take the state whenever it is wanted."""

    def execute(self, command: Command) -> None:
        """Execute one command; one that concerns nothing on the table changes nothing."""
        match command:
            case AddPiece():
                self._add(command)
            case MovePiece():
                self._move(command)
            case ChangePiece():
                self._change(command)
            case RemovePiece(id_):
                self._remove(id_)
            case GlobalProperty(name, value, container) | PropertyChange(name, _, value, container):
                self.globals[container, name] = value
                if container == MODULE:
                    self.since[name] = value
            case Turn(tracker, state):
                self.turns[tracker] = state
                self.since.clear()
            case Player(id_, name, side):
                self.foresee(command)
                self._seat(Seat(id_, _bounded(name), _bounded(side)))
            case PlayerLeaves(id_):
                self.seats = [seat for seat in self.seats if seat.id != id_]
            case Boards(map_, boards):
                self.boards[self._known(map_) or map_] = boards
            case Notes(public, written):
                if public:
                    self.public_notes = written
                else:
                    self.notes = written
            case SetupStack():
                self.begun = True
            case Other(verbatim) if verbatim == BEGIN_SAVE:
                self._clear()
            case Other(verbatim) if verbatim == END_SAVE:
                self.started = True
            case _:
                pass

    def foresee(self, player: Player) -> None:
        """A player who sits down now or later: his side is no other's."""
        id_, side = player.id, _bounded(player.side)
        if side in self.sole:
            if self.sole[side] not in (None, id_):
                self.sole = MappingProxyType({**self.sole, side: None})
        elif len(self.sole) < limits.SEATS:
            self.sole = MappingProxyType({**self.sole, side: id_})

    def _seat(self, seat: Seat) -> None:
        for at, other in enumerate(self.seats):
            if other.id == seat.id:
                self.seats[at] = seat
                return
        if len(self.seats) >= limits.SEATS:
            raise VassalFileError(
                None, quoting("it has more than {size:,} players", size=limits.SEATS), RIGHT
            )
        self.seats.append(seat)

    def _add(self, command: AddPiece) -> None:
        id_ = command.id or f"piece:{self._next}"
        if self._thing(id_) is not None:
            self._remove(id_)
        # Stacks that are empty do not count: old modules leave tens of thousands of them in a save.
        if len(self.pieces) >= limits.PIECES:
            raise VassalFileError(
                None, quoting("it has more than {size:,} pieces", size=limits.PIECES), RIGHT
            )
        if is_group(command.type):
            self._add_group(new_group(id_, command.type, command.state))
            return
        type_ = self._types.get(command.type)
        if type_ is None:
            type_ = self._types[command.type] = PieceType(command.type)
        piece = new_piece(id_, type_, command.state)
        if piece.map != (map_ := self._known(piece.map)):
            piece = replace(piece, map=map_)
        self.pieces[id_] = piece
        if piece.map is not None:
            self._draw(id_)

    def _add_group(self, group: PieceGroup) -> None:
        members = [member for member in group.members if member in self.pieces]
        map_ = self._known(group.map)
        if group.members or map_ != group.map:
            group = replace(group, members=(), map=map_)
        self.groups[group.id] = group
        if members:
            self._join(group.id, members, 0)
        if map_ is not None:
            self._draw(group.id)

    def _set_group(self, group: PieceGroup) -> None:
        """Give a stack or deck the place and the members of a state (Stack.setState)."""
        id_ = group.id
        before = self.groups[id_]
        self._empty(id_)
        self.groups[id_] = replace(before, members=(), layer=group.layer, face_down=group.face_down)
        self._join(id_, [member for member in group.members if member in self.pieces], 0)
        for member in before.members:  # put down by the new state: it lies beside the stack
            if member not in self.parents and before.map is not None:
                self._put(member, before.map, before.x, before.y)
        map_ = self._known(group.map)
        if map_ is None:
            self._undraw(id_)
        elif map_ != before.map:
            self._undraw(id_)
            self.groups[id_] = replace(self.groups[id_], map=map_, x=group.x, y=group.y)
            self._draw(id_)
        self._set(id_, map_=map_, x=group.x, y=group.y)

    def _remove(self, id_: str) -> None:
        self._raise(id_)
        if id_ in self.groups:
            self._undraw(id_)
            group = self.groups.pop(id_)
            for member in group.members:
                self.parents.pop(member, None)
                # VASSAL's pieces go on saying that they lie where the stack did, and until they are
                # moved that they lie in it
                self._strays.add(member)
                self.pieces[member] = replace(self.pieces[member], map=None, x=group.x, y=group.y)
        elif id_ in self.pieces:
            self._leave(id_)
            self._undraw(id_)
            del self.pieces[id_]

    def _change(self, command: ChangePiece) -> None:
        group = self.groups.get(command.id)
        if group is not None:
            state = command.new
            if command.old is not None:
                state = _merged_members(command.new, command.old, group)
            self._set_group(group.with_state(state))
            return
        piece = self.pieces.get(command.id)
        if piece is None:
            return
        if command.old is None:
            changed, placed = piece.with_state(command.new), True
        else:
            changed, placed = piece.merged(command.new, command.old)
        if placed:
            self._set_piece(piece, changed)
        else:
            self.pieces[piece.id] = changed

    def _set_piece(self, before: Piece, after: Piece) -> None:
        id_ = before.id
        map_ = self._known(after.map)
        moved = map_ != self._place(id_).map
        self._undraw_for(id_)
        self.pieces[id_] = replace(after, map=before.map)
        if not moved:
            self.pieces[id_] = replace(after, map=map_)
            if id_ in self.order:
                self._index(id_)
        elif map_ is not None:
            if id_ in self.order:
                self._index(id_)
            self._put(id_, map_, after.x, after.y)
        else:
            self.order.pop(id_, None)
            self._leave(id_)
            self.pieces[id_] = replace(after, map=None)

    def _undraw_for(self, id_: str) -> None:
        if id_ in self.order:
            self._unindex(id_)

    def _move(self, command: MovePiece) -> None:
        if self._thing(command.id) is not None:
            self._moved(command)
            self._strays.discard(command.id)
            self._raise(command.id)

    def _moved(self, command: MovePiece) -> None:
        id_ = command.id
        map_ = self._known(command.map)
        x, y = command.x, command.y
        if map_ is None:
            # VASSAL takes it from the old map's list and does not clear the piece's own map.
            if id_ in self.order and self._spot(id_)[0] == self._known(command.old_map):
                self._undraw(id_)
            return
        under = command.under
        there = under is not None and self._thing(under) is not None
        if under is not None and there and self._place(under) == (map_, x, y):
            self._merge(under, id_, self.rules.viewer or command.player)
            return
        if not self._merge_at(map_, command):
            self._stack_or_put(id_, map_, x, y)
        parent = self.parents.get(id_)
        if under is None and parent is not None:
            self._join(parent, [id_], 0)

    def _merge_at(self, map_: str, command: MovePiece) -> bool:
        """Merge with the first deck, stack or piece that takes it, in drawing order."""
        spot = (map_, command.x, command.y)
        viewer = self.rules.viewer or command.player
        for other in sorted(self._at.get(spot, ()), key=self.order.__getitem__):
            if self._takes(map_, other, command):
                self._merge(other, command.id, viewer)
                return True
        return False

    def _takes(self, map_: str, other: str, command: MovePiece) -> bool:
        """Whether what lies at the goal takes in what is moved (MovePiece.createMergeFinder)."""
        group = self.groups.get(other)
        if group is not None and group.kind == "deck":
            return True
        moving = self.groups.get(command.id)
        if map_ in self.rules.unstacked or (moving is not None and moving.kind == "deck"):
            return False
        if moving is None and not self.pieces[command.id].type.stacks:
            return False
        mover = command.player or self.rules.viewer
        viewer = self.rules.viewer or command.player
        members = [other] if group is None else group.members
        if all(_is_another_players(self.pieces[member], mover) for member in members):
            return False
        first = self._representative(command.id, viewer)
        second = self._representative(other, viewer)
        if first is None or second is None:
            return False
        hidden = self._hidden(first, viewer) or self._hidden(second, viewer)
        if hidden and first.hidden_by != second.hidden_by:
            return False
        return self._compatible(map_, first, second)

    def _representative(self, id_: str, viewer: PlayerId | None) -> Piece | None:
        """The piece itself, or the top one of a stack that the viewer can see."""
        if id_ in self.groups:
            top = self._top(id_, viewer)
            return None if top is None else self.pieces[top]
        return self.pieces[id_]

    def _compatible(self, map_: str, first: Piece, second: Piece) -> bool:
        """Whether two pieces stack, and in one layer (CompoundPieceCollection.canPiecesMerge)."""
        if not (first.type.stacks and second.type.stacks):
            return False
        return self.rules.layer(map_, first) == self.rules.layer(map_, second)

    def _stack_or_put(self, id_: str, map_: str, x: int, y: int) -> None:
        piece = self.pieces.get(id_)
        stacks = piece is not None and piece.type.stacks and map_ not in self.rules.unstacked
        if stacks and id_ not in self.parents and id_ not in self._strays:
            self._new_stack(map_, x, y, id_)
        else:
            self._put(id_, map_, x, y)


def _bounded(name: str) -> str:
    """What is kept of a name: more than is ever told, so that a password in it is known first."""
    return shortened(name, limits.VALUE)


def _is_another_players(piece: Piece, mover: PlayerId | None) -> bool:
    """Whether somebody else made a piece invisible; sides do not count here, as in VASSAL."""
    return mover is not None and piece.hidden_by not in (None, mover)


def _merged_members(new: str, old: str, group: PieceGroup) -> str:
    """The state of a stack after a change: who came meanwhile stays (Stack.mergeState)."""
    if old == group.state:
        return new
    new_parts, old_parts = split(new, ";"), split(old, ";")
    place, members = new_parts[:3], new_parts[3:]
    for at, member in enumerate(group.members):
        if member not in members and member not in old_parts[3:]:
            below = group.members[at - 1] if at else None
            members.insert(members.index(below) + 1 if below in members else 0, member)
    return join([*place, *members], ";")
