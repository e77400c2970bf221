"""Movement (rules 5.1, 5.2, 5.5, 6, 8.2, 8.3): marches, disengagement, infiltration, overruns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from assistant.games.kursk.allowance import Allowance, allowance
from assistant.games.kursk.overrun import EXTRA_COST, bar_from, targets
from assistant.games.kursk.rail import UNITS_PER_HEX, UNITS_PER_TURN, bar_to_rail, by_rail, weight
from assistant.games.kursk.sides import enemy_of
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_combat_unit
from assistant.position import Unit
from assistant.rules.answers import Moves, Reached, Refusal
from assistant.rules.questions import QuestionError
from assistant.rules.rulebook import Reason, rule
from assistant.rules.search import Barred, Search, Step, search

DISENGAGE = 2
DISENGAGE_FROM_OWN_TRENCH, DISENGAGE_FROM_THEIR_TRENCH = 0, 1


class Spot(NamedTuple):
    """A hex on the march, and whether the unit has left an enemy zone in this phase."""

    hex: str
    left: bool


@dataclass(frozen=True)
class March:
    """The movement of one unit; `overrun` names the hex whose zones it ignores (6.16)."""

    situation: Situation
    unit: Unit
    overrun: str = ""

    @cached_property
    def enemy(self) -> str:
        return enemy_of(self.unit.side)

    @cached_property
    def zone(self) -> frozenset[str]:
        """Enemy zones that count."""
        if not self.overrun:
            return self.situation.zones[self.enemy]
        return self.situation.zone_without(self.enemy, frozenset({self.overrun}))

    # One step

    @rule("5.26", "5.65", "8.27", "15.25")
    def bar(self, here: str, near: str) -> Reason | None:
        """What closes a hex to a march: the enemy, a lake, a guarded bank of a major river.
        Germans may walk into a hex that only partisans hold."""
        if near in self.situation.defended[self.enemy]:
            return Reason("5.26", f"{near} is held by the enemy.")
        if (here, near) in self.situation.ground.closed:
            return Reason("5.65", f"A lake lies between {here} and {near}.")
        if self.situation.guarded_bank(self.unit.side, here, near):
            return Reason("8.27", f"The enemy guards the bank of the major river at {near}.")
        return None

    @cached_property
    @rule("8.31", "16.2")
    def disengagement(self) -> int:
        """Points to leave an enemy zone; fewer in entrenchments by the optional rule."""
        if not self.situation.position.value("optional-entrenchment"):
            return DISENGAGE
        if self.situation.ground.entrenched(self.unit.hex, self.unit.side):
            return DISENGAGE_FROM_OWN_TRENCH
        if self.situation.ground.entrenched(self.unit.hex, self.enemy):
            return DISENGAGE_FROM_THEIR_TRENCH
        return DISENGAGE

    @rule("5.22", "5.25", "8.23", "8.31", "8.32")
    def step(self, spot: Spot, near: str) -> Step[Spot] | Barred[Spot]:
        """One hex: to leave a zone costs two more, and then no zone may be entered."""
        leaves = spot.hex == self.unit.hex and spot.hex in self.zone
        onward = Spot(near, spot.left or leaves)
        reason = self.bar(spot.hex, near)
        if reason is None and onward.left and self._closed_zone(near):
            reason = Reason("8.32", f"{near} is in an enemy zone, and the unit has left one.")
        if reason is not None:
            return Barred(onward, reason)
        cost = self.situation.ground.entry_cost(spot.hex, near)
        return Step(onward, cost + (self.disengagement if leaves else 0))

    def _closed_zone(self, near: str) -> bool:
        """Whether a unit that left a zone may not enter this one."""
        if self.overrun and not self.situation.option("disengage-then-overrun"):
            return near in self.situation.zones[self.enemy]
        return near in self.zone

    def steps(self, spot: Spot) -> Iterator[Step[Spot] | Barred[Spot]]:
        for near in self.situation.ground.around[spot.hex]:
            yield self.step(spot, near)

    @rule("5.11", "8.21", "8.22")
    def reach(self, points: float) -> Search[Spot]:
        """Everything that the points allow; a zone that is entered ends the march."""
        start = [Spot(self.unit.hex, False)]
        found, _ = search(start, self.steps, points, stop=lambda spot: spot.hex in self.zone)
        return found


@rule("5.0", "5.23", "5.24")
def marches(march: March, points: int) -> dict[str, Reached]:
    """Hexes reached on foot, cheapest way each; one hex is always open, whatever it costs."""
    found = march.reach(points)
    best: dict[str, Reached] = {}
    for spot, cost in found.cost.items():
        if spot.hex != march.unit.hex and (spot.hex not in best or cost < best[spot.hex].cost):
            path = tuple(node.hex for node in found.path(spot))
            best[spot.hex] = Reached(spot.hex, cost, path, {"by": "march"})
    for step in march.steps(Spot(march.unit.hex, False)):
        if isinstance(step, Step) and step.to.hex not in best:
            path = (march.unit.hex, step.to.hex)
            best[step.to.hex] = Reached(step.to.hex, step.cost, path, {"by": "march"})
    return best


@rule("5.5", "5.51", "5.52", "5.53", "5.54", "5.55", "5.56")
def bar_to_infiltrate(march: March) -> Reason | None:
    """Why a unit may not infiltrate at all: only Germans, from a zone, in supply and
    communication, with another combat unit near, in the first movement phase."""
    situation, unit = march.situation, march.unit
    if unit.side != "german":
        return Reason("5.56", "Soviet units never infiltrate.")
    if situation.moment.kind == "mechanized":
        return Reason("5.53", "Nobody infiltrates in mechanised movement.")
    if unit.hex not in march.zone:
        return Reason("5.5", f"{unit.shown} does not begin in an enemy zone.")
    if not situation.supplied(unit) or not situation.in_communication(unit):
        return Reason("5.52", f"{unit.shown} is not in supply and communication.")
    near = (unit.hex, *situation.ground.around[unit.hex])
    friends = (u for name in near for u in situation.at(name) if u.side == unit.side)
    if not any(is_combat_unit(friend) and friend.id != unit.id for friend in friends):
        return Reason("5.55", f"No other combat unit is with or next to {unit.shown}.")
    return None


@rule("5.51")
def bar_infiltrated_side(march: March, near: str) -> Reason | None:
    """Infiltration crosses no river and no dragon's teeth."""
    situation, here = march.situation, march.unit.hex
    if situation.position.board.between(here, near) & {"river", "major-river"}:
        return Reason("5.51", f"A river lies between {here} and {near}.")
    if "dragon-teeth" in situation.ground.owned_between(here, near):
        return Reason("5.51", f"Dragon's teeth lie between {here} and {near}.")
    return march.bar(here, near)


def infiltrations(march: March, points: int) -> dict[str, Reached]:
    """Adjacent hexes in enemy zones that a unit may enter directly, for its whole allowance."""
    if bar_to_infiltrate(march) is not None:
        return {}
    return {
        near: Reached(near, points, (march.unit.hex, near), {"by": "infiltration"})
        for near in march.situation.ground.around[march.unit.hex]
        if near in march.zone and bar_infiltrated_side(march, near) is None
    }


@rule("5.14", "6.0", "6.12", "6.16", "6.19", "8.33")
def overruns(situation: Situation, unit: Unit, points: int) -> list[dict[str, Any]]:
    """Every overrun by this unit alone, cheapest first: the way to the hex from which it begins,
    the terrain of the target, and three points; from where the unit stands at any cost."""
    found = []
    grid = situation.position.board.grid
    for target in targets(situation, unit.side):
        if grid.distance(unit.hex, target) > 2 * points + 1:
            continue
        march = March(situation, unit, target)
        costs = {spot.hex: cost for spot, cost in reversed(march.reach(points).cost.items())}
        for start in situation.ground.around[target]:
            if start not in costs or bar_from(situation, [unit], start, target) is not None:
                continue
            cost = costs[start] + situation.ground.entry_cost(start, target) + EXTRA_COST
            if cost <= points or start == unit.hex:
                found.append({"hex": target, "from": start, "cost": cost})
    return sorted(found, key=lambda entry: (entry["cost"], entry["hex"], entry["from"]))


def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go, by which means, and what keeps it from its neighbours."""
    if unit.hex not in situation.position.board:
        raise QuestionError(f"{unit.shown} is not on the map: it stands in {unit.hex}.")
    given = allowance(situation, unit)
    if given.bar is not None:
        near = sorted(situation.ground.around[unit.hex])
        refused = tuple(Refusal(name, given.bar.rule, given.bar.text) for name in near)
        return Moves(unit.id, 0, (), refused, given.because, {"rail": [], "overruns": []})
    march = March(situation, unit)
    reached = {**infiltrations(march, given.points), **marches(march, given.points)}
    overrun = overruns(situation, unit, given.points)
    return Moves(
        unit=unit.id,
        allowance=given.points,
        reach=tuple(reached[name] for name in sorted(reached)),
        refused=_refused(march, given, reached, {entry["hex"] for entry in overrun}),
        because=given.because,
        extra={
            "rail": list(by_rail(situation, unit)),
            "overruns": overrun,
            "rail_limits": _rail_limits(situation, unit),
            "stand_in": situation.ground.leans_on_costs,
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


def _refused(
    march: March, given: Allowance, reached: dict[str, Reached], overrun: set[str]
) -> tuple[Refusal, ...]:
    """The rule that closes each hex beside those reached, if neither march nor overrun opens it."""
    situation, unit = march.situation, march.unit
    reasons = {spot.hex: reason for spot, reason in march.reach(given.points).barred.items()}
    for near in situation.ground.around[unit.hex]:
        step = march.step(Spot(unit.hex, False), near)
        if isinstance(step, Barred):
            reasons[near] = step.reason
        if near in situation.defended[march.enemy]:
            reasons[near] = bar_from(situation, [unit], unit.hex, near) or reasons[near]
    return tuple(
        Refusal(name, reasons[name].rule, reasons[name].text)
        for name in sorted(reasons)
        if name not in reached and name not in overrun
    )
