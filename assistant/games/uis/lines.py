"""How lines run: communication, supply routes, and what closes hexes to them (12.1, 40)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from assistant.games.uis.calendar import phasing_side, war_turn
from assistant.games.uis.charts import Figure
from assistant.games.uis.costs import contaminated_zone, hex_cost, terrain_cost, told_cost
from assistant.games.uis.ground import (
    closed_hexes,
    countries,
    country,
    is_barrier,
    neutral_ground,
    unbridged_major_river,
)
from assistant.games.uis.sides import WP, WP_COUNTRIES, enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import ROAD, TACTICAL, is_combat, mode
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


@dataclass(frozen=True)
class RouteCosts:
    """What a step of a route costs: the hex entered, but for hexsides that are not plain ground,
    and what leaving a hex adds."""

    situation: Situation
    steps: dict[str, tuple[tuple[str, float, bool], ...]] = field(default_factory=dict)

    @cached_property
    def uneven(self) -> frozenset[tuple[str, str]]:
        """Hexsides with features or an autobahn, under both orders."""
        board = self.situation.board
        return frozenset(board.hexsides) | board.lines.get("autobahn", frozenset())

    @cached_property
    @rule("12.1.3", "27.9.4", "25.4.1")
    def leaving(self) -> dict[str, float]:
        """Points for leaving interdicted hexes and, by the other reading, contaminated ones."""
        extra = dict(self.situation.table("interdiction"))
        if self.situation.option("nuclear-routes") == "cost":
            for name, level in self.situation.table("nuclear").items():
                extra[name] = extra.get(name, 0) + level
        return extra

    def plain(self, name: str) -> Figure:
        """Entering a hex across plain ground."""
        told = told_cost(self.situation, ROAD, name)
        return hex_cost(self.situation, ROAD, name) if told is None else Figure(told)

    def into(self, name: str) -> tuple[tuple[str, float, bool], ...]:
        """The hexes from which a route may enter a hex, with the cost of the step and whether
        that is a stand-in."""
        if name not in self.steps:
            self.steps[name] = tuple(self._into(name))
        return self.steps[name]

    def _into(self, name: str) -> Iterator[tuple[str, float, bool]]:
        plain, uneven, leaving = self.plain(name), self.uneven, self.leaving
        for near in self.situation.around[name]:
            cost, stand_in = plain
            if (near, name) in uneven:
                if route_stopped(self.situation, near, name):
                    continue
                cost, stand_in = terrain_cost(self.situation, ROAD, near, name)
            if near in leaving:
                cost += leaving[near]
            yield near, cost, stand_in


@kept
def route_costs(situation: Situation) -> RouteCosts:
    return RouteCosts(situation)


@dataclass(frozen=True)
class Network:
    """All routes of a side towards some goals: the cost from each hex in reach, and the next hex
    on the way."""

    cost: dict[str, float]
    onward: dict[str, str]
    doubtful: frozenset[str]

    def way(self, name: str, limit: float = ENDLESS) -> Way | None:
        """The shortest route from a hex, if it is within a limit."""
        if name not in self.cost or self.cost[name] > limit:
            return None
        path = [name]
        while path[-1] in self.onward:
            path.append(self.onward[path[-1]])
        return Way(tuple(path), self.cost[name], name in self.doubtful)

    def length(self, name: str) -> float | None:
        return self.cost.get(name)


@rule("12.1", "12.1.2")
def routes_to(
    situation: Situation,
    side: str,
    goals: Iterable[str],
    limit: float = ENDLESS,
    wanted: frozenset[str] = frozenset(),
) -> Network:
    """Supply routes counted from the unit outwards: its own hex is free, the goal is paid.

    Worked out from the goals back to the units: everything within the limit, and `wanted` hexes
    at any distance.
    """
    closed = closed_to_routes(situation, side)
    into = route_costs(situation).into
    cost: dict[str, float] = {}
    onward: dict[str, str] = {}
    doubtful = set()
    missing = set(wanted)
    queue = [(0.0, goal, "", False) for goal in sorted(set(goals) - closed)]
    while queue:
        so_far, name, after, doubt = heappop(queue)
        if name in cost:
            continue
        if so_far > limit and not missing:
            break
        cost[name] = so_far
        if after:
            onward[name] = after
        if doubt:
            doubtful.add(name)
        missing.discard(name)
        for near, step, stand_in in into(name):
            if near in cost or near in closed:
                continue
            total = so_far + step
            if total <= limit or missing:
                heappush(queue, (total, near, name, doubt or stand_in))
    return Network(cost, onward, frozenset(doubtful))


@rule("12.3.5")
def head_routes(situation: Situation, goals: Iterable[str], wanted: frozenset[str]) -> Network:
    """Routes of any length for Front Supply Heads. What counts is the hexes inside Warsaw Pact
    countries that are neither rail nor autobahn hexes, the head's own not among them."""
    closed, sides = closed_to_routes(situation, WP), situation.board.hexsides
    on_net = situation.board.on_line("railroad") | situation.board.on_line("autobahn")
    where = countries(situation)
    cost: dict[str, float] = {}
    onward: dict[str, str] = {}
    missing = set(wanted)
    queue = deque((0, goal, "") for goal in sorted(set(goals) - closed))
    while queue and missing:
        so_far, name, after = queue.popleft()
        if name in cost:
            continue
        cost[name] = so_far
        if after:
            onward[name] = after
        missing.discard(name)
        beside = where.get(name) in WP_COUNTRIES and name not in on_net
        for near in situation.around[name]:
            if near in cost or near in closed:
                continue
            if (near, name) in sides and route_stopped(situation, near, name):
                continue
            if beside:
                queue.append((so_far + 1, near, name))
            else:
                queue.appendleft((so_far, near, name))
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
        last = int(self.situation.option("lines-by-ferry"))
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
