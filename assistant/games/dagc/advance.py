"""Advance after combat (11.22, 12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.dagc.battle import localities_never_attack, must_be_adjacent
from assistant.games.dagc.movement import CLOSED_AFTER_COMBAT, room
from assistant.games.dagc.situation import Situation, is_cav_mech
from assistant.games.dagc.supply import SUPPLIED, state_of
from assistant.kernel.bars import first, forbids
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances
from assistant.questions.reasons import Reason

VOLUNTARY = Reason("11.22", "Advances are voluntary, at once, free of points and of zones.")
SECOND_HEX = Reason("12.2", "A supplied cav-mech group may advance a second hex.", "unit")
AS_IT_STANDS = Reason(
    "7.1", "Its supply counts as at the start of the battle; here it is judged as units stand now."
)
FULL = Reason("11.22", "Two units stand there already.", "full")


def advances(situation: Situation, target: str, units: Sequence[Unit]) -> Advances:
    """Who may enter the vacated hex, and who one hex more; each unit is looked at by itself."""
    units = on_map(situation, units) or situation.beside(target, situation.phasing)
    found = tuple(unit_advances(situation, target, unit) for unit in units)
    return Advances(target, found, because=(VOLUNTARY,))


def unit_advances(situation: Situation, target: str, unit: Unit) -> UnitAdvances:
    """The ways of one unit, and the rule that closes each other hex."""
    who = (not_the_attacker, must_be_adjacent, localities_never_attack)
    why = first(who, situation, unit, target)
    if why := why or bar_advance(situation, unit, unit.hex, target):
        return UnitAdvances(unit.id, (), (Refusal.by(target, why),))
    if why := one_hex_only(situation, unit):
        return UnitAdvances(unit.id, ((target,),), because=(why,))
    ways: list[tuple[str, ...]] = [(target,)]
    refused = []
    for name in sorted(situation.near(target)):
        if closed := bar_advance(situation, unit, target, name):
            refused.append(Refusal.by(name, closed))
        else:
            ways.append((target, name))
    return UnitAdvances(unit.id, tuple(ways), tuple(refused), (SECOND_HEX, AS_IT_STANDS))


@forbids("11.22", "Only attackers advance, never the side that defends.", "side", "5.2")
def not_the_attacker(situation: Situation, unit: Unit, target: str) -> bool:
    """Defenders never advance."""
    return situation.phasing not in ("", unit.side)


@rule("11.22", "6.10", "9.7", "9.8", "9.11", "9.12")
def bar_advance(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """An advance ignores zones, but not water, stacking, fronts or Soviet entrenchments."""
    if why := first(CLOSED_AFTER_COMBAT, situation, unit, start, end):
        return why
    return FULL if room(situation, unit, end) < 1 else None


@rule("11.22", "12.2", "7.1")
def one_hex_only(situation: Situation, unit: Unit) -> Reason | None:
    """Only a cav-mech group ever goes on to a second hex, on turns 1 to 5 and in supply."""
    if not is_cav_mech(unit):
        return Reason("11.22", "One hex.")
    text = ""
    if not situation.now("cav-mech-special"):
        text = "From turn 6 on cav-mech groups advance one hex like others."
    elif state_of(situation, unit) != SUPPLIED:
        text = "A cav-mech group out of supply advances one hex like others."
    return Reason("12.2", text, "unit") if text else None
