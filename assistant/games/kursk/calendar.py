"""What the turn brings (rules 12.1, 15.3, 17, 18.2, 18.3, 20): replacements, air points, partisans,
reserves, reinforcements."""

from __future__ import annotations

from typing import Any, NamedTuple

from assistant.games.kursk.figures import figure_of
from assistant.games.kursk.ground import RAILS, ROAD
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_gun, is_partisan
from assistant.kernel.rulebook import rule
from assistant.position import Position

PARTISANS_AT_MOST = {"may": 6, "july": 4, "august": 7}
PARTISANS_AT_FIRST = {"july": 3, "august": 5}
LAST_TURN_OF_RESERVE_POINTS = 7
INTERCEPTION, DOUBLE_INTERCEPTION, ALWAYS_FAILS = 2, 5, 6
FREE_INTERCEPTORS = 3
NEAR_KURSK = 2


class Amount(NamedTuple):
    number: int
    stand_in: bool = False


def amount(position: Position, what: str, turn: int | None = None) -> Amount | None:
    """A value of the scenario's turn chart; None without a scenario or beyond the chart."""
    table = position.game.tables.get(f"turns-{position.scenario}")
    row = str(position.turn if turn is None else turn)
    if table is None or (row, what) not in table.cells:
        return None
    return Amount(int(figure_of(table, row, what)), (row, what) in table.doubtful)


@rule("12.0", "12.17", "20.53", "20.64")
def replacements(position: Position, side: str) -> Amount | None:
    """Replacement steps of a side this turn; none in the last turn of a scenario."""
    return amount(position, f"{side}-replacements")


@rule("17.0", "20.7")
def air_points(position: Position, side: str) -> Amount | None:
    """Air points of a side this turn, if the optional rules are used."""
    return amount(position, f"{side}-air")


@rule("17.0", "17.11", "17.12")
def intercepts(die: int, points: int, both: bool = False) -> bool:
    """Whether an interception succeeds: one or two, each point above three takes one from the die;
    if both sides try, one to five lets the battle happen; a six always fails."""
    if die == ALWAYS_FAILS:
        return False
    return die - max(0, points - FREE_INTERCEPTORS) <= (
        DOUBLE_INTERCEPTION if both else INTERCEPTION
    )


# Partisans


@rule("15.31", "15.32", "15.33")
def partisans_at_most(position: Position) -> int | None:
    """How many partisans the Soviets may have in the scenario."""
    return PARTISANS_AT_MOST.get(position.scenario)


@rule("15.11", "15.13")
def partisan_hexes(situation: Situation) -> frozenset[str]:
    """Road and railway hexes that no German unit holds or controls."""
    board = situation.position.board
    lines = frozenset().union(*(board.on_line(kind) for kind in (ROAD, *RAILS)))
    return lines - situation.held["german"] - situation.zones["german"]


# Reserves and reinforcements


@rule("18.34", "18.35", "18.36")
def reserves_at_most(position: Position) -> Amount | None:
    """Formations that the Soviet player may activate in his administrative phase this turn."""
    return amount(position, "reserves")


@rule("18.37")
def reserve_points(activated: int, turn: int) -> int:
    """Victory points that an activated formation gives the Germans in a turn: one in each turn
    after that of its activation, to the seventh."""
    return 1 if activated < turn <= LAST_TURN_OF_RESERVE_POINTS else 0


@rule("18.26")
def entry_cost(hex_cost: float, order: int) -> float:
    """Points that a reinforcement not coming by rail pays for its entry hex: one more for each unit
    that entered there before it."""
    return hex_cost + order - 1


@rule("18.25")
def rail_hexes_left(reach: int) -> int:
    """Rail hexes left to a reinforcement: its entry hex is the first of them."""
    return reach - 1


@rule("18.28", "20.52", "20.62")
def triggers(situation: Situation) -> dict[str, Any]:
    """Which conditions for reinforcements hold as the German units stand now."""
    game = situation.position.game
    germans = {
        unit.hex
        for unit in situation.units
        if unit.side == "german" and not is_gun(unit) and not is_partisan(unit)
    }
    kursk, lgov = game.hexset("kursk"), game.hexset("lgov")
    near = frozenset(
        h for name in kursk for h in situation.position.board.grid.within(name, NEAR_KURSK)
    )
    soviet = 3 if germans & kursk else 2 if germans & lgov else 0
    return {
        "german-four-turns": bool(germans & lgov),
        "german-two-turns": bool(germans & near),
        "soviet-headquarters": soviet,
        "north-reserve": sorted(germans & game.hexset("north-triggers")),
        "south-reserve": sorted(germans & game.hexset("south-triggers")),
    }
