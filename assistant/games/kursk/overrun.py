"""Overruns (rule 6): who may overrun whom, and from where."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.kursk.allowance import bar_to_move
from assistant.games.kursk.sides import enemy_of
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    attack_of,
    is_disrupted,
    is_gun,
    is_hq,
    is_independent,
    is_partisan,
    names_of,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

EXTRA_COST = 3
LEAST_ATTACK = 6


@rule("6.0", "6.11", "6.12", "6.33", "11.13", "11.53", "18.3")
def bar_to_overrun(situation: Situation, unit: Unit) -> Reason | None:
    """What keeps a unit out of any overrun: its kind, its mode, disruption, no communication, or
    no movement in this phase."""
    if is_gun(unit) or is_partisan(unit):
        return Reason("9.11", "{unit} is no combat unit.", unit=unit.shown)
    if is_disrupted(unit):
        return Reason("6.33", "{unit} is disrupted.", unit=unit.shown)
    if is_independent(unit):
        return Reason("11.13", "{unit} is in independent command.", unit=unit.shown)
    if situation.command.is_reserve(unit):
        return Reason(
            "18.3", "{unit} is a reserve that is not activated.", "command", unit=unit.shown
        )
    mode = situation.command.mode(unit)
    if situation.command.has_mode(unit) and not situation.charts.mode_allows(mode, "overrun"):
        return Reason("6.11", "{unit} is in {mode} mode.", unit=unit.shown, mode=mode)
    if not situation.in_communication(unit):
        return Reason("6.11", "{unit} is out of communication.", unit=unit.shown)
    return bar_to_move(situation, unit)


@rule("5.65", "6.15")
def bar_hexside(situation: Situation, start: str, target: str) -> Reason | None:
    """Overruns cross no major river, and no lake without a road."""
    if (start, target) in situation.ground.major_rivers:
        return Reason(
            "6.15", "A major river lies between {hex} and {hex2}.", hex=start, hex2=target
        )
    if (start, target) in situation.ground.closed:
        return Reason(
            "5.65", "A lake lies between {hex} and {hex2}.", "hexside", hex=start, hex2=target
        )
    return None


@rule("6.18", "6.13", "11.38", "11.55")
def overrun_strength(situation: Situation, units: Sequence[Unit], start: str) -> int:
    """Attack of an overrunning stack without its headquarters, supply traced from the hex where
    the overrun begins; what is out of supply is halved together, rounded down."""
    fighters = [unit for unit in units if not is_hq(unit)]
    supply = {u.id: situation.supply[u.side].from_hex(u, start).supplied for u in fighters}
    whole = sum(attack_of(unit) for unit in fighters if supply[unit.id])
    return whole + sum(attack_of(unit) for unit in fighters if not supply[unit.id]) // 2


@rule("6.11", "9.31")
def bar_strength(situation: Situation, units: Sequence[Unit], start: str) -> Reason | None:
    """An overrun needs six attack points before any column shift."""
    most = sum(attack_of(unit) for unit in units if not is_hq(unit))
    if most // 2 >= LEAST_ATTACK:
        return None  # in supply or not
    strength = overrun_strength(situation, units, start) if most >= LEAST_ATTACK else most
    if strength < LEAST_ATTACK:
        text = Saying("{n} attack points; {m} are needed.", n=strength, m=LEAST_ATTACK)
        return Reason("6.11", text)
    return None


@rule("6.17")
def left_behind(situation: Situation, units: Sequence[Unit], start: str) -> Reason | None:
    """Whoever stands where the overrun begins must take part; guns and partisans never can."""
    if situation.option("overrun-leaves-friends"):
        return None
    ids = {unit.id for unit in units}
    others = [
        unit
        for unit in situation.at(start)
        if unit.id not in ids
        and unit.side == units[0].side
        and not is_gun(unit)
        and not is_partisan(unit)
    ]
    if not others:
        return None
    return Reason(
        "6.17", "{units} in {hex} would have to take part.", units=names_of(others), hex=start
    )


def bar_from(situation: Situation, units: Sequence[Unit], start: str, target: str) -> Reason | None:
    """What forbids these units together to overrun a hex from a neighbouring one."""
    for unit in units:
        reason = bar_to_overrun(situation, unit)
        if reason is not None:
            return reason
    return (
        bar_hexside(situation, start, target)
        or left_behind(situation, units, start)
        or bar_strength(situation, units, start)
    )


def targets(situation: Situation, side: str) -> tuple[str, ...]:
    """Hexes of the enemy that hold more than partisans."""
    return tuple(sorted(situation.defended[enemy_of(side)]))
