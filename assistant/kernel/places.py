"""Who finds a place when places are few: as many as can, and who may have to go without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Assignment:
    """A fullest assignment of items to places.

    `given` has every item that finds a place. `undecided` are the items of which some, but not
    all, must go without: each of them is left out in at least one fullest assignment.
    """

    given: Mapping[str, str]
    undecided: frozenset[str]


def assign(wishes: Mapping[str, Sequence[str]], capacity: Mapping[str, int]) -> Assignment:
    """Assign items to places with room, each to one that it wishes, the earlier the better.

    Items are taken in the order of `wishes`; one already placed moves on if that helps another.
    """
    given: dict[str, str] = {}
    for item in wishes:
        _place(item, wishes, capacity, given, set())
    return Assignment(given, _undecided(wishes, given))


def _place(
    item: str,
    wishes: Mapping[str, Sequence[str]],
    capacity: Mapping[str, int],
    given: dict[str, str],
    tried: set[str],
) -> bool:
    """Find a place for one item along an augmenting path, moving others if need be."""
    for place in wishes[item]:
        if place in tried:
            continue
        tried.add(place)
        holders = [other for other, its in given.items() if its == place]
        if len(holders) < capacity[place]:
            given[item] = place
            return True
        for other in holders:
            if _place(other, wishes, capacity, given, tried):
                given[item] = place
                return True
    return False


def _undecided(wishes: Mapping[str, Sequence[str]], given: Mapping[str, str]) -> frozenset[str]:
    """Every item that could be the one left out: those that share contested places."""
    undecided = {item for item in wishes if item not in given and wishes[item]}
    fringe = list(undecided)
    while fringe:
        contested = set(wishes[fringe.pop()])
        rivals = {other for other, place in given.items() if place in contested} - undecided
        undecided |= rivals
        fringe += rivals
    return frozenset(undecided)
