"""Losses and retreats as [results] and [retreat] declare them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

from assistant.classic.attackers import bar_to_attack, may_attack
from assistant.classic.results import asked_result, losses_of
from assistant.classic.situation import Situation, cite
from assistant.classic.stacking import full, load, room_for, room_left
from assistant.classic.strengths import plain
from assistant.classic.supply import lines_of
from assistant.classic.units import steps_left
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.flood import flood
from assistant.kernel.lines import open_step
from assistant.kernel.room import no_friends
from assistant.kernel.withdrawal import Way, refused_around
from assistant.kernel.withdrawal import ways as ways_of
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason
from builder.game.rulebook.check import supports
from builder.game.rulebook.places import on_edge
from builder.game.rules_file.chapters import Fate, Result

UNITS = "Enemy units stand in {hex}."
ZONE = "{hex} lies in an enemy zone of control."
FRIENDS = "Friendly units stand in {hex}."
GROUND = "{unit} may not enter {hex}."
SHORT = "The way into {hex} leads no further: {n} {n|hex|hexes} must be gone."
NEAR = "From {hex} no way ends {n} {n|hex|hexes} away."
ELIMINATED = "No way of {n} {n|hex|hexes} is open: {unit} is eliminated."
STANDS = "No way is open: {unit} stands."
PAYS = "For each of {n} {n|hex|hexes} not gone {unit} loses a step."
PAYS_ONE = "No way is open: {unit} loses a step and stands."
LOST = "The result takes all steps of the stack."
ATTACKERS_LOST = "The attackers lose all their steps."
LOSES = "The stack loses {n} {n|step|steps}; its owner chooses whose."
EXCHANGE = "The stack loses units of at least {n} printed strength; its owner chooses which."
TOGETHER = "The attackers together lose {n} {n|step|steps}; their owner chooses whose."
TOGETHER_VALUE = (
    "The attackers together lose units of at least {n} printed strength; their owner chooses which."
)
AS_MUCH_OF = (
    "Against {hex} the attackers together lose units of at least {n} printed strength; their owner"
    " chooses which."
)
ALL_OF = "Against {hex} the attackers lose all their steps."
AS_STEPS_OF = "Against {hex} the attackers together lose {n} {n|step|steps}."
UNKNOWN_OF = (
    "What the attackers lose hangs on the defenders, and no hex is open to the attack of all of"
    " them."
)
MAY_LOSE = "In place of the retreat it may lose {n} {n|step|steps}."
MAY_DIE = "In place of the retreat the stack may be eliminated."
NOTHING = "The result does nothing to these units."
CROWDED = (
    "There is no room for all of them in {hexes}: each is told as if it went first, and who comes"
    " last has no way."
)
NO_TYPE = "{unit} never retreats."
ON = "It goes on because {hex} is full."
OWNER = "The owner chooses the way."
ENEMY = "The other side chooses the way."
MARKED = "They are marked: {marker}."
MEASURED = ("as much", "as many steps")
EACH = "loses a step for each hex not gone"
MOST_ON = 3


@dataclass(frozen=True, eq=False)
class Flight:
    """The retreat of one stack."""

    situation: Situation
    start: str
    side: str

    @property
    def rule(self) -> str:
        return cite(self.situation.rules.retreat, "retreat")

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(self.situation.rules.retreat.not_into)

    def bar(self, class_: str, here: str, near: str) -> Reason | None:
        """Why a step of a retreat is closed."""
        opposition = self.situation.opposition(self.side, "retreat")
        if near in opposition.enemies:
            return Reason(self.rule, UNITS, "enemy-units", hex=near)
        if "enemy-zone" in self.words and opposition.closes(near):
            return Reason(self.rule, ZONE, "enemy-zone", hex=near)
        if "friend" in self.words and near in self.situation.held[self.side]:
            return Reason(self.rule, FRIENDS, "friends", hex=near)
        named = self.words & (
            self.situation.position.board.of(near) | self.situation.ground.features(here, near)
        )
        if named or self.situation.ground.price(class_, here, near) is None:
            return Reason(self.rule, GROUND, "terrain", hex=near, unit="")
        return None

    @kept_for
    def open_from(self, class_: str, here: str) -> tuple[str, ...]:
        """The neighbours to which a unit of a class may go."""
        near = self.situation.position.board.neighbours(here)
        return tuple(n for n in near if self.bar(class_, here, n) is None)

    @kept_for
    def ways(self, class_: str, length: int) -> tuple[Way, ...]:
        """All ways of a length, none through a hex twice, that end as far away as they must."""
        found = ways_of(self.start, length, partial(self.open_from, class_), open_step)
        away = self.situation.rules.retreat.away
        return tuple(way for way in found if not away or self.distance(way[-1]) == length)

    def distance(self, name: str) -> int:
        """Hexes from the start, from which a way leads there."""
        far = self.situation.far(self.start, name)
        assert far is not None, f"no way leads from {self.start} to {name}"
        return far

    def options(self, unit: Unit, length: int) -> list[tuple[Way, bool]]:
        """The ways that a unit may go, each with whether it goes on because of a full hex."""
        class_, how = self.situation.class_of(unit), self.situation.rules.retreat.overstacking
        found = []
        for way in self.ways(class_, length):
            if how == "allowed" or room_for(self.situation, unit, way[-1]):
                found.append((way, False))
            elif how == "go on one hex":
                found += [(onward, True) for onward in self._further(unit, way)]
        return found

    def _further(self, unit: Unit, way: Way) -> Iterator[Way]:
        """From a full hex on, hex by hex, until there is room."""
        fringe = [way]
        for _ in range(MOST_ON):
            after = []
            for one in fringe:
                for name in self.open_from(self.situation.class_of(unit), one[-1]):
                    if name == self.start or name in one:
                        continue
                    if self.situation.rules.retreat.away and self.distance(name) <= len(one) - 1:
                        continue
                    after.append((*one, name))
            done = [one for one in after if room_for(self.situation, unit, one[-1])]
            if done:
                yield from done
                return
            fringe = after

    def shorter(self, unit: Unit, length: int) -> list[Way]:
        """The longest ways that fall short of a length."""
        for hexes in range(length - 1, 0, -1):
            if ways := self.options(unit, hexes):
                return [way for way, _ in ways]
        return []

    def refused(self, unit: Unit, ways: Sequence[Way], length: int) -> tuple[Refusal, ...]:
        """The hexes around through which no way leads, each with why."""
        class_ = self.situation.class_of(unit)

        def why(near: str) -> Reason:
            closed = self.bar(class_, self.start, near)
            if closed is not None and closed.code == "terrain":
                return Reason(self.rule, GROUND, "terrain", hex=near, unit=unit.shown)
            if closed is None and length == 1 and not room_for(self.situation, unit, near):
                return full(self.situation, near)
            onward = [name for name in self.open_from(class_, near) if name != self.start]
            text = NEAR if onward else SHORT
            return closed or Reason(self.rule, text, "way", hex=near, n=length)

        around = self.situation.position.board.neighbours(self.start)
        return refused_around(around, {way[0] for way in ways}, why)

    def loss(self, way: Way) -> int:
        """The steps that a way costs for enemy zones entered."""
        each = self.situation.rules.retreat.zone_loss
        return each * self._zones_entered(way) if each else 0

    def _zones_entered(self, way: Way) -> int:
        """The enemy zones that a way enters, but for those that friends take away."""
        opposition = self.situation.opposition(self.side, "retreat")
        return sum(name in opposition.zone and name not in opposition.friends for name in way)

    def preference(self, way: Way) -> tuple[float, ...]:
        """How far a way is from what retreats prefer: the least counts."""
        return tuple(self._worth(word, way) for word in self.situation.rules.retreat.prefer)

    def _worth(self, word: str, way: Way) -> float:
        end = way[-1]
        if (word, end) not in self._worths or word in ("fewest-losses", "no-zones"):
            self._worths[word, end] = self._measure(word, way)
        return self._worths[word, end]

    @cached_property
    def _worths(self) -> dict[tuple[str, str], float]:
        return {}

    def _measure(self, word: str, way: Way) -> float:
        end, grid = way[-1], self.situation.position.board.grid
        if word == "least-stacked":
            there = self.situation.stacks.get(end, ())
            return float(sum((load(self.situation, unit) for unit in there), Fraction(0)))
        if word == "fewest-losses":
            return self.loss(way)
        if word == "no-zones":
            return self._zones_entered(way)
        if word == "away-from-enemy":
            far = (self.situation.far(end, name) for name in self.situation.enemies(self.side))
            return -min((way for way in far if way is not None), default=0)
        if word.startswith("edge:"):
            places = on_edge(grid, word.partition(":")[2])
            ways = (self.situation.far(end, name) for name in places)
            return min((way for way in ways if way is not None), default=0)
        lines = lines_of(self.situation).get(self.side)
        return source_distances(self.situation)[self.side].get(end, 999.0) if lines else 0.0


@kept
def source_distances(situation: Situation) -> dict[str, dict[str, float]]:
    """How far every hex lies from the nearest source of each side that works, over open ground."""
    return {
        side: dict(flood(lines.sources, lines.around, situation.enemies(side)).distance)
        for side, lines in lines_of(situation).items()
    }


@dataclass(frozen=True)
class Blow:
    """A result as it strikes the units of one hex."""

    situation: Situation
    flight: Flight
    units: tuple[Unit, ...]
    fate: Fate
    steps: int
    value: Fraction
    rule: str

    @property
    def kills(self) -> bool:
        return self.steps >= sum(map(steps_left, self.units))


def retreats(
    situation: Situation, target: str, code: str | None, named: Sequence[Unit]
) -> Retreats:
    """What a result does to each unit of a hex, and where it may go."""
    name, result = asked_result(situation, code)
    units = situation.stacks.get(target, ())
    if not units:
        raise QuestionError("There is no unit in {hex}: name a hex with units.", hex=target)
    if _struck_attackers(situation, units, named, result):
        return _attackers_struck(situation, target, name, result, named)
    no_friends(named, units[0].side)
    others = named or may_attack(situation, _enemy(situation, units[0].side), (target,))
    steps, value = losses_of(situation, result.defender, units, others, attacking=False)
    flight = Flight(situation, target, units[0].side)
    rule = result.rule or cite(situation.rules.combat, "combat")
    blow = Blow(situation, flight, units, result.defender, steps, value, rule)
    exposed = _exposed(situation, named, target)
    theirs = _due_of(situation, result.attacker, exposed, (target,))
    because = (*_because(blow), *_due_told(theirs, rule))
    afar = [unit.id for unit in named if unit not in exposed]
    extra = _losses(blow, theirs) | ({"attackers_afar": afar} if afar else {})
    return _told(blow, target, name, because, extra)


def _attackers_struck(
    situation: Situation, target: str, name: str, result: Result, named: Sequence[Unit]
) -> Retreats:
    """What a result does to attackers, those of one hex: they share losses with all who attack."""
    there = situation.stacks[target]
    units = tuple(unit for unit in there if unit in named) or there
    attackers = tuple({unit.id: unit for unit in (*units, *named)}.values())
    aims = _aims(situation, attackers)
    afar = _fires_from_afar(situation, units, aims)
    fate = Fate() if afar else result.attacker
    exposed = tuple(unit for unit in attackers if not _fires_from_afar(situation, (unit,), aims))
    due = _due_of(situation, fate, exposed, aims)
    flight = Flight(situation, target, units[0].side)
    rule = result.rule or cite(situation.rules.combat, "combat")
    alone = len(exposed) == len(units)
    own = sum(map(steps_left, units))
    steps = own if due.all else due.steps if alone else 0
    value = due.value if alone and not due.all else Fraction(0)
    blow = Blow(situation, flight, units, fate, steps, value, rule)
    because = tuple(_because(blow))
    if (not alone and not due.all) or due.hangs:
        because = (*because, *_due_told(due, rule))
    shared = replace(due, steps=0, value=Fraction(0)) if alone else due
    return _told(blow, target, name, because, _losses(blow, shared))


def _told(
    blow: Blow, target: str, name: str, because: Sequence[Reason], extra: dict[str, object]
) -> Retreats:
    found = tuple(_unit(blow, unit) for unit in blow.units)
    return Retreats(
        hex=target,
        result=name,
        outcome=_outcome(found),
        units=found,
        because=(*because, *_crowded(blow, found)),
        extra=extra,
    )


@dataclass(frozen=True)
class Due:
    """What all attackers of a battle lose together.

    `hangs`: the hexes that they may attack, each with what it would be, where they may attack
    several and the loss is measured by the defenders.
    """

    steps: int = 0
    value: Fraction = Fraction(0)
    all: bool = False
    hangs: Mapping[str, Due] | None = None


def _due_of(
    situation: Situation, fate: Fate, attackers: Sequence[Unit], aims: Sequence[str]
) -> Due:
    if not fate.lose or not attackers:
        return Due()
    if fate.lose in MEASURED and len(aims) != 1:
        return Due(hangs={aim: _due_of(situation, fate, attackers, (aim,)) for aim in aims})
    others = situation.stacks.get(aims[0], ()) if aims else ()
    steps, value = losses_of(situation, fate, attackers, others, attacking=True)
    return Due(steps, value, steps >= sum(map(steps_left, attackers)))


def _due_told(due: Due, rule: str) -> Iterator[Reason]:
    """What the attackers lose together, in words."""
    if due.hangs is not None:
        for aim, one in due.hangs.items():
            if one.all:
                yield Reason(rule, ALL_OF, hex=aim)
            elif one.value:
                yield Reason(rule, AS_MUCH_OF, hex=aim, n=plain(one.value))
            else:
                yield Reason(rule, AS_STEPS_OF, hex=aim, n=one.steps)
        if not due.hangs:
            yield Reason(rule, UNKNOWN_OF)
    elif due.all:
        yield Reason(rule, ATTACKERS_LOST)
    elif due.value:
        yield Reason(rule, TOGETHER_VALUE, n=plain(due.value))
    elif due.steps:
        yield Reason(rule, TOGETHER, n=due.steps)


def _struck_attackers(
    situation: Situation, units: Sequence[Unit], named: Sequence[Unit], result: Result
) -> bool:
    """Whether the hex asked about is one of the attackers': they are named, or it is their side's
    combat phase, or nobody's and the result does nothing to defenders."""
    nothing = Fate()
    if any(unit in named for unit in units):
        return True
    if named or result.attacker == nothing:
        return False
    phase, when = situation.position.phase, situation.rules.combat.when
    if phase in when and situation.phasing:
        return situation.phasing == units[0].side
    return result.defender == nothing


def _aims(situation: Situation, attackers: Sequence[Unit]) -> tuple[str, ...]:
    """The hexes that all who attack may attack together; those of the enemy where there is none."""
    side = attackers[0].side
    return tuple(
        name
        for name, there in situation.stacks.items()
        if there[0].side != side
        and all(bar_to_attack(situation, unit, (name,)) is None for unit in attackers)
    )


def _exposed(situation: Situation, named: Sequence[Unit], target: str) -> tuple[Unit, ...]:
    """The attackers of a hex but those who fire from a distance at which nothing strikes them."""
    return tuple(unit for unit in named if not _fires_from_afar(situation, (unit,), (target,)))


def _fires_from_afar(situation: Situation, units: Sequence[Unit], aims: Sequence[str]) -> bool:
    """Whether the attackers of a hex fire from a distance at which they suffer no result: they are
    next to none of the hexes that they may be attacking."""
    kinds = supports(situation.rules.combat.support)
    immune = {kind for support in kinds if support.immune for kind in support.type}
    if not units or not all(unit.type in immune for unit in units):
        return False
    stacks, beside = situation.stacks, situation.position.board.neighbours(units[0].hex)
    enemies = [name for name, there in stacks.items() if there[0].side != units[0].side]
    return not any(name in beside for name in aims or enemies)


def _enemy(situation: Situation, side: str) -> str:
    return next(
        other for other in (*situation.sides, side) if other != side or len(situation.sides) == 1
    )


def _losses(blow: Blow, attackers: Due) -> dict[str, object]:
    """What both sides lose, for programs."""
    extra: dict[str, object] = {}
    if blow.steps:
        extra["losses"] = blow.steps
    if blow.value:
        extra["strength_lost"] = plain(blow.value)
    if attackers.steps:
        extra["attacker_losses"] = attackers.steps
    if attackers.value:
        extra["attacker_strength_lost"] = plain(attackers.value)
    return extra


def _outcome(units: Sequence[UnitRetreats]) -> str:
    outcomes = [unit.outcome for unit in units]
    return next((one for one in ("retreat", "stand") if one in outcomes), outcomes[0])


def _because(blow: Blow) -> Iterator[Reason]:
    fate = blow.fate
    if blow.value and blow.steps == 0:
        yield Reason(blow.rule, EXCHANGE, n=plain(blow.value))
    elif blow.kills and blow.steps:
        yield Reason(blow.rule, LOST)
    elif blow.steps:
        yield Reason(blow.rule, LOSES, n=blow.steps)
    if fate.retreat and not blow.kills:
        text = OWNER if blow.situation.rules.retreat.by == "owner" else ENEMY
        yield Reason(cite(blow.situation.rules.retreat, "retreat", "by"), text)
        if fate.or_lose == "all":
            yield Reason(blow.rule, MAY_DIE)
        elif fate.or_lose:
            yield Reason(blow.rule, MAY_LOSE, n=fate.or_lose)
    if fate.marker:
        markers = blow.situation.position.game.definition.units.markers
        yield Reason(blow.rule, MARKED, marker=markers.get(fate.marker, fate.marker))
    if fate == Fate():
        yield Reason(blow.rule, NOTHING, "stays")


def _crowded(blow: Blow, found: Sequence[UnitRetreats]) -> Iterator[Reason]:
    """That those who retreat do not all find room where their ways end."""
    situation, side = blow.situation, blow.flight.side
    if situation.rules.retreat.overstacking != "forbidden":
        return
    going = [unit for unit, told in zip(blow.units, found, strict=True) if told.options]
    ends = sorted({option.path[-1] for told in found for option in told.options})
    rooms = [room_left(situation, name, side) for name in ends]
    holds = [room for room in rooms if room is not None]
    if len(holds) == len(ends) and sum(load(situation, unit) for unit in going) > sum(holds):
        rule = cite(situation.rules.retreat, "retreat", "overstacking")
        yield Reason(rule, CROWDED, "full", hexes=ends)


@dataclass(frozen=True)
class Nowhere:
    """What there is around a unit that cannot go as far as it must: why not, and its shorter ways.
    A unit that never retreats asks for neither."""

    refused: tuple[Refusal, ...] = ()
    shorter: tuple[Way, ...] = ()

    @classmethod
    def around(cls, flight: Flight, unit: Unit, length: int) -> Nowhere:
        each = flight.situation.rules.retreat.none == EACH
        shorter = flight.shorter(unit, length) if each else ()
        return cls(flight.refused(unit, [], length), tuple(shorter))


def _unit(blow: Blow, unit: Unit) -> UnitRetreats:
    """One unit: eliminated with its stack, standing, or on its way."""
    if blow.kills and blow.steps:
        return UnitRetreats(unit.id, (), (), "eliminated")
    if not blow.fate.retreat:
        return UnitRetreats(unit.id, (), (), "stand")
    steps = steps_left(unit) - (blow.steps if len(blow.units) == 1 else 0)
    flight, length = blow.flight, blow.fate.retreat
    if unit.type in blow.situation.rules.retreat.not_by:
        why = Reason(flight.rule, NO_TYPE, "unit", unit=unit.shown)
        told = _no_way(blow, unit, steps, Nowhere())
        return replace(told, because=(why, *told.because))
    ways = flight.options(unit, length)
    if ways:
        options = tuple(_options(flight, ways, length))
        refused = flight.refused(unit, [way for way, _ in ways], length)
        alive = any(option.losses < steps for option in options)
        return UnitRetreats(unit.id, options, refused, "retreat" if alive else "eliminated")
    return _no_way(blow, unit, steps, Nowhere.around(flight, unit, length))


def _no_way(blow: Blow, unit: Unit, steps: int, nowhere: Nowhere) -> UnitRetreats:
    """What becomes of a unit without a way of the full length."""
    flight, length = blow.flight, blow.fate.retreat
    none, rule = (
        blow.situation.rules.retreat.none,
        cite(blow.situation.rules.retreat, "retreat", "none"),
    )
    refused = nowhere.refused
    spared = blow.fate.or_lose
    # Who may pay in place of the retreat pays, rather than be lost for want of a way.
    pays = isinstance(spared, int) and 0 < spared < steps
    may_pay = Reason(blow.rule, MAY_LOSE, n=spared)
    paid = UnitRetreats(unit.id, (), refused, "stand", (may_pay,), {"losses": spared})
    if none == "eliminated" and pays:
        return paid
    if none == "eliminated":
        why = Reason(rule, ELIMINATED, "way", n=length, unit=unit.shown)
        return UnitRetreats(unit.id, (), refused, "eliminated", (why,))
    if none == "stands":
        why = Reason(rule, STANDS, "way", unit=unit.shown)
        return UnitRetreats(unit.id, (), refused, "stand", (why,))
    if none == "loses a step":
        why = Reason(rule, PAYS_ONE, "way", unit=unit.shown)
        outcome = "stand" if steps > 1 else "eliminated"
        return UnitRetreats(unit.id, (), refused, outcome, (why,), {"losses": 1})
    ways = nowhere.shorter
    gone = len(ways[0]) if ways else 0
    lost = max(0, length - gone)
    why = Reason(rule, PAYS, "way", n=lost, unit=unit.shown)
    if lost >= steps and pays:
        return paid
    if lost >= steps:
        return UnitRetreats(unit.id, (), refused, "eliminated", (why,), {"losses": lost})
    if not ways:
        return UnitRetreats(unit.id, (), refused, "stand", (why,), {"losses": lost})
    options = tuple(_options(flight, [(way, False) for way in ways], length, lost))
    refused = flight.refused(unit, ways, length)
    return UnitRetreats(unit.id, options, refused, "retreat", (why,), {"losses": lost})


def _options(
    flight: Flight, ways: Sequence[tuple[Way, bool]], length: int, lost: int = 0
) -> Iterator[Retreat]:
    """The ways as options, the preferred ones first."""
    measured = [(flight.preference(way), way, on) for way, on in ways]
    best = min(preference for preference, _, _ in measured)
    for preference, way, on in sorted(measured):
        rule = cite(flight.situation.rules.retreat, "retreat", "overstacking")
        because = (Reason(rule, ON, "full", hex=way[length - 1]),) if on else ()
        yield Retreat(way, flight.loss(way) + lost, preference == best, because)
