"""Air war (rules 17, 20.7): the points of each side, whether they meet the other's, and how many
one battle gets of those that are declared."""

from __future__ import annotations

from assistant.games.kursk.arrivals import amount
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import SIDES
from assistant.kernel.chart import Figure
from assistant.kernel.rulebook import rule
from assistant.position import Position
from assistant.questions.duties import Tells

INTERCEPTION, DOUBLE_INTERCEPTION, ALWAYS_FAILS = 2, 5, 6
FREE_INTERCEPTORS = 3


@rule("17.0", "20.7")
def air_points(position: Position, side: str) -> Figure | None:
    """Air points of a side this turn, if the optional rules are used."""
    return amount(position, f"{side}-air")


@rule("17.0", "17.11", "17.12")
def intercepts(die: int, points: float, both: bool = False) -> bool:
    """Whether an interception succeeds: one or two, each point above three takes one from the die;
    if both sides try, one to five lets the battle happen; a six always fails."""
    highest = DOUBLE_INTERCEPTION if both else INTERCEPTION
    return die != ALWAYS_FAILS and die - max(0, points - FREE_INTERCEPTORS) <= highest


def flying(situation: Situation) -> dict[str, float]:
    """The air points of each side that has any this turn, where the optional rules are used."""
    told = {one: air_points(situation.position, one) for one in SIDES}
    if not situation.value("optional-air"):
        return {}
    return {side: points.number for side, points in told.items() if points and points.number}


@rule("17.24", "17.26", "20.7")
def points_left(position: Position, side: str) -> int | None:
    """Air points that a side has not yet used this turn: those that the position names, else all
    that the scenario gives; None where neither says."""
    named = position.value(f"{side}-air-left")
    if named is not None:
        return int(named)
    given = air_points(position, side)
    return None if given is None else int(given.number)


@rule("17.13")
def interceptors(position: Position, side: str) -> int:
    """Those of them that tried to intercept, and may only attack now."""
    flown, left = int(position.value(f"{side}-interceptors") or 0), points_left(position, side)
    return flown if left is None else min(flown, left)


@rule("17.0", "17.13", "17.24", "20.7")
def granted(position: Position, side: str, declared: int, attacks: bool) -> int:
    """Of the points declared for a battle those that the side has for it, as far as the position
    or its scenario tells."""
    held = points_left(position, side)
    if held is None:
        return declared
    return min(declared, held if attacks else held - interceptors(position, side))


@rule("17.13", "17.24")
def at_hand(situation: Situation, _: str) -> list[Tells]:
    """The air points that each side has left for battles."""
    found = []
    for side in SIDES if situation.value("optional-air") else ():
        position, left = situation.position, points_left(situation.position, side)
        if left is not None:
            bound = interceptors(position, side)
            values = {"side": situation.side_name(side), "n": left, "m": bound}
            text = "The {side} player has {n} air {n|point|points} left; {m} of them only attack."
            found.append(Tells(values=values, text=text if bound else ""))
    return found
