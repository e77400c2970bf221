"""How many movement points a unit has, and where fatigue must be rolled for (5.4, 5.8, 12.4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.uis.situation import NATO, Situation
from assistant.games.uis.supply import fuel_limit, is_out_of_supply
from assistant.games.uis.units import FSH, RAILROAD_REGIMENT, is_foot
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

BASIC, CAP = 20, 50
FOOT_BASIC, FOOT_CAP = 10, 20
OUT_OF_SUPPLY = 5
RAILROAD_POINTS, RAILROAD_POOL = 4, 12
RESERVE = 6
THRESHOLDS = (1, 11, 21)
FOOT_THRESHOLDS = (1, 6)


@dataclass(frozen=True)
class Allowance:
    """The basic allowance, and the most that fatigue lets the unit spend in a phase."""

    basic: float
    cap: float
    because: tuple[Reason, ...]


@rule("5.4", "5.8.1", "5.8.3", "12.4.1", "19.4", "19.5", "18.2", "9.18.1")
def allowance(situation: Situation, unit: Unit) -> Allowance:
    """Twenty points and fifty at most; foot infantry ten and twenty; less for some units."""
    if unit.type in (FSH, "sam"):
        why = Reason("18.2", "A supply head moves only with a Railroad Regiment.", "unit")
        fixed = Reason("3.1", "A missile site is fixed.", "unit")
        return Allowance(0, 0, (why if unit.type == FSH else fixed,))
    own = usual(situation, unit)
    if is_out_of_supply(situation, unit):
        points = min(OUT_OF_SUPPLY, own.basic)
        why = Reason("12.4.1", "Out of supply: five movement points at most.")
        own = Allowance(points, points, (*own.because, why))
    fuel = fuel_limit(situation, unit)
    if fuel is not None and fuel < own.cap:
        why = Reason(
            "13.1", "Not in General Supply: its fuel lasts for {n} {n|point|points}.", n=fuel
        )
        own = Allowance(min(own.basic, fuel), fuel, (*own.because, why))
    return own


def usual(situation: Situation, unit: Unit) -> Allowance:
    """What a unit in supply has."""
    if unit.type == RAILROAD_REGIMENT:
        text = "A Railroad Regiment has 4 points and no fatigue."
        if len(partners(situation, unit)) > 1:
            more = "Starting together here, several may pool up to {n} (19.7)."
            text = Saying("{text} {more}", text=text, more=Saying(more, n=RAILROAD_POOL))
        return Allowance(RAILROAD_POINTS, RAILROAD_POINTS, (Reason("19.4", text),))
    if is_activated_reserve(situation, unit):
        why = Reason("9.18.1", "A Corps Reserve that is activated has six points.")
        return Allowance(RESERVE, RESERVE, (why,))
    if is_foot(unit) and situation.in_force("foot"):
        why = Reason("5.8", "Foot infantry: ten points, twenty with fatigue.")
        return Allowance(FOOT_BASIC, FOOT_CAP, (why,))
    return Allowance(BASIC, CAP, (Reason("5.4", "Twenty points, fifty with fatigue."),))


@rule("9.18.1", "9.18")
def is_activated_reserve(situation: Situation, unit: Unit) -> bool:
    """A NATO Corps Reserve moves in the Warsaw Pact's Movement Phase."""
    return (
        unit.side == NATO
        and "reserve" in unit.markers
        and situation.position.phase == "wp-movement"
    )


@rule("19.7")
def partners(situation: Situation, unit: Unit) -> tuple[Unit, ...]:
    """The Railroad Regiments of a hex, which may pool their points."""
    return tuple(u for u in situation.at(unit.hex) if u.type == RAILROAD_REGIMENT)


@rule("5.4.2", "5.4.3", "5.8.2")
def rolls_needed(situation: Situation, unit: Unit, before: float, after: float) -> int:
    """How many fatigue rolls spending from one total to another calls for."""
    on_foot = is_foot(unit) and situation.in_force("foot")
    basic = FOOT_BASIC if on_foot else BASIC
    steps: tuple[int, ...] = FOOT_THRESHOLDS if on_foot else THRESHOLDS
    return sum(before < basic + step <= after for step in steps)


@rule("5.4.1", "5.4.2", "5.4.3", "5.4.5")
def fatigue_after(level: int, total: float, rolls: tuple[int, ...]) -> tuple[int, int]:
    """Fatigue level and steps lost once the dice for each threshold up to a total are read."""
    lost = 0
    dice = iter(rolls)
    for step in THRESHOLDS:
        if total < BASIC + step:
            break
        worse = _worse(level, step, dice)
        if worse and level == 2:
            lost += 1
        elif worse:
            level += 1
    return level, lost


def _worse(level: int, step: int, dice: Iterator[int]) -> bool:
    """Whether one threshold tires the unit further; no die where it is automatic."""
    highest_good = {(0, 1): 10, (1, 1): 5, (2, 1): 15, (0, 11): 5}.get((level, step))
    if highest_good is None:
        return True
    roll = next(dice, None)
    return roll is None or roll > highest_good
