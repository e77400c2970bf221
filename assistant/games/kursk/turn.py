"""What the turn brings (rules 11.14, 12, 14, 15, 17, 18.2, 18.3, 20): steps, points, independent
command, breakdown, partisans, reserves, reinforcements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from assistant.games.kursk.charts import figure_of
from assistant.games.kursk.ground import RAILS, ROAD
from assistant.games.kursk.sayings import in_zone, out_of_communication, unsupplied
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    SIDES,
    enemy_of,
    is_gun,
    is_hq,
    is_independent,
    is_partisan,
    size_of,
    steps_of,
)
from assistant.games.kursk.victory import group_points
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.reasons import Reason

PARTISANS_AT_MOST = {"may": 6, "july": 4, "august": 7}
PARTISANS_AT_FIRST = {"july": 3, "august": 5}
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


GERMAN_LIMIT, SOVIET_LIMIT = 9, 5
KAMPFGRUPPEN_PER_PLACE = 3
DIVISION_STEPS = 4
DIVISIONS_PER_CORPS = 3


class Places(NamedTuple):
    """Units in independent command or alternative subordination, and how many there may be."""

    used: int
    limit: int


@rule("11.14", "14.13")
def german_limit(kampfgruppen: int) -> int:
    """Nine, less one for each three Kampfgruppen in play or part of three."""
    return max(0, GERMAN_LIMIT - -(-kampfgruppen // KAMPFGRUPPEN_PER_PLACE))


@rule("11.12", "11.14", "15.4", "15.41", "15.43")
def places(situation: Situation, side: str) -> Places:
    """Independent and alternative units against the limit; for each partisan in play one German
    security unit does not count."""
    loose = [u for u in situation.units if u.side == side and _is_loose(u)]
    if side == "soviet":
        return Places(len(loose), SOVIET_LIMIT)
    freed = sum(1 for unit in loose if unit.type == "security" and is_independent(unit))
    partisans = sum(1 for unit in situation.units if is_partisan(unit))
    kampfgruppen = sum(1 for unit in situation.units if unit.type == "kampfgruppe")
    return Places(len(loose) - min(freed, partisans), german_limit(kampfgruppen))


def _is_loose(unit: Unit) -> bool:
    return is_independent(unit) or "alternative" in unit.markers


@rule("14.0", "14.11", "14.14", "14.16", "14.31", "14.32", "14.34")
def bar_to_break_down(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may not be broken down: German infantry divisions of four steps and Soviet rifle
    corps may, in communication; Soviet ones not in an enemy zone."""
    if unit.side == "german":
        if unit.type != "infantry" or steps_of(unit) != DIVISION_STEPS:
            return Reason(
                "14.11", "{unit} is no infantry division of four steps.", "unit", unit=unit
            )
    elif unit.type != "rifle" or size_of(situation.position, unit) != "corps":
        return Reason("14.31", "{unit} is no rifle corps.", "unit", unit=unit)
    return bar_to_reorganize(situation, unit)


@rule("14.14", "14.32")
def bar_to_reorganize(situation: Situation, unit: Unit) -> Reason | None:
    """Communication is needed, and for Soviet units a hex in no enemy zone."""
    number = "14.14" if unit.side == "german" else "14.32"
    if not situation.in_communication(unit):
        return out_of_communication(number, unit)
    if unit.side == "soviet" and unit.hex in situation.zones[enemy_of(unit.side)]:
        return in_zone(number, unit)
    return None


@rule("14.22", "14.35")
def recombined_steps(side: str, steps: Sequence[int]) -> int:
    """Steps of the unit that breakdown units form: their sum, for a Soviet corps one less."""
    return sum(steps) - (1 if side == "soviet" else 0)


@rule("12.15", "12.16", "12.2")
def bar_to_replacement(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may receive no replacement step: guns never, nobody out of supply, no Soviet unit
    in an enemy zone."""
    if is_gun(unit) or is_partisan(unit) or is_hq(unit):
        return Reason("12.16", "{unit} takes no replacement steps.", "unit", unit=unit)
    if not situation.supplied(unit):
        return unsupplied("12.15", unit)
    if unit.side == "soviet" and unit.hex in situation.zones["german"]:
        return in_zone("12.2", unit)
    return None


@rule("12.12", "12.13")
def may_grow_by(unit: Unit) -> int:
    """Replacement steps that a unit can take: up to the most that any of its faces shows, whatever
    it began with; none if the position knows one face only."""
    faces: list[int] = unit.get("steps-faces") or [0]
    return max(0, max(faces) - steps_of(unit))


@dataclass(frozen=True)
class Overview:
    """The bookkeeping of the turn: amounts by side, what may be placed and activated, conditions
    for reinforcements, points for the groups of six hexes."""

    independent: Mapping[str, Mapping[str, int]]
    replacements: Mapping[str, int | None]
    air: Mapping[str, int | None]
    partisans: int | None
    reserves: int | None
    triggers: Mapping[str, Any]
    group_points: int


def overview(situation: Situation) -> Overview:
    """The bookkeeping of the turn, ready for a report."""
    position = situation.position
    return Overview(
        independent={side: places(situation, side)._asdict() for side in SIDES},
        replacements={side: _number(replacements(position, side)) for side in SIDES},
        air={side: _number(air_points(position, side)) for side in SIDES},
        partisans=partisans_at_most(position),
        reserves=_number(reserves_at_most(position)),
        triggers=triggers(situation),
        group_points=group_points(situation),
    )


def _number(amount: Amount | None) -> int | None:
    return amount.number if amount else None
