"""The things on the table: where they lie, what they are stacked in, how they are drawn.

Sources: `counters/Stack`, `build/module/Map`, `map/StackMetrics`, `map/HighlightLastMoved` and the
piece collections of a map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from builder import limits
from builder.saying import quoting
from builder.vassal.errors import RIGHT, VassalFileError
from builder.vassal.pieces import Piece, PieceGroup, PieceType
from builder.vassal.secret import PlayerId
from builder.vassal.state import GameState, Place
from builder.vassal.table_rules import TableRules
from builder.vassal.traits import Hide
from builder.vassal.traits.secrecy import has_access

K = TypeVar("K")
V = TypeVar("V")
Spot = tuple[str | None, int, int]

_OWN = "stack:"
"""What the ids of stacks begin with that are made here: nobody else's contain a colon."""


class Tabletop:
    """Pieces, stacks and decks of a game in progress, with the rest of its state."""

    def __init__(
        self,
        state: GameState | None = None,
        rules: TableRules | None = None,
        types: dict[str, PieceType] | None = None,
    ) -> None:
        state = state or GameState()
        self.rules = rules or TableRules()
        self._types = {} if types is None else types
        self.pieces = self._held(state.pieces)
        self.groups = self._held(state.groups)
        self.parents = self._held(state.parents)
        self.order = self._held(state.order)
        self.boards = self._held(state.boards)
        self.turns = self._held(state.turns)
        self.globals = self._held(state.globals)
        self.since = self._held(state.since)
        self.seats = list(state.seats)
        self.passwords, self.sole = state.passwords, state.sole
        self.notes, self.public_notes, self.begun = state.notes, state.public_notes, state.begun
        self.started = state.started
        self._next = state.next_order
        self._strays: set[str] = set()
        self._at: dict[Spot, dict[str, None]] = {}
        for id_ in self.order:
            self._index(id_)

    def _held(self, values: Mapping[K, V]) -> dict[K, V]:
        """What keeps one part of the state."""
        return dict(values)

    def _parts(self) -> Iterator[dict[Any, Any]]:
        """The parts of the state that are kept by name."""
        yield from (self.pieces, self.groups, self.parents, self.order)
        yield from (self.boards, self.turns, self.globals, self.since)

    def _clear(self) -> None:
        """Take everything from the table, as before a game."""
        for part in self._parts():
            part.clear()
        self._at.clear()
        self._strays.clear()
        self.seats = []
        self.notes, self.public_notes, self.begun = "", "", False
        self.started = False
        self._next = GameState().next_order

    def state(self) -> GameState:
        """The state of this moment, independent of what is executed later."""
        return self._as_state(lambda part: MappingProxyType(dict(part)))

    def _as_state(self, seen: Callable[[dict[Any, Any]], Mapping[Any, Any]]) -> GameState:
        """The state, each part of it as it is `seen`."""
        return GameState(
            pieces=seen(self.pieces),
            groups=seen(self.groups),
            parents=seen(self.parents),
            order=seen(self.order),
            seats=tuple(self.seats),
            passwords=self.passwords,
            sole=self.sole,
            boards=seen(self.boards),
            turns=seen(self.turns),
            globals=seen(self.globals),
            since=seen(self.since),
            notes=self.notes,
            public_notes=self.public_notes,
            begun=self.begun,
            started=self.started,
            next_order=self._next,
        )

    # Where things are

    def _thing(self, id_: str) -> Piece | PieceGroup | None:
        return self.groups.get(id_) or self.pieces.get(id_)

    def has(self, id_: str) -> bool:
        """Whether a piece, stack or deck of this id is on the table."""
        return self._thing(id_) is not None

    def drop_empty(self, keep: int) -> None:
        """Forget stacks that hold nothing, but for the newest of them."""
        empty = [id_ for id_ in self.groups if self._is_empty_stack(id_)]
        for id_ in empty[: max(0, len(empty) - keep)]:
            self._undraw(id_)
            del self.groups[id_]

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
        """Note where something lies; a stack that holds nothing takes nothing in."""
        if not self._is_empty_stack(id_):
            self._at.setdefault(self._spot(id_), {})[id_] = None

    def _unindex(self, id_: str) -> None:
        at = self._at.get(self._spot(id_))
        if at is not None:
            at.pop(id_, None)

    def _is_empty_stack(self, id_: str) -> bool:
        group = self.groups.get(id_)
        return group is not None and group.kind == "stack" and not group.members

    def _known(self, map_: str | None) -> str | None:
        """The map of a name or id by its name (Map.getMapById), None if there is none."""
        maps = self.rules.maps
        return map_ if maps is None or map_ is None else maps.get(map_)

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
        self.order[id_] = (self._layer(id_), self._next)
        self._next += 1
        self._index(id_)

    def _layer(self, id_: str) -> int:
        """The visual layer that something belongs to now; it is drawn in the one of its coming."""
        group = self.groups.get(id_)
        map_ = self._spot(id_)[0] or ""
        if group is None:
            return self.rules.layer(map_, self.pieces[id_])
        if group.kind == "deck":
            return self.rules.deck_layer(map_)
        top = self._top(id_, self.rules.viewer) or next(iter(group.members), None)
        return self.rules.stack_layer(map_, None if top is None else self.pieces[top])

    def _undraw(self, id_: str) -> None:
        if id_ in self.order:
            self._unindex(id_)
            del self.order[id_]

    def _raise(self, id_: str) -> None:
        """Draw above the others what was moved last, or its stack (HighlightLastMoved)."""
        id_ = self.parents.get(id_, id_)
        if not self.started or id_ not in self.order:
            return
        layer, _ = self.order[id_]
        if self._spot(id_)[0] not in self.rules.unraised and layer == self._layer(id_):
            self.order[id_] = (layer, self._next)
            self._next += 1

    # Stacks

    def _leave(self, piece: str) -> None:
        """Take a piece out of its stack or deck; it stays where that lies."""
        parent = self.parents.pop(piece, None)
        if parent is None:
            return
        group = self.groups[parent]
        members = tuple(member for member in group.members if member != piece)
        self.groups[parent] = replace(group, members=members)
        if self._is_empty_stack(parent):
            self._unindex(parent)
            if parent.startswith(_OWN):
                # nobody can name it, and a log of 20,000 moves would leave as many
                self.order.pop(parent, None)
                del self.groups[parent]

    def _join(self, group: str, pieces: Sequence[str], at: int) -> None:
        """Put pieces into a stack or deck, the first at place `at` (Stack.insert)."""
        for piece in pieces:
            if self.parents.get(piece) != group:
                self._leave(piece)
                self._undraw(piece)
                self.parents[piece] = group
        joining = dict.fromkeys(pieces)
        others = [member for member in self.groups[group].members if member not in joining]
        if len(others) + len(joining) > limits.STACK:
            raise VassalFileError(
                None, quoting("it has a stack of more than {n:,} pieces", n=limits.STACK), RIGHT
            )
        at = max(0, at)
        members = (*others[:at], *joining, *others[at:])
        self.groups[group] = replace(self.groups[group], members=members)
        if group in self.order:
            self._index(group)

    def _empty(self, group: str) -> None:
        """Let go of all pieces of a stack at once."""
        for member in self.groups[group].members:
            self.parents.pop(member, None)
        self.groups[group] = replace(self.groups[group], members=())
        if self._is_empty_stack(group):
            self._unindex(group)

    def _new_stack(self, map_: str, x: int, y: int, piece: str) -> str:
        """A stack of one piece, its id of this table alone."""
        id_ = f"{_OWN}{self._next}"
        self.groups[id_] = PieceGroup(id_, "stack", "stack", map_, x, y, ())
        self._join(id_, [piece], 0)
        self._draw(id_)
        return id_

    def _hidden(self, piece: Piece, viewer: PlayerId | None) -> bool:
        """Whether a piece is invisible to the viewer; nothing is when it is not known who looks."""
        if viewer is None:
            return False
        side = next((seat.side for seat in self.seats if seat.id == viewer), None)
        hides = piece.all(Hide)
        return not all(has_access(hide.access, hide.hidden_by, viewer, side) for hide in hides)

    def _top(self, id_: str, viewer: PlayerId | None) -> str | None:
        """The top piece of a stack or deck that is not hidden from the viewer."""
        for member in reversed(self.groups[id_].members):
            if not self._hidden(self.pieces[member], viewer):
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
            group = self._new_stack(map_, x, y, fixed)
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
