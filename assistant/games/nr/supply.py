"""Supply (rules 6.0 to 6.4) and the check of the removal phase (11.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from assistant.games.nr.ground import FINLAND
from assistant.games.nr.table import Table
from assistant.games.nr.units import (
    AXIS,
    SOVIET,
    enemy_of,
    nationality,
)
from assistant.games.nr.zones import zone_hexes, zones_now
from assistant.position import Unit
from assistant.rules.answers import UnitSupply
from assistant.rules.facts import kept
from assistant.rules.rulebook import Reason, rule
from builder.game.model import Game

NO_ROUTE = ("sea", "outside")
"""Hexes through which nothing is traced, other than full lakes (6.2, 6.3)."""

LONGEST = 4
"""Hexes that a unit may be from its source (6.1)."""

SEAS = {"baltic": "the Baltic", "black-sea": "the Black Sea", "caspian": "the Caspian"}
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
        return Reason("6.3", f"{place} holds an enemy unit.")
    if place in table.board.areas:
        return Reason("6.3", f"Nothing is traced through {place}.")
    if table.control.get(place) == enemy and "city" in table.board.of(place):
        return Reason("6.3", f"{place} is a city in enemy hands.")
    if table.board.of(place) & frozenset(NO_ROUTE):
        return Reason("6.2", f"{place} is open sea or outside of the map.")
    if place in network.enemy_zone and place not in table.held[network.side]:
        return Reason("6.3", f"{place} lies in an enemy zone and holds no friendly unit.")
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


@rule("6.1")
def land_route(network: Network, place: str, longest: int = LONGEST) -> list[str] | None:
    """The hexes of a route from a unit's place to a supplied friendly city or the friendly edge, at
    most four hexes away; None if there is none."""
    beyond = LONGEST - int(network.table.option("edge-distance"))
    city = network.far(place, network.city_distances)
    edge = network.far(place, network.edge_distances)
    if city <= longest and (city <= edge or edge > longest - beyond):
        return network.way(place, network.city_distances)
    if edge <= longest - beyond:
        return network.way(place, network.edge_distances)
    return None


@rule("6.1", "13.5")
def direct_route(network: Network, place: str) -> bool:
    """Whether a unit has a route to the friendly edge itself, without a city."""
    reach = int(network.table.option("edge-distance"))
    return network.far(place, network.edge_distances) <= reach


@rule("6.2")
def sea_source(network: Network, unit: Unit) -> str | None:
    """The sea that supplies a unit in its coast hex: the Caspian for Soviets, the Baltic for the
    Axis and, while Leningrad is theirs and supplied, the Soviets, the Black Sea for both, Azov
    for nobody."""
    board = network.table.board
    coasts: set[str] = set()
    for near in board.neighbours(unit.hex):
        sides = board.between(unit.hex, near)
        if "sea" in sides:
            coasts |= sides
    if unit.hex == FINLAND and network.table.option("finland-on-baltic"):
        coasts.add("baltic")
    for sea in SEAS:
        if sea in coasts and sea_open(network, sea):
            return sea
    return None


@rule("6.2")
def sea_open(network: Network, sea: str) -> bool:
    """Whether a side may use a sea at all."""
    if sea == "caspian":
        return network.side == SOVIET
    if sea == "baltic" and network.side == SOVIET:
        return bool(network.cities & network.table.board.hexes_with("leningrad"))
    return sea in SEAS


@rule("6.2")
def adjacent_source(network: Network, unit: Unit) -> str | None:
    """The hex of an adjacent friendly unit with a land route of its own; there are no chains."""
    table = network.table
    found = []
    for near in table.board.neighbours(unit.hex):
        if near not in table.held[network.side]:
            continue
        if not table.passable(unit.hex, near) and not table.option("source-across-water"):
            continue
        if route := land_route(network, near):
            found.append((len(route), near))
    return min(found)[1] if found else None


@rule("6.2", "14.1", "14.8")
def minor_country(unit: Unit) -> str | None:
    """The Finnish army is supplied in Finland, the Yugoslavs in both Balkan areas."""
    nation = nationality(unit)
    if unit.hex == FINLAND:
        return FINLAND if nation == "finnish" else None
    return unit.hex if nation == "yugoslav" and "balkans" in unit.hex else None


@rule("6.1", "6.2", "6.4")
def judge(network: Network, unit: Unit) -> UnitSupply:
    """One unit: by land, else by another source, else out of supply."""
    if route := land_route(network, unit.hex):
        return _by_land(network, unit, route)
    sources = {
        "sea": sea_source(network, unit),
        "adjacent": adjacent_source(network, unit),
        "country": minor_country(unit),
    }
    found = {kind: source for kind, source in sources.items() if source}
    if found:
        kind, source = next(iter(found.items()))
        path = (unit.hex, source) if kind == "adjacent" else (unit.hex,)
        return UnitSupply(
            unit.id, unit.side, unit.hex, "alt", source, path,
            (Reason("6.2", _ALTERNATIVE[kind].format(SEAS.get(source, source))),),
            {"sources": list(found.values())},
        )  # fmt: skip
    return UnitSupply(unit.id, unit.side, unit.hex, "oos", because=tuple(why_not(network, unit)))


_ALTERNATIVE = {
    "sea": "No land route, but the unit stands on a coast of {}, which its side may use.",
    "adjacent": "No land route, but a friendly unit in the adjacent hex {} has one of its own.",
    "country": "No land route, but the unit is always supplied in {}.",
}


def _by_land(network: Network, unit: Unit, route: list[str]) -> UnitSupply:
    length, source = len(route) - 1, route[-1]
    kind = "supplied friendly city" if source in network.cities else "friendly edge hex"
    because = [Reason("6.1", f"{length} hexes to the {kind} {source}.")]
    friends = [p for p in route[1:] if p in network.enemy_zone]
    if friends:
        because.append(Reason("6.3", f"Friends open the enemy zone in {', '.join(friends)}."))
    return UnitSupply(
        unit.id, unit.side, unit.hex, "land", source, tuple(route), tuple(because),
        {"direct": direct_route(network, unit.hex)},
    )  # fmt: skip


def why_not(network: Network, unit: Unit) -> Iterator[Reason]:
    """What a unit out of supply lacks: the cities near it, and the hexes that shut it in."""
    yield Reason("6.1", "No route of at most 4 hexes to a supplied friendly city or friendly edge.")
    table, grid = network.table, network.table.board.grid
    if unit.hex in grid:
        near = grid.within(unit.hex, LONGEST)
        for city in sorted((table.cities_of(network.side) & near) - network.cities):
            yield Reason("6.1", f"City {city} is not supplied itself: {_cut(network, city)}")
    shut = sorted(p for p in table.board.neighbours(unit.hex) if p in network.closed)
    for place in shut:
        if reason := why_closed(network, place):
            yield reason
    yield Reason("6.2", "No usable sea at its hex, no adjacent unit with a land route of its own.")


def _cut(network: Network, city: str) -> str:
    if reason := (why_closed(network, city) if city in network.closed else None):
        return reason.text
    return "every way to its friendly edge in the allowed directions is stopped."


@kept
def networks_now(table: Table) -> dict[str, Network]:
    """The routes of both sides as the position stands, zones lost by markers only."""
    return {side: Network(table, side) for side in (AXIS, SOVIET)}


@dataclass(frozen=True)
class Check:
    """A supply check in its order: the networks of both sides and the units' states."""

    networks: dict[str, Network]
    units: dict[str, UnitSupply]


@rule("6.0", "6.4", "11.1")
def check(table: Table) -> Check:
    """The Active side is judged first, its failures lose their zone at once, then the other side is
    judged; in a removal phase only marked units are judged, and nothing changes in between."""
    first = table.active or AXIS
    removal = table.stage == "removal"
    networks: dict[str, Network] = {}
    states: dict[str, UnitSupply] = {}
    lost: frozenset[str] = frozenset()
    for side in (first, enemy_of(first)):
        network = Network(table, side, lost) if lost else networks_now(table)[side]
        networks[side] = network
        for unit in table.units:
            if unit.side == side and (not removal or "oos" in unit.markers):
                states[unit.id] = judge(network, unit)
        if table.active and not removal:
            lost = frozenset(i for i, s in states.items() if s.state == "oos")
    return Check(networks, states)
