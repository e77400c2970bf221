"""One graph search for supply lines, reach and retreats: the rule is a function."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar

from assistant.questions.answers import Reached
from assistant.questions.reasons import Reason

Node = TypeVar("Node", bound=Hashable)
ENDLESS = float("inf")
EAGER = 2
"""How much a step that is left weighs, because a search that runs ahead finds some way sooner."""


class Step(NamedTuple, Generic[Node]):
    """A lawful step to a neighbouring node and what it costs (movement points, or 1 a hex)."""

    to: Node
    cost: float = 1


class Barred(NamedTuple, Generic[Node]):
    """A step that a rule forbids."""

    to: Node
    reason: Reason


Steps = Callable[[Node], Iterable["Step[Node] | Barred[Node]"]]
"""A rule of movement: from a node, every step, lawful or barred."""


@dataclass
class Search(Generic[Node]):
    """What a search found: the least cost of every node reached, the way there, what stopped it."""

    cost: dict[Node, float] = field(default_factory=dict)
    previous: dict[Node, Node | None] = field(default_factory=dict)
    barred: dict[Node, Reason] = field(default_factory=dict)
    beyond: dict[Node, float] = field(default_factory=dict)
    barred_at: dict[Node, float] = field(default_factory=dict)

    def settle(self) -> None:
        """Leave out refusals of nodes that were reached another way."""
        for node in self.cost:
            self.barred.pop(node, None)
            self.beyond.pop(node, None)

    def path(self, end: Node) -> list[Node]:
        """Nodes from the start to `end`, both included."""
        way = [end]
        while (before := self.previous[way[-1]]) is not None:
            way.append(before)
        return way[::-1]

    def paths(self, name: Callable[[Node], str]) -> dict[Node, tuple[str, ...]]:
        """The way to every node by the names of its nodes: each is the way before and one more,
        because thousands of long ways have most of their nodes in common."""
        ways: dict[Node, tuple[str, ...]] = {}
        for node, before in self.previous.items():  # in the order in which they were reached
            ways[node] = (name(node),) if before is None else (*ways[before], name(node))
        return ways


def search(
    starts: Iterable[Node],
    steps: Steps[Node],
    budget: float = ENDLESS,
    goal: Callable[[Node], bool] | None = None,
    stop: Callable[[Node], bool] | None = None,
    found: Search[Node] | None = None,
    name: Callable[[Node], Any] = str,
) -> tuple[Search[Node], Node | None]:
    """Least-cost search from `starts`, within `budget`.

    Returns what was found and the first node that satisfies `goal` (None without one). A node for
    which `stop` holds is entered but not left. Among equal costs nodes are taken in the order of
    their names, so answers do not depend on the order of the input.

    Of nodes not reached, `barred` keeps the refusal met at the least cost (of several the first by
    rule number), and `beyond` the least cost of those that the budget does not allow.

    `found` may be given, empty, so that the rule of steps can look into it: steps to nodes whose
    cost it holds are not looked at, and need not be reckoned. `name` orders nodes; it may be
    anything that compares as their names do.
    """
    found = Search() if found is None else found
    queue: list[tuple[float, Any, Node, Node | None]] = []
    for start in sorted(starts, key=name):
        heappush(queue, (0, name(start), start, None))
    while queue:
        cost, _, node, before = heappop(queue)
        if node in found.cost:
            continue
        found.cost[node] = cost
        found.previous[node] = before
        if goal is not None and goal(node):
            return found, node
        if stop is not None and before is not None and stop(node):
            continue
        _expand(found, queue, steps, node, budget, name)
    found.settle()
    return found, None


def search_priced(
    start: Node,
    near: Callable[[Node], Iterable[Node]],
    prices: Callable[[Node], Mapping[Node, float]],
    step: Callable[[Node, Node], Step[Node] | Barred[Node]],
    budget: float = ENDLESS,
    stop: Callable[[Node], bool] | None = None,
    besides: Steps[Node] = lambda _: (),
) -> Search[Node]:
    """What `search` finds from one node, where most steps are lawful at a price that is known.

    `prices` tells those of the steps from a node to its neighbours (`near`); where it has none,
    `step` is asked, and may note the price for the next search. `besides` gives steps that lead
    elsewhere. Nodes compare as their names do. Of thousands of steps most are never made a value.
    """
    found: Search[Node] = Search()
    costs, least = found.cost, {start: 0.0}
    queue: list[tuple[float, Any, Any]] = [(0.0, start, None)]

    def go(node: Node, end: Node, total: float) -> None:
        if total > budget:
            found.beyond[end] = min(total, found.beyond.get(end, total))
        elif total <= least.get(end, total):
            # A way that costs as much stays, because of these the first by name is taken.
            least[end] = total
            heappush(queue, (total, end, node))

    def ask(node: Node, step: Step[Node] | Barred[Node], spent: float) -> None:
        if isinstance(step, Barred):
            _bar(found, step, spent)
        else:
            go(node, step.to, spent + step.cost)

    while queue:
        spent, node, before = heappop(queue)
        if node in costs:
            continue
        costs[node] = spent
        found.previous[node] = before
        if stop is not None and before is not None and stop(node):
            continue
        known = prices(node)
        for end in near(node):
            if end in costs:
                continue
            price = known.get(end)
            if price is None:
                ask(node, step(node, end), spent)
            else:
                go(node, end, spent + price)
        for other in besides(node):
            if other.to not in costs:
                ask(node, other, spent)
    found.settle()
    return found


def leads_to(
    start: Node,
    steps: Steps[Node],
    budget: float,
    away: Callable[[Node], float],
    stop: Callable[[Node], bool] | None = None,
    most: int | None = 500,
    least: float = 0,
) -> bool:
    """Whether a way within `budget` is found to a node that is not `away` from the goal any more.

    The nearest nodes are tried first, so that a way is found long before all are known that one may
    reach; it need not be the cheapest. False tells nothing: after `most` nodes the search is given
    up. Without `most` it is sure. `stop` is that of `search`. `least` is what one unit of `away`
    costs at least: nodes from which the budget cannot do are left out, if `away` is never more than
    the steps that are left.
    """
    spent: dict[Node, float] = {start: 0}
    queue: list[tuple[float, float, str, Node]] = [(EAGER * away(start), 0, str(start), start)]
    for tried in count():
        if not queue or tried == most:
            return False
        _, cost, _, node = heappop(queue)
        if cost > spent[node]:
            continue
        if node != start and away(node) <= 0:
            return True
        if stop is not None and node != start and stop(node):
            continue
        for step in steps(node):
            if isinstance(step, Barred):
                continue
            total = cost + step.cost
            if total <= budget and total < spent.get(step.to, ENDLESS):
                left = away(step.to)
                if least and total + least * left > budget:
                    continue
                spent[step.to] = total
                heappush(queue, (total + EAGER * left, total, str(step.to), step.to))
    return False


def _expand(
    found: Search[Node],
    queue: list[tuple[float, Any, Node, Node | None]],
    steps: Steps[Node],
    node: Node,
    budget: float,
    name: Callable[[Node], Any],
) -> None:
    costs, spent = found.cost, found.cost[node]
    for step in steps(node):
        if step.to in costs:
            continue
        if isinstance(step, Barred):
            _bar(found, step, spent)
            continue
        total = spent + step.cost
        if total <= budget:
            heappush(queue, (total, name(step.to), step.to, node))
        else:
            found.beyond[step.to] = min(total, found.beyond.get(step.to, total))


def _bar(found: Search[Node], step: Barred[Node], cost: float) -> None:
    """Note a refusal, unless one is known that was met earlier or goes before it."""
    known = found.barred.get(step.to)
    if known is not None:
        earlier = (found.barred_at[step.to], known.rule, known.text)
        if earlier <= (cost, step.reason.rule, step.reason.text):
            return
    found.barred[step.to] = step.reason
    found.barred_at[step.to] = cost


def cheapest_ways(
    starts: Iterable[str],
    onward: Callable[[str], Iterable[tuple[str, float]]],
    closed: Container[str] = frozenset(),
    budget: float = ENDLESS,
    wanted: Iterable[str] = (),
    enough: Iterable[str] = (),
) -> Search[str]:
    """The least-cost ways from the nearest of some starts, of equal ones as `search` takes them:
    to all hexes within `budget`, and to `wanted` ones at any cost. `onward` tells hexes and costs.
    If only some hexes are asked about, it ends when it knows the ways to `enough`.

    For lines of supply, which are many and long: no step has a reason, so none is asked for.
    """
    found: Search[str] = Search()
    costs, missing, asked = found.cost, set(wanted), set(enough)
    queue = [(0.0, start, "") for start in sorted(starts)]
    best: dict[str, tuple[float, str]] = {}
    while queue:
        cost, name, before = heappop(queue)
        if name in costs:
            continue
        if cost > budget and not missing:
            break
        costs[name] = cost
        found.previous[name] = before or None
        missing.discard(name)
        if name in asked:
            asked.discard(name)
            if not asked and not missing:
                break
        for near, step in onward(name):
            if near in costs or near in closed:
                continue
            total = cost + step
            if total > budget and not missing:
                continue
            known, way = best.get(near), (total, name)
            if known is None or way < known:  # because no other way there can come out first
                best[near] = way
                heappush(queue, (total, near, name))
    return found


def shortest_ways(
    starts: Iterable[str],
    onward: Callable[[str], Iterable[tuple[str, float]]],
    closed: Container[str] = frozenset(),
    budget: float = ENDLESS,
    wanted: Iterable[str] = (),
) -> dict[str, tuple[str, ...]]:
    """From each of the `wanted` hexes the way of the fewest hexes to one of some starts, of all
    that cost at most `budget`; of equally short ones the cheapest, then the first by its names.

    For lines of any length on which something is counted: the cheapest of them may wander over the
    whole map.
    """
    missing, least = set(wanted), dict[str, float]()
    ways: dict[str, tuple[str, ...]] = {}
    fringe: dict[str, tuple[float, _Way]] = {name: (0.0, (name, None)) for name in starts}
    while fringe and missing:
        least |= {name: cost for name, (cost, _) in fringe.items()}
        for name in missing & fringe.keys():
            ways[name] = tuple(_names(fringe[name][1]))
        missing -= fringe.keys()
        reached: dict[str, tuple[float, _Way]] = {}
        for name, (cost, way) in sorted(fringe.items()):
            for near, step in onward(name):
                total = cost + step
                if near in closed or total > budget or total >= least.get(near, ENDLESS):
                    continue
                if near not in reached or total < reached[near][0]:
                    reached[near] = total, (near, way)
        fringe = reached
    return ways


_Way = tuple[str, Any]
"""A hex and the way from it to its start, which ends in None."""


def _names(way: _Way | None) -> Iterator[str]:
    while way is not None:
        name, way = way
        yield name


# Movement over hexes


def steps(
    around: Mapping[str, Sequence[str]],
    bar: Callable[[str, str], Reason | None],
    cost: Callable[[str, str], float],
) -> Steps[str]:
    """From a hex to each neighbour: barred, or open at its cost. For `kernel.search.search`."""

    def onward(start: str) -> Iterator[Step[str] | Barred[str]]:
        for end in around.get(start, ()):
            if why := bar(start, end):
                yield Barred(end, why)
            else:
                yield Step(end, cost(start, end))

    return onward


def reached(found: Search[str], start: str) -> tuple[Reached, ...]:
    """All that a search reached but for the start, the cheapest first."""
    ordered = sorted(found.cost.items(), key=lambda item: (item[1], item[0]))
    paths = found.paths(str)
    return tuple(Reached(name, cost, paths[name]) for name, cost in ordered if name != start)
