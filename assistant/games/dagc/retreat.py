"""Retreat after combat: which hexes are open, which must be chosen, who stays (11.17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from assistant.games.dagc.entry import STRAIT, closed_for_good, room
from assistant.games.dagc.lines import own_sources, working_sources
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.supply import is_port, why_shut
from assistant.games.dagc.units import GERMAN, is_locality
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal
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
