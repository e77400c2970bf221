"""What VASSAL's functions that sum and count ask for: which property of whom around a piece.

Source: `script/ExpressionInterpreter` (sumStack, countLocation and their like).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.vassal.java_values import Beyond

_FUNCTION = re.compile(r"(Sum|Count)(Stack|Location|Zone|Map)")


@dataclass(frozen=True)
class Total:
    """A total over the pieces of the `Stack`, `Location`, `Zone` or `Map` of a piece: the sum of a
    property, or how many have any, or are there at all if none is named. Only pieces that pass the
    filter count."""

    where: str
    counts: bool
    of: str
    filter: str = ""


def total_of(
    name: str, arguments: Sequence[str], map_: str, is_map: Callable[[str], bool]
) -> Total:
    """What a function asks for of a piece on a map; raises Beyond for one that is not known, such
    as one that names another place."""
    found = _FUNCTION.fullmatch(name)
    if found is None:
        raise Beyond
    where, counts = found[2], found[1] == "Count"
    match arguments:
        case [] if counts:
            total = Total(where, counts, "")
        case [one] if counts and _is_filter(one):
            total = Total(where, counts, "", one.strip())
        case [one]:
            total = Total(where, counts, one)
        case [one, other] if _is_filter(other):
            total = Total(where, counts, one, other.strip())
        case [one, other] if where == "Map" and not counts and other in ("", map_):
            total = Total(where, counts, one)
        case _:
            raise Beyond
    if where == "Stack" and counts and not (total.of or total.filter):
        raise Beyond  # as many as the player sees
    if where == "Map" and counts and is_map(total.of):
        raise Beyond
    if "$" in total.filter or "\\" in total.filter:
        raise Beyond  # values of the piece that asks are put into it first
    return total


def _is_filter(text: str) -> bool:
    return text.strip().startswith("{")
