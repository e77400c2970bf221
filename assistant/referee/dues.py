"""What a result costs the attackers in the games that are code, as their rulebooks say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.planning.outlook import steps_left
from assistant.position import Position
from assistant.questions.answers import Odds
from builder.game.model import Game

QUIET = frozenset({"-", "CB", "EX"})
"""Results of No Retreat! after which nobody goes anywhere (10.7)."""


@dataclass(frozen=True)
class Due:
    """The steps that a side loses in all, at least and at most, and the rule."""

    least: int
    most: int
    rule: str


def attackers_due(
    position: Position, odds: Odds, result: str, outcome: str, defender_lost: int
) -> Due | None:
    """The steps that the attackers lose; None where the game leaves a choice that no log tells.

    `outcome` is the one of the answer to the question of retreats, which may replace the result;
    `defender_lost` are the steps that the defender lost.
    """
    whole = sum(steps_left(position.by_id[id_]) for id_ in odds.attackers if id_ in position.by_id)
    due = _due(position.game, odds, result, outcome, defender_lost)
    return None if due is None else Due(min(due.least, whole), due.most, due.rule)


def _due(game: Game, odds: Odds, result: str, outcome: str, defender_lost: int) -> Due | None:
    if game.id == "dagc":
        return _army_group_center(
            odds, outcome if outcome in ("BB", "DE") else result, defender_lost
        )
    if game.id == "mlb":
        told = re.fullmatch(r"A(\d)", result)
        steps = int(told[1]) if told else 0
        return Due(steps, steps, "10.4.1(3)")
    if game.id == "nr" and result != "CA" and not odds.extra.get("converted"):
        return Due(1, 1, "10.7.1") if result == "EX" else Due(0, 0, "10.7")
    if game.id == "kursk":
        # a number is paid in hexes or in steps as the owner likes, so that only its most is known
        number = max(
            map(int, re.findall(r"\d", result.partition("/")[0].partition("M")[0])), default=0
        )
        return Due(0, number, "9.4")
    if game.id == "uis":
        losses = odds.extra.get("attacker_losses")
        paid = losses.get(result) if isinstance(losses, Mapping) else None
        # a single echelon pays a step more, and the log does not tell the kind of assault (9.12.3)
        return Due(paid, paid + int(result != "D"), "9.12") if isinstance(paid, int) else None
    return None


def _army_group_center(odds: Odds, result: str, defender_lost: int) -> Due | None:
    match result:
        case "AE":
            return Due(len(odds.attackers), len(odds.attackers), "11.16")
        case "BB":
            return Due(defender_lost, defender_lost, "11.21")
        case "AS":
            return Due(0, 0, "11.15")
        case "DR":
            return Due(0, 0, "11.17")
        case "DE":
            return Due(0, 0, "11.20")
    return None
