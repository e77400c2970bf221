"""The Soviet points as they stand, what each hex is worth, and who wins (chapter 4)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.dagc.overview import (
    AREA,
    CITY,
    COAST,
    NEEDED,
    TOWN,
    in_supply,
    soviet,
    verdict,
    victory,
)
from assistant.games.dagc.situation import GERMAN, SOVIET, Situation
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Score, ScoreLine, Threshold
from assistant.questions.reasons import Reason


@rule("4.3", "4.4")
def score(situation: Situation) -> Score:
    """The lines of the account, the points that win, and what every hex still German would add."""
    found = victory(situation)
    won = verdict(situation, found)
    reached = found.koenigsberg or found.points >= NEEDED
    now = Reason("4.4", AHEAD[reached], n=found.points, m=NEEDED)
    return Score(
        tuple(lines(situation)),
        {SOVIET: found.points, GERMAN: 0},
        level=SOVIET if reached else GERMAN,
        thresholds=(Threshold("soviet victory", NEEDED, "4.3"),),
        because=(won,) if won else (now,),
        extra={"worth": worth(situation)},
    )


AHEAD = {
    True: "{n} points of {m}: if the game ended now, the Soviets would win.",
    False: "{n} points of {m}: if the game ended now, the Germans would win.",
}


def lines(situation: Situation) -> Iterator[ScoreLine]:
    """What gives points now: towns, cities, the coast, the area of the Ukrainian Front."""
    found, board = victory(situation), situation.board
    for what, each in (("town", TOWN), ("city", CITY)):
        held = tuple(soviet(situation, board.hexes_with(what)))
        if held:
            yield ScoreLine(SOVIET, f"{what} hexes", each * len(held), "4.3", held)
    if found.coast:
        yield ScoreLine(SOVIET, "the Baltic coast in supply", COAST, "4.3", tuple(coast(situation)))
    if found.area:
        yield ScoreLine(SOVIET, "the area of the 1st Ukrainian Front", AREA, "4.3")


def coast(situation: Situation) -> list[str]:
    """Soviet hexes of the Baltic coast that a Soviet line reaches."""
    names = situation.hexset("baltic-coast") & situation.board.hexes_with("coast")
    return [name for name in soviet(situation, names) if in_supply(situation, name)]


@rule("4.2", "4.3")
def worth(situation: Situation) -> dict[str, float]:
    """Hex -> the points that the Soviets would gain with it: towns and cities still German, and
    the coast while no hex of it counts; Koenigsberg, which wins at once, as all that are needed."""
    board = situation.board
    gains: dict[str, float] = dict.fromkeys(board.hexes_with("town"), TOWN)
    gains |= dict.fromkeys(board.hexes_with("city"), CITY)
    if not coast(situation):
        for name in situation.hexset("baltic-coast") & board.hexes_with("coast"):
            gains[name] = gains.get(name, 0) + COAST
    for name in situation.hexset("koenigsberg") & board.hexes_with("city"):
        gains[name] = NEEDED
    ours = set(soviet(situation, frozenset(gains)))
    return {name: gains[name] for name in sorted(gains) if name not in ours}
