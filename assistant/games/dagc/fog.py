"""Fog of war: what each side may look at (6.8)."""

from __future__ import annotations

from assistant.games.dagc.units import GERMAN, SOVIET
from assistant.kernel.rulebook import rule
from assistant.position import Position
from assistant.questions.reasons import Reason

UNSEEN = Reason(
    "6.8", "The German sees only the top unit of a Soviet stack; units below it are not counted."
)


@rule("6.8")
def visible(position: Position) -> Position:
    """The Soviet looks through every stack, the German only at the top of Soviet stacks."""
    if position.viewer != GERMAN:
        return position
    top = {unit.hex: unit.id for unit in position.units if unit.side == SOVIET}
    return position.with_units(
        unit
        for unit in position.units
        if unit.side != SOVIET or unit.hex not in position.board.grid or top[unit.hex] == unit.id
    )


def unseen(position: Position, side: str) -> tuple[Reason, ...]:
    """The warning that belongs to what the German is told of Soviet stacks."""
    return (UNSEEN,) if position.viewer == GERMAN and side == SOVIET else ()
