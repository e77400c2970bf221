"""Overruns in the course of a march (rules 6.0 to 6.2), and the march that goes on after one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.games.kursk.march import March, marches
from assistant.games.kursk.overrun import EXTRA_COST, bar_from, targets
from assistant.games.kursk.situation import Situation
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason


@rule("5.14", "6.0", "6.12", "6.16", "6.19", "8.33")
def overruns(march: March, points: float) -> list[dict[str, Any]]:
    """Every overrun by this unit alone, cheapest first: the way to the hex from which it begins,
    the terrain of the target, and three points; at the start of its move from where it stands at
    any cost."""
    situation, unit = march.situation, march.unit
    found = []
    approach = max(0, points - EXTRA_COST)
    for target in _near(march, approach):
        there = replace(march, overrun=target)
        costs = {spot.hex: cost for spot, cost in reversed(there.reach(approach).cost.items())}
        for start in situation.ground.around[target]:
            if start not in costs or bar_from(situation, [unit], start, target) is not None:
                continue
            cost = costs[start] + situation.ground.entry_cost(start, target) + EXTRA_COST
            if cost <= points or (start == unit.hex and not march.won):
                found.append({"hex": target, "from": start, "cost": cost})
    return sorted(found, key=lambda entry: (entry["cost"], entry["hex"], entry["from"]))


def _near(march: March, points: float) -> Iterator[str]:
    """Hexes of the enemy beside those that these points may bring in reach, whosever zones are
    ignored: before it comes next to its target a unit is in no zone of it."""
    outline = replace(march, outline=True, left=False)
    beside = {
        near
        for spot in outline.reach(points).cost
        for near in march.situation.ground.around[spot.hex]
    }
    return (target for target in targets(march.situation, march.unit.side) if target in beside)


@rule("6.24")
def onward(
    situation: Situation, unit: Unit, points: float, won: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Where a unit may go on to after the cheapest overrun of each hex, if it succeeds: with the
    points that remain it marches or overruns again as if those it overran were gone, but leaves no
    other enemy's zone.

    Costs are counted from the start of the unit's move.
    """
    cheapest: dict[str, Mapping[str, Any]] = {}
    for overrun in won:
        cheapest.setdefault(overrun["hex"], overrun)
    return [
        told
        for overrun in cheapest.values()
        if points > overrun["cost"]
        for told in _after(situation, unit, points, overrun)
    ]


def _after(
    situation: Situation, unit: Unit, points: float, overrun: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """What follows one overrun, unless nothing does."""
    target, spent = overrun["hex"], overrun["cost"]
    before = March(situation, unit, target)
    left = unit.hex in before.zone and overrun["from"] != unit.hex
    moved = replace(unit, hex=target)
    march = March(_without(situation, moved, target), moved, left=left, won=True)
    rest = points - spent
    reach = marches(march, rest)
    more = overruns(march, rest) if rest > EXTRA_COST else []
    closed = _kept(march, target)
    if not (reach or more or closed):
        return
    yield {
        "after": target,
        "from": overrun["from"],
        "points": rest,
        "reach": [
            {"hex": one.hex, "cost": spent + one.cost, "path": list(one.path)}
            for _, one in sorted(reach.items())
        ],
        "overruns": [{**one, "cost": spent + one["cost"]} for one in more],
        "because": [{"rule": closed.rule, "text": closed.text}] if closed else [],
    }


def _kept(march: March, target: str) -> Reason | None:
    """What holds a unit in the hex that it has overrun."""
    if target not in march.zone:
        return None
    return Reason("6.24", "{hex} is in another enemy zone, which it may not leave.", hex=target)


def _without(situation: Situation, moved: Unit, target: str) -> Situation:
    """The situation with a unit in the hex that it has overrun and without those it overran."""
    units = tuple(
        moved if unit.id == moved.id else unit
        for unit in situation.position.units
        if unit.hex != target or unit.side == moved.side
    )
    return situation.with_units(units)
