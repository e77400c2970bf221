"""Movement of one unit (rules 8.0 to 8.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from assistant.games.nr.battle import of_areas
from assistant.games.nr.situation import CLOSED, Situation
from assistant.games.nr.supply import land_route, networks_now
from assistant.games.nr.units import AXIS, enemy_of, is_armour, nationality
from assistant.games.nr.zones import overstacked
from assistant.kernel import sayings
from assistant.kernel.bars import first, forbids
from assistant.kernel.facts import kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Search, reached, search, steps
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal, Told, refusals
from assistant.questions.reasons import Reason, Saying
from assistant.questions.stacks import Together

OOS_LIMIT = 3
"""Movement points of a unit out of supply at most (6.5.2)."""


@rule("8.1", "8.2", "6.5.2", "13.1")
def allowance(situation: Situation, unit: Unit) -> tuple[int, list[Reason]]:
    """The printed allowance, at most 3 in Mud or out of supply and 4 in Snow; none for a strength
    in parentheses."""
    if situation.is_parenthesised(unit):
        return 0, [Reason("2.3", "A unit with its strength in parentheses cannot move.", "unit")]
    points, because = unit.face("movement"), []
    limit = situation.effect("limit")
    if limit != "-" and points > int(limit):
        points = int(limit)
        text = "In {weather}: at most {n} movement {n|point|points}."
        because.append(Reason("8.2", text, weather=situation.weather, n=points))
    if "oos" in unit.markers and points > OOS_LIMIT:
        points = OOS_LIMIT
        because.append(Reason("6.5.2", "Out of supply: at most {n} movement points.", n=OOS_LIMIT))
    return points, because


@rule("8.3", "14.3", "14.4")
@kept_for
def cost_by(situation: Situation, column: str, place: str) -> tuple[int, bool]:
    """Movement points to enter a hex by a column of the chart, and whether that is a stand-in: the
    dearest of the hex's terrain; rivers cost nothing. An area costs as much as a clear hex."""
    features = situation.definition.terrain
    cost, doubtful = int(features["clear"].values[column]), place in situation.board.areas
    for kind in situation.board.of(place):
        value = features[kind].values.get(column)
        if value is not None and value >= cost:
            cost, doubtful = int(value), features[kind].stand_in(column)
    return cost, doubtful


def terrain_cost(situation: Situation, unit: Unit, place: str) -> tuple[int, bool]:
    """The same for a unit: armour has a column of its own."""
    return cost_by(situation, "armour-move" if is_armour(unit) else "move", place)


# Steps


@forbids("8.4", "{hex} holds an enemy unit.", "enemy-units", hex="end")
def enemy_ahead(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """A hex with an enemy unit is never entered."""
    return end in situation.opposed[unit.side].enemies


@forbids(
    "8.3",
    "Between {hex} and {hex2} lies a lake or the sea, which is prohibited.",
    "hexside",
    hex="start",
    hex2="end",
)
def water(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """Lake hexes, lake sides and sea sides are prohibited."""
    return not situation.passable(start, end)


@rule("8.6", "8.7")
def closed_area(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Finland and the Balkans are open to some nations only."""
    return situation.bar_area(unit, end)


@forbids("14.1", "The Finnish army never leaves Finland.", "area")
def finns_stay(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """The Finnish army never leaves Finland."""
    return nationality(unit) == "finnish" and start == "finland"


@forbids(
    "8.5.1", "The unit must stop in {hex}, which lies in an enemy zone.", "enemy-zone", hex="start"
)
def stopped(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """A unit that has entered an enemy zone goes no further, even where a friend stands."""
    return start != unit.hex and start in situation.opposed[unit.side].zone


@forbids(
    "8.5.3",
    "{hex} and {hex2} both lie in enemy zones and no friend stands in {hex3}.",
    None,
    "8.5.4",
    hex="start",
    hex2="end",
    hex3="end",
)
def infiltration(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """From one hex in an enemy zone straight to another only where a friendly unit stands."""
    enemy = situation.opposed[unit.side]
    return enemy.from_zone_to_zone(start, end) and end not in enemy.friends


BARS = (enemy_ahead, water, closed_area, finns_stay, stopped, infiltration)


@rule("8.5.2")
def step_cost(situation: Situation, unit: Unit, start: str, end: str) -> int:
    """Terrain, and one point more to leave an enemy zone in which the unit began."""
    leaves = start == unit.hex and start in situation.opposed[unit.side].zone
    return terrain_cost(situation, unit, end)[0] + leaves


@rule("8.3")
def always_one_hex(situation: Situation, unit: Unit, found: Search[str]) -> dict[str, int]:
    """A unit that can move at all may always go one hex, whatever it costs."""
    beyond = (end for end in situation.near(unit.hex) if end not in found.cost)
    start = unit.hex
    return {
        end: step_cost(situation, unit, start, end)
        for end in beyond
        if first(BARS, situation, unit, start, end) is None
    }


# The answer


@rule("8.0")
def bar_phase(situation: Situation, unit: Unit) -> Reason | None:
    """Units move in their side's movement phase."""
    if not situation.phase or (situation.stage, situation.active) == ("movement", unit.side):
        return None
    return sayings.no_move_now("8.0", phase=situation.phase_name(situation.phase))


@rule("8.0")
def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go in its movement phase, each hex with its least cost."""
    if unit.hex not in situation.board:
        return off_map(situation, unit)
    points, because = allowance(situation, unit)
    if why := bar_phase(situation, unit):
        points, because = 0, [why]
    if points <= 0:
        return _immobile(situation, unit, because)

    def bar(start: str, end: str) -> Reason | None:
        return first(BARS, situation, unit, start, end)

    onward = steps(situation.around, bar, partial(step_cost, situation, unit))
    found, _ = search([unit.hex], onward, budget=points)
    single = always_one_hex(situation, unit, found)
    ways = [Reached(end, cost, (unit.hex, end)) for end, cost in single.items()]
    reach = [_reached(situation, unit, way) for way in (*ways, *reached(found, unit.hex))]
    return Moves(
        unit=unit.id,
        allowance=points,
        reach=tuple(sorted(reach, key=lambda r: (r.cost, r.hex))),
        refused=_refused(situation, unit, found, single, points),
        because=(*because, *_notes(situation, unit)),
        extra=_extra(situation, unit, reach),
    )


def too_many(situation: Situation, units: Sequence[Unit], name: str) -> Reason | None:
    """Why units of one side may not stay together, whatever the hex."""
    return overstacked(situation, units)


TOGETHER = Together("8.0", too_many, at_end=True)
"""Units move one after another, and stacking is judged once their phase is over."""


def _reached(situation: Situation, unit: Unit, found: Reached) -> Reached:
    """A hex in reach with what the player should know of it."""
    extra: dict[str, Any] = {}
    if found.hex in situation.opposed[unit.side].zone:
        extra["stops"] = "8.5.1"
    if any(terrain_cost(situation, unit, place)[1] for place in found.path[1:]):
        extra["stand_in"] = True
    return replace(found, extra=extra)


def _refused(
    situation: Situation, unit: Unit, found: Search[str], single: dict[str, int], points: int
) -> tuple[Refusal, ...]:
    refused = {end: reason for end, reason in found.barred.items() if end not in single}
    for dear, spent in single.items():
        for end in situation.near(dear):
            if end not in found.cost and end not in single:
                text = "Only one hex: {hex} costs {n} of {m} movement points."
                why = Reason("8.3", text, hex=dear, n=spent, m=points)
                refused.setdefault(end, first(BARS, situation, unit, dear, end) or why)
    for end, cost in found.beyond.items():
        if end not in single:
            text = "{hex} would cost {n:g} movement points in all; the unit has {m}."
            refused.setdefault(end, Reason("8.3", text, hex=end, n=cost, m=points))
    return refusals(refused)


UNTOLD = "{unit} has no movement in the position: write movement = [...]."


def _immobile(situation: Situation, unit: Unit, because: list[Reason]) -> Moves:
    untold = Reason("8.0", UNTOLD, "missing", unit=unit)
    none = Reason("8.0", "The unit has no movement allowance.", "allowance")
    reason = (because or [none if unit.get("movement") else untold])[0]
    near, start = situation.near(unit.hex), unit.hex
    refused = {end: first(BARS, situation, unit, start, end) or reason for end in near}
    return Moves(unit.id, 0, (), refusals(refused), (reason,), _extra(situation, unit, []))


def _notes(situation: Situation, unit: Unit) -> Iterator[Reason]:
    if unit.hex in situation.opposed[unit.side].zone:
        yield Reason("8.5.2", "Begins in an enemy zone: one movement point more to leave it.")
    yield Reason("8.4.3", "Stacking is checked at the end of the phase, not on the way.")


def _extra(situation: Situation, unit: Unit, reach: list[Reached]) -> dict[str, Any]:
    stand_ins = list(situation.stand_ins)
    stand_ins += [Saying("cost of {hex}", hex=r.hex) for r in reach if r.extra.get("stand_in")]
    stand_ins += [Saying("values of {unit}", unit=unit.shown)] if unit.stand_in else []
    extra: dict[str, Any] = {"embark": may_embark(situation, unit)}
    extra |= situation.readings(of_areas(situation, situation.near(unit.hex), unit.side))
    return extra | ({"stand_ins": stand_ins} if stand_ins else {})


def off_map(situation: Situation, unit: Unit) -> Moves:
    """A unit in a box does not move; from the Rail Movement Box it may detrain."""
    text = "{unit} is in the box '{box}', not on the map."
    extra = {"detrain": detraining_hexes(situation, unit)} if unit.hex == "rail" else {}
    why = Reason("8.0", text, unit=unit, box=situation.box_name(unit.hex))
    return Moves(unit.id, 0, (), (), (why,), extra)


DETRAIN_LONGEST = 3
"""Hexes from a supplied friendly city or friendly edge to a detraining hex (9.2)."""

LIMITED_RAIL = 2
"""The last turn on which the railways carry little (9.1.3)."""
CAPACITY = 3
"""Units of a side in the Rail Movement Box at most (9.1.2)."""


@rule("9.1", "9.1.1", "9.1.2", "9.1.3", "6.5.2", "13.5")
def bar_embark(situation: Situation, unit: Unit) -> Reason | None:
    """Mobile units without an oos marker embark, at most three a side wait in the box, and the Axis
    not at all on turns 1 and 2."""
    if not situation.is_parenthesised(unit) and not unit.get("movement"):
        return Reason("9.1", UNTOLD, "missing", unit=unit)
    if situation.is_parenthesised(unit) or unit.face("movement") <= 0:
        return Reason("9.1", "Only mobile units embark.")
    if "oos" in unit.markers:
        return Reason("6.5.2", "A unit out of supply cannot embark.", "supply")
    if unit.side == AXIS and not may_buy_rail(situation):
        return Reason("9.1.3", "The Axis has no rail movement on turns 1 and 2.")
    if unit.has_moved and unit.began != unit.hex:
        return Reason("9.1", "A unit that has moved does not embark in the same turn.", "spent")
    if sum(u.side == unit.side for u in situation.position.at("rail")) >= CAPACITY:
        return Reason("9.1.2", "The Rail Movement Box holds {n} units already.", "full", n=CAPACITY)
    return None


@dataclass(frozen=True)
class Embarking(Told):
    """Whether a unit may go to the Rail Movement Box, and what it costs or why not."""

    possible: bool
    rule: str
    text: str


@rule("9.1.3", "13.5")
def may_buy_rail(situation: Situation) -> bool:
    """Whether more than one unit may embark, for cards: not on the first two turns."""
    return situation.turn > LIMITED_RAIL


@rule("9.1")
def may_embark(situation: Situation, unit: Unit) -> Embarking:
    """Whether a unit may go to the Rail Movement Box instead of moving, and at what cost."""
    its_time = not situation.phase or (situation.stage, situation.active) == ("movement", unit.side)
    not_now = Reason("9.1", "Units embark in their own movement phase.", "phase")
    if reason := bar_embark(situation, unit) if its_time else not_now:
        return Embarking(False, reason.rule, reason.text)
    further = "each further one 1 card" if may_buy_rail(situation) else "no second one"
    return Embarking(True, "9.1", Saying("The first unit is free, {further}.", further=further))


@rule("9.2", "14.12.2")
def detraining_hexes(situation: Situation, unit: Unit) -> list[str]:
    """Hexes without an enemy unit, in no enemy zone, neither an enemy city nor next to one, at most
    three hexes by land from a supplied friendly city or the friendly edge."""
    network = networks_now(situation)[unit.side]
    enemy_cities = situation.cities_of(enemy_of(unit.side))
    beside = {near for city in enemy_cities for near in situation.near(city)}
    shut = network.closed | network.enemy.zone | enemy_cities | beside
    shut |= situation.board.hexes_with(*CLOSED)
    return sorted(
        place
        for place in {*network.to_city.network, *network.to_edge.network}
        if place not in shut and land_route(network, place, DETRAIN_LONGEST)
    )
