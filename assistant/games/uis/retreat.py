"""Retreat after combat: the hexes open to a unit, and the rule that closes each other (9.11)."""

from __future__ import annotations

from collections.abc import Callable

from assistant.games.uis.barriers import enemy_airfield
from assistant.games.uis.ground import (
    closed_hexes,
    is_barrier,
    unbridged_major_river,
)
from assistant.games.uis.lines import by_ferry
from assistant.games.uis.losses import Fight
from assistant.games.uis.restrictions import may_not_enter
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.stacking import fits, in_pool
from assistant.games.uis.units import FSH, HEDGEHOG, is_combat, mode, steps_at_first
from assistant.games.uis.zones import breakthrough_zone, zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

RISK = 0.4
"""A roll of 1 to 8 of 20 (9.11.11)."""

HexRule = Callable[[Fight, Unit, str], Reason | None]


@rule("9.11.6", "9.11.7", "9.11.8")
def may_not_retreat(fight: Fight, unit: Unit) -> Reason | None:
    """Hedgehogs, units of one step and support units by themselves never retreat."""
    if not is_combat(unit):
        return support_stays(fight, unit)
    if mode(unit) == HEDGEHOG:
        return Reason("9.11.6", "A unit in Hedgehog mode never retreats.")
    if steps_at_first(unit) == 1:
        return Reason("9.11.7", "A unit that never had more than one step cannot retreat.")
    return None


@rule("9.11.8", "10.7")
def support_stays(fight: Fight, unit: Unit) -> Reason | None:
    """Support units go only along with combat units of their stack; a supply head never."""
    if unit.type == FSH:
        return Reason("18.3", "A supply head is displaced on D.")
    if fight.situation.option("stacked-support") == "eliminated":
        return Reason("9.11.8", "Support units cannot retreat.")
    fighters = [other for other in fight.at(unit.hex) if is_combat(other)]
    if not fighters:
        return Reason("9.11.8", "Support units alone cannot retreat.")
    if not any(open_hexes(fight, other) for other in fighters):
        return Reason("9.11.8", "Support units stay when no combat unit of the stack retreats.")
    return None


@rule("9.11", "9.11.9")
def open_hexes(fight: Fight, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit may retreat to, in no order of preference."""
    return tuple(
        name
        for name in sorted(fight.situation.around[unit.hex])
        if retreat_refused(fight, unit, name) is None
    )


def retreat_refused(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """The first rule that keeps a unit from retreating to a hex."""
    if why := may_not_retreat(fight, unit):
        return why
    for test in HEX_RULES:
        if why := test(fight, unit, name):
            return why
    return None


@rule("10.7", "9.11")
def along_with_the_stack(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Support units go where a combat unit of their stack may go."""
    if is_combat(unit):
        return None
    if any(name in open_hexes(fight, other) for other in fight.at(unit.hex) if is_combat(other)):
        return None
    return Reason("9.11.8", "No combat unit of its stack may retreat there.")


@rule("9.11.2")
def enemy_there(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into a hex with enemies."""
    if fight.situation.side_at(name) == enemy_of(unit.side):
        return Reason("9.11.2", "Enemy units stand there.", "enemy-units")
    return None


@rule("5.1.6", "9.11.5")
def water(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into all-sea or lake hexes."""
    if name in closed_hexes(fight.situation):
        return Reason("5.1.6", "Ground units enter no all-sea or lake hex.")
    return None


@rule("9.11.3")
def peaks(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not across alpine or impassable hexsides."""
    if is_barrier(fight.situation, unit.hex, name):
        return Reason("9.11.3", "The hexside is alpine or impassable.")
    if by_ferry(fight.situation.board.between(unit.hex, name)):
        return Reason("30", "No retreat by ferry.")
    return None


@rule("9.11.2", "38.3.2")
def major_river(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not across a major river without a sound bridge."""
    if unbridged_major_river(fight.situation, unit.hex, name):
        return Reason("9.11.2", "A major river without a bridge.")
    return None


@rule("9.11.2", "9.11.12", "9.13.5")
def breach(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into the Breakthrough Zones of earlier combats."""
    if name in breakthrough_zone(fight.situation):
        return Reason("9.11.2", "The hex lies in a Breakthrough Zone.")
    return None


@rule("9.11.2", "9.11.4", "6.2.4")
def enemy_zone(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into an enemy zone, unless a friend stands there who is not part of this retreat."""
    situation = fight.situation
    if name not in zone(situation, enemy_of(unit.side), fight.phasing):
        return None
    if situation.side_at(name) == unit.side and name not in fight.targets:
        return None
    return Reason("9.11.2", "An enemy zone that no friend outside this combat negates.")


@rule("5.9", "5.10", "36.5.8", "41.2")
def foreign_ground(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not into neutral countries, nor abroad for units tied to their country."""
    return may_not_enter(fight.situation, unit, unit.hex, name)


@rule("9.0.6", "28.3")
def airfield(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not onto an enemy airfield, which must be attacked before anybody enters it."""
    return enemy_airfield(fight.situation, unit, name)


@rule("7.7", "9.11.10")
def crowded(fight: Fight, unit: Unit, name: str) -> Reason | None:
    """Not beyond the stacking limit; attacked units that leave a hex themselves count no more."""
    there = [other for other in fight.situation.at(name) if other.hex not in fight.targets]
    if fits((*in_pool(there, ""), unit)):
        return None
    return Reason("9.11.10, 7.7", "The stacking limit would be broken.")


HEX_RULES: tuple[HexRule, ...] = (
    enemy_there,
    water,
    peaks,
    major_river,
    foreign_ground,
    breach,
    enemy_zone,
    airfield,
    crowded,
    along_with_the_stack,
)


@rule("9.11.11")
def risk(unit: Unit) -> float:
    """The chance that a unit that has retreated before in this phase loses one step more."""
    return RISK if "no-zoc" in unit.markers else 0


@rule("7.7", "9.11.10")
def all_fit(fight: Fight, units: tuple[Unit, ...]) -> bool:
    """Whether all units that may retreat from a hex find room at the same time."""
    return _places(fight, [unit for unit in units if open_hexes(fight, unit)], {})


def _places(fight: Fight, units: list[Unit], taken: dict[str, list[Unit]]) -> bool:
    if not units:
        return True
    unit, *rest = units
    for name in open_hexes(fight, unit):
        there = [*in_pool(fight.situation.at(name), ""), *taken.get(name, []), unit]
        if fits(there) and _places(fight, rest, {**taken, name: [*taken.get(name, []), unit]}):
            return True
    return False
