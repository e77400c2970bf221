"""Advance after combat: the ways into the vacated hex and beyond, each as far as it may go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from assistant.kernel.withdrawal import Way
from assistant.position import Unit
from assistant.questions.answers import Refusal, UnitAdvances
from assistant.questions.reasons import Reason


def ways(
    vacated: str,
    longest: int,
    near: Callable[[str], tuple[str, ...]],
    bar: Callable[[Way, str], Reason | None],
    stops: Callable[[str], bool] = lambda name: False,
) -> tuple[Way, ...]:
    """Every advance of every length, the shortest first, each with the vacated hex as its first;
    none enters a hex twice.

    `bar` says why a way may not go on into a hex, `stops` whether an advance ends in one.
    """

    def onward(way: Way) -> Iterator[Way]:
        yield way
        if len(way) < longest and not stops(way[-1]):
            for name in near(way[-1]):
                if name not in way and bar(way, name) is None:
                    yield from onward((*way, name))

    return tuple(sorted(onward((vacated,)), key=lambda way: (len(way), way)))


def closed_beyond(
    vacated: str, near: Callable[[str], tuple[str, ...]], bar: Callable[[Way, str], Reason | None]
) -> dict[str, Reason]:
    """The hexes next to the vacated one that an advance may not enter, each with why."""
    return {name: why for name in near(vacated) if (why := bar((vacated,), name))}


def one_beyond(vacated: str, near: Callable[[str], Iterable[str]]) -> Iterator[Way]:
    """Into the vacated hex, or through it into any hex next to it, in their order."""
    yield (vacated,)
    yield from ((vacated, name) for name in near(vacated))


def barred(unit: Unit, vacated: str, why: Reason) -> UnitAdvances:
    """A unit that may not even enter the vacated hex."""
    return UnitAdvances(unit.id, (), (Refusal.by(vacated, why),))


def sifted(unit: Unit, found: Iterable[Way], bar: Callable[[Way], Reason | None]) -> UnitAdvances:
    """Those of some ways that no rule closes, and of the others the last hex with the rule."""
    bars = {way: bar(way) for way in found}
    refused = (Refusal.by(way[-1], why) for way, why in bars.items() if why)
    return UnitAdvances(unit.id, tuple(way for way in bars if not bars[way]), tuple(refused))
