"""What long moves make of a unit: levels of fatigue and steps lost, each with its chance (5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from assistant.games.uis import units
from assistant.games.uis.limits import goes_on_foot, rolls_passed
from assistant.games.uis.situation import Situation
from assistant.kernel.chances import through
from assistant.kernel.rulebook import rule
from assistant.position import Unit

LOST = 3
"""Beside the levels of fatigue, 0 to 2: a step lost."""
WEARY: Mapping[int, Mapping[int, Mapping[int, float]]] = {
    1: {0: {0: 0.5, 1: 0.5}, 1: {1: 0.25, 2: 0.75}, 2: {2: 0.75, LOST: 0.25}},
    2: {0: {0: 0.25, 1: 0.75}, 1: {2: 1.0}, 2: {LOST: 1.0}},
    3: {0: {1: 1.0}, 1: {2: 1.0}, 2: {LOST: 1.0}},
}
"""What the rolls at one, eleven and twenty-one points beyond the basic allowance make of a
level."""
ON_FOOT: Mapping[int, Mapping[int, Mapping[int, float]]] = {
    1: {0: {0: 0.5, 1: 0.5}, 1: {1: 0.5, 2: 0.5}, 2: {2: 1.0}},
    2: {0: {1: 1.0}, 1: {2: 1.0}, 2: {2: 1.0}},
}


@rule("5.4.2", "5.4.3", "5.4.5", "5.8.2")
def weariness(situation: Situation, unit: Unit, before: float, after: float) -> dict[str, float]:
    """Levels of fatigue, and steps lost, each with its chance, once the points are spent."""
    table = ON_FOOT if goes_on_foot(situation, unit) else WEARY
    rolls = rolls_passed(situation, unit, before, after)
    return wearied(table is ON_FOOT, units.fatigue(unit), tuple(rolls))


STEPS_LOST = ("step-lost", "2-steps-lost", "3-steps-lost")
"""One for each of the three rolls of a long move."""


@cache
def wearied(on_foot: bool, level: int, rolls: tuple[int, ...]) -> dict[str, float]:
    """The same of a level and the numbers of the rolls."""
    table = ON_FOOT if on_foot else WEARY
    found: dict[tuple[int, int], float] = {(level, 0): 1.0}
    for number in rolls:

        def rolled(state: tuple[int, int], number: int = number) -> dict[tuple[int, int], float]:
            level, lost = state
            return {
                (level, lost + 1) if new == LOST else (new, lost): chance
                for new, chance in table[number][level].items()
            }

        found = through(found, rolled)
    told: dict[str, float] = {}
    for (now, lost), chance in sorted(found.items()):
        name = STEPS_LOST[lost - 1] if lost else f"fatigue-{now}"
        told[name] = round(told.get(name, 0.0) + chance, 4)
    return told
