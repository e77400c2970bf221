"""Command chits (rules 6 and 7): which may be chosen this turn, and what a choice must hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.mlb.crossings import count, tables_for
from assistant.games.mlb.situation import Situation
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

FRONTS = ("voronezh", "steppe", "southwest", "south")
ARMIES = ("1pza", "4pza", "6a", "8a")
SOVIET_CHITS = (*FRONTS, "soviet-reinforcements", "airborne", "zhukov")
AXIS_CHITS = (*ARMIES, "manstein-1", "manstein-2")
SOVIET_PICK = 6
LEAST_FRONTS = 4


@dataclass(frozen=True)
class Chits:
    """The chits of a side this turn: how many it picks (a stand-in or not), which are to be had,
    which are not."""

    pick: int
    stand_in: bool
    available: tuple[str, ...]
    barred: tuple[tuple[str, Reason], ...]


@rule("6.2(1)", "6.2(2)")
def chits(situation: Situation, side: str) -> Chits:
    """What a side may choose from; the supply chit goes into the cup every turn by itself."""
    every = SOVIET_CHITS if side == "soviet" else AXIS_CHITS
    barred = tuple((chit, why) for chit in every if (why := bar_chit(situation, chit)))
    closed = {chit for chit, _ in barred}
    pick = SOVIET_PICK if side == "soviet" else axis_pick(situation)
    table = situation.position.game.tables["axis-command"]
    stand_in = side == "axis" and table.stand_in("chits")
    return Chits(pick, stand_in, tuple(chit for chit in every if chit not in closed), barred)


@rule("6.2(1)")
def axis_pick(situation: Situation) -> int:
    """The Axis player picks as many as the turn track says."""
    return int(
        situation.position.game.tables["axis-command"][str(situation.position.turn), "chits"]
    )


@rule("6.3(1)", "6.3(2)", "6.3(3)", "13.2")
def bar_chit(situation: Situation, chit: str) -> Reason | None:
    """Manstein from turn 2; the drop once, from its first turn; Zhukov by his table."""
    turn = situation.position.turn
    if chit.startswith("manstein") and turn < 2:
        return Reason("6.3(1)", "Manstein's chits are used from turn 2.")
    if chit == "airborne" and situation.position.value("airborne-dropped"):
        return Reason("6.3(2)", "The airborne chit is chosen once in a game.")
    first = situation.reading("abn-first-turn")
    if chit == "airborne" and turn < first:
        return Reason(
            "13.2", "The airborne chit is chosen from turn {n} (abn-first-turn).", n=first
        )
    if chit == "zhukov" and not tables_for(situation, count(situation)).zhukov:
        points = count(situation)
        return Reason(
            "6.3(3)", "Not on turn {n} with {m} Soviet crossing {m|point|points}.", n=turn, m=points
        )
    return None


@rule("6.2(1)", "6.3(3)", "7.2(3)")
def faults_of_soviet_choice(situation: Situation, chosen: Sequence[str]) -> tuple[Reason, ...]:
    """What is wrong with a Soviet choice: six chits, the four fronts among them, Zhukov in place of
    at most one; reinforcements and the drop are not both carried out in a turn."""
    found = []
    if len(chosen) != SOVIET_PICK or len(set(chosen)) != len(chosen):
        found.append(
            Reason("6.2(1)", "Six different chits are chosen, not {n}.", n=len(set(chosen)))
        )
    commands = [chit for chit in chosen if chit in FRONTS or chit == "zhukov"]
    if len(commands) < LEAST_FRONTS:
        found.append(Reason("6.2(1)", "All four fronts are chosen; Zhukov may stand for one."))
    for chit in chosen:
        if chit not in SOVIET_CHITS:
            found.append(Reason("6.2(1)", "'{chit}' is no Soviet chit.", chit=chit))
        elif why := bar_chit(situation, chit):
            found.append(why)
    return tuple(found)


@rule("7.2(3)")
def cancelled_later(chosen: Sequence[str]) -> bool:
    """Whether the later-drawn of reinforcements and drop will be cancelled: both were chosen."""
    return {"soviet-reinforcements", "airborne"} <= set(chosen)
