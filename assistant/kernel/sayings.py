"""Reasons that many rulebooks give, said once for all games; each takes the game's rule number."""

from __future__ import annotations

from assistant.position import Unit
from assistant.questions.reasons import Reason


def enemy_in(rule: str, name: str) -> Reason:
    """Enemy units hold the hex."""
    return Reason(rule, "{hex} is held by the enemy.", "enemy-units", hex=name)


def holds_enemy(rule: str, name: str) -> Reason:
    """An enemy unit is in the hex or area."""
    return Reason(rule, "{hex} holds an enemy unit.", "enemy-units", hex=name)


def water(rule: str, name: str) -> Reason:
    """The hex is sea or lake."""
    return Reason(rule, "{hex} is water.", "terrain", hex=name)


def impassable(rule: str, start: str, end: str) -> Reason:
    """Nothing passes the hexside."""
    return Reason(rule, "The hexside {side:/} is impassable.", "hexside", side=(start, end))


def no_bridge(rule: str, start: str, end: str) -> Reason:
    """A major river that only bridges cross has none here."""
    text = "No bridge leads over the major river {side:/}."
    return Reason(rule, text, "hexside", side=(start, end))


def not_adjacent(rule: str, unit: Unit, target: str) -> Reason:
    """The unit is not next to the hex that it would attack or enter."""
    return Reason(rule, "{unit} is not adjacent to {hex}.", "distance", unit=unit, hex=target)


def overstacked(rule: str, name: str) -> Reason:
    """One unit more would be over the limit."""
    return Reason(rule, "{hex} would be over the stacking limit.", "full", hex=name)


def unopened_zone(rule: str, name: str) -> Reason:
    """An enemy zone closes the hex, and no friend stands there to open it."""
    text = "{hex} lies in an enemy zone and holds no friendly unit."
    return Reason(rule, text, "enemy-zone", hex=name)


def lake_between(rule: str, start: str, end: str, text: str = "") -> Reason:
    """Water parts two hexes."""
    text = text or "Between {hex} and {hex2} lies a lake or the sea."
    return Reason(rule, text, "hexside", hex=start, hex2=end)


def no_move_now(rule: str, phase: str) -> Reason:
    """Nobody moves in the phase."""
    text = "Units move in their own movement phase, not in {phase}."
    return Reason(rule, text, "phase", phase=phase)


def no_battle_now(rule: str, phase: str) -> Reason:
    """No battle is fought in the phase."""
    return Reason(rule, "No battle is fought in the phase {phase}.", "phase", phase=phase)
