"""What a combat result does to both sides, where units retreat, and who advances (11.15 to 11.22,
12.2, 12.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.games.dagc.battle import (
    STALLED,
    full_forces,
    localities_never_attack,
    must_be_adjacent,
)
from assistant.games.dagc.movement import CLOSED_AFTER_COMBAT, room
from assistant.games.dagc.situation import (
    GERMAN,
    Situation,
    is_cav_mech,
    is_fresh_shock_army,
    is_locality,
    steps_left,
    strength,
)
from assistant.games.dagc.supply import (
    SUPPLIED,
    is_port,
    own_sources,
    state_of,
    why_shut,
    working_sources,
)
from assistant.kernel.bars import first, forbids
from assistant.kernel.combat import Attack
from assistant.kernel.facts import kept
from assistant.kernel.pursuit import barred, one_beyond, sifted
from assistant.kernel.room import no_friends, on_map, result_among
from assistant.kernel.rulebook import rule
from assistant.kernel.withdrawal import Nearness, Way, partings, refused_around
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

# Ways

ENEMY_ZONE = Reason(
    "11.17", "An enemy zone of control that no friendly unit negates (8.4).", "enemy-zone"
)
FULL = Reason("11.17", "Two units stand there already.", "full")
NO_ROOM_FOR_ALL = Reason(
    "11.17", "Units retreat together, and there is no room for all of them.", "full"
)
LOCALITY = Reason("12.5", "A fortified locality does not retreat.", "unit")
NOT_FOR_ALL = Reason(
    "11.17", "Units retreat together, and this hex is closed to one of them.", "way"
)
MOST_PARTING = 4
"""Of so many units every order is tried in which they may go apart."""


@rule("11.17", "8.4", "9.7", "9.8", "9.11", "9.12")
def bar_retreat(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """The first rule that closes a neighbouring hex to a retreating unit."""
    if is_locality(unit):
        return LOCALITY
    if why := first(CLOSED_AFTER_COMBAT, situation, unit, unit.hex, end):
        return why
    if situation.opposed[unit.side].closes(end) == "enemy-zone":
        return ENEMY_ZONE
    return FULL if room(situation, unit, end) < 1 else None


@rule("11.17", "7.7", "7.10")
def sources(situation: Situation, side: str) -> frozenset[str]:
    """Working sources on the map's edge, for the Soviets as if they never ran out of supply."""
    every = situation.option("retreat-source") == "any"
    found = own_sources(situation, side) if every else working_sources(situation, side)
    if side == GERMAN and situation.option("retreat-to-ports"):
        ports = (name for name in situation.board.terrain if is_port(situation, name))
        found |= {name for name in ports if why_shut(situation, name) is None}
    return found


@rule("11.17")
@kept
def from_sources(situation: Situation) -> Mapping[str, Nearness]:
    """Side -> hexes, counted straight, to the sources towards which it retreats."""
    measure = situation.board.grid.distance
    return {
        side: Nearness(tuple(sorted(sources(situation, side))), measure) for side in situation.zones
    }


@dataclass(frozen=True)
class Withdrawal:
    """The retreat of a stack: by unit the hexes open to it and those of them from which it must
    choose, and how many units find one; `why` nobody may go."""

    legal: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    preferred: Mapping[str, frozenset[str]] = field(default_factory=dict)
    placed: int = 0
    why: Reason | None = None


@rule("11.17", "6.1")
def withdrawal(situation: Situation, stack: Sequence[Unit]) -> Withdrawal:
    """Units go together to one hex that takes them all; only if there is none do they part, each to
    the best hex that still has room, and the owner decides who goes first. By the other reading the
    hex nearest to a source comes first, and units part to reach it."""
    mobile = [unit for unit in stack if not is_locality(unit)]
    open_to = {unit.id: open_hexes(situation, unit) for unit in mobile}
    if not mobile:
        return Withdrawal(dict.fromkeys((unit.id for unit in stack), ()))
    near, by_id = from_sources(situation)[mobile[0].side], situation.position.by_id
    every = {name for names in open_to.values() for name in names}
    shared = sorted(every.intersection(*open_to.values()))
    common = tuple(n for n in shared if room(situation, mobile[0], n) >= len(mobile))
    if situation.option("retreat-order") == "nearest" and not {*near.nearest(every)} & {*common}:
        common = ()
    nobody = {unit.id: () for unit in stack if is_locality(unit)}
    if common:
        best = frozenset(near.nearest(common))
        legal, preferred = dict.fromkeys(open_to, common), dict.fromkeys(open_to, best)
        return Withdrawal(nobody | legal, preferred, len(mobile))
    found = partings(
        {unit.id: open_to[unit.id] for unit in mobile[:MOST_PARTING]},
        lambda unit_id, name: room(situation, by_id[unit_id], name),
        near.nearest,
    )
    preferred = {id_: frozenset(p[id_] for p in found if id_ in p) for id_ in open_to}
    return Withdrawal(nobody | open_to, preferred, max(map(len, found), default=0))


def open_hexes(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """The neighbouring hexes that are open to a unit retreating alone."""
    neighbours = situation.near(unit.hex)
    return tuple(sorted(n for n in neighbours if bar_retreat(situation, unit, n) is None))


def closed_hexes(situation: Situation, unit: Unit, ways: Withdrawal) -> tuple[Refusal, ...]:
    """The neighbouring hexes that a unit may not choose: closed to it, or open to it and not to its
    stack, or because nobody may go."""
    mates = [other for other in situation.at(unit.hex) if not is_locality(other)]

    def why(name: str) -> Reason:
        crowded = room(situation, unit, name) < len(mates)
        apart = NO_ROOM_FOR_ALL if crowded else NOT_FOR_ALL
        return ways.why or bar_retreat(situation, unit, name) or apart

    return refused_around(situation.near(unit.hex), ways.legal[unit.id], why)


# Results

ATTACKER_ELIMINATED, RETREAT_RESULT, DEFENDER_ELIMINATED, BLOODBATH = "AE", "DR", "DE", "BB"
RESULTS = (STALLED, ATTACKER_ELIMINATED, RETREAT_RESULT, DEFENDER_ELIMINATED, BLOODBATH)
STAND, RETREAT, ELIMINATED = "stand", "retreat", "eliminated"


@dataclass(frozen=True)
class Effect(Told):
    """What players are told of a result: the steps that each side loses, whether the hex empties,
    what the defender may choose instead."""

    outcome: str
    alternatives: tuple[str, ...]
    losses: Mapping[str, int]
    vacated: bool


@dataclass(frozen=True)
class Consequence:
    """What a result does in the attacked hex.

    `outcomes` has each defender's by its id; `defender` and `attacker` are the steps that the sides
    lose; `vacated` tells whether the hex is then empty, `may_lose_one` whether the defender may
    take DL1 instead.
    """

    outcome: str
    outcomes: Mapping[str, str]
    defender: int
    attacker: int
    vacated: bool
    because: tuple[Reason, ...]
    ways: Withdrawal | None = None
    may_lose_one: bool = False
    readings: tuple[str, ...] = ()

    @property
    def effect(self) -> Effect:
        return Effect(
            outcome=self.outcome,
            alternatives=("DL1",) if self.may_lose_one else (),
            losses={"defender": self.defender, "attacker": self.attacker},
            vacated=self.vacated,
        )


@dataclass(frozen=True)
class Blow(Attack[Situation]):
    """The two sides of a battle when its result is known."""

    @property
    def localities(self) -> list[Unit]:
        return [unit for unit in self.defenders if is_locality(unit)]

    def all_alike(self, outcome: str, lost: int, attacker: int, why: Reason) -> Consequence:
        """The same for every defender: an outcome and so many steps lost."""
        return Consequence(
            outcome=outcome,
            outcomes={unit.id: outcome for unit in self.defenders},
            defender=lost * len(self.defenders),
            attacker=attacker,
            vacated=all(steps_left(unit) <= lost for unit in self.defenders),
            because=(why,),
        )


@rule("11.15", "11.16", "11.20", "11.21", "2.11")
def consequence(blow: Blow, result: str) -> Consequence:
    """What a result of the table does. AS: nothing. AE: each attacker loses a step. DE: each
    defender does, and those that had two stay. BB: the same, and the attackers lose as many."""
    if result == STALLED:
        why = Reason("11.15", "The attack stalls: nobody loses anything or moves.")
        return blow.all_alike(STAND, 0, 0, why)
    if result == ATTACKER_ELIMINATED:
        why = Reason("11.16", "Each attacking unit loses one step; the defenders stand.")
        return blow.all_alike(STAND, 0, len(blow.attackers), why)
    if result == DEFENDER_ELIMINATED:
        why = Reason("11.20", "Each defending unit loses one step; survivors stay.")
        return blow.all_alike(DEFENDER_ELIMINATED, 1, 0, why)
    if result == BLOODBATH:
        why = Reason("11.21", "Each defender loses one step, the attackers as many together.")
        return blow.all_alike(BLOODBATH, 1, attackers_share(blow), why)
    return bloodbath_in_city(blow) if "city" in blow.terrain else defenders_retreat(blow)


@rule("11.21")
def attackers_share(blow: Blow) -> int:
    """The attackers lose as many steps as the defenders do, or all that they have."""
    lost = len(blow.defenders)
    return min(lost, sum(map(steps_left, blow.attackers))) if blow.attackers else lost


@rule("11.17", "12.5")
def defenders_retreat(blow: Blow) -> Consequence:
    """DR outside cities: who can goes, who cannot loses a step as by DE, a fortified locality
    dies."""
    ways = withdrawal(blow.situation, blow.defenders)
    able = {True: RETREAT, False: DEFENDER_ELIMINATED}
    outcomes = {u.id: able[bool(ways.legal[u.id])] for u in blow.defenders}
    outcomes |= {unit.id: ELIMINATED for unit in blow.localities}
    told = [one for one in (RETREAT, DEFENDER_ELIMINATED, ELIMINATED) if one in outcomes.values()]
    stranded = sum(outcome == RETREAT for outcome in outcomes.values()) - ways.placed
    left_behind = {DEFENDER_ELIMINATED, RETREAT} if stranded else {DEFENDER_ELIMINATED}
    staying = [unit for unit in blow.defenders if outcomes[unit.id] in left_behind]
    return Consequence(
        outcome=told[0] if told else ELIMINATED,
        outcomes=outcomes,
        defender=len(outcomes) - ways.placed,
        attacker=0,
        vacated=all(steps_left(unit) == 1 for unit in staying),
        because=tuple(why_retreat(told, stranded)),
        ways=ways,
        may_lose_one=RETREAT in told and may_lose_one_step(blow),
        readings=tuple(open_points(blow, ways)),
    )


@rule("11.18")
def bloodbath_in_city(blow: Blow) -> Consequence:
    """In a city DR becomes BB, for a fortified locality too, and nobody retreats."""
    why = Reason("11.18", "In a city a retreat becomes a bloodbath.", "stays")
    found = blow.all_alike(BLOODBATH, 1, attackers_share(blow), why)
    ways = Withdrawal(dict.fromkeys((unit.id for unit in blow.defenders), ()), why=why)
    if not blow.localities:
        return replace(found, ways=ways)
    if blow.situation.option("locality-in-city") == ELIMINATED:
        gone = {unit.id: ELIMINATED for unit in blow.localities}
        fewer = min(found.attacker, len(blow.defenders) - len(gone))
        found = replace(found, outcomes={**found.outcomes, **gone}, attacker=fewer)
    return replace(found, ways=ways, readings=("locality-in-city",))


@rule("11.19")
def may_lose_one_step(blow: Blow) -> bool:
    """A force of two steps or more that could retreat may lose one step and stand instead."""
    if blow.localities and not blow.situation.option("dl1-with-locality"):
        return False
    return sum(map(steps_left, blow.defenders)) >= 2


def why_retreat(told: Sequence[str], stranded: int) -> Iterator[Reason]:
    """The reasons behind a DR outside cities."""
    if RETREAT in told:
        yield Reason("11.17", "One hex, towards the nearest working source on the map's edge.")
    if DEFENDER_ELIMINATED in told:
        yield Reason("11.17", "Without an open hex a unit stands and loses a step as by DE.")
    if stranded:
        text = "There is not room for all: {n} of them takes DE instead."
        yield Reason("11.17", text, n=stranded)
    if ELIMINATED in told:
        yield Reason("12.5", "A fortified locality that must retreat is eliminated.", "unit")


def open_points(blow: Blow, ways: Withdrawal) -> Iterator[str]:
    """The open points on which a retreat leans."""
    situation, localities = blow.situation, len(blow.localities)
    choosing = {unit.side for unit in blow.defenders if len(ways.legal[unit.id]) > 1}
    if len(blow.defenders) - localities > 1:
        yield "retreat-order"
    if 0 < localities < len(blow.defenders):
        yield "dl1-with-locality"
    if GERMAN in choosing and any(is_port(situation, name) for name in situation.board.terrain):
        yield "retreat-to-ports"
    if situation.freedom_is_open(blow.defenders):
        yield "1uf-free"
    if any(working_sources(situation, s) != own_sources(situation, s) for s in choosing):
        yield "retreat-source"
    if situation.option("hold-fast"):
        yield "hold-fast"


# The answer


def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex, DR if no result is named."""
    no_friends(on_map(situation, attackers), situation.side_at(target))
    wanted = result_among(result or "", RESULTS, (result or RETREAT_RESULT).upper())
    if not situation.at(target):
        raise QuestionError("There is no unit in {hex}: name a hex with units.", hex=target)
    forces = full_forces(situation, target)
    strongest = max(forces, key=lambda force: sum(map(strength, force)), default=())
    blow = Blow(situation, target, tuple(attackers) or strongest)
    found, adjacent = consequence(blow, wanted), must_be_adjacent
    far = [why for u in blow.attackers if (why := adjacent(situation, u, target))]
    return Retreats(
        hex=target,
        result=wanted,
        outcome=found.outcome,
        units=tuple(unit_retreats(blow, found, unit) for unit in blow.defenders),
        because=(*found.because, *far, *situation.unseen(blow.defenders[0].side)),
        extra=further(blow, found),
    )


@rule("2.11", "11.20", "11.21")
def unit_retreats(blow: Blow, found: Consequence, unit: Unit) -> UnitRetreats:
    """One defender's outcome with its open hexes, those that it must choose from first, or what
    becomes of it when it loses a step without a choice."""
    outcome = found.outcomes[unit.id]
    if found.ways is None:
        number = {DEFENDER_ELIMINATED: "11.20", BLOODBATH: "11.21"}.get(outcome)
        text = "It stays, reduced." if steps_left(unit) > 1 else "It is eliminated."
        left = (Reason(number, text),) if number else ()
        return UnitRetreats(unit.id, (), (), outcome, left)
    near, options = from_sources(blow.situation)[unit.side], []
    preferred = found.ways.preferred.get(unit.id, frozenset())
    for name in sorted(found.ways.legal[unit.id], key=lambda name: (name not in preferred, name)):
        text, far = "{n} {n|hex|hexes} from the nearest working source.", near.least(name)
        because = (Reason("11.17", text, n=far),)
        options.append(Retreat((name,), 0, name in preferred, because, {"distance": far}))
    refused = closed_hexes(blow.situation, unit, found.ways)
    return UnitRetreats(unit.id, tuple(options), refused, outcome)


@rule("11.19", "11.21")
def further(blow: Blow, found: Consequence) -> dict[str, Any]:
    """Losses, the defender's choice to lose a step instead, and the readings taken. Players may
    agree that Germans who can hold fast at the price of a step must; in a bloodbath the first step
    comes from a fresh shock army, if one attacked."""
    effect = found.effect
    extra: dict[str, Any] = {
        "alternatives": [*effect.alternatives],
        "losses": effect.losses,
        "vacated": effect.vacated,
        "attackers": [unit.id for unit in blow.attackers],
    }
    german = any(unit.side == GERMAN for unit in blow.defenders)
    if german and found.may_lose_one and blow.situation.option("hold-fast"):
        extra["obliged"] = "DL1"
    fresh = [unit.id for unit in blow.attackers if is_fresh_shock_army(unit)]
    if found.outcome == BLOODBATH and fresh:
        extra["first_loss"] = fresh
    return extra | blow.situation.readings(found.readings)


# Advance after combat

VOLUNTARY = Reason("11.22", "Advances are voluntary, at once, free of points and of zones.")
SECOND_HEX = Reason("12.2", "A supplied cav-mech group may advance a second hex.", "unit")
AS_IT_STANDS = Reason(
    "7.1", "Its supply counts as at the start of the battle; here it is judged as units stand now."
)
FULL_AHEAD = Reason("11.22", "Two units stand there already.", "full")


def advances(situation: Situation, target: str, units: Sequence[Unit]) -> Advances:
    """Who may enter the vacated hex, and who one hex more; each unit is looked at by itself."""
    units = on_map(situation, units) or situation.beside(target, situation.phasing)
    found = tuple(unit_advances(situation, target, unit) for unit in units)
    return Advances(target, found, because=(VOLUNTARY,))


def unit_advances(situation: Situation, target: str, unit: Unit) -> UnitAdvances:
    """The ways of one unit, and the rule that closes each other hex."""
    who = (not_the_attacker, must_be_adjacent, localities_never_attack)
    why = first(who, situation, unit, target)
    if why := why or bar_advance(situation, unit, unit.hex, target):
        return barred(unit, target, why)
    if why := one_hex_only(situation, unit):
        return UnitAdvances(unit.id, ((target,),), because=(why,))

    def bar(way: Way) -> Reason | None:
        return bar_advance(situation, unit, *way) if len(way) > 1 else None

    found = sifted(unit, one_beyond(target, lambda name: sorted(situation.near(name))), bar)
    return replace(found, because=(SECOND_HEX, AS_IT_STANDS))


@forbids("11.22", "Only attackers advance, never the side that defends.", "side", "5.2")
def not_the_attacker(situation: Situation, unit: Unit, target: str) -> bool:
    """Defenders never advance."""
    return situation.phasing not in ("", unit.side)


@rule("11.22", "6.10", "9.7", "9.8", "9.11", "9.12")
def bar_advance(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """An advance ignores zones, but not water, stacking, fronts or Soviet entrenchments."""
    if why := first(CLOSED_AFTER_COMBAT, situation, unit, start, end):
        return why
    return FULL_AHEAD if room(situation, unit, end) < 1 else None


@rule("11.22", "12.2", "7.1")
def one_hex_only(situation: Situation, unit: Unit) -> Reason | None:
    """Only a cav-mech group ever goes on to a second hex, on turns 1 to 5 and in supply."""
    if not is_cav_mech(unit):
        return Reason("11.22", "One hex.")
    text = ""
    if not situation.now("cav-mech-special"):
        text = "From turn 6 on cav-mech groups advance one hex like others."
    elif state_of(situation, unit) != SUPPLIED:
        text = "A cav-mech group out of supply advances one hex like others."
    return Reason("12.2", text, "unit") if text else None
