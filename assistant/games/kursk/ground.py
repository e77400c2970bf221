"""The map: what may be crossed, what it costs, whose entrenchment it is, where zones reach (rules
3.1, 5.1, 5.6, 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.kursk.charts import Charts
from assistant.games.kursk.units import is_combat_unit, is_hq
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from builder.game.board import Board

ROAD = "road"
RAILS = ("railroad", "railroad-double")
ROAD_COST = 0.5
WATER = ("river", "major-river", "lake")
LATER_ENTRENCHMENTS = {
    "entrenchment-german-august": ("entrenchment-german", ("august",)),
    "entrenchment-soviet-july": ("entrenchment-soviet", ("", "july", "august")),
}
"""Second sets of symbols: what they are, and the scenarios in which they are there."""

CITIES = {"both": ("city", "major-city"), "city": ("city",), "major-city": ("major-city",)}


@dataclass(frozen=True)
class Ground:
    """The board under the scenario and the charts of one position."""

    position: Position
    charts: Charts

    @property
    def board(self) -> Board:
        return self.position.board

    @cached_property
    def around(self) -> Mapping[str, tuple[str, ...]]:
        return self.board.around

    @cached_property
    def cities(self) -> frozenset[str]:
        """Hexes into which zones do not reach (8.12)."""
        return self.board.hexes_with(*CITIES[self.position.game.option("city-zones")])

    @cached_property
    def major_rivers(self) -> frozenset[tuple[str, str]]:
        return frozenset(p for p, kinds in self.board.hexsides.items() if "major-river" in kinds)

    @cached_property
    def on_major_river(self) -> frozenset[str]:
        """Hexes with at least one major-river hexside."""
        return frozenset(start for start, _ in self.major_rivers)

    @cached_property
    def roads(self) -> frozenset[tuple[str, str]]:
        return self.board.lines.get(ROAD, frozenset())

    @cached_property
    @rule("5.65")
    def closed(self) -> frozenset[tuple[str, str]]:
        """Lake hexsides without a road: nobody moves or attacks across."""
        lakes = (p for p, kinds in self.board.hexsides.items() if "lake" in kinds)
        return frozenset(pair for pair in lakes if pair not in self.roads)

    @rule("3.1.1", "5.61")
    def terrain(self, name: str) -> frozenset[str]:
        """Terrain that counts: the later sets of entrenchments only in their scenarios, villages
        and the sides of the start line not at all unless the position gives them a value."""
        kinds = set(self.board.of(name))
        for later, (as_if, scenarios) in LATER_ENTRENCHMENTS.items():
            if later in kinds:
                kinds.discard(later)
                if self.position.scenario in scenarios:
                    kinds.add(as_if)
        return frozenset(kinds - {"soviet-side", "soviet-side-august"})

    @rule("5.62")
    def entrenched(self, name: str, side: str) -> bool:
        """Whether a hex is an entrenchment of a side; a hex with dragon's teeth always is one, of
        whoever holds it if the map does not say whose."""
        kinds = self.terrain(name)
        if f"entrenchment-{side}" in kinds:
            return True
        if any(kind.startswith("entrenchment") for kind in kinds):
            return False
        return name in self.with_teeth

    @cached_property
    def with_teeth(self) -> frozenset[str]:
        """Hexes that own a hexside with dragon's teeth."""
        owned = self.board.owned.items()
        return frozenset(owner for (owner, _), kinds in owned if "dragon-teeth" in kinds)

    def owned_between(self, start: str, end: str) -> frozenset[str]:
        """Dragon's teeth and depressions on a hexside, whichever hex owns them."""
        return self.board.owned_by(start, end) | self.board.owned_by(end, start)

    @rule("5.12", "5.61", "5.64")
    def hex_cost(self, name: str) -> float:
        """Points to enter a hex: its dearest terrain; villages count for nothing, and a hex whose
        terrain has no cost of its own is like clear ground."""
        costs = [self._costs[kind] for kind in self.terrain(name) if kind in self._costs]
        return max(costs, default=self._clear)

    @cached_property
    def _clear(self) -> float:
        cost = self.charts.cost("clear")
        return 1.0 if cost is None else cost.number

    @cached_property
    def _costs(self) -> Mapping[str, float]:
        """Costs of all terrain and hexsides that have one."""
        definition = self.position.game.definition
        found = {
            kind: self.charts.cost(kind) for kind in (*definition.terrain, *definition.hexside)
        }
        if self.position.value("cost-village") is None:
            found.pop("village", None)
        return {kind: cost.number for kind, cost in found.items() if cost is not None}

    @rule("5.12", "5.13")
    def entry_cost(self, start: str, end: str) -> float:
        """Points to step into a neighbouring hex: half a point through a road hexside, else the
        hex and whatever the hexside adds."""
        known = self._entered.get((start, end))
        if known is None:
            known = self._entered[start, end] = self._entering(start, end)
        return known

    @cached_property
    def _entered(self) -> dict[tuple[str, str], float]:
        return {}

    def _entering(self, start: str, end: str) -> float:
        by_road = (start, end) in self.roads
        if by_road and self.position.game.option("road-waives-hexside"):
            return ROAD_COST
        sides = self.board.between(start, end) | self.owned_between(start, end)
        extra = sum(self._costs.get(kind, 0) for kind in sides)
        return (ROAD_COST if by_road else self.hex_cost(end)) + extra

    @cached_property
    def leans_on_costs(self) -> bool:
        """Whether any movement cost in force is a stand-in."""
        kinds = {kind for found in self.board.terrain.values() for kind in found}
        kinds |= {kind for found in self.board.hexsides.values() for kind in found}
        return any((cost := self.charts.cost(kind)) and cost.stand_in for kind in kinds)

    @cached_property
    def foreign_rail(self) -> Mapping[str, frozenset[str]]:
        """Side -> hexes that began the scenario on the other side of the start line."""
        return {"german": self._began("soviet"), "soviet": self._began("german")}

    @rule("3.1.3", "11.37", "18.45")
    def _began(self, side: str) -> frozenset[str]:
        """Hexes that began on a side of the start line: as the position says, else by the map."""
        given = frozenset(self.position.value(f"start-{side}") or ())
        if given or self.board.blank:
            return given
        august = self.position.scenario == "august"
        soviet = self.board.hexes_with("soviet-side-august" if august else "soviet-side")
        if not soviet or side == "soviet":
            return soviet
        return frozenset(self.board.grid.places) - soviet


@rule("8.11", "6.33", "15.23")
def exerts(position: Position, unit: Unit) -> bool:
    """Combat units and German headquarters have a zone, disrupted or not; nobody else."""
    if is_hq(unit):
        return unit.side == "german" or bool(position.game.option("soviet-hq-zones"))
    return is_combat_unit(unit)


@rule("8.0", "8.12")
def zone_of(ground: Ground, name: str) -> tuple[str, ...]:
    """The adjacent hexes, but not across a major river and not into a city."""
    return tuple(
        near
        for near in ground.around[name]
        if near not in ground.cities and (name, near) not in ground.major_rivers
    )


def zones_of(ground: Ground, hexes: Iterable[str]) -> frozenset[str]:
    """All hexes in the zones of units that stand in these hexes."""
    return frozenset(near for name in set(hexes) for near in zone_of(ground, name))
