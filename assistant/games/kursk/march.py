"""A march (rules 5.1, 5.2, 5.4, 6.16, 8.2, 8.3): who moves with how many points, what a step
costs, what closes a hex, what is in reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from assistant.games.kursk.sayings import (
    another_zone,
    disrupted,
    in_mode,
    lake,
    never_moves,
    reserve,
)
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    class_of,
    enemy_of,
    is_disrupted,
    is_hq,
    is_partisan,
    printed,
)
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.kernel.search import Barred, Search, Step, search
from assistant.position import Unit
from assistant.questions.answers import Reached
from assistant.questions.reasons import Reason, Saying

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
        return never_moves()
    if not moment.belongs_to(unit.side) or moment.kind in ("first", "second"):
        return Reason("5.21", "{unit} moves only in its own movement phases.", "phase", unit=unit)
    if is_disrupted(unit):
        return disrupted("5.43", unit)
    if situation.command.is_reserve(unit):
        return reserve(unit)
    if moment.kind == "mechanized":
        return _bar_to_second_move(situation, unit)
    return None


@rule("5.0", "5.42", "10.14")
def _bar_to_second_move(situation: Situation, unit: Unit) -> Reason | None:
    """In mechanised movement go headquarters, and armoured units whose mode allows it."""
    if is_hq(unit):
        return None
    if class_of(situation.position, unit) != "armoured":
        text = Saying(
            "{unit} is neither a headquarters nor armoured or mechanised.", unit=unit.shown
        )
        return Reason("5.0", text)
    mode = situation.command.mode(unit)
    if not situation.charts.mode_allows(mode, "mechanized"):
        return in_mode("5.42", unit, mode)
    return None


@rule("5.27", "5.41", "11.51", "11.52")
def allowance(situation: Situation, unit: Unit) -> Allowance:
    """The printed allowance, halved once for supply and communication together, once more for the
    mode, and rounded down."""
    bar = bar_to_move(situation, unit)
    if bar is not None:
        return Allowance(0, bar, (bar,))
    factor = Fraction(1)
    because = []
    for factor_, reason in _factors(situation, unit):
        factor *= factor_
        because.append(reason)
    return Allowance(int(printed(unit, "movement") * factor), None, tuple(because))


def _factors(situation: Situation, unit: Unit) -> Iterator[tuple[Fraction, Reason]]:
    if not situation.supplied(unit) or not situation.in_communication(unit):
        missing = [
            what
            for what, has in (
                ("supply", situation.supplied(unit)),
                ("communication", situation.in_communication(unit)),
            )
            if not has
        ]
        what = " and ".join(missing)
        yield HALF, Reason("11.52", "Halved: out of {what}.", what=what)
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
        return self.situation.zone_without(self.enemy, frozenset({self.overrun}))

    # One step

    @rule("5.26", "5.65", "8.27", "15.25")
    def bar(self, here: str, near: str) -> Reason | None:
        """What closes a hex to a march: the enemy, a lake, a guarded bank of a major river.
        Germans may walk into a hex that only partisans hold."""
        if near in self.situation.defended[self.enemy]:
            return enemy_in("5.26", near)
        if (here, near) in self.situation.ground.closed:
            return lake(here, near)
        if self.situation.guarded_bank(self.unit.side, here, near):
            return Reason(
                "8.27",
                "The enemy guards the bank of the major river at {hex}.",
                "enemy-zone",
                hex=near,
            )
        return None

    @cached_property
    @rule("8.31", "16.2")
    def disengagement(self) -> int:
        """Points to leave an enemy zone; fewer in entrenchments by the optional rule."""
        if not self.situation.position.value("optional-entrenchment"):
            return DISENGAGE
        if self.situation.ground.entrenched(self.unit.hex, self.unit.side):
            return DISENGAGE_FROM_OWN_TRENCH
        if self.situation.ground.entrenched(self.unit.hex, self.enemy):
            return DISENGAGE_FROM_THEIR_TRENCH
        return DISENGAGE

    @rule("5.22", "5.25", "6.24", "8.23", "8.31", "8.32")
    def step(self, spot: Spot, near: str) -> Step[Spot] | Barred[Spot]:
        """One hex: to leave a zone costs two more, and then no zone may be entered."""
        leaves = not self.outline and spot.hex == self.unit.hex and spot.hex in self.zone
        onward = Spot(near, spot.left or leaves)
        reason = self.bar(spot.hex, near)
        if reason is None and onward.left and self._closed_zone(near):
            reason = Reason(
                "8.32",
                "{hex} is in an enemy zone, and the unit has left one.",
                "enemy-zone",
                hex=near,
            )
        if reason is None and leaves and self.won:
            reason = another_zone(spot.hex)
        if reason is not None:
            return Barred(onward, reason)
        cost = self.situation.ground.entry_cost(spot.hex, near)
        return Step(onward, cost + (self.disengagement if leaves else 0))

    def _closed_zone(self, near: str) -> bool:
        """Whether a unit that left a zone may not enter this one."""
        if self.overrun and not self.situation.option("disengage-then-overrun"):
            return near in self.situation.zones[self.enemy]
        return near in self.zone

    def steps(self, spot: Spot) -> Iterator[Step[Spot] | Barred[Spot]]:
        for near in self.situation.ground.around[spot.hex]:
            yield self.step(spot, near)

    @rule("5.11", "8.21", "8.22")
    def reach(self, points: float) -> Search[Spot]:
        """Everything that the points allow; a zone that is entered ends the march."""
        found, _ = search([self.start], self.steps, points, stop=lambda spot: spot.hex in self.zone)
        return found


@rule("5.0", "5.23", "5.24")
def marches(march: March, points: int) -> dict[str, Reached]:
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
