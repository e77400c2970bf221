"""Everything about a position that the rules ask for more than once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.games.kursk import sayings
from assistant.games.kursk.charts import Charts
from assistant.games.kursk.command import Command
from assistant.games.kursk.ground import Ground, exerts
from assistant.games.kursk.lines import Line, SupplyOf
from assistant.games.kursk.reserves import check_told
from assistant.games.kursk.units import (
    SIDES,
    Moment,
    enemy_of,
    is_inoperative,
    is_partisan,
    moment_of,
)
from assistant.kernel import facts
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import opposed
from assistant.position import Position, Unit
from assistant.questions.names import unit_in_state
from assistant.questions.reasons import Reason

LONG_UNSUPPLIED = "long-unsupplied"
"""The list, and the mark, of units out of supply or communication for more than a turn."""

ByHex = Mapping[str, frozenset[str]]
"""Side -> hexes."""


@dataclass(frozen=True)
class Situation(facts.Situation):
    """A position with its zones, lines and stacks, each worked out when first asked for."""

    @cached_property
    def moment(self) -> Moment:
        return moment_of(self.position)

    @cached_property
    def charts(self) -> Charts:
        return Charts(self.position)

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.position, self.charts)

    @cached_property
    def command(self) -> Command:
        return Command(self.position)

    def with_units(self, units: tuple[Unit, ...]) -> Situation:
        """The same table with other units; what the map and the charts say is not read again."""
        other = Situation(replace(self.position, units=units))
        other.__dict__.update(charts=self.charts, ground=self.ground)
        return other

    # Units

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Units on the map, by hex and id, so that answers do not follow the order of the file."""
        return facts.by_id(unit for unit in self.position.units if unit.hex in self.board)

    @cached_property
    @rule("15.21", "15.23")
    def held(self) -> ByHex:
        """Side -> the hexes in which it has a unit; an inoperative partisan counts for nothing."""
        return facts.held_by((u for u in self.units if not is_inoperative(u)), SIDES)

    @cached_property
    def defended(self) -> ByHex:
        """Side -> the hexes in which it has more than partisans."""
        return facts.held_by((u for u in self.units if not is_partisan(u)), SIDES)

    # Zones

    @cached_property
    def exerting(self) -> ByHex:
        """Side -> the hexes in which it has a unit with a zone."""
        return self._exerting(self._without_zone)

    def _exerting(self, without: Iterable[str] = ()) -> ByHex:
        units = (u for u in self.units if exerts(self.position, u) and u.id not in without)
        return facts.held_by(units, SIDES)

    @cached_property
    def zones(self) -> ByHex:
        """Side -> the hexes in its zones of control."""
        return {side: self.ground.zones(self.exerting[side]) for side in SIDES}

    @cached_property
    @rule("8.13")
    def _without_zone(self) -> frozenset[str]:
        """With the optional rule, units long out of supply or communication: those that the
        position lists or that bear the mark, or else those that are out of either now, by the zones
        that all have."""
        if not self.value("optional-zoc-loss"):
            return frozenset()
        listed = frozenset(self.value(LONG_UNSUPPLIED) or ())
        listed |= {unit.id for unit in self.units if LONG_UNSUPPLIED in unit.markers}
        if listed:
            return listed
        zones = {side: self.ground.zones(held) for side, held in self._exerting().items()}
        supply = self._supply(zones)
        return frozenset(
            unit.id
            for unit in self.units
            if exerts(self.position, unit)
            and not (supply[unit.side].of(unit).supplied and self.in_communication(unit))
        )

    def zone_without(self, side: str, name: str) -> frozenset[str]:
        """The zones of a side if its units in a hex had none."""
        covered, others = self.ground.covered, self.exerting[side] - {name}
        return self.zones[side] - {
            near
            for near in covered(name)
            if not any(one in others and near in covered(one) for one in self.near(near))
        }

    @rule("8.27")
    def guarded_bank(self, side: str, start: str, end: str) -> bool:
        """Whether an enemy unit beside a major river bars this side from crossing it into `end`."""
        if (start, end) not in self.ground.major_rivers or end in self.held[side]:
            return False
        guards = self.exerting[enemy_of(side)] & self.ground.on_major_river
        return any(near in guards and end in self.ground.covered(near) for near in self.near(end))

    # Supply and command

    def _supply(self, zones: ByHex) -> dict[str, SupplyOf]:
        against = opposed(zones, self.held)
        return {side: SupplyOf(self.ground, self.command, side, against[side]) for side in SIDES}

    @cached_property
    def supply(self) -> Mapping[str, SupplyOf]:
        """Side -> the supply of its units."""
        return self._supply(self.zones)

    def line(self, unit: Unit) -> Line:
        """The supply of a unit now."""
        return self.supply[unit.side].of(unit)

    def supplied(self, unit: Unit) -> bool:
        return self.line(unit).supplied

    def in_communication(self, unit: Unit) -> bool:
        return self.command.communication(unit).holds

    def provided(self, unit: Unit) -> bool:
        """Whether a unit is in supply and in communication."""
        return self.supplied(unit) and self.in_communication(unit)

    def bar_of_mode(self, number: str, unit: Unit, what: str) -> Reason | None:
        """What the mode of a unit keeps it from: `mechanized` movement, an `overrun`, `rail`."""
        mode = self.command.mode(unit)
        if self.command.has_mode(unit) and not self.charts.mode_allows(mode, what):
            return sayings.in_mode(number, unit=unit, mode=mode)
        return None


@kept
def situation_of(position: Position) -> Situation:
    """The situation of a position, worked out once however many questions are asked. QuestionError
    if it tells of units, formations or sides that are not there, as far as the viewer may know."""
    if not (position.viewer and position.value("optional-intelligence")):
        check_told(position)
        listed = position.value(LONG_UNSUPPLIED) or ()
        ids = frozenset(unit_in_state(position, LONG_UNSUPPLIED, str(name)) for name in listed)
        position = position.with_state(**{LONG_UNSUPPLIED: sorted(ids)}) if listed else position
    return Situation(position)


@rule("16.1")
def known_to_viewer(position: Position) -> Position:
    """The position without the units beneath the top of each enemy stack on the map, if the
    optional rule is in force and one side's eyes are used, but for those that attack in a declared
    battle. Boxes are no stacks."""
    if not position.viewer or not position.value("optional-intelligence"):
        return position
    top = {unit.hex: unit.id for unit in position.units}
    declared = position.declared
    return position.seen_as(
        unit
        for unit in position.units
        if unit.side == position.viewer
        or unit.id in declared
        or top[unit.hex] == unit.id
        or unit.hex not in position.board
    )
