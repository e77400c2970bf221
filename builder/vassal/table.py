"""The table on which commands are executed, one after the other, exactly as the engine does it.

Sources: `command/AddPiece`, `RemovePiece`, `ChangePiece`, `MovePiece`, `counters/Stack`,
`build/module/map/StackMetrics` and the piece collections of a map.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from builder.vassal.commands import (
    BEGIN_SAVE,
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
from builder.vassal.errors import VassalFileError
from builder.vassal.pieces import Piece, PieceGroup, PieceType, is_group, new_group, new_piece
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import join, split
from builder.vassal.state import GameState, Place, Seat

Spot = tuple[str | None, int, int]

_MOST_MEMBERS = 10_000


@dataclass(frozen=True)
class TableRules:
    """What a module decides about its maps.

    `known_maps` are the maps that exist (None: any that a command names). `unstacked` are maps on
    which pieces do not stack. `layer` gives the visual layer of a piece on a map: pieces of
    different layers do not merge.
    """

    known_maps: frozenset[str] | None = None
    unstacked: frozenset[str] = frozenset()
    layer: Callable[[str, Piece], int] | None = None


class Table:
    """A game in progress. Execute commands; take the state whenever it is wanted."""

    def __init__(
        self,
        state: GameState | None = None,
        rules: TableRules | None = None,
        types: dict[str, PieceType] | None = None,
    ) -> None:
        state = state or GameState()
        self.rules = rules or TableRules()
        self._types = {} if types is None else types
        self._restore(state)

    def _restore(self, state: GameState) -> None:
        self.pieces = dict(state.pieces)
        self.groups = dict(state.groups)
        self.parents = dict(state.parents)
        self.order = dict(state.order)
        self.seats = list(state.seats)
        self.boards = dict(state.boards)
        self.turns = dict(state.turns)
        self.globals = dict(state.globals)
        self.notes, self.public_notes, self.begun = state.notes, state.public_notes, state.begun
        self._next = state.next_order
        self._at: dict[Spot, dict[str, None]] = {}
        for id_ in self.order:
            self._index(id_)

    def state(self) -> GameState:
        """The state of this moment, independent of what is executed later."""
        return GameState(
            pieces=MappingProxyType(dict(self.pieces)),
            groups=MappingProxyType(dict(self.groups)),
            parents=MappingProxyType(dict(self.parents)),
            order=MappingProxyType(dict(self.order)),
            seats=tuple(self.seats),
            boards=MappingProxyType(dict(self.boards)),
            turns=MappingProxyType(dict(self.turns)),
            globals=MappingProxyType(dict(self.globals)),
            notes=self.notes,
            public_notes=self.public_notes,
            begun=self.begun,
            next_order=self._next,
        )

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
            case GlobalProperty(name, value, container):
                self.globals[container, name] = value
            case PropertyChange(name, _, value, container):
                self.globals[container, name] = value
            case Turn(tracker, state):
                self.turns[tracker] = state
            case Player(id_, name, side):
                self._seat(Seat(id_, name, side))
            case PlayerLeaves(id_):
                self.seats = [seat for seat in self.seats if seat.id != id_]
            case Boards(map_, boards):
                self.boards[map_] = boards
            case Notes(public, written):
                if public:
                    self.public_notes = written
                else:
                    self.notes = written
            case SetupStack():
                self.begun = True
            case Other(verbatim) if verbatim == BEGIN_SAVE:
                self._restore(GameState())
            case _:
                pass

    def _seat(self, seat: Seat) -> None:
        for at, other in enumerate(self.seats):
            if other.id == seat.id:
                self.seats[at] = seat
                return
        self.seats.append(seat)

    # Where things are

    def _thing(self, id_: str) -> Piece | PieceGroup | None:
        return self.groups.get(id_) or self.pieces.get(id_)

    def _place(self, id_: str) -> Place:
        parent = self.parents.get(id_)
        found = self.groups[parent] if parent is not None else self._thing(id_)
        assert found is not None
        return Place(found.map, found.x, found.y)

    def _spot(self, id_: str) -> Spot:
        found = self._thing(id_)
        assert found is not None
        return found.map, found.x, found.y

    def _index(self, id_: str) -> None:
        self._at.setdefault(self._spot(id_), {})[id_] = None

    def _unindex(self, id_: str) -> None:
        at = self._at.get(self._spot(id_))
        if at is not None:
            at.pop(id_, None)

    def _known(self, map_: str | None) -> str | None:
        known = self.rules.known_maps
        return map_ if known is None or map_ in known else None

    def _set(self, id_: str, *, map_: str | None, x: int, y: int) -> None:
        """Give a stack, deck or loose piece its own place, without putting it on the map."""
        drawn = id_ in self.order
        if drawn:
            self._unindex(id_)
        if id_ in self.groups:
            self.groups[id_] = replace(self.groups[id_], map=map_, x=x, y=y)
        else:
            self.pieces[id_] = replace(self.pieces[id_], map=map_, x=x, y=y)
        if drawn:
            self._index(id_)

    def _put(self, id_: str, map_: str, x: int, y: int) -> None:
        """Lay something on a map, out of its stack, above all else (Map.placeAt)."""
        drawn = id_ in self.order and self._spot(id_)[0] == map_
        if not drawn:
            self._leave(id_)
            self._undraw(id_)
        self._set(id_, map_=map_, x=x, y=y)
        if not drawn:
            self._draw(id_)

    def _draw(self, id_: str) -> None:
        self.order[id_] = self._next
        self._next += 1
        self._index(id_)

    def _undraw(self, id_: str) -> None:
        if id_ in self.order:
            self._unindex(id_)
            del self.order[id_]

    # Stacks

    def _leave(self, piece: str) -> None:
        """Take a piece out of its stack or deck; it stays where that lies."""
        parent = self.parents.pop(piece, None)
        if parent is None:
            return
        group = self.groups[parent]
        members = tuple(member for member in group.members if member != piece)
        self.groups[parent] = replace(group, members=members)

    def _join(self, group: str, pieces: Sequence[str], at: int) -> None:
        """Put pieces into a stack or deck, the first at place `at` (Stack.insert)."""
        for piece in pieces:
            if self.parents.get(piece) != group:
                self._leave(piece)
                self._undraw(piece)
                self.parents[piece] = group
        joining = dict.fromkeys(pieces)
        others = [member for member in self.groups[group].members if member not in joining]
        if len(others) + len(joining) > _MOST_MEMBERS:
            raise VassalFileError(None, f"it has a stack of more than {_MOST_MEMBERS} pieces")
        at = max(0, at)
        members = (*others[:at], *joining, *others[at:])
        self.groups[group] = replace(self.groups[group], members=members)

    def _empty(self, group: str) -> None:
        """Let go of all pieces of a stack at once."""
        for member in self.groups[group].members:
            self.parents.pop(member, None)
        self.groups[group] = replace(self.groups[group], members=())

    def _new_stack(self, map_: str, x: int, y: int) -> str:
        """A stack with an id of this table alone: nobody else's ids contain a colon."""
        id_ = f"stack:{self._next}"
        layer = -1 if self.rules.layer is None else 0
        self.groups[id_] = PieceGroup(id_, "stack", "stack", map_, x, y, (), layer)
        self._draw(id_)
        return id_

    def _top(self, id_: str, viewer: PlayerId | None) -> str | None:
        """The top piece of a stack or deck that is not hidden from the viewer."""
        for member in reversed(self.groups[id_].members):
            if self.pieces[member].hidden_by in (None, viewer):
                return member
        return None

    def _merge(self, fixed: str, moving: str, viewer: PlayerId | None) -> None:
        """Put something upon something else (StackMetrics.merge)."""
        if fixed in self.groups:
            fixed = self._top(fixed, viewer) or fixed
        group = fixed if fixed in self.groups else self.parents.get(fixed)
        if moving in (fixed, group):
            return
        if group is None:
            map_, x, y = self._spot(fixed)
            assert map_ is not None
            group = self._new_stack(map_, x, y)
            self._join(group, [fixed], 0)
        members = self.groups[group].members
        at = len(members) if fixed == group else members.index(fixed) + 1
        if moving in self.groups:
            joining = self.groups[moving].members
            self._empty(moving)
            self._join(group, joining, at)
            return
        if moving in members and members.index(moving) < at:
            at -= 1
        self._join(group, [moving], at)

    # The commands

    def _add(self, command: AddPiece) -> None:
        id_ = command.id or f"piece:{self._next}"
        if self._thing(id_) is not None:
            self._remove(id_)
        if is_group(command.type):
            group = new_group(id_, command.type, command.state)
            self.groups[id_] = replace(group, members=(), map=None)
            self._set_group(group)
            return
        type_ = self._types.get(command.type)
        if type_ is None:
            type_ = self._types[command.type] = PieceType(command.type)
        piece = new_piece(id_, type_, command.state)
        if piece.map is not None and self._known(piece.map) is None:
            piece = replace(piece, map=None)
        self.pieces[id_] = piece
        if piece.map is not None:
            self._draw(id_)

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
        if id_ in self.groups:
            self._undraw(id_)
            for member in self.groups.pop(id_).members:
                self.parents.pop(member, None)
                self.pieces[member] = replace(self.pieces[member], map=None)
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
        id_ = command.id
        if self._thing(id_) is None:
            return
        map_ = self._known(command.map)
        x, y = command.x, command.y
        if map_ is None:
            if id_ not in self.parents:
                self._undraw(id_)
                self._set(id_, map_=None, x=x, y=y)
            return
        under = command.under
        there = under is not None and self._thing(under) is not None
        if under is not None and there and self._place(under) == (map_, x, y):
            self._merge(under, id_, command.player)
            return
        if not self._merge_at(map_, command):
            self._stack_or_put(id_, map_, x, y)
        parent = self.parents.get(id_)
        if under is None and parent is not None:
            self._join(parent, [id_], 0)

    def _merge_at(self, map_: str, command: MovePiece) -> bool:
        """Merge with the first deck, stack or piece that takes it, in drawing order."""
        spot = (map_, command.x, command.y)
        full = [id_ for id_ in self._at.get(spot, ()) if not self._is_empty_stack(id_)]
        for other in sorted(full, key=self.order.__getitem__):
            if self._takes(map_, other, command):
                self._merge(other, command.id, command.player)
                return True
        return False

    def _is_empty_stack(self, id_: str) -> bool:
        group = self.groups.get(id_)
        return group is not None and group.kind == "stack" and not group.members

    def _takes(self, map_: str, other: str, command: MovePiece) -> bool:
        group = self.groups.get(other)
        if group is not None and group.kind == "deck":
            return True
        if map_ in self.rules.unstacked:
            return False
        moving = self._representative(command.id, command.player)
        top = self._representative(other, command.player)
        if moving is None or top is None:
            return False
        if group is None and top.hidden_by not in (None, command.player):
            return False
        moving_group = self.groups.get(command.id)
        if moving_group is not None and moving_group.kind == "deck":
            return True
        return self._compatible(map_, moving, top)

    def _representative(self, id_: str, viewer: PlayerId | None) -> Piece | None:
        if id_ in self.groups:
            top = self._top(id_, viewer)
            return None if top is None else self.pieces[top]
        return self.pieces[id_]

    def _compatible(self, map_: str, first: Piece, second: Piece) -> bool:
        if not (first.type.stacks and second.type.stacks):
            return False
        layer = self.rules.layer
        return layer is None or layer(map_, first) == layer(map_, second)

    def _stack_or_put(self, id_: str, map_: str, x: int, y: int) -> None:
        piece = self.pieces.get(id_)
        stacks = piece is not None and piece.type.stacks and map_ not in self.rules.unstacked
        if stacks and id_ not in self.parents:
            group = self._new_stack(map_, x, y)
            self._join(group, [id_], 0)
        else:
            self._put(id_, map_, x, y)


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
