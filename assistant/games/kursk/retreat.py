"""Retreats (rule 9.7): which ways are open to a unit, and which of them it may choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.kursk.sayings import lake, major_river, no_room
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import room_for
from assistant.games.kursk.units import enemy_of
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.position import Unit
from assistant.questions.reasons import Reason

Path = tuple[str, ...]
"""Hexes entered, the starting one left out."""


@dataclass(frozen=True)
class Flight:
    """The ground over which one unit retreats from its hex. `overrun_from` is the hex from which
    it is being overrun, or empty."""

    situation: Situation
    unit: Unit
    overrun_from: str = ""

    @property
    def start(self) -> str:
        return self.unit.hex

    @cached_property
    def enemies(self) -> frozenset[str]:
        return self.situation.held[enemy_of(self.unit.side)]

    @cached_property
    def zone(self) -> frozenset[str]:
        return self.situation.zones[enemy_of(self.unit.side)]

    @cached_property
    def friends(self) -> frozenset[str]:
        return self.situation.held[self.unit.side]

    # One hex

    def bar(self, here: str, near: str) -> Reason | None:
        """The first rule that closes a hex to the retreat, or None."""
        return (
            self.bar_side(here, near)
            or self._bar_overrun(near)
            or self._bar_enemy(near)
            or self.bar_stack(near)
        )

    @rule("9.79", "5.65")
    def bar_side(self, here: str, near: str) -> Reason | None:
        """No retreat crosses a major river, or a lake without a road."""
        if (here, near) in self.situation.ground.major_rivers:
            return major_river("9.79", here, near)
        if (here, near) in self.situation.ground.closed:
            return lake(here, near)
        return None

    @rule("9.78")
    def _bar_overrun(self, near: str) -> Reason | None:
        """Nobody retreats from an overrun into the hex from which it came, or beside both."""
        if near in self.overrunners_side:
            return Reason("9.78", "{hex} lies where the overrun comes from.", "way", hex=near)
        return None

    @cached_property
    def overrunners_side(self) -> frozenset[str]:
        """The hex from which an overrun came, and the two that touch it and the target."""
        if not self.overrun_from:
            return frozenset()
        around = self.situation.ground.around
        both = set(around[self.overrun_from]) & set(around[self.start])
        return frozenset(both | {self.overrun_from})

    @rule("9.76", "8.25")
    def _bar_enemy(self, near: str) -> Reason | None:
        """No retreat into the enemy, nor into his zone unless a friend stands there."""
        if near in self.enemies:
            return enemy_in("9.76", near)
        if near in self.zone and near not in self.friends:
            return Reason(
                "9.76",
                "{hex} is in an enemy zone, and no friendly unit is there.",
                "enemy-zone",
                hex=near,
            )
        return None

    @rule("7.21", "9.75")
    def bar_stack(self, near: str) -> Reason | None:
        """No retreat into or through a hex that would hold too much."""
        if near in self.friends and not room_for(self.situation, self.unit, near):
            return no_room("7.21", self.unit, near)
        return None

    @cached_property
    def _onward(self) -> dict[str, tuple[str, ...]]:
        return {}

    def onward(self, here: str) -> tuple[str, ...]:
        """The hexes that may be entered from one; never back to the start."""
        if here not in self._onward:
            self._onward[here] = tuple(
                near
                for near in self.situation.ground.around[here]
                if near != self.start and self.bar(here, near) is None
            )
        return self._onward[here]

    # Ways

    def ways(self, length: int) -> list[Path]:
        """Every way of so many hexes, none entered twice."""
        found: list[Path] = [()]
        for _ in range(length):
            found = [
                (*way, near)
                for way in found
                for near in self.onward(way[-1] if way else self.start)
                if near not in way
            ]
        return found

    @rule("9.73", "9.74", "9.75")
    def options(self, length: int) -> list[Path]:
        """The ways of a length that the owner may choose: they end as far from the start as any
        can, and enter held hexes only where no vacant one serves."""
        ways = self.ways(length)
        if self.situation.option("vacant-before-distance"):
            return self.farthest(self.vacant(ways))
        return self.vacant(self.farthest(ways))

    @rule("9.74")
    def farthest(self, ways: list[Path]) -> list[Path]:
        """Those that end at the greatest distance."""
        distance = self.situation.position.board.grid.distance
        ends = {way[-1]: distance(self.start, way[-1]) for way in ways if way}
        best = max(ends.values(), default=0)
        return [way for way in ways if not way or ends[way[-1]] == best]

    @rule("9.75")
    def vacant(self, ways: list[Path]) -> list[Path]:
        """At each hex a vacant one before a held one; a held major city counts as vacant."""
        return [
            way for way in ways if not any(self._avoidable(ways, way, i) for i in range(len(way)))
        ]

    def _avoidable(self, ways: list[Path], way: Path, index: int) -> bool:
        if self.free(way[index]):
            return False
        return any(
            other[:index] == way[:index] and self.free(other[index])
            for other in ways
            if len(other) > index
        )

    @rule("9.75")
    def free(self, name: str) -> bool:
        """Whether a hex may be chosen before any other: vacant, or a major city of friends."""
        return name not in self.friends or "major-city" in self.situation.ground.terrain(name)

    def refusals(self, chosen: list[Path]) -> Iterator[tuple[str, Reason]]:
        """Each neighbour with which no chosen way begins, and the rule that closes it."""
        begun = {way[0] for way in chosen if way}
        for near in sorted(self.situation.ground.around[self.start]):
            if near in begun:
                continue
            reason = self.bar(self.start, near)
            if reason is None and not self.free(near):
                reason = Reason(
                    "9.75", "{hex} is held by friends, and a vacant hex is open.", "way", hex=near
                )
            yield (
                near,
                reason or Reason("9.74", "By {hex} the retreat ends nearer.", "way", hex=near),
            )
