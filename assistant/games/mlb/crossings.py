"""Crossing points of the Dnepr (rule 16.3) and the tables that turn on how many are Soviet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.games.mlb.situation import Situation
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason
from builder.game.model import Table

REACH = 2
"""Hexes within which a Soviet unit wins an undefended crossing point."""
LEAST, MOST = 0, 7


@dataclass(frozen=True)
class Crossing:
    """One crossing point: who holds it by the record, and what would give it to the Soviets now."""

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
def crossings(situation: Situation) -> tuple[Crossing, ...]:
    """All crossing points of the map; at the start every one is the Axis player's."""
    return tuple(
        Crossing(name, situation.recorded_owner(name), wins_crossing(situation, name))
        for name in sorted(situation.ground.crossing_points)
    )


@rule("16.3(2)")
def wins_crossing(situation: Situation, name: str) -> Reason | None:
    """Why a crossing point falls to the Soviets as things stand: they are in it; they are near and
    no Axis unit is in it, with Kremenchuk for two of them; or late in the game nobody holds it."""
    soviet, axis = situation.held["soviet"], situation.held["axis"]
    if name in soviet:
        return Reason("16.3(2)A", "A Soviet unit is in {hex}.", hex=name)
    if name in situation.position.game.hexset("kremenchuk-crossings"):
        won = _by_kremenchuk(situation, name)
    else:
        won = _by_nearness(situation, name)
    if won or name in axis:
        return won
    if situation.position.turn >= situation.reading("cp-late-from-turn"):
        return Reason("16.3(2)C", "Late in the game no Axis unit is in {hex}.", hex=name)
    return None


def _by_nearness(situation: Situation, name: str) -> Reason | None:
    if name in situation.held["axis"]:
        return None
    distance = situation.position.board.grid.distance
    near = sorted(h for h in situation.held["soviet"] if distance(h, name) <= REACH)
    if not near:
        return None
    return Reason(
        "16.3(2)B",
        "A Soviet unit in {hex} is near and no Axis unit in {hex2}.",
        hex=near[0],
        hex2=name,
    )


def _by_kremenchuk(situation: Situation, name: str) -> Reason | None:
    town = next(iter(situation.position.game.hexset("kremenchuk")), "")
    free = town if situation.reading("kremenchuk-axis-free") == "1926" else name
    if town not in situation.held["soviet"] or free in situation.held["axis"]:
        return None
    return Reason(
        "16.3(2)B",
        "A Soviet unit is in Kremenchuk {hex}, no Axis unit in {hex2}.",
        hex=town,
        hex2=free,
    )


@rule("16.3", "16.3(3)", "13.2")
def count(situation: Situation) -> int:
    """Crossing points of the Soviets: as given, else those on record and one for the drop, which
    counts for ever, even with its marker gone."""
    given = situation.position.value("cp")
    if given is not None:
        return int(given)
    return total(situation, (c.hex for c in crossings(situation) if c.owner == "soviet"))


@rule("16.3(2)")
def count_now(situation: Situation) -> int:
    """Crossing points with those that fall to the Soviets as things stand. Once won they stay won,
    unless the other reading is in force."""
    sticky = situation.reading("cp-sticky")
    held = [c.hex for c in crossings(situation) if c.won or (sticky and c.owner == "soviet")]
    found = total(situation, held)
    given = situation.position.value("cp")
    return max(found, int(given)) if sticky and given is not None else found


def total(situation: Situation, won: Iterable[str]) -> int:
    """Points for the crossings won and for the airborne drop."""
    names = set(won)
    pair = situation.position.game.hexset("kremenchuk-crossings")
    if situation.reading("kremenchuk-points") == 1 and len(pair & names) > 1:
        names -= set(sorted(pair & names)[1:])
    dropped = bool(situation.position.value("airborne-dropped"))
    return max(LEAST, min(MOST, len(names) + dropped))


@rule("15.1(2)", "12.3", "7.3(3)", "6.3(3)")
def tables_for(situation: Situation, points: int) -> CrossingTables:
    """The row of each table for a number of crossing points, and whether Zhukov may be chosen."""
    tables = situation.position.game.tables
    table = tables["crossing-points"]
    row = band(table, points)
    return CrossingTables(
        int(table[row, "air-markers"]),
        float(table[row, "negotiation-points"]),
        int(table[row, "special-activation"]),
        zhukov_may_appear(tables["zhukov"], situation.position.turn, points),
    )


@rule("6.3(3)")
def zhukov_may_appear(table: Table, turn: int, points: int) -> bool:
    """Zhukov's chit is to be had in the turns that his table lists, with no more crossing points
    than it says."""
    return str(turn) in table.rows and within(table[str(turn), "crossing-points"], points)


def band(table: Table, number: int) -> str:
    """The row, written N or N-M, in which a number falls."""
    return next(row for row in table.rows if within(row, number))


def within(text: str, number: int) -> bool:
    low, _, high = text.partition("-")
    return int(low) <= number <= int(high or low)
