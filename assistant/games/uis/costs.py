"""What entering a hex costs: terrain by mode, and what comes on top (5.6, 5.11, 23, 24, 25, 27)."""

from __future__ import annotations

from assistant.games.uis.charts import NOTHING, Figure, action, hexside_figure, terrain_figure
from assistant.games.uis.ground import (
    RIVERS,
    is_bridged,
    is_city,
    is_mined_border,
)
from assistant.games.uis.sides import WP, bad_weather, in_force, war_turn
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import ROAD, TACTICAL, fatigue
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit

ALPINE_COSTS = {"rough-1": 2.0, "rough-2": 3.0}
ALPINE_HEXSIDE = 10.0
TABLES = {TACTICAL: "tactical-cost", ROAD: "road-cost"}


def told_cost(situation: Situation, mode: str, name: str) -> float | None:
    """The cost of a hex that the position states instead of the chart."""
    table = situation.table(TABLES.get(mode, TABLES[TACTICAL]))
    told = table.get(name, table.get("all"))
    return None if told is None else float(told)


@rule("5.3", "5.6", "38.3.2")
def terrain_cost(situation: Situation, mode: str, start: str, end: str) -> Figure:
    """The hex and hexside in the column of the mode; along an autobahn its own rate, though not
    into a city."""
    told = told_cost(situation, mode, end)
    if told is not None:
        return Figure(told)
    if along_autobahn(situation, start, end) and not is_city(situation, end):
        return terrain_figure(situation, "autobahn", mode) or NOTHING
    return hex_cost(situation, mode, end).plus(hexside_cost(situation, mode, start, end))


@kept
def _autobahn(situation: Situation) -> frozenset[tuple[str, str]]:
    return situation.board.lines.get("autobahn", frozenset())


@rule("5.6.1")
def along_autobahn(situation: Situation, start: str, end: str) -> bool:
    """From autobahn hex to autobahn hex across a hexside that it crosses on an undamaged bridge."""
    return (start, end) in _autobahn(situation) and f"{start}/{end}" not in situation.damaged


@kept
def _hex_costs(situation: Situation) -> dict[tuple[str, frozenset[str]], Figure]:
    return {}


def hex_cost(situation: Situation, mode: str, name: str) -> Figure:
    """The dearest terrain of the hex."""
    known, kinds = _hex_costs(situation), situation.board.of(name)
    if (mode, kinds) not in known:
        costs = [
            figure
            for kind in ("clear", *sorted(kinds))
            if (figure := terrain_figure(situation, kind, mode)) is not None
        ]
        known[mode, kinds] = max(costs, key=lambda figure: figure.value)
    return known[mode, kinds]


@rule("38.3.2")
def hexside_cost(situation: Situation, mode: str, start: str, end: str) -> Figure:
    """Rivers, with or without a bridge, and ferries."""
    features = situation.board.between(start, end)
    cost = NOTHING
    for river in sorted(features & RIVERS):
        bridged = "-bridged" if is_bridged(situation, start, end) else ""
        cost = cost.plus(hexside_figure(situation, river + bridged, mode))
    if "ferry" in features:
        cost = cost.plus(hexside_figure(situation, "ferry", mode))
    return cost


@rule("24.3", "24.3.1", "24.3.4")
@kept
def contaminated_zone(situation: Situation) -> frozenset[str]:
    """Every Chemical Area marker and its six neighbours."""
    markers = situation.position.value("chemical") or ()
    near = {name for marker in markers for name in situation.around[marker]}
    return frozenset(near | set(markers))


@rule("32.1", "32.2", "32.3")
def alpine_terrain(situation: Situation, unit: Unit, mode: str, start: str, end: str) -> Figure:
    """Alpine units have their own prices in the mountains when rule 32 is in force."""
    peak = "alpine" in situation.board.between(start, end)
    price = min(
        (ALPINE_COSTS[kind] for kind in situation.board.of(end) if kind in ALPINE_COSTS),
        default=None,
    )
    if price is None or told_cost(situation, mode, end) is not None:
        cost = terrain_cost(situation, mode, start, end)
    else:
        cost = Figure(price).plus(hexside_cost(situation, mode, start, end))
    return cost.plus(Figure(ALPINE_HEXSIDE)) if peak else cost


@rule("23.1.1", "24.3.2", "24.3.3", "32")
def unit_terrain_cost(situation: Situation, unit: Unit, mode: str, start: str, end: str) -> Figure:
    """Terrain for a unit: doubled by bad weather in Tactical mode, doubled for the Warsaw Pact and
    tripled for NATO in a Contaminated Zone."""
    if is_alpine(situation, unit):
        cost = alpine_terrain(situation, unit, mode, start, end)
    else:
        cost = terrain_cost(situation, mode, start, end)
    if mode == TACTICAL and bad_weather(situation.position):
        cost = cost.times(2)
    if end in contaminated_zone(situation):
        cost = cost.times(2 if unit.side == WP else 3)
    return cost


def is_alpine(situation: Situation, unit: Unit) -> bool:
    """An alpine unit with rule 32 in force."""
    return unit.type == "alpine" and in_force(situation.position, "alpine")


@rule("25.4.1", "27.9.4", "36.6.3")
@kept
def leaving_costs(situation: Situation) -> dict[str, Figure]:
    """What leaving interdicted, contaminated and revolting hexes costs."""
    found: dict[str, Figure] = {}
    for name in ("interdiction", "nuclear"):
        for start, points in situation.table(name).items():
            found[start] = found.get(start, NOTHING).plus(Figure(points))
    for start, value in situation.table("revolt").items():
        if value:
            found[start] = found.get(start, NOTHING).plus(action(situation, "leave-revolt"))
    return found


@rule("5.11", "24.3.2")
def extra_cost(situation: Situation, start: str, end: str) -> Figure:
    """What is paid besides terrain: to leave interdicted, contaminated and revolting hexes, and in
    the first turn of war to cross the mined frontier."""
    cost = leaving_costs(situation).get(start, NOTHING)
    if war_turn(situation.position) == 1 and is_mined_border(situation, start, end):
        cost = cost.plus(action(situation, "minefield"))
    return cost


@rule("5.4.1", "9.14.3")
def entry_cost(situation: Situation, unit: Unit, mode: str, start: str, end: str) -> Figure:
    """The full cost of a hex for a unit, but for zones: terrain, fatigue, everything besides."""
    column = ROAD if mode == ROAD else TACTICAL
    terrain = unit_terrain_cost(situation, unit, column, start, end)
    return terrain.plus(Figure(fatigue(unit))).plus(extra_cost(situation, start, end))


@rule("5.4.5", "6.1.5", "23.1.2")
def zone_cost(situation: Situation) -> Figure:
    """Entering an enemy zone: four points, two in bad weather."""
    bad = "-bad-weather" if bad_weather(situation.position) else ""
    return action(situation, f"enemy-zone{bad}")
