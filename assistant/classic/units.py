"""A unit's figures under declared rules: strengths, steps, its state of supply."""

from __future__ import annotations

from fractions import Fraction

from assistant.classic.situation import Situation
from assistant.position import Unit, faces_of


def attack_field(situation: Situation) -> str:
    """The field that is the strength in attack."""
    return situation.rules.combat.attack or _usual(situation, "attack")


def defence_field(situation: Situation) -> str:
    """The field that is the strength in defence."""
    return situation.rules.combat.defence or _usual(situation, "defence")


def _usual(situation: Situation, name: str) -> str:
    fields = situation.position.game.definition.units.fields
    return name if name in fields or "strength" not in fields else "strength"


def printed(unit: Unit, field: str) -> Fraction:
    """A figure of the face now up; of a unit without it its strength, if it has one."""
    name = field if unit.get(field) is not None else "strength"
    value = unit.fields.get(name)
    if isinstance(value, float):
        return Fraction(value).limit_denominator(12)
    return Fraction(unit.face(name))


def has_strength(situation: Situation, unit: Unit) -> bool:
    """Whether a unit can fight at all."""
    return any(
        printed(unit, field) > 0 for field in {attack_field(situation), defence_field(situation)}
    )


def steps_left(unit: Unit) -> int:
    """Faces not yet lost: one, for a unit with a single face."""
    return max(1, faces_of(unit.fields) - unit.step + 1)
