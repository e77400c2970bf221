"""The state of a game at one moment, as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from builder.vassal.commands import BoardPlace
from builder.vassal.pieces import Piece, PieceGroup
from builder.vassal.secret import Passwords, PlayerId
from builder.vassal.traits.secrecy import sides_of

OBSERVER = "<observer>"

K = TypeVar("K")
V = TypeVar("V")


def _none() -> Mapping[K, V]:
    return MappingProxyType({})


class Place(NamedTuple):
    """Where something lies: a map (None: none) and pixels of it."""

    map: str | None
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the name shown, the side played, and the id that owns masked pieces."""

    id: PlayerId
    name: str
    side: str


NO_SEATS: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class GameState:
    """A game at one moment. Mappings are not to be changed.

    `parents` gives the stack or deck of a piece; `order` the order in which VASSAL draws stacks,
    decks and loose pieces: visual layer, then when they came upon the map or moved last.
    `globals` is by (container, name), the container being `Module` or the id of a map or zone;
    `since` those of the module that were set since a turn tracker last moved, by name;
    `turns` holds the raw states of turn trackers; `boards` those in play by map. `begun`: VASSAL
    would not put up the at-start stacks again; `started`: the save was read to its end.
    `next_order` is for what comes next upon a map; `passwords` are those of all who were ever met,
    and `sole` is the one player who ever sat at a side, None where there were several.
    """

    pieces: Mapping[str, Piece] = field(default_factory=_none)
    groups: Mapping[str, PieceGroup] = field(default_factory=_none)
    parents: Mapping[str, str] = field(default_factory=_none)
    order: Mapping[str, tuple[int, int]] = field(default_factory=_none)
    seats: tuple[Seat, ...] = ()
    boards: Mapping[str, tuple[BoardPlace, ...]] = field(default_factory=_none)
    turns: Mapping[str, str] = field(default_factory=_none)
    globals: Mapping[tuple[str, str], str] = field(default_factory=_none, repr=False)
    since: Mapping[str, str] = field(default_factory=_none, repr=False)
    notes: str = ""
    public_notes: str = ""
    begun: bool = False
    started: bool = False
    next_order: int = 1
    passwords: Passwords = field(default_factory=Passwords, compare=False)
    sole: Mapping[str, PlayerId | None] = field(default_factory=_none, repr=False, compare=False)

    def group_of(self, piece: str) -> PieceGroup | None:
        """The stack or deck that holds a piece, if any does."""
        parent = self.parents.get(piece)
        return None if parent is None else self.groups.get(parent)

    def place(self, id: str) -> Place:  # noqa: A002
        """Where a piece, stack or deck lies; a piece lies where its stack does."""
        found = self.group_of(id) or self.groups.get(id) or self.pieces[id]
        return Place(found.map, found.x, found.y)

    def deck_of(self, piece: str) -> PieceGroup | None:
        """The deck that holds a piece, if one does."""
        group = self.group_of(piece)
        return group if group is not None and group.kind == "deck" else None

    def stack_position(self, piece: str) -> tuple[int, int]:
        """(height from 1 at the bottom, size) within the stack or deck; (1, 1) if in none."""
        group = self.group_of(piece)
        if group is None:
            return 1, 1
        return group.members.index(piece) + 1, len(group.members)

    def maps(self) -> list[str]:
        """The maps that are in play or have something on them, in order of the boards."""
        names = dict.fromkeys(self.boards)
        for id_ in self.order:
            map_ = self.place(id_).map
            if map_ is not None:
                names.setdefault(map_)
        return list(names)

    def on_map(self, map_: str | None) -> Iterator[PieceGroup | Piece]:
        """Stacks and decks that hold something and loose pieces of a map, as they are drawn.

        None gives what lies on no map."""
        loose: list[PieceGroup | Piece] = [
            piece
            for piece in self.pieces.values()
            if piece.id not in self.parents and self._lies_on(piece, map_)
        ]
        loose += [
            group for group in self.groups.values() if group.members and self._lies_on(group, map_)
        ]
        yield from sorted(loose, key=lambda found: self.order.get(found.id, (0, 0)))

    def laid_out(self) -> dict[str, list[PieceGroup | Piece]]:
        """The same of every map at once: those with boards first, the others as they are drawn."""
        things: dict[str, PieceGroup | Piece] = {}
        # by the pieces, because a long log leaves far more emptied stacks than there are pieces
        for id_, piece in self.pieces.items():
            parent = self.parents.get(id_)
            if parent is None:
                things[id_] = piece
            elif parent not in things:
                things[parent] = self.groups[parent]
        order = self.order
        drawn = [thing for id_, thing in things.items() if id_ in order]
        drawn.sort(key=lambda thing: order[thing.id])
        found: dict[str, list[PieceGroup | Piece]] = {name: [] for name in self.boards}
        for thing in drawn:
            if thing.map is not None:
                found.setdefault(thing.map, []).append(thing)
        return found

    def _lies_on(self, thing: Piece | PieceGroup, map_: str | None) -> bool:
        """Whether a map draws it: one that was taken off keeps its last place in mind."""
        return (thing.map if thing.id in self.order else None) == map_

    def player_of(self, side: str) -> PlayerId | None:
        """The player who alone stands for a side: nobody else sits there, nor ever sat, before or
        after this moment, as far as the file goes. None if there is no such player.

        What a player hides from his team mates too, VASSAL shows to nobody else; and who reads a
        log of a side was at some time a player of it.
        """
        sole = self.sole.get(side)
        sits = any(seat.id == sole and seat.side == side for seat in self.seats)
        return sole if sits else None

    @property
    def alone(self) -> frozenset[Seat]:
        """The seats of those who so stand for their sides."""
        sole = {it for it in self.sole.items() if it[1] is not None}
        return frozenset(it for it in self.seats if (it.side, it.id) in sole) if sole else NO_SEATS

    def side_of(self, owner: PlayerId | None, access: str = "player:") -> str | None:
        """The side that an owner of hidden pieces is; None when nobody at the table is.

        By an access of `side:` or `sides:...` the owner is a side itself, else a player.
        """
        if owner is None:
            return None
        if access == "player:":
            return next((seat.side for seat in self.seats if seat.id == owner), None)
        known = [*sides_of(access), *(seat.side for seat in self.seats)]
        return next((side for side in known if owner.is_side(side)), None)
