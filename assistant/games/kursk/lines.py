"""Supply lines and sources (rules 11.2, 11.35 to 11.37): floods over hexes, chains of road and
rail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assistant.games.kursk.ground import RAILS, ROAD, Ground
from assistant.games.kursk.sides import is_own_edge
from assistant.kernel.rulebook import rule

MOST_CHANGES = 2
ROAD_KIND, RAIL_KIND = "road", "rail"


class Link(NamedTuple):
    """A hex of a chain, the way it is passed, and how often the chain changed before."""

    hex: str
    kind: str
    changes: int


@dataclass(frozen=True)
class Flood:
    """Hexes within reach of a target: how many steps away, and the next hex towards it."""

    distance: Mapping[str, int]
    towards: Mapping[str, str | None]

    def path(self, name: str) -> tuple[str, ...]:
        """From a hex to the target, both included."""
        way = [name]
        while (onward := self.towards[way[-1]]) is not None:
            way.append(onward)
        return tuple(way)


def flood(
    around: Mapping[str, tuple[str, ...]],
    targets: Iterable[str],
    passable: Callable[[str], bool],
    reach: int,
) -> Flood:
    """Breadth first from all targets at once; equal ways in the order of the targets' names."""
    distance = dict.fromkeys(sorted(targets), 0)
    towards: dict[str, str | None] = dict.fromkeys(distance)
    fringe = list(distance)
    for steps in range(1, reach + 1):
        found = []
        for name in fringe:
            for near in around[name]:
                if near not in distance and passable(near):
                    distance[near] = steps
                    towards[near] = name
                    found.append(near)
        fringe = found
    return Flood(distance, towards)


@dataclass(frozen=True)
class Network:
    """Where one side may trace: hexes open to its lines, and its road and rail to the map edge.

    `blocked` are hexes of the enemy, `zone` those in his zones, `friends` those with own units.
    """

    ground: Ground
    side: str
    blocked: frozenset[str]
    zone: frozenset[str]
    friends: frozenset[str]

    @cached_property
    def shut(self) -> frozenset[str]:
        """Hexes through which no line of this side runs."""
        return (self.zone - self.friends) | self.blocked

    @rule("11.2", "8.25", "15.23")
    def open_to_line(self, name: str) -> bool:
        """A line passes hexes without enemies, and in their zones only where a friend stands."""
        return name not in self.shut

    @cached_property
    def joined(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Way -> hex -> hexes that the road or the railway joins to it."""
        lines = self.ground.board.lines
        rails = frozenset().union(*(lines.get(kind, frozenset()) for kind in RAILS))
        return {
            ROAD_KIND: _neighbours(lines.get(ROAD, frozenset())),
            RAIL_KIND: _neighbours(rails),
        }

    @rule("11.37", "5.32")
    def usable(self, name: str, kind: str) -> bool:
        """A road hex serves anywhere, a railway hex only on the own side of the start line."""
        if kind == RAIL_KIND and name in self.ground.foreign_rail[self.side]:
            return False
        return name not in self.shut

    @cached_property
    @rule("11.32")
    def edge(self) -> frozenset[str]:
        """Road and railway hexes of the own map edge that can be used."""
        return frozenset(
            name
            for kind, ends in self.joined.items()
            for name in ends
            if is_own_edge(self.side, name) and self.usable(name, kind)
        )

    @cached_property
    @rule("11.35", "11.36")
    def chains(self) -> Mapping[Link, Link | None]:
        """Every link that a chain of road and rail ties to the own map edge, with at most two
        changes where both lie in one hex; each with the link next to it on the way there."""
        found: dict[Link, Link | None] = {}
        fringe = [
            Link(name, kind, 0)
            for kind in (ROAD_KIND, RAIL_KIND)
            for name in sorted(self.edge)
            if name in self.joined[kind] and self.usable(name, kind)
        ]
        found.update(dict.fromkeys(fringe))
        while fringe:
            fringe = [
                onward
                for link in fringe
                for onward in self._onward(link)
                if found.setdefault(onward, link) is link
            ]
        return found

    def _onward(self, link: Link) -> Iterable[Link]:
        for name in self.joined[link.kind][link.hex]:
            if self.usable(name, link.kind):
                yield Link(name, link.kind, link.changes)
        other = RAIL_KIND if link.kind == ROAD_KIND else ROAD_KIND
        may_change = link.changes < MOST_CHANGES and link.hex in self.joined[other]
        if may_change and self.usable(link.hex, other):
            yield Link(link.hex, other, link.changes + 1)

    @cached_property
    def sources(self) -> frozenset[str]:
        """All supply sources of the side."""
        return frozenset(link.hex for link in self.chains)

    @cached_property
    def _nearest(self) -> Mapping[str, Link]:
        """For each source the link with the fewest changes on its way to the map edge."""
        best: dict[str, Link] = {}
        for link in self.chains:
            known = best.get(link.hex)
            if known is None or (link.changes, link.kind) < (known.changes, known.kind):
                best[link.hex] = link
        return best

    def chain(self, name: str) -> tuple[Link, ...]:
        """A chain from a source to the map edge, with the fewest changes."""
        link: Link | None = self._nearest[name]
        way = []
        while link is not None:
            way.append(link)
            link = self.chains[link]
        return tuple(way)

    def flood(self, targets: Iterable[str], reach: int) -> Flood:
        """Lines of this side to the nearest of the targets."""
        open_targets = [name for name in targets if self.open_to_line(name)]
        return flood(self.ground.around, open_targets, self.open_to_line, reach)


def _neighbours(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for start, end in sorted(pairs):
        table.setdefault(start, []).append(end)
    return {name: tuple(ends) for name, ends in table.items()}
