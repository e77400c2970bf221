"""Zones of control, and the Breakthrough Zones that undo them (6, 9.13)."""

from __future__ import annotations

from assistant.games.uis.calendar import phasing_side, war_turn
from assistant.games.uis.ground import (
    across_neutral_border,
    cities,
    closed_hexes,
    is_barrier,
    is_border,
    neutral_ground,
)
from assistant.games.uis.readings import readings
from assistant.games.uis.sides import NATO, NEUTRAL, WP
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import TACTICAL, is_combat, mode
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Zones


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
    return war_turn(situation.position) > 0 or not is_border(situation, start, end)


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
    for name in situation.position.value("breakthrough") or ():
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
    phasing = phasing_side(situation.position)
    by_land = situation.option("zones-over-water") == "land"
    water = closed_hexes(situation) if by_land else frozenset()
    sides = [WP, NATO, *([NEUTRAL] if situation.held[NEUTRAL] else [])]
    return Zones(
        {side: tuple(sorted(zone(situation, side, phasing) - water)) for side in sides},
        readings(situation, open_points(situation)),
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
