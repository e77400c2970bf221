"""A table that knows what each step of a log touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from builder.vassal.noting import Before, Noting
from builder.vassal.pieces import PieceGroup
from builder.vassal.state import GameState, Seat
from builder.vassal.table import Table

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Touched:
    """What may differ between two states: pieces, in the order of the states; whether boards or
    decks do, by which places are named."""

    pieces: tuple[str, ...]
    names: bool


class NotedTable(Table):
    """A table whose state before and after a step can be looked at without being copied."""

    _seats_before: tuple[Seat, ...] = ()

    def _held(self, values: Mapping[K, V]) -> dict[K, V]:
        return Noting(values)

    def begin(self) -> None:
        """Begin a step: from here on the state as it is now is the one before."""
        for part in self._parts():
            _noting(part).begin()
        self._seats_before = tuple(self.seats)

    def now(self) -> GameState:
        """The state after the step; good until the next is executed."""
        return self._as_state(MappingProxyType)

    def before(self) -> GameState:
        """The state before the step, as far as pieces, seats, turns and properties go; good until
        the next begins."""
        state = self._as_state(lambda part: Before(_noting(part)))
        return replace(state, seats=self._seats_before)

    def touched(self) -> Touched:
        """What the step touched."""
        pieces, groups = _noting(self.pieces), _noting(self.groups)
        found = {*pieces.was, *_noting(self.parents).was, *_noting(self.order).was}
        changed = list(_changed(groups))
        found.update(member for group in changed for member in group.members)
        known = [id_ for id_ in found if id_ in pieces or pieces.was.get(id_) is not None]
        names = bool(_noting(self.boards).was) or any(group.kind == "deck" for group in changed)
        return Touched(tuple(sorted(known, key=pieces.place)), names)


def _changed(groups: Noting[str, PieceGroup]) -> Iterable[PieceGroup]:
    """The stacks and decks that were changed, as they were and as they are."""
    for id_, was in groups.was.items():
        before, after = None if was is None else was[0], groups.get(id_)
        if before is not after:
            yield from (group for group in (before, after) if group is not None)


def _noting(part: dict[K, V]) -> Noting[K, V]:
    assert isinstance(part, Noting)
    return part
