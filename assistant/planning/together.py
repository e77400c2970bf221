"""Moves of a plan made one after another: what each of several units may do alone they need not be
able to do together, because one may take another's room, pin it by leaving, or use up what is there
once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assistant.position import MOVED, Position, Unit
from assistant.questions.answers import Reached
from assistant.questions.protocol import HasUsedUp, QuestionError, Rules

SLIGHT = 1e-6
"""A cost that is no more than another's."""

Way = tuple[str, Reached]
"""A unit and where it goes."""


@dataclass(frozen=True)
class Course:
    """`made` are the moves in an order in which all are lawful; `refused` are the units whose moves
    no order that was tried lets be made after these."""

    made: tuple[Way, ...]
    refused: tuple[str, ...]


def one_after_another(rules: Rules, position: Position, goals: Mapping[str, Reached]) -> Course:
    """The moves of some units, by unit where each goes and what that cost alone, as they can be
    made one after another: as given, and who is refused tries again when others have gone.

    A way that costs more when it is made than it did alone is refused, because what a plan promises
    of its battle may rest on the points that are left.
    """
    made: list[Way] = []
    waiting = list(goals)
    while waiting:
        left: list[str] = []
        for id_ in waiting:
            found = _reached(rules, position, id_, goals[id_])
            if found is None:
                left.append(id_)
                continue
            made.append((id_, found))
            position = _gone(rules, position, position.by_id[id_], found)
        if len(left) == len(waiting):
            break
        waiting = left
    return Course(tuple(made), tuple(waiting))


def _reached(rules: Rules, position: Position, id_: str, goal: Reached) -> Reached | None:
    """How a unit reaches its goal on a table; None if it does not any more."""
    try:
        reach = rules.moves(position, id_).reach
    except QuestionError:
        return None
    ways = (one for one in reach if one.hex == goal.hex)
    return next((one for one in ways if one.cost <= goal.cost + SLIGHT), None)


def _gone(rules: Rules, position: Position, unit: Unit, way: Reached) -> Position:
    """The table when a unit has gone its way, on top of what lies there, with its mark."""
    there = replace(unit, hex=way.hex, markers=unit.markers | {MOVED}, began=unit.hex)
    units = [other for other in position.units if other.id != unit.id]
    after = position.with_units([*units, there])
    return rules.used_up(after, unit, way.path) if isinstance(rules, HasUsedUp) else after


def rivals_of(
    rules: Rules, position: Position, goals: Mapping[str, Reached], course: Course
) -> tuple[str, ...]:
    """The first unit that is refused and the one after whose move alone it is; all that moved
    before it where no single one is to blame."""
    unit, made = course.refused[0], dict(course.made)
    for other, way in made.items():
        table = _gone(rules, position, position.by_id[other], way)
        if other != unit and _reached(rules, table, unit, goals[unit]) is None:
            return unit, other
    return (unit, *made)
