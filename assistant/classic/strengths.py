"""With what strength a unit attacks, supports and defends as [combat] and [supply] declare it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.classic.situation import Situation, cite
from assistant.classic.supply import effects_of, state_of
from assistant.classic.units import printed
from assistant.position import Unit
from builder.game.rulebook.check import supports
from builder.game.rules_file.chapters import Combat, Support
from builder.game.rules_file.parts import Amount, changed


def printed_attack(situation: Situation, unit: Unit, near: bool = True) -> Fraction:
    """The strength with which a unit attacks, or supports from a distance."""
    return printed(unit, situation.attack_field) if near else support_strength(situation, unit)


def support_strength(situation: Situation, unit: Unit) -> Fraction:
    """The strength with which a unit supports."""
    for support in supports(situation.rules.combat.support):
        if unit.type in support.type and support.strength:
            return printed(unit, support.strength)
    return printed(unit, situation.attack_field)


def support_range(unit: Unit, support: Support) -> int:
    """How many hexes far a unit supports."""
    if isinstance(support.range, int):
        return support.range
    return int(printed(unit, support.range)) if unit.get(support.range) is not None else 0


def defence_of(situation: Situation, unit: Unit) -> Fraction:
    """The strength with which a unit defends, in its state of supply."""
    return _supplied(situation, unit, printed(unit, situation.defence_field))


def defending_strength(situation: Situation, unit: Unit) -> Fraction:
    """What a unit adds to the defence of others from a distance, in its state of supply."""
    return _supplied(situation, unit, support_strength(situation, unit))


def _supplied(situation: Situation, unit: Unit, value: Fraction) -> Fraction:
    """A strength in defence after what the unit's state of supply does to it."""
    amount = effects_of(situation, unit).defence
    combat = situation.rules.combat
    return value if amount == "same" else rounded_as(combat, changed(value, amount))


def rounded_as(combat: Combat, value: Fraction) -> Fraction:
    """The strength of one unit that something changed, as `halves` of [combat] rounds it."""
    if combat.halves == "exact":
        return value
    return Fraction(value // 1 if combat.halves == "down" else -(-value // 1))


def condition_amounts(situation: Situation, unit: Unit) -> Iterator[tuple[str, str, Amount]]:
    """What supply and weather do to a unit's attack."""
    supply = effects_of(situation, unit).attack
    if supply != "same":
        yield state_of(situation, unit), cite(situation.rules.supply, "supply"), supply
    weather, effects = situation.weather
    if effects.attack != "same":
        yield weather, effects.rule or cite(situation.rules.weather, "weather"), effects.attack


def plain(number: Fraction | float) -> float:
    """A number as answers show it: whole, or with decimals."""
    value = float(number)
    return int(value) if value.is_integer() else round(value, 3)
