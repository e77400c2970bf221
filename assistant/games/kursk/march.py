"""Movement in a phase (rules 5.1 to 5.4, 6.16, 8.2, 8.3): who moves with how many points, what a
step costs, what closes a hex, what is in reach on foot and by rail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from assistant.games.kursk import sayings
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    class_of,
    enemy_of,
    is_disrupted,
    is_hq,
    is_partisan,
    printed,
)
from assistant.kernel.facts import kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.kernel.search import Barred, Search, Step, search
from assistant.position import Unit
from assistant.questions.answers import Reached
from assistant.questions.reasons import Reason

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
    has = {
        "supply": situation.supplied(unit),
        "communication": situation.in_communication(unit),
    }
    if not all(has.values()):
        missing = " and ".join(what for what, there in has.items() if not there)
        yield HALF, Reason("11.52", "Halved: out of {what}.", what=missing)
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
        return enemy_in("5.26", near)
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
class March:
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
def marches(march: March, points: float) -> dict[str, Reached]:
    """Hexes reached on foot, cheapest way each; one hex is always open, whatever it costs."""
    found = march.reach(points)
    best: dict[str, Reached] = {}
    for spot, cost in found.cost.items():
        if spot.hex != march.unit.hex and (spot.hex not in best or cost < best[spot.hex].cost):
            path = tuple(node.hex for node in found.path(spot))
            best[spot.hex] = Reached(spot.hex, cost, path, {"by": "march"})
    for step in () if march.won else march.steps(march.start):
        if isinstance(step, Step) and step.to.hex not in best:
            path = (march.unit.hex, step.to.hex)
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


@rule("5.3", "5.33")
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
