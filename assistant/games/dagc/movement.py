"""Where units may be at all, stacking, and movement: how far, at what cost (2.10, 6, 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from assistant.games.dagc.situation import (
    GERMAN,
    SOVIET,
    Situation,
    front,
    group,
    is_cav_mech,
    is_locality,
    situation_of,
)
from assistant.games.dagc.supply import OVERLOAD, may_act_in_supply, supply_of
from assistant.kernel import sayings
from assistant.kernel.bars import first, forbids
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.search import reached, search, steps
from assistant.position import Position, Unit
from assistant.questions.answers import Moves, Stacking, Violation, refusals
from assistant.questions.reasons import Reason, Saying
from assistant.questions.stacks import Together

STACKING_LIMIT = 2

# Closed to any kind of movement


@forbids("6.9", "Enemy units stand there.", "enemy-units")
def enemy_in(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """No unit enters a hex with enemy units."""
    return situation.side_at(end) not in ("", unit.side)


def is_all_water(situation: Situation, start: str, end: str) -> bool:
    """Whether a hexside is all lake or all sea and no strait."""
    features = situation.board.between(start, end)
    return bool(features & {"lake", "sea"}) and "strait" not in features


@forbids("9.7", "The hexside is all lake or all sea.", "hexside")
def water(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """Nothing crosses an all-lake or all-sea hexside."""
    return is_all_water(situation, start, end)


@forbids("9.12", "Germans may not enter a Soviet entrenchment.", "terrain")
def soviet_trench(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """Germans stay out of Soviet entrenchments."""
    return unit.side == GERMAN and "soviet-entrenchment" in situation.board.of(end)


@forbids("6.10", "Units of the other Soviet front stand there.", "friends")
def other_front(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """The two Soviet fronts never share a hex, not even in passing."""
    there = (u for u in situation.at(end) if unit.side == u.side == SOVIET)
    return any(front(other) != front(unit) for other in there)


def outside_area(situation: Situation, unit: Unit, name: str) -> bool:
    """Whether a hex is none of the 1st Ukrainian Front's area nor of the Soviet side of the line,
    to which its units are bound."""
    if group(unit) != "1uf" or situation.ukrainian_front_is_free():
        return False
    return not situation.board.of(name) & {"1uf-area", "soviet-side"}


@forbids("10.2", "The 1st Ukrainian Front may not leave its area.", "area")
def leaves_area(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """Historically the 1st Ukrainian Front keeps to its area and the Soviet side of the line."""
    return outside_area(situation, unit, end)


@forbids("9.8", "Only one Soviet move a game crosses the strait, no retreat or advance.", "hexside")
def strait_after_combat(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """No retreat and no advance crosses the strait."""
    return "strait" in situation.board.between(start, end)


CLOSED_FOR_GOOD = (enemy_in, water, soviet_trench, other_front, leaves_area)
"""What closes a step to any kind of movement; stacking and zones are apart."""
CLOSED_AFTER_COMBAT = (*CLOSED_FOR_GOOD, strait_after_combat)
"""What closes it to retreats and advances."""


# Stacking


@rule("6.1", "6.2", "6.7")
def room(situation: Situation, unit: Unit, name: str) -> int:
    """How many units a hex still holds: two in all, not counting markers or the unit itself."""
    others = [u for u in situation.at(name) if u.side == unit.side and u.id != unit.id]
    return STACKING_LIMIT - len(others)


@rule("6.1", "6.2", "6.6", "6.10")
def stacking(situation: Situation) -> Stacking:
    """Every stack that breaks a rule: more than two units, of which the owner removes the excess,
    which ones is up to him; units of the main front and of the 1st Ukrainian Front together."""
    found = []
    for name, units in situation.stacks.items():
        ids, excess = [unit.id for unit in units], len(units) - STACKING_LIMIT
        if excess > 0:
            text = "{n} units in {hex}: the owner eliminates {m} of his choice."
            said = Saying(text, n=len(units), hex=name, m=excess)
            found.append(Violation(name, "6.1", said, {"units": ids, "excess": excess}))
        if len({front(unit) for unit in units}) > 1:
            text = "Units of the main front and of the 1st Ukrainian Front are together in {hex}."
            found.append(Violation(name, "6.10", Saying(text, hex=name), {"units": ids}))
    return Stacking(tuple(found))


@rule("6.3", "6.5")
def too_many(situation: Situation, units: Sequence[Unit], name: str) -> Reason | None:
    """A hex has no room for more than two. Of two that leave a hex the first pays for leaving the
    other and the second for joining it, so each pays what it would pay alone."""
    if len(units) <= STACKING_LIMIT:
        return None
    return sayings.overstacked("6.5", hex=name)


@rule("9.8")
def one_over_the_strait(situation: Situation, units: Sequence[Unit]) -> Mapping[str, Moves]:
    """Of units that go one after another the first alone may cross the strait."""
    if len(units) < 2 or units[0].side != SOVIET or situation.value("strait-used"):
        return {}
    after = situation_of(situation.position.with_state(**{"strait-used": True}))
    _, *others = [unit for unit in units if moves(situation, unit).reach] or units
    return {unit.id: moves(after, unit) for unit in others}


def used_up(position: Position, path: Sequence[str]) -> Position:
    """The position after a move along a path: the one crossing of the strait (9.8) is made by it if
    it leads over."""
    crosses = any("strait" in position.board.between(a, b) for a, b in pairwise(path))
    return position.with_state(strait_used=True) if crosses else position


TOGETHER = Together("6.3", too_many, pooled=one_over_the_strait)
"""Units move one after another, and no hex is ever too full."""

# How far a unit goes

USUAL, ACTIVATED, FIFTH_PANZER_ARMY, HIGHEST_DIE = 7, 8, 10, 6


@dataclass(frozen=True)
class Allowance:
    """Movement points, and whether every die that they need has been rolled."""

    points: int
    because: tuple[Reason, ...]
    rolled: bool = True


@rule("2.10", "5.4", "7.3", "13.3")
def allowance(situation: Situation, unit: Unit) -> Allowance:
    """Printed or usual points, or a die for a unit that is out of supply or interdicted."""
    if is_locality(unit):
        return Allowance(0, (Reason("2.10", "A fortified locality never moves.", "unit"),))
    if situation.is_held_back(unit):
        text = "On turn 1 only units within nine hexes of the Bagration marker move."
        return Allowance(0, (Reason("5.4", text),))
    if not may_act_in_supply(situation, unit):
        by_dice = both_dice if is_interdicted(unit) else out_of_supply
        return by_dice(situation, unit)
    if is_interdicted(unit):
        return one_die(unit.get("roll"), Reason("13.3", "Interdicted: it moves by a die."))
    return usual_points(situation, unit)


@rule("2.10", "5.4")
def usual_points(situation: Situation, unit: Unit) -> Allowance:
    """Seven points; eight for activated units on turn 1; ten for the 5th Panzer Army."""
    if group(unit) == "5pa":
        return Allowance(FIFTH_PANZER_ARMY, (Reason("2.10", "5th Panzer Army: ten points."),))
    if situation.is_activated(unit):
        return Allowance(ACTIVATED, (Reason("2.10", "Activated on turn 1: eight points."),))
    supply = supply_of(situation).units[unit.id]
    overloaded = supply.because if supply.state == OVERLOAD else ()
    return Allowance(USUAL, (Reason("2.10", "Seven points."), *overloaded))


@rule("13.3")
def is_interdicted(unit: Unit) -> bool:
    """Only German units that can move are interdicted."""
    return unit.side == GERMAN and not is_locality(unit) and "interdicted" in unit.markers


@rule("7.3")
def out_of_supply(situation: Situation, unit: Unit) -> Allowance:
    """One die, which all units out of supply in the hex share."""
    why = Reason("7.3", "Out of supply when it begins to move: it moves by a die.")
    found = one_die(shared_roll(situation, unit), why)
    return replace(found, because=found.because + supply_of(situation).units[unit.id].because)


@rule("7.3")
def shared_roll(situation: Situation, unit: Unit) -> int | None:
    """The unit's own roll, or the one made for another unit out of supply in its hex."""
    if unit.get("roll") is not None:
        return int(unit.get("roll"))
    others = (u for u in situation.at(unit.hex) if not may_act_in_supply(situation, u))
    return next((int(u.get("roll")) for u in others if u.get("roll") is not None), None)


@rule("13.3")
def both_dice(situation: Situation, unit: Unit) -> Allowance:
    """Out of supply and interdicted: the German die less the Soviet die, perhaps nothing."""
    why = Reason("13.3", "Out of supply and interdicted: the German die less the Soviet die.")
    german, soviet = shared_roll(situation, unit), unit.get("interdiction")
    if german is None:
        return one_die(None, why)
    if soviet is None:
        asked = Reason("13.3", "Roll the Soviet die and write it as `interdiction`.")
        return Allowance(german - 1, (why, asked), rolled=False)
    return Allowance(max(0, german - int(soviet)), (why,))


def one_die(roll: int | None, why: Reason) -> Allowance:
    """The die rolled; without one the most that it could bring, and the wish for it."""
    if roll is not None:
        return Allowance(roll, (why,))
    asked = Reason(why.rule, "Roll the die and write it as `roll`; six is the most it can bring.")
    return Allowance(HIGHEST_DIE, (why, asked), rolled=False)


# Steps


@forbids("9.4", "Enemy units stand there.", "enemy-units")
def enemy_ahead(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """A move does not enter a hex with enemy units."""
    return enemy_in(situation, unit, start, end) is not None


@rule("9.8")
def strait(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """One Soviet unit crosses the strait once a game, if both its hexes are Soviet before."""
    if "strait" not in situation.board.between(start, end):
        return None
    if unit.side != SOVIET:
        return Reason("9.8", "Only a Soviet unit may cross the strait.", "hexside")
    if situation.value("strait-used"):
        return Reason("9.8", "The one crossing of the strait has been made.", "hexside")
    if situation.controller(end) != SOVIET:
        text = "The Soviets must control {hex} before they cross the strait."
        return Reason("9.8", text, "hexside", hex=end)
    return None


@forbids("6.5", "Two units stand there already.", "full", "6.6")
def full(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """A unit may not even pass through a hex that already has two friendly units."""
    return room(situation, unit, end) < 1


@forbids(
    "8.3",
    "No Soviet unit goes from zone to zone into a German entrenchment (except 5.4).",
    "enemy-zone",
    "5.4",
)
def trench_from_zone_to_zone(situation: Situation, unit: Unit, start: str, end: str) -> bool:
    """Soviets do not go from zone to zone into a German trench, unless activated on turn 1."""
    if unit.side != SOVIET or "german-entrenchment" not in situation.board.of(end):
        return False
    in_zones = situation.opposed[SOVIET].from_zone_to_zone(start, end)
    return in_zones and not situation.is_activated(unit)


BARS = (enemy_ahead, *CLOSED_FOR_GOOD, strait, full, trench_from_zone_to_zone)


@rule("9.5", "9.10", "12.3")
def terrain_cost(situation: Situation, unit: Unit, name: str) -> int:
    """The dearest terrain of the hex counts; cav-mech groups have prices of their own."""
    chart, own = situation.chart, "cav-mech-move" if is_cav_mech(unit) else "move"
    prices = [chart.get(kind, own, chart.get(kind, "move", 0)) for kind in situation.board.of(name)]
    return max(int(price) for price in (chart.get("clear", "move", 1), *prices))


@rule("6.3", "6.4", "8.3", "8.4", "9.1", "9.3", "9.6", "9.8", "9.9", "9.11")
def step_cost(situation: Situation, unit: Unit, start: str, end: str) -> int:
    """What a unit pays to go from one hex to the next, while the others stand still: the terrain; a
    point for a river or the strait; for Germans one in a partisan area; one to leave a friendly
    unit, one to join one; one to leave an enemy zone, one to enter one, friends there or not."""
    board, chart = situation.board, situation.chart
    hexside = (int(chart.get(kind, "move", 0)) for kind in board.between(start, end))
    partisans = (int(chart.get(kind, "german-move", 0)) for kind in board.of(end))
    return (
        terrain_cost(situation, unit, end)
        + max(hexside, default=0)
        + (sum(partisans) if unit.side == GERMAN else 0)
        + sum(room(situation, unit, name) < STACKING_LIMIT for name in (start, end))
        + situation.opposed[unit.side].zones_passed((start, end))
    )


# The answer


def moves(situation: Situation, unit: Unit) -> Moves:
    """Every hex in reach with its cost and way, and the rule that closes each other one."""
    on_map(situation, [unit])
    points = allowance(situation, unit)
    forbidden = bar_unit(situation, unit, points)

    def bar(start: str, end: str) -> Reason | None:
        return first(BARS, situation, unit, start, end) or forbidden

    onward = steps(situation.around, bar, partial(step_cost, situation, unit))
    found, _ = search([unit.hex], onward, budget=points.points)
    too_far = {name: cost for name, cost in found.beyond.items() if name not in found.barred}
    return Moves(
        unit=unit.id,
        allowance=points.points,
        reach=reached(found, unit.hex),
        refused=refusals(found.barred),
        because=tuple(dict.fromkeys((*points.because, *([forbidden] if forbidden else [])))),
        extra={
            "rolled": points.rolled,
            "too_far": [
                {"hex": name, "cost": cost, "rule": "9.3"} for name, cost in sorted(too_far.items())
            ],
            **situation.readings(["1uf-free"] if situation.freedom_is_open([unit]) else []),
        },
    )


@rule("2.10", "5.2", "5.4", "9.2")
def bar_unit(situation: Situation, unit: Unit, points: Allowance) -> Reason | None:
    """A unit moves in its own side's movement phase only, and some units never."""
    if situation.phase and situation.phase != f"{unit.side}-movement":
        return sayings.no_move_now("9.2", phase=situation.phase_name(situation.phase))
    why = points.because[0]
    return why if points.points == 0 and why.rule in ("2.10", "5.4") else None
