"""Who may attack (rules 6.1, 9.1, 11.13, 18.3): the rule that keeps a unit out, or none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from assistant.games.kursk.battle import Segment, fights, segment_of
from assistant.games.kursk.overrun import bar_hexside, bar_to_overrun
from assistant.games.kursk.sides import enemy_of
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    is_disrupted,
    is_gun,
    is_hq,
    is_independent,
    is_partisan,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason


class RefusedUnit(NamedTuple):
    """A unit that may not take part, and why."""

    unit: str
    reason: Reason

    def as_data(self) -> dict[str, str]:
        return {"unit": self.unit, "rule": self.reason.rule, "text": self.reason.text}


def bar_to_attack(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """What keeps a unit out of an attack in the phase at hand; None if it may take part."""
    segment = segment_of(situation)
    return (
        _bar_of_phase(situation, unit, segment)
        or _bar_of_place(situation, unit, target)
        or (
            bar_to_overrun(situation, unit)
            if segment == "overrun"
            else _bar_of_kind(unit) or _bar_of_state(situation, unit, segment)
        )
    )


@rule("9.12", "6.12")
def _bar_of_phase(situation: Situation, unit: Unit, segment: Segment) -> Reason | None:
    """A unit begins combat only in its own side's combat or movement phases."""
    if segment == "none" or not situation.moment.belongs_to(unit.side):
        return Reason("9.12", "{unit} may not begin combat in this phase.", unit=unit.shown)
    return None


@rule("9.12", "5.65", "6.15")
def _bar_of_place(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Only adjacent hexes are attacked, none across a lake without a road; overruns cross no major
    river."""
    if target not in situation.near(unit.hex):
        return Reason(
            "9.12",
            "{unit} in {hex} is not adjacent to {hex2}.",
            "distance",
            unit=unit.shown,
            hex=unit.hex,
            hex2=target,
        )
    if segment_of(situation) == "overrun":
        return bar_hexside(situation, unit.hex, target)
    if (unit.hex, target) in situation.ground.closed:
        return Reason(
            "5.65", "A lake lies between {hex} and {hex2}.", "hexside", hex=unit.hex, hex2=target
        )
    return None


@rule("9.11", "3.4")
def _bar_of_kind(unit: Unit) -> Reason | None:
    """Guns, partisans, Soviet headquarters and units without attack points never attack."""
    if is_gun(unit) or is_partisan(unit):
        return Reason("9.11", "{unit} is no combat unit.", unit=unit.shown)
    if is_hq(unit) and unit.side == "soviet":
        return Reason("9.11", "{unit} is a Soviet headquarters.", unit=unit.shown)
    if not is_hq(unit) and not fights(unit):
        return Reason("3.4", "{unit} has no attack points.", unit=unit.shown)
    return None


@rule("9.11", "9.13", "9.17", "6.33", "10.2", "11.13", "18.3")
def _bar_of_state(situation: Situation, unit: Unit, segment: Segment) -> Reason | None:
    """Disruption, independent command, reserve, the mode in this segment, and for Soviet units
    communication."""
    if is_disrupted(unit):
        return Reason("6.33", "{unit} is disrupted.", unit=unit.shown)
    if is_independent(unit):
        return Reason("11.13", "{unit} is in independent command.", unit=unit.shown)
    if situation.command.is_reserve(unit):
        return Reason(
            "18.3", "{unit} is a reserve that is not activated.", "command", unit=unit.shown
        )
    if is_hq(unit):
        if segment == "second" and not situation.option("hq-second-segment"):
            return Reason("9.13", "{unit} attacks in the first segment only.", unit=unit.shown)
        return None
    mode = situation.command.mode(unit)
    segments = situation.charts.segments(mode)
    if not segments:
        return Reason("9.11", "{unit} is in {mode} mode.", unit=unit.shown, mode=mode)
    if segment not in segments:
        return Reason(
            "9.13",
            "{unit} in {mode} mode may not attack in this segment.",
            unit=unit.shown,
            mode=mode,
        )
    if unit.side == "soviet" and not situation.in_communication(unit):
        return Reason("9.17", "{unit} is out of communication.", unit=unit.shown)
    return None


@rule("9.15", "9.22")
def may_attack(situation: Situation, target: str) -> tuple[Unit, ...]:
    """All units that may join an attack on a hex, from all six sides."""
    defenders = situation.at(target)
    if not defenders:
        return ()
    side = enemy_of(defenders[0].side)
    near = (unit for name in situation.ground.around[target] for unit in situation.at(name))
    return tuple(
        sorted(
            (
                unit
                for unit in near
                if unit.side == side
                and fights(unit)
                and bar_to_attack(situation, unit, target) is None
            ),
            key=lambda unit: (unit.hex, unit.id),
        )
    )


def sorted_out(
    situation: Situation, units: Iterable[Unit], target: str
) -> tuple[tuple[Unit, ...], list[RefusedUnit]]:
    """Those who may attack, and the others with the rule against each."""
    able, refused = [], []
    for unit in units:
        reason = bar_to_attack(situation, unit, target)
        if reason is None:
            able.append(unit)
        else:
            refused.append(RefusedUnit(unit.id, reason))
    return tuple(able), refused
