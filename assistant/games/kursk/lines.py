"""Supply lines (rules 11.2, 11.3, 11.5): floods over hexes, chains of road and rail, and what
each unit traces: to its headquarters, from there to a source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from assistant.games.kursk.command import Command
from assistant.games.kursk.ground import RAILS, ROAD, Ground
from assistant.games.kursk.sayings import hq_disrupted
from assistant.games.kursk.units import is_disrupted, is_gun, is_hq, is_independent, is_own_edge
from assistant.kernel.flood import Flood, flood
from assistant.kernel.ground import joined, line_sides
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

MOST_CHANGES = 2
ROAD_KIND, RAIL_KIND = "road", "rail"


class Link(NamedTuple):
    """A hex of a chain, the way it is passed, and how often the chain changed before."""

    hex: str
    kind: str
    changes: int


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
        return {
            ROAD_KIND: joined(line_sides(self.ground.board, ROAD)),
            RAIL_KIND: joined(line_sides(self.ground.board, *RAILS)),
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

    def flood(self, targets: Iterable[str], reach: int) -> Flood[str]:
        """Lines of this side to the nearest of the targets."""
        starts = sorted(name for name in targets if self.open_to_line(name))
        return flood(starts, self.ground.around, self.shut, reach=reach)


UNIT_REACH = 7
HQ_REACH = 8


@dataclass(frozen=True)
class Line:
    """What a trace found. `path` runs from the unit to its first target: its headquarters, a
    source, or a road or railway hex of the map edge. A line that is not `known` is taken for good:
    it depends on what the viewer does not see."""

    supplied: bool
    source: str | None = None
    path: tuple[str, ...] = ()
    hq: str | None = None
    because: tuple[Reason, ...] = ()
    known: bool = True


def _failed(number: str, text: str) -> Line:
    return Line(False, because=(Reason(number, text),))


@dataclass(frozen=True)
class SupplyOf:
    """The supply of one side's units."""

    network: Network
    command: Command

    def of(self, unit: Unit) -> Line:
        """The unit's supply where it stands, judged when nobody attacks it."""
        if unit.id not in self._known:
            self._known[unit.id] = self._line(unit)
        return self._known[unit.id]

    def under_attack(self, unit: Unit) -> Line:
        """The same in the moment of an attack on the unit."""
        if is_hq(unit) and is_disrupted(unit):
            return self._to_source(unit, HQ_REACH, "11.31")
        return self.of(unit)

    def from_hex(self, unit: Unit, name: str) -> Line:
        """The supply that a unit would have in another hex (11.38)."""
        if name == unit.hex:
            return self.of(unit)
        others = (u for u in self.command.position.units if u.id != unit.id and u.side == unit.side)
        friends = frozenset(u.hex for u in others) & self.network.friends | {name}
        moved = replace(self.network, friends=friends)
        return SupplyOf(moved, self.command).of(replace(unit, hex=name))

    # The three kinds of trace

    @rule("11.3", "11.57")
    def _line(self, unit: Unit) -> Line:
        """Each kind of unit traces in its own way, and none is lost for want of supply."""
        if is_hq(unit):
            return self._of_hq(unit)
        if is_independent(unit):
            return self._to_source(unit, UNIT_REACH, "11.58")
        if is_gun(unit):
            return self._to_source(unit, UNIT_REACH, "11.59")
        return self._of_combat_unit(unit)

    @rule("11.31", "11.32", "11.34")
    def _of_hq(self, unit: Unit) -> Line:
        """A headquarters traces eight hexes to a source; a disrupted one only if it is attacked."""
        if is_disrupted(unit):
            return _failed(
                "11.34", Saying("{unit} is disrupted and traces only if attacked.", unit=unit.shown)
            )
        return self._to_source(unit, HQ_REACH, "11.31")

    @rule("11.32", "11.58", "11.59")
    def _to_source(self, unit: Unit, reach: int, number: str) -> Line:
        """A line to a hex that road and rail tie to the own map edge."""
        flood = self._to_sources
        distance = flood.distance.get(unit.hex)
        if distance is None or distance > reach:
            return _failed(
                number,
                Saying(
                    "No supply source within {n} {n|hex|hexes} of {unit}.", n=reach, unit=unit.shown
                ),
            )
        path = flood.way(unit.hex)
        reason = Reason(
            number,
            "{n} {n|hex|hexes} to the source {hex}, {m} allowed.",
            n=distance,
            hex=path[-1],
            m=reach,
        )
        return Line(True, path[-1], path, None, (reason,))

    @rule("11.31", "11.32", "11.33", "11.34")
    def _of_combat_unit(self, unit: Unit) -> Line:
        """A line of seven hexes to a headquarters that is itself supplied and not disrupted, or to
        a road or railway hex of the own map edge."""
        if self.command.out_of_sight(unit):
            text = Saying(
                "The headquarters of {unit} is out of sight: nobody can tell.", unit=unit.shown
            )
            return Line(True, because=(Reason("16.1", text),), known=False)
        lines = [self._to_headquarters(unit, hq) for hq in self.command.serving(unit)]
        if any(line.supplied for line in lines):
            reached = (line for line in lines if line.supplied)
            return min(reached, key=lambda line: (len(line.path), line.hq))
        edge = self._to_map_edge(unit)
        if edge.supplied:
            return edge
        if not lines:
            lines = [
                _failed(
                    "11.33", Saying("No headquarters above {unit} is in play.", unit=unit.shown)
                )
            ]
        return Line(False, because=tuple(r for line in (*lines, edge) for r in line.because))

    @rule("11.31", "11.32")
    def _to_headquarters(self, unit: Unit, hq: Unit) -> Line:
        """The unit's line to one headquarters."""
        reason = self._unable(hq)
        if reason is not None:
            return Line(False, because=(reason,))
        flood = self._to_hq(hq)
        if unit.hex not in flood.distance:
            text = Saying(
                "No line of {n} {n|hex|hexes} to the headquarters {unit}.",
                n=UNIT_REACH,
                unit=hq.shown,
            )
            return _failed("11.31", text)
        distance = flood.distance[unit.hex]
        text = Saying(
            "{n} {n|hex|hexes} to the headquarters {unit}, {m} allowed.",
            n=distance,
            unit=hq.shown,
            m=UNIT_REACH,
        )
        return Line(True, hq.hex, flood.way(unit.hex), hq.id, (Reason("11.31", text),))

    @rule("11.32")
    def _to_map_edge(self, unit: Unit) -> Line:
        """The unit's line to a road or railway hex of its own map edge."""
        if unit.hex not in self._to_edge.distance:
            return _failed("11.32", "No road or railway hex of the map edge is near enough.")
        path = self._to_edge.way(unit.hex)
        text = Saying(
            "{n} {n|hex|hexes} to {hex} on the map edge, {m} allowed.",
            n=len(path) - 1,
            hex=path[-1],
            m=UNIT_REACH,
        )
        return Line(True, path[-1], path, None, (Reason("11.32", text),))

    @rule("11.34")
    def _unable(self, hq: Unit) -> Reason | None:
        """Why a headquarters can supply nobody: disrupted, or out of supply itself."""
        if is_disrupted(hq):
            return hq_disrupted("11.34", hq)
        if not self.of(hq).supplied:
            return Reason("11.34", "The headquarters {unit} is out of supply.", unit=hq)
        return None

    # Lines and floods, each worked out once

    @cached_property
    def _known(self) -> dict[str, Line]:
        return {}

    @cached_property
    def _to_sources(self) -> Flood[str]:
        return self.network.flood(self.network.sources, HQ_REACH)

    @cached_property
    def _to_edge(self) -> Flood[str]:
        return self.network.flood(self.network.edge, UNIT_REACH)

    @cached_property
    def _floods(self) -> dict[str, Flood[str]]:
        return {}

    def _to_hq(self, hq: Unit) -> Flood[str]:
        if hq.hex not in self._floods:
            self._floods[hq.hex] = self.network.flood((hq.hex,), UNIT_REACH)
        return self._floods[hq.hex]


def both_sides(networks: Mapping[str, Network], command: Command) -> dict[str, SupplyOf]:
    return {side: SupplyOf(network, command) for side, network in networks.items()}
