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
    if not units:
        if losses == 0:
            yield {}
        return
    head, rest = units[0], units[1:]
    left = sum(map(steps_of, rest))
    for taken in range(min(losses, steps_of(head)), max(0, losses - left) - 1, -1):
        for way in _ways(rest, steps_of, losses - taken):
            yield {head.id: taken, **way}
