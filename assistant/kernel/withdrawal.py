"""Retreats: the ways of a length over open hexes, the nearest of some goals, who stays and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

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
    """Every way of so many hexes, none entered twice and the start not again."""

    def onward(here: str, way: Way) -> Iterator[Way]:
        if len(way) == length:
            yield way
            return
        for name in near(here):
            if name != start and name not in way and bar(here, name) is None:
                yield from onward(name, (*way, name))

    return onward(start, ())


def least(places: Iterable[Place], far: Callable[[Place], float]) -> list[Place]:
    """Those of some places or ways that are nearest, or cost least, in their order."""
    measured = [(far(place), place) for place in places]
    best = min((distance for distance, _ in measured), default=0)
    return [place for distance, place in measured if distance == best]


def closed_for_all(names: Iterable[str], why: Reason) -> tuple[Refusal, ...]:
    """The same reason for every hex around: who stands, or may not retreat at all."""
    return tuple(Refusal.by(name, why) for name in sorted(names))
