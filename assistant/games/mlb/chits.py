"""The chits of a turn: which are to be had, how many are picked, what is wrong with a choice (6.2,
6.3, 7.2(3))."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.games.mlb.crossings import in_force, tables_for
from assistant.games.mlb.situation import AXIS, SOVIET, Situation
from assistant.kernel.rulebook import rule
from assistant.kernel.tables import number_of
from assistant.questions.reasons import Reason

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
    every = SOVIET_CHITS if side == SOVIET else AXIS_CHITS
    barred = tuple((chit, why) for chit in every if (why := bar_chit(situation, chit)))
    closed = {chit for chit, _ in barred}
    pick = SOVIET_PICK if side == SOVIET else axis_pick(situation)
    table = situation.game.tables["axis-command"]
    stand_in = side == AXIS and table.stand_in("chits")
    return Chits(pick, stand_in, tuple(chit for chit in every if chit not in closed), barred)


@rule("6.2(1)")
def axis_pick(situation: Situation) -> int:
    """The Axis player picks as many as the turn track says."""
    table = situation.game.tables["axis-command"]
    return int(number_of(table, str(situation.turn), "chits"))


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


CANCELLED = Reason(
    "7.2(3)", "Of reinforcements and airborne drop the chit drawn later is cancelled."
)
CHOSEN = "The chit {chit} is chosen though it is not to be had: choose another."


@rule("6.2(1)", "6.3(3)", "7.2(3)")
def faults_of_soviet_choice(situation: Situation, chosen: Sequence[str]) -> tuple[Reason, ...]:
    """What is wrong with a Soviet choice: six chits, fewer where fewer are to be had, the four
    fronts among them, Zhukov in place of at most one; reinforcements and the drop are not both
    carried out in a turn."""
    found, pick = [], chits(situation, SOVIET).to_choose
    barred = any(chit in SOVIET_CHITS and bar_chit(situation, chit) for chit in chosen)
    whole = len(chosen) == pick or (barred and len(chosen) == SOVIET_PICK)
    if not whole or len(set(chosen)) != len(chosen):
        text = "{m} different chits are due, and {n} {n|is|are} chosen."
        found.append(Reason("6.2(1)", text, m=pick, n=len(set(chosen))))
    commands = [chit for chit in chosen if chit in FRONTS or chit == "zhukov"]
    if len(commands) < LEAST_FRONTS:
        text = "A front is missing: all four must be chosen; Zhukov may stand for one."
        if bar_chit(situation, "zhukov"):
            text = "A front is missing: all four must be chosen."
        found.append(Reason("6.2(1)", text))
    for chit in chosen:
        if chit not in SOVIET_CHITS:
            found.append(Reason("6.2(1)", "'{chit}' is no Soviet chit.", chit=chit))
        elif why := bar_chit(situation, chit):
            found.append(Reason(why.rule, CHOSEN, chit=CHIT_NAMES[chit]))
    return tuple(found)


def chosen(situation: Situation) -> tuple[str, ...]:
    """The chits that the Soviet player has chosen, where they are told."""
    return tuple(situation.value("soviet-chosen") or ())


@rule("7.2(3)")
def cancelled_later(chosen: Sequence[str]) -> bool:
    """Whether the later-drawn of reinforcements and drop will be cancelled: both were chosen."""
    return {"soviet-reinforcements", "airborne"} <= set(chosen)
