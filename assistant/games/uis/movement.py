"""Where units may go, alone and together, what else they may do on the way, and why each other
hex is closed (5, 6, 19).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from assistant.games.uis import limits, units, untold
from assistant.games.uis.actions import Action, Actions, Reach, companions
from assistant.games.uis.ferries import ferry_ports
from assistant.games.uis.limits import Allowance, allowance
from assistant.games.uis.situation import SQUADRONS, Situation, situation_of
from assistant.games.uis.supply import rested
from assistant.games.uis.walk import Spot, Walk, cheapest, walked
from assistant.games.uis.zones import has_gone, in_enemy_zone
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.search import ENDLESS, Search, leads_to
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, as_json, refusals
from assistant.questions.reasons import Reason, Saying
from assistant.questions.stacks import Together
from builder.machine.collecting import uncollected

TOO_DEAR = Reason(
    "6.1.7", "Not enough points would be left for the combat that follows.", "allowance"
)
SOON = 600
"""Hexes that a short way to a goal may try."""
MOST_BEHIND = 24
"""Hexes behind closed ones that are looked at before a way to a goal is sought."""


@uncollected()  # because thousands of hexes and ways are made that all stay
def moves(situation: Situation, unit: Unit, points: Allowance | None = None) -> Moves:
    """Every hex in reach with its cost and way, and the rule that closes each other one; with the
    unit's own points if none are told."""
    (unit,) = on_map(situation, [unit])
    points = points or allowance(situation, unit)
    walk = Walk(situation, unit, points)
    found = walked(walk)
    best = cheapest(found)
    del best[unit.hex]
    paths = found.paths(attrgetter("hex"))
    reach = [
        Reached(name, cost, paths[at], walk.about(name, cost))
        for name, at in best.items()
        for cost in [round(found.cost[at] - walk.kept_back(name), 6)]
    ]
    doubtful = any(
        walk.cost(before.hex, spot).stand_in
        for spot in best.values()
        if (before := found.previous[spot]) is not None
    )
    return Moves(
        unit=unit.id,
        allowance=points.basic,
        reach=tuple(sorted(reach, key=lambda reached: (reached.cost, reached.hex))),
        refused=refusals(closed(walk, found, best)),
        because=tuple(dict.fromkeys((*points.because, *filter(None, [walk.forbidden])))),
        extra={"cap": points.cap, "actions": Later(walk, best), "stand_in": doubtful}
        | together(walk, best)
        | untold.as_extra(*untold.of_weather(situation)),
    )


def leads(situation: Situation, unit: Unit, goal: str) -> bool:
    """Whether a way into a hex of the map is found soon."""
    grid = situation.board.grid
    if unit.hex not in grid or goal not in grid or goal == unit.hex:
        return False
    return goes_to(Walk(situation, unit, allowance(situation, unit)), goal, SOON)


def goes_to(walk: Walk, goal: str, most: int | None = None) -> bool:
    """Whether a way into a hex of the map is found; False is sure without `most`, the number of
    hexes that are tried."""
    return not is_shut_off(walk, goal) and leads_to(
        walk.start,
        walk.steps,
        walk.budget,
        away=steps_from(walk.situation, goal),
        stop=lambda spot: spot.hex in walk.enemy_zone,
        most=most,
        least=walk.least,
    )


def is_shut_off(walk: Walk, goal: str) -> bool:
    """Whether no way from where a walk begins leads into a hex, seen from that hex back: it is
    closed, or lies behind a zone in which the unit must stop. False tells nothing."""
    if walk.forbidden:
        return True
    behind, ports = [goal], ferry_ports(walk.situation.board)
    for name in behind:
        if name in ports or len(behind) > MOST_BEHIND:
            return False
        for near in walk.situation.around[name]:
            if near in behind or not walk.goes_on(near, name):
                continue
            if near == walk.start.hex:
                return False
            behind.append(near)
    return True


def steps_from(situation: Situation, goal: str) -> Callable[[Spot], float]:
    """How many steps a spot is away from a hex of the map at the least, a ferry being one."""
    grid, ports = situation.board.grid, ferry_ports(situation.board)
    over = min((grid.distance(port, goal) for port in ports), default=ENDLESS) + 1

    def away(spot: Spot) -> float:
        straight = grid.distance(spot.hex, goal)
        if straight <= over:
            return straight
        return min(straight, over + min(grid.distance(spot.hex, port) for port in ports))

    return away


@rule("5.2", "7.1")
def too_many(situation: Situation, units_: Sequence[Unit], name: str) -> Reason | None:
    """Why units may not move together, whatever the hex."""
    if any(unit.type in SQUADRONS for unit in units_):
        return limits.FLIES
    return None if units.fits(units_) else units.FULL


@rule("5.2", "5.2.3")
def leader(stack: Sequence[Unit]) -> Sequence[Unit]:
    """Support goes along with one combat unit, and a supply head with Railroad Regiments, and pays
    nothing of its own; combat units go one after another."""
    fighting = [unit for unit in stack if units.is_combat(unit)]
    regiments = [unit for unit in stack if unit.type == units.RAILROAD_REGIMENT]
    if len(fighting) == 1:
        return fighting
    return stack if fighting else regiments or stack


ONE_HEAD = Reason(
    "19.7",
    "Railroad Regiments that move together take one supply head along: name each regiment with a "
    "head of its own.",
    "full",
)
ONE_HEAD_EACH = Reason("19.6", "A Railroad Regiment takes one supply head along.", "full")


@rule("19.6", "19.7", "18.2")
def by_rail_troops(situation: Situation, stack: Sequence[Unit]) -> Mapping[str, Moves]:
    """Railroad Regiments that move together pool their points, and take one supply head along."""
    regiments = [unit for unit in stack if unit.type == units.RAILROAD_REGIMENT]
    heads = [unit for unit in stack if unit.type == units.FSH]
    if not regiments or len(regiments) + len(heads) < len(stack):
        return {}
    if len(heads) > 1:
        none = limits.Allowance(0, 0, (ONE_HEAD if len(regiments) > 1 else ONE_HEAD_EACH,))
        return {head.id: moves(situation, head, none) for head in heads}
    first = max(regiments, key=units.spent)
    together = moves(situation, first, limits.pool(situation, regiments))
    return dict.fromkeys((unit.id for unit in stack), together)


@rule("5.2.3", "6.2.2")
def last_out_of_zone(situation: Situation, stack: Sequence[Unit]) -> Mapping[str, Moves]:
    """Of combat units that leave a zone one after another the last has no friend left behind who
    has not moved: it goes as if the others were gone."""
    fighting = [unit for unit in stack if units.is_combat(unit) and not has_gone(unit)]
    if len(fighting) < 2 or not in_enemy_zone(situation, fighting[-1], fighting[-1].side):
        return {}
    going = [u for u in fighting if not Walk(situation, u, allowance(situation, u)).forbidden]
    if len(going) < 2:
        return {}
    *before, last = going
    gone = {unit.id: replace(unit, fields={**unit.fields, "moved": True}) for unit in before}
    position = situation.position
    left = situation_of(position.with_units(gone.get(u.id, u) for u in position.units))
    return {last.id: moves(left, last)}


def otherwise(situation: Situation, stack: Sequence[Unit]) -> Mapping[str, Moves]:
    """What units of a hex reach together that they would not reach each by itself, and the other
    way round."""
    return by_rail_troops(situation, stack) or last_out_of_zone(situation, stack)


@rule("5.2.3")
def one_by_one(situation: Situation, stack: Sequence[Unit]) -> Mapping[str, Saying]:
    """That combat units named together move one after another all the same."""
    if sum(map(units.is_combat, stack)) < 2:
        return {}
    return {"one_by_one": Saying("Combat units never move together: each goes there by itself.")}


TOGETHER = Together("5.2", too_many, led_by=leader, told=one_by_one, pooled=otherwise)


class Later(Mapping[str, Action]):
    """The actions of a unit, worked out when they are first read: each takes a search of its own,
    because it changes what the unit pays, and who judges a log by its moves reads none of them."""

    def __init__(self, walk: Walk, best: Mapping[str, Spot]) -> None:
        self.walk, self.best = walk, best

    @cached_property
    def told(self) -> dict[str, Action]:
        return self.with_reach(self.reach)

    def tell_of(self, goal: str) -> bool:
        """Whether they name a hex, as one that an action brings into reach or else: sooner known
        than all of them."""
        here, grid = self.walk.unit.hex, self.walk.situation.board.grid
        if here not in grid or goal not in grid or goal == here:
            return goal in str(as_json(self))

        def reach(unit: Unit, cost: float, torn: bool) -> Mapping[str, float]:
            return {goal: 0} if goes_to(self.after(unit, cost, torn), goal) else {}

        return goal in str(as_json(self.with_reach(reach)))

    def with_reach(self, reach: Reach) -> dict[str, Action]:
        """The actions, with what `reach` says of the hexes that they bring into reach."""
        walk = self.walk
        dug_in = units.mode(walk.unit) == units.HEDGEHOG
        if walk.unit.get("moved") or (walk.forbidden and not dug_in):
            return {}
        ready = Actions(walk.situation, walk.unit, walk.budget, frozenset(self.best), reach)
        return ready.told()

    def reach(self, unit: Unit, cost: float, torn: bool) -> Mapping[str, float]:
        """The hexes in reach after an action, each with the points of the way."""
        walk = self.after(unit, cost, torn)
        found = walked(walk)
        best = cheapest(found)
        del best[unit.hex]
        return {name: found.cost[at] - walk.kept_back(name) for name, at in best.items()}

    def after(self, unit: Unit, cost: float, torn: bool) -> Walk:
        """The walk that is left after an action, as far as fatigue lets the unit go (5.4)."""
        spent = {**unit.fields, "spent": units.spent(self.walk.unit) + cost}
        began = {"began-in-zoc": self.walk.began} if unit.get("began-in-zoc") is None else {}
        changed = replace(unit, fields={**spent, **began})
        points = self.walk.points
        if rested(changed):  # because no fuel is paid for rest, the same fuel lasts longer
            points = allowance(self.walk.situation, changed)
        return replace(self.walk, unit=changed, points=points, torn=torn)

    def __getitem__(self, name: str) -> Action:
        return self.told[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.told)

    def __len__(self) -> int:
        return len(self.told)


@rule("5.2.1", "7.1")
def together(walk: Walk, best: Mapping[str, Spot]) -> dict[str, Any]:
    """Who may go along at no cost of their own, and the hexes in reach without room for all."""
    group = companions(walk.situation, walk.unit)
    if not group or walk.forbidden:
        return {}
    everybody = {walk.unit.id, *(one.id for one in group)}
    full = [
        name
        for name in sorted(best)
        if (there := walk.situation.at(name))
        and not units.fits([*(o for o in there if o.id not in everybody), walk.unit, *group])
    ]
    told: dict[str, Any] = {"units": [one.id for one in group], "rule": "5.2"}
    return {"together": told | ({"no_room": full} if full else {})}


def closed(walk: Walk, found: Search[Spot], best: dict[str, Spot]) -> dict[str, Reason]:
    """The rule that closes each hex not in reach, or a direct step to one that is."""
    barred = sorted(found.barred.items(), key=str)
    refused = {spot.hex: why for spot, why in barred if spot.hex not in best}
    for name, why in walk.behind_the_zone(best):
        if name not in best:
            refused.setdefault(name, why)
    for spot, total in found.beyond.items():
        without = total - walk.kept_back(spot.hex)
        if spot.hex not in best and without <= walk.budget:
            refused.setdefault(spot.hex, TOO_DEAR)
    refused.pop(walk.unit.hex, None)
    for name, why in walk.closed_at_first():
        refused.setdefault(name, why)
    return refused
