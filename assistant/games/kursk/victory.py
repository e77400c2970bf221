"""Victory (rules 18.4, 20.8): points for hexes and units, and the level that a total reaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assistant.games.kursk.charts import figure_of
from assistant.games.kursk.ground import RAILS, ROAD
from assistant.games.kursk.lines import HQ_REACH
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import enemy_of, is_gun, is_hq, is_own_edge, is_partisan
from assistant.kernel.flood import flood
from assistant.kernel.ground import joined, line_sides
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit

GROUPS = ("victory-group-a", "victory-group-b")
EXTRA_TURNS = (5, 10)
"""What the first and the second extra turn give the opponent of the player who buys it (18.48)."""

LEAST_LEVEL = "soviet strategic"


@rule("18.47", "20.8")
def level(position: Position, net: int) -> str:
    """The level of victory that the German total less the Soviet one reaches."""
    table = position.game.tables["victory-july"]
    reached = [row for row in table.rows if net >= figure_of(table, row, "least")]
    return reached[0] if reached else LEAST_LEVEL


def worth(position: Position, what: str) -> int:
    """Victory points for a loss or an objective."""
    return int(figure_of(position.game.tables["victory-points"], what, "points"))


@rule("18.46")
def group_points(situation: Situation) -> int:
    """Points for the two groups of six hexes: once for each of which the Germans control any."""
    groups = sum(
        any(
            controller(situation, name) == "german"
            for name in situation.position.game.hexset(group)
        )
        for group in GROUPS
    )
    return groups * worth(situation.position, "six-hex-group")


@rule("18.48")
def loss_points(position: Position, losses: Mapping[str, int]) -> int:
    """Points for losses: how many of each row of the chart."""
    return sum(worth(position, what) * number for what, number in losses.items())


@rule("18.45")
def controller(situation: Situation, name: str) -> str:
    """Who controls a hex for victory: a unit there in communication; else the last to pass, or the
    side on which it began, if a line of road and rail runs free of the enemy to his map edge."""
    units = [unit for unit in situation.at(name) if not is_partisan(unit)]
    if units:
        return units[0].side if any(map(situation.in_communication, units)) else ""
    side = situation.position.control.get(name) or _began(situation, name)
    return side if side and _line_to_edge(situation, side, name) else ""


def _began(situation: Situation, name: str) -> str:
    if name in situation.ground.foreign_rail["german"]:
        return "soviet"
    return "german" if name in situation.ground.foreign_rail["soviet"] else ""


def _line_to_edge(situation: Situation, side: str, name: str) -> bool:
    ways = joined(line_sides(situation.board, ROAD, *RAILS))
    enemy = enemy_of(side)
    shut = situation.held[enemy] | situation.zones[enemy]
    if name not in ways or name in shut:
        return False
    return any(is_own_edge(side, near) for near in flood([name], ways, shut))


@rule("18.42", "18.43", "18.44")
def lost_at_the_end(situation: Situation) -> tuple[str, ...]:
    """Ids of the units that count as eliminated when the game ends: out of supply or communication,
    disrupted headquarters taken for sound; a unit with no headquarters above it traces like one."""
    sound = Situation(
        situation.position.with_units(
            replace(unit, markers=unit.markers - {"disrupted"}) if is_hq(unit) else unit
            for unit in situation.position.units
        )
    )
    counted = (unit for unit in sound.units if not is_partisan(unit))
    return tuple(unit.id for unit in counted if _lost(sound, unit))


def _lost(situation: Situation, unit: Unit) -> bool:
    if is_hq(unit) or is_gun(unit) or situation.command.controlling(unit) is not None:
        return not situation.supplied(unit) or not situation.in_communication(unit)
    network = situation.networks[unit.side]
    return unit.hex not in network.flood(network.sources, HQ_REACH).distance


@rule("18.48")
def extra_turn_points(bought: int) -> int:
    """What buying one more turn gives the opponent, after so many were bought already."""
    return EXTRA_TURNS[bought]
