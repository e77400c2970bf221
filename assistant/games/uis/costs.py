"""What entering a hex costs: terrain by mode, and what comes on top (5.6, 5.11, 23, 24, 25, 27)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.games.uis.ground import RIVERS, countries, is_bridged, is_city, is_mined_border
from assistant.games.uis.situation import WP, Situation
from assistant.games.uis.units import ROAD, TACTICAL, fatigue
from assistant.kernel.chart import NOTHING, Figure, dearest_figure
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from builder.game.board import EMPTY, Hexside
from builder.game.model import Game

_PRICES = f"kept {__name__}.priced"


@dataclass(frozen=True)
class Prices:
    """What units of one kind pay, without fatigue: of steps from one hex to another all of it, of
    terrain and hexside, contaminated or not, the ground, of hexes entered over a bare hexside
    (`plain`) the points. `leaving` is what leaving costs, `lands`
    the country of each hex while frontiers are mined, `is_told` whether costs are told of hexes,
    `autobahns` the hexsides that one crosses."""

    leaving: Mapping[str, Figure]
    lands: Mapping[str, str]
    is_told: bool
    contaminated: frozenset[str]
    autobahns: frozenset[Hexside]
    steps: dict[tuple[str, str], Figure] = field(default_factory=dict)
    grounds: dict[Hashable, Figure] = field(default_factory=dict)
    plain: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class _Priced:
    """Prices by mode, side and whether the unit is alpine, and what they hold for."""

    game: Game
    state: Mapping[str, Any]
    turn: int
    prices: dict[tuple[str, str, bool], Prices] = field(default_factory=dict)


PAID = RIVERS | {"ferry"}
"""What costs points at a hexside."""
ALPINE_COSTS = {"rough-1": 2.0, "rough-2": 3.0}
ALPINE_HEXSIDE = 10.0
TABLES = {TACTICAL: "tactical-cost", ROAD: "road-cost"}


def told_cost(situation: Situation, mode: str, name: str) -> Figure | None:
    """The cost of a hex that the position states instead of the chart."""
    table = situation.table(TABLES.get(mode, TABLES[TACTICAL]))
    told = table.get(name, table.get("all"))
    return None if told is None else Figure(float(told))


@rule("5.3", "5.6", "38.3.2")
def terrain_cost(situation: Situation, mode: str, start: str, end: str) -> Figure:
    """The hex and hexside in the column of the mode, unless the position states the cost."""
    told = told_cost(situation, mode, end)
    return told or across(situation, mode, start, end, hex_cost(situation, mode, end))


@rule("5.6", "5.6.1", "5.6.2", "5.6.3")
def across(situation: Situation, mode: str, start: str, end: str, plain: Figure) -> Figure:
    """A hex whose ground costs `plain` with the hexside; along an autobahn its own rate, though not
    into a city."""
    if along_autobahn(situation, start, end) and not is_city(situation, end):
        return situation.figure("terrain", "autobahn", mode)
    return plain + hexside_cost(situation, mode, start, end)


@rule("5.6.1")
def along_autobahn(situation: Situation, start: str, end: str) -> bool:
    """From autobahn hex to autobahn hex across a hexside that it crosses on an undamaged bridge."""
    along = situation.board.joined_by("autobahn", start, end)
    return along and f"{start}/{end}" not in situation.damaged


def hex_cost(situation: Situation, mode: str, name: str) -> Figure:
    """The dearest terrain of the hex."""
    return of_terrain(situation, situation.board.of(name), mode)


@kept_for
def of_terrain(situation: Situation, kinds: frozenset[str], column: str) -> Figure:
    """The highest figure that terrain of some kinds, or else clear ground, has in a column."""
    chart = situation.chart("terrain")
    found = [(kind, column) for kind in ("clear", *sorted(kinds))]
    return dearest_figure(chart[place] for place in found if place in chart)


@rule("38.3.2", "38.3.2.2")
def hexside_cost(situation: Situation, mode: str, start: str, end: str) -> Figure:
    """Rivers, with or without a bridge, and ferries."""
    features = situation.board.between(start, end)
    if features.isdisjoint(PAID):
        return NOTHING
    return of_hexside(situation, features, is_bridged(situation, start, end), mode)


@kept_for
def of_hexside(situation: Situation, features: frozenset[str], bridged: bool, mode: str) -> Figure:
    """What features of a hexside cost, over a bridge or not."""
    cost = NOTHING
    for feature in sorted(features & PAID):
        name = f"{feature}-bridged" if bridged and feature in RIVERS else feature
        cost += situation.figure("hexsides", name, mode)
    return cost


@rule("24.3", "24.3.1", "24.3.4")
@kept
def contaminated_zone(situation: Situation) -> frozenset[str]:
    """Every Chemical Area marker and its six neighbours."""
    markers = situation.told("chemical")
    return frozenset(markers).union(*(situation.around[marker] for marker in markers))


@rule("32.1", "32.2", "32.3")
def alpine_terrain(situation: Situation, mode: str, start: str, end: str) -> Figure:
    """Alpine units have their own prices in the mountains when rule 32 is in force: only a cost
    told of this very hex goes before them, for `all` stands in place of the chart."""
    prices = [ALPINE_COSTS[kind] for kind in situation.board.of(end) if kind in ALPINE_COSTS]
    if prices and end not in situation.table(TABLES[mode]):
        cost = Figure(min(prices)) + hexside_cost(situation, mode, start, end)
    else:
        cost = terrain_cost(situation, mode, start, end)
    peak = "alpine" in situation.board.between(start, end)
    return cost + Figure(ALPINE_HEXSIDE) if peak else cost


def is_alpine(situation: Situation, unit: Unit) -> bool:
    """An alpine unit with rule 32 in force."""
    return unit.type == "alpine" and situation.in_force("alpine")


@rule("25.4.1", "27.9.4", "36.6.3")
@kept
def leaving_costs(situation: Situation) -> dict[str, Figure]:
    """What leaving interdicted, contaminated and revolting hexes costs."""
    price = situation.figure("movement", "leave-revolt")
    revolts = {name: price for name, value in situation.table("revolt").items() if value}
    found: dict[str, Figure] = {}
    for table in (situation.table("interdiction"), situation.table("nuclear"), revolts):
        for start, points in table.items():
            its = points if isinstance(points, Figure) else Figure(points)
            found[start] = found.get(start, NOTHING) + its
    return found


@rule("5.11", "24.3.2")
def extra_cost(situation: Situation, start: str, end: str) -> Figure:
    """What is paid besides terrain: to leave interdicted, contaminated and revolting hexes, and in
    the first turn of war to cross the mined frontier."""
    cost = leaving_costs(situation).get(start, NOTHING)
    if situation.war_turn == 1 and is_mined_border(situation, start, end):
        cost += situation.figure("movement", "minefield")
    return cost


@rule("23.1.1", "24.3.2", "24.3.3", "32")
def ground_cost(situation: Situation, unit: Unit, mode: str, start: str, end: str) -> Figure:
    """Terrain, doubled by bad weather in Tactical mode, and for the Warsaw Pact in a Contaminated
    Zone, where NATO pays three times as much."""
    column = ROAD if mode == ROAD else TACTICAL
    in_terrain = alpine_terrain if is_alpine(situation, unit) else terrain_cost
    terrain = in_terrain(situation, column, start, end)
    if column == TACTICAL and situation.bad_weather:
        terrain *= 2
    if end in contaminated_zone(situation):
        terrain *= 2 if unit.side == WP else 3
    return terrain


@rule("5.4.1", "9.14.3", "5.4.1.1", "5.4.1.2")
def entry_cost(
    situation: Situation, unit: Unit, mode: str, start: str, end: str, known: Prices | None = None
) -> Figure:
    """The full cost of a hex for a unit, but for zones: terrain, fatigue, everything besides; with
    the prices of its kind if they are known."""
    prices = known or priced(situation, mode, unit.side, is_alpine(situation, unit))
    price = step_price(situation, unit, mode, prices, start, end)
    tired = fatigue(unit)
    return price + Figure(tired) if tired else price


def step_price(
    situation: Situation, unit: Unit, mode: str, prices: Prices, start: str, end: str
) -> Figure:
    """The same without fatigue, as `prices` of the unit's kind have it or will have it.

    Terrain is worked out once for all steps over like hexsides into like ground, because there are
    thousands of steps and few kinds of ground; not where costs are told.
    """
    pair = start, end
    known = prices.steps.get(pair)
    if known is not None:
        return known
    if prices.is_told:
        known = ground_cost(situation, unit, mode, start, end)
    else:
        crossed = situation.board.hexsides.get(pair, EMPTY)
        bridged = not crossed.isdisjoint(RIVERS) and is_bridged(situation, start, end)
        along = pair in prices.autobahns and along_autobahn(situation, start, end)
        ground = situation.board.terrain.get(end, EMPTY), end in prices.contaminated
        like = *ground, crossed, bridged, along
        known = prices.grounds.get(like)
        if known is None:
            known = prices.grounds[like] = ground_cost(situation, unit, mode, start, end)
    if start in prices.leaving or prices.lands.get(start) != prices.lands.get(end):
        known += extra_cost(situation, start, end)
    prices.steps[pair] = known
    return known


@kept_for
def priced(situation: Situation, mode: str, side: str, alpine: bool) -> Prices:
    """What units of one kind pay from hex to hex, filled in as they are asked about: a thousand
    hexes are in reach of each, and most of them of all.

    Kept in the board as long as game, turn and state variables are the same, because no price
    depends on where units stand: a step of a log then reckons none of them anew.
    """
    position = situation.position
    told = position.game, position.state, position.turn
    store = vars(position.board)
    known: _Priced | None = store.get(_PRICES)
    if known is None or known.game is not told[0] or (known.state, known.turn) != told[1:]:
        known = store[_PRICES] = _Priced(*told)
    kind = mode, side, alpine
    if kind not in known.prices:
        lands = countries(situation) if situation.war_turn == 1 else {}
        is_told = bool(situation.table(TABLES[ROAD if mode == ROAD else TACTICAL]))
        leaving, gas = leaving_costs(situation), contaminated_zone(situation)
        known.prices[kind] = Prices(
            leaving, lands, is_told, gas, position.board.lines.get("autobahn", frozenset())
        )
    return known.prices[kind]


@rule("5.4.5", "6.1.5", "23.1.2")
def zone_cost(situation: Situation) -> Figure:
    """Entering an enemy zone: four points, two in bad weather."""
    bad = "-bad-weather" if situation.bad_weather else ""
    return situation.figure("movement", f"enemy-zone{bad}")
