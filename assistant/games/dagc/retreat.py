"""What a combat result does to both sides, and where units retreat (11.15 to 11.21, 12.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.games.dagc.battle import full_forces, must_be_adjacent
from assistant.games.dagc.movement import STRAIT, closed_for_good, room
from assistant.games.dagc.situation import (
    GERMAN,
    Situation,
    enemy_of,
    freedom_is_open,
    is_fresh_shock_army,
    is_locality,
    steps_left,
    strength,
    unseen,
)
from assistant.games.dagc.supply import (
    is_port,
    own_sources,
    suppressed_sides,
    why_shut,
    working_sources,
)
from assistant.kernel.combat import Attack
from assistant.kernel.facts import kept
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.withdrawal import Nearness, partings, refused_around
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
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
def retreat_refused(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """The first rule that closes a neighbouring hex to a retreating unit."""
    if is_locality(unit):
        return LOCALITY
    if why := closed_for_good(situation, unit, unit.hex, end):
        return why
    if "strait" in situation.board.between(unit.hex, end):
        return STRAIT
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
class Options:
    """A unit's ways: legal hexes, those of them that it must choose from, and the closed ones."""

    unit: Unit
    legal: tuple[str, ...]
    preferred: frozenset[str]
    refused: tuple[Refusal, ...]


@dataclass(frozen=True)
class Withdrawal:
    """The retreat of a stack: each unit's ways, and how many of its units find a hex."""

    options: tuple[Options, ...]
    placed: int


@rule("11.18")
def no_withdrawal(situation: Situation, stack: Sequence[Unit], why: Reason) -> Withdrawal:
    """In a city nobody may retreat: the same rule closes every neighbour."""
    refused = refused_around(situation.near(stack[0].hex), (), lambda name: why)
    return Withdrawal(tuple(Options(unit, (), frozenset(), refused) for unit in stack), 0)


@rule("11.17")
def withdrawal(situation: Situation, stack: Sequence[Unit]) -> Withdrawal:
    """Units go together to one hex that takes them all; only if there is none do they part."""
    mobile = [unit for unit in stack if not is_locality(unit)]
    open_to = {unit.id: open_hexes(situation, unit) for unit in mobile}
    if common := shared(situation, mobile, open_to):
        best = frozenset(from_sources(situation)[mobile[0].side].nearest(common))
        legal, preferred = dict.fromkeys(open_to, common), dict.fromkeys(open_to, best)
        placed = len(mobile)
    else:
        found = parting(situation, mobile[:MOST_PARTING], open_to)
        legal, placed = open_to, max(map(len, found), default=0)
        preferred = {id_: frozenset(p[id_] for p in found if id_ in p) for id_ in open_to}
    return Withdrawal(
        tuple(
            _options(situation, unit, legal.get(unit.id, ()), preferred.get(unit.id, frozenset()))
            for unit in stack
        ),
        placed,
    )


def open_hexes(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """The neighbouring hexes that are open to a unit retreating alone."""
    neighbours = situation.near(unit.hex)
    return tuple(sorted(n for n in neighbours if retreat_refused(situation, unit, n) is None))


@rule("11.17", "6.1")
def shared(
    situation: Situation, mobile: Sequence[Unit], open_to: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """The hexes open to every unit of the stack at once. By the other reading the hex nearest to a
    source comes first, and units part to reach it."""
    if not mobile:
        return ()
    near = from_sources(situation)[mobile[0].side]
    every = {name for names in open_to.values() for name in names}
    common = every.intersection(*open_to.values())
    found = sorted(n for n in common if room(situation, mobile[0], n) >= len(mobile))
    if situation.option("retreat-order") == "nearest" and not {*near.nearest(every)} & {*found}:
        return ()
    return tuple(found)


@rule("11.17")
def parting(
    situation: Situation, mobile: Sequence[Unit], open_to: Mapping[str, Sequence[str]]
) -> list[dict[str, str]]:
    """Each unit goes to the best hex that still has room; the owner decides who goes first."""
    by_id = situation.position.by_id
    return partings(
        {unit.id: open_to[unit.id] for unit in mobile},
        lambda unit_id, name: room(situation, by_id[unit_id], name),
        lambda names: from_sources(situation)[mobile[0].side].nearest(names),
    )


def _options(
    situation: Situation, unit: Unit, legal: tuple[str, ...], preferred: frozenset[str]
) -> Options:
    mates = [other for other in situation.at(unit.hex) if not is_locality(other)]

    def why(name: str) -> Reason:
        """Why a hex is closed to the unit, or, open to it, is not to its stack."""
        crowded = room(situation, unit, name) < len(mates)
        apart = NO_ROOM_FOR_ALL if crowded else NOT_FOR_ALL
        return retreat_refused(situation, unit, name) or apart

    return Options(unit, legal, preferred, refused_around(situation.near(unit.hex), legal, why))


# Results

STALLED, ATTACKER_ELIMINATED, RETREAT_RESULT, DEFENDER_ELIMINATED, BLOODBATH = RESULTS = (
    "AS", "AE", "DR", "DE", "BB",
)  # fmt: skip
STAND, RETREAT, ELIMINATED = "stand", "retreat", "eliminated"


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
    def told(self) -> dict[str, Any]:
        """Losses of both sides, whether the hex empties, what the defender may choose instead."""
        return {
            "alternatives": ["DL1"] if self.may_lose_one else [],
            "losses": {"defender": self.defender, "attacker": self.attacker},
            "vacated": self.vacated,
        }


@dataclass(frozen=True)
class Fight(Attack[Situation]):
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


def consequence(fight: Fight, result: str) -> Consequence:
    """What a result of the table does."""
    return {
        STALLED: stalled,
        ATTACKER_ELIMINATED: attackers_eliminated,
        RETREAT_RESULT: defenders_retreat,
        DEFENDER_ELIMINATED: defenders_eliminated,
        BLOODBATH: bloodbath,
    }[result](fight)


@rule("11.15")
def stalled(fight: Fight) -> Consequence:
    """AS: nothing happens."""
    why = Reason("11.15", "The attack stalls: nobody loses anything or moves.")
    return fight.all_alike(STAND, 0, 0, why)


@rule("11.16")
def attackers_eliminated(fight: Fight) -> Consequence:
    """AE: every attacker loses a step, the defenders stand."""
    why = Reason("11.16", "Each attacking unit loses one step; the defenders stand.")
    return fight.all_alike(STAND, 0, len(fight.attackers), why)


@rule("11.20", "2.11")
def defenders_eliminated(fight: Fight) -> Consequence:
    """DE: every defender loses a step; those that had two stay, reduced."""
    why = Reason("11.20", "Each defending unit loses one step; survivors stay.")
    return fight.all_alike(DEFENDER_ELIMINATED, 1, 0, why)


@rule("11.21")
def bloodbath(fight: Fight) -> Consequence:
    """BB: every defender loses a step, and the attackers as many steps together."""
    why = Reason("11.21", "Each defender loses one step, the attackers as many together.")
    return fight.all_alike(BLOODBATH, 1, attackers_share(fight), why)


@rule("11.21")
def attackers_share(fight: Fight) -> int:
    """The attackers lose as many steps as the defenders do, or all that they have."""
    lost = len(fight.defenders)
    return min(lost, sum(map(steps_left, fight.attackers))) if fight.attackers else lost


@rule("11.21")
def first_loss(fight: Fight) -> list[str]:
    """In a bloodbath the first step comes from a fresh shock army, if one attacked."""
    return [unit.id for unit in fight.attackers if is_fresh_shock_army(unit)]


@rule("11.17", "11.18", "12.5")
def defenders_retreat(fight: Fight) -> Consequence:
    """DR: in a city it is a bloodbath; elsewhere who can goes, and who cannot loses a step."""
    if "city" in fight.terrain:
        return bloodbath_in_city(fight)
    ways = withdrawal(fight.situation, fight.defenders)
    outcomes = {way.unit.id: outcome_of(way.unit, way.legal) for way in ways.options}
    stranded = sum(outcome == RETREAT for outcome in outcomes.values()) - ways.placed
    left_behind = {DEFENDER_ELIMINATED, RETREAT} if stranded else {DEFENDER_ELIMINATED}
    staying = [unit for unit in fight.defenders if outcomes[unit.id] in left_behind]
    return Consequence(
        outcome=next(
            (one for one in (RETREAT, DEFENDER_ELIMINATED) if one in outcomes.values()), ELIMINATED
        ),
        outcomes=outcomes,
        defender=len(outcomes) - ways.placed,
        attacker=0,
        vacated=all(steps_left(unit) == 1 for unit in staying),
        because=tuple(why_retreat(outcomes, stranded)),
        ways=ways,
        may_lose_one=may_lose_one_step(fight, outcomes),
        readings=tuple(open_points(fight, ways)),
    )


@rule("11.18")
def bloodbath_in_city(fight: Fight) -> Consequence:
    """In a city DR becomes BB, for a fortified locality too."""
    why = Reason("11.18", "In a city a retreat becomes a bloodbath.", "stays")
    found = fight.all_alike(BLOODBATH, 1, attackers_share(fight), why)
    found = replace(found, ways=no_withdrawal(fight.situation, fight.defenders, why))
    if not fight.localities:
        return found
    if fight.situation.option("locality-in-city") == ELIMINATED:
        gone = {unit.id: ELIMINATED for unit in fight.localities}
        fewer = min(found.attacker, len(fight.defenders) - len(gone))
        found = replace(found, outcomes={**found.outcomes, **gone}, attacker=fewer)
    return replace(found, readings=("locality-in-city",))


@rule("11.17", "11.20", "12.5")
def outcome_of(unit: Unit, open_hexes: Sequence[str]) -> str:
    """A unit with an open hex retreats, one without takes DE, a fortified locality dies."""
    if is_locality(unit):
        return ELIMINATED
    return RETREAT if open_hexes else DEFENDER_ELIMINATED


@rule("11.19")
def may_lose_one_step(fight: Fight, outcomes: Mapping[str, str]) -> bool:
    """A force of two steps or more that could retreat may lose one step and stand instead."""
    if fight.localities and not fight.situation.option("dl1-with-locality"):
        return False
    return sum(map(steps_left, fight.defenders)) >= 2 and RETREAT in outcomes.values()


@rule("11.19")
def must_lose_one_step(fight: Fight, found: Consequence) -> bool:
    """Players may agree that German defenders who can hold fast at the price of a step must."""
    german = any(unit.side == GERMAN for unit in fight.defenders)
    return german and found.may_lose_one and bool(fight.situation.option("hold-fast"))


def why_retreat(outcomes: Mapping[str, str], stranded: int) -> Iterator[Reason]:
    """The reasons behind a DR outside cities."""
    if RETREAT in outcomes.values():
        yield Reason("11.17", "One hex, towards the nearest working source on the map's edge.")
    if DEFENDER_ELIMINATED in outcomes.values():
        yield Reason("11.17", "Without an open hex a unit stands and loses a step as by DE.")
    if stranded:
        text = "There is not room for all: {n} of them takes DE instead."
        yield Reason("11.17", text, n=stranded)
    if ELIMINATED in outcomes.values():
        yield Reason("12.5", "A fortified locality that must retreat is eliminated.", "unit")


def open_points(fight: Fight, ways: Withdrawal) -> Iterator[str]:
    """The open points on which a retreat leans."""
    situation, localities = fight.situation, len(fight.localities)
    choosing = {way.unit.side for way in ways.options if len(way.legal) > 1}
    if len(fight.defenders) - localities > 1:
        yield "retreat-order"
    if 0 < localities < len(fight.defenders):
        yield "dl1-with-locality"
    if GERMAN in choosing and any(is_port(situation, name) for name in situation.board.terrain):
        yield "retreat-to-ports"
    if any(freedom_is_open(situation.position, unit) for unit in fight.defenders):
        yield "1uf-free"
    if choosing & suppressed_sides(situation):
        yield "retreat-source"
    if situation.option("hold-fast"):
        yield "hold-fast"


# The answer


def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex, DR if no result is named."""
    check_attackers(situation, target, on_map(situation, attackers))
    wanted = (result or RETREAT_RESULT).upper()
    if wanted not in RESULTS:
        text = "'{result}' is no result: write one of {results}."
        raise QuestionError(text, result=result, results=RESULTS)
    if not situation.at(target):
        raise QuestionError("There is no unit in {hex}.", hex=target)
    fight = Fight(situation, target, tuple(attackers) or likely_attackers(situation, target))
    found = consequence(fight, wanted)
    return Retreats(
        hex=target,
        result=wanted,
        outcome=found.outcome,
        units=unit_retreats(fight, found),
        because=(
            *found.because,
            *far_attackers(fight),
            *unseen(situation.position, fight.defenders[0].side),
        ),
        extra=further(fight, found),
    )


def likely_attackers(situation: Situation, target: str) -> tuple[Unit, ...]:
    """All who may attack the hex together: those meant when no attacker is named."""
    forces = full_forces(situation, target)
    return max(forces, key=lambda force: sum(map(strength, force)), default=())


def unit_retreats(fight: Fight, found: Consequence) -> tuple[UnitRetreats, ...]:
    """Each defender's ways and outcome."""
    if found.ways is None:
        return tuple(
            UnitRetreats(u.id, (), (), found.outcomes[u.id], what_is_left(u, found))
            for u in fight.defenders
        )
    return tuple(
        UnitRetreats(way.unit.id, _retreats(fight, way), way.refused, found.outcomes[way.unit.id])
        for way in found.ways.options
    )


@rule("2.11", "11.20", "11.21")
def what_is_left(unit: Unit, found: Consequence) -> tuple[Reason, ...]:
    """What becomes of a unit that loses a step without a choice."""
    number = {DEFENDER_ELIMINATED: "11.20", BLOODBATH: "11.21"}.get(found.outcomes[unit.id])
    if number is None:
        return ()
    return (Reason(number, "It stays, reduced." if steps_left(unit) > 1 else "It is eliminated."),)


def _retreats(fight: Fight, way: Options) -> tuple[Retreat, ...]:
    """A unit's open hexes, those that it must choose from first."""
    near, found = from_sources(fight.situation)[way.unit.side], []
    for name in sorted(way.legal, key=lambda name: (name not in way.preferred, name)):
        text, far = "{n} {n|hex|hexes} from the nearest working source.", near.least(name)
        because = (Reason("11.17", text, n=far),)
        found.append(Retreat((name,), 0, name in way.preferred, because, {"distance": far}))
    return tuple(found)


def further(fight: Fight, found: Consequence) -> dict[str, Any]:
    """Losses, the defender's choice to lose a step instead, and the readings taken."""
    extra = {**found.told, "attackers": [unit.id for unit in fight.attackers]}
    if must_lose_one_step(fight, found):
        extra["obliged"] = "DL1"
    if found.outcome == BLOODBATH and (first := first_loss(fight)):
        extra["first_loss"] = first
    return extra | fight.situation.readings(found.readings)


def check_attackers(situation: Situation, target: str, attackers: Sequence[Unit]) -> None:
    """QuestionError for an attacker that is no enemy of the units attacked."""
    enemy = enemy_of(situation.side_at(target)) if situation.at(target) else ""
    for unit in attackers:
        if enemy and unit.side != enemy:
            text = "{unit} is no enemy of the units in {hex}."
            raise QuestionError(text, unit=unit.id, hex=target)


def far_attackers(fight: Fight) -> tuple[Reason, ...]:
    """A doubt about attackers that are not next to the hex; they are counted all the same."""
    refused = [must_be_adjacent(fight.situation, unit, fight.target) for unit in fight.attackers]
    return tuple(why for why in refused if why)
