"""The answer to `retreats`: every way of each unit, and what remains to be paid in steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.kursk.battle import postures_of
from assistant.games.kursk.results import (
    after_steps,
    number_of,
    overrunners_number,
    survives,
    ways_to_pay,
)
from assistant.games.kursk.retreat import Flight, Path
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_gun, is_partisan, level_of
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying

ONE_HEX = 1


@dataclass(frozen=True)
class Blow:
    """A result of `number` on the units of a hex."""

    situation: Situation
    hex: str
    units: tuple[Unit, ...]
    number: int
    overrun_from: str = ""

    @cached_property
    def stack(self) -> tuple[Unit, ...]:
        """Units that the result strikes; those that retreated here share only the end of it."""
        staying = tuple(u for u in self.units if "retreated" not in u.markers)
        return staying if any(not is_gun(unit) for unit in staying) else self.units

    @cached_property
    def postures(self) -> tuple[str, ...]:
        return postures_of(self.situation, self.stack)

    @cached_property
    @rule("9.43", "9.45", "9.66", "9.71", "10.2", "10.17")
    def limit(self) -> int:
        """Hexes that the stack may retreat: by its mode; of several modes the opponent names one,
        and the shortest is taken for his choice."""
        charts = self.situation.charts
        return min(round(charts.retreat_limit(posture).number) for posture in self.postures)

    @cached_property
    def stand_in(self) -> bool:
        charts = self.situation.charts
        return any(charts.retreat_limit(posture).stand_in for posture in self.postures)

    @cached_property
    def longest(self) -> int:
        return min(self.number, self.limit)

    @cached_property
    @rule("9.37")
    def only_guns(self) -> bool:
        """Guns that stand alone are eliminated."""
        return all(is_gun(unit) for unit in self.units)

    def flight(self, unit: Unit) -> Flight:
        return Flight(self.situation, unit, self.overrun_from)

    @cached_property
    def _ways(self) -> dict[str, list[Path]]:
        return {}

    def ways(self, unit: Unit) -> list[Path]:
        """Every way of one hex and more that a unit may choose, shorter ones first."""
        if unit.id not in self._ways:
            flight = self.flight(unit)
            lengths = range(1, self.longest + 1)
            self._ways[unit.id] = [way for n in lengths for way in sorted(flight.options(n))]
        return self._ways[unit.id]

    @cached_property
    @rule("9.72", "9.73")
    def lengths(self) -> tuple[int, ...]:
        """How many hexes the stack can retreat together, nought included."""
        movers = [unit for unit in self.stack if not is_gun(unit)]
        found = [
            n
            for n in range(1, self.longest + 1)
            if movers and all(any(len(way) == n for way in self.ways(u)) for u in movers)
        ]
        return (0, *found)

    def can_stand(self, unit: Unit) -> bool:
        """Whether a unit of the stack survives if nobody retreats."""
        return survives(unit, self.stack, self.number)

    @cached_property
    def anyone_stands(self) -> bool:
        return any(self.can_stand(unit) for unit in self.stack if not is_gun(unit))


@rule("9.4", "9.7")
def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex."""
    units = tuple(unit for unit in situation.at(target) if not is_partisan(unit))
    if not units:
        raise QuestionError("Nobody who could suffer a result is in {hex}.", hex=target)
    start = str(situation.position.value("overrun-from") or "")
    if start and start == target:
        overrun = overrun_hexes(situation, start, units[0].side, attackers)
        number, extra = overrunners_number(situation, units, result, overrun)
        return overrunners(situation, target, units, number, result, extra, overrun)
    number, extra = number_of(situation, units, result, attackers)
    if start and start not in situation.ground.around[target]:
        raise QuestionError("overrun-from = {hex} does not touch {hex2}.", hex=start, hex2=target)
    blow = Blow(situation, target, units, number, start)
    answers = tuple(_unit(blow, unit) for unit in units)
    return Retreats(
        hex=target,
        result=result or str(number),
        outcome=_outcome(answers),
        units=answers,
        because=tuple(_notes(blow)),
        extra={
            **extra,
            "limit": blow.limit,
            "ways": ways_to_pay(situation, blow.stack, number, blow.lengths),
            "stand_in": blow.stand_in or any(unit.stand_in for unit in units),
            **after_steps(units, number),
        },
    )


# One unit


def _unit(blow: Blow, unit: Unit) -> UnitRetreats:
    if unit.type == "anti-tank" or (unit not in blow.stack and not is_gun(unit)):
        return _left_behind(blow, unit)
    if unit.type == "artillery":
        return _artillery(blow, unit)
    ways = blow.ways(unit)
    options = [Retreat((), blow.number)]
    options += [_option(blow, unit, way) for way in ways]
    return UnitRetreats(
        id=unit.id,
        options=tuple(options),
        refused=_refused(blow, unit, ways),
        outcome=_combat_outcome(blow, unit, ways),
        because=_disrupted(blow, unit, ways),
    )


def _option(blow: Blow, unit: Unit, way: Path) -> Retreat:
    flight = blow.flight(unit)
    held = [name for name in way if name in flight.friends]
    because = [Reason("9.75", "{hex} is held by friends.", hex=name) for name in held]
    distance = blow.situation.position.board.grid.distance(blow.hex, way[-1])
    if distance < len(way):
        because.append(
            Reason(
                "9.74",
                "{hex} is {n} {n|hex|hexes} away; no way ends farther.",
                hex=way[-1],
                n=distance,
            )
        )
    return Retreat(way, blow.number - len(way), True, tuple(because))


def _combat_outcome(blow: Blow, unit: Unit, ways: Sequence[Path]) -> str:
    """`retreat` if a way saves the unit, `stand` if it has none and survives, else eliminated."""
    if any(survives(unit, blow.stack, blow.number - len(way)) for way in ways):
        return "retreat"
    return "stand" if blow.can_stand(unit) else "eliminated"


@rule("6.31", "6.34")
def _disrupted(blow: Blow, unit: Unit, ways: Sequence[Path]) -> tuple[Reason, ...]:
    """Whoever retreats from an overrun is disrupted, artillery excepted."""
    if not blow.overrun_from or not ways:
        return ()
    return (Reason("6.31", "{unit} is disrupted if it retreats from the overrun.", unit=unit),)


@rule("9.65", "9.64", "9.61")
def _artillery(blow: Blow, unit: Unit) -> UnitRetreats:
    """Artillery goes with its stack and loses a level for each hex; it never pays in steps."""
    if blow.only_guns:
        return _alone(blow, unit)
    ways = [way for way in blow.ways(unit) if len(way) in blow.lengths]
    options = [Retreat((), 0)] + [Retreat(way, len(way)) for way in ways]
    if any(len(way) < level_of(unit) for way in ways):
        outcome = "retreat"
    else:
        outcome = "stand" if blow.anyone_stands else "eliminated"
    return UnitRetreats(unit.id, tuple(options), _refused(blow, unit, ways), outcome)


@rule("9.37")
def _alone(blow: Blow, unit: Unit) -> UnitRetreats:
    """Guns without a combat unit or headquarters beside them are lost."""
    reason = Reason(
        "9.37", "{unit} stands without combat units: it is eliminated.", "friends", unit=unit
    )
    return UnitRetreats(unit.id, (), _closed(blow, reason), "eliminated", (reason,))


@rule("9.64", "9.77")
def _left_behind(blow: Blow, unit: Unit) -> UnitRetreats:
    """Anti-tank guns, and units that retreated into the hex in this segment, stay: they are lost if
    the others retreat or are eliminated."""
    if blow.only_guns:
        return _alone(blow, unit)
    number = "9.64" if is_gun(unit) else "9.77"
    text = Saying(
        "{unit} is eliminated if the units with it retreat or are eliminated.", unit=unit.shown
    )
    reason = Reason(number, text)
    outcome = "stand" if blow.anyone_stands else "eliminated"
    return UnitRetreats(unit.id, (Retreat((), 0),), _closed(blow, reason), outcome, (reason,))


def _closed(blow: Blow, reason: Reason) -> tuple[Refusal, ...]:
    near = sorted(blow.situation.ground.around[blow.hex])
    return tuple(Refusal.by(name, reason) for name in near)


def _refused(blow: Blow, unit: Unit, ways: Sequence[Path]) -> tuple[Refusal, ...]:
    """Every neighbour with which no option begins, and why."""
    if blow.number == 0:
        return _closed(blow, Reason("9.43", "The result has no effect.", "stays"))
    if blow.limit == 0:
        mode = ", ".join(blow.postures)
        return _closed(
            blow, Reason("9.71", "Units in {mode} mode may not retreat.", "command", mode=mode)
        )
    flight = blow.flight(unit)
    return tuple(Refusal.by(name, reason) for name, reason in flight.refusals(list(ways)))


def _outcome(units: Sequence[UnitRetreats]) -> str:
    outcomes = {unit.outcome for unit in units}
    if outcomes == {"eliminated"}:
        return "eliminated"
    return "retreat" if "retreat" in outcomes else "stand"


@rule("9.45", "9.73")
def _notes(blow: Blow) -> list[Reason]:
    """What holds for the stack as a whole."""
    found = []
    if len(blow.postures) > 1:
        text = "The stack is in several modes ({modes}): the opponent names one."
        found.append(Reason("9.45", text, modes=list(blow.postures)))
    if len(blow.stack) > 1:
        text = "Units may go separate ways; all that survive retreat equally far."
        found.append(Reason("9.73", text))
    return found


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
            return enemy_in("9.76", near)
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
    answers = tuple(_back(FallBack(situation, unit, overrun), units, number) for unit in units)
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


def _back(back: FallBack, stack: Sequence[Unit], number: int) -> UnitRetreats:
    unit, left = back.unit, max(0, number - ONE_HEX)
    bars = {near: back.bar(near) for near in sorted(back.situation.ground.around[unit.hex])}
    ways = sorted([unit.hex, *(near for near, bar in bars.items() if bar is None)])
    return UnitRetreats(
        unit.id,
        tuple(Retreat((name,), left) for name in ways),
        tuple(Refusal.by(near, bar) for near, bar in bars.items() if bar is not None),
        "retreat" if is_gun(unit) or survives(unit, stack, left) else "eliminated",
    )
