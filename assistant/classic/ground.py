"""The map as the declared rules see it: what a step costs each class of units, what is closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.kernel.facts import kept, kept_for
from assistant.kernel.ground import exits
from builder.game.board import Board, Hexside
from builder.game.definition import Definition, Feature
from builder.game.rulebook.closed import closed_kinds
from builder.game.rules_file.chapters import Crossing, Movement, Road, RulesFile
from builder.game.rules_file.parts import exact

ALL = "all"
"""The price of a step that takes the whole allowance."""

Price = float | str | None
"""Movement points, ALL, or None for what is closed."""


@dataclass(frozen=True, eq=False)
class Ground:
    """A board under the rules of movement. What a class pays is kept by step, by terrain and by
    hexside, of which thousands of hexes share a few."""

    board: Board
    definition: Definition
    rules: RulesFile

    @cached_property
    def class_of(self) -> Mapping[str, str]:
        """The class of each type of units that has one."""
        classes = self.rules.movement.class_
        return {kind: name for name, kinds in classes.items() for kind in kinds}

    @cached_property
    def roads(self) -> Mapping[str, Road]:
        return self.rules.movement.named(Road)

    @cached_property
    def crossings(self) -> Mapping[str, Crossing]:
        """The word of each hexside of which rules.toml says one."""
        movement: Movement = self.rules.movement
        return {name: word for name, word in movement.named(str).items() if name in self._sides}  # type: ignore[misc]

    @cached_property
    def _sides(self) -> Mapping[str, Feature]:
        return self.definition.hexside

    @cached_property
    def closed_kinds(self) -> frozenset[str]:
        """Terrain and hexsides that nobody enters or crosses: `rules.closed` of game.toml, and
        water of which no cost is told."""
        return closed_kinds(self.definition, self.rules.movement)

    def features(self, start: str, end: str) -> frozenset[str]:
        """All hexside features between two hexes, whoever owns them."""
        board = self.board
        return board.between(start, end) | board.owned_by(start, end) | board.owned_by(end, start)

    def crossed(self, start: str, end: str) -> frozenset[str]:
        """Hexside features that count for a step or an attack: of directed ones, such as slopes,
        those that the hex entered has towards the other."""
        return self.board.between(start, end) | self.board.owned_by(end, start)

    @kept_for
    def steps(self, class_: str) -> Mapping[str, tuple[tuple[str, Price], ...]]:
        """For a class of units, from each hex its neighbours and the price of each step."""
        return {
            name: tuple((near, self._price(class_, name, near)) for near in around)
            for name, around in self.board.around.items()
        }

    def price(self, class_: str, start: str, end: str) -> Price:
        """The price of one step between neighbours."""
        return dict(self.steps(class_)[start])[end]

    @kept_for
    def open_around(self, class_: str) -> Mapping[str, tuple[str, ...]]:
        """From each hex the neighbours that a class may enter."""
        return {
            name: tuple(near for near, price in steps if price is not None)
            for name, steps in self.steps(class_).items()
        }

    def along(self, kinds: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
        """From each hex the neighbours that lines of these kinds join it with."""
        crossed: set[Hexside] = set()
        for kind in kinds:
            crossed |= self.board.lines.get(kind, frozenset())
        return exits(self.board, along=crossed)

    def entry(self, class_: str, name: str) -> Price:
        """The price of a hex by its terrain alone."""
        return self._entry(class_, self.board.of(name))

    @kept_for
    def _entry(self, class_: str, kinds: frozenset[str]) -> Price:
        prices = [self._terrain(class_, kind) for kind in kinds or ("clear",)]
        if None in prices or ALL in prices:
            return _dearest(prices)
        costs = [float(price) for price in prices if price is not None]
        clear = float(exact(self.rules.movement.clear))
        if self.rules.movement.mixed == "sum":
            return clear + sum(cost - clear for cost in costs)
        return max(costs, default=clear)

    def _terrain(self, class_: str, kind: str) -> Price:
        if kind in self.closed_kinds:
            return None
        feature = self.definition.terrain.get(kind)
        clear = self.rules.movement.clear
        return self._value(feature.values.get("move") if feature else None, class_, clear)

    def _value(self, value: object, class_: str, default: float) -> Price:
        """What a designer wrote as the cost of something, for a class."""
        if isinstance(value, dict):
            value = value.get(class_, value.get("default"))
        if value is None:
            return float(exact(default))
        if isinstance(value, str):
            return ALL if value == ALL else None
        return float(exact(float(value))) if isinstance(value, int | float) else None

    def _price(self, class_: str, start: str, end: str) -> Price:
        terrain = self.entry(class_, end)
        ways = [float(exact(r.replaces)) for r in self._usable(class_, start, end, terrain)]
        over = self._over_ground(class_, start, end, terrain)
        if ways:  # nobody has to go along a line that costs more than the ground
            return min(*ways, over) if isinstance(over, float) else min(ways)
        return over

    def _over_ground(self, class_: str, start: str, end: str, terrain: Price) -> Price:
        """The price of a step that goes along no line."""
        if terrain is None:
            return None
        side = self._hexside(class_, start, end)
        if side is None or ALL in (side, terrain):
            return None if side is None else ALL
        return float(terrain) + float(side)

    def _usable(self, class_: str, start: str, end: str, terrain: Price) -> Iterator[Road]:
        """The lines along which a class of units goes from a hex to the next."""
        for kind, road in self.roads.items():
            if self.board.joined_by(kind, start, end) and class_ in (road.classes or (class_,)):
                opened = terrain is not None or self._opened(class_, end, road)
                if opened and (road.bridges or self._hexside(class_, start, end) is not None):
                    yield road

    def _opened(self, class_: str, name: str, road: Road) -> bool:
        """Whether a line opens all that closes a hex: what it does not name stays closed."""
        return self._entry(class_, self.board.of(name).difference(road.opens)) is not None

    def _hexside(self, class_: str, start: str, end: str) -> Price:
        """What the hexside adds to a step."""
        return self._paid(class_, self.crossed(start, end))

    @kept_for
    def _paid(self, class_: str, crossed: frozenset[str]) -> Price:
        prices = [self._crossing(class_, kind) for kind in crossed]
        if None in prices or ALL in prices:
            return _dearest(prices)
        return sum(float(price) for price in prices if price is not None)

    def _crossing(self, class_: str, kind: str) -> Price:
        """What one kind of hexside adds to a step."""
        word = self.crossings.get(kind, "adds")
        if word == "forbidden" or kind in self.closed_kinds:
            return None
        if word in (ALL, "free"):
            return ALL if word == ALL else 0.0
        feature = self._sides.get(kind)
        return self._value(feature.values.get("move") if feature else None, class_, 0)

    def stops(self, class_: str, start: str, end: str) -> bool:
        """Whether movement ends behind a hexside, unless the class goes over it by a road."""
        for kind, road in self.roads.items():
            used = road.bridges and class_ in (road.classes or (class_,))
            if used and self.board.joined_by(kind, start, end):
                return False
        return any(self.crossings.get(kind) == "stop" for kind in self.crossed(start, end))

    def barred(self, start: str, end: str) -> bool:
        """Whether nobody crosses a hexside, nor a road that is there."""
        if any(
            r.bridges and self.board.joined_by(kind, start, end) for kind, r in self.roads.items()
        ):
            return False
        return self._hexside("", start, end) is None


def _dearest(prices: Sequence[Price]) -> Price:
    """Of features that stand together, one closed or one that takes all: what is closed to a unit
    stays so, whatever else is there."""
    return None if None in prices else ALL


FEW = 4
"""Rules of one board whose grounds are kept."""


@kept
def _grounds(board: Board) -> dict[int, Ground]:
    return {}


def ground_of(board: Board, definition: Definition, rules: RulesFile) -> Ground:
    """The ground of a board; worked out once for each board and rules."""
    made = _grounds(board)
    if id(rules) not in made:
        if len(made) >= FEW:  # because a table of rules that is edited is another one each time
            made.clear()
        made[id(rules)] = Ground(board, definition, rules)
    return made[id(rules)]
