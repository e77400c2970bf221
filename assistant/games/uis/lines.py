"""Lines: what closes them, where they lead, lines of communication (12.1-12.3, 36, 40)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assistant.games.uis.costs import contaminated_zone
from assistant.games.uis.ground import (
    cities,
    closed_hexes,
    country,
    edges,
    is_barrier,
    neutral_countries,
    neutral_ground,
    rim,
    unbridged_major_river,
)
from assistant.games.uis.situation import (
    NATO,
    WP,
    WP_COUNTRIES,
    Situation,
    enemy_of,
)
from assistant.games.uis.units import TACTICAL, is_combat, mode
from assistant.games.uis.zones import zone
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

NEAR_A_FALLEN_GOVERNMENT = 2


class Way(NamedTuple):
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
    return (zoned - situation.held[side]) | situation.held.get(enemy, frozenset())


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
    guarded = {
        name for held in situation.held[WP] for name in grid.within(held, NEAR_A_FALLEN_GOVERNMENT)
    }
    return frozenset(
        name for name in grid.places if name not in guarded and country(situation, name) in fallen
    )


@kept
def _closed_to_communication(situation: Situation) -> dict[str, frozenset[str]]:
    return {}


@rule("40.1", "40.2", "36.6.2")
def closed_to_communication(situation: Situation, side: str) -> frozenset[str]:
    """Enemies, their zones, neutral ground, water, revolts: nothing else stops communication."""
    known = _closed_to_communication(situation)
    if side not in known:
        known[side] = (
            closed_by_enemy(situation, side)
            | neutral_ground(situation)
            | closed_hexes(situation)
            | closed_by_revolt(situation, side)
        )
    return known[side]


@kept
def _closed_to_routes(situation: Situation) -> dict[str, frozenset[str]]:
    return {}


@rule("12.1.1", "24.3.6", "25.4.1", "36.8.5", "41.2")
def closed_to_routes(situation: Situation, side: str) -> frozenset[str]:
    """Routes besides mind Contaminated Zones, nuclear contamination and fallen governments."""
    known = _closed_to_routes(situation)
    if side not in known:
        closed = closed_to_communication(situation, side) | contaminated_zone(situation)
        if situation.option("nuclear-routes") == "closed":
            closed |= situation.table("nuclear").keys()
        known[side] = frozenset(closed | closed_by_overthrow(situation, side))
    return known[side]


@rule("12.1.1", "38.3.2")
def route_stopped(situation: Situation, start: str, end: str) -> bool:
    """Hexsides that no route crosses: alpine, impassable, major rivers without a bridge."""
    if not situation.board.between(start, end):
        return False
    if by_ferry(situation.board.between(start, end)):
        return True
    return is_barrier(situation, start, end) or unbridged_major_river(situation, start, end)


@rule("30", "40.1")
def by_ferry(features: frozenset[str]) -> bool:
    """A hexside that only a ferry crosses."""
    return "ferry" in features and "bridge" not in features


NATO_PORTS = frozenset(
    {"Amsterdam", "Bremen", "Bremerhaven", "Emden", "Hamburg", "København", "Odense",
     "Wilhelmshaven"}
)  # fmt: skip
DANISH_PORTS = frozenset({"Odense", "København"})


@rule("12.2.5")
def autobahn_sources(situation: Situation) -> frozenset[str]:
    """Autobahn hexes on the West or South edge."""
    ends = edges(situation)["west"] | edges(situation)["south"]
    return situation.board.on_line("autobahn") & ends


@rule("12.2.6")
def nato_ports(situation: Situation) -> frozenset[str]:
    """The eight NATO ports; a port that a position lays down without a name counts too."""
    names = situation.board.names
    return frozenset(
        name
        for name in situation.board.hexes_with("port")
        if names.get(name, "") in NATO_PORTS or not names.get(name)
    )


@rule("12.2.8", "38.2", "12.2.6", "6.2.3")
def port_shut(situation: Situation, name: str) -> Reason | None:
    """Why a port is no source: damage, enemy air superiority, or the enemy on its way to sea."""
    if name in situation.damaged:
        return Reason("38.2", "The port {hex} is damaged.", hex=name)
    if name in situation.table("air-superiority").get(WP, ()):
        return Reason("12.2.8", "The enemy has air superiority over the port {hex}.", hex=name)
    shut = zone(situation, WP, situation.phasing) - situation.held[NATO]
    for inlet in inlets(situation, name):
        if inlet in shut or inlet in situation.held[WP]:
            return Reason(
                "12.2.8", "The enemy controls {hex} between the port and the sea.", hex=inlet
            )
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
    return frozenset(name for name in nato_ports(situation) if port_shut(situation, name) is None)


@rule("12.2.7")
def austrian_cities(situation: Situation) -> frozenset[str]:
    """Cities in Austria, sources for Austrian units."""
    return frozenset(n for n in cities(situation) if country(situation, n) == "austria")


@rule("12.2.5", "12.2.6")
@kept
def nato_sources(situation: Situation) -> frozenset[str]:
    """Autobahns on the West and South edges, and open ports."""
    return autobahn_sources(situation) | open_ports(situation)


@rule("12.3.7", "12.3.8")
@kept
def wp_sources(situation: Situation) -> frozenset[str]:
    """Rail and autobahn hexes on any edge of the map in Warsaw Pact countries and Austria, and one
    more once Austria is violated."""
    board = situation.board
    on_net = board.on_line("railroad") | board.on_line("autobahn")
    allowed = WP_COUNTRIES | {"austria"}
    found = {name for name in on_net & rim(situation) if country(situation, name) in allowed}
    if "austria" not in neutral_countries(situation):
        found |= situation.hexset("austrian-source")
    return frozenset(found)


@rule("40.3", "40.4")
def wp_goals(situation: Situation) -> frozenset[str]:
    """The East and South-East edges, and the two Danish ports if conquered and undamaged."""
    ports = {
        name
        for name in situation.board.hexes_with("port") - situation.damaged
        if situation.board.names.get(name) in DANISH_PORTS and _held_by(situation, name, WP)
    }
    return edges(situation)["east"] | ports


def _held_by(situation: Situation, name: str, side: str) -> bool:
    holder = situation.side_at(name) or situation.position.control.get(name, "")
    return holder == side


@rule("40.5")
def nato_goals(situation: Situation) -> frozenset[str]:
    """The West edge, the South edge in Italy, and ports that are sources."""
    italian = {n for n in edges(situation)["south"] if country(situation, n) == "italy"}
    return edges(situation)["west"] | italian | open_ports(situation)


def goals(situation: Situation, side: str) -> frozenset[str]:
    """Where a side's lines of communication lead."""
    return wp_goals(situation) if side == WP else nato_goals(situation)


@rule("12.5.3", "27.6")
def under_enemy_air(situation: Situation, side: str, name: str) -> bool:
    """Whether a hex lies in an Air Superiority Area that the enemy controls."""
    return name in situation.table("air-superiority").get(enemy_of(side), ())


COMMUNICATION_TURNS = {NATO: 4, WP: 3}


@dataclass(frozen=True)
class Communication:
    """Lines of communication of one side: the next hex towards a goal from each hex that has a
    line. `ferries` tells whether lines still use ferries."""

    situation: Situation
    side: str
    goals: frozenset[str]

    @cached_property
    def ferries(self) -> bool:
        last = int(self.situation.option("lines-by-ferry"))
        return self.situation.war_turn <= last

    @cached_property
    def onward(self) -> dict[str, str]:
        closed = closed_to_communication(self.situation, self.side)
        found = dict.fromkeys(sorted(self.goals - closed), "")
        queue = deque(found)
        while queue:
            name = queue.popleft()
            for near in self._near(name, closed):
                if near not in found:
                    found[near] = name
                    queue.append(near)
        return found

    def _near(self, name: str, closed: frozenset[str]) -> Iterator[str]:
        sides = self.situation.board.hexsides
        for near in self.situation.around[name]:
            features = sides.get((name, near))
            if not features:
                if near not in closed:
                    yield near
            elif by_ferry(features):
                if self.ferries and (near not in closed or self._by_water(near)):
                    yield near
            elif near not in closed and not is_barrier(self.situation, name, near):
                yield near

    def _by_water(self, name: str) -> bool:
        """A water hex on a ferry's route, free of enemies and their zones."""
        if name not in closed_hexes(self.situation):
            return False
        return name not in closed_by_enemy(self.situation, self.side)

    def way(self, name: str) -> Way | None:
        """The shortest line from a hex, if it has one."""
        if name not in self.onward:
            return None
        path = [name]
        while after := self.onward[path[-1]]:
            path.append(after)
        return Way(tuple(path), len(path) - 1)


@kept
def communication(situation: Situation) -> dict[str, Communication]:
    """The lines of communication of both sides."""
    return {side: Communication(situation, side, goals(situation, side)) for side in (WP, NATO)}
