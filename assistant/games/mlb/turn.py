"""What a turn brings (rules 6, 7, 12, 13, 16.3): crossings, chits, reinforcements, the drop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.games.mlb.situation import AXIS, COMBAT_UNITS, SOVIET, Situation, is_hq
from assistant.kernel.facts import kept
from assistant.kernel.flood import flood
from assistant.kernel.rulebook import rule
from assistant.position import Unit
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
    soviet, axis = situation.held["soviet"], situation.held["axis"]
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
    if name in situation.held["axis"]:
        return None
    distance = situation.board.grid.distance
    near = sorted(h for h in situation.held["soviet"] if distance(h, name) <= REACH)
    if not near:
        return None
    text = "A Soviet unit in {hex} is near and no Axis unit in {hex2}."
    return Reason("16.3(2)B", text, hex=near[0], hex2=name)


def _by_kremenchuk(situation: Situation, name: str) -> Reason | None:
    town = next(iter(situation.hexset("kremenchuk")), "")
    free = town if situation.option("kremenchuk-axis-free") == "1926" else name
    if town not in situation.held["soviet"] or free in situation.held["axis"]:
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
    return total(situation, (c.hex for c in crossings(situation) if c.owner == "soviet"))


@rule("16.3(2)")
def held_now(situation: Situation) -> tuple[str, ...]:
    """The crossing points of the Soviets with those that fall to them as things stand. Once won
    they stay won, unless the other reading is in force."""
    sticky = situation.option("cp-sticky")
    return tuple(c.hex for c in crossings(situation) if c.won or (sticky and c.owner == "soviet"))


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
    row = band(table, points)
    return CrossingTables(
        int(table[row, "air-markers"]),
        float(table[row, "negotiation-points"]),
        int(table[row, "special-activation"]),
        zhukov_may_appear(tables["zhukov"], situation.turn, points),
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


FRONTS = ("voronezh", "steppe", "southwest", "south")
ARMIES = ("1pza", "4pza", "6a", "8a")
SOVIET_CHITS = (*FRONTS, "soviet-reinforcements", "airborne", "zhukov")
AXIS_CHITS = (*ARMIES, "manstein-1", "manstein-2")
SOVIET_PICK = 6
LEAST_FRONTS = 4


CHIT_NAMES: Mapping[str, str] = {
    "voronezh": "Voronezh Front",
    "steppe": "Steppe Front",
    "southwest": "Southwest Front",
    "south": "South Front",
    "soviet-reinforcements": "Soviet reinforcements",
    "airborne": "airborne operation",
    "zhukov": "Zhukov",
    "1pza": "1st Panzer Army",
    "4pza": "4th Panzer Army",
    "6a": "6th Army",
    "8a": "8th Army",
    "manstein-1": "Manstein (1)",
    "manstein-2": "Manstein (2)",
}
"""What players call the chits."""


@dataclass(frozen=True)
class Chits:
    """The chits of a side this turn: how many it picks by the rule (a stand-in or not), which are
    to be had, which are not."""

    pick: int
    stand_in: bool
    available: tuple[str, ...]
    barred: tuple[tuple[str, Reason], ...]

    @property
    def to_choose(self) -> int:
        """How many it picks where fewer are to be had than the rule asks for."""
        return min(self.pick, len(self.available))


@rule("6.2(1)", "6.2(2)")
def chits(situation: Situation, side: str) -> Chits:
    """What a side may choose from; the supply chit goes into the cup every turn by itself."""
    every = SOVIET_CHITS if side == "soviet" else AXIS_CHITS
    barred = tuple((chit, why) for chit in every if (why := bar_chit(situation, chit)))
    closed = {chit for chit, _ in barred}
    pick = SOVIET_PICK if side == "soviet" else axis_pick(situation)
    table = situation.game.tables["axis-command"]
    stand_in = side == "axis" and table.stand_in("chits")
    return Chits(pick, stand_in, tuple(chit for chit in every if chit not in closed), barred)


@rule("6.2(1)")
def axis_pick(situation: Situation) -> int:
    """The Axis player picks as many as the turn track says."""
    return int(situation.game.tables["axis-command"][str(situation.turn), "chits"])


@rule("6.3(1)", "6.3(2)", "6.3(3)", "13.2")
def bar_chit(situation: Situation, chit: str) -> Reason | None:
    """Manstein from turn 2; the drop once, from its first turn; Zhukov by his table."""
    turn = situation.turn
    if chit.startswith("manstein") and turn < 2:
        return Reason("6.3(1)", "Manstein's chits are used from turn 2.")
    if chit == "airborne" and situation.value("airborne-dropped"):
        return Reason("6.3(2)", "The airborne chit is chosen once in a game.")
    first = situation.option("abn-first-turn")
    if chit == "airborne" and turn < first:
        text = "The airborne chit is chosen from turn {n}."
        return Reason("13.2", text, n=first)
    points = in_force(situation)
    if chit == "zhukov" and not tables_for(situation, points).zhukov:
        text = "Not on turn {n} with {m} Soviet crossing {m|point|points}."
        return Reason("6.3(3)", text, n=turn, m=points)
    return None


CHOSEN = "The chit {chit} is chosen though it is not to be had: choose another."


@rule("6.2(1)", "6.3(3)", "7.2(3)")
def faults_of_soviet_choice(situation: Situation, chosen: Sequence[str]) -> tuple[Reason, ...]:
    """What is wrong with a Soviet choice: six chits, fewer where fewer are to be had, the four
    fronts among them, Zhukov in place of at most one; reinforcements and the drop are not both
    carried out in a turn."""
    found, pick = [], chits(situation, "soviet").to_choose
    barred = any(chit in SOVIET_CHITS and bar_chit(situation, chit) for chit in chosen)
    whole = len(chosen) == pick or (barred and len(chosen) == SOVIET_PICK)
    if not whole or len(set(chosen)) != len(chosen):
        text = "{m} different chits are due, and {n} {n|is|are} chosen."
        found.append(Reason("6.2(1)", text, m=pick, n=len(set(chosen))))
    commands = [chit for chit in chosen if chit in FRONTS or chit == "zhukov"]
    if len(commands) < LEAST_FRONTS:
        found.append(Reason("6.2(1)", "All four fronts are chosen; Zhukov may stand for one."))
    for chit in chosen:
        if chit not in SOVIET_CHITS:
            found.append(Reason("6.2(1)", "'{chit}' is no Soviet chit.", chit=chit))
        elif why := bar_chit(situation, chit):
            found.append(Reason(why.rule, CHOSEN, chit=CHIT_NAMES[chit]))
    return tuple(found)


@rule("7.2(3)")
def cancelled_later(chosen: Sequence[str]) -> bool:
    """Whether the later-drawn of reinforcements and drop will be cancelled: both were chosen."""
    return {"soviet-reinforcements", "airborne"} <= set(chosen)


DROP_REACH = 8
"""Hexes from a supplied Soviet unit within which the drop lands."""
BOXES = {"axis": "axis-reinforcements", "soviet": "soviet-reinforcements"}


@rule("12.1(1)", "12.1(2)")
def rail_hexes(situation: Situation, side: str) -> tuple[str, ...]:
    """Railway hexes joined by rail to a source of the side, with no enemy zone anywhere on the
    line, no enemy and no enemy city; friends do not open a zone hex."""
    enemy, ground = situation.opposed[side], situation.ground
    closed = enemy.enemies | ground.water | situation.hostile_cities(side)
    closed |= enemy.closed if situation.option("rail-friend-negates") else enemy.zone
    starts = situation.sources(side) & ground.railways.keys() - closed
    return tuple(sorted(flood(starts, ground.railways, closed, ground.closed)))


@rule("12.1", "3.1(3)")
def placement_hexes(situation: Situation, side: str) -> tuple[str, ...]:
    """Rail hexes with room for one more combat unit: stacking holds when a unit is placed."""
    return tuple(name for name in rail_hexes(situation, side) if room(situation, name))


def room(situation: Situation, name: str) -> bool:
    units = situation.at(name)
    return sum(1 for unit in units if not is_hq(unit)) < COMBAT_UNITS


@rule("12.2(1)", "12.2(2)", "2.2.3")
def next_group(situation: Situation) -> tuple[Unit, ...]:
    """The Soviet units that the next reinforcement brings: the lowest number still waiting, or, by
    the other reading, all whose turn has come."""
    waiting = [
        unit
        for unit in situation.position.units
        if unit.hex == BOXES["soviet"] and unit.get("arrival") is not None
    ]
    if situation.option("reinforcement-number") == "turn":
        due = [unit for unit in waiting if unit.get("arrival") <= situation.turn]
    else:
        first = min((unit.get("arrival") for unit in waiting), default=0)
        due = [unit for unit in waiting if unit.get("arrival") == first]
    return tuple(sorted(due, key=lambda unit: unit.id))


@rule("12.2(3)")
def convertible(situation: Situation, conversion: Unit) -> tuple[str, ...]:
    """Units that a conversion unit may replace: any of its own type and side on the map."""
    return tuple(
        unit.id
        for unit in situation.units
        if unit.side == conversion.side and unit.type == conversion.type
    )


@rule("12.3", "7.3(1)", "16.2(2)")
def price(situation: Situation, what: str) -> float:
    """Points of a negotiation that something costs; what is not spent is lost."""
    return float(situation.game.tables["negotiation-costs"][what, "points"])


@rule("13.2", "13.2(1)")
def drop_hexes(situation: Situation) -> tuple[str, ...]:
    """Where marker and airborne unit may land: within eight hexes, over any ground, of a Soviet
    unit with a line; on land, free of enemies, with room. Once in a game."""
    if situation.value("airborne-dropped"):
        return ()
    lines = situation.lines[SOVIET]
    starts = [name for name in situation.held[SOVIET] if name in lines]
    barred = situation.ground.water | situation.held[AXIS]
    landing = flood(starts, situation.around, reach=DROP_REACH)
    return tuple(sorted(name for name in landing if name not in barred and room(situation, name)))
