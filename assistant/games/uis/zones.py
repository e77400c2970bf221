"""Zones of control, leaving them, and the breaches that undo them (6, 9.13)."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.uis import ground
from assistant.games.uis.situation import NATO, NEUTRAL, WP, Situation, enemy_of
from assistant.games.uis.units import TACTICAL, is_combat, mode, spent
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.ground import NOWHERE
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import shown, zone_of
from assistant.position import Unit
from assistant.questions.answers import Zones
from assistant.questions.reasons import Reason


@rule("6.1.1", "6.1.2", "6.1.9", "6.3.1")
def exerts(unit: Unit) -> bool:
    """Combat units in Tactical mode that have not retreated in this phase have a zone."""
    return is_combat(unit) and mode(unit) == TACTICAL and "no-zoc" not in unit.markers


@rule("6.0", "6.1.3", "6.1.4", "41.3")
@kept_for
def covered_from(situation: Situation, name: str) -> frozenset[str]:
    """The hexes that a unit in a hex would cover: neither into nor out of a city, nor across a
    neutral frontier, nor before war across any."""
    if name in ground.cities(situation):
        return NOWHERE
    near = frozenset(situation.around[name]) - ground.cities(situation)
    if not situation.option("zones-across-barriers"):
        near = frozenset(end for end in near if not ground.is_barrier(situation, name, end))
    if ground.neutral_ground(situation):
        near = frozenset(
            end for end in near if not ground.across_neutral_border(situation, name, end)
        )
    if situation.war_turn <= 0:
        near = frozenset(end for end in near if not ground.is_border(situation, name, end))
    return near


@rule("9.13", "9.13.3", "9.13.4", "9.13.5")
@kept
def breakthrough_zone(situation: Situation) -> frozenset[str]:
    """Each Breakthrough marker and its neighbours, not into neutral or closed hexes, not across
    closed hexsides, neither into nor out of a city."""
    shut = (
        ground.closed_hexes(situation) | ground.neutral_ground(situation) | ground.cities(situation)
    )
    markers = frozenset(situation.told("breakthrough"))
    return markers | {
        near
        for name in markers - ground.cities(situation)
        for near in situation.around[name]
        if near not in shut and not ground.is_barrier(situation, name, near)
    }


@rule("9.13.1")
@kept_for
def zone(situation: Situation, side: str, phasing: str) -> frozenset[str]:
    """A side's zone while a side is in phase: the other side has none in a Breakthrough Zone."""
    if phasing and side != phasing:
        return zone(situation, side, "") - breakthrough_zone(situation)
    hexes = (
        name
        for name, units in situation.stacks.items()
        if units[0].side == side and any(exerts(unit) for unit in units)
    )
    return zone_of(hexes, lambda name: covered_from(situation, name))


def exerting(situation: Situation, side: str, name: str, phasing: str) -> tuple[Unit, ...]:
    """The units of a side whose zone covers a hex."""
    if name not in zone(situation, side, phasing):
        return ()
    return tuple(
        unit
        for unit in situation.beside(name, side)
        if exerts(unit) and name in covered_from(situation, unit.hex)
    )


@rule("6.0")
def zones(situation: Situation) -> Zones:
    """The hexes that each side controls, all-sea and lake hexes left out by the usual reading."""
    by_land = situation.option("zones-over-water") == "land"
    water = ground.closed_hexes(situation) if by_land else NOWHERE
    sides = [WP, NATO, *([NEUTRAL] if situation.held[NEUTRAL] else [])]
    hexes = {side: zone(situation, side, situation.phasing) - water for side in sides}
    return replace(shown(hexes, sides), extra=situation.readings(open_points(situation)))


def open_points(situation: Situation) -> list[str]:
    """The open points that matter here: units beside water, alpine and impassable hexsides."""
    beside = [
        (name, near)
        for name, units in situation.stacks.items()
        if name not in ground.cities(situation) and any(exerts(unit) for unit in units)
        for near in situation.around[name]
    ]
    points = {
        "zones-over-water": any(near in ground.closed_hexes(situation) for _, near in beside),
        "zones-across-barriers": any(ground.is_barrier(situation, *pair) for pair in beside),
    }
    return [name for name, matters in points.items() if matters]


STAYS = Reason(
    "6.1.8, 5.1.8",
    "A unit leaves an enemy zone after an assault or by Disengagement only.",
    "enemy-zone",
)
STOPPED = Reason(
    "5.1.8, 6.1.6",
    "It entered this enemy zone in this phase and goes on only as a combat allows.",
    "enemy-zone",
)
INTO_ZONE = Reason(
    "6.2.6",
    "Across a river the first hex entered may not be an empty one in an enemy zone.",
    "enemy-zone",
)
RESERVE_STAYS = Reason(
    "9.18.1", "A reserve in an enemy zone is activated only beside another combat unit.", "friends"
)


@rule("6.2", "9.6")
def began_in_zone(situation: Situation, unit: Unit, phasing: str) -> bool:
    """Whether the unit began this phase in an enemy zone; if not told, whether it is in one and
    has spent nothing."""
    told = unit.get("began-in-zoc")
    if told is not None:
        return bool(told)
    came = unit.has_moved and unit.began not in ("", unit.hex)
    return spent(unit) == 0 and not came and in_enemy_zone(situation, unit, phasing)


def in_enemy_zone(situation: Situation, unit: Unit, phasing: str) -> bool:
    return unit.hex in zone(situation, enemy_of(unit.side), phasing)


@rule("5.1.8", "6.1.8", "6.1.10", "6.2.2", "6.2.6", "9.18.1", "9.18.1.3")
def bar_to_leave(
    situation: Situation, unit: Unit, start: str, end: str, phasing: str
) -> Reason | None:
    """Out of an enemy zone a unit walks freely only where a combat unit stays behind that has not
    moved, or where the enemy is across rivers only."""
    if start != unit.hex or not in_enemy_zone(situation, unit, phasing):
        return None
    if phasing != unit.side:
        return None if _others(situation, unit) else RESERVE_STAYS
    if not began_in_zone(situation, unit, phasing):
        return STOPPED
    if leaves_a_guard(situation, unit):
        return None
    if not behind_rivers(situation, unit, phasing):
        return STAYS
    zoned = end in zone(situation, enemy_of(unit.side), phasing)
    return INTO_ZONE if zoned and situation.side_at(end) != unit.side else None


@rule("6.2.2")
def leaves_a_guard(situation: Situation, unit: Unit) -> bool:
    """Another combat unit that has not moved stays in the hex."""
    return any(not has_gone(other) for other in _others(situation, unit))


@rule("6.1.13")
def is_covered(situation: Situation, unit: Unit) -> bool:
    """Another combat unit in the hex, in Tactical mode, has not moved."""
    others = _others(situation, unit)
    return any(mode(other) == TACTICAL and not has_gone(other) for other in others)


def has_gone(unit: Unit) -> bool:
    """Whether a unit has moved in this phase, by what is told of it or by VASSAL's mark."""
    return unit.has_moved or bool(unit.get("moved")) or spent(unit) > 0


def _others(situation: Situation, unit: Unit) -> list[Unit]:
    return [other for other in situation.at(unit.hex) if other.id != unit.id and is_combat(other)]


@rule("6.2.6")
def behind_rivers(situation: Situation, unit: Unit, phasing: str) -> bool:
    """Every enemy zone on the unit's hex comes across a river, major or minor."""
    holding = situation.beside(unit.hex, enemy_of(unit.side))
    return all(
        ground.is_river(situation, other.hex, unit.hex)
        for other in holding
        if exerts(other) and unit.hex in covered_from(situation, other.hex)
    )
