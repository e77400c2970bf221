"""Breaking a division down and putting it together again (14)."""

from __future__ import annotations

from typing import Any

from assistant.games.uis.leaving import in_enemy_zone
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import (
    ROAD,
    is_base,
    is_component,
    is_division,
    mode,
    nation,
    steps_lost,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit

RECOMBINATION = 4
WHOLE_COMPONENT, WHOLE_BASE = 3, 1
MOST_LOST = 6


@rule("14.1.1")
def breakdown_cost(unit: Unit) -> int:
    """Two points in Road mode, four in Tactical mode."""
    return 2 if mode(unit) == ROAD else 4


@rule("14.2.8", "14.2.7")
def recombined_losses(lost: int, components_gone: int = 0, base_gone: bool = False) -> int | None:
    """Steps that a recombined division has lost: a component that is gone counts three, a Base
    one; from seven on the division cannot recombine (None)."""
    total = lost + WHOLE_COMPONENT * components_gone + WHOLE_BASE * base_gone
    if total > MOST_LOST:
        return None
    return -(-total // WHOLE_COMPONENT)


@rule("14.1.1", "14.2.1", "14.2.2")
def actions(situation: Situation, unit: Unit, points: float) -> dict[str, Any]:
    """What a unit may do here besides moving: break down, or recombine where its Base and all of
    its division that is on the map stand together; neither in an enemy zone. French divisions
    have no brigades."""
    if in_enemy_zone(situation, unit, unit.side):
        return {}
    if is_division(unit) and nation(unit) != "fr" and breakdown_cost(unit) <= points:
        return {"breakdown": {"cost": breakdown_cost(unit)}}
    if not (is_component(unit) or is_base(unit)) or points < RECOMBINATION:
        return {}
    mates = [
        other
        for other in situation.of_side(unit.side)
        if other.get("division") == unit.get("division") and (is_component(other) or is_base(other))
    ]
    together = len(mates) > 1 and all(other.hex == unit.hex for other in mates)
    losses = recombined_losses(sum(steps_lost(other) for other in mates))
    if not together or losses is None or not any(is_base(other) for other in mates):
        return {}
    return {"recombination": {"cost": RECOMBINATION, "losses": losses}}
