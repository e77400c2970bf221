"""How lines run: lines of communication, supply routes, and what closes hexes to them (12.1, 40)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from assistant.games.uis.calendar import phasing_side, war_turn
from assistant.games.uis.costs import contaminated_zone, route_cost
from assistant.games.uis.ground import (
    closed_hexes,
    country,
    distance,
    is_barrier,
    neutral_ground,
    unbridged_major_river,
)
from assistant.games.uis.sides import WP, WP_COUNTRIES, enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import TACTICAL, is_combat, mode
from assistant.games.uis.zones import zone
from assistant.rules.facts import kept
from assistant.rules.rulebook import rule

NEAR_A_FALLEN_GOVERNMENT = 2
ENDLESS = float("inf")


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
    zoned = zone(situation, enemy, phasing_side(situation.position))
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
    fallen = set(situation.position.value("overthrown") or ())
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


@kept
def _into(situation: Situation) -> dict[str, tuple[tuple[str, float, bool], ...]]:
    return {}


def into(situation: Situation, name: str) -> tuple[tuple[str, float, bool], ...]:
    """The hexes from which a route may enter a hex, with the cost of that step and whether the
    cost is a stand-in."""
    known = _into(situation)
    if name not in known:
        known[name] = tuple(
            (near, *route_cost(situation, near, name))
            for near in situation.around[name]
            if not route_stopped(situation, near, name)
        )
    return known[name]


@dataclass(frozen=True)
class Network:
    """All routes of a side towards some goals: the cost from each hex in reach, and the next hex
    on the way."""

    cost: dict[str, float]
    onward: dict[str, str]
    doubtful: frozenset[str]

    def way(self, name: str, limit: float = ENDLESS) -> Way | None:
        """The shortest route from a hex, if it is within a limit."""
        if self.cost.get(name, ENDLESS) > limit:
            return None
        path = [name]
        while path[-1] in self.onward:
            path.append(self.onward[path[-1]])
        return Way(tuple(path), self.cost[name], name in self.doubtful)

    def length(self, name: str) -> float | None:
        return self.cost.get(name)


@rule("12.1")
def routes_to(
    situation: Situation,
    side: str,
    goals: Iterable[str],
    limit: float = ENDLESS,
    wanted: frozenset[str] | None = None,
) -> Network:
    """Supply routes counted from the unit outwards: its own hex is free, the goal is paid.

    Worked out from the goals back to the units; it ends when all `wanted` hexes are found.
    """
    closed = closed_to_routes(situation, side)
    cost: dict[str, float] = {}
    onward: dict[str, str] = {}
    doubtful = set()
    missing = set(wanted) if wanted is not None else None
    queue: list[tuple[float, str, str, bool]] = []
    for goal in sorted(set(goals) - closed):
        heappush(queue, (0.0, goal, "", False))
    while queue:
        so_far, name, after, doubt = heappop(queue)
        if name in cost:
            continue
        cost[name] = so_far
        if after:
            onward[name] = after
        if doubt:
            doubtful.add(name)
        if missing is not None:
            missing.discard(name)
            if not missing:
                break
        for near, step, stand_in in into(situation, name):
            if near not in cost and near not in closed and so_far + step <= limit:
                heappush(queue, (so_far + step, near, name, doubt or stand_in))
    return Network(cost, onward, frozenset(doubtful))


@rule("12.3.5")
def head_routes(situation: Situation, goals: Iterable[str], wanted: frozenset[str]) -> Network:
    """Routes of any length for Front Supply Heads. What counts is the hexes inside Warsaw Pact
    countries that are neither rail nor autobahn hexes, the head's own not among them."""
    closed = closed_to_routes(situation, WP)
    on_net = situation.board.on_line("railroad") | situation.board.on_line("autobahn")
    queue: list[tuple[float, int, str, str]] = []
    cost: dict[str, float] = {}
    onward: dict[str, str] = {}
    missing = set(wanted)
    for goal in sorted(set(goals) - closed):
        heappush(queue, (0.0, 0, goal, ""))
    while queue and missing:
        so_far, hops, name, after = heappop(queue)
        if name in cost:
            continue
        cost[name] = so_far
        if after:
            onward[name] = after
        missing.discard(name)
        beside = name not in on_net and country(situation, name) in WP_COUNTRIES
        for near in situation.around[name]:
            if near not in cost and near not in closed:
                if not route_stopped(situation, near, name):
                    heappush(queue, (so_far + beside, hops + 1, near, name))
    return Network(cost, onward, frozenset())


@dataclass(frozen=True)
class Communication:
    """Lines of communication of one side: the next hex towards a goal from each hex that has a
    line. `ferries` tells whether lines still use ferries."""

    situation: Situation
    side: str
    goals: frozenset[str]

    @cached_property
    def ferries(self) -> bool:
        last = self.situation.option("lines-by-ferry")
        return war_turn(self.situation.position) <= last

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


def nearest(
    situation: Situation, start: str, names: Iterable[str], wanted: Callable[[str], bool]
) -> int | None:
    """Hexes to the nearest of some hexes that is wanted, whatever lies between."""
    found = [
        far
        for name in names
        if wanted(name) and (far := distance(situation, start, name)) is not None
    ]
    return min(found, default=None)
