"""Supply routes: what they cost and where they lead, worked out from their goals back (12.1)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush

from assistant.games.uis.costs import hex_cost, terrain_cost, told_cost
from assistant.games.uis.ground import countries
from assistant.games.uis.lines import Way, closed_to_routes, route_stopped
from assistant.games.uis.situation import WP, WP_COUNTRIES, Situation
from assistant.games.uis.units import ROAD
from assistant.kernel.chart import Figure
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule

ENDLESS = float("inf")
SLACK = 1e-6
"""What a sum of fractions may be off."""


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
        return hex_cost(self.situation, ROAD, name) if told is None else told

    def into(self, name: str) -> tuple[tuple[str, float, bool], ...]:
        """The hexes from which a route may enter a hex, with the cost of the step and whether
        that is a stand-in."""
        if name not in self.steps:
            self.steps[name] = tuple(self._into(name))
        return self.steps[name]

    def _into(self, name: str) -> Iterator[tuple[str, float, bool]]:
        plain, uneven, leaving = self.plain(name), self.uneven, self.leaving
        for near in self.situation.around[name]:
            cost, stand_in = plain.number, plain.stand_in
            if (near, name) in uneven:
                if route_stopped(self.situation, near, name):
                    continue
                figure = terrain_cost(self.situation, ROAD, near, name)
                cost, stand_in = figure.number, figure.stand_in
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
        if name not in self.cost or self.cost[name] > limit + SLACK:
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
    limit += SLACK
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
