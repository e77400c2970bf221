"""The graph search."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from assistant.kernel.search import (
    ENDLESS,
    Barred,
    Step,
    cheapest_ways,
    search,
    shortest_ways,
)
from assistant.questions.reasons import Reason

CLOSED = Reason("1.1", "closed")
WAYS = {"a": {"b": 1, "c": 4}, "b": {"c": 2, "d": 9}, "c": {"d": 1}, "d": {}}


def steps(node: str) -> Iterator[Step[str] | Barred[str]]:
    for to, cost in WAYS[node].items():
        yield Step(to, cost)
    yield Barred("x", CLOSED)


def test_least_cost_and_way() -> None:
    found, _ = search(["a"], steps)
    assert found.cost == {"a": 0, "b": 1, "c": 3, "d": 4}
    assert found.path("d") == ["a", "b", "c", "d"]
    assert found.barred == {"x": CLOSED}


def test_what_the_budget_does_not_allow() -> None:
    found, _ = search(["a"], steps, budget=3)
    assert set(found.cost) == {"a", "b", "c"}
    assert found.beyond == {"d": 4}


def test_goal_and_stop() -> None:
    _, goal = search(["a"], steps, goal=lambda node: node in ("c", "d"))
    assert goal == "c"
    found, _ = search(["a"], steps, stop=lambda node: node == "c")
    assert found.cost["d"] == 10


def test_ties_go_by_name() -> None:
    ways = {"s": ["q", "p"], "p": ["t"], "q": ["t"], "t": []}
    found, _ = search(["s"], lambda node: (Step(to) for to in ways[node]))
    assert found.path("t") == ["s", "p", "t"]


def test_of_several_refusals_the_nearest_counts_then_the_first_by_rule() -> None:
    reasons = {"a": Reason("9.9", "at once"), "b": Reason("1.1", "later"), "c": Reason("0.1", "")}

    def from_each(node: str) -> Iterator[Step[str] | Barred[str]]:
        yield from (Step(to, cost) for to, cost in WAYS[node].items())
        if node in reasons:
            yield Barred("x", reasons[node])

    assert search(["a"], from_each)[0].barred == {"x": reasons["a"]}
    assert search(["b", "a"], from_each)[0].barred == {"x": reasons["b"]}


LANES = {"A": [("B", 1.0), ("C", 4.0)], "B": [("C", 2.0), ("A", 1.0)], "C": [("D", 1.0)], "D": []}


@pytest.mark.parametrize(
    ("closed", "budget", "wanted", "costs"),
    [
        ((), ENDLESS, (), {"A": 0, "B": 1, "C": 3, "D": 4}),
        ((), 3, (), {"A": 0, "B": 1, "C": 3}),
        ((), 1, ("C",), {"A": 0, "B": 1, "C": 3}),
        (("B",), ENDLESS, (), {"A": 0, "C": 4, "D": 5}),
        (("C",), 0, ("D",), {"A": 0, "B": 1}),
    ],
)
def test_cheapest_ways(
    closed: tuple[str, ...], budget: float, wanted: tuple[str, ...], costs: dict[str, float]
) -> None:
    found = cheapest_ways(["A"], LANES.__getitem__, closed, budget, wanted)
    assert found.cost == costs


def test_the_cheapest_way_is_told_from_its_start() -> None:
    assert cheapest_ways(["A"], LANES.__getitem__).path("D") == ["A", "B", "C", "D"]


def test_ways_to_enough_hexes_are_those_of_a_whole_search() -> None:
    chance = random.Random(7)
    names = [f"{n:02d}" for n in range(60)]
    for _ in range(40):
        lanes = {
            name: [(near, chance.choice([0.5, 1.0, 1.0, 3.0])) for near in chance.sample(names, 4)]
            for name in names
        }
        starts, asked = chance.sample(names, 2), chance.sample(names, 3)
        whole = cheapest_ways(starts, lanes.__getitem__, budget=6)
        found = cheapest_ways(starts, lanes.__getitem__, budget=6, enough=asked)
        told = [
            {name: (one.cost[name], one.path(name)) for name in asked if name in one.cost}
            for one in (whole, found)
        ]
        assert told[0] == told[1]
        assert len(found.cost) <= len(whole.cost)
        onward = {at: [Step(*lane) for lane in its] for at, its in lanes.items()}
        steps, _ = search(sorted(starts), onward.__getitem__, 6)
        assert steps.cost == whole.cost
        assert {n: steps.path(n) for n in whole.cost} == {n: whole.path(n) for n in whole.cost}


def shortest(
    lanes: dict[str, list[tuple[str, float]]], starts: list[str], end: str, budget: float
) -> int | None:
    """Steps of the shortest way within a budget: all that costs let one do, step after step."""
    at = {(name, 0.0) for name in starts}
    for steps in range(len(lanes)):
        if any(name == end for name, _ in at):
            return steps
        onward = {(near, cost + its) for name, cost in at for near, its in lanes[name]}
        at = {(name, cost) for name, cost in onward if cost <= budget}
    return None


@pytest.mark.parametrize(
    ("budget", "closed", "way"),
    [(4, "", "DCA"), (3, "", "DCBA"), (2, "", None), (9, "B", "DCA"), (9, "C", None)],
)
def test_the_shortest_way_within_a_budget(budget: float, closed: str, way: str | None) -> None:
    lanes = LANES | {"C": [("D", 0.0)]}
    found = shortest_ways(["A"], lanes.__getitem__, closed, budget, ["D"])
    assert found == ({"D": tuple(way)} if way else {})


def test_no_way_within_a_budget_is_shorter() -> None:
    chance = random.Random(11)
    names = [f"{n:02d}" for n in range(40)]
    for _ in range(20):
        lanes = {
            name: [(near, float(chance.random() < 0.6)) for near in chance.sample(names, 3)]
            for name in names
        }
        start, *asked = chance.sample(names, 5)
        found = shortest_ways([start], lanes.__getitem__, (), 1, asked)
        steps = {name: shortest(lanes, [start], name, 1) for name in asked}
        assert {name: len(way) - 1 for name, way in found.items()} == {
            name: most for name, most in steps.items() if most is not None
        }
