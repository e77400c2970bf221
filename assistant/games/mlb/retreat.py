"""Retreats (rule 10.6): which ways are open to a unit, which of them it must take, at what loss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.mlb.ground import Ground
from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.stacking import room_for
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

Path = tuple[str, ...]
"""Hexes entered, the starting one left out."""

MOST_ADDED = 8
"""A way longer than this is given up as no way out."""


@dataclass(frozen=True)
class Way:
    """One lawful retreat: hexes entered, and how many of them lie in enemy zones."""

    path: Path
    zones: int


@dataclass(frozen=True)
class Flight:
    """The ground over which one unit retreats from its hex."""

    situation: Situation
    unit: Unit
    steps: int

    @property
    def start(self) -> str:
        return self.unit.hex

    @cached_property
    def ground(self) -> Ground:
        return self.situation.ground

    @cached_property
    def enemies(self) -> frozenset[str]:
        return self.situation.held[enemy_of(self.unit.side)]

    @cached_property
    def zone(self) -> frozenset[str]:
        """Zones of all enemy units as they stand, the attackers among them."""
        return self.situation.zones[enemy_of(self.unit.side)]

    @cached_property
    def exempt_bridges(self) -> bool:
        return bool(self.situation.reading("retreat-bridge-exempt"))

    # Steps

    def bar(self, here: str, near: str) -> Reason | None:
        """The first rule that forbids a step of the retreat, or None."""
        if near in self.enemies:
            return Reason("3.1(2)", "{hex} is held by the enemy.", hex=near)
        return self.bar_ground(here, near) or self.bar_major_river(here, near)

    @rule("10.6.7")
    def bar_ground(self, here: str, near: str) -> Reason | None:
        """Water and impassable hexsides let nobody through."""
        if near in self.ground.water:
            return Reason("10.6.7", "{hex} is water.", hex=near)
        if (here, near) in self.ground.closed:
            return Reason("10.6.7", "The hexside {side} is impassable.", side=f"{here}/{near}")
        return None

    @rule("10.6.6")
    def bar_major_river(self, here: str, near: str) -> Reason | None:
        """A major river, bridged or not, is crossed only from the starting hex, and never from zone
        to zone."""
        if (here, near) not in self.ground.major:
            return None
        if here in self.zone and near in self.zone:
            return Reason(
                "10.6.6",
                "{hex} and {hex2}, across a major river, are in enemy zones.",
                hex=here,
                hex2=near,
            )
        bridge = self.exempt_bridges and (here, near) in self.ground.bridged
        if here != self.start and not bridge:
            return Reason(
                "10.6.6", "The retreat did not begin beside the major river at {hex}.", hex=near
            )
        return None

    # Ways of the ordered length

    @rule("10.6", "10.6.1")
    def paths(self, length: int) -> Iterator[Path]:
        """Every way of so many hexes, none entered twice and the start not again."""
        return self._paths(self.start, (), length)

    def _paths(self, here: str, path: Path, length: int) -> Iterator[Path]:
        if length == 0:
            if self._far_enough(path):
                yield path
            return
        for near in self.ground.board.neighbours(here):
            if near != self.start and near not in path and self.bar(here, near) is None:
                yield from self._paths(near, (*path, near), length - 1)

    def _far_enough(self, path: Path) -> bool:
        if not self.situation.reading("retreat-net-distance"):
            return True
        return self.ground.board.grid.distance(self.start, path[-1]) == len(path)

    @rule("10.6.2", "10.6.2(1)", "10.6.2(2)")
    def required(self, start: str, ways: list[Way]) -> list[Way]:
        """The ways that a unit may take: fewest zones first; among those every hex nearer to a
        source and room at the end, or, failing both, the former before the latter."""
        ways = fewest_zones(ways)
        nearer = [way for way in ways if self.nearer(start, way)]
        for choice in ([way for way in nearer if self.room(way)], nearer):
            if choice:
                return choice
        return [way for way in ways if self.room(way)] or ways

    def way(self, path: Path) -> Way:
        return Way(path, sum(1 for name in path if name in self.zone))

    @rule("10.6.2(1)")
    def nearer(self, start: str, way: Way) -> bool:
        """Whether every hex of a way is nearer to a friendly source than the one before."""
        return self.situation.nearness[self.unit.side].each_step((start, *way.path))

    @rule("10.6.2(2)", "10.6.5")
    def room(self, way: Way) -> bool:
        """Whether the unit keeps the stacking limit where the way ends."""
        return room_for(self.situation, self.unit, way.path[-1])

    # Hexes added for stacking

    @rule("10.6.4")
    def prolonged(self, way: Way) -> Iterator[Way]:
        """A unit without room where it ends goes on hex by hex, by the same rules, until it has
        room; one that has lost its last step on the way goes no further."""
        if self.room(way) or self.losses(way) >= self.steps:
            yield way
            return
        if len(way.path) > MOST_ADDED:
            return
        end = way.path[-1]
        onward = [
            self.way((near,))
            for near in self.ground.board.neighbours(end)
            if near != self.start and near not in way.path and self.bar(end, near) is None
        ]
        for more in self.required(end, onward):
            yield from self.prolonged(Way(way.path + more.path, way.zones + more.zones))

    @rule("10.6.3")
    def losses(self, way: Way) -> int:
        """One step for each enemy-zone hex entered, friends there or not."""
        return way.zones if self.situation.reading("retreat-loss-per-hex") else min(1, way.zones)

    def options(self, length: int) -> tuple[Way, ...]:
        """All ways of the ordered length that the unit may take, added hexes included."""
        ways = [self.way(path) for path in self.paths(length)]
        if self.situation.reading("retreat-lookahead"):
            whole = [longer for way in ways for longer in self.prolonged(way)]
            return tuple(self.required(self.start, whole))
        kept = self.required(self.start, ways)
        return tuple(longer for way in kept for longer in self.prolonged(way))


@rule("10.6.2")
def fewest_zones(ways: list[Way]) -> list[Way]:
    """A retreating unit enters as few enemy-zone hexes as it can, wherever that leads."""
    fewest = min((way.zones for way in ways), default=0)
    return [way for way in ways if way.zones == fewest]
