"""Advance after combat (9.14)."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.uis.allowance import allowance, rolls_needed
from assistant.games.uis.barriers import closed_ground, may_not_enter
from assistant.games.uis.battle import DISENGAGEMENT
from assistant.games.uis.costs import entry_cost
from assistant.games.uis.situation import NEUTRAL, Situation, enemy_of
from assistant.games.uis.stacking import FULL, has_room
from assistant.games.uis.units import TACTICAL, is_combat, mode, spent
from assistant.kernel.chart import Figure
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances
from assistant.questions.reasons import Reason

MANDATORY = Reason(
    "9.14", "The attacker must enter one vacated hex; support stacked with it may go along."
)
ONE = Reason("9.14.1", "Only the one attacking unit advances: each is looked at by itself.")


def advances(situation: Situation, target: str, units: Sequence[Unit]) -> Advances:
    """The advance of each named unit into the vacated hex, and what it still costs."""
    units = on_map(situation, units) or possible_attackers(situation, target)
    fighters = sum(is_combat(unit) for unit in units)
    return Advances(
        target,
        tuple(unit_advances(situation, target, unit, units) for unit in units),
        because=(MANDATORY, ONE) if fighters > 1 else (MANDATORY,),
    )


def unit_advances(
    situation: Situation, target: str, unit: Unit, units: Sequence[Unit]
) -> UnitAdvances:
    """One unit: the vacated hex, or the rule that closes it."""
    cost = still_to_pay(situation, unit, target) if _adjacent(situation, unit, target) else None
    why = advance_refused(situation, target, unit, units, cost)
    if why:
        refused = (Refusal.by(target, why),)
        return UnitAdvances(unit.id, (), refused, extra={"cost": cost.number if cost else 0})
    assert cost is not None
    extra = {"cost": cost.number, "stand_in": cost.stand_in}
    before = spent(unit)
    if rolls := rolls_needed(situation, unit, before, before + cost.number):
        extra["fatigue_rolls"] = rolls
    return UnitAdvances(unit.id, ((target,),), extra=extra)


@rule("9.14.3")
def still_to_pay(situation: Situation, unit: Unit, target: str) -> Figure:
    """The full cost of the hex less what the assault cost; the breach just made costs nothing."""
    paid = situation.figure("movement", str(situation.value("assault")))
    if not is_combat(unit):
        paid = Figure(0)
    column = mode(unit) if is_combat(unit) else TACTICAL
    full = entry_cost(situation, unit, column, unit.hex, target)
    if not is_combat(unit):
        return Figure(0)
    return Figure(max(0.0, full.number - paid.number), full.stand_in or paid.stand_in)


def _adjacent(situation: Situation, unit: Unit, target: str) -> bool:
    return target in situation.around[unit.hex]


def advance_refused(
    situation: Situation, target: str, unit: Unit, units: Sequence[Unit], cost: Figure | None
) -> Reason | None:
    """The first rule that keeps a unit out of the vacated hex."""
    if cost is None:
        return Reason(
            "9.14.1", "{unit} is not next to {hexes}.", "distance", unit=unit.shown, hexes=target
        )
    return (
        not_the_attacker(situation, unit, units)
        or not_vacated(situation, target, unit)
        or no_advance_after(situation, target)
        or closed_ground(situation, unit, unit.hex, target)
        or may_not_enter(situation, unit, unit.hex, target)
        or (None if has_room(situation, unit, target) else FULL)
        or too_dear(situation, unit, cost)
    )


@rule("9.14", "9.14.1")
def not_the_attacker(situation: Situation, unit: Unit, units: Sequence[Unit]) -> Reason | None:
    """The attacking combat unit advances, support units only with one stacked with them."""
    if unit.side == NEUTRAL or not situation.moves_now(unit.side):
        return Reason("9.14", "Only the attacker advances, never the side that defends.", "side")
    if is_combat(unit):
        return None
    beside = any(is_combat(other) and other.hex == unit.hex for other in units)
    if beside:
        return None
    return Reason(
        "9.14.1", "A support unit advances only along with the attacker it stands with.", "unit"
    )


@rule("9.14", "9.13")
def not_vacated(situation: Situation, target: str, unit: Unit) -> Reason | None:
    """Defenders that stay keep the hex, and no breach is made there."""
    if situation.side_at(target) == enemy_of(unit.side):
        return Reason(
            "9.14", "{hex} is not vacated: enemy units stand there.", "enemy-units", hex=target
        )
    return None


@rule("36.7.8", "9.10")
def no_advance_after(situation: Situation, target: str) -> Reason | None:
    """No advance into a hex of revolt, nor after a disengagement."""
    if situation.table("revolt").get(target, 0):
        return Reason("36.7.8", "No advance follows when a revolt is suppressed.", "stays")
    if situation.value("assault") == DISENGAGEMENT:
        return Reason("9.10", "After a disengagement there is pursuit, and no advance.", "stays")
    return None


@rule("9.14.3", "5.4")
def too_dear(situation: Situation, unit: Unit, cost: Figure) -> Reason | None:
    """A unit cannot pay more than fatigue allows in a phase."""
    if spent(unit) + cost.number > allowance(situation, unit).cap:
        return Reason("5.4", "The unit has not enough movement points left.", "allowance")
    return None


def possible_attackers(situation: Situation, target: str) -> tuple[Unit, ...]:
    """All combat units next to the hex whose side moves now."""
    return tuple(
        unit
        for name in sorted(situation.around[target])
        for unit in situation.at(name)
        if is_combat(unit) and unit.side != NEUTRAL and situation.moves_now(unit.side)
    )
