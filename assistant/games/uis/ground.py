"""The ground under the rules: countries and borders, closed hexes and hexsides, bridges, edges."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.uis import situation as state
from assistant.games.uis.situation import MAY_BE_VIOLATED, NATO, WP, WP_COUNTRIES, Situation
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from builder.game.board import Board, Hexside

CLOSED_SIDES = frozenset({"alpine", "impassable"})
RIVERS = frozenset({"river", "major-river"})
LINES = ("autobahn", "railroad", "road")
ALL_SIDES = 6
BLANK_EDGES = {"west": ("N01", "C01", "S01"), "east": ("C61", "S61", "Se14"), "south": ()}
"""The columns at the edges of a blank board, which has no South edge."""


@kept
def countries(situation: Situation) -> dict[str, str]:
    """The country of each hex that is known to lie in one; told hexes go before the map's own."""
    found = {
        name: country
        for name, kinds in situation.board.terrain.items()
        for country in kinds & state.COUNTRIES
    }
    told = situation.table("countries")
    for country, names in told.items():
        if "all" in names:
            found = dict.fromkeys(situation.board.grid.places, country)
    for country, names in told.items():
        found |= {name: country for name in names if name != "all"}
    return found


def country(situation: Situation, name: str) -> str:
    """The country of a hex, or empty."""
    return countries(situation).get(name, "")


@rule("41", "41.4", "41.5")
@kept
def neutral_countries(situation: Situation) -> frozenset[str]:
    """All neutrals but Austria and Liechtenstein once the Warsaw Pact has violated them."""
    violated = MAY_BE_VIOLATED & set(situation.told("violated"))
    return state.NEUTRAL_COUNTRIES - violated


@rule("41.2")
@kept
def neutral_ground(situation: Situation) -> frozenset[str]:
    """Hexes of neutral countries, of no use to anybody."""
    neutral = neutral_countries(situation)
    return frozenset(name for name, its in countries(situation).items() if its in neutral)


@rule("41.3")
def across_neutral_border(situation: Situation, start: str, end: str) -> bool:
    """Whether a neutral country's frontier lies between two hexes."""
    touched = neutral_ground(situation) & {start, end}
    return bool(touched) and country(situation, start) != country(situation, end)


WEST_BERLIN = "West Berlin"


def is_enclave(situation: Situation, name: str) -> bool:
    """West Berlin, which lies in East Germany and belongs to NATO."""
    return situation.board.names.get(name) == WEST_BERLIN


def side_of_country(situation: Situation, land: str) -> str:
    """The side to which a country belongs, or empty; violated neutrals are NATO's."""
    if land in WP_COUNTRIES:
        return WP
    violated = MAY_BE_VIOLATED - neutral_countries(situation)
    return NATO if land in state.NATO_COUNTRIES | violated else ""


def holder(situation: Situation, name: str) -> str:
    """The side of the units in a hex, else the one told to control it, or empty."""
    return situation.side_at(name) or situation.position.holder(name)


def controls(situation: Situation, side: str, name: str) -> bool:
    """Whether a side controls a hex: by its units, as told, or as its country began."""
    began = side_of_country(situation, country(situation, name))
    began = NATO if is_enclave(situation, name) else began
    return (holder(situation, name) or began) == side


@rule("36.8.7")
def is_open_to_lift(situation: Situation, side: str, name: str) -> bool:
    """Whether NATO's helicopters and transports may use an airfield of a country whose government
    has fallen: no troops of the Pact stand there, and damage does not matter."""
    fallen = country(situation, name) in situation.told("overthrown")
    is_field = "airfield" in situation.board.of(name)
    return side == NATO and fallen and is_field and situation.side_at(name) != WP


@rule("29.6", "29.7")
def came_by_sea(situation: Situation, unit: Unit) -> bool:
    """Whether Marines came by sea in this turn: inland they were flown."""
    if unit.type != "marine" or unit.get("landed") != "this-turn":
        return False
    return not situation.board.hexes_with("sea").isdisjoint(situation.around[unit.hex])


@rule("9.0.6", "28.3")
def is_enemy_airfield(situation: Situation, name: str, enemy: str) -> bool:
    """An airfield without units is its country's until somebody else controls it."""
    if "airfield" not in situation.board.of(name) or situation.at(name):
        return False
    return controls(situation, enemy, name)


@rule("6.1.4")
def is_border(situation: Situation, start: str, end: str) -> bool:
    """A national border lies between hexes of two different countries."""
    one, other = country(situation, start), country(situation, end)
    return bool(one and other and one != other)


@rule("5.11")
def is_mined_border(situation: Situation, start: str, end: str) -> bool:
    """The Warsaw Pact's frontier with NATO or Austria, but for four free crossings."""
    ends = {country(situation, start), country(situation, end)}
    if not ends & WP_COUNTRIES or not ends & (state.NATO_COUNTRIES | {"austria"}):
        return False
    free = situation.definition.sets["free-crossings"].hexes
    return {start, end} not in ({*free[at : at + 2]} for at in range(0, len(free), 2))


@rule("5.1.6")
@kept
def closed_hexes(situation: Situation) -> frozenset[str]:
    """All-sea and lake hexes, which no ground unit enters."""
    return situation.board.hexes_with("sea", "lake")


@rule("6.1.3")
@kept
def cities(situation: Situation) -> frozenset[str]:
    """City hexes; an Urban hex is none."""
    return situation.board.hexes_with("city")


def is_city(situation: Situation, name: str) -> bool:
    return name in cities(situation)


@rule("9.19.2")
def is_built_up(situation: Situation, name: str) -> bool:
    """Urban and City hexes hinder electronic warfare."""
    return bool(situation.board.of(name) & {"urban", "city"})


@rule("38.3", "38.3.2", "38.3.2.1")
def is_bridged(situation: Situation, start: str, end: str) -> bool:
    """A bridge symbol or a road or railway bridges a river, unless it is damaged."""
    is_whole = not situation.damaged or f"{start}/{end}" not in situation.damaged
    return is_whole and (start, end) in bridged_sides(situation.board)


@kept
def bridged_sides(board: Board) -> frozenset[Hexside]:
    """The hexsides with a bridge, a road or a railway."""
    bridges = (pair for pair, features in board.hexsides.items() if "bridge" in features)
    return frozenset(bridges).union(*(board.lines.get(kind, ()) for kind in LINES))


@rule("12.1.1", "9.11.2")
def unbridged_major_river(situation: Situation, start: str, end: str) -> bool:
    """A major river without a bridge, or with a damaged one."""
    is_major = "major-river" in situation.board.between(start, end)
    return is_major and not is_bridged(situation, start, end)


@rule("6.2.6")
def is_river(situation: Situation, start: str, end: str) -> bool:
    """A river, minor or major, bridged or not."""
    return bool(situation.board.between(start, end) & RIVERS)


@rule("9.11.3", "12.1.1", "40.1")
def is_barrier(situation: Situation, start: str, end: str) -> bool:
    """Alpine and impassable hexsides."""
    return bool(situation.board.between(start, end) & CLOSED_SIDES)


@rule("12.2.5", "12.3.7", "40.3", "40.5")
@kept
def edges(situation: Situation) -> dict[str, frozenset[str]]:
    """The map's edges: west, east with south-east, and south; on a blank board those of its
    sections, which nothing joins."""
    if not situation.board.blank:
        return {edge: situation.hexset(f"{edge}-edge") for edge in BLANK_EDGES}
    names = situation.board.grid.places
    return {
        edge: frozenset(name for name in names if name[:-2] in columns)
        for edge, columns in BLANK_EDGES.items()
    }


@rule("12.3.7")
@kept
def rim(situation: Situation) -> frozenset[str]:
    """Every hex on any edge of the map, North and South too; on a blank board its East edge."""
    if situation.board.blank:
        return edges(situation)["east"] | edges(situation)["south"]
    around = situation.around
    return frozenset(name for name in situation.board.grid.places if len(around[name]) < ALL_SIDES)


@kept
def on_net(situation: Situation) -> frozenset[str]:
    """Hexes of railways and autobahns."""
    return situation.board.on_line("railroad") | situation.board.on_line("autobahn")


def nearest_of(situation: Situation, start: str, names: Iterable[str]) -> float:
    """Hexes to the nearest of some hexes; infinite if none lies on the same part of the map, that
    is where none is joined."""
    grid = situation.board.grid
    part = grid.places[start][2]
    joined = (name for name in names if grid.places[name][2] == part)
    return min((grid.distance(start, name) for name in joined), default=float("inf"))
