"""Exact chances from a result table's column: every face of the die is counted, none is drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from builder.saying import AsWritten, Saying

Before = TypeVar("Before", bound=Hashable)
Besides = TypeVar("Besides", bound=Hashable)
After = TypeVar("After", bound=Hashable)


def exact_chances(results: Mapping[str, str]) -> dict[str, Fraction]:
    """Result -> probability, when each key of `results` is one equally likely roll."""
    counted: dict[str, int] = {}
    for result in results.values():
        counted[result] = counted.get(result, 0) + 1
    return {result: Fraction(count, len(results)) for result, count in sorted(counted.items())}


def chances(
    results: Mapping[str, str], again: Callable[[str], bool] = lambda result: False
) -> dict[str, float]:
    """Result -> probability. A result for which `again` holds is rolled anew until another comes.

    Empty if every roll would have to be rolled anew.
    """
    final = {roll: result for roll, result in results.items() if not again(result)}
    return {result: float(chance) for result, chance in exact_chances(final).items()}


def in_words(chances: Mapping[str, float]) -> Saying:
    """The chances in one line, results as they are printed: `DR 33%, DE 17%`."""
    told = [AsWritten(f"{result} {chance:.0%}") for result, chance in chances.items()]
    return Saying("{chances}", chances=told)


def of_a_die(faces: int, read: Callable[[int], After]) -> dict[After, float]:
    """What each face of a die brings, the equal ones together: outcome -> probability."""
    found: dict[After, float] = {}
    for roll in range(1, faces + 1):
        outcome = read(roll)
        found[outcome] = found.get(outcome, 0.0) + 1 / faces
    return found


def through(
    before: Mapping[Before, float], after: Callable[[Before], Mapping[After, float]]
) -> dict[After, float]:
    """What comes of some states: all that may follow each, weighed with how likely it is."""
    found: dict[After, float] = {}
    for state, chance in before.items():
        for outcome, its in after(state).items():
            found[outcome] = found.get(outcome, 0.0) + chance * its
    return found


def joint(
    one: Mapping[Before, float],
    other: Mapping[Besides, float],
    both: Callable[[Before, Besides], After],
) -> dict[After, float]:
    """What comes of two things that know nothing of each other."""
    found: dict[After, float] = {}
    for state, chance in one.items():
        for besides, its in other.items():
            outcome = both(state, besides)
            found[outcome] = found.get(outcome, 0.0) + chance * its
    return found
