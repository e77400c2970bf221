"""Integrated Supply, an optional rule: points of ammunition and fuel (13)."""

from __future__ import annotations

from assistant.games.uis.situation import NATO, Situation
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import ARTILLERY, SPECIAL_FORCES, is_foot
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

FREE_POINTS = 5
FUEL_STEPS = (5, 20, 40)
ENOUGH = 3


@rule("13", "13.0.1", "13.0.2", "13.0.3", "13.0.4", "13.0.5", "15.3")
def full_ammo(unit: Unit) -> int:
    """A full stock of ammunition: NATO 2, artillery and the Warsaw Pact 3, foot infantry 2."""
    if unit.type == ARTILLERY:
        return 3
    if is_foot(unit) or unit.side == NATO:
        return 2
    return 3


@rule("13.0.1", "13.0.2", "13.0.3")
def full_fuel(unit: Unit) -> int:
    """A full stock of fuel: NATO 2, the Warsaw Pact 3."""
    return 2 if unit.side == NATO else 3


def ammo(unit: Unit) -> int:
    """Points of ammunition left; full if the position does not tell."""
    told = unit.get("ammo")
    return full_ammo(unit) if told is None else int(told)


def fuel(unit: Unit) -> int:
    told = unit.get("fuel")
    return full_fuel(unit) if told is None else int(told)


@rule("13.1.1", "13.1.2", "13.1.3", "13.1.5")
def fuel_limit(situation: Situation, unit: Unit) -> int | None:
    """The most points that a unit without General Supply can pay with its fuel; None if its fuel
    does not matter or is not told."""
    if not situation.in_force("integrated-supply") or unit.get("fuel") is None:
        return None
    if is_foot(unit) or is_supplied(situation, unit) or fuel(unit) >= ENOUGH:
        return None
    return FUEL_STEPS[fuel(unit)]


@rule("13.1.1", "13.1.2", "13.1.3", "13.1.4")
def fuel_used(points: float) -> int:
    """Fuel for a move; points for resting and for taking on supply are not counted."""
    return sum(points > step for step in FUEL_STEPS)


@rule("13.2.1", "13.2.3", "13.2.4")
def is_without_ammo(situation: Situation, unit: Unit) -> bool:
    """A unit neither in General Supply nor with ammunition fights as if out of supply."""
    if not situation.in_force("integrated-supply") or unit.type == SPECIAL_FORCES:
        return False
    return ammo(unit) == 0 and not is_supplied(situation, unit)


@rule("13.2.5", "13.2.6", "15.1.3")
def rationing_refused(
    situation: Situation, units: tuple[Unit, ...], special: bool
) -> Reason | None:
    """Only a unit without General Supply and with ammunition left may ration it, and not in a
    single-echelon assault or Active Defence (`special`)."""
    if not situation.in_force("integrated-supply"):
        return Reason("13", "Integrated Supply is not in force.", "option")
    if special:
        text = "No rationing in a single-echelon assault or Active Defence."
        return Reason("13.2.6", text, "unit")
    if not any(not is_supplied(situation, unit) and ammo(unit) > 0 for unit in units):
        text = "Only a unit without General Supply and with ammunition left rations it."
        return Reason("13.2.5", text, "supply")
    return None
