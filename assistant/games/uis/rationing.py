"""Rationed ammunition as players declare it (13.2.5)."""

from __future__ import annotations

from assistant.games.uis.assaults import SINGLE_ECHELON
from assistant.games.uis.battle import Battle, combat_units
from assistant.games.uis.defences import is_active
from assistant.games.uis.integrated import rationing_refused
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason


@rule("13.2.5", "13.2.6")
def refused(battle: Battle, role: str) -> Reason | None:
    """Why one side may not ration its ammunition."""
    if role == "attacker":
        units = combat_units(battle.attackers)
        special = battle.type == SINGLE_ECHELON
    else:
        units, special = battle.fighting_defenders, is_active(battle)
    return rationing_refused(battle.situation, units, special)


def rations(battle: Battle, role: str) -> bool:
    return battle.declared.says(f"{role}-ration") and refused(battle, role) is None
