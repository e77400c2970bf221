"""Lines of supply (rules 11.2, 11.3, 11.5): floods over hexes, chains of road and rail, and what
each unit traces: to its headquarters, from there to a source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from assistant.games.kursk import sayings
from assistant.games.kursk.command import Command
from assistant.games.kursk.ground import RAIL_KIND, ROAD_KIND, Ground, own_edge
from assistant.games.kursk.units import is_disrupted, is_gun, is_hq, is_independent
from assistant.kernel.chains import Chains
from assistant.kernel.facts import kept_for
from assistant.kernel.flood import Flood, flood
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import Opposition
from assistant.position import Unit
from assistant.questions.reasons import Reason

MOST_CHANGES = 2

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


class Aim(NamedTuple):
    """What a trace looks for, in the words for one that arrives and one that does not."""

    reached: str
    missed: str


SOURCE = Aim(
    "{n} {n|hex|hexes} to the source {hex}, {m} allowed.",
    "No supply source within {n} {n|hex|hexes} of {unit}.",
)
HEADQUARTERS = Aim(
    "{n} {n|hex|hexes} to the headquarters {unit}, {m} allowed.",
    "No line of {n} {n|hex|hexes} to the headquarters {unit}.",
)
MAP_EDGE = Aim(
    "{n} {n|hex|hexes} to {hex} on the map edge, {m} allowed.",
    "No road or railway hex of the map edge is near enough.",
)


def _failed(*reasons: Reason) -> Line:
    return Line(False, because=reasons)


@dataclass(frozen=True)
class SupplyOf:
    """The supply of one side's units. A line passes hexes without enemies, and in their zones only
    where a friend stands."""

    ground: Ground
    command: Command
    side: str
    against: Opposition

    @cached_property
    @rule("11.2", "8.25", "15.23")
    def shut(self) -> frozenset[str]:
        """Hexes through which no line of this side runs."""
        return self.against.closed

    @cached_property
    @rule("5.32", "11.32", "11.35", "11.36", "11.37")
    def chains(self) -> Chains:
        """Supply sources: what chains of road and rail tie to the own map edge, with at most two
        changes where both lie in one hex. A railway serves only on the own side of the start line.
        """
        edge, joined = own_edge(self.ground.board, self.side), self.ground.joined
        goals = {kind: edge & ends.keys() for kind, ends in joined.items()}
        foreign = self.ground.foreign_rail[self.side]
        closed = {ROAD_KIND: self.shut, RAIL_KIND: self.shut | foreign}
        return Chains(joined, goals, closed, MOST_CHANGES)

    def flood(self, targets: Iterable[str], reach: int) -> Flood[str]:
        """Lines of this side to the nearest of the targets."""
        starts = sorted(name for name in targets if name not in self.shut)
        return flood(starts, self.ground.around, self.shut, reach=reach)

    @kept_for
    @rule("11.3", "11.57")
    def of(self, unit: Unit) -> Line:
        """The unit's supply where it stands, judged when nobody attacks it: each kind of unit
        traces in its own way, and none is lost for want of supply."""
        if is_hq(unit):
            return self._of_hq(unit)
        if is_independent(unit):
            return self._to_source(unit, UNIT_REACH, "11.58")
        if is_gun(unit):
            return self._to_source(unit, UNIT_REACH, "11.59")
        return self._of_combat_unit(unit)

    def under_attack(self, unit: Unit) -> Line:
        """The same in the moment of an attack on the unit."""
        if is_hq(unit) and is_disrupted(unit):
            return self._to_source(unit, HQ_REACH, "11.31")
        return self.of(unit)

    @rule("11.38")
    def from_hex(self, unit: Unit, name: str) -> Line:
        """The supply that a unit would have in another hex."""
        if name == unit.hex:
            return self.of(unit)
        others = (u for u in self.command.position.units if u.id != unit.id and u.side == unit.side)
        friends = frozenset(u.hex for u in others) & self.against.friends | {name}
        return self._with_friends(friends).of(replace(unit, hex=name))

    def _with_friends(self, friends: frozenset[str]) -> SupplyOf:
        """The same side with its units in other hexes. Only those that open enemy zones matter, so
        lines are traced anew for each set of closed hexes, not for each set of friends."""
        against = replace(self.against, friends=friends)
        return self._moved.setdefault(against.closed, replace(self, against=against))

    # The three kinds of trace

    @rule("11.31", "11.32", "11.34")
    def _of_hq(self, unit: Unit) -> Line:
        """A headquarters traces eight hexes to a source; a disrupted one only if it is attacked."""
        if is_disrupted(unit):
            text = "{unit} is disrupted and traces only if attacked."
            return _failed(Reason("11.34", text, unit=unit.shown))
        return self._to_source(unit, HQ_REACH, "11.31")

    @rule("11.31", "11.32", "11.33", "11.34")
    def _of_combat_unit(self, unit: Unit) -> Line:
        """A line of seven hexes to a headquarters that is itself supplied and not disrupted, or to
        a road or railway hex of the own map edge."""
        if self.command.out_of_sight(unit):
            text = "The headquarters of {unit} is out of sight: nobody can tell."
            why = Reason("16.1", text, unit=unit.shown)
            return Line(True, because=(why,), known=False)
        lines = [self._to_headquarters(unit, hq) for hq in self.command.serving(unit)]
        reached = [line for line in lines if line.supplied]
        if reached:
            return min(reached, key=lambda line: (len(line.path), line.hq))
        edge = self._trace(unit, self._to_edge, UNIT_REACH, "11.32", MAP_EDGE)
        if edge.supplied:
            return edge
        if not lines:
            text = "No headquarters above {unit} is in play."
            lines = [_failed(Reason("11.33", text, unit=unit.shown))]
        return _failed(*(reason for line in (*lines, edge) for reason in line.because))

    @rule("11.31", "11.32", "11.34")
    def _to_headquarters(self, unit: Unit, hq: Unit) -> Line:
        """The unit's line to a headquarters, which supplies nobody while it is disrupted, or out
        of supply itself."""
        if is_disrupted(hq):
            return _failed(sayings.hq_disrupted("11.34", unit=hq))
        if not self.of(hq).supplied:
            return _failed(Reason("11.34", "The headquarters {unit} is out of supply.", unit=hq))
        return self._trace(unit, self._lines_to(hq.hex), UNIT_REACH, "11.31", HEADQUARTERS, hq)

    @rule("11.32", "11.58", "11.59")
    def _to_source(self, unit: Unit, reach: int, number: str) -> Line:
        """A line to a hex that road and rail tie to the own map edge."""
        return self._trace(unit, self._to_sources, reach, number, SOURCE)

    def _trace(
        self,
        unit: Unit,
        lines: Flood[str],
        reach: int,
        number: str,
        aim: Aim,
        hq: Unit | None = None,
    ) -> Line:
        """The line of a unit among those that run to one kind of target."""
        path, named = lines.way(unit.hex), (hq or unit).shown
        length = len(path) - 1
        if not 0 <= length <= reach:
            return _failed(Reason(number, aim.missed, n=reach, unit=named))
        why = Reason(number, aim.reached, n=length, hex=path[-1], unit=named, m=reach)
        return Line(True, path[-1], path, hq.id if hq else None, (why,))

    # Lines and floods, each worked out once

    @cached_property
    def _moved(self) -> dict[frozenset[str], SupplyOf]:
        return {self.shut: self}

    @kept_for
    def _lines_to(self, name: str) -> Flood[str]:
        return self.flood((name,), UNIT_REACH)

    @cached_property
    def _to_sources(self) -> Flood[str]:
        return self.flood(self.chains.hexes, HQ_REACH)

    @cached_property
    def _to_edge(self) -> Flood[str]:
        return self.flood(self.chains.ends, UNIT_REACH)
