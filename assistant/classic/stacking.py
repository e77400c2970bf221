"""Stacking as [stacking] declares it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from assistant.classic.table import Table, cite
from assistant.classic.units import printed, steps_left
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Reason, Saying
from builder.game.rulebook.parts import exact

UNITS = "{hex} holds {n} {n|unit|units}, and {m} may stand there."
STEPS = "{hex} holds {n} {n|step|steps}, and {m} may stand there."
POINTS = "{hex} holds {n} stacking {n|point|points}, and {m} may stand there."
FULL = "{hex} would be over the stacking limit."
TWO_SIDES = "{hex} holds units of two sides."


def load(table: Table, unit: Unit) -> Fraction:
    """What a unit counts towards the limit."""
    stacking = table.rules.stacking
    if unit.type in stacking.free:
        return Fraction(0)
    if stacking.points:
        return printed(unit, stacking.points)
    return Fraction(steps_left(unit) if stacking.count == "steps" else 1)


def limit(table: Table, name: str, side: str) -> Fraction | None:
    """How much a hex holds for a side: by the tightest terrain that is named, else by the side,
    else the default; None without limit."""
    limits = table.rules.stacking.limit
    if not isinstance(limits, dict):
        return None if limits is None else exact(limits)
    kinds = [limits[kind] for kind in table.position.board.of(name) if kind in limits]
    if kinds:
        return exact(min(kinds))
    found = limits.get(side, limits.get("default"))
    return None if found is None else exact(found)


def room_for(table: Table, unit: Unit, name: str, leaving: Collection[str] = frozenset()) -> bool:
    """Whether a unit could stand in a hex beside those that are there and do not leave."""
    most = limit(table, name, unit.side)
    if most is None:
        return True
    there = (u for u in table.stacks.get(name, ()) if u.id != unit.id and u.id not in leaving)
    return sum((load(table, u) for u in there), load(table, unit)) <= most


def full(table: Table, name: str) -> Reason:
    """Why there is no room in a hex."""
    return Reason(cite(table.rules.stacking, "stacking"), FULL, "full", hex=name)


def stacking(table: Table) -> Stacking:
    """Every hex that holds too much, or units of two sides."""
    rule = cite(table.rules.stacking, "stacking")
    found = []
    for name, units in sorted(table.stacks.items()):
        sides = sorted({unit.side for unit in units})
        if len(sides) > 1:
            found.append(Violation(name, rule, Saying(TWO_SIDES, hex=name)))
        for side in sides:
            most = limit(table, name, side)
            held = _sum(table, (unit for unit in units if unit.side == side))
            if most is not None and held > most:
                text = Saying(_words(table), hex=name, n=plain(held), m=plain(most))
                found.append(Violation(name, rule, text))
    return Stacking(tuple(found))


def _sum(table: Table, units: Iterable[Unit]) -> Fraction:
    return sum((load(table, unit) for unit in units), Fraction(0))


def _words(table: Table) -> str:
    if table.rules.stacking.points:
        return POINTS
    return STEPS if table.rules.stacking.count == "steps" else UNITS


def plain(number: Fraction) -> float:
    """A fraction as answers show it: whole, or with decimals."""
    return int(number) if number.denominator == 1 else round(float(number), 3)
