"""Movement (rules 5, 6, 8.2, 8.3): who moves with how many points, marches, rail, overruns,
infiltration, and the answer to `moves`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from assistant.games.kursk import sayings
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import excess
from assistant.games.kursk.units import (
    attack_of,
    class_of,
    enemy_of,
    is_combat_unit,
    is_disrupted,
    is_hq,
    is_independent,
    is_partisan,
    is_under_command,
    printed,
)
from assistant.kernel.facts import kept_for
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.kernel.search import Barred, Search, Step, search
from assistant.kernel.withdrawal import closed_for_all
from assistant.position import MOVED, Unit
from assistant.questions.answers import Moves, Reached, Refusal, Told
from assistant.questions.reasons import Reason
from assistant.questions.stacks import Together

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Allowance:
    """Movement points in a phase; `bar` is why a unit may not move at all."""

    points: int
    bar: Reason | None = None
    because: tuple[Reason, ...] = ()


@rule("5.2", "5.21", "5.42", "5.43", "6.33", "15.24", "18.3")
def bar_to_move(situation: Situation, unit: Unit) -> Reason | None:
    """What keeps a unit from moving in this phase: the phase, disruption, reserve, its class."""
    moment = situation.moment
    if is_partisan(unit):
        return sayings.never_moves
    if not moment.belongs_to(unit.side) or moment.kind in ("first", "second"):
        return Reason("5.21", "{unit} moves only in its own movement phases.", "phase", unit=unit)
    if is_disrupted(unit):
        return sayings.disrupted("5.43", unit=unit)
    if situation.command.is_reserve(unit):
        return sayings.reserve(unit=unit)
    return _bar_to_second_move(situation, unit) if moment.kind == "mechanized" else None


@rule("5.0", "5.42", "10.14")
def _bar_to_second_move(situation: Situation, unit: Unit) -> Reason | None:
    """In mechanised movement go headquarters, and armoured units whose mode allows it."""
    if not is_hq(unit) and class_of(situation.position, unit) != "armoured":
        text = "{unit} is neither a headquarters nor armoured or mechanised."
        return Reason("5.0", text, unit=unit.shown)
    return situation.bar_of_mode("5.42", unit, "mechanized")


@rule("5.27", "5.41", "11.51", "11.52")
def allowance(situation: Situation, unit: Unit) -> Allowance:
    """The printed allowance, halved once for supply and communication together, once more for the
    mode, and rounded down."""
    bar = bar_to_move(situation, unit)
    if bar is not None:
        return Allowance(0, bar, (bar,))
    factors = list(_factors(situation, unit))
    points = Fraction(printed(unit, "movement"))
    for factor, _ in factors:
        points *= factor
    return Allowance(int(points), None, tuple(why for _, why in factors))


def _factors(situation: Situation, unit: Unit) -> Iterator[tuple[Fraction, Reason]]:
    has = {"supply": situation.supplied(unit), "communication": situation.in_communication(unit)}
    if not all(has.values()):
        missing = [what for what, there in has.items() if not there]
        yield HALF, Reason("11.52", "Halved: out of {what:and}.", what=missing)
    if situation.command.has_mode(unit):
        mode = situation.command.mode(unit)
        factor = situation.charts.movement_factor(mode)
        if factor != 1:
            yield factor, Reason("5.41", "Times {factor}: {mode} mode.", factor=factor, mode=mode)


# Marches

DISENGAGE = 2
DISENGAGE_FROM_OWN_TRENCH, DISENGAGE_FROM_THEIR_TRENCH = 0, 1


class Spot(NamedTuple):
    """A hex on the march, and whether the unit has left an enemy zone in this phase."""

    hex: str
    left: bool

    def __str__(self) -> str:
        """By hex: searches take spots of equal cost in this order."""
        return f"{self.hex} {self.left}"


@rule("5.26", "5.65", "8.27", "15.25")
def bar_to_enter(situation: Situation, side: str, here: str, near: str) -> Reason | None:
    """What closes a hex to a march: the enemy, a lake, a guarded bank of a major river. Germans may
    walk into a hex that only partisans hold."""
    if near in situation.defended[enemy_of(side)]:
        return enemy_in("5.26", hex=near)
    if (here, near) in situation.ground.closed:
        return sayings.lake(hex=here, hex2=near)
    if situation.guarded_bank(side, here, near):
        text = "The enemy guards the bank of the major river at {hex}."
        return Reason("8.27", text, "enemy-zone", hex=near)
    return None


@kept_for
def steps_of_side(
    situation: Situation, side: str, here: str
) -> tuple[tuple[str, float, Reason | None], ...]:
    """The hexes around one, with the points that they cost and what closes them to all units of a
    side: the same for every march over this table."""
    return tuple(
        (near, situation.ground.entry_cost(here, near), bar_to_enter(situation, side, here, near))
        for near in situation.near(here)
    )


@dataclass(frozen=True)
class Walk:
    """The movement of one unit; `overrun` names the hex whose zones it ignores (6.16).

    `left` says that it has left an enemy zone before, `won` that it stands where an overrun has
    taken it: it goes on, but leaves no zone (6.24). A march in `outline` is stopped by zones, and
    by nothing else about them: it reaches whatever some overrun may start from.
    """

    situation: Situation
    unit: Unit
    overrun: str = ""
    left: bool = False
    won: bool = False
    outline: bool = False

    @property
    def start(self) -> Spot:
        return Spot(self.unit.hex, self.left)

    @cached_property
    def enemy(self) -> str:
        return enemy_of(self.unit.side)

    @cached_property
    def zone(self) -> frozenset[str]:
        """Enemy zones that count."""
        if not self.overrun:
            return self.situation.zones[self.enemy]
        return self.situation.zone_without(self.enemy, self.overrun)

    @cached_property
    def closed_zone(self) -> frozenset[str]:
        """The zones that a unit may not enter after it has left one."""
        if self.overrun and not self.situation.option("disengage-then-overrun"):
            return self.situation.zones[self.enemy]
        return self.zone

    @cached_property
    @rule("8.31", "16.2")
    def disengagement(self) -> int:
        """Points to leave an enemy zone; fewer in entrenchments by the optional rule."""
        if self.situation.value("optional-entrenchment"):
            if self.situation.ground.entrenched(self.unit.hex, self.unit.side):
                return DISENGAGE_FROM_OWN_TRENCH
            if self.situation.ground.entrenched(self.unit.hex, self.enemy):
                return DISENGAGE_FROM_THEIR_TRENCH
        return DISENGAGE

    @rule("5.22", "5.25", "6.24", "8.23", "8.31", "8.32")
    def steps(self, spot: Spot) -> Iterator[Step[Spot] | Barred[Spot]]:
        """One hex further: to leave a zone costs two more, and then no zone may be entered."""
        leaves = not self.outline and spot.hex == self.unit.hex and spot.hex in self.zone
        left, toll = spot.left or leaves, self.disengagement if leaves else 0
        for near, cost, bar in steps_of_side(self.situation, self.unit.side, spot.hex):
            onward, reason = Spot(near, left), bar
            if reason is None and left and near in self.closed_zone:
                text = "{hex} is in an enemy zone, and the unit has left one."
                reason = Reason("8.32", text, "enemy-zone", hex=near)
            if reason is None and leaves and self.won:
                reason = sayings.another_zone(hex=spot.hex)
            yield Step(onward, cost + toll) if reason is None else Barred(onward, reason)

    @rule("5.11", "8.21", "8.22")
    def reach(self, points: float) -> Search[Spot]:
        """Everything that the points allow; a zone that is entered ends the march."""
        found, _ = search([self.start], self.steps, points, stop=lambda spot: spot.hex in self.zone)
        return found


@rule("5.0", "5.23", "5.24")
def marches(walk: Walk, points: float) -> dict[str, Reached]:
    """Hexes reached on foot, cheapest way each; one hex is always open, whatever it costs."""
    found = walk.reach(points)
    best: dict[str, Reached] = {}
    paths = found.paths(attrgetter("hex"))
    for spot, cost in found.cost.items():
        if spot.hex != walk.unit.hex and (spot.hex not in best or cost < best[spot.hex].cost):
            best[spot.hex] = Reached(spot.hex, cost, paths[spot], {"by": "march"})
    for step in () if walk.won else walk.steps(walk.start):
        if isinstance(step, Step) and step.to.hex not in best:
            path = (walk.unit.hex, step.to.hex)
            best[step.to.hex] = Reached(step.to.hex, step.cost, path, {"by": "march"})
    return best


# Rail movement

SINGLE, DOUBLE = "railroad", "railroad-double"
REACH = {frozenset({SINGLE}): 20, frozenset({DOUBLE}): 30, frozenset({SINGLE, DOUBLE}): 25}
"""Hexes that a unit may go, by the kinds of track that it uses."""

UNITS_PER_TURN = 5
UNITS_PER_HEX = {SINGLE: 2, DOUBLE: 4}


class Stop(NamedTuple):
    """A hex on the way, the one before it (a train does not turn), the kinds of track so far."""

    hex: str
    before: str
    tracks: frozenset[str]


@rule("5.37")
def weight(situation: Situation, unit: Unit) -> int:
    """What a unit counts towards the five of a turn: two if armoured, mechanised or a
    headquarters."""
    return 2 if is_hq(unit) or class_of(situation.position, unit) == "armoured" else 1


@rule("5.31", "5.32", "5.36")
def bar_to_rail(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may not go by rail at all, or None."""
    bar = bar_to_move(situation, unit)
    if bar is None and situation.moment.kind == "mechanized":
        bar = Reason("5.0", "Rail movement belongs to the first movement phase.", "phase")
    bar = bar or situation.bar_of_mode("5.36", unit, "rail")
    if bar is None and unit.hex in situation.zones[enemy_of(unit.side)]:
        return Reason("5.31", "{unit} begins in an enemy zone.", "enemy-zone", unit=unit)
    if bar is None and unit.hex in situation.ground.foreign_rail[unit.side]:
        return Reason("5.32", "{hex} began beyond the start line.", "area", hex=unit.hex)
    return bar


@rule("5.3", "5.31", "5.32", "15.25")
def open_to_rail(situation: Situation, side: str, name: str) -> bool:
    """A train enters no enemy zone, no hex of the enemy, partisans included, and none that began
    beyond the start line."""
    enemy = enemy_of(side)
    if name in situation.zones[enemy] or name in situation.ground.foreign_rail[side]:
        return False
    return all(unit.side == side for unit in situation.at(name))


@rule("5.3", "5.33", "5.34")
def by_rail(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """All hexes within reach: 20 on single track, 30 on double track, 25 on both together."""
    if bar_to_rail(situation, unit) is not None:
        return ()
    tracks = {kind: situation.board.lines.get(kind, frozenset()) for kind in UNITS_PER_HEX}

    def steps(stop: Stop) -> Iterator[Step[Stop]]:
        for near in situation.ground.around[stop.hex]:
            if near == stop.before or not open_to_rail(situation, unit.side, near):
                continue
            for kind, crossed in tracks.items():
                if (stop.hex, near) in crossed:
                    yield Step(Stop(near, stop.hex, stop.tracks | {kind}))

    found, _ = search([Stop(unit.hex, "", frozenset())], steps, max(REACH.values()))
    reached = {s.hex for s, cost in found.cost.items() if s.tracks and cost <= REACH[s.tracks]}
    return tuple(sorted(reached - {unit.hex}))


# Overruns

EXTRA_COST = 3
LEAST_ATTACK = 6


@dataclass(frozen=True)
class Overrun(Told):
    """The hex overrun, the one from which it is, and the cost in points."""

    hex: str
    from_: str
    cost: float


@dataclass(frozen=True)
class StackOverruns(Told):
    """What units of a hex overrun together, with so many points."""

    units: tuple[str, ...]
    points: float
    overruns: tuple[Overrun, ...]


@dataclass(frozen=True)
class Onward(Told):
    """Where a unit goes on to, and what it overruns, after it has overrun a hex from another, with
    so many points; what holds it there."""

    after: str
    from_: str
    points: float
    reach: tuple[Reached, ...]
    overruns: tuple[Overrun, ...]
    because: tuple[Reason, ...]


@dataclass(frozen=True)
class RailLimits(Told):
    """What a unit counts by rail, how many may go in a turn, and how many by a hex of each kind of
    track."""

    weight: int
    a_turn: int
    a_hex: Mapping[str, int]


def bar_of_command(situation: Situation, unit: Unit) -> Reason | None:
    """Disruption, independent command and reserve keep a unit from overruns and attacks alike."""
    if is_disrupted(unit):
        return sayings.disrupted("6.33", unit=unit)
    if is_independent(unit):
        return sayings.independent(unit=unit)
    return sayings.reserve(unit=unit) if situation.command.is_reserve(unit) else None


@rule("6.0", "6.11", "6.12", "6.33", "11.13", "11.53", "18.3")
def bar_to_overrun(situation: Situation, unit: Unit) -> Reason | None:
    """What keeps a unit out of any overrun: its kind, its mode, disruption, no communication, or
    no movement in this phase."""
    if not is_under_command(unit):
        return sayings.no_combat_unit(unit=unit)
    bar = bar_of_command(situation, unit) or situation.bar_of_mode("6.11", unit, "overrun")
    if bar is None and not situation.in_communication(unit):
        return sayings.out_of_communication("6.11", unit=unit)
    return bar or bar_to_move(situation, unit)


@rule("5.65", "6.15")
def bar_hexside(situation: Situation, start: str, target: str) -> Reason | None:
    """Overruns cross no major river, and no lake without a road."""
    if (start, target) in situation.ground.major_rivers:
        return sayings.major_river("6.15", hex=start, hex2=target)
    if (start, target) in situation.ground.closed:
        return sayings.lake(hex=start, hex2=target)
    return None


@rule("6.18", "6.13", "11.38", "11.55")
def overrun_strength(situation: Situation, units: Iterable[Unit], start: str) -> int:
    """Attack of an overrunning stack without its headquarters, supply traced from the hex where
    the overrun begins; what is out of supply is halved together, rounded down."""
    whole = halved = 0
    for unit in units:
        if is_hq(unit):
            continue
        if situation.supply[unit.side].from_hex(unit, start).supplied:
            whole += attack_of(unit)
        else:
            halved += attack_of(unit)
    return whole + halved // 2


@rule("6.11", "9.31")
def bar_strength(situation: Situation, units: Sequence[Unit], start: str) -> Reason | None:
    """An overrun needs six attack points before any column shift."""
    most = sum(attack_of(unit) for unit in units if not is_hq(unit))
    if most // 2 >= LEAST_ATTACK:
        return None  # in supply or not
    strength = overrun_strength(situation, units, start) if most >= LEAST_ATTACK else most
    if strength >= LEAST_ATTACK:
        return None
    text = "{n} attack points; {m} are needed."
    return Reason("6.11", text, n=strength, m=LEAST_ATTACK)


@rule("6.17")
def left_behind(situation: Situation, units: Sequence[Unit], start: str) -> Reason | None:
    """Whoever stands where the overrun begins must take part; guns and partisans never can."""
    if situation.option("overrun-leaves-friends"):
        return None
    ids = {unit.id for unit in units}
    beside = (u for u in situation.at(start) if u.id not in ids and u.side == units[0].side)
    others = [unit for unit in beside if is_under_command(unit)]
    text = "{units} in {hex} would have to take part."
    return Reason("6.17", text, "friends", units=others, hex=start) if others else None


def bar_together(situation: Situation, units: Iterable[Unit]) -> Reason | None:
    """What keeps one of these units out of any overrun."""
    return next((bar for unit in units if (bar := bar_to_overrun(situation, unit))), None)


def bar_from(situation: Situation, units: Sequence[Unit], start: str, target: str) -> Reason | None:
    """What forbids these units together to overrun a hex from a neighbouring one."""
    return (
        bar_together(situation, units)
        or bar_hexside(situation, start, target)
        or left_behind(situation, units, start)
        or bar_strength(situation, units, start)
    )


# The overruns that points allow


@rule("5.14", "6.0", "6.12", "6.16", "6.19", "8.33")
def overruns(walk: Walk, points: float, stack: Sequence[Unit] = ()) -> list[Overrun]:
    """Every overrun by this unit alone or with others that began in its hex, cheapest first: the
    way to the hex from which it begins, the terrain of the target, and three points; at the start
    of its move from where it stands at any cost."""
    situation, unit = walk.situation, walk.unit
    units = stack or (unit,)
    found = []
    approach = max(0, points - EXTRA_COST)
    able = bar_together(situation, units) is None
    for target in targets_near(walk, approach) if able else ():
        there = replace(walk, overrun=target)
        costs = {spot.hex: cost for spot, cost in reversed(there.reach(approach).cost.items())}
        for start in situation.ground.around[target]:
            if start not in costs or bar_from(situation, units, start, target) is not None:
                continue
            cost = costs[start] + situation.ground.entry_cost(start, target) + EXTRA_COST
            if cost <= points or (start == unit.hex and not walk.won):
                found.append(Overrun(target, start, cost))
    return sorted(found, key=lambda one: (one.cost, one.hex, one.from_))


def targets_near(walk: Walk, points: float) -> list[str]:
    """Hexes with more than partisans of the enemy beside those that these points may bring in
    reach, whosever zones are ignored: before it comes next to its target a unit is in no zone of
    it."""
    outline = replace(walk, outline=True, left=False)
    around = walk.situation.ground.around
    beside = {near for spot in outline.reach(points).cost for near in around[spot.hex]}
    return sorted(walk.situation.defended[walk.enemy] & beside)


@rule("6.14", "6.17", "6.18")
def overruns_together(situation: Situation, stack: Sequence[Unit]) -> dict[str, Any]:
    """What some units of a hex can overrun together, with the points of the slowest; who overruns
    leaves nobody behind."""
    points = min(allowance(situation, one).points for one in stack)
    return {"overruns": overruns(Walk(situation, stack[0]), points, tuple(stack))}


def too_many(situation: Situation, units: Sequence[Unit], name: str) -> Reason | None:
    """Why units may not stand together, whatever the hex."""
    return excess(situation, units)


TOGETHER = Together("5.0", too_many, at_end=True, told=overruns_together)
"""Units move alone or in stacks, and stacking is judged once their phase is over."""


@rule("6.14", "6.17", "6.18")
def stack_overruns(walk: Walk) -> dict[str, Any]:
    """What the units that begin together in a hex can overrun together: as many points as the
    slowest of them has. Empty where nobody may go along."""
    situation, unit = walk.situation, walk.unit
    beside = (u for u in situation.at(unit.hex) if u.side == unit.side and not u.has_moved)
    stack = tuple(u for u in beside if bar_to_overrun(situation, u) is None)
    if len(stack) < 2 or unit not in stack:
        return {}
    points = min(allowance(situation, one).points for one in stack)
    ids = tuple(one.id for one in stack)
    return {"stack": StackOverruns(ids, points, tuple(overruns(walk, points, stack)))}


# After an overrun


@rule("6.24")
def onward(situation: Situation, unit: Unit, points: float, won: Iterable[Overrun]) -> list[Onward]:
    """Where a unit may go on to after the cheapest overrun of each hex, if it succeeds: with the
    points that remain it marches or overruns again as if those it overran were gone, but leaves no
    other enemy's zone.

    Costs are counted from the start of the unit's move.
    """
    cheapest: dict[str, Overrun] = {}
    for overrun in won:
        cheapest.setdefault(overrun.hex, overrun)
    after = (one for one in cheapest.values() if points > one.cost)
    return [told for overrun in after for told in _after(situation, unit, points, overrun)]


def _after(situation: Situation, unit: Unit, points: float, overrun: Overrun) -> Iterator[Onward]:
    """What follows one overrun, unless nothing does."""
    target, spent = overrun.hex, overrun.cost
    before = Walk(situation, unit, target)
    left = unit.hex in before.zone and overrun.from_ != unit.hex
    moved = replace(unit, hex=target)
    walk = Walk(_without(situation, moved, target), moved, left=left, won=True)
    rest = points - spent
    reach = marches(walk, rest)
    more = overruns(walk, rest) if rest > EXTRA_COST else []
    kept = [sayings.another_zone(hex=target)] if target in walk.zone else []
    if not (reach or more or kept):
        return
    yield Onward(
        after=target,
        from_=overrun.from_,
        points=rest,
        reach=tuple(
            Reached(one.hex, spent + one.cost, one.path) for _, one in sorted(reach.items())
        ),
        overruns=tuple(replace(one, cost=spent + one.cost) for one in more),
        because=tuple(Reason(reason.rule, reason.text) for reason in kept),
    )


def _without(situation: Situation, moved: Unit, target: str) -> Situation:
    """The situation with a unit in the hex that it has overrun and without those it overran."""
    units = tuple(
        moved if unit.id == moved.id else unit
        for unit in situation.position.units
        if unit.hex != target or unit.side == moved.side
    )
    return situation.with_units(units)


def _moved_to(situation: Situation, moved: Unit) -> Situation:
    """The situation with a unit where it began the phase."""
    units = situation.position.units
    return situation.with_units(tuple(moved if one.id == moved.id else one for one in units))


# Infiltration


@rule("5.5", "5.51", "5.52", "5.53", "5.54", "5.55", "5.56")
def bar_to_infiltrate(walk: Walk) -> Reason | None:
    """Why a unit may not infiltrate at all: only Germans, from a zone, in supply and
    communication, with another combat unit near, in the first movement phase."""
    situation, unit = walk.situation, walk.unit
    if unit.side != "german":
        return Reason("5.56", "Soviet units never infiltrate.", "side")
    if situation.moment.kind == "mechanized":
        return Reason("5.53", "Nobody infiltrates in mechanised movement.", "phase")
    if unit.hex not in walk.zone:
        return Reason("5.5", "{unit} does not begin in an enemy zone.", "way", unit=unit)
    if not situation.provided(unit):
        return Reason("5.52", "{unit} is not in supply and communication.", "supply", unit=unit)
    friends = (*situation.at(unit.hex), *situation.beside(unit.hex, unit.side))
    if not any(is_combat_unit(friend) and friend.id != unit.id for friend in friends):
        text = "No other combat unit is with or next to {unit}."
        return Reason("5.55", text, "friends", unit=unit)
    return None


@rule("5.51")
def bar_infiltrated_side(walk: Walk, near: str) -> Reason | None:
    """Infiltration crosses no river and no dragon's teeth."""
    situation, here, text = walk.situation, walk.unit.hex, ""
    if situation.board.between(here, near) & {"river", "major-river"}:
        text = "A river lies between {hex} and {hex2}."
    elif "dragon-teeth" in situation.ground.owned_between(here, near):
        text = "Dragon's teeth lie between {hex} and {hex2}."
    return (
        Reason("5.51", text, "hexside", hex=here, hex2=near)
        if text
        else bar_to_enter(walk.situation, walk.unit.side, here, near)
    )


def infiltrations(walk: Walk, points: int) -> dict[str, Reached]:
    """Adjacent hexes in enemy zones that a unit may enter directly, for its whole allowance."""
    if bar_to_infiltrate(walk) is not None:
        return {}
    return {
        near: Reached(near, points, (walk.unit.hex, near), {"by": "infiltration"})
        for near in walk.situation.ground.around[walk.unit.hex]
        if near in walk.zone and bar_infiltrated_side(walk, near) is None
    }


def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go, by which means, and what keeps it from its neighbours."""
    on_map(situation, [unit])
    given = allowance(situation, unit)
    if given.bar is not None:
        refused = closed_for_all(situation.near(unit.hex), given.bar)
        return Moves(unit.id, 0, (), refused, given.because, {"rail": [], "overruns": []})
    walk = Walk(situation, unit)
    reached = {**infiltrations(walk, given.points), **marches(walk, given.points)}
    if unit.has_moved and unit.began not in ("", unit.hex):
        points, overrun, beyond = on_its_way(situation, unit, given.points)
    else:
        points, overrun = given.points, overruns(walk, given.points)
        beyond = {"rail": list(by_rail(situation, unit)), **stack_overruns(walk)}
    return Moves(
        unit=unit.id,
        allowance=given.points,
        reach=tuple(reached[name] for name in sorted(reached)),
        refused=_refused(walk, given, {*reached, *(one.hex for one in overrun)}),
        because=given.because,
        extra={
            "overruns": overrun,
            "onward": onward(situation, unit, points, overrun),
            "rail_limits": _rail_limits(situation, unit),
            "stand_in": situation.ground.leans_on_costs,
            **beyond,
        },
    )


@rule("5.34", "6.16", "6.19", "8.32")
def on_its_way(
    situation: Situation, unit: Unit, points: int
) -> tuple[float, list[Overrun], dict[str, Any]]:
    """What a unit that bears the Moved mark may still overrun, alone and on foot: with the points
    that its march here has left, and after leaving a zone into no other. Of a march that nobody
    knows nothing is left."""
    bare = replace(unit, hex=unit.began, markers=unit.markers - {MOVED}, began="")
    before = Walk(_moved_to(situation, bare), bare)
    march = marches(before, points).get(unit.hex)
    if march is None:
        return 0, [], {"rail": []}
    left = points - march.cost
    here = Walk(situation, unit, left=before.start.hex in before.zone, won=True)
    return left, overruns(here, left), {"rail": []}


@rule("5.37", "5.38", "5.39")
def _rail_limits(situation: Situation, unit: Unit) -> RailLimits | Reason:
    """What the unit counts by rail, against the five of a turn and the units that may enter a hex
    of each kind of track; or why it may not go by rail."""
    bar = bar_to_rail(situation, unit)
    if bar is not None:
        return Reason(bar.rule, bar.text)
    return RailLimits(weight(situation, unit), UNITS_PER_TURN, dict(UNITS_PER_HEX))


def _refused(walk: Walk, given: Allowance, open_: set[str]) -> tuple[Refusal, ...]:
    """The rule that closes each hex beside those reached, if neither march nor overrun opens it."""
    situation, unit = walk.situation, walk.unit
    reasons = {spot.hex: reason for spot, reason in walk.reach(given.points).barred.items()}
    for step in walk.steps(walk.start):
        near = step.to.hex
        if isinstance(step, Barred):
            reasons[near] = step.reason
        if near in situation.defended[walk.enemy]:
            reasons[near] = bar_from(situation, [unit], unit.hex, near) or reasons[near]
    return tuple(Refusal.by(name, reasons[name]) for name in sorted(reasons.keys() - open_))
