"""Where a unit may go, and by which means (rules 5.5, 5.34, 8.32): infiltration, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from assistant.games.kursk.overruns import (
    Overrun,
    bar_from,
    onward,
    overruns,
    overruns_together,
    stack_overruns,
)
from assistant.games.kursk.rail import by_rail, rail_limits
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import excess
from assistant.games.kursk.units import (
    is_combat_unit,
)
from assistant.games.kursk.walk import Allowance, Walk, allowance, bar_to_enter, marches
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred
from assistant.kernel.withdrawal import closed_for_all
from assistant.position import MOVED, Unit
from assistant.questions.answers import Moves, Reached, Refusal
from assistant.questions.reasons import Reason
from assistant.questions.stacks import Together


def too_many(situation: Situation, units: Sequence[Unit], name: str) -> Reason | None:
    """Why units may not stand together, whatever the hex."""
    return excess(situation, units)


TOGETHER = Together("5.0", too_many, at_end=True, told=overruns_together)
"""Units move alone or in stacks, and stacking is judged once their phase is over."""


def _moved_to(situation: Situation, moved: Unit) -> Situation:
    """The situation with a unit where it began the phase."""
    units = situation.position.units
    return situation.with_units(tuple(moved if one.id == moved.id else one for one in units))


@rule("5.5", "5.51", "5.52", "5.53", "5.54", "5.55", "5.56")
def bar_to_infiltrate(walk: Walk) -> Reason | None:
    """Why a unit may not infiltrate at all: only Germans, from a zone, in supply and
    communication, with another combat unit near, in the first movement phase."""
    situation, unit = walk.situation, walk.unit
    if unit.side != "german":
        return Reason("5.56", "Soviet units never infiltrate.", "side")
    if situation.moment.kind == "mechanized":
        return Reason("5.53", "Nobody infiltrates in mechanised movement.", "phase")
    if unit.hex not in walk.zone:
        return Reason("5.5", "{unit} does not begin in an enemy zone.", "way", unit=unit)
    if not situation.provided(unit):
        return Reason("5.52", "{unit} is not in supply and communication.", "supply", unit=unit)
    friends = (*situation.at(unit.hex), *situation.beside(unit.hex, unit.side))
    if not any(is_combat_unit(friend) and friend.id != unit.id for friend in friends):
        text = "No other combat unit is with or next to {unit}."
        return Reason("5.55", text, "friends", unit=unit)
    return None


@rule("5.51")
def bar_infiltrated_side(walk: Walk, near: str) -> Reason | None:
    """Infiltration crosses no river and no dragon's teeth."""
    situation, here, text = walk.situation, walk.unit.hex, ""
    if situation.board.between(here, near) & {"river", "major-river"}:
        text = "A river lies between {hex} and {hex2}."
    elif "dragon-teeth" in situation.ground.owned_between(here, near):
        text = "Dragon's teeth lie between {hex} and {hex2}."
    return (
        Reason("5.51", text, "hexside", hex=here, hex2=near)
        if text
        else bar_to_enter(walk.situation, walk.unit.side, here, near)
    )


def infiltrations(walk: Walk, points: int) -> dict[str, Reached]:
    """Adjacent hexes in enemy zones that a unit may enter directly, for its whole allowance."""
    if bar_to_infiltrate(walk) is not None:
        return {}
    return {
        near: Reached(near, points, (walk.unit.hex, near), {"by": "infiltration", "rule": "5.5"})
        for near in walk.situation.ground.around[walk.unit.hex]
        if near in walk.zone and bar_infiltrated_side(walk, near) is None
    }


def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go, by which means, and what keeps it from its neighbours."""
    on_map(situation, [unit])
    given = allowance(situation, unit)
    if given.bar is not None:
        refused = closed_for_all(situation.near(unit.hex), given.bar)
        return Moves(unit.id, 0, (), refused, given.because, {"rail": [], "overruns": []})
    walk = Walk(situation, unit)
    reached = {**infiltrations(walk, given.points), **marches(walk, given.points)}
    if unit.has_moved and unit.began not in ("", unit.hex):
        points, overrun, beyond = on_its_way(situation, unit, given.points)
    else:
        points, overrun = given.points, overruns(walk, given.points)
        beyond = {"rail": list(by_rail(situation, unit)), **stack_overruns(walk)}
    return Moves(
        unit=unit.id,
        allowance=given.points,
        reach=tuple(reached[name] for name in sorted(reached)),
        refused=_refused(walk, given, {*reached, *(one.hex for one in overrun)}),
        because=given.because,
        extra={
            "overruns": overrun,
            "onward": onward(situation, unit, points, overrun),
            "rail_limits": rail_limits(situation, unit),
            "stand_in": situation.ground.leans_on_costs,
            **beyond,
        },
    )


@rule("5.34", "6.16", "6.19", "8.32")
def on_its_way(
    situation: Situation, unit: Unit, points: int
) -> tuple[float, list[Overrun], dict[str, Any]]:
    """What a unit that bears the Moved mark may still overrun, alone and on foot: with the points
    that its march here has left, and after leaving a zone into no other. Of a march that nobody
    knows nothing is left."""
    bare = replace(unit, hex=unit.began, markers=unit.markers - {MOVED}, began="")
    before = Walk(_moved_to(situation, bare), bare)
    march = marches(before, points).get(unit.hex)
    if march is None:
        return 0, [], {"rail": []}
    left = points - march.cost
    here = Walk(situation, unit, left=before.start.hex in before.zone, won=True)
    return left, overruns(here, left), {"rail": []}


def _refused(walk: Walk, given: Allowance, open_: set[str]) -> tuple[Refusal, ...]:
    """The rule that closes each hex beside those reached, if neither march nor overrun opens it."""
    situation, unit = walk.situation, walk.unit
    reasons = {spot.hex: reason for spot, reason in walk.reach(given.points).barred.items()}
    for step in walk.steps(walk.start):
        near = step.to.hex
        if isinstance(step, Barred):
            reasons[near] = step.reason
        if near in situation.defended[walk.enemy]:
            reasons[near] = bar_from(situation, [unit], unit.hex, near) or reasons[near]
    return tuple(Refusal.by(name, reasons[name]) for name in sorted(reasons.keys() - open_))
