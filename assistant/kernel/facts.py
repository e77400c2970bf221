"""The facts of a position that every chapter asks for, each worked out once, when first asked for.

One word in all games: a `Situation` is a position with what follows from it. A game adds its own
facts in a subclass, as cached properties; it overrides a fact only where its rulebook counts
otherwise (units without a zone, partisans that hold no hex).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, TypeVarTuple

from assistant.kernel.calendar import Calendar
from assistant.position import Position, Unit

if TYPE_CHECKING:
    from builder.game.board import Board
    from builder.game.definition import Definition
    from builder.game.model import Game

Owner = TypeVar("Owner")
Facts = TypeVar("Facts")
Given = TypeVarTuple("Given")


def kept(make: Callable[[Owner], Facts]) -> Callable[[Owner], Facts]:
    """A pure function of one unchanging value that is worked out once for each value.

    The result is kept in the value itself, as functools.cached_property does, and goes when the
    value goes; nothing is kept globally.
    """
    key = f"kept {make.__module__}.{make.__qualname__}"

    @wraps(make)
    def once(owner: Owner) -> Facts:
        store = vars(owner)
        try:
            found: Facts = store[key]
        except KeyError:
            found = store[key] = make(owner)
        return found

    return once


def kept_for(make: Callable[[Owner, *Given], Facts]) -> Callable[[Owner, *Given], Facts]:
    """The same for a function of an unchanging value and of others that can be hashed: worked out
    once for each of these, and kept in the first."""
    key = f"kept {make.__module__}.{make.__qualname__}"

    @wraps(make)
    def once(owner: Owner, *given: *Given) -> Facts:
        try:
            found: Facts = vars(owner)[key][given]
        except KeyError:
            found = make(owner, *given)
            vars(owner).setdefault(key, {})[given] = found
        return found

    return once


def opponents(one: str, other: str) -> Callable[[str], str]:
    """For a game of two sides: from each the other."""

    def enemy_of(side: str) -> str:
        """The other side."""
        return other if side == one else one

    return enemy_of


@dataclass(frozen=True)
class Situation:
    """A position with its facts: who stands where, who holds what, which readings are in force."""

    position: Position
    calendar: ClassVar[Calendar]
    """Of a game that has one."""

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def definition(self) -> Definition:
        return self.position.game.definition

    @property
    def board(self) -> Board:
        return self.position.board

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def phase(self) -> str:
        return self.position.phase

    @property
    def scenario(self) -> str:
        """The scenario played; empty if the position names none."""
        return self.position.scenario

    def now(self, fact: str) -> Any:
        """What the game's calendar says of this turn of the scenario; None if nothing."""
        return self.calendar.at(fact, self.turn, self.scenario)

    def phase_name(self, id_: str) -> str:
        """What players call a phase; its id if the game has no such phase."""
        return self.definition.phase_name(id_)

    def side_name(self, id_: str) -> str:
        """What players call a side; its id if the game has no such side."""
        return next((side.name for side in self.definition.side if side.id == id_), "") or id_

    def box_name(self, id_: str) -> str:
        """What the map or a window calls a box; its id in words if neither has it."""
        return self.definition.box_name(id_)

    @cached_property
    def around(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of each hex and area."""
        return self.board.around

    def near(self, name: str) -> tuple[str, ...]:
        """The neighbours of a hex or area; none of a box."""
        return self.around.get(name, ())

    def option(self, name: str) -> Any:
        """The reading in force of an open point of the rules."""
        return self.position.game.option(name)

    def value(self, name: str) -> Any:
        """A state variable: as given, else the definition's default, else None."""
        return self.position.value(name)

    def hexset(self, name: str) -> frozenset[str]:
        """A set of hexes that the game's definition names."""
        return self.position.game.hexset(name)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The ids of the game's sides."""
        return tuple(side.id for side in self.definition.side)

    @cached_property
    def phasing(self) -> str:
        """The side that acts in the phase; empty if the position names none."""
        return self.definition.phasing(self.phase)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units on the map by hex, each stack from the bottom up."""
        on_map = (unit for unit in self.position.units if unit.hex in self.board)
        return tuple(sorted(on_map, key=lambda unit: unit.hex))

    @cached_property
    def stacks(self) -> dict[str, tuple[Unit, ...]]:
        """The units of each hex that has any."""
        return {name: tuple(units) for name, units in by_hex(self.units).items()}

    @cached_property
    def holders(self) -> dict[str, str]:
        """The side of the units in each hex that has any."""
        return {name: units[0].side for name, units in self.stacks.items()}

    @cached_property
    def held(self) -> Mapping[str, frozenset[str]]:
        """Side -> the hexes in which it has a unit."""
        return held_by(self.units, self.sides)

    def at(self, name: str) -> tuple[Unit, ...]:
        """The units of a hex."""
        return self.stacks.get(name, ())

    def in_box(self, box: str) -> tuple[Unit, ...]:
        """The units in a box beside the map, by id."""
        return by_id(unit for unit in self.position.units if unit.hex == box)

    def side_at(self, name: str) -> str:
        """The side whose units stand in a hex, or empty."""
        return self.holders.get(name, "")

    def of_side(self, side: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.side == side)

    def beside(self, name: str, side: str = "") -> tuple[Unit, ...]:
        """The units next to a hex, of one side or of all, by hex."""
        return tuple(
            unit
            for near in sorted(self.near(name))
            for unit in self.at(near)
            if not side or unit.side == side
        )

    def readings(self, names: Iterable[str]) -> dict[str, Any]:
        """Open points on which an answer leans, for its `readings`: the option, the reading in
        force, its rule and what is open; nothing if there are none."""
        named = [
            {"option": name, "value": told.value, "rule": told.rule, "note": told.note}
            for name in dict.fromkeys(names)
            for told in (self.definition.options[name],)
        ]
        return {"readings": named} if named else {}


def held_by(units: Iterable[Unit], sides: Iterable[str]) -> dict[str, frozenset[str]]:
    """Side -> the hexes in which these units of it stand."""
    held: dict[str, set[str]] = {side: set() for side in sides}
    for unit in units:
        held.setdefault(unit.side, set()).add(unit.hex)
    return {side: frozenset(names) for side, names in held.items()}


def by_hex(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Units by the hex in which they stand, in their order."""
    stacks: dict[str, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(unit.hex, []).append(unit)
    return stacks


def by_id(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units by hex and id: an order that does not depend on the file."""
    return tuple(sorted(units, key=lambda unit: (unit.hex, unit.id)))
