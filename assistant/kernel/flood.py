"""Breadth first over the map: everything within so many hexes, and the way back to the start."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True)
class Flood(Generic[Node]):
    """What a flood reached: how many steps each node lies from its nearest start, and the next node
    on the way there (None for a start)."""

    distance: Mapping[Node, int]
    towards: Mapping[Node, Node | None]

    def __contains__(self, node: object) -> bool:
        return node in self.distance

    def __iter__(self) -> Iterator[Node]:
        """The nodes reached, the nearest first."""
        return iter(self.distance)

    def way(self, node: Node) -> tuple[Node, ...]:
        """From a node to its start, both included; empty if the flood did not reach the node."""
        found: list[Node] = []
        here: Node | None = node if node in self.distance else None
        while here is not None:
            found.append(here)
            here = self.towards[here]
        return tuple(found)


def flood(
    starts: Iterable[Node],
    around: Mapping[Node, Sequence[Node]],
    closed: Container[Node] = frozenset(),
    barriers: Container[tuple[Node, Node]] = frozenset(),
    reach: float = float("inf"),
) -> Flood[Node]:
    """Everything in reach of the starts, all at once, at most `reach` steps away.

    No `closed` node is entered (a start may be one) and no pair of `barriers` crossed from the one
    to the other. Of equally short ways the one counts that begins with the earlier start, then with
    the earlier neighbour. `around` is read as it is asked: it may work neighbours out.
    """
    distance: dict[Node, int] = dict.fromkeys(starts, 0)
    towards: dict[Node, Node | None] = dict.fromkeys(distance)
    fringe, steps = list(distance), 0
    while fringe and steps < reach:
        steps += 1
        found: list[Node] = []
        for node in fringe:
            for near in around[node]:
                if near in distance or near in closed:
                    continue
                if not barriers or (node, near) not in barriers:
                    distance[near] = steps
                    towards[near] = node
                    found.append(near)
        fringe = found
    return Flood(distance, towards)


Name = TypeVar("Name", str, tuple[str, int])


def flood_with_tolls(
    starts: Iterable[Name],
    around: Mapping[Name, Sequence[Name]],
    closed: Container[Name] = frozenset(),
    barriers: Container[tuple[Name, Name]] = frozenset(),
    tolls: Container[tuple[Name, Name]] = frozenset(),
    most: int = 0,
) -> Flood[Name]:
    """Everything in reach of the starts across at most so many pairs of `tolls`.

    The way to each node has as few tolls as can be, and of such ways the fewest steps; of equally
    short ways that counts which comes last by the node with the smallest name, so that answers do
    not depend on the order of the input. Otherwise as `flood`.
    """
    distance: dict[Name, int] = {}
    towards: dict[Name, Name | None] = {}
    due: dict[int, dict[Name, Name | None]] = {0: dict.fromkeys(starts)}
    for _ in range(most + 1):
        beyond: dict[int, dict[Name, Name | None]] = {}
        while due:
            steps = min(due)
            fringe = sorted(due.pop(steps).items())
            onward = due.get(steps + 1, {})
            for node, before in fringe:
                if node in distance:
                    continue
                distance[node], towards[node] = steps, before
                for near in around[node]:
                    if near in distance or near in closed or (node, near) in barriers:
                        continue
                    its = onward
                    if tolls and (node, near) in tolls:
                        its = beyond.setdefault(steps + 1, {})
                    known = its.get(near)
                    if known is None or node < known:
                        its[near] = node
            if onward:
                due[steps + 1] = onward
        due = beyond
    return Flood(distance, towards)
