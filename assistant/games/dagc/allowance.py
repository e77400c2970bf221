"""How many movement points a unit has (2.10, 5.4, 7.3, 13.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.games.dagc.calendar import is_activated, is_held_back
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.supply import OVERLOAD, may_act_in_supply, state_of
from assistant.games.dagc.units import GERMAN, group, is_locality
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

USUAL = 7
ACTIVATED = 8
FIFTH_PANZER_ARMY = 10
HIGHEST_DIE = 6


@dataclass(frozen=True)
class Allowance:
    """Movement points, and whether every die that they need has been rolled."""

    points: int
    because: tuple[Reason, ...]
    rolled: bool = True


@rule("2.10", "5.4", "7.3", "13.3")
def allowance(situation: Situation, unit: Unit) -> Allowance:
    """Printed or usual points, or a die for a unit that is out of supply or interdicted."""
    if is_locality(unit):
        return Allowance(0, (Reason("2.10", "A fortified locality never moves."),))
    if is_held_back(situation.position, unit):
        text = "On turn 1 only units within nine hexes of the Bagration marker move."
        return Allowance(0, (Reason("5.4", text),))
    supplied = may_act_in_supply(situation, unit)
    interdicted = is_interdicted(unit)
    if not supplied and interdicted:
        return both_dice(situation, unit)
    if not supplied:
        return out_of_supply(situation, unit)
    if interdicted:
        return one_die(unit.get("roll"), Reason("13.3", "Interdicted: it moves by a die."))
    return full(situation, unit)


@rule("2.10", "5.4")
def full(situation: Situation, unit: Unit) -> Allowance:
    """Seven points; eight for activated units on turn 1; ten for the 5th Panzer Army."""
    if group(unit) == "5pa":
        return Allowance(FIFTH_PANZER_ARMY, (Reason("2.10", "5th Panzer Army: ten points."),))
    if is_activated(situation.position, unit):
        return Allowance(ACTIVATED, (Reason("2.10", "Activated on turn 1: eight points."),))
    because = [Reason("2.10", "Seven points.")]
    if state_of(situation, unit).state == OVERLOAD:
        because += state_of(situation, unit).because
    return Allowance(USUAL, tuple(because))


@rule("13.3")
def is_interdicted(unit: Unit) -> bool:
    """Only German units that can move are interdicted."""
    return unit.side == GERMAN and not is_locality(unit) and "interdicted" in unit.markers


@rule("7.3")
def out_of_supply(situation: Situation, unit: Unit) -> Allowance:
    """One die, which all units out of supply in the hex share."""
    why = Reason("7.3", "Out of supply when it begins to move: it moves by a die.")
    found = one_die(shared_roll(situation, unit), why)
    return replace(found, because=found.because + state_of(situation, unit).because)


@rule("7.3")
def shared_roll(situation: Situation, unit: Unit) -> int | None:
    """The unit's own roll, or the one made for another unit out of supply in its hex."""
    if unit.get("roll") is not None:
        return int(unit.get("roll"))
    rolls = [
        int(other.get("roll"))
        for other in situation.at(unit.hex)
        if other.get("roll") is not None and not may_act_in_supply(situation, other)
    ]
    return rolls[0] if rolls else None


@rule("13.3")
def both_dice(situation: Situation, unit: Unit) -> Allowance:
    """Out of supply and interdicted: the German die less the Soviet die, perhaps nothing."""
    why = Reason("13.3", "Out of supply and interdicted: the German die less the Soviet die.")
    german, soviet = shared_roll(situation, unit), unit.get("interdiction")
    if german is None:
        return one_die(None, why)
    if soviet is None:
        asked = Reason("13.3", "Roll the Soviet die and write it as `interdiction`.")
        return Allowance(german - 1, (why, asked), rolled=False)
    return Allowance(max(0, german - int(soviet)), (why,))


def one_die(roll: int | None, why: Reason) -> Allowance:
    """The die rolled; without one the most that it could bring, and the wish for it."""
    if roll is not None:
        return Allowance(roll, (why,))
    asked = Reason(why.rule, "Roll the die and write it as `roll`; six is the most it can bring.")
    return Allowance(HIGHEST_DIE, (why, asked), rolled=False)
