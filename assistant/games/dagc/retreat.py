"""Retreat after combat: which hexes are open, which must be chosen, who stays (11.17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
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
from assistant.kernel.facts import kept
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

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


@rule("11.17", "8.4", "9.7", "9.8", "9.11", "9.12")
def retreat_refused(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """The first rule that closes a neighbouring hex to a retreating unit."""
    start = unit.hex
    if is_locality(unit):
        return LOCALITY
    if why := closed_for_good(situation, unit, start, end):
        return why
    if "strait" in situation.board.between(start, end):
        return STRAIT
    if situation.opposed[unit.side].closes(end) == "enemy-zone":
        return ENEMY_ZONE
    return FULL if room(situation, unit, end) < 1 else None


@kept
def goals(situation: Situation) -> Mapping[str, tuple[str, ...]]:
    """For each side the working sources towards which it retreats."""
    return {side: tuple(sorted(sources(situation, side))) for side in situation.zones}


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
def distance_to_source(situation: Situation, side: str, name: str) -> int:
    """Hexes, counted straight, from a hex to the nearest working source; 0 if there is none."""
    grid = situation.board.grid
    return min((grid.distance(name, source) for source in goals(situation)[side]), default=0)


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
    together: bool


@rule("11.18")
def no_withdrawal(situation: Situation, stack: Sequence[Unit], why: Reason) -> Withdrawal:
    """In a city nobody may retreat: the same rule closes every neighbour."""
    closed = [
        (unit, tuple(Refusal.by(name, why) for name in sorted(neighbours)))
        for unit in stack
        for neighbours in [situation.near(unit.hex)]
    ]
    options = tuple(Options(unit, (), frozenset(), refused) for unit, refused in closed)
    return Withdrawal(options, 0, True)


@rule("11.17")
def withdrawal(situation: Situation, stack: Sequence[Unit]) -> Withdrawal:
    """Units go together to one hex that takes them all; only if there is none do they part."""
    mobile = [unit for unit in stack if not is_locality(unit)]
    open_to = {unit.id: open_hexes(situation, unit) for unit in mobile}
    common = shared(situation, mobile, open_to)
    if situation.option("retreat-order") == "nearest":
        common = nearest_of(situation, mobile, open_to, common)
    if common:
        best = nearest(situation, mobile[0].side, common)
        ways = {unit.id: (tuple(common), frozenset(best)) for unit in mobile}
        return Withdrawal(_options(situation, stack, ways), len(mobile), True)
    chosen, placed = parting(situation, mobile, open_to)
    ways = {unit.id: (open_to[unit.id], frozenset(chosen[unit.id])) for unit in mobile}
    return Withdrawal(_options(situation, stack, ways), placed, False)


def open_hexes(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """The neighbouring hexes that are open to a unit retreating alone."""
    neighbours = situation.near(unit.hex)
    return tuple(sorted(n for n in neighbours if retreat_refused(situation, unit, n) is None))


@rule("11.17", "6.1")
def shared(
    situation: Situation, mobile: Sequence[Unit], open_to: Mapping[str, Sequence[str]]
) -> list[str]:
    """The hexes open to every unit of the stack at once."""
    if not mobile:
        return []
    candidates = set(open_to[mobile[0].id]).intersection(*(open_to[u.id] for u in mobile))
    return sorted(n for n in candidates if room(situation, mobile[0], n) >= len(mobile))


def nearest(situation: Situation, side: str, names: Iterable[str]) -> list[str]:
    """Those of some hexes that are nearest to a working source."""
    far = {name: distance_to_source(situation, side, name) for name in names}
    return [name for name, distance in far.items() if distance == min(far.values())]


def nearest_of(
    situation: Situation,
    mobile: Sequence[Unit],
    open_to: Mapping[str, Sequence[str]],
    common: list[str],
) -> list[str]:
    """Under the other reading the hex nearest to a source comes first; units part to reach it."""
    if not common:
        return []
    side = mobile[0].side
    every = sorted({name for names in open_to.values() for name in names})
    return common if set(nearest(situation, side, every)) & set(common) else []


@rule("11.17")
def parting(
    situation: Situation, mobile: Sequence[Unit], open_to: Mapping[str, Sequence[str]]
) -> tuple[dict[str, set[str]], int]:
    """Each unit goes to the best hex that still has room; the owner decides who goes first.

    Returns the hexes that each unit may end in, over all orders, and how many find one at best.
    """
    chosen: dict[str, set[str]] = {unit.id: set() for unit in mobile}
    best = 0
    for order in permutations(mobile[:4]):
        for placement in placements(situation, order, open_to, {}):
            best = max(best, len(placement))
            for unit_id, name in placement.items():
                chosen[unit_id].add(name)
    return chosen, best


def placements(
    situation: Situation,
    order: Sequence[Unit],
    open_to: Mapping[str, Sequence[str]],
    taken: Mapping[str, str],
) -> list[dict[str, str]]:
    """Every way to place units in this order, each in one of its nearest hexes with room."""
    if not order:
        return [dict(taken)]
    unit, *rest = order
    arrived = list(taken.values())
    free = [n for n in open_to[unit.id] if room(situation, unit, n) > arrived.count(n)]
    ends = nearest(situation, unit.side, free) if free else []
    if not ends:
        return placements(situation, rest, open_to, taken)
    return [
        placement
        for name in ends
        for placement in placements(situation, rest, open_to, {**taken, unit.id: name})
    ]


def _options(
    situation: Situation,
    stack: Sequence[Unit],
    ways: Mapping[str, tuple[Sequence[str], frozenset[str]]],
) -> tuple[Options, ...]:
    found = []
    for unit in stack:
        legal, preferred = ways.get(unit.id, ((), frozenset()))
        refused = tuple(
            Refusal.by(name, why)
            for name in sorted(situation.near(unit.hex))
            if name not in legal
            for why in [retreat_refused(situation, unit, name) or _why_apart(situation, unit, name)]
        )
        found.append(Options(unit, tuple(legal), preferred, refused))
    return tuple(found)


def _why_apart(situation: Situation, unit: Unit, name: str) -> Reason:
    """Why a hex that is open to one unit is not open to the stack."""
    mates = [u for u in situation.at(unit.hex) if not is_locality(u)]
    crowded = room(situation, unit, name) < len(mates)
    return NO_ROOM_FOR_ALL if crowded else NOT_FOR_ALL


STALLED, ATTACKER_ELIMINATED, RETREAT_RESULT, DEFENDER_ELIMINATED, BLOODBATH = RESULTS = (
    "AS",
    "AE",
    "DR",
    "DE",
    "BB",
)
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


@dataclass(frozen=True)
class Fight:
    """The two sides of a battle when its result is known."""

    situation: Situation
    target: str
    attackers: tuple[Unit, ...]

    @property
    def defenders(self) -> tuple[Unit, ...]:
        return self.situation.at(self.target)

    @property
    def in_city(self) -> bool:
        return "city" in self.situation.board.of(self.target)


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
    because = Reason("11.15", "The attack stalls: nobody loses anything or moves.")
    return all_alike(fight, STAND, 0, 0, because)


@rule("11.16")
def attackers_eliminated(fight: Fight) -> Consequence:
    """AE: every attacker loses a step, the defenders stand."""
    because = Reason("11.16", "Each attacking unit loses one step; the defenders stand.")
    return all_alike(fight, STAND, 0, len(fight.attackers), because)


@rule("11.20", "2.11")
def defenders_eliminated(fight: Fight) -> Consequence:
    """DE: every defender loses a step; those that had two stay, reduced."""
    because = Reason("11.20", "Each defending unit loses one step; survivors stay.")
    return all_alike(fight, DEFENDER_ELIMINATED, 1, 0, because)


@rule("11.21")
def bloodbath(fight: Fight) -> Consequence:
    """BB: every defender loses a step, and the attackers as many steps together."""
    because = Reason("11.21", "Each defender loses one step, the attackers as many together.")
    return all_alike(fight, BLOODBATH, 1, attackers_share(fight), because)


@rule("11.21")
def attackers_share(fight: Fight) -> int:
    """The attackers lose as many steps as the defenders do, or all that they have."""
    lost = len(fight.defenders)
    if not fight.attackers:
        return lost
    return min(lost, sum(steps_left(unit) for unit in fight.attackers))


@rule("11.21")
def first_loss(fight: Fight) -> list[str]:
    """In a bloodbath the first step comes from a fresh shock army, if one attacked."""
    return [unit.id for unit in fight.attackers if is_fresh_shock_army(unit)]


@rule("11.17", "11.18", "12.5")
def defenders_retreat(fight: Fight) -> Consequence:
    """DR: in a city it is a bloodbath; elsewhere who can goes, and who cannot loses a step."""
    if fight.in_city:
        return bloodbath_in_city(fight)
    ways = withdrawal(fight.situation, fight.defenders)
    outcomes = {way.unit.id: outcome_of(way.unit, way.legal) for way in ways.options}
    going = sum(outcome == RETREAT for outcome in outcomes.values())
    stranded = going - ways.placed
    staying = [u for u in fight.defenders if outcomes[u.id] == DEFENDER_ELIMINATED]
    if stranded:
        staying += [u for u in fight.defenders if outcomes[u.id] == RETREAT]
    return Consequence(
        outcome=outcome_of_hex(outcomes),
        outcomes=outcomes,
        defender=len(outcomes) - ways.placed,
        attacker=0,
        vacated=all(steps_left(unit) == 1 for unit in staying),
        because=tuple(why_retreat(fight, outcomes, stranded)),
        ways=ways,
        may_lose_one=may_lose_one_step(fight, outcomes),
        readings=tuple(open_points(fight, ways)),
    )


@rule("11.18")
def bloodbath_in_city(fight: Fight) -> Consequence:
    """In a city DR becomes BB, for a fortified locality too."""
    because = Reason("11.18", "In a city a retreat becomes a bloodbath.", "stays")
    ways = no_withdrawal(fight.situation, fight.defenders, because)
    found = replace(all_alike(fight, BLOODBATH, 1, attackers_share(fight), because), ways=ways)
    localities = [unit for unit in fight.defenders if is_locality(unit)]
    if not localities:
        return found
    if fight.situation.option("locality-in-city") == ELIMINATED:
        gone = {unit.id: ELIMINATED for unit in localities}
        fewer = min(found.attacker, len(fight.defenders) - len(localities))
        found = replace(found, outcomes={**found.outcomes, **gone}, attacker=fewer)
    return replace(found, readings=("locality-in-city",))


@rule("11.17", "11.20", "12.5")
def outcome_of(unit: Unit, open_hexes: Sequence[str]) -> str:
    """A unit with an open hex retreats, one without takes DE, a fortified locality dies."""
    if is_locality(unit):
        return ELIMINATED
    return RETREAT if open_hexes else DEFENDER_ELIMINATED


def outcome_of_hex(outcomes: Mapping[str, str]) -> str:
    """What most describes the hex: a retreat if any unit retreats, else DE, else elimination."""
    for outcome in (RETREAT, DEFENDER_ELIMINATED):
        if outcome in outcomes.values():
            return outcome
    return ELIMINATED


@rule("11.19")
def may_lose_one_step(fight: Fight, outcomes: Mapping[str, str]) -> bool:
    """A force of two steps or more that could retreat may lose one step and stand instead."""
    localities = any(is_locality(unit) for unit in fight.defenders)
    if localities and not fight.situation.option("dl1-with-locality"):
        return False
    steps = sum(steps_left(unit) for unit in fight.defenders)
    return steps >= 2 and RETREAT in outcomes.values()


@rule("11.19")
def must_lose_one_step(fight: Fight, found: Consequence) -> bool:
    """Players may agree that German defenders who can hold fast at the price of a step must."""
    german = any(unit.side == GERMAN for unit in fight.defenders)
    return german and found.may_lose_one and bool(fight.situation.option("hold-fast"))


def all_alike(fight: Fight, outcome: str, lost: int, attacker: int, why: Reason) -> Consequence:
    """The same for every defender: an outcome and so many steps lost."""
    return Consequence(
        outcome=outcome,
        outcomes={unit.id: outcome for unit in fight.defenders},
        defender=lost * len(fight.defenders),
        attacker=attacker,
        vacated=all(steps_left(unit) <= lost for unit in fight.defenders),
        because=(why,),
    )


def why_retreat(fight: Fight, outcomes: Mapping[str, str], stranded: int) -> Iterator[Reason]:
    """The reasons behind a DR outside cities."""
    if RETREAT in outcomes.values():
        yield Reason("11.17", "One hex, towards the nearest working source on the map's edge.")
    if DEFENDER_ELIMINATED in outcomes.values():
        yield Reason("11.17", "Without an open hex a unit stands and loses a step as by DE.")
    if stranded:
        yield Reason(
            "11.17", "There is not room for all: {n} of them takes DE instead.", n=stranded
        )
    if ELIMINATED in outcomes.values():
        yield Reason("12.5", "A fortified locality that must retreat is eliminated.", "unit")


def open_points(fight: Fight, ways: Withdrawal) -> Iterator[str]:
    """The open points on which a retreat leans."""
    localities = sum(is_locality(unit) for unit in fight.defenders)
    if len(fight.defenders) - localities > 1:
        yield "retreat-order"
    if 0 < localities < len(fight.defenders):
        yield "dl1-with-locality"
    situation = fight.situation
    if any(way.unit.side == GERMAN and len(way.legal) > 1 for way in ways.options) and any(
        is_port(situation, name) for name in situation.board.terrain
    ):
        yield "retreat-to-ports"
    if any(freedom_is_open(situation.position, unit) for unit in fight.defenders):
        yield "1uf-free"
    if any(len(w.legal) > 1 and w.unit.side in suppressed_sides(situation) for w in ways.options):
        yield "retreat-source"
    if situation.option("hold-fast"):
        yield "hold-fast"


def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex, DR if no result is named."""
    check_attackers(situation, target, on_map(situation, attackers))
    wanted = (result or RETREAT_RESULT).upper()
    if wanted not in RESULTS:
        raise QuestionError(
            "'{result}' is no result: write one of {results}.", result=result, results=RESULTS
        )
    if not situation.at(target):
        raise QuestionError("There is no unit in {hex}.", hex=target)
    fight = Fight(situation, target, tuple(attackers) or likely_attackers(situation, target))
    found = consequence(fight, wanted)
    return Retreats(
        hex=target,
        result=wanted,
        outcome=found.outcome,
        units=unit_retreats(situation, fight, found),
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


def unit_retreats(
    situation: Situation, fight: Fight, found: Consequence
) -> tuple[UnitRetreats, ...]:
    ways = {way.unit.id: way for way in found.ways.options} if found.ways else {}
    return tuple(
        UnitRetreats(
            id=unit.id,
            options=_retreats(situation, ways[unit.id]) if unit.id in ways else (),
            refused=ways[unit.id].refused if unit.id in ways else (),
            outcome=found.outcomes[unit.id],
        )
        for unit in fight.defenders
    )


def _retreats(situation: Situation, way: Options) -> tuple[Retreat, ...]:
    """A unit's open hexes, those that it must choose from first."""
    side = way.unit.side
    ordered = sorted(way.legal, key=lambda name: (name not in way.preferred, name))
    return tuple(
        Retreat(
            path=(name,),
            losses=0,
            preferred=name in way.preferred,
            because=(
                Reason("11.17", "{n} {n|hex|hexes} from the nearest working source.", n=distance),
            ),
            extra={"distance": distance},
        )
        for name in ordered
        for distance in [distance_to_source(situation, side, name)]
    )


def further(fight: Fight, found: Consequence) -> dict[str, Any]:
    """Losses, the defender's choice to lose a step instead, and the readings taken."""
    extra: dict[str, Any] = {
        "alternatives": ["DL1"] if found.may_lose_one else [],
        "losses": {"defender": found.defender, "attacker": found.attacker},
        "vacated": found.vacated,
        "attackers": [unit.id for unit in fight.attackers],
    }
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
            raise QuestionError(
                "{unit} is no enemy of the units in {hex}.", unit=unit.id, hex=target
            )


def far_attackers(fight: Fight) -> tuple[Reason, ...]:
    """A doubt about attackers that are not next to the hex; they are counted all the same."""
    refused = [must_be_adjacent(fight.situation, unit, fight.target) for unit in fight.attackers]
    return tuple(why for why in refused if why)
