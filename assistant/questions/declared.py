"""Battles that the players have declared on the map, answered before all other attacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from assistant.position import Declared, Position
from assistant.questions.answers import Attacks, Odds
from assistant.questions.protocol import Options, QuestionError, Rules


def declared_first(rules: Rules, position: Position, found: Attacks, options: Options) -> Attacks:
    """The attacks with those first that are declared, in the order of their numbers; each has its
    number as `battle` in `extra`. Declared battles that cannot be answered stand in the answer's
    `extra` under `declared`, each with its number, its units and the reason as `text`."""
    told: list[Odds] = []
    refused: list[dict[str, Any]] = []
    for battle in position.battles:
        try:
            odds = _odds(rules, position, battle, options)
        except QuestionError as error:
            refused.append(
                {
                    "battle": battle.number,
                    "attackers": list(battle.attackers),
                    "defenders": list(battle.defenders),
                    "text": str(error),
                }
            )
        else:
            told.append(replace(odds, extra={**odds.extra, "battle": battle.number}))
    known = {(odds.target, frozenset(odds.attackers)) for odds in told}
    others = [a for a in found.attacks if (a.target, frozenset(a.attackers)) not in known]
    extra = {**found.extra, "declared": refused} if refused else found.extra
    return replace(found, attacks=(*told, *others), extra=extra)


def _odds(rules: Rules, position: Position, battle: Declared, options: Options) -> Odds:
    if not battle.attackers or not battle.defenders:
        lacking = "defenders" if battle.attackers else "attackers"
        raise QuestionError(f"Battle {battle.number} has no {lacking}.")
    targets = sorted({position.by_id[name].hex for name in battle.defenders})
    return rules.odds(position, targets, battle.attackers, options)
