"""Supply (rules 6.0 to 6.4, 11.1): who is judged when, by which source, and who dies."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from assistant.games.nr.situation import FINLAND, SIDES, Situation
from assistant.games.nr.units import (
    AXIS,
    SOVIET,
    box_of_eliminated,
    enemy_of,
    is_axis_ally,
    nationality,
    type_of,
)
from assistant.kernel import sayings
from assistant.kernel.facts import kept
from assistant.kernel.flood import flood
from assistant.kernel.lines import Lines, supplied
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import Opposition
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply
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
    def enemy(self) -> Opposition:
        """The enemy as the side's routes meet him."""
        met = self.situation.opposed[self.side]
        if not self.lost:
            return met
        return replace(met, zone=self.situation.zone_of(enemy_of(self.side), self.lost))

    @cached_property
    @rule("6.3", "8.5.4")
    def closed(self) -> frozenset[str]:
        """Every place that `why_closed` closes to the side's routes, found together."""
        situation, board = self.situation, self.situation.board
        closed = self.enemy.zone - self.enemy.friends
        if situation.option("vacant-city-in-zone") == "open":
            closed -= situation.cities_of(self.side)
        closed |= self.enemy.enemies | situation.cities_of(enemy_of(self.side))
        return closed | board.areas | board.hexes_with(*NO_ROUTE)

    @cached_property
    @rule("6.1")
    def city_ways(self) -> frozenset[str]:
        """Every open hex from which a city's route of any length reaches the friendly edge."""
        before = city_steps(self.situation.game)[self.side]
        return frozenset(flood(self.edges, before, self.closed))

    @cached_property
    def cities(self) -> frozenset[str]:
        """The side's supplied cities."""
        return self.situation.cities_of(self.side) & self.city_ways

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
    situation, terrain = network.situation, network.situation.board.of(place)
    if place in network.enemy.enemies:
        return sayings.holds_enemy("6.3", hex=place)
    if place in situation.board.areas:
        return Reason("6.3", "Nothing is traced through {hex}.", "area", hex=place)
    if situation.control.get(place) == enemy_of(network.side) and "city" in terrain:
        return Reason("6.3", "{hex} is a city in enemy hands.", "terrain", hex=place)
    if not terrain.isdisjoint(NO_ROUTE):
        return Reason("6.2", "{hex} is open sea or outside of the map.", "terrain", hex=place)
    return sayings.unopened_zone("6.3", hex=place) if network.enemy.closes(place) else None


@kept
def city_steps(game: Game) -> dict[str, dict[str, tuple[str, ...]]]:
    """For each side from each hex those from which a city's route may come to it: only westward
    for the Axis, only eastward for the Soviets."""
    steps: dict[str, dict[str, tuple[str, ...]]] = {}
    for side in game.definition.side:
        before: dict[str, list[str]] = {place: [] for place in game.grid.places}
        for place, around in game.grid.around.items():
            for direction in side.values["lines"]:
                if direction in around:
                    before[around[direction]].append(place)
        steps[side.id] = {place: tuple(names) for place, names in before.items()}
    return steps


@kept
def networks_now(situation: Situation) -> dict[str, Network]:
    """The routes of both sides as the position stands, zones lost by markers only."""
    return {side: Network(situation, side) for side in SIDES}


LONGEST = 4
"""Hexes that a unit may be from its source (6.1)."""

SEAS = {"baltic": "the Baltic", "black-sea": "the Black Sea", "caspian": "the Caspian"}


@rule("6.1")
def land_route(network: Network, place: str, longest: int = LONGEST) -> list[str] | None:
    """The hexes of a route from a unit's place to a supplied friendly city or the friendly edge, at
    most four hexes away; None if there is none."""
    beyond = LONGEST - int(network.situation.option("edge-distance"))
    city = network.to_city.length_leaving(place)
    edge = network.to_edge.length_leaving(place)
    if city <= longest and (city <= edge or edge > longest - beyond):
        return network.way(place, network.to_city)
    if edge <= longest - beyond:
        return network.way(place, network.to_edge)
    return None


@rule("6.1", "13.5")
def direct_route(network: Network, place: str) -> bool:
    """Whether a unit has a route to the friendly edge itself, without a city."""
    reach = int(network.situation.option("edge-distance"))
    return network.to_edge.length_leaving(place) <= reach


@rule("6.2")
def sea_source(network: Network, unit: Unit) -> str | None:
    """The sea that supplies a unit in its coast hex: the Caspian for Soviets, the Baltic for the
    Axis and, while Leningrad is theirs and supplied, the Soviets, the Black Sea for both, Azov
    for nobody."""
    board = network.situation.board
    coasts: set[str] = set()
    for near in board.neighbours(unit.hex):
        sides = board.between(unit.hex, near)
        if "sea" in sides:
            coasts |= sides
    if unit.hex == FINLAND and network.situation.option("finland-on-baltic"):
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
        return bool(network.cities & network.situation.board.hexes_with("leningrad"))
    return sea in SEAS


@rule("6.2")
def adjacent_source(network: Network, unit: Unit) -> str | None:
    """The hex of an adjacent friendly unit with a land route of its own; there are no chains."""
    situation = network.situation
    found = []
    for near in situation.near(unit.hex):
        if near not in situation.held[network.side]:
            continue
        if not situation.passable(unit.hex, near) and not situation.option("source-across-water"):
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
        extra = {"direct": direct_route(network, unit.hex)}
        return supplied(unit, "land", route, by_land(network, route), extra)
    sources = {
        "sea": sea_source(network, unit),
        "adjacent": adjacent_source(network, unit),
        "country": minor_country(unit),
    }
    found = {kind: source for kind, source in sources.items() if source}
    if not found:
        return supplied(unit, "oos", because=why_not(network, unit))
    kind, source = next(iter(found.items()))
    path = (unit.hex, source) if kind == "adjacent" else (unit.hex,)
    because = (Reason("6.2", _ALTERNATIVE[kind], sea=SEAS.get(source, source), hex=source),)
    told = supplied(unit, "alt", path, because, {"sources": list(found.values())})
    return replace(told, source=source)


_ALTERNATIVE = {
    "sea": "No land route, but the unit stands on a coast of {sea}, which its side may use.",
    "adjacent": "No land route, but a friendly unit in the adjacent hex {hex} has one of its own.",
    "country": "No land route, but the unit is always supplied in {hex}.",
}


def by_land(network: Network, route: list[str]) -> Iterator[Reason]:
    """Where a land route leads, and which friends open it."""
    length, source = len(route) - 1, route[-1]
    kind = "supplied friendly city" if source in network.cities else "friendly edge hex"
    yield Reason("6.1", "The {kind} {hex} is at distance {n}.", kind=kind, hex=source, n=length)
    if friends := [place for place in route[1:] if place in network.enemy.zone]:
        yield Reason("6.3", "Friends open the enemy zone in {hexes}.", hexes=friends)


def why_not(network: Network, unit: Unit) -> Iterator[Reason]:
    """What a unit out of supply lacks: the cities near it, and the hexes that shut it in."""
    yield Reason("6.1", "No route of at most 4 hexes to a supplied friendly city or friendly edge.")
    situation, grid = network.situation, network.situation.board.grid
    if unit.hex in grid:
        near = grid.within(unit.hex, LONGEST)
        for city in sorted((situation.cities_of(network.side) & near) - network.cities):
            text = "City {hex} is not supplied itself: {why}"
            yield Reason("6.1", text, hex=city, why=_cut(network, city))
    shut = sorted(place for place in situation.near(unit.hex) if place in network.closed)
    shut += sorted(cutting(network, unit.hex).difference(shut))
    yield from (why for place in shut if (why := why_closed(network, place)))
    yield Reason("6.2", "No usable sea at its hex, no adjacent unit with a land route of its own.")


@rule("6.1", "6.3")
def cutting(network: Network, place: str) -> set[str]:
    """The hexes at which routes from a place end though a source would be near enough behind
    them."""
    situation, board = network.situation, network.situation.board
    never = board.areas | board.hexes_with(*NO_ROUTE)
    sources = (
        (network.cities, LONGEST),
        (situation.edges[network.side], int(situation.option("edge-distance"))),
    )
    free = [(Lines(found, situation.around, never), longest) for found, longest in sources]
    reached = flood([place], situation.around, network.closed, reach=LONGEST - 1).distance
    return {
        near
        for at, far in reached.items()
        for near in situation.around.get(at, ())
        if near in network.closed
        and any(far + 1 + lines.length(near) <= longest for lines, longest in free)
    }


def _cut(network: Network, city: str) -> str:
    if city in network.closed and (reason := why_closed(network, city)):
        return reason.text
    return "every way to its friendly edge in the allowed directions is stopped."


@dataclass(frozen=True)
class Check:
    """A supply check in its order: the networks of both sides and the units' states."""

    networks: dict[str, Network]
    units: dict[str, UnitSupply]


@rule("6.0", "6.4", "11.1")
def check(situation: Situation) -> Check:
    """The Active side is judged first, its failures lose their zone at once, then the other side is
    judged; in a removal phase only marked units are judged, and nothing changes in between."""
    first = situation.active or AXIS
    removal = situation.stage == "removal"
    networks: dict[str, Network] = {}
    states: dict[str, UnitSupply] = {}
    lost: frozenset[str] = frozenset()
    for side in (first, enemy_of(first)):
        network = Network(situation, side, lost) if lost else networks_now(situation)[side]
        networks[side] = network
        for unit in situation.units:
            if unit.side == side and (not removal or "oos" in unit.markers):
                states[unit.id] = judge(network, unit)
        if situation.active and not removal:
            lost = frozenset(i for i, s in states.items() if s.state == "oos")
    return Check(networks, states)


def supply(situation: Situation) -> Supply:
    """The supply of every unit on the map, in the order of the file, and of every city."""
    done = check(situation)
    networks = dict(sorted(done.networks.items()))
    extra: dict[str, Any] = {"cities": {side: cities(own) for side, own in networks.items()}}
    if situation.board.hexes_with("objective"):
        extra["objectives"] = {
            side: objectives(situation, side, own.city_ways) for side, own in networks.items()
        }
    extra["map_points"] = {side: map_points(situation, side) for side in SIDES}
    if situation.stage == "removal":
        extra["not_judged"] = [unit.id for unit in situation.units if unit.id not in done.units]
    judged = (unit for unit in situation.position.units if unit.id in done.units)
    return Supply(
        tuple(_with_fate(situation, unit, done.units[unit.id]) for unit in judged),
        extra | situation.readings(of_supply(situation, done)),
    )


@rule("11.1", "6.5.6")
def _with_fate(situation: Situation, unit: Unit, answer: UnitSupply) -> UnitSupply:
    """In a removal phase a marked unit that still fails leaves the map: where it goes."""
    if situation.stage != "removal" or answer.state != "oos":
        return answer
    box = box_of_eliminated(unit, surrendered=True)
    gone = Reason("11.1", "Still out of supply: eliminated, to '{box}'.", box=box)
    return replace(answer, because=(*answer.because, gone), extra={"to": box})


@dataclass(frozen=True)
class Cities:
    """A side's cities, objectives and oil fields: those supplied, and those cut off."""

    supplied: tuple[str, ...]
    cut_off: tuple[str, ...]


@rule("6.1", "12.1")
def cities(network: Network) -> Cities:
    """Those that a side holds."""
    wanted = network.situation.board.hexes_with("city", "objective", "oil")
    control, ways = network.situation.control, network.city_ways
    held = sorted(p for p, side in control.items() if side == network.side and p in wanted)
    return Cities(
        tuple(name for name in held if name in ways),
        tuple(name for name in held if name not in ways),
    )


# The open points of the rules on which somebody's supply leans


def of_supply(situation: Situation, done: Check) -> Iterator[str]:
    """The readings that decide about somebody's supply here."""
    for side, network in done.networks.items():
        units = [unit for unit in situation.units if unit.side == side and unit.id in done.units]
        if any(network.to_edge.length_leaving(unit.hex) == LONGEST for unit in units):
            yield "edge-distance"
        vacant = situation.cities_of(side) - situation.held[side]
        if vacant & network.enemy.zone:
            yield "vacant-city-in-zone"
        for unit in units:
            answer = done.units[unit.id]
            if unit.hex == FINLAND and answer.state == "oos":
                yield "finland-on-baltic"
            if answer.state != "land" and _friend_across_water(situation, unit.hex, side):
                yield "source-across-water"


def _friend_across_water(situation: Situation, place: str, side: str) -> bool:
    near = (n for n in situation.near(place) if n in situation.held[side])
    return any(not situation.passable(place, n) for n in near)


OBJECTIVES = {AXIS: "german-objectives", SOVIET: "soviet-objectives"}


@dataclass(frozen=True)
class Objectives:
    """Objectives of its own colour that a side holds and supplies, how many win, of how many."""

    held: tuple[str, ...]
    needed: int
    of: int


@rule("12.1", "12.9")
def objectives(situation: Situation, side: str, supplied: Collection[str]) -> Objectives:
    """Three win, for the Axis four once it has lost the initiative."""
    wanted = situation.hexset(OBJECTIVES[side]) & situation.board.hexes_with("objective")
    held = sorted(p for p in wanted if situation.control.get(p) == side and p in supplied)
    lost = side == AXIS and situation.initiative() != AXIS
    return Objectives(tuple(held), 4 if lost else 3, len(wanted))


@rule("12.7", "12.7.1", "12.7.2", "12.7.3")
def map_points(situation: Situation, side: str) -> int:
    """One point for each city or oil hex held, from turn 23 only in Greater Germany; before it one
    for Finland to a side with a unit there that is neither a cadre nor of a minor ally."""
    places = situation.board.hexes_with("city", "oil")
    late = situation.turn >= 23
    held = [p for p in places if situation.control.get(p) == side]
    points = sum(1 for p in held if not (late and situation.in_ussr(p)))
    return points + (0 if late else holds_finland(situation, side))


@rule("12.7.2")
def holds_finland(situation: Situation, side: str) -> int:
    """1 if the side controls Finland, else 0."""
    for unit in situation.units_at(FINLAND, side):
        minor = is_axis_ally(unit) or nationality(unit) == "finnish"
        if type_of(unit) != "cadre" and not minor:
            return 1
    return 0
