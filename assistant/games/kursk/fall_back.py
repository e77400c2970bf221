"""Overrunners who fail (rules 6.2, 9.78): back to where the overrun began, or beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.kursk.losses import survives, ways_to_pay
from assistant.games.kursk.retreat import Flight
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_gun
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

ONE_HEX = 1


def overrun_hexes(
    situation: Situation, start: str, side: str, named: Iterable[Unit] = ()
) -> tuple[str, ...]:
    """The hexes that units in `start` may have overrun: that of the enemies named, or the one that
    the position names, or all beside them that the enemy holds."""
    told = {unit.hex for unit in named if unit.side != side}
    given = situation.position.value("overrun-hex")
    if given:
        told.add(str(given))
    for name in sorted(told):
        if name not in situation.near(start):
            raise QuestionError("overrun-hex = {hex} does not touch {hex2}.", hex=name, hex2=start)
    held = set().union(
        *(situation.defended[other] for other in situation.defended if other != side)
    )
    return tuple(sorted(told or held & set(situation.near(start))))


@dataclass(frozen=True)
class FallBack:
    """One overrunning unit that must leave the hexes it tried to take."""

    situation: Situation
    unit: Unit
    overrun: tuple[str, ...]

    @rule("9.78")
    def beside(self, near: str) -> bool:
        """Whether a hex touches both the hex where the overrun began and the one overrun."""
        around = self.situation.ground.around
        return any(near in around[target] for target in self.overrun)

    @cached_property
    def flight(self) -> Flight:
        return Flight(self.situation, self.unit)

    @rule("9.78", "9.76", "9.79", "7.21", "5.65")
    def bar(self, near: str) -> Reason | None:
        """Why a hex beside the start is closed. Enemy zones do not close it, nor does anything the
        start itself."""
        if not self.beside(near):
            text = "Overrunners fall back beside the hex from which they came."
            return Reason("9.78", text, "way")
        if near in self.flight.enemies:
            return Reason("9.76", "{hex} is held by the enemy.", "enemy-units", hex=near)
        return self.flight.bar_side(self.unit.hex, near) or self.flight.bar_stack(near)


@rule("6.2", "6.23", "9.78")
def overrunners(
    situation: Situation,
    start: str,
    units: tuple[Unit, ...],
    number: int,
    result: str | None,
    extra: dict[str, Any],
    overrun: tuple[str, ...],
) -> Retreats:
    """Units whose overrun failed go back to where it began or to a hex beside that and the target:
    one hex of their result, the rest in steps."""
    answers = tuple(_unit(FallBack(situation, unit, overrun), units, number) for unit in units)
    because = [Reason("6.23", "The overrun failed: its units move no more in this phase.")]
    if len(overrun) > 1:
        text = "It may have struck {hexes:or}: name it as overrun-hex, or units there as attackers."
        because.append(Reason("9.78", text, hexes=overrun))
    return Retreats(
        hex=start,
        result=result or str(number),
        outcome="retreat" if any(u.outcome == "retreat" for u in answers) else "eliminated",
        units=answers,
        because=tuple(because),
        extra={**extra, "ways": ways_to_pay(situation, units, number, [min(number, ONE_HEX)])},
    )


def _unit(back: FallBack, stack: Sequence[Unit], number: int) -> UnitRetreats:
    unit, left = back.unit, max(0, number - ONE_HEX)
    bars = {near: back.bar(near) for near in sorted(back.situation.ground.around[unit.hex])}
    ways = sorted([unit.hex, *(near for near, bar in bars.items() if bar is None)])
    return UnitRetreats(
        unit.id,
        tuple(Retreat((name,), left) for name in ways),
        tuple(Refusal.by(near, bar) for near, bar in bars.items() if bar is not None),
        "retreat" if is_gun(unit) or survives(unit, stack, left) else "eliminated",
    )
