"""The map: what may be crossed, what it costs, whose entrenchment it is, where zones reach (rules
3.1, 5.1, 5.6, 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.kursk.charts import OWN_ENTRENCHMENT, Charts
from assistant.games.kursk.units import is_combat_unit, is_hq, is_own_edge
from assistant.kernel.facts import kept_for
from assistant.kernel.ground import crossed_by, hexsides, joined_by, sides_with
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import zone_of
from assistant.position import Position, Unit
from builder.game.board import Board, Hexside

ROAD = "road"
RAILS = ("railroad", "railroad-double")
ROAD_KIND, RAIL_KIND = "road", "rail"
ROAD_COST = 0.5
LATER_ENTRENCHMENTS = {
    "entrenchment-german-august": ("entrenchment-german", ("august",)),
    "entrenchment-soviet-july": ("entrenchment-soviet", ("", "july", "august")),
}
"""Second sets of symbols: what they are, and the scenarios in which they are there."""

START_LINES = {"soviet-side", "soviet-side-august"}
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

    major_rivers = hexsides("major-river")
    roads = crossed_by(ROAD)

    @cached_property
    def on_major_river(self) -> frozenset[str]:
        """Hexes with at least one major-river hexside."""
        return frozenset(start for start, _ in self.major_rivers)

    @cached_property
    def joined(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Way -> hex -> hexes that the road or the railway joins to it."""
        board = self.board
        return {ROAD_KIND: joined_by(board, ROAD), RAIL_KIND: joined_by(board, *RAILS)}

    @cached_property
    @rule("5.65")
    def closed(self) -> frozenset[Hexside]:
        """Lake hexsides without a road: nobody moves or attacks across."""
        return sides_with(self.board, "lake") - self.roads

    @rule("3.1.1", "5.61")
    def terrain(self, name: str) -> frozenset[str]:
        """Terrain that counts: the later sets of entrenchments only in their scenarios, villages
        and the sides of the start line not at all unless the position gives them a value."""
        kinds = set(self.board.of(name)) - START_LINES
        for later in kinds & LATER_ENTRENCHMENTS.keys():
            as_if, scenarios = LATER_ENTRENCHMENTS[later]
            kinds.discard(later)
            if self.position.scenario in scenarios:
                kinds.add(as_if)
        return frozenset(kinds)

    # Entrenchments

    @rule("5.62")
    def entrenched(self, name: str, side: str) -> bool:
        """Whether a hex is an entrenchment of a side; a hex with dragon's teeth always is one, of
        whoever holds it if the map does not say whose."""
        kinds = self.terrain(name)
        if any(kind.startswith(OWN_ENTRENCHMENT) for kind in kinds):
            return f"entrenchment-{side}" in kinds
        return name in self.with_teeth

    @cached_property
    def with_teeth(self) -> frozenset[str]:
        """Hexes that own a hexside with dragon's teeth."""
        owned = self.board.owned.items()
        return frozenset(owner for (owner, _), kinds in owned if "dragon-teeth" in kinds)

    def owned_between(self, start: str, end: str) -> frozenset[str]:
        """Dragon's teeth and depressions on a hexside, whichever hex owns them."""
        return self.board.owned_by(start, end) | self.board.owned_by(end, start)

    # Movement costs

    @rule("5.12", "5.61", "5.64")
    def hex_cost(self, name: str) -> float:
        """Points to enter a hex: its dearest terrain; villages count for nothing, and a hex whose
        terrain has no cost of its own is like clear ground."""
        costs = [self._costs[kind] for kind in self.terrain(name) if kind in self._costs]
        return max(costs, default=self._costs.get("clear", 1.0))

    @cached_property
    def _costs(self) -> Mapping[str, float]:
        """Costs of all terrain and hexsides that have one."""
        definition = self.position.game.definition
        kinds = {"clear", *definition.terrain, *definition.hexside}
        if self.position.value("cost-village") is None:
            kinds.discard("village")
        found = ((kind, self.charts.cost(kind)) for kind in kinds)
        return {kind: cost.number for kind, cost in found if cost is not None}

    @kept_for
    @rule("5.12", "5.13", "5.35")
    def entry_cost(self, start: str, end: str) -> float:
        """Points to step into a neighbouring hex: half a point through a road hexside, else the
        hex and whatever the hexside adds."""
        by_road = (start, end) in self.roads
        if by_road and self.position.game.option("road-waives-hexside"):
            return ROAD_COST
        sides = self.board.between(start, end) | self.owned_between(start, end)
        extra = sum(self._costs.get(kind, 0) for kind in sides)
        return (ROAD_COST if by_road else self.hex_cost(end)) + extra

    @cached_property
    def leans_on_costs(self) -> bool:
        """Whether any movement cost in force is a stand-in."""
        found = (*self.board.terrain.values(), *self.board.hexsides.values())
        costs = map(self.charts.cost, frozenset().union(*found))
        return any(cost is not None and cost.stand_in for cost in costs)

    # The start line

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

    # Zones

    @cached_property
    def cities(self) -> frozenset[str]:
        """Hexes into which zones do not reach (8.12)."""
        return self.board.hexes_with(*CITIES[self.position.game.option("city-zones")])

    @kept_for
    @rule("8.0", "8.12")
    def covered(self, name: str) -> tuple[str, ...]:
        """The zone of a unit in a hex: those around, but not across a major river and not into a
        city."""
        return tuple(
            near
            for near in self.around[name]
            if near not in self.cities and (name, near) not in self.major_rivers
        )

    @rule("8.24")
    def zones(self, hexes: Iterable[str]) -> frozenset[str]:
        """All hexes in the zones of units that stand in these hexes, each once."""
        return zone_of(hexes, self.covered)


@rule("8.11", "6.33", "15.23")
def exerts(position: Position, unit: Unit) -> bool:
    """Combat units and German headquarters have a zone, disrupted or not; nobody else."""
    if is_hq(unit):
        return unit.side == "german" or bool(position.game.option("soviet-hq-zones"))
    return is_combat_unit(unit)


@kept_for
def own_edge(board: Board, side: str) -> frozenset[str]:
    """The hexes of a side's map edge."""
    return frozenset(name for name in board.around if is_own_edge(side, name))
