"""The situation on the table: an immutable value, read from and written to position files."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from builder.saying import Saying

if TYPE_CHECKING:
    from builder.game.board import Board
    from builder.game.model import Counter, Game
    from builder.game.shown_faces import Face

MOVED = "moved"
"""The marker that every game has: VASSAL's Moved mark."""


class Spot(NamedTuple):
    """Where something lies in a place, in pixels of the map; it holds for that place alone."""

    place: str
    x: int
    y: int


class Look(NamedTuple):
    """The pictures that a stranger's piece shows, one upon the other, where they are others than
    those of its counter; they hold for that step alone."""

    step: int
    face: Face


@dataclass(frozen=True)
class Unit:
    """One unit on the table.

    `hex` is a printed number, an area or a box. `step` 1 is full strength. `fields` are the game's
    own (strength per face, movement, group, ...), defaults not filled in. `counter` is the id in
    the counter mix, or empty for a unit made up for a case. `began` is the hex in which a unit that
    bears the Moved mark stood when the phase began, empty if that is not known. `spot` are the
    pixels of the map at which it lies, of what lies in no hex of an adopted map; `look` what such
    a game's piece shows besides its step, and `shows` all that it shows, which tells how large it
    is. `under` tells of one beside the hexes that it lies under others of its stack there.
    """

    id: str
    side: str
    type: str
    hex: str
    step: int = 1
    markers: frozenset[str] = frozenset()
    fields: Mapping[str, Any] = field(default_factory=dict)
    counter: str = ""
    name: str = ""
    stand_in: bool = False
    began: str = ""
    spot: Spot | None = field(default=None, compare=False)
    look: Look | None = field(default=None, compare=False, repr=False)
    shows: Look | None = field(default=None, compare=False, repr=False)
    under: bool = field(default=False, compare=False, repr=False)

    def __hash__(self) -> int:
        """By the id, in which the units of a position differ; fields cannot be hashed."""
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Unit({self.id!r}, {self.shown!r}, {self.side}, {self.hex}, step {self.step})"

    def get(self, name: str, default: Any = None) -> Any:
        """A field of the game's own, or the default."""
        return self.fields.get(name, default)

    def face(self, name: str) -> int:
        """The value of a per-face field on the side now up; 0 if the unit has no such field.

        A list with fewer values than the step holds its last value for the faces beyond.
        """
        values = self.fields.get(name)
        if values is None:
            return 0
        if isinstance(values, int):
            return values
        return int(values[min(self.step, len(values)) - 1]) if values else 0

    @property
    def lies_at(self) -> tuple[int, int] | None:
        """The pixels of the map at which it lies, None for the middle of its place."""
        spot = self.spot
        return (spot.x, spot.y) if spot is not None and spot.place == self.hex else None

    @property
    def has_moved(self) -> bool:
        """Whether it bears VASSAL's Moved mark."""
        return MOVED in self.markers

    @property
    def shown(self) -> str:
        """What people call it: its name, else its id."""
        return self.name or self.id


@dataclass(frozen=True)
class LyingCard:
    """A card that lies on the map, or a deck of `count` cards of which that one is on top.

    `card` is its number in cards.csv and `name` what it is called, both empty for one that shows
    its back; `back` is the picture of that back, empty for the game's common one. `hex` is its
    place, empty for none; `x` and `y` are the map's pixels in its middle. `deck` names the deck.
    `above` is how many of the position's units lie lower than the card.
    """

    card: str
    back: str
    name: str
    hex: str
    x: int
    y: int
    count: int = 1
    deck: str = ""
    above: int = 0


@dataclass(frozen=True)
class Declared:
    """A battle that players have declared on the map: its number, and the ids of its units."""

    number: int
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()

    def among(self, known: Container[str]) -> Declared | None:
        """The same as far as its units are known; None if none is."""
        attackers = tuple(one for one in self.attackers if one in known)
        defenders = tuple(one for one in self.defenders if one in known)
        return Declared(self.number, attackers, defenders) if attackers or defenders else None


@dataclass(frozen=True)
class Position:
    """A game, a board, and everything on it at one moment.

    `units` keep the order of their stacks: the last of a hex lies on top. `state` has the game's
    state variables as given; `defaults` of the definition apply where none is given. `viewer` is
    the side whose eyes are used, or empty for both. `battles` are those declared, by number, and
    `fought` the units for whose battle the die was rolled in this phase.
    `top_only` are hexes of which the viewer may know no more than the top unit. `cards` are those
    that lie on the map, to be drawn; position files leave them out. `marked` are the hexes on which
    a marker of control lies, and `passed` the sides that stood in a hex without one, the last to
    enter it at the end, as a log tells them; empty for a save, which tells none, and None for a
    position file, whose `control` says all. `counted` are the victory points at which the players'
    markers stand, by side, but for those that stand where the game begins with them.
    """

    game: Game
    board: Board
    units: tuple[Unit, ...] = ()
    scenario: str = ""
    turn: int = 1
    phase: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    control: Mapping[str, str] = field(default_factory=dict)
    viewer: str = ""
    unknown: tuple[str, ...] = ()
    battles: tuple[Declared, ...] = ()
    fought: frozenset[str] = frozenset()
    top_only: frozenset[str] = frozenset()
    cards: tuple[LyingCard, ...] = field(default=(), compare=False)
    marked: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    passed: Mapping[str, tuple[str, ...]] | None = field(default=None, compare=False, repr=False)
    counted: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    def __repr__(self) -> str:
        phase = f", {self.phase}" if self.phase else ""
        viewer = f", seen by {self.viewer}" if self.viewer else ""
        return f"Position({self.game.id}, turn {self.turn}{phase}, {len(self.units)} units{viewer})"

    def __getstate__(self) -> dict[str, Any]:
        """Without what was worked out from it: answers hold functions, which no process can be
        sent, and are worked out anew where they are asked for."""
        return {name: self.__dict__[name] for name in _OWN}

    @cached_property
    def stacks(self) -> dict[str, tuple[Unit, ...]]:
        """Units by hex, bottom first."""
        stacks: dict[str, list[Unit]] = {}
        for unit in self.units:
            stacks.setdefault(unit.hex, []).append(unit)
        return {name: tuple(units) for name, units in stacks.items()}

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    def at(self, name: str) -> tuple[Unit, ...]:
        """The units of a hex, bottom first."""
        return self.stacks.get(name, ())

    @cached_property
    def ground_units(self) -> tuple[Unit, ...]:
        """The units without those that fly, which take no hex that they lie on."""
        flying = self.game.flying_types
        return tuple(u for u in self.units if u.type not in flying) if flying else self.units

    def standing_at(self, name: str) -> tuple[Unit, ...]:
        """The units of a hex without those that fly, bottom first."""
        units, flying = self.at(name), self.game.flying_types
        return tuple(unit for unit in units if unit.type not in flying) if flying else units

    def side_at(self, name: str) -> str:
        """The side whose units stand in the hex, or empty."""
        units = self.standing_at(name)
        return units[0].side if units else ""

    def holder(self, name: str) -> str:
        """The side that holds a hex without units: by a log the last that stood there, else as
        markers or the position file have it; empty for nobody's."""
        passed = self.passed.get(name) if self.passed else None
        return passed[-1] if passed else self.control.get(name, "")

    def stood_in(self, name: str, side: str) -> bool:
        """Whether a side ever held a hex, as far as its marker or the log tells."""
        passed = self.passed.get(name, ()) if self.passed else ()
        return side in passed or self.control.get(name) == side

    @cached_property
    def held(self) -> Mapping[str, str]:
        """The sides that hold hexes without units, by hex."""
        if not self.passed:
            return self.control
        return {**self.control, **{name: sides[-1] for name, sides in self.passed.items()}}

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Who holds the hexes that players look at, those with a name and those in a list: who
        stands there, else `holder`, by whom the answers count too. What is nobody's is left out."""
        names = sorted({*self.control, *self.board.names})
        found = ((name, self.side_at(name) or self.holder(name)) for name in names)
        return {name: side for name, side in found if side}

    def of_side(self, side: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.side == side)

    def value(self, name: str) -> Any:
        """A state variable: as given, else the definition's default, else None."""
        if name in self.state:
            return self.state[name]
        declared = self.game.definition.state.get(name)
        return declared.default if declared else None

    def forget(self) -> None:
        """Let go what was worked out from it: whoever asks again has it worked out anew. A history
        of thousands of positions has no room for the facts of each."""
        for name in self.__dict__.keys() - _OWN:
            self.__dict__.pop(name, None)

    @property
    def declared(self) -> frozenset[str]:
        """The units that attack in a declared battle: its declaration names them to all. A battle
        in which nobody is attacked was not declared to anybody yet."""
        return frozenset(
            unit for battle in self.battles if battle.defenders for unit in battle.attackers
        )

    def in_phase(self, phase: str) -> Position:
        """The same position in another phase; made once, so that what follows from it is kept."""
        made: dict[str, Position] = self.__dict__.setdefault("_phases", {self.phase: self})
        if phase not in made:
            fought = frozenset[str]() if phase else self.fought
            made[phase] = other = replace(self, phase=phase, fought=fought)
            other.__dict__["_phases"] = made
        return made[phase]

    def with_units(self, units: Iterable[Unit]) -> Position:
        return replace(self, units=tuple(units))

    def seen_as(self, units: Iterable[Unit]) -> Position:
        """What is left of the position for a viewer who sees these units alone: the declared
        battles do not name the others either."""
        seen = self.with_units(units)
        battles = (one.among(seen.by_id) for one in self.battles)
        return replace(
            seen,
            battles=tuple(one for one in battles if one is not None),
            fought=self.fought & seen.by_id.keys(),
        )

    def with_state(self, **values: Any) -> Position:
        """A copy with state variables changed; `_` in a name stands for `-`."""
        changed = {name.replace("_", "-"): value for name, value in values.items()}
        return replace(self, state={**self.state, **changed})


_OWN = tuple(one.name for one in fields(Position))
"""What a position is, without what was worked out from it."""


def shared_hexes(game: Game, units: Iterable[Unit], board: Board) -> Iterator[str]:
    """A sentence for each hex of the map in which units of two sides stand, as in mid-move."""
    sides: dict[str, set[str]] = {}
    for unit in units:
        if unit.hex in board and unit.side and unit.type not in game.flying_types:
            sides.setdefault(unit.hex, set()).add(unit.side)
    for place, found in sides.items():
        if len(found) > 1:
            yield (
                Saying(
                    "Units of two sides stand in {hex}: answers about it and its neighbours"
                    " hold once one side has left.",
                    hex=place,
                )
            )


def in_positions(game: Game, counter: Counter) -> bool:
    """Whether a counter stands in positions: a unit, also one that its module keeps among the
    markers as uis does its squadrons; in a stranger's module without rules any piece, because what
    is nobody's is to be seen on its map too, and no rule asks whose it is."""
    if counter.kind == "unit" or counter.type in game.definition.units.types:
        return True
    return game.kept is not None and game.rules is None


def copy_id(counter: str, number: int) -> str:
    """The id of the nth unit of a counter of which several lie on the table, from 1."""
    return counter if number == 1 else f"{counter}#{number}"


def called(counter: Counter) -> str:
    """What people call a counter: its full name, else what is printed on it."""
    return counter.full_name or counter.name or counter.id


def unit_of(counter: Counter, place: str, id_: str = "") -> Unit:
    """A counter as the unit that it is in a place, by its own id or that of a copy."""
    return Unit(
        id=id_ or counter.id,
        side=counter.side,
        type=counter.type,
        hex=place,
        fields=counter.fields,
        counter=counter.id,
        name=called(counter),
        stand_in=counter.stand_in,
    )


def faces_of(fields: Mapping[str, Any]) -> int:
    """How many faces a unit has: the longest of its per-face lists; 0 if it has none."""
    lists = [
        value
        for value in fields.values()
        if isinstance(value, list) and value and all(isinstance(item, int) for item in value)
    ]
    return max(map(len, lists), default=0)
