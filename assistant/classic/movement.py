"""Movement as [movement] and [zones] declare it: allowance, cost of each step, what stops it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from assistant.classic.ground import ALL, Price
from assistant.classic.situation import Situation, cite
from assistant.classic.stacking import full, limit, load, room_for
from assistant.classic.supply import effects_of
from assistant.classic.units import printed
from assistant.kernel.search import Barred, Search, Step, search
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, refusals
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Code, Reason
from assistant.questions.stacks import Together
from builder.game.rules_file.chapters import Zones
from builder.game.rules_file.parts import Price as Toll
from builder.game.rules_file.parts import changed, exact
from builder.saying import AsWritten

ENEMY = "Enemy units stand in {hex}."
TERRAIN = "{unit} may not enter {hex}."
HEXSIDE = "The hexside {side}/{hex} is closed."
WHOLE = "{hex} takes the whole allowance: it is entered only at the start of a move."
POINTS = "{hex} costs {n} movement {n|point|points} in all, and {unit} has {m}."
ZONE_TO_ZONE = "No unit goes straight from one enemy zone of control to another."
NEVER = "A unit in an enemy zone of control may not leave it by moving."
AT_START = "An enemy zone of control is left only at the start of a move."
NOT_NOW = "{unit} does not move in this phase."
SUPPLY = "Its supply changes the allowance from {n} to {m}."
WEATHER = "The weather ({weather}) changes the allowance from {n} to {m}."
PART = "In this phase the allowance is {m} in place of {n}."
NO_FIELD = "The position does not say how far {unit} moves: add {field} = N to it."
GONE = "{unit} is not on the map but in '{box}'."
EARLY = "{unit} comes in turn {n}."
NO_ENTRY = "Nothing says where {unit} comes in."


NEVER_FREE = 1.0
"""What a step costs at least a unit without points: it goes nowhere, even where that costs none."""


@dataclass(frozen=True, eq=False)
class Walk:
    """One unit's move."""

    situation: Situation
    unit: Unit

    @cached_property
    def class_(self) -> str:
        return self.situation.class_of(self.unit)

    @cached_property
    def allowance(self) -> tuple[Fraction, tuple[Reason, ...]]:
        """The movement points in force, and what made them other than the printed ones."""
        movement = self.situation.rules.movement
        if self.unit.get(movement.allowance) is None:
            field = AsWritten(movement.allowance)
            raise QuestionError(NO_FIELD, unit=self.unit.shown, field=field)
        points = printed(self.unit, movement.allowance)
        because: list[Reason] = []
        weather, effects = self.situation.weather
        only = movement.only.get(self.situation.position.phase)
        for text, amount, rule in (
            (SUPPLY, effects_of(self.situation, self.unit).movement, self._supply_rule),
            (WEATHER, effects.movement, self._weather_rule),
            (PART, only.allowance if only else "same", only.rule if only else ""),
        ):
            now = points if amount == "same" else self._whole(changed(points, amount))
            if now != points:
                n, m = _tidy(points), _tidy(now)
                because.append(Reason(rule or self.rule, text, n=n, m=m, weather=weather))
                points = now
        return points, tuple(because)

    @property
    def _supply_rule(self) -> str:
        return cite(self.situation.rules.supply, "supply")

    @property
    def _weather_rule(self) -> str:
        return self.situation.weather[1].rule or cite(self.situation.rules.weather, "weather")

    def _whole(self, points: Fraction) -> Fraction:
        halves = self.situation.rules.movement.halves
        if halves == "exact":
            return points
        return Fraction(points // 1 if halves == "down" else -(-points // 1))

    @property
    def rule(self) -> str:
        return cite(self.situation.rules.movement, "movement")

    @cached_property
    def bar(self) -> Reason | None:
        """Why the unit does not move at all in this phase."""
        movement, phase = self.situation.rules.movement, self.situation.position.phase
        if self.situation.phasing and self.situation.phasing != self.unit.side:
            return None
        if movement.when and phase and phase not in movement.when and phase not in movement.only:
            return Reason(self.rule, NOT_NOW, "phase", unit=self.unit.shown)
        only = movement.only.get(phase)
        if only and (only.classes or only.types):
            if self.class_ in only.classes or self.unit.type in only.types:
                return None
            return Reason(only.rule or self.rule, NOT_NOW, "phase", unit=self.unit.shown)
        return None

    # Zones

    @cached_property
    def zone(self) -> frozenset[str]:
        """The enemy zones that count for movement."""
        opposition = self.situation.opposition(self.unit.side, "movement")
        alone = {self.unit.hex} if self._alone else set()
        return opposition.zone - (opposition.friends - alone)

    @property
    def _alone(self) -> bool:
        """Whether no other friend in its hex holds off the enemy's zone."""
        here = self.situation.stacks.get(self.unit.hex, ())
        return all(other.id == self.unit.id or other.side != self.unit.side for other in here)

    @cached_property
    def zones(self) -> Zones:
        return self.situation.rules.zones or Zones()

    def stops(self, name: str) -> bool:
        """Whether a move ends in a hex because of an enemy zone."""
        return self.zones.entering == "stop" and name in self.zone

    def zone_bar(self, start: str, end: str) -> Reason | None:
        """What zones forbid of a step."""
        if start not in self.zone:
            return None
        if self.zones.leaving == "never":
            return Reason(self._cited("leaving"), NEVER, "enemy-zone")
        if self.zones.leaving == "only at the start" and start != self.unit.hex:
            return Reason(self._cited("leaving"), AT_START, "enemy-zone")
        if self.zones.zone_to_zone == "forbidden" and end in self.zone:
            return Reason(self._cited("zone-to-zone"), ZONE_TO_ZONE, "enemy-zone")
        return None

    def _cited(self, entry: str) -> str:
        return cite(self.situation.rules.zones, "zones", entry)

    def toll(self, start: str, end: str) -> float:
        """The movement points that zones add to a step."""
        inside, into = start in self.zone, end in self.zone
        tolls = (
            (self.zones.leaving, inside),
            (self.zones.entering, into),
            (self.zones.zone_to_zone, inside and into),
        )
        return sum(float(exact(t.cost)) for t, counts in tolls if counts and isinstance(t, Toll))

    # Steps

    def steps(self, here: str) -> Iterator[Step[str] | Barred[str]]:
        """From a hex to each neighbour: its cost, or what bars it."""
        held = self.situation.enemies(self.unit.side)
        for near, price in self.situation.ground.steps(self.class_)[here]:
            if near in held:
                yield Barred(near, self._refuse(ENEMY, "enemy-units", hex=near))
            elif price is None:
                yield Barred(near, self._closed(here, near))
            elif why := self.zone_bar(here, near):
                yield Barred(near, why)
            elif price == ALL and here != self.unit.hex:
                yield Barred(near, self._refuse(WHOLE, "allowance", hex=near))
            elif self._always and not room_for(self.situation, self.unit, near):
                yield Barred(near, full(self.situation, near))
            else:
                yield Step(near, self._cost(here, near, price))

    @cached_property
    def _always(self) -> bool:
        return self.situation.rules.stacking.when == "always"

    @cached_property
    def points(self) -> float:
        return float(self.allowance[0])

    def _cost(self, here: str, near: str, price: Price) -> float:
        if price == ALL:
            return self.points or NEVER_FREE
        cost = float(price or 0) + self.toll(here, near)
        if not self.points:
            return max(cost, NEVER_FREE)
        first = here == self.unit.hex and self.situation.rules.movement.at_least_one_hex
        return min(cost, self.points) if first and self.points > 0 else cost

    def _closed(self, here: str, near: str) -> Reason:
        if self.situation.ground.entry(self.class_, near) is None:
            return self._refuse(TERRAIN, "terrain", hex=near, unit=self.unit.shown)
        return self._refuse(HEXSIDE, "hexside", hex=near, side=here)

    def _refuse(self, text: str, code: Code, **values: str) -> Reason:
        return Reason(self.rule, text, code, **values)

    def found(self) -> Search[Spot]:
        """Everything in reach: a hex twice, if a move into it may end there by one way and go on by
        another, which is dearer."""
        ground, class_ = self.situation.ground, self.class_

        def steps(spot: Spot) -> Iterator[Step[Spot] | Barred[Spot]]:
            for step in self.steps(spot.hex):
                if isinstance(step, Step):
                    ends = ground.stops(class_, spot.hex, step.to)
                    yield Step(Spot(step.to, ends), step.cost)
                else:
                    yield Barred(Spot(step.to), step.reason)

        def stop(spot: Spot) -> bool:
            return spot.ends or self.stops(spot.hex)

        found, _ = search([Spot(self.unit.hex)], steps, self.points + 1e-9, stop=stop)
        return found


class Spot(NamedTuple):
    """A hex that a move has come to, and whether it ends there because of the hexside crossed."""

    hex: str
    ends: bool = False


def cheapest(found: Search[Spot], start: str) -> Iterator[Reached]:
    """Each hex that was reached but for the start once, by its cheapest way, the nearest first."""
    told, paths = {start}, found.paths(attrgetter("hex"))
    for spot, cost in sorted(found.cost.items(), key=lambda item: (item[1], item[0])):
        if spot.hex not in told:
            told.add(spot.hex)
            yield Reached(spot.hex, cost, paths[spot])


def moves(situation: Situation, unit: Unit) -> Moves:
    """The answer to the question of moves: where a unit may end its move, and why not elsewhere."""
    if unit.hex not in situation.position.board:
        return _arrival(situation, unit)
    walk = Walk(situation, unit)
    points, because = walk.allowance
    if walk.bar:
        closed = dict.fromkeys(situation.position.board.neighbours(unit.hex), walk.bar)
        return Moves(unit.id, _tidy(points), (), refusals(closed), (walk.bar,))
    found = walk.found()
    reach = []
    refused = {spot.hex: why for spot, why in found.barred.items() if spot not in found.cost}
    for place in cheapest(found, unit.hex):
        refused.pop(place.hex, None)
        if room_for(situation, unit, place.hex):
            reach.append(place)
        else:
            refused[place.hex] = full(situation, place.hex)
    at_all = {spot.hex for spot in found.cost}
    for spot, cost in sorted(found.beyond.items(), key=lambda item: (item[1], item[0])):
        n, m = _tidy(cost), _tidy(points)
        why = Reason(walk.rule, POINTS, "allowance", hex=spot.hex, n=n, m=m, unit=unit.shown)
        if spot.hex not in at_all:
            refused.setdefault(spot.hex, why)
    return Moves(unit.id, _tidy(points), tuple(reach), refusals(refused), because)


def too_many(situation: Situation, units: Sequence[Unit], name: str) -> Reason | None:
    """Why units of one side may not stand in a hex together."""
    most = limit(situation, name, units[0].side)
    if most is None or sum((load(situation, unit) for unit in units), Fraction(0)) <= most:
        return None
    return full(situation, name)


def together(situation: Situation) -> Together[Situation]:
    """Stacks move one unit after another, and end where there is room for all of them."""
    return Together(cite(situation.rules.movement, "movement"), too_many)


def _arrival(situation: Situation, unit: Unit) -> Moves:
    """A reinforcement beside the map: the hexes in which it may come in."""
    from assistant.classic.arrivals import entries, turn_of
    from assistant.classic.score import gone_boxes
    from builder.game.rulebook.tables import DEAD

    rule = cite(situation.rules.arrivals, "arrivals")
    if unit.hex in gone_boxes(situation) | {*DEAD}:
        box = situation.position.game.definition.box_name(unit.hex)
        gone = Reason(rule, GONE, "unit", unit=unit.shown, box=box)
        return Moves(unit.id, 0, (), (), (gone,))
    open_hexes, closed = entries(situation, unit)
    walk = Walk(situation, unit)
    if not open_hexes and not closed:
        why = Reason(rule, NO_ENTRY, "missing", unit=unit.shown)
        return Moves(unit.id, _tidy(walk.allowance[0]), (), (), (why,))
    turn = turn_of(situation, unit)
    if turn is not None and turn > situation.position.turn:
        why = Reason(rule, EARLY, "phase", unit=unit.shown, n=turn)
        early = dict.fromkeys(open_hexes, why)
        return Moves(unit.id, _tidy(walk.allowance[0]), (), refusals({**early, **closed}), (why,))
    if walk.bar:
        barred = dict.fromkeys(open_hexes, walk.bar)
        points = _tidy(walk.allowance[0])
        return Moves(unit.id, points, (), refusals({**barred, **closed}), (walk.bar,))
    reach = tuple(Reached(name, 0, (name,)) for name in sorted(open_hexes))
    return Moves(unit.id, _tidy(walk.allowance[0]), reach, refusals(closed), walk.allowance[1])


def _tidy(number: Fraction | float) -> float:
    value = float(number)
    return int(value) if value.is_integer() else round(value, 3)
