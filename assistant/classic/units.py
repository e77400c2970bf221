"""A unit's figures under declared rules: strengths, steps, its state of supply."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from assistant.position import Unit, faces_of


def printed(unit: Unit, field: str) -> Fraction:
    """A figure of the face now up; of a unit without it its strength, if it has one."""
    name = field if unit.get(field) is not None else "strength"
    value = unit.fields.get(name)
    if isinstance(value, float):
        return Fraction(value).limit_denominator(12)
    return Fraction(unit.face(name))


def has_strength(unit: Unit, fields: Iterable[str]) -> bool:
    """Whether a unit can fight at all, by the fields that are its strengths."""
    return any(printed(unit, field) > 0 for field in fields)


def steps_left(unit: Unit) -> int:
    """Faces not yet lost: one, for a unit with a single face."""
    return max(1, faces_of(unit.fields) - unit.step + 1)
