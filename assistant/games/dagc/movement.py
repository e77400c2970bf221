"""Movement: how far a unit goes, what each hex costs, what is closed to it (2.10, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from assistant.games.dagc.situation import (
    GERMAN,
    MOVEMENT_PHASE,
    SOVIET,
    Situation,
    controller,
    freedom_is_open,
    front,
    group,
    in_enemy_zone,
    is_activated,
    is_cav_mech,
    is_held_back,
    is_locality,
    ukrainian_front_is_free,
)
from assistant.games.dagc.supply import OVERLOAD, may_act_in_supply, state_of
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred, Step, search
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal, Stacking, Violation
from assistant.questions.reasons import Reason, Saying

STACKING_LIMIT = 2

ENEMY = Reason("6.9", "Enemy units stand there.", "enemy-units")
WATER = Reason("9.7", "The hexside is all lake or all sea.", "hexside")
SOVIET_TRENCH = Reason("9.12", "Germans may not enter a Soviet entrenchment.", "terrain")
OTHER_FRONT = Reason("6.10", "Units of the other Soviet front stand there.", "friends")
OUTSIDE_AREA = Reason("10.2", "The 1st Ukrainian Front may not leave its area.", "area")
STRAIT = Reason(
    "9.8", "Only one Soviet move a game crosses the strait, no retreat or advance.", "hexside"
)


@rule("6.9")
def enemy_in(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """No unit enters a hex with enemy units."""
    return ENEMY if situation.side_at(name) not in ("", unit.side) else None


@rule("9.7")
def water_between(situation: Situation, start: str, end: str) -> Reason | None:
    """Nothing crosses an all-lake or all-sea hexside."""
    features = situation.board.between(start, end)
    return WATER if features & {"lake", "sea"} and "strait" not in features else None


@rule("9.12")
def soviet_trench(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """Germans stay out of Soviet entrenchments."""
    if unit.side == GERMAN and "soviet-entrenchment" in situation.board.of(name):
        return SOVIET_TRENCH
    return None


@rule("6.10")
def other_front(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """The two Soviet fronts never share a hex, not even in passing."""
    if unit.side != SOVIET:
        return None
    mixed = any(u.side == SOVIET and front(u) != front(unit) for u in situation.at(name))
    return OTHER_FRONT if mixed else None


@rule("10.2")
def outside_area(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """Historically the 1st Ukrainian Front keeps to its area and the Soviet side of the line."""
    if group(unit) != "1uf" or ukrainian_front_is_free(situation.position):
        return None
    return None if situation.board.of(name) & {"1uf-area", "soviet-side"} else OUTSIDE_AREA


@rule("6.1", "6.2", "6.7")
def room(situation: Situation, unit: Unit, name: str) -> int:
    """How many units a hex still holds: two in all, not counting markers or the unit itself."""
    others = [u for u in situation.at(name) if u.side == unit.side and u.id != unit.id]
    return STACKING_LIMIT - len(others)


def closed_for_good(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """The first rule that closes a step to any kind of movement; stacking and zones are apart."""
    return (
        enemy_in(situation, unit, end)
        or water_between(situation, start, end)
        or soviet_trench(situation, unit, end)
        or other_front(situation, unit, end)
        or outside_area(situation, unit, end)
    )


def stacking(situation: Situation) -> Stacking:
    """Every stack that breaks a rule."""
    return Stacking(
        tuple(
            violation
            for name, units in situation.stacks.items()
            for violation in (*overstacked(name, units), *mixed_fronts(name, units))
        )
    )


@rule("6.1", "6.2", "6.6")
def overstacked(name: str, units: tuple[Unit, ...]) -> Iterator[Violation]:
    """More than two units in a hex: the owner removes the excess, which ones is up to him."""
    excess = len(units) - STACKING_LIMIT
    if excess > 0:
        text = Saying(
            "{n} units in {hex}: the owner eliminates {m} of his choice.",
            n=len(units),
            hex=name,
            m=excess,
        )
        yield Violation(name, "6.1", text, {"units": [u.id for u in units], "excess": excess})


@rule("6.10")
def mixed_fronts(name: str, units: tuple[Unit, ...]) -> Iterator[Violation]:
    """Units of the main front and of the 1st Ukrainian Front in one hex."""
    if len({front(unit) for unit in units}) > 1:
        text = Saying(
            "Units of the main front and of the 1st Ukrainian Front are together in {hex}.",
            hex=name,
        )
        yield Violation(name, "6.10", text, {"units": [u.id for u in units]})


USUAL = 7
ACTIVATED = 8
FIFTH_PANZER_ARMY = 10
HIGHEST_DIE = 6


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
    if is_held_back(situation.position, unit):
        text = "On turn 1 only units within nine hexes of the Bagration marker move."
        return Allowance(0, (Reason("5.4", text),))
    supplied = may_act_in_supply(situation, unit)
    interdicted = is_interdicted(unit)
    if not supplied and interdicted:
        return both_dice(situation, unit)
    if not supplied:
        return out_of_supply(situation, unit)
    if interdicted:
        return one_die(unit.get("roll"), Reason("13.3", "Interdicted: it moves by a die."))
    return usual_points(situation, unit)


@rule("2.10", "5.4")
def usual_points(situation: Situation, unit: Unit) -> Allowance:
    """Seven points; eight for activated units on turn 1; ten for the 5th Panzer Army."""
    if group(unit) == "5pa":
        return Allowance(FIFTH_PANZER_ARMY, (Reason("2.10", "5th Panzer Army: ten points."),))
    if is_activated(situation.position, unit):
        return Allowance(ACTIVATED, (Reason("2.10", "Activated on turn 1: eight points."),))
    because = [Reason("2.10", "Seven points.")]
    if state_of(situation, unit).state == OVERLOAD:
        because += state_of(situation, unit).because
    return Allowance(USUAL, tuple(because))


@rule("13.3")
def is_interdicted(unit: Unit) -> bool:
    """Only German units that can move are interdicted."""
    return unit.side == GERMAN and not is_locality(unit) and "interdicted" in unit.markers


@rule("7.3")
def out_of_supply(situation: Situation, unit: Unit) -> Allowance:
    """One die, which all units out of supply in the hex share."""
    why = Reason("7.3", "Out of supply when it begins to move: it moves by a die.")
    found = one_die(shared_roll(situation, unit), why)
    return replace(found, because=found.because + state_of(situation, unit).because)


@rule("7.3")
def shared_roll(situation: Situation, unit: Unit) -> int | None:
    """The unit's own roll, or the one made for another unit out of supply in its hex."""
    if unit.get("roll") is not None:
        return int(unit.get("roll"))
    rolls = [
        int(other.get("roll"))
        for other in situation.at(unit.hex)
        if other.get("roll") is not None and not may_act_in_supply(situation, other)
    ]
    return rolls[0] if rolls else None


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


ENEMY_AHEAD = Reason("9.4", "Enemy units stand there.", "enemy-units")
FULL = Reason("6.5", "Two units stand there already.", "full")
TRENCH_IN_ZONE = Reason(
    "8.3",
    "No Soviet unit goes from zone to zone into a German entrenchment (except 5.4).",
    "enemy-zone",
)


def moves(situation: Situation, unit: Unit) -> Moves:
    """Every hex in reach with its cost and way, and the rule that closes each other one."""
    on_map(situation, [unit])
    points = allowance(situation, unit)
    forbidden = whole_unit_refused(situation, unit, points)
    walk = Walk(situation, unit, forbidden)
    found, _ = search([unit.hex], walk.steps, budget=points.points)
    reach = tuple(
        Reached(name, cost, tuple(found.path(name)))
        for name, cost in sorted(found.cost.items(), key=lambda item: (item[1], item[0]))
        if name != unit.hex
    )
    refused = (Refusal.by(name, why) for name, why in sorted(found.barred.items()))
    return Moves(
        unit=unit.id,
        allowance=points.points,
        reach=reach,
        refused=tuple(refused),
        because=points.because + ((forbidden,) if forbidden else ()),
        extra={
            "rolled": points.rolled,
            "too_far": [
                {"hex": name, "cost": cost, "rule": "9.3"}
                for name, cost in sorted(found.beyond.items())
                if name not in found.barred
            ],
            **situation.readings(open_points(situation, unit)),
        },
    )


def open_points(situation: Situation, unit: Unit) -> Iterator[str]:
    """The open points on which a unit's moves lean."""
    if freedom_is_open(situation.position, unit):
        yield "1uf-free"


@rule("2.10", "5.2", "5.4", "9.2")
def whole_unit_refused(situation: Situation, unit: Unit, points: Allowance) -> Reason | None:
    """A unit moves in its own side's movement phase only, and some units never."""
    phase = situation.phase
    if phase and phase != MOVEMENT_PHASE[unit.side]:
        return Reason(
            "9.2", "Units move in their own movement phase, not in {phase}.", "phase", phase=phase
        )
    why = points.because[0]
    return why if points.points == 0 and why.rule in ("2.10", "5.4") else None


@dataclass(frozen=True)
class Walk:
    """The steps of one unit; the others stand still until it has finished (6.3, 9.2)."""

    situation: Situation
    unit: Unit
    forbidden: Reason | None = None

    @rule("6.3", "9.1", "9.3", "9.11")
    def steps(self, name: str) -> Iterator[Step[str] | Barred[str]]:
        """From a hex to each neighbour: its full cost must be paid, and no hex is skipped."""
        for near in self.situation.near(name):
            why = step_refused(self.situation, self.unit, name, near) or self.forbidden
            if why:
                yield Barred(near, why)
            else:
                yield Step(near, step_cost(self.situation, self.unit, name, near))


def step_refused(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """The first rule that forbids a unit to go from one hex to the next."""
    return (
        enemy_ahead(situation, unit, end)
        or closed_for_good(situation, unit, start, end)
        or strait(situation, unit, start, end)
        or full(situation, unit, end)
        or trench_from_zone_to_zone(situation, unit, start, end)
    )


@rule("9.4")
def enemy_ahead(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """A move does not enter a hex with enemy units."""
    return ENEMY_AHEAD if enemy_in(situation, unit, name) else None


@rule("6.5", "6.6")
def full(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """A unit may not even pass through a hex that already has two friendly units."""
    return FULL if room(situation, unit, name) < 1 else None


@rule("9.8")
def strait(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """One Soviet unit crosses the strait once a game, if both its hexes are Soviet before."""
    if "strait" not in situation.board.between(start, end):
        return None
    if unit.side != SOVIET:
        return Reason("9.8", "Only a Soviet unit may cross the strait.", "hexside")
    if situation.value("strait-used"):
        return Reason("9.8", "The one crossing of the strait has been made.", "hexside")
    if controller(situation, end) != SOVIET:
        return Reason(
            "9.8",
            "The Soviets must control {hex} before they cross the strait.",
            "hexside",
            hex=end,
        )
    return None


@rule("8.3", "5.4")
def trench_from_zone_to_zone(
    situation: Situation, unit: Unit, start: str, end: str
) -> Reason | None:
    """Soviets do not go from zone to zone into a German trench, unless activated on turn 1."""
    if unit.side != SOVIET or "german-entrenchment" not in situation.board.of(end):
        return None
    zones = all(in_enemy_zone(situation, SOVIET, name) for name in (start, end))
    return TRENCH_IN_ZONE if zones and not is_activated(situation.position, unit) else None


def step_cost(situation: Situation, unit: Unit, start: str, end: str) -> int:
    """What a unit pays to go from one hex to the next."""
    return (
        terrain_cost(situation, unit, end)
        + hexside_cost(situation, start, end)
        + partisan_cost(situation, unit, end)
        + stacking_cost(situation, unit, start, end)
        + zone_cost(situation, unit, start, end)
    )


@rule("9.5", "9.10", "12.3")
def terrain_cost(situation: Situation, unit: Unit, name: str) -> int:
    """The dearest terrain of the hex counts; cav-mech groups have prices of their own."""
    chart = situation.chart
    costs = [int(chart.get("clear", "move", 1))]
    for kind in situation.board.of(name):
        cost = chart.get(kind, "move", 0)
        costs.append(int(chart.get(kind, "cav-mech-move", cost) if is_cav_mech(unit) else cost))
    return max(costs)


@rule("9.6", "9.8")
def hexside_cost(situation: Situation, start: str, end: str) -> int:
    """A river costs one point more, and so does the strait."""
    features = situation.board.between(start, end)
    return max((int(situation.chart.get(kind, "move", 0)) for kind in features), default=0)


@rule("9.9")
def partisan_cost(situation: Situation, unit: Unit, name: str) -> int:
    """Germans pay one point more for each hex of a partisan area."""
    if unit.side != GERMAN:
        return 0
    chart = situation.chart
    return sum(int(chart.get(kind, "german-move", 0)) for kind in situation.board.of(name))


@rule("6.4")
def stacking_cost(situation: Situation, unit: Unit, start: str, end: str) -> int:
    """One point to leave another friendly unit, one to join one."""
    return sum(
        any(other.id != unit.id and other.side == unit.side for other in situation.at(name))
        for name in (start, end)
    )


@rule("8.3", "8.4")
def zone_cost(situation: Situation, unit: Unit, start: str, end: str) -> int:
    """One point to leave an enemy zone, one to enter one; friendly units do not help."""
    return sum(in_enemy_zone(situation, unit.side, name) for name in (start, end))
