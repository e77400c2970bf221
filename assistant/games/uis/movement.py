"""Movement: one unit's steps, every hex in reach, why each other one is closed (5, 6, 19, 30)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from assistant.games.uis.allowance import Allowance, allowance, is_activated_reserve, rolls_needed
from assistant.games.uis.barriers import (
    TOO_DEAR,
    Crossing,
    Entering,
    closed_ground,
    crossings,
    enemy_airfield,
    held_by_others,
    may_not_enter,
)
from assistant.games.uis.breakdown import actions
from assistant.games.uis.costs import along_autobahn, entry_cost, extra_cost, zone_cost
from assistant.games.uis.lines import SLACK
from assistant.games.uis.situation import (
    NEUTRAL,
    WP,
    Situation,
    enemy_of,
)
from assistant.games.uis.stacking import FULL, has_room
from assistant.games.uis.supply import draws_on_interdicted_head
from assistant.games.uis.units import HEDGEHOG, LONE_ROAD, ROAD, is_combat, is_foot, mode, spent
from assistant.games.uis.zones import breakthrough_zone, leaving_refused, zone
from assistant.kernel.chart import Figure
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred, Search, Step, search
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal
from assistant.questions.reasons import Reason

STOPS = Reason("6.1.6, 5.1.8", "Before it the unit enters an enemy zone and stops.", "enemy-zone")
NO_ROAD = Reason("5.8.4", "Foot infantry uses Road mode on railways only.", "unit")


class Place(NamedTuple):
    """Where a move has come to: the hex, whether the unit is still on rails, and how many hexes it
    has gone, where they are counted."""

    hex: str
    riding: bool = False
    gone: int = 0

    def __str__(self) -> str:
        return f"{self.hex} {self.riding:d} {self.gone}"


@rule("5.1", "5.1.1", "5.1.3", "5.3", "18.2", "41.1", "9.18.1", "4")
def whole_unit_refused(situation: Situation, unit: Unit, points: Allowance) -> Reason | None:
    """A unit moves once, in its side's movement phase, and not at all in Hedgehog mode."""
    if unit.side == NEUTRAL:
        return Reason("41.1", "Units of neutral countries do not move.", "side")
    if points.cap == 0:
        return points.because[0]
    if not situation.moves_now(unit.side) and not is_activated_reserve(situation, unit):
        return Reason("5.1.1", "Units move in their own side's movement phase.", "side")
    if unit.get("moved"):
        return Reason("5.1.3", "The unit has finished its move in this phase.", "spent")
    if mode(unit) == HEDGEHOG:
        return Reason("5.3", "A unit in Hedgehog mode does not move.", "unit")
    return None


@dataclass(frozen=True)
class Walk:
    """The steps of one unit that moves by itself; all others stand still."""

    situation: Situation
    unit: Unit
    points: Allowance

    @cached_property
    def forbidden(self) -> Reason | None:
        return whole_unit_refused(self.situation, self.unit, self.points)

    @cached_property
    def budget(self) -> float:
        return max(0.0, self.points.cap - spent(self.unit)) + SLACK

    @cached_property
    def phasing(self) -> str:
        """The side in phase: the unit's own unless it is an activated reserve."""
        own = self.unit.side
        return enemy_of(own) if is_activated_reserve(self.situation, self.unit) else own

    @cached_property
    def enemy_zone(self) -> frozenset[str]:
        return zone(self.situation, enemy_of(self.unit.side), self.phasing)

    @cached_property
    @rule("5.3", "19.3")
    def column(self) -> str:
        """The column of the chart: some support units pay Road costs when they move alone."""
        return ROAD if self.unit.type in LONE_ROAD else mode(self.unit)

    @cached_property
    @rule("5.7.1", "5.8.4", "5.8.5")
    def may_ride(self) -> bool:
        """Warsaw Pact units in Road mode that began this phase on a railway may go by rail."""
        on_rails = self.unit.hex in self.situation.board.on_line("railroad")
        fresh = spent(self.unit) == 0 or self.unit.get("moving") == "rail"
        return self.unit.side == WP and mode(self.unit) == ROAD and on_rails and fresh

    @cached_property
    def entering(self) -> Entering:
        return Entering(self.situation, self.unit, self.phasing)

    @rule("5.1.4", "5.1.5", "6.1.6")
    def steps(self, place: Place) -> Iterator[Step[Place] | Barred[Place]]:
        """From a hex to each neighbour: its full cost must be paid, and no hex is skipped."""
        gone = place.gone + self.is_hampered
        for near in self.situation.around[place.hex]:
            if self.forbidden:
                yield Barred(Place(near), self.forbidden)
                continue
            if place.riding and self.by_rail(place.hex, near):
                yield from self._step(place.hex, Place(near, True, gone))
            yield from self._step(place.hex, Place(near, False, gone))
        if self.forbidden is None:
            yield from self._ferry_steps(place.hex)

    def _step(self, start: str, end: Place) -> Iterator[Step[Place] | Barred[Place]]:
        why = self.refused(start, end)
        if why:
            yield Barred(end, why)
            return
        yield Step(end, self.cost(start, end).number + self.kept_back(end.hex))

    @rule("6.1.5", "6.1.7")
    def kept_back(self, name: str) -> float:
        """Points that must be left for the assault that entering an enemy zone means."""
        return self.entering.assault(name) or 0 if name in self.enemy_zone else 0

    @rule("5.7", "5.7.2", "5.7.3")
    def by_rail(self, start: str, end: str) -> bool:
        """From rail hex to rail hex across a hexside that the line crosses, bridges intact."""
        joined = self.situation.board.joined_by("railroad", start, end)
        return joined and f"{start}/{end}" not in self.situation.damaged

    def refused(self, start: str, end: Place) -> Reason | None:
        """The first rule that forbids the unit to go from one hex to the next."""
        situation, unit = self.situation, self.unit
        return (
            self.not_on_foot(end)
            or closed_ground(situation, unit, start, end.hex)
            or held_by_others(situation, unit, end.hex)
            or may_not_enter(situation, unit, start, end.hex)
            or leaving_refused(situation, unit, start, end.hex, self.phasing)
            or self.entering.refused(end.hex, self.column)
            or enemy_airfield(situation, unit, end.hex)
            or self.no_room(start, end)
            or self.reserve_refused(end.hex)
            or self.too_many_hexes(end)
        )

    @rule("5.8.4", "5.8.5")
    def not_on_foot(self, end: Place) -> Reason | None:
        """Foot infantry has no Road mode, but for riding on rails."""
        on_foot = is_foot(self.unit) and self.situation.in_force("foot")
        return NO_ROAD if on_foot and self.column == ROAD and not end.riding else None

    @rule("7", "7.4", "7.5")
    def no_room(self, start: str, end: Place) -> Reason | None:
        """Stacking holds at every moment; units on rails and on autobahns are counted apart."""
        if not self.situation.at(end.hex):
            return None
        pools = [""]
        if end.riding:
            pools = ["rail"]
        elif self.column == ROAD and along_autobahn(self.situation, start, end.hex):
            pools.append("autobahn")
        roomy = any(has_room(self.situation, self.unit, end.hex, pool) for pool in pools)
        return None if roomy else FULL

    @rule("9.18.1")
    def reserve_refused(self, end: str) -> Reason | None:
        """An activated reserve enters a Breakthrough Zone only where a friend fights already."""
        if self.phasing == self.unit.side:
            return None
        if end in breakthrough_zone(self.situation) and not self.entering.has_friend(end):
            return Reason(
                "9.18.1", "An activated reserve does not enter a Breakthrough Zone.", "enemy-zone"
            )
        return None

    @cached_property
    @rule("27.15.2", "27.15.3")
    def is_hampered(self) -> bool:
        """A combat unit that draws on an interdicted supply head."""
        return is_combat(self.unit) and draws_on_interdicted_head(self.situation, self.unit)

    @rule("27.15.2", "27.15.3")
    def too_many_hexes(self, end: Place) -> Reason | None:
        """Units that draw on an interdicted supply head go three hexes along their way, two if
        Integrated Supply is in force."""
        most = 2 if self.situation.in_force("integrated-supply") else 3
        if end.gone > most:
            return Reason(
                "27.15",
                "Its supply head is interdicted: {n} {n|hex|hexes} at most.",
                "distance",
                n=most,
            )
        return None

    @rule("5.4.1", "5.7.1", "9.13.2", "6.1.5", "6.2.5")
    def cost(self, start: str, end: Place) -> Figure:
        """Terrain, fatigue, what lies on the way, the zone and the breach entered."""
        situation = self.situation
        if end.riding:
            cost = situation.figure("movement", "rail") + extra_cost(situation, start, end.hex)
        else:
            cost = entry_cost(situation, self.unit, self.column, start, end.hex)
        if end.hex in self.enemy_zone:
            cost = cost + zone_cost(situation)
        if self.phasing == self.unit.side and end.hex in breakthrough_zone(situation):
            cost = cost + situation.figure("movement", "breakthrough-zone")
        return cost

    def stops(self, place: Place) -> bool:
        """A unit that enters an enemy zone stops."""
        return place.hex in self.enemy_zone

    @rule("6.1.6", "5.1.8")
    def behind_the_zone(self, reached: Iterable[str]) -> Iterator[tuple[str, Reason]]:
        """Hexes next to those of the enemy zone in which the unit must stop."""
        for name in sorted(set(reached) & self.enemy_zone):
            for near in self.situation.around[name]:
                yield near, self.refused(name, Place(near)) or STOPS

    def closed_at_first(self) -> Iterator[tuple[str, Reason]]:
        """Neighbours of the start hex that a rule closes to a direct step, even where a longer
        way leads."""
        start = Place(self.unit.hex, self.may_ride)
        steps = list(self.steps(start))
        lawful = {step.to.hex for step in steps if isinstance(step, Step)}
        for step in steps:
            if isinstance(step, Barred) and step.to.hex not in lawful:
                yield step.to.hex, step.reason

    @rule("30")
    def _ferry_steps(self, start: str) -> Iterator[Step[Place] | Barred[Place]]:
        """The ferries that leave from a hex, each as one step."""
        for crossing in crossings(self.situation, self.unit, start):
            yield self._ferry_step(start, crossing)

    def _ferry_step(self, start: str, crossing: Crossing) -> Step[Place] | Barred[Place]:
        end = Place(crossing.end)
        why = (
            crossing.refused
            or held_by_others(self.situation, self.unit, end.hex)
            or self.entering.refused(end.hex, self.column)
            or self.no_room(start, end)
        )
        if why:
            return Barred(end, why)
        return Step(end, self.cost(start, end).number + self.kept_back(end.hex))

    def about(self, name: str, cost: float) -> dict[str, Any]:
        """What entering a hex brings with it: fatigue rolls, a combat, a stop."""
        before = spent(self.unit)
        extra: dict[str, Any] = {}
        if rolls := rolls_needed(self.situation, self.unit, before, before + cost):
            extra["fatigue_rolls"] = rolls
        if name in self.enemy_zone:
            extra["stops"] = True
            extra["must_attack"] = self.entering.assault(name) is not None
        return extra

    def used_stand_in(self, places: Any, previous: dict[Place, Place | None]) -> bool:
        """Whether any of the ways leans on a figure that is ours."""
        return any(
            self.cost(before.hex, place).stand_in
            for place in places
            if (before := previous[place]) is not None
        )


def moves(situation: Situation, unit: Unit) -> Moves:
    """Every hex in reach with its cost and way, and the rule that closes each other one."""
    (unit,) = on_map(situation, [unit])
    points = allowance(situation, unit)
    walk = Walk(situation, unit, points)
    found, _ = search(
        [Place(unit.hex, walk.may_ride)], walk.steps, budget=walk.budget, stop=walk.stops
    )
    best = cheapest(found)
    del best[unit.hex]
    reach = [
        Reached(name, cost, tuple(place.hex for place in found.path(at)), walk.about(name, cost))
        for name, at in best.items()
        for cost in [round(found.cost[at] - walk.kept_back(name), 6)]
    ]
    refused = refusals(walk, found, best)
    return Moves(
        unit=unit.id,
        allowance=points.basic,
        reach=tuple(sorted(reach, key=lambda reached: (reached.cost, reached.hex))),
        refused=tuple(Refusal.by(name, why) for name, why in sorted(refused.items())),
        because=points.because + ((walk.forbidden,) if walk.forbidden else ()),
        extra={
            "cap": points.cap,
            "actions": {} if walk.forbidden else actions(situation, unit, walk.budget),
            "stand_in": walk.used_stand_in(best.values(), found.previous),
        },
    )


def cheapest(found: Search[Place]) -> dict[str, Place]:
    """Each hex reached, on rails or off them, whichever costs less."""
    best: dict[str, Place] = {}
    for place, cost in found.cost.items():
        if place.hex not in best or cost < found.cost[best[place.hex]]:
            best[place.hex] = place
    return best


def refusals(walk: Walk, found: Search[Place], best: dict[str, Place]) -> dict[str, Reason]:
    """The rule that closes each hex not in reach, or a direct step to one that is."""
    refused = {
        place.hex: why
        for place, why in sorted(found.barred.items(), key=str)
        if place.hex not in best
    }
    for name, why in walk.behind_the_zone(best):
        if name not in best:
            refused.setdefault(name, why)
    for place, total in found.beyond.items():
        without = total - walk.kept_back(place.hex)
        if place.hex not in best and without <= walk.budget:
            refused.setdefault(place.hex, TOO_DEAR)
    refused.pop(walk.unit.hex, None)
    for name, why in walk.closed_at_first():
        refused.setdefault(name, why)
    return refused
