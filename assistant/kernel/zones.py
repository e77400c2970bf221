"""Zones of control: which hexes a side's units cover, and what an enemy's zone closes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from assistant.kernel import facts
from assistant.kernel.ground import NOWHERE
from assistant.questions.answers import Zones
from assistant.questions.reasons import Code


def zone_of(hexes: Iterable[str], covered: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """All hexes that units standing in these cover; several zones in a hex are no more than one.

    `covered` gives for a hex those that a unit in it would cover: usually its neighbours, less
    those behind hexsides across which no zone reaches.
    """
    return frozenset(near for name in set(hexes) for near in covered(name))


def shown(zones: Mapping[str, Iterable[str]], sides: Iterable[str]) -> Zones:
    """The answer to the question of zones: the hexes of each side, sorted."""
    return Zones({side: tuple(sorted(zones[side])) for side in sides})


class Zoned(Protocol):
    """Facts that tell the zones of each side."""

    @property
    def sides(self) -> tuple[str, ...]: ...

    @property
    def zones(self) -> Mapping[str, frozenset[str]]: ...


def zones(situation: Zoned) -> Zones:
    """The zones of all sides, as the chapter of a room that adds nothing to them."""
    return shown(situation.zones, situation.sides)


@dataclass(frozen=True)
class Opposition:
    """The enemy as one side meets him: the hexes that he holds, those in his zones, and the hexes
    where a friend stands, which opens them to lines and retreats."""

    enemies: frozenset[str]
    zone: frozenset[str]
    friends: frozenset[str] = NOWHERE

    @cached_property
    def closed(self) -> frozenset[str]:
        """Enemy hexes, and enemy zones without a friend: no line and no retreat enters them."""
        return (self.zone - self.friends) | self.enemies

    def closes(self, name: str) -> Code | None:
        """What closes a hex to lines and retreats: enemy units, or a zone that no friend opens."""
        if name in self.enemies:
            return "enemy-units"
        if name in self.zone and name not in self.friends:
            return "enemy-zone"
        return None

    def from_zone_to_zone(self, start: str, end: str) -> bool:
        """Whether a step leads from one hex in an enemy zone straight to another."""
        return start in self.zone and end in self.zone

    def zones_passed(self, path: Iterable[str]) -> int:
        """How many hexes of a way lie in enemy zones, friends or not."""
        return sum(name in self.zone for name in path)


def opposed(
    zones: Mapping[str, frozenset[str]], held: Mapping[str, frozenset[str]]
) -> dict[str, Opposition]:
    """In a game of two sides, the enemy as each of them meets him, by its side."""
    one, other = zones
    return {
        side: Opposition(held[enemy], zones[enemy], held[side])
        for side, enemy in ((one, other), (other, one))
    }


class Facing(facts.Situation):
    """A position of two sides with zones of control, which its game tells as `zones`: from each
    side the hexes in its zones."""

    @cached_property
    def zones(self) -> Mapping[str, frozenset[str]]:
        raise NotImplementedError

    @cached_property
    def opposed(self) -> Mapping[str, Opposition]:
        """The enemy as each side meets him."""
        return opposed(self.zones, self.held)
