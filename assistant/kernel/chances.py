"""Exact chances from a result table's column: every face of the die is counted, none is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction


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


def in_words(chances: Mapping[str, float]) -> str:
    """The chances in one line: `DR 33%, DE 17%`."""
    return ", ".join(f"{result} {chance:.0%}" for result, chance in chances.items())
