"""The question of retreats: what a result does to each unit of a hex, and where it may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.mlb.headquarters import relocation_hexes
from assistant.games.mlb.results import (
    Result,
    asked_result,
    distributions,
    held_at_all_costs,
    under_absolute_order,
)
from assistant.games.mlb.retreat import Flight, Way, fewest_zones
from assistant.games.mlb.situation import Situation
from assistant.games.mlb.stand_ins import invented_units
from assistant.games.mlb.units import is_hq, steps_left
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying

GONE = ("eliminated", "relocated")


@dataclass(frozen=True)
class Blow:
    """A result as it strikes one hex: its defenders, and what it orders after 16.2."""

    situation: Situation
    hex: str
    defenders: tuple[Unit, ...]
    result: Result
    absolute: bool

    @property
    def alone(self) -> bool:
        return len(self.defenders) == 1

    @property
    def kills_all(self) -> bool:
        """Whether the steps lost before any retreat are all that the stack has."""
        return self.result.defender_losses >= sum(map(steps_left, self.defenders))


def retreats(
    situation: Situation, target: str, code: str | None, attackers: Sequence[str]
) -> Retreats:
    """What becomes of every unit in a hex that suffers a result."""
    result = asked_result(situation, code)
    defenders = situation.stacks.get(target, ())
    if not defenders:
        raise QuestionError("There is no unit in {hex}: name a hex with units.", hex=target)
    _check_attackers(situation, defenders, attackers)
    absolute = under_absolute_order(situation, target, defenders)
    struck = held_at_all_costs(situation, result) if absolute else result
    blow = Blow(situation, target, defenders, struck, absolute)
    units = tuple(_unit(blow, unit) for unit in defenders)
    return Retreats(
        hex=target,
        result=result.code,
        outcome=_outcome(units),
        units=units,
        because=_because(blow, result),
        extra={
            "losses": struck.defender_losses,
            "attacker_losses": struck.attacker_losses,
            "distributions": _shares(blow),
            "stand_ins": invented_units(defenders),
        },
    )


def _check_attackers(
    situation: Situation, defenders: Sequence[Unit], attackers: Sequence[str]
) -> None:
    own = [name for name in attackers if situation.position.by_id[name].side == defenders[0].side]
    if own:
        raise QuestionError(
            "{units} and the defenders are of one side: name attackers of the other.", units=own
        )


@rule("10.6.4", "10.6.7", "14.1(2)", "16.2(1)")
def _unit(blow: Blow, unit: Unit) -> UnitRetreats:
    """One unit: a lone one pays the steps of the result itself, in a stack it is taken to have paid
    none; then it retreats, stands under an absolute order, or is lost."""
    steps = steps_left(unit) - (blow.result.defender_losses if blow.alone else 0)
    if steps <= 0 or blow.kills_all:
        reason = Reason(
            "10.5", "{unit} has no step left after the losses of the result.", unit=unit.shown
        )
        extra = _elsewhere(blow.situation, unit)
        return UnitRetreats(unit.id, (), _closed(blow, reason), _lost(unit), (reason,), extra)
    if blow.result.retreat == 0:
        return UnitRetreats(unit.id, (), _closed(blow, _standing(blow)), "stand")
    flight = Flight(blow.situation, unit, steps)
    ways = flight.options(blow.result.retreat)
    outcome = _outcome_of(flight, ways)
    return UnitRetreats(
        id=unit.id,
        options=tuple(_option(flight, way, blow.result.retreat) for way in ways),
        refused=_refused(flight, ways, blow.result.retreat),
        outcome=outcome,
        because=_why(flight, ways),
        extra=_elsewhere(blow.situation, unit) if outcome == "relocated" else {},
    )


def _outcome_of(flight: Flight, ways: Sequence[Way]) -> str:
    if not ways:
        return "eliminated"
    survives = any(flight.losses(way) < flight.steps for way in ways)
    return "retreat" if survives else _lost(flight.unit)


@rule("14.0", "14.1(2)")
def _lost(unit: Unit) -> str:
    """A unit without steps is eliminated; a headquarters is relocated instead."""
    return "relocated" if is_hq(unit) else "eliminated"


def _elsewhere(situation: Situation, unit: Unit) -> dict[str, tuple[str, ...]]:
    """Where a headquarters that lost its step may be set down."""
    return {"relocation": relocation_hexes(situation, unit)} if is_hq(unit) else {}


def _why(flight: Flight, ways: Sequence[Way]) -> tuple[Reason, ...]:
    if not ways:
        return (
            Reason(
                "10.6.7", "No way of the ordered length is open to {unit}.", unit=flight.unit.shown
            ),
        )
    if all(flight.losses(way) >= flight.steps for way in ways):
        return (
            Reason("10.6.3", "{unit} loses its last step in enemy zones.", unit=flight.unit.shown),
        )
    return ()


def _option(flight: Flight, way: Way, length: int) -> Retreat:
    zones = [name for name in way.path if name in flight.zone]
    because = [
        Reason("10.6.3", "A step is lost in {hex}, an enemy zone.", hex=name) for name in zones
    ]
    if len(way.path) > length:
        text = Saying(
            "{hex} is full: {n} {n|hex|hexes} more.",
            hex=way.path[length - 1],
            n=len(way.path) - length,
        )
        because.append(Reason("10.6.4", text))
    if flight.nearer(flight.start, Way(way.path[:length], 0)):
        because.append(Reason("10.6.2(1)", "Every hex is nearer to a supply source."))
    return Retreat(way.path, flight.losses(way), True, tuple(because))


def _outcome(units: Sequence[UnitRetreats]) -> str:
    outcomes = {unit.outcome for unit in units}
    if outcomes <= set(GONE):
        return "eliminated"
    return "retreat" if "retreat" in outcomes else "stand"


# Why a hex is not among the options


def _closed(blow: Blow, reason: Reason) -> tuple[Refusal, ...]:
    """All neighbours, refused for one and the same reason."""
    near = sorted(blow.situation.position.board.neighbours(blow.hex))
    return tuple(Refusal(name, reason.rule, reason.text) for name in near)


def _standing(blow: Blow) -> Reason:
    if blow.absolute:
        return Reason(
            "16.2(1)", "{hex} is under an absolute order: steps are lost instead.", hex=blow.hex
        )
    return Reason("10.6", "The result {result} orders no retreat.", result=blow.result.code)


def _refused(flight: Flight, ways: Sequence[Way], length: int) -> tuple[Refusal, ...]:
    """Every neighbour with which no option begins, and the rule that closes it."""
    begun = {way.path[0] for way in ways}
    every = [flight.way(path) for path in flight.paths(length)]
    refused = []
    for near in sorted(flight.ground.board.neighbours(flight.start)):
        if near not in begun:
            reason = flight.bar(flight.start, near) or _passed_over(flight, near, every, ways)
            refused.append(Refusal(near, reason.rule, reason.text))
    return tuple(refused)


def _passed_over(flight: Flight, near: str, every: list[Way], ways: Sequence[Way]) -> Reason:
    """Why no way that begins with a hex that may be entered is among those required."""
    here = [way for way in every if way.path[0] == near]
    if not here:
        return _dead_end(flight, near)
    best = fewest_zones(every)[0].zones
    fewest = min(way.zones for way in here)
    if fewest > best:
        text = Saying(
            "Enemy-zone hexes entered by {hex}: {n}; the fewest possible: {m}.",
            hex=near,
            n=fewest,
            m=best,
        )
        return Reason("10.6.2", text)
    least = [way for way in here if way.zones == best]
    if not ways or any(way in flight.required(flight.start, every) for way in least):
        return Reason("10.6.4", "By {hex} the unit finds no room and no way on.", hex=near)
    if any(flight.nearer(flight.start, way) for way in fewest_zones(every)) and not any(
        flight.nearer(flight.start, way) for way in least
    ):
        return Reason("10.6.2(1)", "By {hex} not every hex is nearer to a supply source.", hex=near)
    return Reason("10.6.2(2)", "By {hex} the unit ends over the stacking limit.", hex=near)


def _dead_end(flight: Flight, near: str) -> Reason:
    """A hex from which the retreat cannot go on, with the rules that close the hexes beyond."""
    beyond = [there for there in flight.ground.board.neighbours(near) if there != flight.start]
    bars = {bar.rule for there in beyond if (bar := flight.bar(near, there))}
    rules = sorted({*bars, "10.6.7"})
    return Reason(", ".join(rules), "From {hex} the retreat cannot go on.", hex=near)


def _because(blow: Blow, result: Result) -> tuple[Reason, ...]:
    reasons = []
    if blow.absolute and result.retreat:
        text = Saying(
            "Absolute order in {hex}: {result} is {n} steps.",
            hex=blow.hex,
            result=result.code,
            n=blow.result.defender_losses,
        )
        reasons.append(Reason("16.2(1)", text))
        if result.defender_losses:
            reading = blow.situation.reading("absolute-nrr")
            reasons.append(Reason("16.2(1)", "Reading absolute-nrr: {reading}.", reading=reading))
    if blow.result.defender_losses and not blow.alone:
        reasons.append(Reason("10.5", "The owner shares the lost steps among the units."))
    return tuple(reasons)


def _shares(blow: Blow) -> list[dict[str, int]]:
    """Every way to share the losses: unit -> steps that remain."""
    if not blow.result.defender_losses:
        return []
    ids = [unit.id for unit in blow.defenders]
    return [
        dict(zip(ids, way, strict=True))
        for way in distributions(blow.defenders, blow.result.defender_losses)
    ]
