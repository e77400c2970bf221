"""Reinforcements and the airborne drop (rules 12 and 13): where they may be placed, and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.stacking import COMBAT_UNITS
from assistant.games.mlb.units import is_hq
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from builder.game.model import Table

DROP_REACH = 8
"""Hexes from a supplied Soviet unit within which the drop lands."""
BOXES = {"axis": "axis-reinforcements", "soviet": "soviet-reinforcements"}


@dataclass(frozen=True)
class Purchase:
    """What the Axis player buys in one negotiation."""

    cancelled_orders: int = 0
    panzer: int = 0
    infantry: int = 0
    allied: int = 0


@rule("12.1(1)", "12.1(2)")
def rail_hexes(situation: Situation, side: str) -> tuple[str, ...]:
    """Railway hexes joined by rail to a source of the side, with no enemy zone anywhere on the
    line, no enemy and no enemy city; friends do not open a zone hex."""
    enemy, railways = enemy_of(side), situation.ground.railways
    lines = situation.lines[side]
    closed = situation.held[enemy] | situation.ground.water | lines.hostile_cities
    if situation.reading("rail-friend-negates"):
        closed |= situation.zones[enemy] - situation.held[side]
    else:
        closed |= situation.zones[enemy]
    on_rail = situation.position.board.on_line("railroad")
    fringe = set(situation.sources(side) & on_rail) - closed
    reached = set(fringe)
    while fringe:
        fringe = {
            near
            for name in fringe
            for near in situation.ground.exits[name]
            if (name, near) in railways and near not in closed
        } - reached
        reached |= fringe
    return tuple(sorted(reached))


@rule("12.1", "3.1(3)")
def placement_hexes(situation: Situation, side: str) -> tuple[str, ...]:
    """Rail hexes with room for one more combat unit: stacking holds when a unit is placed."""
    return tuple(name for name in rail_hexes(situation, side) if room(situation, name))


def room(situation: Situation, name: str) -> bool:
    units = situation.stacks.get(name, ())
    return sum(1 for unit in units if not is_hq(unit)) < COMBAT_UNITS


@rule("12.2(1)", "12.2(2)", "2.2.3")
def next_group(situation: Situation) -> tuple[Unit, ...]:
    """The Soviet units that the next reinforcement brings: the lowest number still waiting, or, by
    the other reading, all whose turn has come."""
    waiting = [
        unit
        for unit in situation.position.units
        if unit.hex == BOXES["soviet"] and unit.get("arrival") is not None
    ]
    if situation.reading("reinforcement-number") == "turn":
        due = [unit for unit in waiting if unit.get("arrival") <= situation.position.turn]
    else:
        first = min((unit.get("arrival") for unit in waiting), default=0)
        due = [unit for unit in waiting if unit.get("arrival") == first]
    return tuple(sorted(due, key=lambda unit: unit.id))


@rule("12.2(3)")
def convertible(situation: Situation, conversion: Unit) -> tuple[str, ...]:
    """Units that a conversion unit may replace: any of its own type and side on the map."""
    return tuple(
        unit.id
        for unit in situation.units
        if unit.side == conversion.side and unit.type == conversion.type
    )


@rule("12.3", "7.3(1)", "16.2(2)")
def price(table: Table, purchase: Purchase) -> float:
    """Negotiation points that a purchase costs; what is not spent is lost."""
    costs: Mapping[str, float] = {row: float(table[row, "points"]) for row in table.rows}
    return (
        purchase.cancelled_orders * costs["cancel-absolute-order"]
        + purchase.panzer * costs["panzer-reinforcement"]
        + purchase.infantry * costs["infantry-reinforcement"]
        + purchase.allied * costs["allied-reinforcement"]
    )


@rule("13.2", "13.2(1)")
def drop_hexes(situation: Situation) -> tuple[str, ...]:
    """Where marker and airborne unit may land: within eight hexes, over any ground, of a Soviet
    unit with a line; on land, free of enemies, with room. Once in a game."""
    if situation.position.value("airborne-dropped"):
        return ()
    onward = situation.lines["soviet"].onward
    fringe = {name for name in situation.held["soviet"] if name in onward}
    reached = set(fringe)
    for _ in range(DROP_REACH):
        fringe = _around(situation, fringe) - reached
        reached |= fringe
    barred = situation.ground.water | situation.held["axis"]
    return tuple(sorted(name for name in reached - barred if room(situation, name)))


def _around(situation: Situation, names: Iterable[str]) -> set[str]:
    return {near for name in names for near in situation.position.board.neighbours(name)}
