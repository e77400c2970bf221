"""Retreats and advances (rules 9.7, 9.8, 6.2): every way of each unit, and what remains to be paid
in steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from assistant.games.kursk import results, sayings
from assistant.games.kursk.battle import holding, likely_choice, postures_of, retreat_limit
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import excess, room_for
from assistant.games.kursk.units import enemy_of, is_gun, is_partisan, printed
from assistant.kernel.chart import Figure
from assistant.kernel.combat import sides_of
from assistant.kernel.facts import kept_for
from assistant.kernel.lines import open_step
from assistant.kernel.pursuit import barred, one_beyond, sifted
from assistant.kernel.room import no_friends, of_one_side
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.kernel.withdrawal import Way, all_placed, closed_for_all, farthest, preferring, ways
from assistant.kernel.zones import Opposition
from assistant.position import Unit
from assistant.questions.answers import (
    Advances,
    Refusal,
    Retreat,
    Retreats,
    UnitAdvances,
    UnitRetreats,
    refusals,
)
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason


@dataclass(frozen=True)
class Flight:
    """The ground over which one unit retreats from its hex. `overrun_from` is the hex from which
    it is being overrun, or empty."""

    situation: Situation
    unit: Unit
    overrun_from: str = ""

    @property
    def start(self) -> str:
        return self.unit.hex

    @cached_property
    def against(self) -> Opposition:
        return self.situation.supply[self.unit.side].against

    # One hex

    @rule("9.76", "8.25")
    def bar(self, here: str, near: str) -> Reason | None:
        """The first rule that closes a hex to the retreat, or None: no retreat into the enemy, nor
        into his zone unless a friend stands there."""
        if bar := self.bar_side(here, near):
            return bar
        if near in self.overrunners_side:
            return Reason("9.78", "{hex} lies where the overrun comes from.", "way", hex=near)
        closed = self.against.closes(near)
        if closed == "enemy-units":
            return enemy_in("9.76", hex=near)
        if closed == "enemy-zone":
            text = "{hex} is in an enemy zone, and no friendly unit is there."
            return Reason("9.76", text, closed, hex=near)
        return self.bar_stack(near)

    @rule("9.79", "5.65")
    def bar_side(self, here: str, near: str) -> Reason | None:
        """No retreat crosses a major river, or a lake without a road."""
        if (here, near) in self.situation.ground.major_rivers:
            return sayings.major_river("9.79", hex=here, hex2=near)
        if (here, near) in self.situation.ground.closed:
            return sayings.lake(hex=here, hex2=near)
        return None

    @cached_property
    @rule("9.78")
    def overrunners_side(self) -> frozenset[str]:
        """The hex from which an overrun came, and the two that touch it and the target: nobody
        retreats there."""
        if not self.overrun_from:
            return frozenset()
        around = self.situation.ground.around
        both = set(around[self.overrun_from]) & set(around[self.start])
        return frozenset(both | {self.overrun_from})

    @rule("7.21", "9.75")
    def bar_stack(self, near: str) -> Reason | None:
        """No retreat into or through a hex that would hold too much."""
        if near in self.against.friends and not room_for(self.situation, self.unit, near):
            return sayings.no_room("7.21", unit=self.unit, hex=near)
        return None

    @kept_for
    def onward(self, here: str) -> tuple[str, ...]:
        """The hexes that may be entered from one; never back to the start."""
        near = (name for name in self.situation.near(here) if name != self.start)
        return tuple(name for name in near if self.bar(here, name) is None)

    # Ways

    @rule("9.73", "9.74", "9.75")
    def options(self, length: int) -> list[Way]:
        """The ways of a length that the owner may choose: they end as far from the start as any
        can, and enter held hexes only where no vacant one serves."""
        found = list(ways(self.start, length, self.onward, open_step))
        far = partial(self.situation.board.grid.distance, self.start)
        if self.situation.option("vacant-before-distance"):
            return farthest(preferring(found, self.free), far)
        return preferring(farthest(found, far), self.free)

    @kept_for
    def chosen(self, longest: int) -> list[Way]:
        """Those of all lengths from one hex to the longest, shorter ones first."""
        return [way for n in range(1, longest + 1) for way in sorted(self.options(n))]

    @rule("9.75")
    def free(self, name: str) -> bool:
        """Whether a hex may be chosen before any other: vacant, or a major city of friends."""
        held = name in self.against.friends
        return not held or "major-city" in self.situation.ground.terrain(name)

    def refusals(self, chosen: Iterable[Way]) -> Iterator[Refusal]:
        """Each neighbour with which no chosen way begins, and the rule that closes it."""
        begun = {way[0] for way in chosen}
        for near in sorted(set(self.situation.near(self.start)) - begun):
            reason = self.bar(self.start, near)
            if reason is None and not self.free(near):
                text = "{hex} is held by friends, and a vacant hex is open."
                reason = Reason("9.75", text, "way", hex=near)
            nearer = Reason("9.74", "By {hex} the retreat ends nearer.", "way", hex=near)
            yield Refusal.by(near, reason or nearer)


@dataclass(frozen=True)
class Blow:
    """A result of `number` on the units of a hex."""

    situation: Situation
    hex: str
    units: tuple[Unit, ...]
    number: int
    overrun_from: str = ""

    @cached_property
    def stack(self) -> tuple[Unit, ...]:
        """Units that the result strikes."""
        return holding(self.units)

    @cached_property
    def movers(self) -> list[Unit]:
        """Those of them that pay in steps or hexes."""
        return [unit for unit in self.stack if not is_gun(unit)]

    @cached_property
    def postures(self) -> tuple[str, ...]:
        return postures_of(self.situation, self.stack)

    @property
    def posture(self) -> str:
        """The one of these that is taken for the opponent's choice."""
        return likely_choice(self.situation, "defender", self.postures)

    @cached_property
    def limit(self) -> Figure:
        """Hexes that the stack may retreat."""
        return retreat_limit(self.situation, "defender", self.stack)

    @cached_property
    def longest(self) -> int:
        return min(self.number, int(self.limit.number))

    @kept_for
    def flight(self, unit: Unit) -> Flight:
        return Flight(self.situation, unit, self.overrun_from)

    def ways(self, unit: Unit) -> list[Way]:
        """Every way of one hex and more that a unit may choose, shorter ones first."""
        return self.flight(unit).chosen(self.longest)

    @cached_property
    @rule("9.72", "9.73")
    def lengths(self) -> tuple[int, ...]:
        """How many hexes the stack can retreat together, nought included."""
        longer = range(1, self.longest + 1)
        able = [{len(way) for way in self.ways(unit)} for unit in self.movers]
        return (0, *(n for n in longer if able and all(n in lengths for lengths in able)))

    def can_stand(self, unit: Unit) -> bool:
        """Whether a unit of the stack survives if nobody retreats."""
        return results.survives(unit, self.stack, self.number)

    @cached_property
    def stands(self) -> str:
        """What becomes of those who stay: they share the end of the stack."""
        return "stand" if any(map(self.can_stand, self.movers)) else "eliminated"

    def closed(self, reason: Reason) -> tuple[Refusal, ...]:
        """The same reason for every hex around."""
        return closed_for_all(self.situation.near(self.hex), reason)


@rule("9.4", "9.7")
def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex."""
    units = _sufferers(situation, target)
    start = str(situation.value("overrun-from") or "")
    if start and start == target:
        return overrunners(situation, target, units, result, attackers)
    of_one_side(attackers)
    no_friends(attackers, units[0].side)
    number, extra = results.number_of(situation, units, result, attackers)
    if start and start not in situation.near(target):
        text = "overrun-from = {hex} does not touch {hex2}: write a hex beside it."
        raise QuestionError(text, hex=start, hex2=target)
    blow = Blow(situation, target, units, number, start)
    answers = tuple(_unit(blow, unit) for unit in units)
    crowd = without_room(blow)
    ways = results.ways_to_pay(situation, blow.stack, number, blow.lengths)
    if crowd:
        ways = [replace(way, full=crowd.get(way.hexes, [])) for way in ways]
    later = results.after_steps(units, number)
    return Retreats(
        hex=target,
        result=result or str(number),
        outcome=_outcome(answers),
        units=answers,
        because=(
            *_notes(blow),
            *crowded(crowd),
            *results.unlisted((*ways, *extra.get("attacker_ways", ()))),
        ),
        extra={
            **extra,
            "limit": int(blow.limit.number),
            "ways": ways,
            "stand_in": blow.limit.stand_in or any(unit.stand_in for unit in units),
            **({"after_steps": later} if later else {}),
        },
    )


def _sufferers(situation: Situation, target: str) -> tuple[Unit, ...]:
    """The units of a hex that may suffer a result; QuestionError if there are none."""
    units = tuple(unit for unit in situation.at(target) if not is_partisan(unit))
    if not units:
        text = "Nobody in {hex} could suffer a result: name a hex with units."
        raise QuestionError(text, hex=target)
    return units


def _outcome(units: Iterable[UnitRetreats]) -> str:
    outcomes = {unit.outcome for unit in units}
    return "retreat" if "retreat" in outcomes else "stand" if "stand" in outcomes else "eliminated"


@rule("9.45", "9.73")
def _notes(blow: Blow) -> Iterator[Reason]:
    """What holds for the stack as a whole."""
    if len(blow.postures) > 1:
        text = "The stack is in several modes ({modes}): the opponent names one; {mode} is taken."
        yield Reason("9.45", text, modes=list(blow.postures), mode=blow.posture)
    if len(blow.stack) > 1:
        yield Reason("9.73", "Units may go separate ways; all that survive retreat equally far.")


CROWDED = (
    "{n} {n|hex|hexes} away there is no room for all of them in {hexes}: each is told as if it went"
    " first, and who finds none stays and pays the whole result in steps."
)


@rule("7.21", "9.72", "9.75")
def crowded(found: dict[int, list[str]]) -> Iterator[Reason]:
    """For each length of the retreat at which not all find room, where that is, and the reading:
    7.21 has those pay who are left over, though 9.72 pays a result in hexes for the whole stack."""
    for length, places in found.items():
        yield Reason("7.21, 9.72", CROWDED, "full", n=length, hexes=places)
    if found:
        text = "Open reading: who is left over pays for itself alone; the others owe nothing more."
        yield Reason("7.21, 9.72", text)


def without_room(blow: Blow) -> dict[int, list[str]]:
    """The lengths of the retreat at which the units of the stack do not all find room where their
    ways end, with those hexes."""
    movers = {
        unit.id: unit for unit in blow.units if unit.type == "artillery" or unit in blow.movers
    }

    def fits(place: str, ids: tuple[str, ...]) -> bool:
        there = [u for u in blow.situation.at(place) if u.side == blow.units[0].side]
        return excess(blow.situation, [*there, *map(movers.__getitem__, ids)]) is None

    found = {}
    for length in range(1, blow.longest + 1) if len(blow.stack) > 1 else ():
        ends = {
            id_: {way[-1] for way in blow.ways(unit) if len(way) == length}
            for id_, unit in movers.items()
        }
        ends = {id_: names for id_, names in ends.items() if names}
        if len(ends) > 1 and not all_placed(ends, fits):
            found[length] = sorted(set().union(*ends.values()))
    return found


# One unit


@rule("9.37", "6.31", "6.34", "6.32")
def _unit(blow: Blow, unit: Unit) -> UnitRetreats:
    """What becomes of a unit: guns without others beside them are lost, and who retreats from an
    overrun is disrupted, artillery excepted."""
    if all(map(is_gun, blow.units)):
        text = "{unit} stands without combat units: it is eliminated."
        alone = Reason("9.37", text, "friends", unit=unit)
        return UnitRetreats(unit.id, (), blow.closed(alone), "eliminated", (alone,))
    if unit.type == "artillery":
        return _artillery(blow, unit)
    if is_gun(unit) or unit not in blow.stack:
        return _left_behind(blow, unit)
    found = blow.ways(unit)
    because: tuple[Reason, ...] = ()
    if blow.overrun_from and found:
        text = "{unit} is disrupted if it retreats from the overrun."
        because = (Reason("6.31", text, unit=unit),)
    return UnitRetreats(
        id=unit.id,
        options=(Retreat((), blow.number), *(_option(blow, unit, way) for way in found)),
        refused=_refused(blow, unit, found),
        outcome=_combat_outcome(blow, unit, found),
        because=because,
    )


def _option(blow: Blow, unit: Unit, way: Way) -> Retreat:
    friends = blow.flight(unit).against.friends
    held = [name for name in way if name in friends]
    because = [Reason("9.75", "{hex} is held by friends.", hex=name) for name in held]
    distance = blow.situation.board.grid.distance(blow.hex, way[-1])
    if distance < len(way):
        text = "{hex} is {n} {n|hex|hexes} away; no way ends farther."
        because.append(Reason("9.74", text, hex=way[-1], n=distance))
    return Retreat(way, blow.number - len(way), True, tuple(because))


def _combat_outcome(blow: Blow, unit: Unit, found: Iterable[Way]) -> str:
    """`retreat` if a way saves the unit, `stand` if it has none and survives, else eliminated."""
    if any(results.survives(unit, blow.stack, blow.number - len(way)) for way in found):
        return "retreat"
    return "stand" if blow.can_stand(unit) else "eliminated"


@rule("9.65", "9.64", "9.61")
def _artillery(blow: Blow, unit: Unit) -> UnitRetreats:
    """Artillery goes with its stack and loses a level for each hex; it never pays in steps."""
    found = [way for way in blow.ways(unit) if len(way) in blow.lengths]
    options = (Retreat((), 0), *(Retreat(way, len(way)) for way in found))
    saved = any(len(way) < printed(unit, "level") for way in found)
    outcome = "retreat" if saved else blow.stands
    return UnitRetreats(unit.id, options, _refused(blow, unit, found), outcome)


@rule("9.64", "9.77")
def _left_behind(blow: Blow, unit: Unit) -> UnitRetreats:
    """Anti-tank guns, and units that retreated into the hex in this segment, stay: they are lost if
    the others retreat or are eliminated."""
    text = "{unit} is eliminated if the units with it retreat or are eliminated."
    reason = Reason("9.64" if is_gun(unit) else "9.77", text, unit=unit.shown)
    return UnitRetreats(unit.id, (Retreat((), 0),), blow.closed(reason), blow.stands, (reason,))


def _refused(blow: Blow, unit: Unit, found: Iterable[Way]) -> tuple[Refusal, ...]:
    """Every neighbour with which no option begins, and why."""
    if blow.number == 0:
        return blow.closed(Reason("9.43", "The result has no effect.", "stays"))
    if blow.longest == 0:
        text = "Units in {mode} mode may not retreat."
        return blow.closed(Reason("9.71", text, "command", mode=blow.posture))
    return tuple(blow.flight(unit).refusals(found))


# Units whose overrun failed


@rule("6.2", "6.23", "9.78")
def overrunners(
    situation: Situation,
    start: str,
    units: tuple[Unit, ...],
    result: str | None,
    named: Iterable[Unit],
) -> Retreats:
    """Units whose overrun failed go back to where it began or to a hex beside that and the target:
    one hex of their result, the rest in steps."""
    overrun = overrun_hexes(situation, start, units[0].side, named)
    number, extra = results.overrunners_number(situation, units, result, overrun)
    answers = tuple(_back(situation, unit, overrun, units, number) for unit in units)
    because = [Reason("6.23", "The overrun failed: its units move no more in this phase.")]
    if len(overrun) > 1:
        text = "It may have struck {hexes:or}: name it as overrun-hex, or units there as attackers."
        because.append(Reason("9.78", text, hexes=overrun))
    ways = results.ways_to_pay(situation, units, number, [min(number, results.ONE_HEX)])
    return Retreats(
        hex=start,
        result=result or str(number),
        outcome=_outcome(answers),
        units=answers,
        because=(*because, *results.unlisted((*ways, *extra.get("attacker_ways", ())))),
        extra={**extra, "ways": ways},
    )


def overrun_hexes(
    situation: Situation, start: str, side: str, named: Iterable[Unit] = ()
) -> tuple[str, ...]:
    """The hexes that units in `start` may have overrun: that of the enemies named, or the one that
    the position names, or all beside them that the enemy holds."""
    told = {unit.hex for unit in named if unit.side != side}
    if given := situation.value("overrun-hex"):
        told.add(str(given))
    for name in sorted(told - set(situation.near(start))):
        raise QuestionError(
            "overrun-hex = {hex} does not touch {hex2}: write a hex beside it.",
            hex=name,
            hex2=start,
        )
    return tuple(sorted(told or situation.defended[enemy_of(side)] & set(situation.near(start))))


def _back(
    situation: Situation, unit: Unit, overrun: Iterable[str], stack: Sequence[Unit], number: int
) -> UnitRetreats:
    left = max(0, number - results.ONE_HEX)
    bars = {
        near: bar_to_fall_back(situation, unit, overrun, near) for near in situation.near(unit.hex)
    }
    open_to = sorted([unit.hex, *(near for near, bar in bars.items() if bar is None)])
    return UnitRetreats(
        unit.id,
        tuple(Retreat((name,), left) for name in open_to),
        refusals({near: bar for near, bar in bars.items() if bar is not None}),
        "retreat" if is_gun(unit) or results.survives(unit, stack, left) else "eliminated",
    )


@rule("9.78", "9.76", "9.79", "7.21", "5.65")
def bar_to_fall_back(
    situation: Situation, unit: Unit, overrun: Iterable[str], near: str
) -> Reason | None:
    """Why a hex beside the start of an overrun that failed is closed: it must touch the one overrun
    too. Enemy zones do not close it, nor does anything the start itself."""
    flight = Flight(situation, unit)
    if not any(near in situation.near(target) for target in overrun):
        return Reason("9.78", "Overrunners fall back beside the hex from which they came.", "way")
    if near in flight.against.enemies:
        return enemy_in("9.76", hex=near)
    return flight.bar_side(unit.hex, near) or flight.bar_stack(near)


# Advance after combat


@rule("9.81", "9.86")
def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each unit may advance, whether it attacked or held against an attack."""
    if len(sides_of(named)) > 1:
        raise QuestionError("The units that advance are of two sides: name units of one.")
    near = situation.beside(target, situation.moment.side)
    units = named or [unit for unit in near if not is_partisan(unit)]
    route = tuple(situation.value("route") or ())
    here = target
    for name in route:
        if name not in situation.near(here):
            raise QuestionError(
                "route: {hex} and {hex2} do not touch: write hexes each beside the one before.",
                hex=here,
                hex2=name,
            )
        here = name
    note = Reason("9.83", "The losers were eliminated: their hex and one beside it.")
    if route:
        note = Reason("9.81", "The losers retreated {n} {n|hex|hexes}.", n=len(route))
    found = tuple(_advance_of(situation, target, unit, route) for unit in units)
    return Advances(target, found, (note,))


def _advance_of(
    situation: Situation, target: str, unit: Unit, route: tuple[str, ...]
) -> UnitAdvances:
    reason = bar_to_advance(situation, unit, target)
    if reason is not None:
        return replace(barred(unit, target, reason), because=(reason,))
    found = sifted(
        unit, runs(situation, target, route), lambda run: bar_to_run(situation, unit, run)
    )
    return replace(found, refused=tuple(sorted(found.refused, key=lambda one: one.hex)))


@rule("9.81", "9.87", "9.88", "15.24", "6.25")
def bar_to_advance(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Nobody advances after an overrun, after a retreat, or from a hex that is not adjacent."""
    if situation.moment.moving:
        return Reason("9.87", "Nobody advances after an overrun.", "phase")
    if is_partisan(unit):
        return sayings.never_moves
    if "retreated" in unit.markers:
        return Reason("9.88", "{unit} has retreated.", "spent", unit=unit)
    if target not in situation.near(unit.hex):
        return sayings.not_beside("9.81", unit=unit, hex=unit.hex, hex2=target)
    return None


@rule("9.81", "9.83")
def runs(situation: Situation, target: str, route: tuple[str, ...]) -> Iterator[Way]:
    """As many hexes of the losers' way as they retreated, the battle hex first; behind units that
    were eliminated, where there is no such way, any one adjacent hex."""
    if not route:
        yield from one_beyond(target, situation.near)
    for length in range(1, len(route) + 1):
        yield (target, *route)[:length]


@rule("9.82", "9.84", "9.85", "9.89", "5.65", "7.22")
def bar_to_run(situation: Situation, unit: Unit, run: Way) -> Reason | None:
    """The first rule that closes a run. Major rivers do not, nor zones in the battle hex; the
    losers' own entrenchment ends the advance, and so does a zone beyond it."""
    enemy, here = enemy_of(unit.side), unit.hex
    for index, name in enumerate(run):
        if name in situation.held[enemy]:
            return enemy_in("9.82", hex=name)
        if (here, name) in situation.ground.closed:
            return sayings.lake(hex=here, hex2=name)
        if index == 1 and situation.ground.entrenched(here, enemy):
            text = "{hex} is an entrenchment that the losers held."
            return Reason("9.82", text, "terrain", hex=here)
        in_zone = index > 1 and here in situation.zones[enemy]
        if in_zone and situation.option("zones-stop-advance"):
            return sayings.in_zone("9.85", unit=here)
        here = name
    if not room_for(situation, unit, run[-1]):
        return sayings.no_room("7.22", unit=unit, hex=run[-1])
    return None
