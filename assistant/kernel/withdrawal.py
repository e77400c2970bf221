"""Retreats: the ways of a length over open hexes, the nearest of some goals, who stays and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

from assistant.kernel.facts import kept_for
from assistant.questions.answers import Refusal
from assistant.questions.reasons import Reason

Place = TypeVar("Place")
Way = tuple[str, ...]
"""The hexes entered, the starting one left out."""


def ways(
    start: str,
    length: int,
    near: Callable[[str], tuple[str, ...]],
    bar: Callable[[str, str], Reason | None],
) -> Iterator[Way]:
    """Every way of so many hexes, none entered twice and the start not again.

    `near` and `bar` are asked once for each hex and step, however many ways pass there.
    """
    steps: dict[str, list[str]] = {}

    def open_from(here: str) -> list[str]:
        if here not in steps:
            steps[here] = [name for name in near(here) if name != start and bar(here, name) is None]
        return steps[here]

    found: list[Way] = [()]
    for _ in range(length):
        found = [
            (*way, name)
            for way in found
            for name in open_from(way[-1] if way else start)
            if name not in way
        ]
    return iter(found)


def farthest(found: Collection[Way], far: Callable[[str], int]) -> list[Way]:
    """Those of some ways that end farthest away."""
    ends = {name: far(name) for name in {way[-1] for way in found}}
    best = max(ends.values(), default=0)
    return [way for way in found if ends[way[-1]] == best]


def preferring(found: Collection[Way], free: Callable[[str], bool]) -> list[Way]:
    """Those of some ways that at each hex enter one that is not `free` only where no way of them
    that came so far enters one that is."""
    begun = {way[: index + 1] for way in found for index in range(len(way))}
    spared = {way[:-1] for way in begun if free(way[-1])}
    return [
        way
        for way in found
        if all(free(name) or way[:index] not in spared for index, name in enumerate(way))
    ]


def least(places: Iterable[Place], far: Callable[[Place], float]) -> list[Place]:
    """Those of some places or ways that are nearest, or cost least, in their order."""
    measured = [(far(place), place) for place in places]
    best = min((distance for distance, _ in measured), default=0)
    return [place for distance, place in measured if distance == best]


@dataclass(frozen=True)
class Nearness:
    """How far hexes lie from each of some goals, as `measure` counts it between a hex and a goal;
    what was measured is remembered."""

    goals: tuple[str, ...]
    measure: Callable[[str, str], int]

    @kept_for
    def each(self, name: str) -> tuple[int, ...]:
        """How far a hex lies from each goal."""
        return tuple(self.measure(name, goal) for goal in self.goals)

    def least(self, name: str) -> int:
        """How far it lies from the nearest goal; 0 if there is none."""
        return min(self.each(name), default=0)

    def nearest(self, names: Iterable[str]) -> list[str]:
        """Those of some hexes that lie nearest to a goal, in their order."""
        return least(names, self.least)

    def approached(self, start: str, end: str) -> frozenset[int]:
        """The goals, by their place in the list, to which a step comes nearer."""
        before, after = self.each(start), self.each(end)
        return frozenset(i for i, far in enumerate(before) if after[i] < far)


def partings(
    wishes: Mapping[str, Sequence[str]],
    room: Callable[[str, str], int],
    best: Callable[[list[str]], list[str]],
) -> list[dict[str, str]]:
    """Every way in which some may go one after the other, in any order, each to one of the `best`
    of those places that it wishes and that still have room; who finds none goes nowhere.

    `room` says how many more may come to a place as far as an item goes.
    """

    def placed(left: tuple[str, ...], taken: dict[str, str]) -> Iterator[dict[str, str]]:
        if not left:
            yield taken
            return
        item, *rest = left
        arrived = list(taken.values())
        free = [name for name in wishes[item] if room(item, name) > arrived.count(name)]
        for name in best(free) if free else ():
            yield from placed(tuple(rest), {**taken, item: name})
        if not free:
            yield from placed(tuple(rest), taken)

    return [found for order in permutations(wishes) for found in placed(order, {})]


MOST_TRIES = 20_000
"""Ways to place a stack that are tried; a larger one has room in one of so many."""


def all_placed(
    wishes: Mapping[str, Collection[str]],
    fits: Callable[[str, tuple[str, ...]], bool],
    filling: Callable[[tuple[str, ...]], Hashable] = tuple,
) -> bool:
    """Whether all of a stack may end their retreats at once, each in one of the places that it
    wishes; `fits` says whether a place holds these of them beside those that stand there. Where
    the `filling` of each place, what counts of them there, was the same before and led nowhere, it
    is not tried again.
    """
    tries = 0
    in_vain: set[tuple[int, frozenset[tuple[str, Hashable]]]] = set()

    def placed(left: tuple[str, ...], taken: Mapping[str, tuple[str, ...]]) -> bool:
        nonlocal tries
        filled = len(left), frozenset((place, filling(ids)) for place, ids in taken.items())
        if not left or filled in in_vain:
            return not left
        for place in wishes[left[0]]:
            tries += 1
            there = (*taken.get(place, ()), left[0])
            if tries > MOST_TRIES:
                return True
            if fits(place, there) and placed(left[1:], {**taken, place: there}):
                return True
        in_vain.add(filled)
        return False

    return placed(tuple(sorted(wishes, key=lambda one: len(wishes[one]))), {})


def refused_around(
    names: Iterable[str], open_to: Collection[str], why: Callable[[str], Reason]
) -> tuple[Refusal, ...]:
    """Of the hexes around those to which no way leads, by name, each with why."""
    return tuple(Refusal.by(name, why(name)) for name in sorted(names) if name not in open_to)


def closed_for_all(names: Iterable[str], why: Reason) -> tuple[Refusal, ...]:
    """The same reason for every hex around: who stands, or may not retreat at all."""
    return tuple(Refusal.by(name, why) for name in sorted(names))
