"""What keeps a unit from General Supply: how far its sources, supply heads, headquarters and Base
lie, and the hexes, hexsides and ports that close the way (12.1-12.3, 24.3.6, 36.6.2, 40)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from assistant.games.uis import ground, lines
from assistant.games.uis.costs import contaminated_zone, hex_cost, told_cost
from assistant.games.uis.lines import ENDLESS, SLACK
from assistant.games.uis.situation import NATO, WP, Situation, enemy_of
from assistant.games.uis.supply import (
    NATO_BASE_LIMIT,
    NATO_LIMIT,
    OFF_NET_LIMIT,
    WP_BASE_LIMIT,
    WP_LIMIT,
    States,
    base_of,
    by_communication_now,
    draws_on_base,
)
from assistant.games.uis.units import FLOWN_OR_LANDED, FSH, HQ, ROAD, is_base, nation
from assistant.kernel import sayings
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.flood import flood
from assistant.kernel.ground import sides_with
from assistant.kernel.lines import Pocket, StepBar, pocket
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Search, cheapest_ways
from assistant.position import Unit
from assistant.questions.reasons import Reason
from builder.game.board import Hexside

SHOWN_STOPS = 6
SMALL = 4
"""Hexes that an island is small within."""
CHEAPEST = 0.5
"""The points that a step takes at least: an autobahn's."""
FAR = 4
"""How many times the limit a way may be long that is told with its length."""
A_HEX = 1e-4
"""What a hex weighs among routes that are equal in what counts, so that the shortest is told."""

SOURCE_FAR = "The nearest source, {hex}, is {n:g} {n|point|points} away, more than {m}."
SOURCE_FAR_ANYWAY = (
    "The nearest source, {hex}, would be {n:g} {n|point|points} away, more than {m}, even if"
    " nothing closed the way."
)
UNIT_FAR = "{unit} in {hex} is {n:g} {n|point|points} away, more than {m}."
UNIT_FAR_ANYWAY = (
    "{unit} in {hex} would be {n:g} {n|point|points} away, more than {m}, even if nothing closed"
    " the way."
)
UNSUPPLIED = "{unit} in {hex} is not supplied itself."
OFF_THE_NET = (
    "Its best route has {n} {n|hex|hexes} beside rail and autobahn in countries of the Warsaw"
    " Pact, more than {m}."
)
APART = "Only water or impassable ground lies around."
NO_BASE = "No Division Base of the Warsaw Pact is on the map."
NO_SOURCE = "The {side} side has no source of supply that works."
MORE = "{n} further {n|hex ends|hexes end} its lines."


ROUTE, COMMUNICATION = "12.1.1", "40.1"
"""The rules of what closes the two kinds of lines."""

# What closes a step


@rule("12.1.1", "24.3.6", "25.4.1", "36.6.2", "36.8.5", "40.1", "40.2", "41.2")
def why_shut(situation: Situation, side: str, name: str, number: str) -> Reason:
    """The first rule that closes a hex to the routes of a side, or to its lines of communication
    if `number` is theirs."""
    if name in situation.held.get(enemy_of(side), ()):
        return sayings.holds_enemy(number, hex=name)
    if name in lines.closed_by_enemy(situation, side):
        return sayings.unopened_zone(number, hex=name)
    if name in lines.closed_by_revolt(situation, side):
        text = "In {hex} is a revolt, and no combat unit in Tactical mode."
        return Reason("36.6.2", text, "unit", hex=name)
    if name in ground.neutral_ground(situation):
        number = "40.2" if number == COMMUNICATION else "41.2"
        return Reason(number, "{hex} lies in a neutral country.", "area", hex=name)
    if name in ground.closed_hexes(situation):
        return sayings.water(number, hex=name)
    if name in contaminated_zone(situation):
        return Reason("24.3.6", "{hex} lies in a Contaminated Zone.", "area", hex=name)
    if name in situation.table("nuclear"):
        return Reason("25.4.1", "{hex} is contaminated by a nuclear attack.", "area", hex=name)
    text = (
        "The government of the country has fallen, and {hex} is more than two hexes from units of"
        " the Warsaw Pact."
    )
    return Reason("36.8.5", text, "area", hex=name)


@rule("12.1.1", "38.3.2", "38.3.2.3", "40.1")
def why_barred(situation: Situation, start: str, end: str, number: str) -> Reason:
    """Why no route crosses a hexside, or no line of communication."""
    side = (start, end)
    if ground.unbridged_major_river(situation, start, end):
        if f"{start}/{end}" in situation.damaged:
            text = "The bridge over the major river {side:/} is damaged."
            return Reason("38.3.2", text, "hexside", side=side)
        return sayings.no_bridge(number, side=side)
    if lines.by_ferry(situation.board.between(start, end)):
        text = "Only a ferry leads from {hex} to {hex2}."
        return Reason(number, text, "terrain", hex=start, hex2=end)
    return sayings.impassable(number, code="terrain", side=side)


@kept_for
def closed_to(
    situation: Situation, side: str, number: str
) -> tuple[frozenset[str], frozenset[Hexside]]:
    """The hexes and hexsides closed to the routes of a side, or to its lines of communication."""
    if number == COMMUNICATION:
        return lines.barred_to_communication(situation, side)
    sides = sides_with(situation.board, "major-river", "ferry", *ground.CLOSED_SIDES)
    barred = frozenset(pair for pair in sides if lines.route_stopped(situation, *pair))
    return lines.closed_to_routes(situation, side), barred


@kept_for
def bar(situation: Situation, side: str, number: str) -> StepBar:
    """What closes a step to the routes of a side, or to its lines of communication."""
    closed, barred = closed_to(situation, side, number)

    def why(start: str, end: str) -> Reason | None:
        if end in closed:
            return why_shut(situation, side, end, number)
        return why_barred(situation, start, end, number) if (start, end) in barred else None

    return why


@kept_for
def pockets(situation: Situation, side: str, number: str) -> dict[str, Pocket]:
    """The pockets of hexes that were asked about."""
    return {}


def pocket_of(situation: Situation, side: str, number: str, name: str) -> Pocket:
    """All from where a hex can be reached, and what closes it in."""
    known = pockets(situation, side, number)
    if name not in known:
        found = pocket(name, situation.around, bar(situation, side, number))
        known |= dict.fromkeys(found.inside, found)
    return known[name]


# How far what a unit looks for lies, as the way is and as it would be with nothing in it


Onward = Callable[[str], Iterable[tuple[str, float]]]
POINTS, BESIDE, HEXES = "points", "beside", "hexes"
"""What is counted: movement points, hexes beside rail and autobahn, hexes."""


@dataclass(frozen=True)
class Goals:
    """What gives supply to units of one kind within a limit: hexes with the unit that does, None
    for a source. `idle` are units that would, were they supplied themselves. Of `shut` goals none
    does: ports that are no sources now."""

    rule: str
    limit: float
    at: Mapping[str, Unit | None]
    idle: Mapping[str, Unit] = field(default_factory=dict)
    counted: str = POINTS
    shut: bool = False

    @property
    def most(self) -> float:
        """The limit with what a sum may be off."""
        return self.limit + (0.5 if self.counted == BESIDE else SLACK)


def is_within(found: Search[str], name: str, limit: float) -> bool:
    """Whether a search found a way of so much at most from a hex."""
    return name in found.cost and found.cost[name] <= limit


def steps_of(situation: Situation, counted: str) -> Onward:
    """The lawful steps into each hex with what counts of them."""
    if counted == HEXES:
        return in_hexes(situation)
    if counted == BESIDE:
        return as_short_as_can(lines.beside_the_net(situation))
    return lines.onward(situation)


@kept_for
def open_ways(
    situation: Situation, side: str, counted: str, most: float, goals: frozenset[str],
    asking: frozenset[str],
) -> Search[str]:  # fmt: skip
    """The ways to some goals as they are, from the hexes that ask and may be far beyond `most`."""
    closed, _ = closed_to(situation, side, COMMUNICATION if counted == HEXES else ROUTE)
    onward = steps_of(situation, counted)
    return cheapest_ways(goals - closed, onward, closed, FAR * most, enough=asking)


@kept_for
def bare_ways(
    situation: Situation, counted: str, most: float, goals: frozenset[str], wanted: frozenset[str]
) -> Search[str]:
    """The ways to some goals as they would be without units, contamination and rivers, from
    `wanted` hexes of any length."""
    onward = steps_of(situation, counted)
    if counted != HEXES:
        onward = over_rivers(situation, onward, counted)
    return cheapest_ways(goals, onward, ground.closed_hexes(situation), most, wanted)


def in_hexes(situation: Situation) -> Onward:
    """The steps of lines of communication into each hex, of whichever side."""
    _, barred = closed_to(situation, NATO, COMMUNICATION)

    def into(name: str) -> Iterator[tuple[str, float]]:
        return ((near, 1) for near in situation.around[name] if (near, name) not in barred)

    return into


def as_short_as_can(onward: Onward) -> Onward:
    """The same steps, each of which weighs a little: of equal ways the shortest is the cheapest."""
    return lambda name: ((near, cost + A_HEX) for near, cost in onward(name))


def over_rivers(situation: Situation, onward: Onward, counted: str) -> Onward:
    """The same steps, and those over major rivers without a bridge."""
    rivers = rivers_without_bridge(situation)

    def into(name: str) -> Iterable[tuple[str, float]]:
        if name not in rivers:
            return onward(name)
        told = told_cost(situation, ROAD, name) or hex_cost(situation, ROAD, name)
        cost = told.number if counted == POINTS else A_HEX
        return (*onward(name), *((near, cost) for near in rivers[name]))

    return into


@kept
def rivers_without_bridge(situation: Situation) -> dict[str, list[str]]:
    """From each hex the neighbours beyond a major river without a bridge, if nothing else stops
    routes there."""
    found: dict[str, list[str]] = {}
    for start, end in sides_with(situation.board, "major-river"):
        other = situation.board.between(start, end) & (ground.CLOSED_SIDES | {"ferry"})
        if not other and ground.unbridged_major_river(situation, start, end):
            found.setdefault(start, []).append(end)
    return found


# What a unit looks for


@rule("12.2.2", "12.3.2", "40")
def goals_of(situation: Situation, unit: Unit, states: States) -> Iterator[Goals]:
    """Everything that would supply a unit, or all that one may trace to."""
    if by_communication_now(situation, unit.side):
        yield Goals(COMMUNICATION, ENDLESS, sources(situation, unit), counted=HEXES)
        if unit.side == NATO:
            yield Goals("40.5", ENDLESS, shut_ports(situation), counted=HEXES, shut=True)
    elif unit.side == NATO:
        yield from goals_of_nato(situation, unit, states)
    else:
        yield from goals_of_the_pact(situation, unit, states)


@rule("12.2.5", "12.2.7", "12.3.7", "40.3", "40.5")
def sources(situation: Situation, unit: Unit) -> dict[str, Unit | None]:
    """The sources of a unit's side, or where its lines of communication may lead."""
    if by_communication_now(situation, unit.side):
        return dict.fromkeys(lines.goals(situation, unit.side))
    if unit.side == WP:
        return dict.fromkeys(lines.wp_sources(situation))
    austrian = lines.austrian_cities(situation) if nation(unit) == "au" else frozenset[str]()
    return dict.fromkeys(lines.nato_sources(situation) | austrian)


@rule("12.2.6", "12.2.8")
def shut_ports(situation: Situation) -> dict[str, Unit | None]:
    """NATO's ports that are no sources now."""
    return dict.fromkeys(lines.nato_ports(situation) - lines.open_ports(situation))


@rule("12.2.2", "12.2.4", "12.2.6", "12.2.7", "12.2.9")
def goals_of_nato(situation: Situation, unit: Unit, states: States) -> Iterator[Goals]:
    """A source, for headquarters at any distance; headquarters of the nation; the own Base."""
    if unit.type == HQ:
        yield Goals("12.2.4", ENDLESS, sources(situation, unit))
        yield Goals("12.2.6", ENDLESS, shut_ports(situation), shut=True)
        return
    if base := base_of(situation, unit):
        yield links((base,), states, "12.2.9", NATO_BASE_LIMIT)
        if unit.type not in FLOWN_OR_LANDED:
            return
    yield Goals("12.2.2", NATO_LIMIT, sources(situation, unit))
    yield Goals("12.2.6", NATO_LIMIT, shut_ports(situation), shut=True)
    own = (one for one in situation.of_side(NATO) if one.type == HQ and nation(one) == nation(unit))
    yield links(own, states, "12.2.2", NATO_LIMIT)


@rule("12.3.2", "12.3.4", "12.3.5", "12.3.9")
def goals_of_the_pact(situation: Situation, unit: Unit, states: States) -> Iterator[Goals]:
    """A source, a supply head, and but for headquarters a headquarters; a Base for regiments."""
    units = situation.of_side(WP)
    if unit.type == FSH:
        yield Goals("12.3.5", OFF_NET_LIMIT, sources(situation, unit), counted=BESIDE)
        return
    if unit.type != HQ and draws_on_base(situation, unit):
        idle_too = not situation.option("regiment-base-supplied")
        bases = (one for one in units if is_base(one))
        yield links(bases, states, "12.3.9", WP_BASE_LIMIT, idle_too)
        if unit.type not in FLOWN_OR_LANDED:
            return
    number = "12.3.4" if unit.type == HQ else "12.3.2"
    yield Goals(number, WP_LIMIT, sources(situation, unit))
    for kind in (FSH,) if unit.type == HQ else (FSH, HQ):
        yield links((one for one in units if one.type == kind), states, number, WP_LIMIT)


def links(
    units: Iterable[Unit], states: States, number: str, limit: float, idle_too: bool = False
) -> Goals:
    """Units that hand supply on, by whether they have it."""
    given: dict[str, Unit | None] = {}
    idle: dict[str, Unit] = {}
    for one in units:
        if states[one.id].supplied or idle_too:
            given.setdefault(one.hex, one)
        else:
            idle.setdefault(one.hex, one)
    return Goals(number, limit, given, idle)


# What is told of a unit


@dataclass(frozen=True)
class Traced:
    """A unit without supply, what it looks for, and from which hexes others look for the same."""

    situation: Situation
    unit: Unit
    asking: frozenset[str]

    @property
    def number(self) -> str:
        """The rule of what closes its way."""
        return COMMUNICATION if by_communication_now(self.situation, self.unit.side) else ROUTE

    @property
    def pocket(self) -> Pocket:
        """All that is open around it."""
        return pocket_of(self.situation, self.unit.side, self.number, self.unit.hex)

    def open(self, goals: Goals) -> Search[str]:
        """The ways to what gives supply, as they are."""
        return open_ways(
            self.situation,
            self.unit.side,
            goals.counted,
            goals.most,
            frozenset(goals.at),
            self.asking,
        )

    def bare(self, goals: Goals, far: bool = False) -> Search[str]:
        """The ways to what gives supply, as they would be with nothing in them: within the limit,
        or from far too."""
        wanted = self.asking if far else frozenset[str]()
        return bare_ways(self.situation, goals.counted, goals.most, frozenset(goals.at), wanted)

    def is_near(self, goals: Goals) -> bool:
        """Whether the nearest of them is within the limit but for what closes the way."""
        return is_within(self.bare(goals), self.unit.hex, goals.most)

    def distance(self, goals: Goals, is_open: bool = True) -> Iterator[Reason]:
        """How far beyond the limit the nearest of them is, as the way is or as it would be."""
        if goals.shut or not goals.at:
            return
        here = self.unit.hex
        found = self.open(goals) if is_open else self.bare(goals, far=True)
        cost, most = found.cost.get(here, 0), goals.limit
        if cost <= goals.most:
            return
        end = found.path(here)[0]
        if goals.counted == BESIDE:
            yield Reason(goals.rule, OFF_THE_NET, "distance", n=int(cost), m=most)
        elif its := goals.at[end]:
            text = UNIT_FAR if is_open else UNIT_FAR_ANYWAY
            yield Reason(goals.rule, text, "distance", unit=its.shown, hex=end, n=cost, m=most)
        else:
            text = SOURCE_FAR if is_open else SOURCE_FAR_ANYWAY
            yield Reason(goals.rule, text, "distance", hex=end, n=cost, m=most)

    def useless(self, goals: Goals) -> Iterator[Reason]:
        """Why the nearest port within the limit is no source, and who is near but has no supply
        either."""
        here = self.unit.hex
        if goals.shut and self.is_near(goals):
            port = self.bare(goals).path(here)[0]
            yield from filter(None, [lines.bar_of_port(self.situation, port)])
        idle = replace(goals, at=goals.idle)
        if goals.idle and self.is_near(idle):
            its = goals.idle[self.bare(idle).path(here)[0]]
            yield Reason(goals.rule, UNSUPPLIED, "supply", unit=its.shown, hex=its.hex)

    def stops(self, goals: Goals) -> dict[str, Reason]:
        """The hexes that close the ways to what is near enough, each with why: on the shortest way
        if a longer one is open, else all around."""
        if goals.shut or not self.is_near(goals):
            return {}
        here, bare, side = self.unit.hex, self.bare(goals), self.unit.side
        if here in self.open(goals).cost:
            way = bare.path(here)[::-1]
            why = bar(self.situation, side, self.number)
            met = ((end, why(start, end)) for start, end in pairwise(way))
            return {end: reason for end, reason in met if reason}
        away = self.situation.board.grid.distance
        step = CHEAPEST if goals.counted == POINTS else 0
        return {
            name: why
            for name, why in self.pocket.closing.items()
            if is_within(bare, name, goals.most - step * away(here, name))
        }

    def is_on_an_island(self, wishes: Sequence[Goals]) -> bool:
        """Whether it stands on a small island without any of them: seen before anything is
        searched for, because Bornholm's brigade stands so in every position."""
        closed, barred = closed_to(self.situation, self.unit.side, self.number)
        water = closed & ground.closed_hexes(self.situation)
        shores = barred & sides_with(self.situation.board, "ferry", *ground.CLOSED_SIDES)
        land = flood([self.unit.hex], self.situation.around, water, shores, SMALL).distance
        return max(land.values()) < SMALL and not any(goals.at.keys() & land for goals in wishes)

    def is_apart(self, wishes: Sequence[Goals]) -> bool:
        """Whether water and impassable ground alone keep it from everything."""
        pocket, goals = self.pocket, {name for its in wishes for name in its.at}
        only_ground = all(why.code == "terrain" for why in pocket.closing.values())
        return only_ground and not goals & pocket.inside


def what_cuts(situation: Situation, unit: Unit, states: States) -> Iterator[Reason]:
    """Why a unit has no supply, beyond the rule that asks for it: how far away is what would give
    it, what is near but gives none, and the hexes that close its way, the nearest first."""
    side, nato = unit.side, unit.side == NATO
    alike = (
        one.hex
        for one in situation.of_side(side)
        if not states[one.id].supplied and (not nato or nation(one) == nation(unit))
    )
    traced = Traced(situation, unit, frozenset(alike))
    closed, _ = closed_to(situation, side, traced.number)
    if unit.hex in closed:
        yield why_shut(situation, side, unit.hex, traced.number)
        return
    wishes = [goals for goals in goals_of(situation, unit, states) if goals.at or goals.idle]
    if wishes and traced.is_on_an_island(wishes):
        yield Reason(traced.number, APART, "terrain")
        return
    told: dict[Reason, None] = {}
    for goals in wishes:
        told |= dict.fromkeys((*traced.distance(goals), *traced.useless(goals)))
    stops = {name: why for goals in wishes for name, why in traced.stops(goals).items()}
    yield from told
    yield from nearest(situation, unit.hex, stops, traced.number)
    if not told and not stops:
        yield from without_any(traced, wishes)


def without_any(traced: Traced, wishes: Sequence[Goals]) -> Iterator[Reason]:
    """What is said where nothing near would supply a unit."""
    situation, side = traced.situation, traced.unit.side
    if not wishes and side == WP and draws_on_base(situation, traced.unit):
        yield Reason("12.3.9", NO_BASE, "supply")
    elif not sources(situation, traced.unit):
        number = {NATO: "12.2.5", WP: "12.3.7"}[side] if traced.number == ROUTE else COMMUNICATION
        yield Reason(number, NO_SOURCE, "supply", side=situation.side_name(side))
    elif traced.is_apart(wishes):
        yield Reason(traced.number, APART, "terrain")
    else:
        for goals in wishes:
            known = replace(goals, at=goals.at or goals.idle)
            yield from traced.distance(known, is_open=False)


def nearest(
    situation: Situation, start: str, stops: Mapping[str, Reason], number: str
) -> Iterator[Reason]:
    """The nearest of the hexes that close a way, and how many more do; water and mountains only if
    nothing else does, because they always have."""
    away = situation.board.grid.distance
    known = {name: why for name, why in stops.items() if why.code != "terrain"} or stops
    ordered = sorted(known, key=lambda name: (away(start, name), name))
    yield from (known[name] for name in ordered[:SHOWN_STOPS])
    if (more := len(ordered) - SHOWN_STOPS) > 0:
        yield Reason(number, MORE, n=more)
