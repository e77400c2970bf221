"""Losses that an owner shares among units: every way to do so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from assistant.position import Unit

Share = dict[str, int]
"""Unit -> steps that it loses."""


def shares(
    groups: Iterable[Sequence[Unit]], steps_of: Callable[[Unit], int], losses: int, most: int
) -> list[Share]:
    """Every way to take so many steps from some units, or all of them if there are fewer: each
    group pays only once those before it have nothing left. More ways than `most` are not told."""
    found: list[Share] = [{}]
    for group in groups:
        taken = min(losses, sum(map(steps_of, group)))
        losses -= taken
        ways = list(islice(_ways(group, steps_of, taken), most))
        found = list(islice(({**one, **other} for one in found for other in ways), most))
    return found


def _ways(units: Sequence[Unit], steps_of: Callable[[Unit], int], losses: int) -> Iterator[Share]:
    """The first units pay most first. One way is made of the one before it, because thousands of
    units may stand in one hex of a file."""
    steps = [steps_of(unit) for unit in units]
    names = [unit.id for unit in units]
    if not 0 <= losses <= sum(steps):
        return
    taken = [0] * len(steps)
    at, due = 0, losses
    while True:
        for place in range(at, len(steps)):
            taken[place] = min(due, steps[place])
            due -= taken[place]
        yield dict(zip(names, taken, strict=True))
        room = 0  # of those behind, who can take over a step
        for place in reversed(range(len(steps))):
            if taken[place] and room:
                break
            due += taken[place]
            room += steps[place] - taken[place]
        else:
            return
        taken[place] -= 1
        at, due = place + 1, due + 1
