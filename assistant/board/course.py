"""The course of a log: at each step whose phase it is, whether dice fell, how the sides stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from assistant.board.source import Source
from assistant.planning.outlook import steps_of, strength
from assistant.position import Position
from assistant.questions.declared import targets
from assistant.questions.protocol import Rules

MOST_POINTS = 400
"""Steps that are looked at; of a longer log every second, third ... and the last."""

_DICE = re.compile(r"^\*\*\* .*[:=] *\d")
"""How dice report in the chat: `*** 1d6 = 4 ***`, `*** 1d6: 4 (Ana)`."""


def course(source: Source) -> dict[str, Any]:
    """`points` in order; `battles` are the hexes fought over since the point before. Of each side
    `strength` on the map as printed, `units` on the map, `lost` units and `steps` since the first
    point, and the named `towns` that it holds."""
    every = 1 + source.steps // MOST_POINTS
    numbers = sorted({*range(0, source.steps + 1, every), source.steps})
    start: Position | None = None
    points = []
    before = -1
    last: Position | None = None
    for number in numbers:
        position = source.seen(number)
        start = start or position
        fought = list(dict.fromkeys(_fought(last, position))) if last else []
        last = position
        dice = any(_is_dice(source, step) for step in range(before + 1, number + 1))
        before = number
        points.append(
            {
                "step": number,
                "turn": position.turn,
                "phase": position.phase,
                "dice": dice,
                "battles": fought,
                "sides": {
                    side: dict(_standing(source.rules, position, start, side))
                    for side in position.game.sides
                },
            }
        )
    return {"points": points}


def _fought(before: Position, after: Position) -> Iterator[str]:
    """The hexes of battles declared since, and those in which units of the side that is not in its
    phase have lost steps or left: nobody else's moves them then."""
    known = {battle.number for battle in before.battles}
    for battle in after.battles:
        if battle.number not in known:
            yield from targets(after, battle)
    phases = {phase.id: phase.side for phase in after.game.definition.phase}
    phasing = phases.get(after.phase, "")
    if not phasing or (before.turn, before.phase) != (after.turn, after.phase):
        return
    for unit in before.units:
        now = after.by_id.get(unit.id)
        stays = now is not None and (now.hex, now.step) == (unit.hex, unit.step)
        if unit.side != phasing and unit.hex in before.board and not stays:
            yield unit.hex


def _is_dice(source: Source, step: int) -> bool:
    return any(map(_DICE.search, source.said(step)))


def _standing(
    rules: Rules, position: Position, start: Position, side: str
) -> Iterator[tuple[str, float]]:
    grid = position.board.grid
    own = [unit for unit in position.ground_units if unit.side == side and unit.hex in grid]
    then = [unit for unit in start.units if unit.side == side]
    now = {unit.id: unit for unit in position.units}
    yield "strength", sum(strength(position.game, unit) for unit in own)
    yield "units", len(own)
    yield "lost", sum(unit.id not in now for unit in then)
    had = sum(steps_of(rules, start, unit) for unit in then)
    left = sum(steps_of(rules, position, now[unit.id]) for unit in then if unit.id in now)
    yield "steps", had - left
    yield "towns", sum(position.owners.get(name) == side for name in position.board.names)
