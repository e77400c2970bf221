"""Victory points, the goal of the scenario, what each hex is worth (chapter 17); what a position
means beside supply and battle, for reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.games.mlb import arrivals, chits, crossings
from assistant.games.mlb.situation import AXIS, SIDES, SOVIET, Situation, is_hq, is_mechanised
from assistant.games.mlb.supply import can_trace, special_activation
from assistant.kernel.flood import flood
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Score, ScoreLine, Threshold
from assistant.questions.reasons import Reason, Saying
from builder.saying import AsWritten

CITY, EDGE, PANZER, OTHER, RELOCATION = 8, 5, 2, 1, 2
BRIDGEHEAD, MECHANISED, INFANTRY = 5, 1.0, 0.5
CAMPAIGN_GOAL, SHORT_GOAL = 65, 50
SHORT, SHORT_LAST_TURN = "race-to-the-dnieper", 4
WEST = "Soviet {name} units west of the Dnepr {how} a line"
EAST = "Soviet {name} units east of the Dnepr {how} a line"
GERMANS = ("german", "ss")
DESTROYED = "eliminated"
RELOCATIONS = ("axis-relocations", "soviet-relocations")


@dataclass(frozen=True)
class Line:
    """One line of the account: what counts, how often, for how many points in all."""

    what: str
    number: float
    points: float
    rule: str
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class Victory:
    """The Soviet account. `if_over_now` adds what is judged only when the game ends."""

    points: float
    if_over_now: float
    goal: int
    scores: tuple[Line, ...]
    at_end: tuple[Line, ...]
    won: Reason | None
    missing: tuple[str, ...]


@rule("17.1", "17.2(1)", "17.2(2)", "17.3(1)")
def victory(situation: Situation) -> Victory:
    """The account of the scenario; only the Soviet player has points."""
    short = is_race(situation)
    goal = bid(situation) or (SHORT_GOAL if short else CAMPAIGN_GOAL)
    counted, at_end = campaign_scores(situation), short_scores(situation) if short else ()
    if situation.option("no-loc-destroyed") == "each-turn":
        counted += cut_off_scores(situation)
    else:
        at_end = cut_off_scores(situation) + at_end
    scores = tuple(score for score in counted if score.number)
    later = tuple(score for score in at_end if score.number)
    points = sum(score.points for score in scores)
    if_over = points + sum(score.points for score in later)
    verdict = won(situation, points) or at_the_end(situation, if_over, goal)
    return Victory(points, if_over, goal, scores, later, verdict, _missing(situation, short))


def is_race(situation: Situation) -> bool:
    """Whether the short scenario is played."""
    return situation.position.scenario == SHORT


@rule("17.2(4)", "17.3(1)")
def last_turn(situation: Situation) -> int:
    """The turn with which the scenario ends."""
    return SHORT_LAST_TURN if is_race(situation) else situation.definition.turns.last


@rule("18.1")
def bid(situation: Situation) -> int:
    """The points for which the Soviet player bid, his goal in place of the scenario's; 0 without
    that rule."""
    return int(situation.value("bid") or 0)


@rule("17.2(1)", "14.2(2)")
def campaign_scores(situation: Situation) -> tuple[Line, ...]:
    """Major cities, units in the red edge hexes, destroyed German units, relocated headquarters."""
    ground = situation.ground
    cities = [name for name in ground.major_cities if situation.owner(name) == "soviet"]
    through = at_the_edge(situation)
    if situation.option("red-edge-cut-off") == "destroyed":
        through = [unit for unit in through if can_trace(situation, unit)]
    lost = [u for u in situation.position.units if u.hex == DESTROYED]
    axis = int(situation.value("axis-relocations") or 0)
    soviet = int(situation.value("soviet-relocations") or 0)
    return (
        Line("major cities", len(cities), CITY * len(cities), "17.2(1)"),
        line_of("Soviet units in red edge hexes", through, EDGE, "17.2(1)"),
        *destroyed_scores(lost, "destroyed"),
        Line("German headquarters relocated", axis, RELOCATION * axis, "17.2(1), 14.2(2)"),
        Line("Soviet headquarters relocated", soviet, -RELOCATION * soviet, "17.2(1), 14.2(2)"),
    )


def at_the_edge(situation: Situation) -> list[Unit]:
    """The Soviet units in the red edge hexes."""
    edge = situation.board.hexes_with("breakthrough")
    return [unit for unit in situation.of_side(SOVIET) if unit.hex in edge]


@rule("17.2(1)")
def destroyed_scores(units: Iterable[Unit], how: str) -> tuple[Line, ...]:
    """Two for a German Panzer unit, one for another German unit, nothing for the allies."""
    german = [unit for unit in units if is_german(unit) and not is_hq(unit)]
    panzer = [unit for unit in german if unit.type == "armoured"]
    other = [unit for unit in german if unit.type != "armoured"]
    return (
        line_of(Saying("German Panzer units {how}", how=how), panzer, PANZER, "17.2(1)"),
        line_of(Saying("other German units {how}", how=how), other, OTHER, "17.2(1)"),
    )


def line_of(what: str, units: Sequence[Unit], each: float, number: str) -> Line:
    """A line of the account that these units give."""
    return Line(what, len(units), each * len(units), number, tuple(unit.id for unit in units))


def is_german(unit: Unit) -> bool:
    """Germans of army and SS; an Axis unit of no known nationality is taken for German."""
    return unit.side == "axis" and unit.get("nationality", "german") in GERMANS


@rule("17.2(1)")
def cut_off_scores(situation: Situation) -> tuple[Line, ...]:
    """At the end a unit without a line of communication counts as destroyed."""
    cut_off = [u for u in situation.units if not can_trace(situation, u)]
    return destroyed_scores(cut_off, "without a line")


@rule("17.3(2)")
def short_scores(situation: Situation) -> tuple[Line, ...]:
    """The race: Dnepr crossings held, and Soviet units west of the river, half without a line."""
    held = len(crossings.held_now(situation))
    west = west_of_dnepr(situation)
    own = [u for u in situation.units if u.side == "soviet" and not is_hq(u)]
    east_counts = bool(west) and situation.option("race-cut-off-infantry") == "east"
    scores = [Line("Dnepr crossing hexes", held, BRIDGEHEAD * held, "17.3(2)")]
    for mechanised, name in ((True, "mechanised"), (False, "infantry")):
        each = MECHANISED if mechanised else INFANTRY
        units = [u for u in own if is_mechanised(situation.position, u) == mechanised]
        for traced, how in ((True, "with"), (False, "without")):
            here = not (east_counts and not mechanised and not traced)
            able = [u for u in units if (u.hex in west) == here]
            able = [u for u in able if can_trace(situation, u) == traced]
            what = Saying(WEST if here else EAST, name=name, how=how)
            scores.append(line_of(what, able, each if traced else each / 2, "17.3(2)"))
    return tuple(scores)


def west_of_dnepr(situation: Situation) -> frozenset[str]:
    """All land joined to the west of the map without crossing a major river; empty where no river
    parts it from the east."""
    ground, start = situation.ground, sorted(situation.hexset("west-of-dnepr"))
    found = frozenset(flood(start, ground.exits, barriers=ground.major))
    return frozenset() if found & situation.hexset("east-of-dnepr") else found


@rule("16.2(3)", "17.2(3)", "17.2(4)", "17.3(3)")
def won(situation: Situation, points: float) -> Reason | None:
    """An immediate Soviet victory: a major city under an absolute order taken, or the points."""
    bound = situation.absolute_orders & situation.ground.major_cities
    fallen = sorted(name for name in bound if situation.owner(name) == "soviet")
    if fallen:
        text = "{hex}, under an absolute order, is Soviet: they win."
        return Reason("16.2(3)", text, hex=fallen[0])
    if points >= (bid(situation) or CAMPAIGN_GOAL):
        text = "{n:g} {n|point|points}: at the end of the turn the Soviets win."
        return Reason("17.2(3)", text, n=points)
    return None


@rule("17.2(4)", "17.3(3)")
def at_the_end(situation: Situation, points: float, goal: int) -> Reason | None:
    """On the last turn whoever reaches the goal of the scenario wins, and else the Axis."""
    if situation.turn < last_turn(situation):
        return None
    winner = "{n:g} {n|point|points} of {m}: if the turn ends so, the Soviets win."
    loser = "{n:g} {n|point|points} of {m}: if the turn ends so, the Axis wins."
    number = "17.3(3)" if is_race(situation) else "17.2(4)"
    return Reason(number, winner if points >= goal else loser, n=points, m=goal)


def _missing(situation: Situation, short: bool) -> tuple[str, ...]:
    """What the position does not say though the account needs it."""
    found: list[str] = []
    boxes = situation.definition.units.boxes
    if not any(unit.hex in boxes for unit in situation.position.units):
        text = "units destroyed so far: put them into the box {box} (`{id}`), none is counted"
        found.append(Saying(text, box=situation.box_name(DESTROYED), id=AsWritten(DESTROYED)))
    found += [
        Saying(
            "{what} (state `{name}`), counted as 0",
            what=situation.definition.state[name].name,
            name=AsWritten(name),
        )
        for name in RELOCATIONS
        if name not in situation.position.state
    ]
    if short and not west_of_dnepr(situation):
        found.append("which hexes lie west of the Dnepr: no major river parts the map")
    return tuple(found)


@rule("17.2(3)", "17.2(4)", "17.3(3)")
def score(situation: Situation) -> Score:
    """Points as if the game ended now: those counted already, and those that its end adds."""
    found = victory(situation)
    lines = (*found.scores, *found.at_end)
    text = "{n:g} {n|point|points} counted now, {m:g} more if the game ended now."
    now = Reason("17.2(2)", text, n=found.points, m=found.if_over_now - found.points)
    missing = (Reason("17.2(1)", "Not told: {what}.", "missing", what=w) for w in found.missing)
    short = is_race(situation)
    reached = found.won is not None and found.won.rule == "16.2(3)"
    return Score(
        tuple(_line(situation, one) for one in lines),
        {SOVIET: found.if_over_now, AXIS: 0},
        level=SOVIET if reached or found.if_over_now >= found.goal else AXIS,
        thresholds=tuple(goals(situation, found.goal)),
        because=(*((found.won,) if found.won else ()), now, *not_yet(situation), *missing),
        extra={"worth": worth(situation)} | situation.readings(_open_points(situation, short)),
    )


@rule("17.2(3)", "17.3(1)", "17.3(3)", "18.1")
def goals(situation: Situation, goal: int) -> Iterator[Threshold]:
    """The points that win: the race's on its last turn, and until then those of the campaign."""
    if races_on(situation):
        yield Threshold("soviet automatic victory", CAMPAIGN_GOAL, "17.2(3)")
    number = "18.1" if bid(situation) else "17.3(3)" if is_race(situation) else "17.2(3)"
    yield Threshold("soviet victory", goal, number)


@rule("17.3(1)")
def races_on(situation: Situation) -> bool:
    """Whether the goal of the race counts only on a later turn."""
    return is_race(situation) and situation.turn < SHORT_LAST_TURN and not bid(situation)


def not_yet(situation: Situation) -> Iterator[Reason]:
    """That the goal of the race counts only when its last turn ends."""
    if races_on(situation):
        text = "{n} {n|point|points} win when turn {m} ends; until then {k} do."
        yield Reason("17.3(1)", text, n=SHORT_GOAL, m=SHORT_LAST_TURN, k=CAMPAIGN_GOAL)


def _open_points(situation: Situation, short: bool) -> Iterator[str]:
    """The readings on which the account leans."""
    if any(line.number for line in cut_off_scores(situation)):
        yield "no-loc-destroyed"
    if any(not can_trace(situation, unit) for unit in at_the_edge(situation)):
        yield "red-edge-cut-off"
    own = (u for u in situation.units if u.side == SOVIET and not is_hq(u))
    own = (u for u in own if not is_mechanised(situation.position, u))
    if short and any(not can_trace(situation, u) for u in own):
        yield "race-cut-off-infantry"


def _line(situation: Situation, one: Line) -> ScoreLine:
    """A line of the account with its hexes, where hexes give the points."""
    hexes: tuple[str, ...] = ()
    if one.what == "major cities":
        cities = sorted(situation.ground.major_cities)
        hexes = tuple(name for name in cities if situation.owner(name) == SOVIET)
    elif one.what == "Dnepr crossing hexes":
        hexes = crossings.held_now(situation)
    what = Saying("{what}: {n:g}", what=one.what, n=one.number)
    return ScoreLine(SOVIET, what, one.points, one.rule, hexes, one.units)


@rule("17.2(1)", "17.3(2)")
def worth(situation: Situation) -> dict[str, float]:
    """Hex -> the points that the Soviets would gain with it: major cities, red edge hexes next to
    one of their units, and in the race the crossing points."""
    edge = situation.board.hexes_with("breakthrough")
    gains: dict[str, float] = {n: EDGE for n in edge if situation.beside(n, SOVIET)}
    if situation.position.scenario == SHORT:
        held = crossings.held_now(situation)
        gains |= {c.hex: BRIDGEHEAD for c in crossings.crossings(situation) if c.hex not in held}
    cities = (n for n in situation.ground.major_cities if situation.owner(n) != SOVIET)
    gains |= dict.fromkeys(cities, CITY)
    return dict(sorted(gains.items()))


# For reports


@dataclass(frozen=True)
class Placement:
    """Where reinforcements of a side may be placed now."""

    side: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class Overview:
    """`cp` is the number of Soviet crossing points on record; `cp_now` counts also those that fall
    to the Soviets as things stand, which drives `tables` unless the position gives a number."""

    cp: int
    cp_now: int
    crossing_points: tuple[crossings.Crossing, ...]
    tables: crossings.CrossingTables
    chits: Mapping[str, chits.Chits]
    special_activation: tuple[str, ...]
    victory: Victory
    reinforcements: tuple[Placement, ...]
    next_soviet_reinforcement: tuple[str, ...]
    airborne_drop: tuple[str, ...]


def overview(situation: Situation) -> Overview:
    """Everything of the kind, for reports; hidden things are left out already."""
    return Overview(
        cp=crossings.count(situation),
        cp_now=crossings.count_now(situation),
        crossing_points=crossings.crossings(situation),
        tables=crossings.tables_for(situation, crossings.in_force(situation)),
        chits={side: chits.chits(situation, side) for side in SIDES},
        special_activation=special_activation(situation),
        victory=victory(situation),
        reinforcements=tuple(Placement(s, arrivals.placement_hexes(situation, s)) for s in SIDES),
        next_soviet_reinforcement=tuple(unit.id for unit in arrivals.next_group(situation)),
        airborne_drop=arrivals.drop_hexes(situation),
    )
