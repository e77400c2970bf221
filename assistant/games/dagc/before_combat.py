"""The retreat of a cav-mech group before a German attack is rolled (12.2)."""

from __future__ import annotations

from typing import Any

from assistant.games.dagc.battle import Battle
from assistant.games.dagc.calendar import cav_mech_groups_are_special
from assistant.games.dagc.fog import unseen
from assistant.games.dagc.retreat import withdrawal
from assistant.games.dagc.supply import SUPPLIED, state_of
from assistant.games.dagc.units import GERMAN, SOVIET, is_cav_mech
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason


@rule("12.2", "11.5")
def before_combat(battle: Battle) -> dict[str, Any] | None:
    """A supplied group alone in its hex may retreat instead of fighting, on turns 1 to 5."""
    if battle.side != GERMAN or len(battle.defenders) != 1:
        return None
    unit = battle.defenders[0]
    situation = battle.situation
    if not is_cav_mech(unit) or not cav_mech_groups_are_special(situation.position):
        return None
    if state_of(situation, unit).state != SUPPLIED:
        return None
    if "city" in battle.terrain and not situation.option("cav-mech-leaves-city"):
        return None
    ways = withdrawal(situation, battle.defenders).options[0]
    if not ways.legal:
        return None
    because = Reason("12.2", "{unit} may retreat before the die is rolled.", unit=unit)
    return {
        "unit": unit.id,
        "hexes": [name for name in ways.legal if name in ways.preferred],
        "because": [because, *unseen(situation.position, SOVIET)],
    }
