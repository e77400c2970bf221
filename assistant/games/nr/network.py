"""What a side's supply routes may use: closed hexes, cities' ways, distances (rules 6.1, 6.3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from assistant.games.nr.table import Table
from assistant.games.nr.units import AXIS, SOVIET, enemy_of
from assistant.games.nr.zones import zone_hexes, zones_now
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason
from builder.game.model import Game

NO_ROUTE = ("sea", "outside")
"""Hexes through which nothing is traced, other than full lakes (6.2, 6.3)."""

Distances = dict[str, int]
"""Hexes to the nearest source, for every hex with a route to one."""


@dataclass(frozen=True)
class Network:
    """What one side's routes may use at one moment; `lost` are enemy units without their zone."""

    table: Table
    side: str
    lost: Collection[str] = field(default=frozenset())

    @cached_property
    def enemy_zone(self) -> frozenset[str]:
        enemy = enemy_of(self.side)
        if self.lost:
            return zone_hexes(self.table, enemy, self.lost)
        return zones_now(self.table)[enemy]

    @cached_property
    def closed(self) -> frozenset[str]:
        """Every place that no route of the side may enter."""
        return frozenset(closed_hexes(self))

    @cached_property
    def city_ways(self) -> dict[str, str | None]:
        return city_ways(self)

    @cached_property
    def cities(self) -> frozenset[str]:
        """The side's supplied cities."""
        return frozenset(c for c in self.table.cities_of(self.side) if c in self.city_ways)

    @cached_property
    def edges(self) -> frozenset[str]:
        """The friendly edge hexes that are open."""
        return self.table.edges[self.side] - self.closed

    @cached_property
    def edge_distances(self) -> Distances:
        return distances(self, self.edges)

    @cached_property
    def city_distances(self) -> Distances:
        return distances(self, self.cities)

    def far(self, place: str, table: Distances) -> float:
        """How far a place in which a unit stands is from a source; infinite without a route."""
        if place in table:
            return table[place]
        near = self.table.board.neighbours(place)
        return 1 + min((table[n] for n in near if n in table), default=float("inf"))

    def way(self, place: str, table: Distances) -> list[str]:
        """A shortest route for a unit in a place, straight along the side's own directions where
        it can; the place itself if there is none."""
        way = [place]
        left = self.far(place, table)
        while 0 < left < float("inf"):
            left -= 1
            onward = (n for n in self._preferred(way[-1]) if table.get(n) == left)
            way.append(next(onward))
        return way

    def _preferred(self, place: str) -> list[str]:
        around = self.table.board.grid.around.get(place, {})
        lines: list[str] = self.table.position.game.sides[self.side].values["lines"]
        first = [around[d] for d in lines if d in around]
        return first + [n for n in self.table.board.neighbours(place) if n not in first]


@rule("6.3", "8.5.4", "8.6", "8.7")
def why_closed(network: Network, place: str) -> Reason | None:
    """Routes are stopped by enemy units, cities that the enemy holds, areas, and enemy zones in
    which no friendly unit stands; lakes and water sides do not stop them."""
    table, enemy = network.table, enemy_of(network.side)
    if place in table.held[enemy]:
        return Reason("6.3", "{hex} holds an enemy unit.", hex=place)
    if place in table.board.areas:
        return Reason("6.3", "Nothing is traced through {hex}.", hex=place)
    if table.control.get(place) == enemy and "city" in table.board.of(place):
        return Reason("6.3", "{hex} is a city in enemy hands.", hex=place)
    if table.board.of(place) & frozenset(NO_ROUTE):
        return Reason("6.2", "{hex} is open sea or outside of the map.", hex=place)
    if place in network.enemy_zone and place not in table.held[network.side]:
        return Reason("6.3", "{hex} lies in an enemy zone and holds no friendly unit.", hex=place)
    return None


@rule("6.3", "8.5.4")
def closed_hexes(network: Network) -> set[str]:
    """All places that `why_closed` closes, found together."""
    table, enemy = network.table, enemy_of(network.side)
    closed = set(network.enemy_zone - table.held[network.side])
    if table.option("vacant-city-in-zone") == "open":
        closed -= table.cities_of(network.side)
    closed |= table.held[enemy] | table.cities_of(enemy)
    closed |= table.board.areas | table.board.hexes_with(*NO_ROUTE)
    return closed


@kept
def city_steps(game: Game) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """For each side every hex with the neighbours to which a city's route may go on, those that lie
    furthest along first, so that each hex comes after those it leads to."""
    grid = game.grid
    steps = {}
    for side in game.definition.side:
        lines: list[str] = side.values["lines"]
        eastward = grid.steps[lines[0]][0] > 0
        order = sorted(grid.places, key=lambda p: (grid.places[p][0], p), reverse=eastward)
        onward = [tuple(grid.around[p][d] for d in lines if d in grid.around[p]) for p in order]
        steps[side.id] = list(zip(order, onward, strict=True))
    return steps


@rule("6.1")
def city_ways(network: Network) -> dict[str, str | None]:
    """Every open hex from which a city's route of any length reaches the friendly edge, only
    westward for the Axis and only eastward for the Soviets; the next hex, None on the edge."""
    edge, closed = network.table.edges[network.side], network.closed
    ways: dict[str, str | None] = {}
    for place, onward in city_steps(network.table.position.game)[network.side]:
        if place in closed:
            continue
        if place in edge:
            ways[place] = None
            continue
        for near in onward:
            if near in ways:
                ways[place] = near
                break
    return ways


def distances(network: Network, sources: Collection[str]) -> Distances:
    """Breadth-first from the sources over open hexes."""
    found: Distances = dict.fromkeys(sources, 0)
    fringe = list(found)
    around, closed = network.table.board.around, network.closed
    length = 0
    while fringe:
        length += 1
        reached = []
        for place in fringe:
            for near in around[place]:
                if near not in found and near not in closed:
                    found[near] = length
                    reached.append(near)
        fringe = reached
    return found


@kept
def networks_now(table: Table) -> dict[str, Network]:
    """The routes of both sides as the position stands, zones lost by markers only."""
    return {side: Network(table, side) for side in (AXIS, SOVIET)}
