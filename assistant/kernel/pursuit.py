"""Advance after combat: the ways into the vacated hex and beyond, each as far as it may go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assistant.questions.reasons import Reason

Way = tuple[str, ...]
"""Hexes in their order, the vacated one first."""


def ways(
    vacated: str,
    longest: int,
    near: Callable[[str], tuple[str, ...]],
    bar: Callable[[Way, str], Reason | None],
    stops: Callable[[str], bool] = lambda name: False,
) -> tuple[Way, ...]:
    """Every advance of every length, the shortest first; none enters a hex twice.

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
    vacated: str,
    near: Callable[[str], tuple[str, ...]],
    bar: Callable[[Way, str], Reason | None],
) -> dict[str, Reason]:
    """The hexes next to the vacated one that an advance may not enter, each with why."""
    return {name: why for name in near(vacated) if (why := bar((vacated,), name))}
