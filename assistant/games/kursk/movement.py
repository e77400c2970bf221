"""Movement (rules 5.1, 5.2, 5.5, 6, 8.2, 8.3): marches, disengagement, infiltration, overruns."""

from __future__ import annotations

from typing import Any

from assistant.games.kursk.march import (
    UNITS_PER_HEX,
    UNITS_PER_TURN,
    Allowance,
    March,
    allowance,
    bar_to_enter,
    bar_to_rail,
    by_rail,
    marches,
    weight,
)
from assistant.games.kursk.overrun import bar_from, onward, overruns, stack_overruns
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_combat_unit
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred
from assistant.kernel.withdrawal import closed_for_all
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason


@rule("5.5", "5.51", "5.52", "5.53", "5.54", "5.55", "5.56")
def bar_to_infiltrate(march: March) -> Reason | None:
    """Why a unit may not infiltrate at all: only Germans, from a zone, in supply and
    communication, with another combat unit near, in the first movement phase."""
    situation, unit = march.situation, march.unit
    if unit.side != "german":
        return Reason("5.56", "Soviet units never infiltrate.", "side")
    if situation.moment.kind == "mechanized":
        return Reason("5.53", "Nobody infiltrates in mechanised movement.", "phase")
    if unit.hex not in march.zone:
        return Reason("5.5", "{unit} does not begin in an enemy zone.", "way", unit=unit)
    if not situation.provided(unit):
        return Reason("5.52", "{unit} is not in supply and communication.", "supply", unit=unit)
    friends = (*situation.at(unit.hex), *situation.beside(unit.hex, unit.side))
    if not any(is_combat_unit(friend) and friend.id != unit.id for friend in friends):
        text = "No other combat unit is with or next to {unit}."
        return Reason("5.55", text, "friends", unit=unit)
    return None


@rule("5.51")
def bar_infiltrated_side(march: March, near: str) -> Reason | None:
    """Infiltration crosses no river and no dragon's teeth."""
    situation, here, text = march.situation, march.unit.hex, ""
    if situation.board.between(here, near) & {"river", "major-river"}:
        text = "A river lies between {hex} and {hex2}."
    elif "dragon-teeth" in situation.ground.owned_between(here, near):
        text = "Dragon's teeth lie between {hex} and {hex2}."
    return (
        Reason("5.51", text, "hexside", hex=here, hex2=near)
        if text
        else bar_to_enter(march.situation, march.unit.side, here, near)
    )


def infiltrations(march: March, points: int) -> dict[str, Reached]:
    """Adjacent hexes in enemy zones that a unit may enter directly, for its whole allowance."""
    if bar_to_infiltrate(march) is not None:
        return {}
    return {
        near: Reached(near, points, (march.unit.hex, near), {"by": "infiltration"})
        for near in march.situation.ground.around[march.unit.hex]
        if near in march.zone and bar_infiltrated_side(march, near) is None
    }


def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go, by which means, and what keeps it from its neighbours."""
    if unit.hex not in situation.board:
        text = "{unit} is not on the map: it stands in {box}."
        raise QuestionError(text, unit=unit.shown, box=unit.hex)
    given = allowance(situation, unit)
    if given.bar is not None:
        refused = closed_for_all(situation.near(unit.hex), given.bar)
        return Moves(unit.id, 0, (), refused, given.because, {"rail": [], "overruns": []})
    march = March(situation, unit)
    reached = {**infiltrations(march, given.points), **marches(march, given.points)}
    overrun = overruns(march, given.points)
    return Moves(
        unit=unit.id,
        allowance=given.points,
        reach=tuple(reached[name] for name in sorted(reached)),
        refused=_refused(march, given, {*reached, *(entry["hex"] for entry in overrun)}),
        because=given.because,
        extra={
            "rail": list(by_rail(situation, unit)),
            "overruns": overrun,
            "onward": onward(situation, unit, given.points, overrun),
            "rail_limits": _rail_limits(situation, unit),
            "stand_in": situation.ground.leans_on_costs,
            **stack_overruns(march),
        },
    )


@rule("5.37", "5.38", "5.39")
def _rail_limits(situation: Situation, unit: Unit) -> dict[str, Any]:
    """What the unit counts by rail, against the five of a turn and the units that may enter a hex
    of each kind of track; or why it may not go by rail."""
    bar = bar_to_rail(situation, unit)
    if bar is not None:
        return {"rule": bar.rule, "text": bar.text}
    return {
        "weight": weight(situation, unit),
        "a_turn": UNITS_PER_TURN,
        "a_hex": dict(UNITS_PER_HEX),
    }


def _refused(march: March, given: Allowance, open_: set[str]) -> tuple[Refusal, ...]:
    """The rule that closes each hex beside those reached, if neither march nor overrun opens it."""
    situation, unit = march.situation, march.unit
    reasons = {spot.hex: reason for spot, reason in march.reach(given.points).barred.items()}
    for step in march.steps(march.start):
        near = step.to.hex
        if isinstance(step, Barred):
            reasons[near] = step.reason
        if near in situation.defended[march.enemy]:
            reasons[near] = bar_from(situation, [unit], unit.hex, near) or reasons[near]
    return tuple(Refusal.by(name, reasons[name]) for name in sorted(reasons.keys() - open_))
