"""Movement of one unit (rules 8.0 to 8.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.games.nr.battle import of_areas
from assistant.games.nr.situation import CLOSED, Situation, area_bar, effect
from assistant.games.nr.supply import land_route, networks_now
from assistant.games.nr.units import (
    AXIS,
    enemy_of,
    is_armour,
    is_parenthesised,
    nationality,
)
from assistant.games.nr.zones import overstacked, zones_now
from assistant.kernel import sayings
from assistant.kernel.bars import first, forbids
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Search, search
from assistant.kernel.together import Together
from assistant.kernel.walk import reached, steps
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal, refusals
from assistant.questions.reasons import Reason, Saying
from builder.game.definition import Feature

OOS_LIMIT = 3
"""Movement points of a unit out of supply at most (6.5.2)."""


@rule("8.1", "8.2", "6.5.2", "13.1")
def allowance(situation: Situation, unit: Unit) -> tuple[int, list[Reason]]:
    """The printed allowance, at most 3 in Mud or out of supply and 4 in Snow; none for a strength
    in parentheses."""
    if is_parenthesised(situation.position, unit):
        return 0, [Reason("2.3", "A unit with its strength in parentheses cannot move.", "unit")]
    points, because = unit.face("movement"), []
    limit = effect(situation.position, "limit")
    if limit != "-" and points > int(limit):
        points = int(limit)
        text = "{weather}: at most {n} movement points."
        because.append(Reason("8.2", text, weather=situation.weather, n=limit))
    if "oos" in unit.markers and points > OOS_LIMIT:
        points = OOS_LIMIT
        because.append(Reason("6.5.2", "Out of supply: at most {n} movement points.", n=OOS_LIMIT))
    return points, because


@rule("8.3", "14.3", "14.4")
def terrain_cost(situation: Situation, unit: Unit, place: str) -> tuple[int, bool]:
    """Movement points to enter a hex, armour by its own column, and whether that is a stand-in: the
    dearest of the hex's terrain; rivers cost nothing. An area costs as much as a clear hex."""
    features = situation.definition.terrain
    column = "armour-move" if is_armour(unit) else "move"
    cost, doubtful = int(features["clear"].values[column]), place in situation.board.areas
    for kind in situation.board.of(place):
        feature: Feature = features[kind]
        value = feature.values.get(column)
        if value is not None and value >= cost:
            cost, doubtful = int(value), feature.stand_in(column)
    return cost, doubtful


@dataclass(frozen=True)
class March:
    """One unit's movement: what stops it, step by step."""

    situation: Situation
    unit: Unit

    @cached_property
    def enemy_zone(self) -> frozenset[str]:
        return zones_now(self.situation)[enemy_of(self.unit.side)]

    @cached_property
    def friends(self) -> frozenset[str]:
        """Places with another unit of the side."""
        own = self.situation.of_side(self.unit.side)
        return frozenset(unit.hex for unit in own if unit is not self.unit)

    @property
    def starts_in_zone(self) -> bool:
        return self.unit.hex in self.enemy_zone

    def bar(self, start: str, end: str) -> Reason | None:
        """The rule that forbids a step, or None."""
        return first(BARS, self, start, end)

    def cost(self, start: str, end: str) -> int:
        return step_cost(self, start, end)


@forbids("8.4", "{hex} holds an enemy unit.", "enemy-units", hex="end")
def bar_enemy(march: March, start: str, end: str) -> bool:
    """A hex with an enemy unit is never entered."""
    return end in march.situation.held[enemy_of(march.unit.side)]


@rule("8.3")
def bar_water(march: March, start: str, end: str) -> Reason | None:
    """Lake hexes, lake sides and sea sides are prohibited."""
    if march.situation.passable(start, end):
        return None
    text = "Between {hex} and {hex2} lies a lake or the sea, which is prohibited."
    return sayings.lake_between("8.3", start, end, text)


@rule("8.6", "8.7")
def bar_area(march: March, start: str, end: str) -> Reason | None:
    """Finland and the Balkans are open to some nations only."""
    return area_bar(march.situation.position, march.unit, end)


@forbids("14.1", "The Finnish army never leaves Finland.", "area")
def bar_finns(march: March, start: str, end: str) -> bool:
    """The Finnish army never leaves Finland."""
    return nationality(march.unit) == "finnish" and start == "finland"


@forbids(
    "8.5.1", "The unit must stop in {hex}, which lies in an enemy zone.", "enemy-zone", hex="start"
)
def bar_after_stop(march: March, start: str, end: str) -> bool:
    """A unit that has entered an enemy zone goes no further, even where a friend stands."""
    return start != march.unit.hex and start in march.enemy_zone


@forbids(
    "8.5.3",
    "{hex} and {hex2} both lie in enemy zones and no friend stands in {hex3}.",
    None,
    "8.5.4",
    hex="start",
    hex2="end",
    hex3="end",
)
def bar_infiltration(march: March, start: str, end: str) -> bool:
    """From one hex in an enemy zone straight to another only where a friendly unit stands."""
    return {start, end} <= march.enemy_zone and end not in march.friends


BARS = (bar_enemy, bar_water, bar_area, bar_finns, bar_after_stop, bar_infiltration)


@rule("8.5.2")
def step_cost(march: March, start: str, end: str) -> int:
    """Terrain, and one point more to leave an enemy zone in which the unit began."""
    cost, _ = terrain_cost(march.situation, march.unit, end)
    return cost + (1 if start == march.unit.hex and march.starts_in_zone else 0)


@rule("8.3")
def always_one_hex(march: March, found: Search[str], points: int) -> dict[str, int]:
    """A unit that can move at all may always go one hex, whatever it costs."""
    start = march.unit.hex
    return {
        end: step_cost(march, start, end)
        for end in march.situation.near(start)
        if end not in found.cost and march.bar(start, end) is None
    }


@rule("8.0")
def phase_bar(situation: Situation, unit: Unit) -> Reason | None:
    """Units move in their side's movement phase."""
    if not situation.phase or (situation.stage, situation.active) == ("movement", unit.side):
        return None
    return sayings.no_move_now("8.0", situation.phase_name(situation.phase))


@rule("8.0")
def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go in its movement phase, each hex with its least cost."""
    if unit.hex not in situation.board:
        return off_map(situation, unit)
    points, because = allowance(situation, unit)
    march = March(situation, unit)
    if why := phase_bar(situation, unit):
        points, because = 0, [why]
    if points <= 0:
        return _immobile(march, because)
    found, _ = search([unit.hex], steps(situation.around, march.bar, march.cost), budget=points)
    single = always_one_hex(march, found, points)
    reach = [_reached(march, Reached(end, cost, (unit.hex, end))) for end, cost in single.items()]
    reach += [_reached(march, one) for one in reached(found, unit.hex)]
    return Moves(
        unit=unit.id,
        allowance=points,
        reach=tuple(sorted(reach, key=lambda r: (r.cost, r.hex))),
        refused=_refused(march, found, single, points),
        because=(*because, *_notes(march)),
        extra=_extra(march, reach),
    )


def too_many(situation: Situation, units: Sequence[Unit], name: str) -> Reason | None:
    """Why units of one side may not stay together, whatever the hex."""
    return overstacked(situation, units)


TOGETHER = Together("8.0", too_many, at_end=True)
"""Units move one after another, and stacking is judged once their phase is over."""


def _reached(march: March, found: Reached) -> Reached:
    """A hex in reach with what the player should know of it."""
    extra: dict[str, Any] = {}
    if found.hex in march.enemy_zone:
        extra["stops"] = "8.5.1"
    if any(terrain_cost(march.situation, march.unit, place)[1] for place in found.path[1:]):
        extra["stand_in"] = True
    return replace(found, extra=extra)


def _refused(
    march: March, found: Search[str], single: dict[str, int], points: int
) -> tuple[Refusal, ...]:
    refused = {end: reason for end, reason in found.barred.items() if end not in single}
    for dear, spent in single.items():
        for end in march.situation.near(dear):
            if end not in found.cost and end not in single:
                text = "Only one hex: {hex} costs {n} of {m} movement points."
                why = Reason("8.3", text, hex=dear, n=spent, m=points)
                refused.setdefault(end, march.bar(dear, end) or why)
    for end, cost in found.beyond.items():
        if end not in single:
            text = "{hex} would cost {n:g} movement points in all; the unit has {m}."
            refused.setdefault(end, Reason("8.3", text, hex=end, n=cost, m=points))
    return refusals(refused)


def _immobile(march: March, because: list[Reason]) -> Moves:
    situation, unit = march.situation, march.unit
    reason = (because or [Reason("8.0", "The unit has no movement allowance.", "allowance")])[0]
    refused = {end: march.bar(unit.hex, end) or reason for end in situation.near(unit.hex)}
    return Moves(unit.id, 0, (), refusals(refused), (reason,), _extra(march, []))


def _notes(march: March) -> Iterator[Reason]:
    if march.starts_in_zone:
        yield Reason("8.5.2", "Begins in an enemy zone: one movement point more to leave it.")
    yield Reason("8.4.3", "Stacking is checked at the end of the phase, not on the way.")


def _extra(march: March, reach: list[Reached]) -> dict[str, Any]:
    situation = march.situation
    stand_ins = list(situation.stand_ins)
    stand_ins += [Saying("cost of {hex}", hex=r.hex) for r in reach if r.extra.get("stand_in")]
    stand_ins += [Saying("values of {unit}", unit=march.unit.shown)] if march.unit.stand_in else []
    near = situation.near(march.unit.hex)
    extra: dict[str, Any] = {"embark": may_embark(situation, march.unit)}
    extra |= situation.readings(of_areas(situation, near, march.unit.side))
    return extra | ({"stand_ins": stand_ins} if stand_ins else {})


def off_map(situation: Situation, unit: Unit) -> Moves:
    """A unit in a box does not move; from the Rail Movement Box it may detrain."""
    text = "{unit} is in the box {box}, not on the map."
    extra = {"detrain": detraining_hexes(situation, unit)} if unit.hex == "rail" else {}
    return Moves(unit.id, 0, (), (), (Reason("8.0", text, unit=unit, box=unit.hex),), extra)


DETRAIN_LONGEST = 3
"""Hexes from a supplied friendly city or friendly edge to a detraining hex (9.2)."""

CAPACITY = 3
"""Units of a side in the Rail Movement Box at most (9.1.2)."""


@rule("9.1", "9.1.1", "9.1.2", "9.1.3", "6.5.2", "13.5")
def embark_bar(situation: Situation, unit: Unit) -> Reason | None:
    """Mobile units without an oos marker embark, at most three a side wait in the box, and the Axis
    not at all on turns 1 and 2."""
    if is_parenthesised(situation.position, unit) or unit.face("movement") <= 0:
        return Reason("9.1", "Only mobile units embark.")
    if "oos" in unit.markers:
        return Reason("6.5.2", "A unit out of supply cannot embark.", "supply")
    if unit.side == AXIS and situation.turn <= 2:
        return Reason("9.1.3", "The Axis has no rail movement on turns 1 and 2.")
    if sum(u.side == unit.side for u in situation.position.at("rail")) >= CAPACITY:
        return Reason("9.1.2", "The Rail Movement Box holds {n} units already.", "full", n=CAPACITY)
    return None


def may_embark(situation: Situation, unit: Unit) -> dict[str, Any]:
    """Whether a unit may go to the Rail Movement Box instead of moving, and at what cost."""
    if reason := embark_bar(situation, unit):
        return {"possible": False, "rule": reason.rule, "text": reason.text}
    further = "no second one" if situation.turn <= 2 else "each further one 1 card"
    return {
        "possible": True,
        "rule": "9.1",
        "text": Saying("The first unit is free, {further}.", further=further),
    }


@rule("9.2", "14.12.2")
def detraining_hexes(situation: Situation, unit: Unit) -> list[str]:
    """Hexes without an enemy unit, in no enemy zone, neither an enemy city nor next to one, at most
    three hexes by land from a supplied friendly city or the friendly edge."""
    network = networks_now(situation)[unit.side]
    enemy_cities = situation.cities_of(enemy_of(unit.side))
    beside = {near for city in enemy_cities for near in situation.near(city)}
    shut = network.closed | network.enemy_zone | enemy_cities | beside
    shut |= situation.board.hexes_with(*CLOSED)
    return sorted(
        place
        for place in {*network.to_city.network, *network.to_edge.network}
        if place not in shut and land_route(network, place, DETRAIN_LONGEST)
    )
