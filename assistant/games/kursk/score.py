"""Victory (rules 18.4, 20.8): points for hexes and units, and the level that a total reaches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from assistant.games.kursk.arrivals import ELIMINATED
from assistant.games.kursk.ground import RAILS, ROAD, own_edge
from assistant.games.kursk.lines import HQ_REACH
from assistant.games.kursk.reserves import (
    activations,
    formation_called,
    shown,
    told_activated,
    turns_bought,
)
from assistant.games.kursk.scenarios import is_july
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    SIDES,
    enemy_of,
    is_breakdown,
    is_gun,
    is_hq,
    is_independent,
    is_partisan,
    steps_of,
)
from assistant.kernel.facts import by_id
from assistant.kernel.flood import flood
from assistant.kernel.ground import joined_by
from assistant.kernel.rulebook import rule
from assistant.kernel.tables import number_of
from assistant.position import Position, Unit
from assistant.questions.answers import Score, ScoreLine, Threshold
from assistant.questions.reasons import Reason, Saying

NONE_ACTIVATED = (
    "No reserve counts as activated: its headquarters says in which turn it was, or the state "
    "variable `activated`."
)
LEAST_LEVEL = "soviet strategic"
LAST_TURN = 7


@rule("18.41", "18.47", "18.48", "20.8")
def score(situation: Situation) -> Score:
    """Points as the position stands, as if the game ended now, and the level that they reach."""
    position = situation.position
    lines = (*groups(situation), *losses(situation), *reserves(position), *extra_turns(position))
    points = {side: sum(line.points for line in lines if line.side == side) for side in SIDES}
    net = points["german"] - points["soviet"]
    told = is_july(position)
    because = [
        Reason("18.42", "Counted as if the game ended now: who is cut off is lost."),
        Reason("18.48", "Hexes with points of their own on the printed map are not in the text."),
    ]
    if not told_activated(position):
        because.append(Reason("18.37", NONE_ACTIVATED, "missing"))
    because += odd_activations(position)
    return Score(
        lines,
        points,
        net,
        level(position, round(net)) if told else None,
        levels(position) if told else (),
        tuple(because),
    )


@rule("20.8")
def levels(position: Position) -> tuple[Threshold, ...]:
    """The levels of victory, the best for the Germans first, with the least net total of each."""
    table = position.game.tables["victory-july"]
    return tuple(Threshold(row, int(number_of(table, row, "least")), "20.8") for row in table.rows)


@rule("18.47", "20.8")
def level(position: Position, net: int) -> str:
    """The level of victory that the German total less the Soviet one reaches."""
    reached = (one.what for one in levels(position) if net >= one.points)
    return next(reached, LEAST_LEVEL)


def worth(position: Position, what: str) -> int:
    """Victory points for a loss or an objective."""
    return int(number_of(position.game.tables["victory-points"], what, "points"))


# Hexes

GROUPS = ("victory-group-a", "victory-group-b")


@rule("18.46")
def groups(situation: Situation) -> Iterator[ScoreLine]:
    """The two groups of six hexes: points once for each of which the Germans control any."""
    points = worth(situation.position, "six-hex-group")
    for group in GROUPS:
        hexes = sorted(situation.hexset(group))
        held = tuple(name for name in hexes if controller(situation, name) == "german")
        if held:
            ours = situation.definition.sets[group].source.startswith("stand-in")
            what = "group of six hexes"
            yield ScoreLine("german", what, points, "18.46", held, stand_in=ours)


def group_points(situation: Situation) -> int:
    """Points for the two groups of six hexes."""
    return int(sum(line.points for line in groups(situation)))


@rule("18.45")
def controller(situation: Situation, name: str) -> str:
    """Who controls a hex for victory: a unit there in communication; else the last to pass, or the
    side on which it began, if a line of road and rail runs free of the enemy to his map edge."""
    units = [unit for unit in situation.at(name) if not is_partisan(unit)]
    if units:
        return units[0].side if any(map(situation.in_communication, units)) else ""
    beyond = situation.ground.foreign_rail
    began = (side for side in SIDES if name in beyond[enemy_of(side)])
    side = situation.position.holder(name) or next(began, "")
    return side if side and _line_to_edge(situation, side, name) else ""


def _line_to_edge(situation: Situation, side: str, name: str) -> bool:
    ways = joined_by(situation.board, ROAD, *RAILS)
    enemy = enemy_of(side)
    shut = situation.held[enemy] | situation.zones[enemy]
    if name not in ways or name in shut:
        return False
    return any(near in own_edge(situation.board, side) for near in flood([name], ways, shut))


# Losses

SET_ASIDE = "set-aside"
KINDS_OF_LOSS = (
    ("rifle-corps", "german", ("rifle",)),
    ("tank-corps", "german", ("tank", "mechanized")),
    ("soviet-hq", "german", ("hq",)),
    ("german-infantry", "soviet", ("infantry",)),
    ("panzer", "soviet", ("panzer", "panzergrenadier")),
    ("german-hq", "soviet", ("hq",)),
)
"""Rows of the chart of points, whose points they are, and the types of the units lost."""

FULL = 4
"""Steps of the German infantry divisions that the chart of points names (18.48)."""
BROKEN_DOWN = {"rifle-corps": 2, "german-infantry": 2}
"""Units that breakdown units in play stand for, and how many of these make one."""


@rule("18.42", "18.48")
def losses(situation: Situation) -> Iterator[ScoreLine]:
    """Units that are eliminated or would be lost at the end, by row of the chart."""
    position, cut_off = situation.position, set(lost_at_the_end(situation))
    gone = [u for u in by_id(position.units) if u.hex == ELIMINATED or u.id in cut_off]
    for what, side, types in KINDS_OF_LOSS:
        lost = [u for u in gone if u.side != side and u.type in types]
        if what == "german-infantry" and position.game.option("infantry-points") == "four-steps":
            lost = [u for u in lost if max(u.get("steps-faces") or (FULL,)) <= FULL]
        if what in BROKEN_DOWN:
            lost = _not_combined(position, lost, cut_off, enemy_of(side), BROKEN_DOWN[what])
        if lost:
            points, ids = worth(position, what) * len(lost), tuple(unit.id for unit in lost)
            yield ScoreLine(side, what.replace("-", " "), points, "18.48", units=ids)
    yield from panzer_steps(position, cut_off)


@rule("18.42", "18.43", "18.44")
def lost_at_the_end(situation: Situation) -> tuple[str, ...]:
    """Ids of the units that count as eliminated when the game ends: out of supply or communication,
    disrupted headquarters taken for sound; a unit with no headquarters above it in play traces
    like one that needs none, headquarters too."""
    sound = situation.with_units(
        tuple(
            replace(unit, markers=unit.markers - {"disrupted"}) if is_hq(unit) else unit
            for unit in situation.position.units
        )
    )
    counted = (unit for unit in sound.units if not is_partisan(unit))
    return tuple(unit.id for unit in counted if _lost(sound, unit))


def _lost(situation: Situation, unit: Unit) -> bool:
    if situation.provided(unit):
        return False
    if is_gun(unit) or is_independent(unit) or situation.command.controlling(unit) is not None:
        return True
    its = situation.supply[unit.side]
    return unit.hex not in its.flood(its.chains.hexes, HQ_REACH)


def _not_combined(
    position: Position, lost: Sequence[Unit], cut_off: Collection[str], side: str, parts_of_one: int
) -> list[Unit]:
    """Those out of play, lost or broken down, that no breakdown units in play can be counted for:
    these count for the broken ones first, and not if they are cut off themselves."""
    own = [unit for unit in by_id(position.units) if unit.side == side]
    playing = (u for u in own if u.hex in position.board and u.id not in cut_off)
    parts = sum(is_breakdown(position, unit) for unit in playing)
    broken = [u for u in own if u.hex == SET_ASIDE and u.type in ("rifle", "infantry")]
    out = [unit for unit in (*broken, *lost) if not is_breakdown(position, unit)]
    return out[parts // parts_of_one :]


@rule("18.48")
def panzer_steps(position: Position, cut_off: Collection[str]) -> Iterator[ScoreLine]:
    """A point for each two steps of panzer and panzergrenadier units that are lost and not
    replaced, besides the points for whole units."""
    lost = 0
    for unit in position.units:
        if unit.type not in ("panzer", "panzergrenadier"):
            continue
        full = max(unit.get("steps-faces") or (unit.get("steps") or 0,))
        if unit.hex == ELIMINATED or unit.id in cut_off:
            lost += full
        elif unit.hex in position.board:
            lost += max(0, full - steps_of(unit))
    points = lost // 2 * worth(position, "two-panzer-steps")
    if points:
        yield ScoreLine("soviet", Saying("{n} panzer steps lost", n=lost), points, "18.48")


# Reserves and more turns

PAYING_PHASE = "german-organization"
"""When the Germans are given their points for activated reserves (18.37)."""
RESERVE_BOXES = ("north-reserve", "south-reserve")
EXTRA_TURNS = (5, 10)
"""What the first and the second extra turn give the opponent of the player who buys it (18.48)."""


@rule("18.33", "18.36", "18.37", "20.62")
def reserves(position: Position) -> Iterator[ScoreLine]:
    """Points for reserves: those that the Soviets paid, those that the Germans were given turn by
    turn, and those for armies that came from off the map."""
    given = reserves_paid(position)
    if given:
        yield ScoreLine("german", "activated reserves, turn by turn", given, "18.37")
    bought = sum(not attacked for _, attacked in activations(position))
    if bought:
        yield ScoreLine("soviet", "reserves activated for points", -bought, "18.33")
    for counter in position.game.counters.values():
        unit = position.by_id.get(counter.id)
        came = unit is not None and unit.hex not in RESERVE_BOXES
        if came and counter.type == "hq" and counter.setup in RESERVE_BOXES:
            what = "reserve-tank-army" if "tank" in counter.id else "reserve-army"
            points, ids = worth(position, what), (counter.id,)
            yield ScoreLine("german", what.replace("-", " "), points, "18.48", units=ids)


def odd_activations(position: Position) -> Iterator[Reason]:
    """Activated formations of a turn to come: slips of the pen, perhaps."""
    for text in told_activated(position):
        name, _, rest = text.partition(":")
        if int(rest.partition(":")[0]) > position.turn:
            said = "activated: {unit} is named for a turn to come; it is counted all the same."
            unit = shown(position, formation_called(position, name))
            yield Reason("18.37", said, "missing", unit=unit)


@rule("18.37")
def reserve_points(activated: int, turn: int) -> int:
    """Victory points that an activated formation gives the Germans in a turn: one in each turn
    after that of its activation, to the seventh."""
    return 1 if activated < turn <= LAST_TURN else 0


def reserves_paid(position: Position, this_turn: bool = False) -> int:
    """Points for activated reserves, in this turn or in all turns so far: they are added in the
    German organization phase, so a turn that has not come to it pays nothing yet."""
    paid = position.turn + 1 if this_turn or _organized(position) else position.turn
    turns = range(position.turn if this_turn else 1, paid)
    active = [turn for turn, _ in activations(position)]
    return sum(reserve_points(activated, turn) for activated in active for turn in turns)


def _organized(position: Position) -> bool:
    """Whether the German organization phase of the turn has come, as it has if no phase is told."""
    phases = [phase.id for phase in position.game.definition.phase]
    if position.phase not in phases:
        return True
    return phases.index(position.phase) >= phases.index(PAYING_PHASE)


@rule("18.48")
def extra_turn_points(bought: int) -> int:
    """What buying one more turn gives the opponent, after so many were bought already."""
    return EXTRA_TURNS[bought]


@rule("18.48")
def extra_turns(position: Position) -> Iterator[ScoreLine]:
    """What the buyers of more turns gave their opponents: one each at most, by turns."""
    for number, side in enumerate(turns_bought(position)):
        yield ScoreLine(enemy_of(side), "one more turn", extra_turn_points(number), "18.48")
