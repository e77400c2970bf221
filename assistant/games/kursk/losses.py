"""How a stack pays a result (rules 9.43, 9.44, 9.6): hexes and steps, and who loses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import class_of, is_gun, is_hq, steps_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit

MOST_SHARES = 200
"""More ways to share losses than this are counted and not listed."""


def payers(units: Sequence[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Units that lose steps first, and headquarters, which lose theirs last."""
    counted = [u for u in units if not is_gun(u) and "retreated" not in u.markers]
    return [u for u in counted if not is_hq(u)], [u for u in counted if is_hq(u)]


def steps_in(units: Sequence[Unit]) -> int:
    return sum(map(steps_of, units))


@rule("9.62", "9.63", "9.46")
def survives(unit: Unit, units: Sequence[Unit], losses: int) -> bool:
    """Whether a unit can be left with a step when its stack loses so many."""
    first, last = payers(units)
    if is_hq(unit):
        return losses < steps_in(first) + len(last)
    return losses < steps_in(first)


@rule("9.44", "9.61", "9.62", "13.15")
def shares(
    situation: Situation, units: Sequence[Unit], losses: int, infantry_first: bool = False
) -> list[dict[str, int]]:
    """Every way to take so many steps from a stack: unit -> steps lost. Headquarters come last;
    against artillery infantry comes before the rest."""
    first, last = payers(units)
    groups = [first, last]
    if infantry_first:
        foot = [u for u in first if class_of(situation.position, u) == "infantry"]
        groups = [foot, [u for u in first if u not in foot], last]
    found: list[dict[str, int]] = [{}]
    remaining = losses
    for group in groups:
        taken = min(remaining, steps_in(group))
        remaining -= taken
        ways = list(_ways(group, taken))
        found = [{**one, **other} for one in found for other in ways][:MOST_SHARES]
    return found


def _ways(units: Sequence[Unit], losses: int) -> Iterator[dict[str, int]]:
    if not units:
        if losses == 0:
            yield {}
        return
    head, rest = units[0], units[1:]
    for taken in range(min(losses, steps_of(head)), -1, -1):
        if losses - taken <= steps_in(rest):
            for way in _ways(rest, losses - taken):
                yield {head.id: taken, **way}


@rule("9.42", "9.43", "9.44")
def ways_to_pay(
    situation: Situation,
    units: Sequence[Unit],
    number: int,
    lengths: Sequence[int],
    infantry_first: bool = False,
) -> list[dict[str, Any]]:
    """Each lawful split of a result into hexes and steps, with every way to share the steps."""
    found = []
    for length in lengths:
        losses = number - length
        lost = min(losses, steps_in(units))
        ways = shares(situation, units, lost, infantry_first)
        found.append({"hexes": length, "steps": losses, "shares": ways})
    return found
