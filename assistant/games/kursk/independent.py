"""Independent command and breakdown (rules 11.14, 14, 15.4): how many units may go their own
way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.games.kursk.sides import enemy_of
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    is_gun,
    is_hq,
    is_independent,
    is_partisan,
    size_of,
    steps_of,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

GERMAN_LIMIT, SOVIET_LIMIT = 9, 5
KAMPFGRUPPEN_PER_PLACE = 3
DIVISION_STEPS = 4
DIVISIONS_PER_CORPS = 3


class Places(NamedTuple):
    """Units in independent command or alternative subordination, and how many there may be."""

    used: int
    limit: int


@rule("11.14", "14.13")
def german_limit(kampfgruppen: int) -> int:
    """Nine, less one for each three Kampfgruppen in play or part of three."""
    return max(0, GERMAN_LIMIT - -(-kampfgruppen // KAMPFGRUPPEN_PER_PLACE))


@rule("11.12", "11.14", "15.4", "15.41", "15.43")
def places(situation: Situation, side: str) -> Places:
    """Independent and alternative units against the limit; for each partisan in play one German
    security unit does not count."""
    loose = [u for u in situation.units if u.side == side and _is_loose(u)]
    if side == "soviet":
        return Places(len(loose), SOVIET_LIMIT)
    freed = sum(1 for unit in loose if unit.type == "security" and is_independent(unit))
    partisans = sum(1 for unit in situation.units if is_partisan(unit))
    kampfgruppen = sum(1 for unit in situation.units if unit.type == "kampfgruppe")
    return Places(len(loose) - min(freed, partisans), german_limit(kampfgruppen))


def _is_loose(unit: Unit) -> bool:
    return is_independent(unit) or "alternative" in unit.markers


@rule("14.0", "14.11", "14.14", "14.16", "14.31", "14.32", "14.34")
def bar_to_break_down(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may not be broken down: German infantry divisions of four steps and Soviet rifle
    corps may, in communication; Soviet ones not in an enemy zone."""
    if unit.side == "german":
        if unit.type != "infantry" or steps_of(unit) != DIVISION_STEPS:
            return Reason("14.11", "{unit} is no infantry division of four steps.", unit=unit.shown)
    elif unit.type != "rifle" or size_of(situation.position, unit) != "corps":
        return Reason("14.31", "{unit} is no rifle corps.", unit=unit.shown)
    number = "14.14" if unit.side == "german" else "14.32"
    if not situation.in_communication(unit):
        return Reason(number, "{unit} is out of communication.", unit=unit.shown)
    if unit.side == "soviet" and unit.hex in situation.zones[enemy_of(unit.side)]:
        return Reason(number, "{unit} is in an enemy zone.", "enemy-zone", unit=unit.shown)
    return None


@rule("14.22", "14.35")
def recombined_steps(side: str, steps: Sequence[int]) -> int:
    """Steps of the unit that breakdown units form: their sum, for a Soviet corps one less."""
    return sum(steps) - (1 if side == "soviet" else 0)


@rule("12.15", "12.16", "12.2")
def bar_to_replacement(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may receive no replacement step: guns never, nobody out of supply, no Soviet unit
    in an enemy zone."""
    if is_gun(unit) or is_partisan(unit) or is_hq(unit):
        return Reason("12.16", "{unit} takes no replacement steps.", unit=unit.shown)
    if not situation.supplied(unit):
        return Reason("12.15", "{unit} is out of supply.", unit=unit.shown)
    if unit.side == "soviet" and unit.hex in situation.zones["german"]:
        return Reason("12.2", "{unit} is in an enemy zone.", "enemy-zone", unit=unit.shown)
    return None


@rule("12.12", "12.13")
def may_grow_by(unit: Unit) -> int:
    """Replacement steps that a unit can take: up to the most that any of its faces shows, whatever
    it began with; none if the position knows one face only."""
    faces: list[int] = unit.get("steps-faces") or [0]
    return max(0, max(faces) - steps_of(unit))
