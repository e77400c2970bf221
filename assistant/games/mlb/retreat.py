"""Results and retreats (rules 10.4.1(3), 10.5, 10.6, 16.2): what a result does to each unit of a
hex, which ways are open to it, which of them it must take, and at what loss; and who advances
then (10.7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.games.mlb.situation import (
    AXIS,
    SOVIET,
    Mover,
    Situation,
    bar_ground,
    each_step_nearer,
    enemy_of,
    is_hq,
    is_mechanised,
    over_limit,
    room_for,
    steps_left,
)
from assistant.games.mlb.supply import Headquarters, invented_units, relocation_hexes
from assistant.kernel import sayings, withdrawal
from assistant.kernel.combat import sides_of
from assistant.kernel.facts import by_id
from assistant.kernel.losses import shares
from assistant.kernel.pursuit import barred, one_beyond, sifted
from assistant.kernel.room import no_friends, result_among
from assistant.kernel.rulebook import rule
from assistant.kernel.withdrawal import Way, all_placed, closed_for_all, least, refused_around
from assistant.position import Unit
from assistant.questions.answers import (
    Advances,
    Refusal,
    Retreat,
    Retreats,
    Told,
    UnitAdvances,
    UnitRetreats,
)
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

MOST_SHARED = 20_000
"""Figures of the ways to share losses that are listed."""

MOST_ADDED = 8
"""A way longer than this is given up as no way out."""

GONE = frozenset({"eliminated", "relocated"})

# What a result orders


@dataclass(frozen=True)
class Result:
    """What a cell of the combat results table orders, in steps and hexes."""

    code: str
    attacker_losses: int = 0
    defender_losses: int = 0
    retreat: int = 0


@rule("10.4.1(3)")
def read_result(code: str) -> Result:
    """Ax: the attacker loses x steps in all; R, RR: one hex, two; a number before RR: steps lost in
    all before two hexes; a dash: nothing."""
    if code == "-":
        return Result(code)
    if found := re.fullmatch(r"A(\d+)", code):
        return Result(code, attacker_losses=int(found[1]))
    if found := re.fullmatch(r"(\d*)(R{1,2})", code):
        return Result(code, defender_losses=int(found[1] or 0), retreat=len(found[2]))
    raise ValueError(code)


def asked_result(situation: Situation, code: str | None) -> Result:
    """The result that a player names; QuestionError for one that is not in the table."""
    known = sorted(set(situation.game.tables["combat"].cells.values()), key=_order)
    if code is None:
        raise QuestionError("Name the result: --result with one of {results}.", results=known)
    return read_result(result_among(code, known))


def _order(code: str) -> tuple[int, int, int]:
    result = read_result(code)
    return (-result.attacker_losses, result.retreat, result.defender_losses)


@rule("16.2(1)")
def under_absolute_order(situation: Situation, name: str) -> bool:
    """Axis units in a major city under an absolute order take losses in place of retreats."""
    bound = situation.absolute_orders & situation.ground.major_cities
    return name in bound and situation.side_at(name) == AXIS


@rule("16.2(1)")
def held_at_all_costs(situation: Situation, result: Result) -> Result:
    """Under an absolute order every hex of retreat becomes a step, added to those of the result."""
    added = result.retreat
    if result.defender_losses and situation.option("absolute-nrr") == "n-only":
        added = 0
    return Result(result.code, result.attacker_losses, result.defender_losses + added)


@rule("10.5")
def distributions(units: Sequence[Unit], losses: int) -> list[dict[str, int]]:
    """The ways in which the owner may share losses: unit -> steps that remain to it; the first of
    them where they are more than are listed."""
    found = shares((units,), steps_left, losses, most_shares(len(units)))
    return [{unit.id: steps_left(unit) - lost[unit.id] for unit in units} for lost in found]


def most_shares(units: int) -> int:
    """How many ways are listed: twenty units in one hex, where they may not be, have thousands."""
    return max(1, MOST_SHARED // max(1, units))


# Ways of one unit


@dataclass(frozen=True)
class Flight(Mover):
    """The retreat of one unit that has so many steps."""

    steps: int
    full: frozenset[str] = frozenset()
    """Hexes that others of the stack have filled before."""

    @rule("10.6.7")
    def bar(self, here: str, near: str) -> Reason | None:
        """The first rule that forbids a step: enemies, water and impassable hexsides let nobody
        through."""
        if why := bar_ground(self.ground, self.enemy.enemies, here, near, "10.6.7", "10.6.7"):
            return why
        return self.bar_major_river(here, near) if (here, near) in self.ground.major else None

    @rule("10.6.6")
    def bar_major_river(self, here: str, near: str) -> Reason | None:
        """A major river, bridged or not, is crossed only from the starting hex, and never from zone
        to zone."""
        if self.enemy.from_zone_to_zone(here, near):
            text = "{hex} and {hex2}, across a major river, are in enemy zones."
            return Reason("10.6.6", text, "enemy-zone", hex=here, hex2=near)
        exempt = self.situation.option("retreat-bridge-exempt")
        bridge = exempt and (here, near) in self.ground.bridged
        if here != self.start and not bridge:
            text = "The retreat did not begin beside the major river at {hex}."
            return Reason("10.6.6", text, "hexside", hex=near)
        return None

    @rule("10.6", "10.6.1")
    def ways(self, length: int) -> list[Way]:
        """Every way of so many hexes, none entered twice and the start not again."""
        found = withdrawal.ways(self.start, length, self.situation.near, self.bar)
        if self.situation.option("retreat-net-distance"):
            distance = self.ground.board.grid.distance
            found = (way for way in found if distance(self.start, way[-1]) == len(way))
        return list(found)

    @rule("10.6.2")
    def fewest_zones(self, ways: Sequence[Way]) -> list[Way]:
        """A retreating unit enters as few enemy-zone hexes as it can, wherever that leads."""
        return least(ways, self.enemy.zones_passed)

    @rule("10.6.2", "10.6.2(1)", "10.6.2(2)")
    def required(self, start: str, ways: Sequence[Way]) -> list[Way]:
        """The ways that a unit may take: fewest zones first; among those every hex nearer to a
        source and room at the end, or, failing both, the former before the latter."""
        ways = self.fewest_zones(ways)
        nearer = [way for way in ways if self.nearer(start, way)]
        return (
            [way for way in nearer if self.room(way)]
            or nearer
            or [way for way in ways if self.room(way)]
            or ways
        )

    @rule("10.6.2(1)")
    def nearer(self, start: str, way: Way) -> bool:
        """Whether every hex of a way is nearer to a friendly source than the one before."""
        return each_step_nearer(self.situation, self.unit.side, (start, *way))

    @rule("10.6.2(2)", "10.6.5")
    def room(self, way: Way) -> bool:
        """Whether the unit keeps the stacking limit where the way ends."""
        return way[-1] not in self.full and room_for(self.situation, self.unit, way[-1])

    @rule("10.6.4")
    def prolonged(self, way: Way) -> Iterator[Way]:
        """A unit without room where it ends goes on hex by hex, by the same rules, until it has
        room; one that has lost its last step on the way goes no further."""
        if self.room(way) or self.losses(way) >= self.steps:
            yield way
            return
        if len(way) > MOST_ADDED:
            return
        end = way[-1]
        near = (name for name in self.situation.near(end) if name not in (self.start, *way))
        onward = [(name,) for name in near if self.bar(end, name) is None]
        for more in self.required(end, onward):
            yield from self.prolonged(way + more)

    @rule("10.6.3")
    def losses(self, way: Way) -> int:
        """One step for each enemy-zone hex entered, friends there or not."""
        zones = self.enemy.zones_passed(way)
        return zones if self.situation.option("retreat-loss-per-hex") else min(1, zones)

    def options(self, length: int) -> tuple[Way, ...]:
        """All ways of the ordered length that the unit may take, added hexes included."""
        if self.situation.option("retreat-lookahead"):
            whole = [longer for way in self.ways(length) for longer in self.prolonged(way)]
            return tuple(self.required(self.start, whole))
        kept = self.required(self.start, self.ways(length))
        return tuple(longer for way in kept for longer in self.prolonged(way))


# The answer


@dataclass(frozen=True)
class Blow:
    """A result as it strikes one hex: its defenders, and what it orders after 16.2."""

    situation: Situation
    hex: str
    defenders: tuple[Unit, ...]
    result: Result
    absolute: bool

    @property
    def alone(self) -> bool:
        return len(self.defenders) == 1

    @property
    def kills_all(self) -> bool:
        """Whether the steps lost before any retreat are all that the stack has."""
        return self.result.defender_losses >= sum(map(steps_left, self.defenders))


@dataclass(frozen=True)
class Losses(Told):
    """The steps that both sides lose, and every way to share them: unit -> steps that remain; the
    attackers' if they are named. The counters of `stand_ins` are ours."""

    losses: int
    attacker_losses: int
    distributions: list[dict[str, int]]
    attacker_distributions: list[dict[str, int]]
    stand_ins: Sequence[str]


@rule("10.4.1(3)", "10.5")
def retreats(
    situation: Situation, target: str, code: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What becomes of every unit in a hex that suffers a result."""
    result, defenders = asked_result(situation, code), situation.at(target)
    if not defenders:
        raise QuestionError("There is no unit in {hex}: name a hex with units.", hex=target)
    no_friends(attackers, defenders[0].side)
    absolute = under_absolute_order(situation, target)
    struck = held_at_all_costs(situation, result) if absolute else result
    blow = Blow(situation, target, defenders, struck, absolute)
    units, shares = tuple(_unit(blow, unit) for unit in defenders), _shares(blow)
    outcome = _outcome(units, shares)
    return Retreats(
        hex=target,
        result=result.code,
        outcome=outcome,
        units=units,
        because=(*_because(blow, result), *_doomed(outcome, units), *crowded(blow, units)),
        extra=Losses(
            losses=struck.defender_losses,
            attacker_losses=struck.attacker_losses,
            distributions=shares,
            attacker_distributions=_shared(by_id(attackers), struck.attacker_losses),
            stand_ins=invented_units(defenders),
        ),
    )


@rule("10.6.4", "10.6.7", "14.1(2)", "16.2(1)")
def _unit(blow: Blow, unit: Unit) -> UnitRetreats:
    """One unit: a lone one pays the steps of the result itself, in a stack it is taken to have paid
    none; then it retreats, stands under an absolute order, or is lost."""
    situation, length = blow.situation, blow.result.retreat
    steps = steps_left(unit) - (blow.result.defender_losses if blow.alone else 0)
    near = situation.near(blow.hex)
    if steps <= 0 or blow.kills_all:
        text = "{unit} has no step left after the losses of the result."
        why = Reason("10.5", text, "stays", unit=unit)
        away = _elsewhere(situation, unit)
        told = (why, *_relocated(unit))
        return UnitRetreats(unit.id, (), closed_for_all(near, why), _lost(unit), told, away)
    pays = blow.result.defender_losses > 0
    if length == 0:
        away = _elsewhere(situation, unit) if pays else {}
        return UnitRetreats(unit.id, (), closed_for_all(near, _standing(blow)), "stand", extra=away)
    flight = Flight(situation, unit, steps)
    ways = flight.options(length)
    outcome = _outcome_of(flight, ways)
    return UnitRetreats(
        id=unit.id,
        options=tuple(_option(flight, way, length) for way in ways),
        refused=_refused(flight, ways, length),
        outcome=outcome,
        because=tuple(_why(flight, ways)),
        extra=_elsewhere(situation, unit) if pays or outcome == "relocated" else {},
    )


def _outcome_of(flight: Flight, ways: Sequence[Way]) -> str:
    if not ways:
        return "eliminated"
    survives = any(flight.losses(way) < flight.steps for way in ways)
    return "retreat" if survives else _lost(flight.unit)


@rule("14.0", "14.1(2)")
def _lost(unit: Unit) -> str:
    """A unit without steps is eliminated; a headquarters is relocated instead."""
    return "relocated" if is_hq(unit) else "eliminated"


@rule("14.1(2)")
def _relocated(unit: Unit) -> Iterator[Reason]:
    """Why a headquarters without steps is not eliminated."""
    if is_hq(unit):
        yield Reason("14.1(2)", "A headquarters that loses its step is relocated.")


def _elsewhere(situation: Situation, unit: Unit) -> Mapping[str, Any]:
    """Where a headquarters that lost its step may be set down."""
    return Headquarters(relocation_hexes(situation, unit)) if is_hq(unit) else {}


def _why(flight: Flight, ways: Sequence[Way]) -> Iterator[Reason]:
    if not ways:
        text = "No way of the ordered length is open to {unit}."
        yield Reason("10.6.7", text, unit=flight.unit)
    elif all(flight.losses(way) >= flight.steps for way in ways):
        yield Reason("10.6.3", "{unit} loses its last step in enemy zones.", unit=flight.unit)
        yield from _relocated(flight.unit)


def _option(flight: Flight, way: Way, length: int) -> Retreat:
    zones = [name for name in way if name in flight.enemy.zone]
    text = "A step is lost in {hex}, an enemy zone."
    because = [Reason("10.6.3", text, hex=name) for name in zones]
    if (more := len(way) - length) > 0:
        text = "{hex} is full: {n} {n|hex|hexes} more."
        because.append(Reason("10.6.4", text, hex=way[length - 1], n=more))
    if flight.nearer(flight.start, way[:length]):
        because.append(Reason("10.6.2(1)", "Every hex is nearer to a supply source."))
    return Retreat(way, flight.losses(way), True, tuple(because))


@rule("10.5", "10.6.3")
def _outcome(units: Sequence[UnitRetreats], shares: Sequence[Mapping[str, int]]) -> str:
    """What becomes of the hex: the entries of a stack suppose that nobody has paid yet, so that it
    is eliminated too where no way to share the losses leaves one that outlives its retreat."""
    outcomes = {unit.outcome for unit in units}
    if outcomes <= GONE:
        return outcomes.pop() if len(outcomes) == 1 else "eliminated"
    if "retreat" not in outcomes:
        return "stand"
    paid = shares if len(units) > 1 else ()
    if paid and not any(_outlives(unit, left[unit.id]) for left in paid for unit in units):
        return "eliminated"
    return "retreat"


def _doomed(outcome: str, units: Sequence[UnitRetreats]) -> Iterator[Reason]:
    if outcome == "eliminated" and any(unit.outcome == "retreat" for unit in units):
        text = "However the lost steps are shared, enemy zones take the last ones on the way."
        yield Reason("10.6.3", text)


def _outlives(unit: UnitRetreats, left: int) -> bool:
    """Whether a unit with so many steps left has a way that it survives."""
    return unit.outcome == "retreat" and any(way.losses < left for way in unit.options)


def _standing(blow: Blow) -> Reason:
    if blow.absolute:
        text = "{hex} is under an absolute order: steps are lost instead."
        return Reason("16.2(1)", text, "stays", hex=blow.hex)
    text = "The result {result} orders no retreat."
    return Reason("10.6", text, "stays", result=blow.result.code)


def _refused(flight: Flight, ways: Sequence[Way], length: int) -> tuple[Refusal, ...]:
    """Every neighbour with which no option begins, and the rule that closes it."""
    every = flight.ways(length)

    def why(near: str) -> Reason:
        return flight.bar(flight.start, near) or _passed_over(flight, near, every, ways)

    around = flight.situation.near(flight.start)
    return refused_around(around, {way[0] for way in ways}, why)


def _passed_over(flight: Flight, near: str, every: list[Way], ways: Sequence[Way]) -> Reason:
    """Why no way that begins with a hex that may be entered is among those required."""
    here = [way for way in every if way[0] == near]
    if not here:
        return _dead_end(flight, near)
    open_, zones, start = flight.fewest_zones(every), flight.enemy.zones_passed, flight.start
    best, fewest = zones(open_[0]), min(map(zones, here))
    if fewest > best:
        text = "Enemy-zone hexes entered by {hex}: {n}; the fewest possible: {m}."
        return Reason("10.6.2", text, "way", hex=near, n=fewest, m=best)
    best_here = [way for way in here if zones(way) == best]
    if not ways or any(way in flight.required(start, every) for way in best_here):
        return Reason("10.6.4", "By {hex} the unit finds no room and no way on.", "way", hex=near)
    nearer = {way for way in open_ if flight.nearer(start, way)}
    if nearer and nearer.isdisjoint(best_here):
        text = "By {hex} not every hex is nearer to a supply source."
        return Reason("10.6.2(1)", text, "way", hex=near)
    return Reason("10.6.2(2)", "By {hex} the unit ends over the stacking limit.", "full", hex=near)


def _dead_end(flight: Flight, near: str) -> Reason:
    """A hex from which the retreat cannot go on, with the rules that close the hexes beyond."""
    beyond = [there for there in flight.situation.near(near) if there != flight.start]
    bars = {bar.rule for there in beyond if (bar := flight.bar(near, there))}
    rules = ", ".join(sorted({*bars, "10.6.7"}))
    return Reason(rules, "From {hex} the retreat cannot go on.", "way", hex=near)


_READINGS = {
    "n-plus-2": "Losses count besides the hexes of retreat; the rule is open (`absolute-nrr`).",
    "n-only": "Losses count alone; the rule is open (`absolute-nrr`).",
}
"""What is taken to be lost by a result of losses and retreat, by the option that says it."""


def _because(blow: Blow, result: Result) -> Iterator[Reason]:
    lost = blow.result.defender_losses
    if blow.absolute and result.retreat:
        text = "Absolute order in {hex}: {result} is {n} {n|step|steps}."
        yield Reason("16.2(1)", text, hex=blow.hex, result=result.code, n=lost)
        if result.defender_losses:
            yield Reason("16.2(1)", _READINGS[blow.situation.option("absolute-nrr")])
    if lost and not blow.alone:
        yield Reason("10.5", "The owner shares the lost steps among the units.")
        if (listed := len(_shares(blow))) == most_shares(len(blow.defenders)):
            yield Reason("10.5", "Only the first {n} ways are listed.", n=listed)


CROWDED = (
    "There is no room for all of them in {hexes}: each is told as if it went first, and who comes"
    " later goes on hex by hex."
)


@rule("10.6.1", "10.6.4")
def crowded(blow: Blow, found: Sequence[UnitRetreats]) -> Iterator[Reason]:
    """Units of a stack go one after the other: said where their ways end in hexes that do not hold
    them all, with the way of each if the others have gone before it."""
    ends = {told.id: {option.path[-1] for option in told.options} for told in found}
    going = {unit.id: unit for unit in blow.defenders if ends[unit.id]}

    def fits(place: str, ids: tuple[str, ...]) -> bool:
        there = [*blow.situation.at(place), *(going[id_] for id_ in ids)]
        return not any(over_limit(place, there))

    if len(going) < 2 or all_placed({id_: ends[id_] for id_ in going}, fits):
        return
    places = frozenset().union(*ends.values())
    yield Reason("10.6.1, 10.6.4", CROWDED, "full", hexes=sorted(places))
    for unit in going.values():
        filled = frozenset(p for p in ends[unit.id] if not fits(p, tuple(going)))
        flight = Flight(blow.situation, unit, steps_left(unit), filled)
        later = sorted(flight.options(blow.result.retreat))
        if later:
            text = "{unit}, if it comes last: {ways}."
            ways = [" > ".join(way) for way in later[:MOST_LATER]]
            yield Reason("10.6.4", text, "full", unit=unit, ways=ways)
        else:
            text = "{unit}, if it comes last, has no way and is lost."
            yield Reason("10.6.7", text, "way", unit=unit)


MOST_LATER = 6
"""Ways of a unit that comes last which are told."""


def _shares(blow: Blow) -> list[dict[str, int]]:
    """Every way for the defender to share the losses: unit -> steps that remain."""
    return _shared(blow.defenders, blow.result.defender_losses)


def _shared(units: Sequence[Unit], lost: int) -> list[dict[str, int]]:
    """Every way to share losses among units, if there are any of both."""
    return distributions(units, lost) if units and lost else []


# Advance after combat

FIRST = "first-activation"
"""The phase of 16.1(1)."""


def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each attacker may advance into and beyond a hex that is taken as vacated; without
    names, every unit next to the hex of the side that could have attacked it."""
    defending = situation.side_at(target)
    side = enemy_of(defending) if defending else situation.active
    attackers = by_id(named or situation.beside(target, side))
    if len(sides_of(attackers)) > 1:
        raise QuestionError("Units of both sides could advance: name those that attacked, --from.")
    ids = {unit.id for unit in attackers}
    return Advances(
        hex=target,
        units=tuple(unit_advances(situation, unit, target, ids) for unit in attackers),
        because=tuple(entering(situation, target, attackers)),
    )


def unit_advances(
    situation: Situation, unit: Unit, target: str, ids: Collection[str]
) -> UnitAdvances:
    """One attacker by itself: the vacated hex, one beyond if it is mechanised, and what is shut."""
    if closed := bar_first(situation, unit, target):
        return barred(unit, target, closed)

    def bar(way: Way) -> Reason | None:
        why = bar_second(situation, unit, *way) if len(way) > 1 else None
        return why or bar_room(situation, unit, way[-1], ids)

    two = longest_advance(situation, unit) > 1
    found = one_beyond(target, lambda name: sorted(situation.near(name))) if two else ((target,),)
    return sifted(unit, found, bar)


@rule("10.7.1", "10.7.2", "10.7.4")
def longest_advance(situation: Situation, unit: Unit) -> int:
    """Mechanised units may advance two hexes, all others, headquarters too, one; always by choice,
    without movement points, and through enemy zones."""
    return 2 if is_mechanised(situation.position, unit) else 1


@rule("10.7.3", "10.0.7", "16.1(1)")
def bar_first(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """The first hex is the one attacked; who could not attack it cannot advance into it. By one
    reading nobody advances in the first activation of turn 1."""
    if situation.phase == FIRST and not situation.option("turn-1-advance"):
        text = "Units do not move in the first activation of turn 1."
        return Reason("16.1(1)", text, "phase")
    if is_hq(unit) and not situation.option("hq-is-combat-unit"):
        alone = all(is_hq(other) for other in situation.at(unit.hex))
        return Reason("10.7.1", "No stack to go with.", "unit") if alone else None
    if target not in situation.near(unit.hex):
        text = "{unit} is not adjacent to {hex} and did not attack it."
        return Reason("10.7.3", text, "distance", unit=unit, hex=target)
    if (unit.hex, target) in situation.ground.closed:
        return sayings.impassable("10.7.6(2)", side=(unit.hex, target))
    return sayings.water("10.7.3", hex=target) if target in situation.ground.water else None


@rule("10.7.5", "10.7.6(1)", "10.7.6(2)", "10.7.6(3)", "10.7.3")
def bar_second(situation: Situation, unit: Unit, target: str, near: str) -> Reason | None:
    """The second hex is any neighbour, but no water, nothing over impassable or all-sea hexsides,
    no enemy, and nothing after or over a major river without a bridge."""
    ground, enemies = situation.ground, situation.held[enemy_of(unit.side)]
    if why := bar_ground(ground, enemies, target, near, "10.7.3", "10.7.6(2)"):
        return why
    if (unit.hex, target) in ground.unbridged_major:
        text, side = "{unit} stops after the major river {side:/}.", (unit.hex, target)
        return Reason("10.7.5", text, "hexside", unit=unit, side=side)
    if (target, near) in ground.unbridged_major:
        return sayings.no_bridge("10.7.6(3)", side=(target, near))
    return None


@rule("10.7.6(4)")
def bar_room(
    situation: Situation, unit: Unit, name: str, attackers: Collection[str]
) -> Reason | None:
    """No advance ends over the stacking limit; the other attackers are not yet counted."""
    room = room_for(situation, unit, name, attackers)
    return None if room else sayings.overstacked("10.7.6(4)", hex=name)


@rule("3.3(2)", "16.2(3)", "16.3(2)")
def entering(situation: Situation, target: str, attackers: Sequence[Unit]) -> Iterator[Reason]:
    """What entering the vacated hex changes: control, the game's end, the first activation."""
    if not attackers:
        return
    side, ground = attackers[0].side, situation.ground
    if target in ground.cities:
        yield Reason("3.3(2)", "Who enters {hex} controls the city.", hex=target)
    if side == SOVIET and target in situation.absolute_orders & ground.major_cities:
        text = "{hex} is under an absolute order: a Soviet unit that enters it wins the game."
        yield Reason("16.2(3)", text, hex=target)
    if side == SOVIET and target in ground.crossing_points:
        yield Reason("16.3(2)", "A Soviet unit that enters {hex} wins the crossing.", hex=target)
    if side == AXIS and target == situation.value("airborne-bridgehead"):
        text = "The airborne bridgehead in {hex} is destroyed by an Axis unit."
        yield Reason("13.2(2)", text, hex=target)
