"""Who moves in a phase, with how many points, and the march of one unit on foot (rules 5.0 to 5.2,
5.4, 8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
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
    has = {"supply": situation.supplied(unit), "communication": situation.in_communication(unit)}
    if not all(has.values()):
        missing = [what for what, there in has.items() if not there]
        yield HALF, Reason("11.52", "Halved: out of {what:and}.", what=missing)
    if situation.command.has_mode(unit):
        mode = situation.command.mode(unit)
        factor = situation.charts.movement_factor(mode)
        if factor != 1:
            yield factor, Reason("5.41", "Times {factor}: {mode} mode.", factor=factor, mode=mode)


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
