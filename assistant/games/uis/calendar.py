"""The calendar: phases, turns of war, optional rules in force (4, 1)."""

from __future__ import annotations

from assistant.games.uis.sides import NATO, WP
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Position

MOVEMENT = {"wp-movement": WP, "nato-movement": NATO}
NOT_TOLD = 5


@rule("4", "9.1")
def phasing_side(position: Position) -> str:
    """The side whose phase it is; empty when the position names none or the final one."""
    phases = position.game.definition.phase
    return next((phase.side for phase in phases if phase.id == position.phase), "")


@rule("4")
def moves_now(position: Position, side: str) -> bool:
    """Whether a side's ground units move and fight now, which they do in their movement phase."""
    return not position.phase or MOVEMENT.get(position.phase) == side


@rule("12.2.1", "12.3.1", "6.1.4")
@kept
def war_turn(position: Position) -> int:
    """Turns of war counted from 1, 0 before war; the turn if that is all that is told."""
    told = position.value("war-turn")
    if told is not None:
        return int(told)
    return position.turn or NOT_TOLD


def in_force(position: Position, option: str) -> bool:
    """Whether players agreed on an optional rule."""
    return option in (position.value("options") or ())


@rule("23")
@kept
def bad_weather(position: Position) -> bool:
    """Good weather unless the position says bad."""
    return bool(position.value("weather") == "bad")
