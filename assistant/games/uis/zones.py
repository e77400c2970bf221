"""Zones of control, leaving them, and the breaches that undo them (6, 9.13)."""

from __future__ import annotations

from assistant.games.uis.ground import (
    across_neutral_border,
    cities,
    closed_hexes,
    is_barrier,
    is_border,
    is_river,
    neutral_ground,
)
from assistant.games.uis.situation import (
    NATO,
    NEUTRAL,
    WP,
    Situation,
    enemy_of,
)
from assistant.games.uis.units import TACTICAL, is_combat, mode, spent
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Zones
from assistant.questions.reasons import Reason


@rule("6.1.1", "6.1.2", "6.1.9", "6.3.1")
def exerts(unit: Unit) -> bool:
    """Combat units in Tactical mode that have not retreated in this phase have a zone."""
    return is_combat(unit) and mode(unit) == TACTICAL and "no-zoc" not in unit.markers


@kept
def _covered(situation: Situation) -> dict[str, frozenset[str]]:
    """The zones worked out so far, by the hex from which they reach."""
    return {}


@rule("6.0", "6.1.3", "6.1.4", "41.3")
def covered_from(situation: Situation, name: str) -> frozenset[str]:
    """The hexes that a unit in a hex would cover: neither into nor out of a city, nor across a
    neutral frontier, nor before war across any."""
    known = _covered(situation)
    if name not in known:
        if name in cities(situation):
            known[name] = frozenset()
        else:
            known[name] = frozenset(
                near for near in situation.around[name] if _reaches(situation, name, near)
            )
    return known[name]


def _reaches(situation: Situation, start: str, end: str) -> bool:
    if end in cities(situation):
        return False
    if is_barrier(situation, start, end) and not situation.option("zones-across-barriers"):
        return False
    if neutral_ground(situation) and across_neutral_border(situation, start, end):
        return False
    return situation.war_turn > 0 or not is_border(situation, start, end)


@kept
def _zones(situation: Situation) -> dict[str, frozenset[str]]:
    """Every hex that units of each side cover, as if no hex were breached."""
    zones: dict[str, set[str]] = {WP: set(), NATO: set(), NEUTRAL: set()}
    for name, units in situation.stacks.items():
        if any(exerts(unit) for unit in units):
            zones[units[0].side] |= covered_from(situation, name)
    return {side: frozenset(names) for side, names in zones.items()}


@rule("9.13", "9.13.3", "9.13.4", "9.13.5")
@kept
def breakthrough_zone(situation: Situation) -> frozenset[str]:
    """Each Breakthrough marker and its neighbours, not into neutral or closed hexes, not across
    closed hexsides, neither into nor out of a city."""
    found: set[str] = set()
    shut = closed_hexes(situation) | neutral_ground(situation) | cities(situation)
    for name in situation.told("breakthrough"):
        found.add(name)
        if name in cities(situation):
            continue
        found |= {
            near
            for near in situation.around[name]
            if near not in shut and not is_barrier(situation, name, near)
        }
    return frozenset(found)


@kept
def _zones_of_bystanders(situation: Situation) -> dict[str, frozenset[str]]:
    breached = breakthrough_zone(situation)
    return {side: names - breached for side, names in _zones(situation).items()}


@rule("9.13.1")
def zone(situation: Situation, side: str, phasing: str) -> frozenset[str]:
    """A side's zone while a side is in phase: the other side has none in a Breakthrough Zone."""
    if not phasing or side == phasing:
        return _zones(situation).get(side, frozenset())
    return _zones_of_bystanders(situation).get(side, frozenset())


def exerting(situation: Situation, side: str, name: str, phasing: str) -> tuple[Unit, ...]:
    """The units of a side whose zone covers a hex."""
    if name not in zone(situation, side, phasing):
        return ()
    return tuple(
        unit
        for near in sorted(situation.around[name])
        if situation.side_at(near) == side and name in covered_from(situation, near)
        for unit in situation.at(near)
        if exerts(unit)
    )


@rule("6.0")
def zones(situation: Situation) -> Zones:
    """The hexes that each side controls, all-sea and lake hexes left out by the usual reading."""
    phasing = situation.phasing
    by_land = situation.option("zones-over-water") == "land"
    water = closed_hexes(situation) if by_land else frozenset()
    sides = [WP, NATO, *([NEUTRAL] if situation.held[NEUTRAL] else [])]
    return Zones(
        {side: tuple(sorted(zone(situation, side, phasing) - water)) for side in sides},
        situation.readings(open_points(situation)),
    )


def open_points(situation: Situation) -> list[str]:
    """The open points that matter here: units beside water, alpine and impassable hexsides."""
    points = []
    beside = [
        (name, near)
        for name, units in situation.stacks.items()
        if name not in cities(situation) and any(exerts(unit) for unit in units)
        for near in situation.around[name]
    ]
    if any(near in closed_hexes(situation) for _, near in beside):
        points.append("zones-over-water")
    if any(is_barrier(situation, *pair) for pair in beside):
        points.append("zones-across-barriers")
    return points


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
    return spent(unit) == 0 and in_enemy_zone(situation, unit, phasing)


def in_enemy_zone(situation: Situation, unit: Unit, phasing: str) -> bool:
    return unit.hex in zone(situation, enemy_of(unit.side), phasing)


@rule("5.1.8", "6.1.8", "6.1.10", "6.2.2", "6.2.6", "9.18.1")
def leaving_refused(
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
    return any(not other.get("moved") and not spent(other) for other in _others(situation, unit))


def _others(situation: Situation, unit: Unit) -> list[Unit]:
    return [other for other in situation.at(unit.hex) if other.id != unit.id and is_combat(other)]


@rule("6.2.6")
def behind_rivers(situation: Situation, unit: Unit, phasing: str) -> bool:
    """Every enemy zone on the unit's hex comes across a river, major or minor."""
    enemy = enemy_of(unit.side)
    return all(
        is_river(situation, near, unit.hex)
        for near in situation.around[unit.hex]
        if situation.side_at(near) == enemy
        and unit.hex in covered_from(situation, near)
        and any(exerts(other) for other in situation.at(near))
    )
