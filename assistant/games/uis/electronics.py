"""Electronic warfare in a ground combat (9.19)."""

from __future__ import annotations

from assistant.games.uis.battle import Battle
from assistant.games.uis.declared import SUCCESS
from assistant.games.uis.ground import is_built_up
from assistant.games.uis.sides import WP
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

HIGHEST_ROLL = {WP: 10}
HIGHEST_NATO_ROLL = 13
DIE = 20


@rule("9.19.2", "9.19")
def electronics_refused(battle: Battle, role: str) -> Reason | None:
    """Electronic warfare is of no use against units that defend in Urban or City hexes."""
    if role != "attacker" or not battle.targets:
        return None
    if all(is_built_up(battle.situation, name) for name in battle.targets):
        return Reason("9.19.2", "Electronic warfare does not work against urban or city hexes.")
    return None


@rule("9.19.1", "9.19.5")
def jams(battle: Battle, role: str) -> bool:
    """Whether the electronic warfare of one role succeeded, however many units tried."""
    return battle.declared.says(f"{role}-ew", SUCCESS) and not electronics_refused(battle, role)


@rule("9.19.4", "9.19.5")
def chance(side: str) -> float:
    """The Warsaw Pact succeeds on 1 to 10, NATO on 1 to 13."""
    return HIGHEST_ROLL.get(side, HIGHEST_NATO_ROLL) / DIE
