"""The crossing points: who holds and wins them, and what tables give for their number (6.3(3),
7.3(3), 12.3, 15.1(2), 16.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.games.mlb.situation import AXIS, SOVIET, Situation
from assistant.kernel.facts import kept
from assistant.kernel.headings import row_at, span_of
from assistant.kernel.rulebook import rule
from assistant.kernel.tables import number_of
from assistant.questions.reasons import Reason
from builder.game.model import Table

REACH = 2
"""Hexes within which a Soviet unit wins an undefended crossing point."""
LEAST, MOST = 0, 7


@dataclass(frozen=True)
class Crossing:
    """One crossing point: who holds it, as its occupier or by the record, and what would give it to
    the Soviets now."""

    hex: str
    owner: str
    won: Reason | None


@dataclass(frozen=True)
class CrossingTables:
    """What the number of Soviet crossing points gives, by the tables on the map."""

    air_markers: int
    negotiation_points: float
    special_activation: int
    zhukov: bool


@rule("16.3(1)", "16.3(2)")
@kept
def crossings(situation: Situation) -> tuple[Crossing, ...]:
    """All crossing points of the map; at the start every one is the Axis player's."""
    return tuple(
        Crossing(name, holder(situation, name), wins_crossing(situation, name))
        for name in sorted(situation.ground.crossing_points)
    )


@rule("16.3(2)")
def holder(situation: Situation, name: str) -> str:
    """A Soviet unit in a crossing point controls it, whatever the record says; what the record
    gives the Soviets an Axis unit takes back only where control does not stay (`cp-sticky`)."""
    sticky = situation.option("cp-sticky")
    taken_back = name in situation.held[AXIS] and not sticky
    soviet = name in situation.held[SOVIET] or (
        sticky and situation.position.stood_in(name, SOVIET)
    )
    return SOVIET if soviet else AXIS if taken_back else situation.recorded_owner(name)


@rule("16.3(2)")
def wins_crossing(situation: Situation, name: str) -> Reason | None:
    """Why a crossing point falls to the Soviets as things stand: they are in it; they are near and
    no Axis unit is in it, with Kremenchuk for two of them; or late in the game nobody holds it."""
    soviet, axis = situation.held[SOVIET], situation.held[AXIS]
    if name in soviet:
        return Reason("16.3(2)A", "A Soviet unit is in {hex}.", hex=name)
    if name in situation.hexset("kremenchuk-crossings"):
        won = _by_kremenchuk(situation, name)
    else:
        won = _by_nearness(situation, name)
    if won or name in axis:
        return won
    if situation.turn >= situation.option("cp-late-from-turn"):
        return Reason("16.3(2)C", "Late in the game no Axis unit is in {hex}.", hex=name)
    return None


def _by_nearness(situation: Situation, name: str) -> Reason | None:
    if name in situation.held[AXIS]:
        return None
    distance = situation.board.grid.distance
    near = sorted(h for h in situation.held[SOVIET] if distance(h, name) <= REACH)
    if not near:
        return None
    text = "A Soviet unit in {hex} is near and no Axis unit in {hex2}."
    return Reason("16.3(2)B", text, hex=near[0], hex2=name)


def _by_kremenchuk(situation: Situation, name: str) -> Reason | None:
    town = next(iter(situation.hexset("kremenchuk")), "")
    free = town if situation.option("kremenchuk-axis-free") == "1926" else name
    if town not in situation.held[SOVIET] or free in situation.held[AXIS]:
        return None
    text = "A Soviet unit is in Kremenchuk {hex}, no Axis unit in {hex2}."
    return Reason("16.3(2)B", text, hex=town, hex2=free)


@rule("16.3", "16.3(3)", "13.2")
def count(situation: Situation) -> int:
    """Crossing points of the Soviets: as given, else those on record and one for the drop, which
    counts for ever, even with its marker gone."""
    given = situation.value("cp")
    if given is not None:
        return int(given)
    return total(situation, (c.hex for c in crossings(situation) if c.owner == SOVIET))


@rule("16.3(2)")
def held_now(situation: Situation) -> tuple[str, ...]:
    """The crossing points of the Soviets with those that fall to them as things stand. Once won
    they stay won, unless the other reading is in force."""
    sticky = situation.option("cp-sticky")
    return tuple(c.hex for c in crossings(situation) if c.won or (sticky and c.owner == SOVIET))


@rule("16.3(2)")
def count_now(situation: Situation) -> int:
    """How many those are, with the airborne drop; never fewer than the position gives."""
    found = total(situation, held_now(situation))
    given = situation.value("cp")
    sticky = situation.option("cp-sticky")
    return max(found, int(given)) if sticky and given is not None else found


@rule("16.3", "16.3(2)")
def in_force(situation: Situation) -> int:
    """The number that the tables go by: as given, else with those that fall as things stand."""
    given = situation.value("cp")
    return count_now(situation) if given is None else int(given)


def total(situation: Situation, won: Iterable[str]) -> int:
    """Points for the crossings won and for the airborne drop."""
    names = set(won)
    pair = situation.hexset("kremenchuk-crossings")
    if situation.option("kremenchuk-points") == 1 and len(pair & names) > 1:
        names -= set(sorted(pair & names)[1:])
    dropped = bool(situation.value("airborne-dropped"))
    return max(LEAST, min(MOST, len(names) + dropped))


@rule("15.1(2)", "12.3", "7.3(3)", "6.3(3)")
def tables_for(situation: Situation, points: int) -> CrossingTables:
    """The row of each table for a number of crossing points, and whether Zhukov may be chosen."""
    tables = situation.game.tables
    table = tables["crossing-points"]
    row = row_at(table, points)
    return CrossingTables(
        int(number_of(table, row, "air-markers")),
        float(number_of(table, row, "negotiation-points")),
        int(number_of(table, row, "special-activation")),
        zhukov_may_appear(tables["zhukov"], situation.turn, points),
    )


@rule("6.3(3)")
def zhukov_may_appear(table: Table, turn: int, points: int) -> bool:
    """Zhukov's chit is to be had in the turns that his table lists, with no more crossing points
    than it says."""
    if str(turn) not in table.rows:
        return False
    least, most = span_of(table[str(turn), "crossing-points"])
    return least <= points <= most
