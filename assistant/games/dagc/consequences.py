"""What each result that an attack can have would do: losses, retreats, an empty hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.games.dagc.battle import Battle
from assistant.games.dagc.losses import RESULTS, Fight, consequence
from assistant.questions.answers import Odds


def consequences(battle: Battle, answer: Odds) -> Mapping[str, Mapping[str, Any]]:
    """By result: what becomes of the defenders, steps lost by both sides, whether the hex empties,
    and whether the defender may take DL1 instead."""
    fight = Fight(battle.situation, battle.target, battle.attackers)
    found = {}
    for result in answer.chances:
        if result in RESULTS:
            what = consequence(fight, result)
            found[result] = {
                "outcome": what.outcome,
                "losses": {"defender": what.defender, "attacker": what.attacker},
                "vacated": what.vacated,
                "alternatives": ["DL1"] if what.may_lose_one else [],
            }
    return found
