"""Stacking: how many units a hex holds, in each of its three pools (7)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.uis.situation import Situation
from assistant.games.uis.units import BATTALION, is_base, is_combat, is_division, size
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Reason, Saying

MOST_COMBAT, MOST, MOST_WITH_DIVISION = 3, 5, 2
HALF = frozenset({"ssm", "ew", "engineer", "ada", "sam", "special-forces"})
POOLS = {"": "7.1", "rail": "7.1, 7.4", "autobahn": "7.1, 7.5"}
POOL_NAMES = {"": "", "rail": " moving by rail", "autobahn": " moving along the autobahn"}
FULL = Reason("7.1", "The hex has no room for the unit under the stacking limit.", "full")


@rule("7.2", "7.3", "15.2", "16.2", "17.2", "19.2", "20.2")
def places(unit: Unit) -> float:
    """What a unit that is no division takes, in brigades; a combat battalion half of one."""
    if is_combat(unit) and not is_base(unit):
        return 0.5 if size(unit) == BATTALION else 1
    return 0.5 if unit.type in HALF else 1


@rule("7.1")
def fits(units: Iterable[Unit]) -> bool:
    """Three combat brigades and five in all, or one division and two of support."""
    divisions, combat, support = measure(units)
    if divisions:
        return divisions == 1 and combat == 0 and support <= MOST_WITH_DIVISION
    return combat <= MOST_COMBAT and combat + support <= MOST


@rule("7.1", "7.2", "7.3")
def measure(units: Iterable[Unit]) -> tuple[int, float, float]:
    """Divisions, other combat units and support units of a stack; Bases count as support."""
    divisions, combat, support = 0, 0.0, 0.0
    for unit in units:
        if is_division(unit):
            divisions += 1
        elif is_combat(unit) and not is_base(unit):
            combat += places(unit)
        else:
            support += places(unit)
    return divisions, combat, support


def pool(unit: Unit) -> str:
    return str(unit.get("moving") or "")


def in_pool(units: Iterable[Unit], wanted: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if pool(unit) == wanted)


def has_room(situation: Situation, unit: Unit, name: str, wanted: str = "") -> bool:
    """Whether a unit may join the friends in a hex, within one pool."""
    there = (other for other in situation.at(name) if other.id != unit.id)
    return fits((*in_pool(there, wanted), unit))


@rule("7.4", "7.5", "7.6")
def stacking(situation: Situation) -> Stacking:
    """Every pool of a hex that holds too much: the opponent eliminates the excess."""
    return Stacking(
        tuple(
            violation(name, units, wanted)
            for name, stack in situation.stacks.items()
            for wanted in POOLS
            if not fits(units := in_pool(stack, wanted))
        )
    )


def violation(name: str, units: tuple[Unit, ...], wanted: str) -> Violation:
    divisions, combat, support = measure(units)
    text = Saying(
        "{where}: {n} {n|division|divisions}, {m:g} combat {m|brigade|brigades} and {k:g} of "
        "support; the opponent eliminates the excess.",
        where=f"{name}{POOL_NAMES[wanted]}",
        n=divisions,
        m=combat,
        k=support,
    )
    extra = {"units": [unit.id for unit in units], "pool": wanted or "ordinary"}
    return Violation(name, POOLS[wanted], text, extra)
