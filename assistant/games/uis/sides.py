"""Sides and nations, and whose turn and phase it is (3.1, 4, 1)."""

from __future__ import annotations

from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Position

WP = "wp"
NATO = "nato"
NEUTRAL = "neutral"

WP_COUNTRIES = frozenset({"east-germany", "poland", "czechoslovakia", "hungary"})
NATO_COUNTRIES = frozenset(
    {"west-germany", "denmark", "netherlands", "belgium", "france", "luxembourg", "italy"}
)
NEUTRAL_COUNTRIES = frozenset({"austria", "liechtenstein", "switzerland", "yugoslavia", "sweden"})
COUNTRIES = WP_COUNTRIES | NATO_COUNTRIES | NEUTRAL_COUNTRIES
MAY_BE_VIOLATED = frozenset({"austria", "liechtenstein"})

HOME = {
    "eg": "east-germany", "po": "poland", "cz": "czechoslovakia", "hu": "hungary",
    "wg": "west-germany", "dk": "denmark", "ne": "netherlands", "be": "belgium", "fr": "france",
    "lx": "luxembourg", "it": "italy", "au": "austria",
}  # fmt: skip
"""The home country of each nation that has one on the map."""


@rule("3.1")
def enemy_of(side: str) -> str:
    """Warsaw Pact and NATO fight each other; neutrals fight nobody."""
    return {WP: NATO, NATO: WP}.get(side, "")


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
