"""Stacking as [stacking] declares it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from assistant.classic.situation import Situation, cite
from assistant.classic.units import printed, steps_left
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Reason, Saying
from builder.game.rules_file.parts import exact

UNITS = "{hex} holds {n} {n|unit|units}, and {m} may stand there."
STEPS = "{hex} holds {n} {n|step|steps}, and {m} may stand there."
POINTS = "{hex} holds {n} stacking {n|point|points}, and {m} may stand there."
FULL = "{hex} would be over the stacking limit."
TWO_SIDES = "{hex} holds units of two sides."


def load(situation: Situation, unit: Unit) -> Fraction:
    """What a unit counts towards the limit."""
    stacking = situation.rules.stacking
    if unit.type in stacking.free:
        return Fraction(0)
    if stacking.points:
        return printed(unit, stacking.points)
    return Fraction(steps_left(unit) if stacking.count == "steps" else 1)


def limit(situation: Situation, name: str, side: str) -> Fraction | None:
    """How much a hex holds for a side: by the tightest terrain that is named, else by the side,
    else the default; None without limit."""
    limits = situation.rules.stacking.limit
    if not isinstance(limits, dict):
        return None if limits is None else exact(limits)
    kinds = [limits[kind] for kind in situation.position.board.of(name) if kind in limits]
    if kinds:
        return exact(min(kinds))
    found = limits.get(side, limits.get("default"))
    return None if found is None else exact(found)


def room_for(
    situation: Situation, unit: Unit, name: str, leaving: Collection[str] = frozenset()
) -> bool:
    """Whether a unit could stand in a hex beside those that are there and do not leave."""
    left = room_left(situation, name, unit.side, {unit.id, *leaving})
    return left is None or load(situation, unit) <= left


def room_left(
    situation: Situation, name: str, side: str, leaving: Collection[str] = frozenset()
) -> Fraction | None:
    """How much a hex still holds for a side beside those that are there and do not leave; None
    without limit."""
    most = limit(situation, name, side)
    if most is None:
        return None
    return most - _sum(
        situation, (u for u in situation.stacks.get(name, ()) if u.id not in leaving)
    )


def full(situation: Situation, name: str) -> Reason:
    """Why there is no room in a hex."""
    return Reason(cite(situation.rules.stacking, "stacking"), FULL, "full", hex=name)


def stacking(situation: Situation) -> Stacking:
    """Every hex that holds too much, or units of two sides."""
    rule = cite(situation.rules.stacking, "stacking")
    found = []
    for name, units in sorted(situation.stacks.items()):
        sides = sorted({unit.side for unit in units})
        if len(sides) > 1:
            found.append(Violation(name, rule, Saying(TWO_SIDES, hex=name)))
        for side in sides:
            most = limit(situation, name, side)
            held = _sum(situation, (unit for unit in units if unit.side == side))
            if most is not None and held > most:
                text = Saying(_words(situation), hex=name, n=plain(held), m=plain(most))
                found.append(Violation(name, rule, text))
    return Stacking(tuple(found))


def _sum(situation: Situation, units: Iterable[Unit]) -> Fraction:
    return sum((load(situation, unit) for unit in units), Fraction(0))


def _words(situation: Situation) -> str:
    if situation.rules.stacking.points:
        return POINTS
    return STEPS if situation.rules.stacking.count == "steps" else UNITS


def plain(number: Fraction) -> float:
    """A fraction as answers show it: whole, or with decimals."""
    return int(number) if number.denominator == 1 else round(float(number), 3)
