"""Lines: what closes them, where they lead, what they cost, lines of communication (12.1-12.3, 36,
40)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from assistant.games.uis import ground
from assistant.games.uis.costs import (
    TABLES,
    across,
    contaminated_zone,
    hex_cost,
    terrain_cost,
    told_cost,
)
from assistant.games.uis.ground import country, holder
from assistant.games.uis.situation import NATO, WP, WP_COUNTRIES, Situation, enemy_of
from assistant.games.uis.units import ROAD, TACTICAL, is_combat, mode
from assistant.games.uis.zones import zone
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.flood import Flood, flood
from assistant.kernel.ground import line_sides, sides_with
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Search, cheapest_ways, shortest_ways
from assistant.kernel.zones import Opposition
from assistant.questions.reasons import Reason
from builder.game.board import Hexside
from builder.game.model import Game

NEAR_A_FALLEN_GOVERNMENT = 2
ENDLESS = float("inf")
SLACK = 1e-6
"""What a sum of fractions may be off."""


class Route(NamedTuple):
    """A line from a hex to a goal: its hexes, both included, and its length."""

    path: tuple[str, ...]
    cost: float
    stand_in: bool = False

    @property
    def end(self) -> str:
        return self.path[-1]


@rule("12.1.1", "6.2.3", "9.13.6")
def closed_by_enemy(situation: Situation, side: str) -> frozenset[str]:
    """Enemy units, and enemy zones where no friend stands; a breach opens them for the side in
    phase."""
    enemy = enemy_of(side)
    zoned = zone(situation, enemy, situation.phasing)
    held = situation.held.get(enemy, frozenset())
    return Opposition(held, zoned, situation.held[side]).closed


@rule("36.6.2")
def closed_by_revolt(situation: Situation, side: str) -> frozenset[str]:
    """No Warsaw Pact line goes through a revolt without a combat unit in Tactical mode there."""
    if side != WP:
        return frozenset()
    return frozenset(
        name
        for name, value in situation.table("revolt").items()
        if value
        and not any(
            unit.side == WP and is_combat(unit) and mode(unit) == TACTICAL
            for unit in situation.at(name)
        )
    )


@rule("36.8.5")
def closed_by_overthrow(situation: Situation, side: str) -> frozenset[str]:
    """In a country whose government fell Warsaw Pact routes stay within two hexes of its units."""
    fallen = set(situation.told("overthrown"))
    if side != WP or not fallen:
        return frozenset()
    grid = situation.board.grid
    near = (grid.within(held, NEAR_A_FALLEN_GOVERNMENT) for held in situation.held[WP])
    guarded = set().union(*near)
    return frozenset(
        name for name in grid.places if name not in guarded and country(situation, name) in fallen
    )


@rule("40.1", "40.2", "36.6.2")
@kept_for
def closed_to_communication(situation: Situation, side: str) -> frozenset[str]:
    """Enemies, their zones, neutral ground, water, revolts: nothing else stops communication."""
    return (
        closed_by_enemy(situation, side)
        | ground.neutral_ground(situation)
        | ground.closed_hexes(situation)
        | closed_by_revolt(situation, side)
    )


@rule("12.1.1", "24.3.6", "25.4.1", "36.8.5", "41.2")
@kept_for
def closed_to_routes(situation: Situation, side: str) -> frozenset[str]:
    """Routes besides mind Contaminated Zones, nuclear contamination and fallen governments."""
    closed = closed_to_communication(situation, side) | contaminated_zone(situation)
    if situation.option("nuclear-routes") == "closed":
        closed |= situation.table("nuclear").keys()
    return closed | closed_by_overthrow(situation, side)


@rule("12.1.1", "38.3.2", "38.3.2.3")
def route_stopped(situation: Situation, start: str, end: str) -> bool:
    """Hexsides that no route crosses: alpine, impassable, major rivers without a bridge."""
    features = situation.board.between(start, end)
    if by_ferry(features) or features & ground.CLOSED_SIDES:
        return True
    return "major-river" in features and not ground.is_bridged(situation, start, end)


@rule("30", "40.1")
def by_ferry(features: frozenset[str]) -> bool:
    """A hexside that only a ferry crosses."""
    return "ferry" in features and "bridge" not in features


NATO_PORTS = frozenset(
    {"Amsterdam", "Bremen", "Bremerhaven", "Emden", "Hamburg", "København", "Odense",
     "Wilhelmshaven"}
)  # fmt: skip
DANISH_PORTS = frozenset({"Odense", "København"})


@rule("12.2.6")
def nato_ports(situation: Situation) -> frozenset[str]:
    """The eight NATO ports; a port that a position lays down without a name counts too."""
    names = situation.board.names
    return frozenset(
        name
        for name in situation.board.hexes_with("port")
        if names.get(name, "") in NATO_PORTS or not names.get(name)
    )


@rule("12.2.8", "38.2", "12.2.6", "6.2.3", "38.2.1", "38.2.2")
def bar_of_port(situation: Situation, name: str) -> Reason | None:
    """Why a port is no source: the Pact's hands, damage, enemy air superiority, or the enemy on its
    way to sea."""
    if holder(situation, name) == WP:
        return Reason("12.2.6", "The Warsaw Pact holds the port {hex}.", "enemy-units", hex=name)
    if name in situation.damaged:
        return Reason("38.2", "The port {hex} is damaged.", hex=name)
    if under_enemy_air(situation, NATO, name):
        return Reason("12.2.8", "The enemy has air superiority over the port {hex}.", hex=name)
    shut = closed_by_enemy(situation, NATO)
    if inlet := next((inlet for inlet in inlets(situation, name) if inlet in shut), ""):
        text = "The enemy controls {hex} between the port and the sea."
        return Reason("12.2.8", text, hex=inlet)
    return None


@rule("12.2.8")
def inlets(situation: Situation, name: str) -> tuple[str, ...]:
    """The hexes between a port and the sea: those that the position tells, else the map's own."""
    if situation.value("inlets") is not None or situation.board.blank:
        return tuple(situation.table("inlets").get(name, ()))
    port = situation.board.names.get(name, "").lower()
    known = situation.definition.sets.get(f"inlets-{port}")
    return tuple(known.hexes) if known else ()


@kept
def open_ports(situation: Situation) -> frozenset[str]:
    """The ports that are sources now."""
    return frozenset(name for name in nato_ports(situation) if bar_of_port(situation, name) is None)


@rule("12.2.7")
def austrian_cities(situation: Situation) -> frozenset[str]:
    """Cities in Austria, sources for Austrian units."""
    cities = ground.cities(situation)
    return frozenset(name for name in cities if country(situation, name) == "austria")


@rule("12.2.5", "12.2.6")
@kept
def nato_sources(situation: Situation) -> frozenset[str]:
    """Autobahn hexes on the West and South edges, and open ports."""
    edges = ground.edges(situation)
    ends = situation.board.on_line("autobahn") & (edges["west"] | edges["south"])
    return ends | open_ports(situation)


@rule("12.3.7", "12.3.8")
@kept
def wp_sources(situation: Situation) -> frozenset[str]:
    """Rail and autobahn hexes on any edge of the map in Warsaw Pact countries and Austria, and one
    more once Austria is violated."""
    allowed = WP_COUNTRIES | {"austria"}
    ends = ground.on_net(situation) & ground.rim(situation)
    found = frozenset(name for name in ends if country(situation, name) in allowed)
    if "austria" not in ground.neutral_countries(situation):
        found |= situation.hexset("austrian-source")
    return found


@rule("40.3", "40.4", "40.5")
def goals(situation: Situation, side: str) -> frozenset[str]:
    """Where a side's lines of communication lead: NATO's to the West edge, the South edge in Italy
    and ports that are sources; the Pact's to the East and South-East edges, and the two Danish
    ports if conquered and undamaged."""
    edges = ground.edges(situation)
    if side == NATO:
        italian = {name for name in edges["south"] if country(situation, name) == "italy"}
        return edges["west"] | italian | open_ports(situation)
    ports = situation.board.hexes_with("port") - situation.damaged
    return edges["east"] | {
        name
        for name in ports
        if situation.board.names.get(name) in DANISH_PORTS and ground.holder(situation, name) == WP
    }


@rule("12.5.3", "27.6")
def under_enemy_air(situation: Situation, side: str, name: str) -> bool:
    """Whether a hex lies in an Air Superiority Area that the enemy controls."""
    return name in situation.table("air-superiority").get(enemy_of(side), ())


COMMUNICATION_TURNS = {NATO: 4, WP: 3}


@rule("40.1", "30")
@kept_for
def barred_to_communication(
    situation: Situation, side: str
) -> tuple[frozenset[str], frozenset[Hexside]]:
    """The hexes and hexsides that lines of communication do not use. In the first turns of war they
    use ferries, over water free of enemies and zones."""
    closed = closed_to_communication(situation, side)
    sides = situation.board.hexsides
    ferries = {pair for pair in sides_with(situation.board, "ferry") if by_ferry(sides[pair])}
    barred = sides_with(situation.board, *ground.CLOSED_SIDES) - ferries
    if situation.war_turn > int(situation.option("lines-by-ferry")):
        return closed, barred | ferries
    at_sea = {end for _, end in ferries} & ground.closed_hexes(situation)
    at_sea -= closed_by_enemy(situation, side)
    ashore = {(near, name) for name in at_sea for near in situation.around[name]}
    return closed - at_sea, barred | (ashore - ferries)


@rule("40", "40.1")
@kept_for
def communication(situation: Situation, side: str) -> Flood[str]:
    """The lines of communication of a side: from each hex that has one the way to its goal, the
    shortest."""
    closed, barred = barred_to_communication(situation, side)
    starts = sorted(goals(situation, side) - closed_to_communication(situation, side))
    return flood(starts, situation.around, closed, barred)


def line_of(lines: Flood[str], name: str) -> Route | None:
    """The shortest line from a hex, if it has one."""
    path = lines.way(name)
    return Route(path, len(path) - 1) if path else None


@dataclass(frozen=True)
class Routes:
    """Supply routes towards some goals, worked out from these back: the cost from each hex in
    reach, and the next hex on the way."""

    situation: Situation
    found: Search[str]

    def way(self, name: str, limit: float = ENDLESS) -> Route | None:
        """The shortest route from a hex, if it is within a limit."""
        cost = self.found.cost.get(name, ENDLESS)
        if cost > limit + SLACK or name not in self.found.cost:
            return None
        path = tuple(reversed(self.found.path(name)))
        return Route(path, cost, any(is_doubtful(self.situation, *side) for side in pairwise(path)))

    def length(self, name: str) -> float:
        """Points from a hex to its goal; endless if it has no route."""
        return self.found.cost.get(name, ENDLESS)


@kept_for
def is_doubtful(situation: Situation, start: str, end: str) -> bool:
    """Whether the cost of a step leans on a figure of ours."""
    return terrain_cost(situation, ROAD, start, end).stand_in


@kept
def uneven(situation: Situation) -> frozenset[tuple[str, str]]:
    """Hexsides with features or an autobahn, under both orders: no plain ground."""
    return line_sides(situation.board, "autobahn") | situation.board.hexsides.keys()


@rule("12.1.3", "27.9.4", "25.4.1")
@kept
def paid_to_leave(situation: Situation) -> dict[str, float]:
    """Points for leaving interdicted hexes and, by the other reading, contaminated ones."""
    extra = dict(situation.table("interdiction"))
    if situation.option("nuclear-routes") == "cost":
        for name, level in situation.table("nuclear").items():
            extra[name] = extra.get(name, 0) + level
    return extra


_STEPS = f"kept {__name__}.onward"


@dataclass(frozen=True)
class _Steps:
    """Steps into hexes that no state variable changes, and the game whose figures they have."""

    game: Game
    steps: dict[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)


@rule("12.1.3")
@kept
def onward(situation: Situation) -> Callable[[str], tuple[tuple[str, float], ...]]:
    """The steps of routes into each hex.

    Kept in the board, but for hexes beside which something is damaged or paid for leaving and where
    costs are told, because most steps cost the same in all positions.
    """
    if situation.table(TABLES[ROAD]):
        return partial(steps_into, situation)
    store = vars(situation.board)
    known: _Steps | None = store.get(_STEPS)
    if known is None or known.game is not situation.game:
        known = store[_STEPS] = _Steps(situation.game)
    steps, around = known.steps, situation.around
    touched = {end for name in situation.damaged for end in name.split("/")}
    touched |= {near for name in paid_to_leave(situation) for near in around.get(name, ())}

    def into(name: str) -> tuple[tuple[str, float], ...]:
        if name in touched:
            return steps_into(situation, name)
        if (found := steps.get(name)) is None:
            found = steps[name] = steps_into(situation, name)
        return found

    return into


@rule("12.1.3")
@kept_for
def steps_into(situation: Situation, name: str) -> tuple[tuple[str, float], ...]:
    """The hexes from which a route may enter a hex, with the cost of the step."""
    told = told_cost(situation, ROAD, name)
    plain = told or hex_cost(situation, ROAD, name)
    rough, leaving = uneven(situation), paid_to_leave(situation)
    found = []
    for near in situation.around[name]:
        cost = plain.number
        if (near, name) in rough:
            if route_stopped(situation, near, name):
                continue
            if told is None:
                cost = across(situation, ROAD, near, name, plain).number
        found.append((near, cost + leaving[near] if near in leaving else cost))
    return tuple(found)


@rule("12.1", "12.1.2")
def routes_to(
    situation: Situation,
    side: str,
    goals: Iterable[str],
    limit: float,
    wanted: Iterable[str] = (),
    enough: Iterable[str] = (),
) -> Routes:
    """Supply routes counted from the unit outwards: its own hex is free, the goal is paid. All
    within the limit, and from `wanted` hexes at any distance; no others than from `enough` are
    needed, if they are named."""
    closed = closed_to_routes(situation, side)
    starts = set(goals) - closed
    ways = cheapest_ways(starts, onward(situation), closed, limit + SLACK, wanted, enough)
    return Routes(situation, ways)


@rule("12.3.5")
def beside_the_net(situation: Situation) -> Callable[[str], Iterator[tuple[str, float]]]:
    """The steps of routes of Front Supply Heads into each hex. What counts is the hexes inside
    Warsaw Pact countries that are neither rail nor autobahn hexes, the head's own not among
    them."""
    sides, around = situation.board.hexsides, situation.around
    net, where = ground.on_net(situation), ground.countries(situation)

    def into(name: str) -> Iterator[tuple[str, float]]:
        cost = float(where.get(name) in WP_COUNTRIES and name not in net)
        for near in around[name]:
            if (near, name) not in sides or not route_stopped(situation, near, name):
                yield near, cost

    return into


@rule("12.3.5", "27.15.1")
def head_routes(situation: Situation, limit: int, wanted: Iterable[str]) -> dict[str, Route]:
    """The shortest routes of Front Supply Heads, of those with at most so many hexes beside rail
    and autobahn: they may be of any length, and NATO is shown them."""
    closed = closed_to_routes(situation, WP)
    starts, onward = wp_sources(situation) - closed, beside_the_net(situation)
    ways = shortest_ways(starts, onward, closed, limit, wanted)
    return {name: Route(path, len(path) - 1) for name, path in ways.items()}
