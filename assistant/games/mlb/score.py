"""The Soviet account as a score: lines, goal, what each hex is worth (chapter 17)."""

from __future__ import annotations

from assistant.games.mlb import overview
from assistant.games.mlb.overview import BRIDGEHEAD, CITY, EDGE, SHORT, bid, victory
from assistant.games.mlb.situation import AXIS, SOVIET, Situation
from assistant.games.mlb.turn import crossings
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Score, ScoreLine, Threshold
from assistant.questions.reasons import Reason, Saying


@rule("17.2(3)", "17.2(4)", "17.3(3)")
def score(situation: Situation) -> Score:
    """Points as if the game ended now: those counted already, and those that its end adds."""
    found = victory(situation)
    lines = (*found.scores, *found.at_end)
    text = "{n:g} {n|point|points} counted now, {m:g} more if the game ended now."
    now = Reason("17.2(2)", text, n=found.points, m=found.if_over_now - found.points)
    missing = (Reason("17.2(1)", "Not told: {what}.", "missing", what=w) for w in found.missing)
    goal = (
        "18.1"
        if bid(situation)
        else "17.3(3)"
        if situation.position.scenario == SHORT
        else "17.2(3)"
    )
    reached = found.won is not None and found.won.rule == "16.2(3)"
    return Score(
        tuple(_line(situation, one) for one in lines),
        {SOVIET: found.if_over_now, AXIS: 0},
        level=SOVIET if reached or found.if_over_now >= found.goal else AXIS,
        thresholds=(Threshold("soviet victory", found.goal, goal),),
        because=(*((found.won,) if found.won else ()), now, *missing),
        extra={"worth": worth(situation)},
    )


def _line(situation: Situation, one: overview.Score) -> ScoreLine:
    """A line of the account with its hexes, where hexes give the points."""
    hexes: tuple[str, ...] = ()
    if one.what == "major cities":
        cities = sorted(situation.ground.major_cities)
        hexes = tuple(name for name in cities if situation.owner(name) == SOVIET)
    elif one.what == "Dnepr crossing hexes":
        hexes = tuple(c.hex for c in crossings(situation) if c.owner == SOVIET)
    what = Saying("{what}: {n:g}", what=one.what, n=one.number)
    return ScoreLine(SOVIET, what, one.points, one.rule, hexes)


@rule("17.2(1)", "17.3(2)")
def worth(situation: Situation) -> dict[str, float]:
    """Hex -> the points that the Soviets would gain with it: major cities, red edge hexes next to
    one of their units, and in the race the crossing points."""
    edge = situation.board.hexes_with("breakthrough")
    gains: dict[str, float] = {n: EDGE for n in edge if situation.beside(n, SOVIET)}
    if situation.position.scenario == SHORT:
        gains |= {c.hex: BRIDGEHEAD for c in crossings(situation) if c.owner != SOVIET}
    cities = (n for n in situation.ground.major_cities if situation.owner(n) != SOVIET)
    gains |= dict.fromkeys(cities, CITY)
    return dict(sorted(gains.items()))
