"""Lines of communication (rule 3.3): which hexes they may use and how far they reach."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.mlb.ground import Ground
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason


@dataclass(frozen=True)
class Lines:
    """All lines that one side can trace at the moment.

    `onward` gives for each hex reached the next hex towards its nearest source (None for a source).
    """

    ground: Ground
    friends: frozenset[str]
    enemies: frozenset[str]
    enemy_zone: frozenset[str]
    hostile_cities: frozenset[str]
    sources: frozenset[str]
    source_in_zone_blocks: bool = True

    @rule("3.3(1)", "3.3(2)")
    def bar(self, name: str) -> Reason | None:
        """What closes a hex: enemies, their zone without a friend in it, water, their city."""
        if name in self.enemies:
            return Reason("3.3(1)", "{hex} is held by the enemy.", hex=name)
        if name in self.ground.water:
            return Reason("3.3(2)", "{hex} is water.", hex=name)
        if name in self.friends:
            return None
        if name in self.enemy_zone:
            return Reason(
                "3.3(1)", "{hex} is in an enemy zone and no friendly unit holds it.", hex=name
            )
        if name in self.hostile_cities:
            return Reason("3.3(2)", "{hex} is a city that the enemy controls.", hex=name)
        return None

    @rule("3.3(2)")
    def bar_between(self, start: str, end: str) -> Reason | None:
        """What closes a hexside to the line: a major river without a bridge, impassable ground."""
        if (start, end) in self.ground.unbridged_major:
            return Reason(
                "3.3(2)", "No bridge leads over the major river {side}.", side=f"{start}/{end}"
            )
        if (start, end) in self.ground.closed:
            return Reason("3.3(2)", "The hexside {side} is impassable.", side=f"{start}/{end}")
        return None

    @cached_property
    def open(self) -> frozenset[str]:
        """Every hex that a line may use."""
        land = frozenset(self.ground.exits) - self.ground.water - self.enemies
        return (land - self.enemy_zone - self.hostile_cities) | (land & self.friends)

    @rule("3.3(1)")
    def open_source(self, name: str) -> bool:
        """Whether a line may end at a source: it is a hex of the line like any other."""
        if name in self.open:
            return True
        only_zone = name in self.enemy_zone and name not in self.enemies | self.ground.water
        return only_zone and name not in self.hostile_cities and not self.source_in_zone_blocks

    @cached_property
    @rule("3.3")
    def onward(self) -> Mapping[str, str | None]:
        """Every hex from which a line runs, by the shortest way."""
        onward: dict[str, str | None] = {
            name: None for name in sorted(self.sources) if self.open_source(name)
        }
        queue = deque(onward)
        rivers, exits, usable = self.ground.unbridged_major, self.ground.exits, self.open
        while queue:
            name = queue.popleft()
            for near in exits[name]:
                if near not in onward and near in usable and (name, near) not in rivers:
                    onward[near] = name
                    queue.append(near)
        return onward

    def path(self, name: str) -> tuple[str, ...]:
        """The line from a hex to its source, both included; empty if there is none."""
        way: list[str] = []
        here: str | None = name if name in self.onward else None
        while here is not None:
            way.append(here)
            here = self.onward[here]
        return tuple(way)

    def stops(self, name: str) -> dict[str, Reason]:
        """For a hex that is cut off: the hexes around it at which its lines end, and why."""
        seen, queue = {name}, deque([name])
        stops: dict[str, Reason] = {}
        while queue:
            here = queue.popleft()
            for near in self.ground.board.neighbours(here):
                if near in seen:
                    continue
                reason = self.bar_between(here, near) or self.bar(near)
                if reason is None:
                    seen.add(near)
                    queue.append(near)
                else:
                    stops.setdefault(near, reason)
        return {near: reason for near, reason in sorted(stops.items()) if near not in seen}
