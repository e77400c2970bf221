"""One unit on its way: what each step costs, which rule closes it, how far it comes, what it has
paid (5, 6, 19)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from assistant.games.uis import limits, units
from assistant.games.uis.coming import NOT_AT_ONCE, came_to_its_site_now
from assistant.games.uis.costs import (
    TABLES,
    Prices,
    along_autobahn,
    entry_cost,
    extra_cost,
    ground_cost,
    is_alpine,
    priced,
    step_price,
    zone_cost,
)
from assistant.games.uis.ferries import bar_to_ferry, ferry_ports, ferry_routes
from assistant.games.uis.ground import CLOSED_SIDES, came_by_sea, closed_hexes, neutral_ground
from assistant.games.uis.limits import Allowance, Entering, allowance, rolls_needed, weariness
from assistant.games.uis.lines import SLACK, by_ferry
from assistant.games.uis.situation import NEUTRAL, WP, Situation, enemy_of, situation_of
from assistant.games.uis.supply import draws_on_interdicted_head, fuel_used
from assistant.games.uis.zones import bar_to_leave, began_in_zone, breakthrough_zone, zone
from assistant.kernel.chart import Figure
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred, Search, Step, search, search_priced
from assistant.position import MOVED, Unit
from assistant.questions.reasons import Reason
from builder.game.board import Board, Hexside, Touching

STOPS = Reason("6.1.6, 5.1.8", "Before it the unit enters an enemy zone and stops.", "enemy-zone")
NO_ROAD = Reason("5.8.4", "Foot infantry uses Road mode on railways only.", "unit")
NO_BREACH = Reason(
    "9.18.1", "An activated reserve does not enter a Breakthrough Zone.", "enemy-zone"
)


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
        if came_by_sea(situation, unit):
            return Reason("29.6", "Marines do not move in the turn of their landing.", "spent")
        if came_to_its_site_now(situation, unit):
            return NOT_AT_ONCE
        return None

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
        start, gone = spot.hex, spot.gone + self.is_hampered
        is_open, price_of = self.is_open, self.price
        for name in near:
            if spot.riding:
                end = Spot(name, True, gone)
                if end not in known and self.by_rail(start, name):
                    yield self.step(start, end)
            if (name, False, gone) in known:
                continue
            end = Spot(name, False, gone)
            # What nothing can close is asked for its price only: most of the thousands of steps.
            yield Step(end, price_of(start, name)) if is_open(start, end) else self.step(start, end)
        yield from self.ferries(start)

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
        if self.is_open(start, end):
            return Step(end, self.price(start, end.hex))
        if why := self.bar(start, end):
            return Barred(end, why)
        return self.open(start, end)

    @cached_property
    def prices(self) -> Prices | None:
        """What hexes cost that nothing forbids to go by itself; None where more is paid, or where
        nothing is open."""
        if self.torn or self.footsore:
            return None
        alpine = is_alpine(self.situation, self.unit)
        return priced(self.situation, self.column, self.unit.side, alpine)

    def price(self, start: str, end: str) -> float:
        """The points of a step that is open."""
        prices = self.prices
        assert prices is not None
        price = prices.steps.get((start, end)) or step_price(
            self.situation, self.unit, self.column, prices, start, end
        )
        return price.number + self.fatigue

    @cached_property
    def known(self) -> dict[Spot, dict[Spot, float]]:
        """The prices of steps that units of one kind and as tired as this one have asked for."""
        alpine = is_alpine(self.situation, self.unit)
        kind = self.column, self.unit.side, alpine, self.phasing, self.fatigue
        return known_prices(self.situation, *kind)

    def asked(self, at: Spot, end: Spot) -> Step[Spot] | Barred[Spot]:
        """A step off rails of a unit to which nothing is closed as a whole, its price noted if it
        is the same for all of its kind."""
        start, name, (here, shut, noteworthy) = at.hex, end.hex, self.closing
        pair = start, name
        if start == here or name in noteworthy or pair in shut:
            return self.step(start, end)
        prices, hexsides = self.prices, self.situation.board.hexsides
        assert prices is not None
        # Over a bare hexside a hex costs the same from wherever one comes.
        is_bare = not (
            prices.is_told
            or pair in hexsides
            or pair in prices.autobahns
            or start in prices.leaving
            or prices.lands.get(start) != prices.lands.get(name)
        )
        price = prices.plain.get(name) if is_bare else None
        if price is None:
            price = step_price(self.situation, self.unit, self.column, prices, start, name).number
            if is_bare:
                prices.plain[name] = price
        self.known[at][end] = price = price + self.fatigue
        return Step(end, price)

    @cached_property
    def fatigue(self) -> int:
        return units.fatigue(self.unit)

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
        return noteworthy_hexes(self.situation, enemy_of(self.unit.side), self.phasing)

    def is_open(self, start: str, end: Spot) -> bool:
        """Whether a step has a price and nothing can speak against it: the hex is not noteworthy,
        no feature of the hexside shuts it, there is no enemy zone to be left, no country that holds
        the unit, no count of hexes."""
        name, here, shut, noteworthy = end.hex, *self.closing
        return not (
            end.riding
            or end.gone
            or start == here
            or name in noteworthy
            or (start, name) in shut
            or self.is_special
        )

    @cached_property
    def closing(self) -> tuple[str, frozenset[Hexside], frozenset[str]]:
        """Where the unit stands, the hexsides that may be shut, the hexes that may be closed."""
        return self.unit.hex, shut_sides(self.situation.board), self.noteworthy

    @cached_property
    def is_special(self) -> bool:
        """Whether each step is asked for all that might be paid or forbidden."""
        return self.prices is None or self.bound

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
        """An activated reserve enters a Breakthrough Zone only where a friend stands already."""
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
            cost = entry_cost(situation, self.unit, self.column, start, end.hex, self.prices)
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
        extra = {**self._burden(cost)}
        if name in self.enemy_zone:
            extra["stops"] = True
            extra["must_attack"] = self.entering.assault(name) is not None
        return extra

    @kept_for
    def _burden(self, cost: float) -> dict[str, Any]:
        """What so many points spent bring with them, fatigue rolls and fuel; of a thousand hexes in
        reach many cost the same."""
        before = units.spent(self.unit)
        extra: dict[str, Any] = {}
        if rolls := rolls_needed(self.situation, self.unit, before, before + cost):
            extra["fatigue_rolls"] = rolls
            extra["fatigue"] = weariness(self.situation, self.unit, before, before + cost)
        if fuel := fuel_used(self.situation, self.unit, before, before + cost):
            extra["fuel"] = fuel
        return extra


@kept
def spots_around(touching: Touching) -> dict[Spot, tuple[Spot, ...]]:
    """The neighbours of each hex as spots that one comes to off rails, each made once."""
    spots = {name: Spot(name) for name in touching.around}
    return {
        spots[name]: tuple(spots.get(one) or Spot(one) for one in near)
        for name, near in touching.around.items()
    }


@kept_for
def known_prices(situation: Situation, *kind: object) -> dict[Spot, dict[Spot, float]]:
    """The prices of steps that units of one kind know, filled in as they are asked for."""
    return defaultdict(dict)


@kept_for
def noteworthy_hexes(situation: Situation, enemy: str, phasing: str) -> frozenset[str]:
    """The notable hexes and the zone of an enemy."""
    return notable_hexes(situation) | zone(situation, enemy, phasing)


@kept
def shut_sides(board: Board) -> frozenset[Hexside]:
    """The hexsides whose features may keep somebody from crossing."""
    return frozenset(
        pair
        for pair, features in board.hexsides.items()
        if by_ferry(features) or features & CLOSED_SIDES
    )


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


def walked(walk: Walk) -> Search[Spot]:
    """All that a walk reaches."""
    if not (walk.start.riding or walk.forbidden or walk.is_special or walk.is_hampered):
        board = walk.situation.board
        ports = ferry_ports(board)
        return search_priced(
            walk.start,
            spots_around(board.touching).__getitem__,
            walk.known.__getitem__,
            walk.asked,
            walk.budget,
            stop=lambda spot: spot.hex in walk.enemy_zone,
            besides=lambda spot: walk.ferries(spot.hex) if spot.hex in ports else (),
        )
    found: Search[Spot] = Search()
    search(
        [walk.start],
        lambda spot: walk.steps(spot, found.cost),
        walk.budget,
        stop=lambda spot: spot.hex in walk.enemy_zone,
        found=found,
        name=tuple,  # compares as the name does, hex first, and is no new text a step
    )
    return found


def cheapest(found: Search[Spot]) -> dict[str, Spot]:
    """Each hex reached, on rails or off them, whichever costs less."""
    best: dict[str, Spot] = {}
    for spot, cost in found.cost.items():
        if spot.hex not in best or cost < found.cost[best[spot.hex]]:
            best[spot.hex] = spot
    return best


# What a unit has paid: told, or worked out from where the Moved mark says that it began (5.1, 5.4)


SHORT = (8, 20)
"""Points of ways that are looked at before long ones, because most moves are short."""


@rule("5.4")
def paid(situation: Situation, unit: Unit) -> float:
    """The points that a unit has spent in this phase: as the position tells, or else the least that
    its way here may have cost if it bears the Moved mark and began elsewhere."""
    if not is_untold(unit):
        return units.spent(unit)
    return _cost_of_way(situation, unit.id, unit.hex) or 0.0


def is_unknown(situation: Situation, unit: Unit) -> bool:
    """Whether a unit has moved, and nothing tells what it paid."""
    return is_untold(unit) and _cost_of_way(situation, unit.id, unit.hex) is None


def is_untold(unit: Unit) -> bool:
    """Whether a unit bears the Moved mark and the position does not tell what it has spent."""
    return unit.has_moved and unit.get("spent") is None


@kept_for
def _cost_of_way(situation: Situation, id_: str, goal: str) -> float | None:
    """The least cost of a move that leads a marked unit into a hex from where it began, as `moves`
    tells it; None where none is known."""
    unit = situation.position.by_id[id_]
    if unit.began in ("", goal) or unit.began not in situation.board:
        return None
    bare = replace(unit, hex=unit.began, began="", markers=unit.markers - {MOVED})
    position = situation.position
    before = situation_of(position.with_units(bare if u.id == id_ else u for u in position.units))
    points = allowance(before, bare)
    for most in sorted({*(cap for cap in SHORT if cap < points.cap), points.cap}):
        walk = Walk(before, bare, replace(points, cap=most))
        found = walked(walk)
        if (at := cheapest(found).get(goal)) is not None:
            return round(found.cost[at] - walk.kept_back(goal), 6)
    return None
