"""What a side's supply routes may use: closed hexes, cities' ways, distances (rules 6.1, 6.3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from assistant.games.nr.situation import Situation
from assistant.games.nr.units import AXIS, SOVIET, enemy_of
from assistant.games.nr.zones import zone_hexes, zones_now
from assistant.kernel import sayings
from assistant.kernel.facts import kept
from assistant.kernel.lines import Lines
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason
from builder.game.model import Game

NO_ROUTE = ("sea", "outside")
"""Hexes through which nothing is traced, other than full lakes (6.2, 6.3)."""


@dataclass(frozen=True)
class Network:
    """What one side's routes may use at one moment; `lost` are enemy units without their zone."""

    situation: Situation
    side: str
    lost: Collection[str] = field(default=frozenset())

    @cached_property
    def enemy_zone(self) -> frozenset[str]:
        enemy = enemy_of(self.side)
        if self.lost:
            return zone_hexes(self.situation, enemy, self.lost)
        return zones_now(self.situation)[enemy]

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
        return frozenset(c for c in self.situation.cities_of(self.side) if c in self.city_ways)

    @cached_property
    def edges(self) -> frozenset[str]:
        """The friendly edge hexes that are open."""
        return self.situation.edges[self.side] - self.closed

    @cached_property
    def to_edge(self) -> Lines:
        """Routes to the friendly edge."""
        return Lines(self.edges, self.situation.around, self.closed)

    @cached_property
    def to_city(self) -> Lines:
        """Routes to the supplied cities."""
        return Lines(self.cities, self.situation.around, self.closed)

    def way(self, place: str, lines: Lines) -> list[str]:
        """A shortest route for a unit in a place, straight along the side's own directions where
        it can; the place itself if there is none."""
        way = [place]
        left = lines.length_leaving(place)
        while 0 < left < float("inf"):
            left -= 1
            way.append(next(n for n in self._preferred(way[-1]) if lines.length(n) == left))
        return way

    def _preferred(self, place: str) -> list[str]:
        around = self.situation.board.grid.around.get(place, {})
        lines: list[str] = self.situation.position.game.sides[self.side].values["lines"]
        first = [around[d] for d in lines if d in around]
        return first + [n for n in self.situation.near(place) if n not in first]


@rule("6.3", "8.5.4", "8.6", "8.7")
def why_closed(network: Network, place: str) -> Reason | None:
    """Routes are stopped by enemy units, cities that the enemy holds, areas, and enemy zones in
    which no friendly unit stands; lakes and water sides do not stop them."""
    situation, enemy = network.situation, enemy_of(network.side)
    terrain = situation.board.of(place)
    if place in situation.held[enemy]:
        return sayings.holds_enemy("6.3", place)
    if place in situation.board.areas:
        return Reason("6.3", "Nothing is traced through {hex}.", "area", hex=place)
    if situation.control.get(place) == enemy and "city" in terrain:
        return Reason("6.3", "{hex} is a city in enemy hands.", "terrain", hex=place)
    if not terrain.isdisjoint(NO_ROUTE):
        return Reason("6.2", "{hex} is open sea or outside of the map.", "terrain", hex=place)
    if place in network.enemy_zone and place not in situation.held[network.side]:
        return sayings.unopened_zone("6.3", place)
    return None


@rule("6.3", "8.5.4")
def closed_hexes(network: Network) -> set[str]:
    """All places that `why_closed` closes, found together."""
    situation, enemy = network.situation, enemy_of(network.side)
    closed = set(network.enemy_zone - situation.held[network.side])
    if situation.option("vacant-city-in-zone") == "open":
        closed -= situation.cities_of(network.side)
    closed |= situation.held[enemy] | situation.cities_of(enemy)
    closed |= situation.board.areas | situation.board.hexes_with(*NO_ROUTE)
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
    edge, closed = network.situation.edges[network.side], network.closed
    ways: dict[str, str | None] = {}
    for place, onward in city_steps(network.situation.position.game)[network.side]:
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


@kept
def networks_now(situation: Situation) -> dict[str, Network]:
    """The routes of both sides as the position stands, zones lost by markers only."""
    return {side: Network(situation, side) for side in (AXIS, SOVIET)}
