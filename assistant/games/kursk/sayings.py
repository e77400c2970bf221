"""Reasons that several chapters of Kursk give, each with the number of its rule."""

from __future__ import annotations

from assistant.kernel import sayings
from assistant.position import Unit
from assistant.questions.reasons import Reason


def lake(start: str, end: str) -> Reason:
    """Water without a road."""
    return sayings.lake_between("5.65", start, end, "A lake lies between {hex} and {hex2}.")


def major_river(rule: str, start: str, end: str) -> Reason:
    text = "A major river lies between {hex} and {hex2}."
    return Reason(rule, text, "hexside", hex=start, hex2=end)


def not_beside(rule: str, unit: Unit, target: str) -> Reason:
    text = "{unit} in {hex} is not adjacent to {hex2}."
    return Reason(rule, text, "distance", unit=unit, hex=unit.hex, hex2=target)


def no_room(rule: str, unit: Unit, name: str) -> Reason:
    return Reason(rule, "{unit} finds no room in {hex}.", "full", unit=unit, hex=name)


def in_zone(rule: str, unit: Unit | str) -> Reason:
    return Reason(rule, "{unit} is in an enemy zone.", "enemy-zone", unit=unit)


def another_zone(name: str) -> Reason:
    """The zone of somebody else than those who were overrun."""
    text = "{hex} is in another enemy zone, which it may not leave."
    return Reason("6.24", text, "enemy-zone", hex=name)


def never_moves() -> Reason:
    return Reason("15.24", "Partisans never move.", "unit")


def no_combat_unit(unit: Unit) -> Reason:
    return Reason("9.11", "{unit} is no combat unit.", "unit", unit=unit)


def reserve(unit: Unit) -> Reason:
    return Reason("18.3", "{unit} is a reserve that is not activated.", "command", unit=unit)


def disrupted(rule: str, unit: Unit) -> Reason:
    return Reason(rule, "{unit} is disrupted.", "command", unit=unit)


def independent(unit: Unit) -> Reason:
    return Reason("11.13", "{unit} is in independent command.", "command", unit=unit)


def in_mode(rule: str, unit: Unit, mode: str) -> Reason:
    return Reason(rule, "{unit} is in {mode} mode.", "command", unit=unit, mode=mode)


def unsupplied(rule: str, unit: Unit) -> Reason:
    return Reason(rule, "{unit} is out of supply.", "supply", unit=unit)


def out_of_communication(rule: str, unit: Unit) -> Reason:
    return Reason(rule, "{unit} is out of communication.", "command", unit=unit)


def no_hq_in_play(rule: str, unit: Unit) -> Reason:
    return Reason(rule, "No headquarters above {unit} is in play.", "command", unit=unit)


def hq_disrupted(rule: str, hq: Unit) -> Reason:
    return Reason(rule, "The headquarters {unit} is disrupted.", "command", unit=hq)
