"""What a result costs the attacker, and whom it stops (9.9, 9.10, 9.12)."""

from __future__ import annotations

from assistant.games.uis.assaults import SINGLE_ECHELON
from assistant.games.uis.battle import Battle
from assistant.games.uis.calendar import in_force
from assistant.games.uis.ground import is_city
from assistant.games.uis.results import RESULTS, attacker_losses, stopping_results
from assistant.kernel.rulebook import rule


@rule("9.4.2", "9.12.2", "9.12.3", "9.10")
def losses(battle: Battle) -> dict[str, int]:
    """Steps that each result costs the attacking unit; a disengagement costs nobody any."""
    if battle.is_disengagement:
        return dict.fromkeys(RESULTS, 0)
    city = any(is_city(battle.situation, name) for name in battle.targets)
    echelon = battle.type == SINGLE_ECHELON
    return {result: attacker_losses(result, echelon, city) for result in RESULTS}


@rule("9.9", "9.10", "9.20")
def stops(battle: Battle) -> list[str]:
    """The results after which the unit in phase stops."""
    if battle.is_disengagement:
        return ["D"]
    return list(stopping_results(battle.type, in_force(battle.situation.position, "fluid")))
