"""Overruns: what forbids them, those that points allow, what follows one that succeeds (rules 6.0,
6.1, 6.24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.games.kursk import sayings
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    attack_of,
    is_disrupted,
    is_hq,
    is_independent,
    is_under_command,
)
from assistant.games.kursk.walk import Walk, allowance, bar_to_move, marches
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Reached, Told
from assistant.questions.reasons import Reason

EXTRA_COST = 3
LEAST_ATTACK = 6


@dataclass(frozen=True)
class Overrun(Told):
    """The hex overrun, the one from which it is, and the cost in points."""

    hex: str
    from_: str
    cost: float


@dataclass(frozen=True)
class StackOverruns(Told):
    """What units of a hex overrun together, with so many points."""

    units: tuple[str, ...]
    points: float
    overruns: tuple[Overrun, ...]


@dataclass(frozen=True)
class Onward(Told):
    """Where a unit goes on to, and what it overruns, after it has overrun a hex from another, with
    so many points; what holds it there."""

    after: str
    from_: str
    points: float
    reach: tuple[Reached, ...]
    overruns: tuple[Overrun, ...]
    because: tuple[Reason, ...]


def bar_of_command(situation: Situation, unit: Unit) -> Reason | None:
    """Disruption, independent command and reserve keep a unit from overruns and attacks alike."""
    if is_disrupted(unit):
        return sayings.disrupted("6.33", unit=unit)
    if is_independent(unit):
        return sayings.independent(unit=unit)
    return sayings.reserve(unit=unit) if situation.command.is_reserve(unit) else None


@rule("6.0", "6.11", "6.12", "6.33", "11.13", "11.53", "18.3")
def bar_to_overrun(situation: Situation, unit: Unit) -> Reason | None:
    """What keeps a unit out of any overrun: its kind, its mode, disruption, no communication, or
    no movement in this phase."""
    if not is_under_command(unit):
        return sayings.no_combat_unit(unit=unit)
    bar = bar_of_command(situation, unit) or situation.bar_of_mode("6.11", unit, "overrun")
    if bar is None and not situation.in_communication(unit):
        return sayings.out_of_communication("6.11", unit=unit)
    return bar or bar_to_move(situation, unit)


@rule("5.65", "6.15")
def bar_hexside(situation: Situation, start: str, target: str) -> Reason | None:
    """Overruns cross no major river, and no lake without a road."""
    if (start, target) in situation.ground.major_rivers:
        return sayings.major_river("6.15", hex=start, hex2=target)
    if (start, target) in situation.ground.closed:
        return sayings.lake(hex=start, hex2=target)
    return None


@rule("6.18", "6.13", "11.38", "11.55")
def overrun_strength(situation: Situation, units: Iterable[Unit], start: str) -> int:
    """Attack of an overrunning stack without its headquarters, supply traced from the hex where
    the overrun begins; what is out of supply is halved together, rounded down."""
    whole = halved = 0
    for unit in units:
        if is_hq(unit):
            continue
        if situation.supply[unit.side].from_hex(unit, start).supplied:
            whole += attack_of(unit)
        else:
            halved += attack_of(unit)
    return whole + halved // 2


@rule("6.11", "9.31")
def bar_strength(situation: Situation, units: Sequence[Unit], start: str) -> Reason | None:
    """An overrun needs six attack points before any column shift."""
    most = sum(attack_of(unit) for unit in units if not is_hq(unit))
    if most // 2 >= LEAST_ATTACK:
        return None  # in supply or not
    strength = overrun_strength(situation, units, start) if most >= LEAST_ATTACK else most
    if strength >= LEAST_ATTACK:
        return None
    text = "{n} attack points; {m} are needed."
    return Reason("6.11", text, n=strength, m=LEAST_ATTACK)


@rule("6.17")
def left_behind(situation: Situation, units: Sequence[Unit], start: str) -> Reason | None:
    """Whoever stands where the overrun begins must take part; guns and partisans never can."""
    if situation.option("overrun-leaves-friends"):
        return None
    ids = {unit.id for unit in units}
    beside = (u for u in situation.at(start) if u.id not in ids and u.side == units[0].side)
    others = [unit for unit in beside if is_under_command(unit)]
    text = "{units} in {hex} would have to take part."
    return Reason("6.17", text, "friends", units=others, hex=start) if others else None


def bar_together(situation: Situation, units: Iterable[Unit]) -> Reason | None:
    """What keeps one of these units out of any overrun."""
    return next((bar for unit in units if (bar := bar_to_overrun(situation, unit))), None)


def bar_from(situation: Situation, units: Sequence[Unit], start: str, target: str) -> Reason | None:
    """What forbids these units together to overrun a hex from a neighbouring one."""
    return (
        bar_together(situation, units)
        or bar_hexside(situation, start, target)
        or left_behind(situation, units, start)
        or bar_strength(situation, units, start)
    )


@rule("5.14", "6.0", "6.12", "6.16", "6.19", "8.33")
def overruns(walk: Walk, points: float, stack: Sequence[Unit] = ()) -> list[Overrun]:
    """Every overrun by this unit alone or with others that began in its hex, cheapest first: the
    way to the hex from which it begins, the terrain of the target, and three points; at the start
    of its move from where it stands at any cost."""
    situation, unit = walk.situation, walk.unit
    units = stack or (unit,)
    found = []
    approach = max(0, points - EXTRA_COST)
    able = bar_together(situation, units) is None
    for target in targets_near(walk, approach) if able else ():
        there = replace(walk, overrun=target)
        costs = {spot.hex: cost for spot, cost in reversed(there.reach(approach).cost.items())}
        for start in situation.ground.around[target]:
            if start not in costs or bar_from(situation, units, start, target) is not None:
                continue
            cost = costs[start] + situation.ground.entry_cost(start, target) + EXTRA_COST
            if cost <= points or (start == unit.hex and not walk.won):
                found.append(Overrun(target, start, cost))
    return sorted(found, key=lambda one: (one.cost, one.hex, one.from_))


def targets_near(walk: Walk, points: float) -> list[str]:
    """Hexes with more than partisans of the enemy beside those that these points may bring in
    reach, whosever zones are ignored: before it comes next to its target a unit is in no zone of
    it."""
    outline = replace(walk, outline=True, left=False)
    around = walk.situation.ground.around
    beside = {near for spot in outline.reach(points).cost for near in around[spot.hex]}
    return sorted(walk.situation.defended[walk.enemy] & beside)


@rule("6.14", "6.17", "6.18")
def overruns_together(situation: Situation, stack: Sequence[Unit]) -> dict[str, Any]:
    """What some units of a hex can overrun together, with the points of the slowest; who overruns
    leaves nobody behind."""
    points = min(allowance(situation, one).points for one in stack)
    return {"overruns": overruns(Walk(situation, stack[0]), points, tuple(stack))}


@rule("6.14", "6.17", "6.18")
def stack_overruns(walk: Walk) -> dict[str, Any]:
    """What the units that begin together in a hex can overrun together: as many points as the
    slowest of them has. Empty where nobody may go along."""
    situation, unit = walk.situation, walk.unit
    beside = (u for u in situation.at(unit.hex) if u.side == unit.side and not u.has_moved)
    stack = tuple(u for u in beside if bar_to_overrun(situation, u) is None)
    if len(stack) < 2 or unit not in stack:
        return {}
    points = min(allowance(situation, one).points for one in stack)
    ids = tuple(one.id for one in stack)
    return {"stack": StackOverruns(ids, points, tuple(overruns(walk, points, stack)))}


@rule("6.24")
def onward(situation: Situation, unit: Unit, points: float, won: Iterable[Overrun]) -> list[Onward]:
    """Where a unit may go on to after the cheapest overrun of each hex, if it succeeds: with the
    points that remain it marches or overruns again as if those it overran were gone, but leaves no
    other enemy's zone.

    Costs are counted from the start of the unit's move.
    """
    cheapest: dict[str, Overrun] = {}
    for overrun in won:
        cheapest.setdefault(overrun.hex, overrun)
    after = (one for one in cheapest.values() if points > one.cost)
    return [told for overrun in after for told in _after(situation, unit, points, overrun)]


def _after(situation: Situation, unit: Unit, points: float, overrun: Overrun) -> Iterator[Onward]:
    """What follows one overrun, unless nothing does."""
    target, spent = overrun.hex, overrun.cost
    before = Walk(situation, unit, target)
    left = unit.hex in before.zone and overrun.from_ != unit.hex
    moved = replace(unit, hex=target)
    walk = Walk(_without(situation, moved, target), moved, left=left, won=True)
    rest = points - spent
    reach = marches(walk, rest)
    more = overruns(walk, rest) if rest > EXTRA_COST else []
    kept = [sayings.another_zone(hex=target)] if target in walk.zone else []
    if not (reach or more or kept):
        return
    yield Onward(
        after=target,
        from_=overrun.from_,
        points=rest,
        reach=tuple(
            Reached(one.hex, spent + one.cost, one.path) for _, one in sorted(reach.items())
        ),
        overruns=tuple(replace(one, cost=spent + one.cost) for one in more),
        because=tuple(Reason(reason.rule, reason.text) for reason in kept),
    )


def _without(situation: Situation, moved: Unit, target: str) -> Situation:
    """The situation with a unit in the hex that it has overrun and without those it overran."""
    units = tuple(
        moved if unit.id == moved.id else unit
        for unit in situation.position.units
        if unit.hex != target or unit.side == moved.side
    )
    return situation.with_units(units)
