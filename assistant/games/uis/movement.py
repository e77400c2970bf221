"""Movement: one unit's steps, every hex in reach, why each other one is closed (5, 6, 19, 30)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from assistant.games.uis import limits, units
from assistant.games.uis.actions import Action, Actions, Reach, companions, weariness
from assistant.games.uis.coming import NOT_AT_ONCE, came_to_its_site_now
from assistant.games.uis.costs import (
    TABLES,
    along_autobahn,
    entry_cost,
    extra_cost,
    ground_cost,
    zone_cost,
)
from assistant.games.uis.ground import closed_hexes, holder, neutral_ground
from assistant.games.uis.limits import Allowance, Entering, allowance, rolls_needed
from assistant.games.uis.lines import SLACK, by_ferry, under_enemy_air
from assistant.games.uis.situation import NEUTRAL, SQUADRONS, WP, Situation, enemy_of
from assistant.games.uis.supply import draws_on_interdicted_head, fuel_used
from assistant.games.uis.zones import bar_to_leave, began_in_zone, breakthrough_zone, zone
from assistant.kernel.chart import Figure
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.search import ENDLESS, Barred, Search, Step, leads_to, search
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, as_json, refusals
from assistant.questions.reasons import Reason
from assistant.questions.stacks import Together
from builder.game.board import Board

STOPS = Reason("6.1.6, 5.1.8", "Before it the unit enters an enemy zone and stops.", "enemy-zone")
NO_ROAD = Reason("5.8.4", "Foot infantry uses Road mode on railways only.", "unit")
NO_BREACH = Reason(
    "9.18.1", "An activated reserve does not enter a Breakthrough Zone.", "enemy-zone"
)
TOO_DEAR = Reason(
    "6.1.7", "Not enough points would be left for the combat that follows.", "allowance"
)
LAST_TURN_OF_FERRIES = 2
SOON = 600
"""Hexes that a short way to a goal may try."""
MOST_BEHIND = 24
"""Hexes behind closed ones that are looked at before a way to a goal is sought."""


class Spot(NamedTuple):
    """Where a move has come to: the hex, whether the unit is still on rails, and how many hexes it
    has gone, where they are counted."""

    hex: str
    riding: bool = False
    gone: int = 0

    def __str__(self) -> str:
        return f"{self.hex} {self.riding:d} {self.gone}"


Steps = Iterator[Step[Spot] | Barred[Spot]]


@dataclass(frozen=True)
class Walk:
    """The steps of one unit that moves by itself; all others stand still."""

    situation: Situation
    unit: Unit
    points: Allowance
    torn: bool = False
    """Whether it has torn itself away from the enemy: terrain costs it twice as much (9.10)."""

    @cached_property
    @rule("5.1", "5.1.1", "5.1.3", "5.3", "18.2", "41.1", "9.18.1", "4")
    def forbidden(self) -> Reason | None:
        """A unit moves once, in its side's movement phase, and not at all in Hedgehog mode."""
        situation, unit = self.situation, self.unit
        if unit.side == NEUTRAL:
            return Reason("41.1", "Units of neutral countries do not move.", "side")
        if self.points.cap == 0:
            return self.points.because[0]
        if not situation.moves_now(unit.side) and self.phasing == unit.side:
            return Reason("5.1.1", "Units move in their own side's movement phase.", "side")
        if unit.get("moved"):
            return Reason("5.1.3", "The unit has finished its move in this phase.", "spent")
        if units.mode(unit) == units.HEDGEHOG:
            return Reason("5.3", "A unit in Hedgehog mode does not move.", "unit")
        if self.has_landed:
            return Reason("29.6", "Marines do not move in the turn of their landing.", "spent")
        if came_to_its_site_now(situation, unit):
            return NOT_AT_ONCE
        return None

    @property
    @rule("29.6")
    def has_landed(self) -> bool:
        """Whether Marines came by sea in this turn: inland they were flown."""
        by_sea = self.unit.type == "marine" and self.unit.get("landed") == "this-turn"
        at_sea = self.situation.board.hexes_with("sea")
        return by_sea and not at_sea.isdisjoint(self.situation.around[self.unit.hex])

    @cached_property
    def budget(self) -> float:
        return max(0.0, self.points.cap - units.spent(self.unit)) + SLACK

    @cached_property
    def phasing(self) -> str:
        """The side in phase: the unit's own unless it is an activated reserve."""
        own = self.unit.side
        return enemy_of(own) if limits.is_activated_reserve(self.situation, self.unit) else own

    @cached_property
    def enemy_zone(self) -> frozenset[str]:
        return zone(self.situation, enemy_of(self.unit.side), self.phasing)

    @cached_property
    @rule("5.3", "19.3")
    def column(self) -> str:
        """The column of the chart: some support units pay Road costs when they move alone."""
        return units.ROAD if self.unit.type in units.LONE_ROAD else units.mode(self.unit)

    @cached_property
    def least(self) -> float:
        """No step costs less, whatever its terrain."""
        column = units.ROAD if self.column == units.ROAD else units.TACTICAL
        prices = [
            figure.number
            for (_, name), figure in self.situation.chart("terrain").items()
            if name == column
        ]
        prices += map(float, self.situation.table(TABLES[column]).values())
        if self.start.riding:
            prices.append(self.situation.figure("movement", "rail").number)
        return max(0.0, min(prices, default=0.0))

    @cached_property
    @rule("5.7.1", "5.8.4", "5.8.5")
    def start(self) -> Spot:
        """Warsaw Pact units in Road mode that began this phase on a railway may go by rail."""
        on_rails = self.unit.hex in self.situation.board.on_line("railroad")
        fresh = units.spent(self.unit) == 0 or self.unit.get("moving") == "rail"
        by_road = self.unit.side == WP and units.mode(self.unit) == units.ROAD
        return Spot(self.unit.hex, by_road and on_rails and fresh)

    @cached_property
    def began(self) -> bool:
        return began_in_zone(self.situation, self.unit, self.phasing)

    @cached_property
    def entering(self) -> Entering:
        return Entering(self.situation, self.unit, self.phasing)

    @rule("5.1.4", "5.1.5", "6.1.6")
    def steps(self, spot: Spot, known: Container[Spot] = ()) -> Steps:
        """From a hex to each neighbour: its full cost must be paid, and no hex is skipped. Steps to
        what is `known` are left out."""
        near = self.situation.around[spot.hex]
        if self.forbidden:
            yield from (Barred(Spot(name), self.forbidden) for name in near)
            return
        gone = spot.gone + self.is_hampered
        for name in near:
            end = Spot(name, True, gone)
            if spot.riding and end not in known and self.by_rail(spot.hex, name):
                yield self.step(spot.hex, end)
            if (end := Spot(name, False, gone)) not in known:
                yield self.step(spot.hex, end)
        yield from self.ferries(spot.hex)

    def goes_on(self, start: str, end: str) -> bool:
        """Whether a way may lead through a hex to the next, whatever came before."""
        if start != self.start.hex and start in self.enemy_zone:
            return False
        spots = [Spot(end), Spot(end, True)] if self.by_rail(start, end) else [Spot(end)]
        return any(
            isinstance(step := self.step(start, spot), Step) and step.cost <= self.budget
            for spot in spots
        )

    def step(self, start: str, end: Spot) -> Step[Spot] | Barred[Spot]:
        if why := self.bar(start, end):
            return Barred(end, why)
        return self.open(start, end)

    def open(self, start: str, end: Spot) -> Step[Spot]:
        return Step(end, self.cost(start, end).number + self.kept_back(end.hex))

    @rule("6.1.5", "6.1.7")
    def kept_back(self, name: str) -> float:
        """Points that must be left for the assault that entering an enemy zone means."""
        return self.entering.assault(name) or 0 if name in self.enemy_zone else 0

    @rule("5.7", "5.7.2", "5.7.3")
    def by_rail(self, start: str, end: str) -> bool:
        """From rail hex to rail hex across a hexside that the line crosses, bridges intact."""
        joined = self.situation.board.joined_by("railroad", start, end)
        return joined and f"{start}/{end}" not in self.situation.damaged

    @rule("5.8.4", "5.8.5")
    def bar(self, start: str, end: Spot) -> Reason | None:
        """The first rule that forbids the unit to go from one hex to the next. Foot infantry has no
        Road mode, but for riding on rails."""
        situation, unit = self.situation, self.unit
        if self.footsore and not end.riding:
            return NO_ROAD
        if end.hex not in self.noteworthy and self.is_open(start, end):
            return None
        return (
            limits.bar_of_ground(situation, unit, start, end.hex)
            or limits.bar_of_holder(situation, unit, end.hex)
            or self.bar_of_country(start, end.hex)
            or (not self.torn and bar_to_leave(situation, unit, start, end.hex, self.phasing))
            or self.entering.bar(end.hex, self.column)
            or limits.bar_of_airfield(situation, unit, end.hex)
            or self.bar_of_room(start, end)
            or self.bar_of_breach(end.hex)
            or self.bar_of_distance(end)
        )

    @cached_property
    def footsore(self) -> bool:
        """Foot infantry in Road mode."""
        return self.column == units.ROAD and limits.goes_on_foot(self.situation, self.unit)

    @cached_property
    def noteworthy(self) -> frozenset[str]:
        """The hexes that some rule might close, wherever one comes from: all others are open, which
        a search of a thousand hexes need not work out for each."""
        return notable_hexes(self.situation) | self.enemy_zone

    def is_open(self, start: str, end: Spot) -> bool:
        """Whether nothing but the hex itself can speak against a step: no feature of the hexside,
        no enemy zone to be left, no country that holds the unit, no count of hexes."""
        plain = not self.situation.board.between(start, end.hex) and start != self.unit.hex
        return plain and not self.bound and not end.gone

    @cached_property
    def bound(self) -> bool:
        return limits.is_bound(self.situation, self.unit)

    def bar_of_country(self, start: str, end: str) -> Reason | None:
        """What countries say, asked only where one might say something."""
        if not self.bound and end not in neutral_ground(self.situation):
            return None
        return limits.bar_of_country(self.situation, self.unit, start, end)

    @rule("7", "7.4", "7.5")
    def bar_of_room(self, start: str, end: Spot) -> Reason | None:
        """Stacking holds at every moment; units on rails and on autobahns are counted apart."""
        if not self.situation.at(end.hex):
            return None
        pools = ["rail"] if end.riding else [""]
        if not end.riding and self.column == units.ROAD:
            pools += ["autobahn"] if along_autobahn(self.situation, start, end.hex) else []
        roomy = any(units.has_room(self.situation, self.unit, end.hex, pool) for pool in pools)
        return None if roomy else units.FULL

    @rule("9.18.1", "9.18.1.4")
    def bar_of_breach(self, end: str) -> Reason | None:
        """An activated reserve enters a Breakthrough Zone only where a friend fights already."""
        if self.phasing == self.unit.side or end not in breakthrough_zone(self.situation):
            return None
        return None if self.entering.has_friend(end) else NO_BREACH

    @cached_property
    @rule("27.15.2", "27.15.3")
    def is_hampered(self) -> bool:
        """A combat unit that draws on an interdicted supply head."""
        return units.is_combat(self.unit) and draws_on_interdicted_head(self.situation, self.unit)

    @rule("27.15.2", "27.15.3", "27.15.2.1", "27.15.3.1")
    def bar_of_distance(self, end: Spot) -> Reason | None:
        """Units that draw on an interdicted supply head go three hexes along their way, two if
        Integrated Supply is in force."""
        most = 2 if self.situation.in_force("integrated-supply") else 3
        if end.gone <= most:
            return None
        text = "Its supply head is interdicted: {n} {n|hex|hexes} at most."
        return Reason("27.15", text, "distance", n=most)

    @rule("5.4.1", "5.7.1", "9.13.2", "6.1.5", "6.2.5", "5.4.1.5")
    def cost(self, start: str, end: Spot) -> Figure:
        """Terrain, fatigue, what lies on the way, the zone and the breach entered."""
        situation = self.situation
        if end.riding:
            rail = situation.figure("movement", "rail")
            cost = rail + extra_cost(situation, start, end.hex)
        else:
            cost = entry_cost(situation, self.unit, self.column, start, end.hex)
            if self.torn:
                cost += ground_cost(situation, self.unit, self.column, start, end.hex)
        if end.hex in self.enemy_zone:
            cost += zone_cost(situation)
        if self.phasing == self.unit.side and end.hex in breakthrough_zone(situation):
            cost += situation.figure("movement", "breakthrough-zone")
        return cost

    @rule("30")
    def ferries(self, start: str) -> Steps:
        """The ferries that leave from a hex, each as one step."""
        if start not in ferry_ports(self.situation.board):
            return
        for route in ferry_routes(self.situation, start):
            end = Spot(route[-1])
            why = (
                bar_to_ferry(self.situation, self.unit, route)
                or limits.bar_of_holder(self.situation, self.unit, end.hex)
                or self.entering.bar(end.hex, self.column)
                or self.bar_of_room(start, end)
            )
            yield Barred(end, why) if why else self.open(start, end)

    @rule("6.1.6", "5.1.8")
    def behind_the_zone(self, reached: Iterable[str]) -> Iterator[tuple[str, Reason]]:
        """Hexes next to those of the enemy zone in which the unit must stop."""
        for name in sorted(set(reached) & self.enemy_zone):
            for near in self.situation.around[name]:
                yield near, self.bar(name, Spot(near)) or STOPS

    def closed_at_first(self) -> Iterator[tuple[str, Reason]]:
        """Neighbours of the start hex that a rule closes to a direct step, even where a longer
        way leads."""
        steps = list(self.steps(self.start))
        lawful = {step.to.hex for step in steps if isinstance(step, Step)}
        for step in steps:
            if isinstance(step, Barred) and step.to.hex not in lawful:
                yield step.to.hex, step.reason

    def about(self, name: str, cost: float) -> dict[str, Any]:
        """What entering a hex brings with it: fatigue rolls, a combat, a stop."""
        if cost not in self._burdens:
            self._burdens[cost] = self._burden(cost)
        extra = {**self._burdens[cost]}
        if name in self.enemy_zone:
            extra["stops"] = True
            extra["must_attack"] = self.entering.assault(name) is not None
        return extra

    @cached_property
    def _burdens(self) -> dict[float, dict[str, Any]]:
        """What points bring with them that are spent, by their number; of a thousand hexes in reach
        many cost the same."""
        return {}

    def _burden(self, cost: float) -> dict[str, Any]:
        """Fatigue rolls and fuel."""
        before = units.spent(self.unit)
        extra: dict[str, Any] = {}
        if rolls := rolls_needed(self.situation, self.unit, before, before + cost):
            extra["fatigue_rolls"] = rolls
            extra["fatigue"] = weariness(self.situation, self.unit, before, before + cost)
        if fuel := fuel_used(self.situation, self.unit, before, before + cost):
            extra["fuel"] = fuel
        return extra


@kept
def notable_hexes(situation: Situation) -> frozenset[str]:
    """Hexes with units, water, airfields, neutral ground or a breakthrough."""
    return (
        frozenset(situation.stacks)
        | closed_hexes(situation)
        | situation.board.hexes_with("airfield")
        | neutral_ground(situation)
        | breakthrough_zone(situation)
    )


@rule("30")
@kept_for
def ferry_routes(situation: Situation, start: str) -> tuple[tuple[str, ...], ...]:
    """The ferries that leave from a hex, over hexes at sea to the land hexes where they end."""
    seen = {start}
    queue: list[tuple[str, ...]] = [(start,)]
    found: list[tuple[str, ...]] = []
    for route in queue:
        for near in situation.around[route[-1]]:
            if near in seen or not by_ferry(situation.board.between(route[-1], near)):
                continue
            seen.add(near)
            (queue if near in closed_hexes(situation) else found).append((*route, near))
    return tuple(found)


@rule("30.1", "30.2", "30.3", "30.4")
def bar_to_ferry(situation: Situation, unit: Unit, route: tuple[str, ...]) -> Reason | None:
    """One brigade a turn, between friendly hexes, without enemy air superiority over any hex of
    the route, and not after the second turn of war."""
    if situation.war_turn > LAST_TURN_OF_FERRIES:
        return Reason("30.4", "No ferry runs after the second turn of war.", "phase")
    if units.is_division(unit) or units.places(unit) > 1:
        return Reason("30.1", "A ferry takes one brigade or its equivalent.", "full")
    if any(under_enemy_air(situation, unit.side, name) for name in route):
        return Reason("30.3", "The enemy has air superiority over the ferry's route.", "hexside")
    for name in (route[0], route[-1]):
        if holder(situation, name) == enemy_of(unit.side):
            text = "Both ends of a ferry must be friendly, and {hex} is not."
            return Reason("30.2", text, "enemy-zone", hex=name)
    return None


def moves(situation: Situation, unit: Unit, points: Allowance | None = None) -> Moves:
    """Every hex in reach with its cost and way, and the rule that closes each other one; with the
    unit's own points if none are told."""
    (unit,) = on_map(situation, [unit])
    points = points or allowance(situation, unit)
    walk = Walk(situation, unit, points)
    found = walked(walk)
    best = cheapest(found)
    del best[unit.hex]
    reach = [
        Reached(name, cost, tuple(spot.hex for spot in found.path(at)), walk.about(name, cost))
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
        | together(walk, best),
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


@kept
def ferry_ports(board: Board) -> frozenset[str]:
    """The hexes where ferries may begin and end, and those between."""
    return frozenset(
        name for pair, features in board.hexsides.items() if by_ferry(features) for name in pair
    )


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


@rule("19.6", "19.7", "18.2")
def by_rail_troops(situation: Situation, stack: Sequence[Unit]) -> Mapping[str, Moves]:
    """Railroad Regiments that move together pool their points, and take one supply head along."""
    regiments = [unit for unit in stack if unit.type == units.RAILROAD_REGIMENT]
    heads = [unit for unit in stack if unit.type == units.FSH]
    if not regiments or len(heads) > 1 or len(regiments) + len(heads) < len(stack):
        return {}
    first = max(regiments, key=units.spent)
    together = moves(situation, first, limits.pool(situation, regiments))
    return dict.fromkeys((unit.id for unit in stack), together)


TOGETHER = Together("5.2", too_many, led_by=leader, pooled=by_rail_troops)


def walked(walk: Walk) -> Search[Spot]:
    """All that a walk reaches."""
    found: Search[Spot] = Search()
    search(
        [walk.start],
        lambda spot: walk.steps(spot, found.cost),
        walk.budget,
        stop=lambda spot: spot.hex in walk.enemy_zone,
        found=found,
    )
    return found


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
        return replace(self.walk, unit=changed, torn=torn)

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


def cheapest(found: Search[Spot]) -> dict[str, Spot]:
    """Each hex reached, on rails or off them, whichever costs less."""
    best: dict[str, Spot] = {}
    for spot, cost in found.cost.items():
        if spot.hex not in best or cost < found.cost[best[spot.hex]]:
            best[spot.hex] = spot
    return best


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
