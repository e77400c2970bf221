"""Moves as the page's one file keeps them: without what the page does not read, and a way as the
hex before, because half a million ways in words are hundreds of megabytes. offline.js unfolds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from assistant.questions.answers import Moves, Reached, Refusal, as_json

READ = ("cap", "moved", "ruled")
"""What a game tells of moves besides, and the page reads; the rest is not even worked out."""


def kept_moves(moves: Moves) -> dict[str, Any]:
    """The moves, each way folded and each reason told once for all the hexes that it closes."""
    read = {name: moves.extra[name] for name in READ if name in moves.extra}
    rest: dict[str, Any] = as_json(replace(moves, reach=(), refused=(), extra=read))
    return rest | {"reach": _folded(moves.reach), "refused": _by_reason(moves.refused)}


def _folded(reach: Sequence[Reached]) -> dict[str, Any]:
    """Hexes, costs, and of each way the number of the hex before if that hex's way is the rest of
    it, -1 if that is the start alone, else the whole way."""
    start = reach[0].path[:1] if reach else ()
    known = {one.hex: (number, one.path) for number, one in enumerate(reach)}
    ways: list[int | Sequence[str]] = []
    for one in reach:
        before = one.path[:-1]
        number, way = known.get(before[-1], (-1, start)) if before else (-1, ())
        ways.append(number if before and before == way and one.path[-1] == one.hex else one.path)
    return {
        "start": list(start),
        "hexes": [one.hex for one in reach],
        "costs": as_json([one.cost for one in reach]),
        "ways": as_json(ways),
    }


def _by_reason(refused: Iterable[Refusal]) -> list[dict[str, Any]]:
    """The reasons, each with the hexes that it closes."""
    closed: dict[tuple[str, str], list[str]] = {}
    for one in refused:
        closed.setdefault((one.rule, one.text), []).append(one.hex)
    return [{"rule": rule, "text": text, "hexes": hexes} for (rule, text), hexes in closed.items()]
