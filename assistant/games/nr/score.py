"""Points, objectives and the thresholds ahead (chapter 12)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.nr.arrivals import leaves_supplied, leaving_garrison
from assistant.games.nr.situation import FINLAND, SIDES, Situation
from assistant.games.nr.supply import LONGEST, holds_finland, map_points, networks_now, objectives
from assistant.games.nr.units import AXIS, SOVIET
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Score, ScoreLine, Threshold
from assistant.questions.reasons import Reason

TOTAL, LATE = 34, 23
"""Soviet points that win at once, and the first turn on which only Greater Germany counts."""


@rule("12.1", "12.3", "12.6", "12.7", "12.8")
def score(situation: Situation) -> Score:
    """Points on the map and of events, objectives of both sides, who would win now."""
    points = {side: float(map_points(situation, side)) for side in SIDES}
    first, events = situation.initiative(), event_points(situation)
    points[first] += events or 0
    text = "The initiative, and with it the count of points, is {side}."
    because = [Reason("12.9", text, side=situation.side_name(first))]
    if events is None:
        text = (
            "No event points are counted: name them in the module under State, Event points, or in "
            "a position file as the state `event-points`."
        )
        because.insert(0, Reason("12.8", text, "missing"))
    won = _objectives_won(situation)
    if why := lost_berlin(situation):
        won = SOVIET
        because.append(why)
    if not won and points[SOVIET] >= TOTAL:
        won = SOVIET
    for winner, why in () if events is None else ended(situation, points):
        won = won or winner
        because.append(why)
    event_lines = () if events is None else (ScoreLine(first, EVENTS, events, "12.8"),)
    return Score(
        (*map_lines(situation), *event_lines, *objective_lines(situation)),
        points,
        level=won or AXIS,
        thresholds=tuple(thresholds(situation)),
        because=tuple(because),
        extra={"worth": worth(situation)} | situation.readings(of_berlin(situation)),
    )


EVENTS = "events and surrenders"


LOST_BERLIN = Reason("12.5", "The Berlin Garrison is eliminated: the Soviets have won.")
CUT_OFF = Reason(
    "13.5",
    "The Berlin Garrison leaves without Direct Supply and counts as eliminated: the Soviets have "
    "won (12.5).",
)


@rule("12.5", "13.5")
def lost_berlin(situation: Situation) -> Reason | None:
    """Why the Berlin Garrison is lost and with it the game: it lies in a box of eliminated units,
    or it leaves now and cannot trace Direct Supply."""
    gone = ("destroyed", "surrendered")
    if any(u.type == "garrison" and u.hex in gone for u in situation.position.units):
        return LOST_BERLIN
    cut_off = any(not leaves_supplied(situation, unit) for unit in leaving_garrison(situation))
    return CUT_OFF if cut_off else None


def of_berlin(situation: Situation) -> Iterator[str]:
    """The reading that decides whether the garrison that leaves has Direct Supply."""
    edge = networks_now(situation)[AXIS].to_edge
    if any(edge.length_leaving(u.hex) == LONGEST for u in leaving_garrison(situation)):
        yield "edge-distance"


@rule("12.7.4", "12.8")
def event_points(situation: Situation) -> int | None:
    """Net points of events and surrenders for the side with the initiative, six at most; None if
    the position does not tell them."""
    given = situation.value("event-points")
    return None if given is None else int(given)


@rule("12.2", "12.4")
def ended(situation: Situation, points: dict[str, float]) -> Iterator[tuple[str, Reason]]:
    """Who wins on a turn of Sudden Death with more points than it asks for, and whether the last
    turn of 1944 ends the game, with why."""
    first = situation.initiative()
    asked = sudden_death(situation, str(situation.turn))
    if asked is not None and points[first] > asked:
        text = "Sudden Death: {side} has {n:g} {n|point|points}, more than {m}."
        side = situation.side_name(first)
        yield first, Reason("12.2", text, side=side, n=points[first], m=asked)
    if asked is not None and points[first] >= asked:
        text = "Without Sudden Death the other side discards a card and draws {n} fewer."
        yield "", Reason("15.6", text, n=fewer_cards(points[first] - asked))
    high = situation.value("high-tide")
    if high is not None and situation.turn == LATE - 1:
        axis = int(high) > points[SOVIET]
        text = "High Tide is {n}, the Soviets have {m:g}: if the turn ends so, {what}."
        what = "the Axis wins" if axis else "the game goes on in 1945"
        why = Reason("12.4", text, n=int(high), m=points[SOVIET], what=what)
        yield (AXIS if axis else ""), why


def _objectives_won(situation: Situation) -> str:
    """The side that holds enough objectives; of both the one with the initiative."""
    networks = networks_now(situation)
    found = {side: objectives(situation, side, networks[side].city_ways) for side in SIDES}
    won = [side for side in SIDES if found[side].of and len(found[side].held) >= found[side].needed]
    first = situation.initiative()
    return first if first in won else next(iter(won), "")


def counted(situation: Situation) -> frozenset[str]:
    """Cities and oil fields that give points on this turn."""
    hexes = situation.board.hexes_with("city", "oil")
    late = situation.turn >= LATE
    return frozenset(n for n in hexes if not (late and situation.in_ussr(n)))


@rule("12.7.1", "12.7.2")
def map_lines(situation: Situation) -> Iterator[ScoreLine]:
    """Cities and oil fields held, and Finland."""
    for side in SIDES:
        held = tuple(n for n in sorted(counted(situation)) if situation.control.get(n) == side)
        if held:
            yield ScoreLine(side, "cities and oil fields", len(held), "12.7", held)
        if situation.turn < LATE and holds_finland(situation, side):
            yield ScoreLine(side, "Finland", 1, "12.7.2", (FINLAND,))


@rule("12.1", "12.7.3")
def objective_lines(situation: Situation) -> Iterator[ScoreLine]:
    """Objectives held and supplied: no points, but enough of them win."""
    networks = networks_now(situation)
    for side in SIDES:
        if held := objectives(situation, side, networks[side].city_ways).held:
            ours = situation.definition.sets[f"{NAMES[side]}-objectives"].source
            stand_in = ours.startswith("stand-in")
            yield ScoreLine(side, "objectives in supply", 0, "12.1", held, stand_in=stand_in)


NAMES = {AXIS: "german", SOVIET: "soviet"}


@rule("12.2", "12.3")
def thresholds(situation: Situation) -> Iterator[Threshold]:
    """The next check of Sudden Death whose number is known, and the total Soviet victory."""
    for turn in map(int, situation.game.tables["turns"].rows):
        asked = sudden_death(situation, str(turn))
        if turn >= situation.turn and asked is not None:
            yield Threshold("sudden death", asked + 1, "12.2", _checked(situation, turn), turn)
            break
    yield Threshold("soviet total victory", TOTAL, "12.3")


def _checked(situation: Situation, turn: int) -> str | None:
    """Whose points a turn to come asks for: those of the side that has the initiative then; in the
    turn in which it passes, of the one and then of the other."""
    if turn == NA_BERLIN:
        return None
    return situation.initiative() if turn < NA_BERLIN or situation.turn > NA_BERLIN else SOVIET


NA_BERLIN = 12
"""The turn in which the initiative passes (12.10)."""

MOST_FEWER = 2


@rule("15.6")
def fewer_cards(above: float) -> int:
    """Cards that are not drawn next turn if Sudden Death is left out: as many as there are points
    above what it asks, two at most."""
    return min(MOST_FEWER, int(above))


def sudden_death(situation: Situation, turn: str) -> int | None:
    """The points above which a turn ends the game at once; None on other turns."""
    text = situation.game.tables["turns"][turn, "sudden-death"].rstrip("?")
    return int(text) if text.isdecimal() else None


@rule("12.7")
def worth(situation: Situation) -> dict[str, float]:
    """Hex -> the point that it gives, for hexes near a unit of the side that does not hold it."""
    return {
        name: 1
        for name in sorted(counted(situation))
        if (holder := situation.control.get(name))
        and any(u.side != holder for u in (*situation.beside(name), *situation.at(name)))
    }
