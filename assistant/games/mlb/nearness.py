"""Nearer to a supply source (rule 10.6.2(1)): how far each hex lies from each source of a side."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from assistant.games.mlb.ground import Ground
from assistant.kernel.rulebook import rule

Metric = Literal["same-source", "any-source", "path"]
UNREACHED = 10_000


@dataclass(frozen=True)
class Nearness:
    """Distances to the sources of one side, remembered hex by hex."""

    ground: Ground
    sources: tuple[str, ...]
    metric: Metric = "same-source"
    known: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tables: dict[str, Mapping[str, int]] = field(default_factory=dict)

    @rule("10.6.2(1)")
    def each_step(self, way: tuple[str, ...]) -> bool:
        """Whether every step comes nearer to a source: to one and the same, or, by the other
        reading, to any."""
        steps = [self.nearer(a, b) for a, b in pairwise(way)]
        if self.metric == "any-source":
            return bool(steps) and all(steps)
        return bool(steps) and bool(frozenset.intersection(*steps))

    def nearer(self, start: str, end: str) -> frozenset[int]:
        """The sources, by their place in the list, to which a step comes nearer."""
        before, after = self.away(start), self.away(end)
        return frozenset(i for i, far in enumerate(before) if after[i] < far)

    def away(self, name: str) -> tuple[int, ...]:
        """Hexes from a hex to each source."""
        if name not in self.known:
            self.known[name] = tuple(self._distance(name, source) for source in self.sources)
        return self.known[name]

    def _distance(self, name: str, source: str) -> int:
        if self.metric != "path":
            return self.ground.board.grid.distance(name, source)
        if source not in self.tables:
            self.tables[source] = over_land(self.ground, source)
        return self.tables[source].get(name, UNREACHED)


def over_land(ground: Ground, source: str) -> Mapping[str, int]:
    """Hexes to a source by land, round water and impassable hexsides."""
    found, queue = {source: 0}, deque([source])
    while queue:
        here = queue.popleft()
        for near in ground.exits[here]:
            if near not in found:
                found[near] = found[here] + 1
                queue.append(near)
    return found
