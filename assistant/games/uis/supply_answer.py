"""The answer to the question of supply: each unit's state, chain and line (12.4)."""

from __future__ import annotations

from assistant.games.uis.calendar import MOVEMENT, in_force
from assistant.games.uis.readings import readings
from assistant.games.uis.sides import NATO, WP
from assistant.games.uis.situation import Situation
from assistant.games.uis.supply import draws_on_interdicted_head, supply_of
from assistant.games.uis.supply_chain import Found
from assistant.games.uis.units import is_combat, is_component, is_made_for_any
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply
from assistant.questions.reasons import Reason

SUPPLIED, FUEL_1, OOS = "supplied", "fuel-1", "oos"
STOCKS = Reason("13", "Integrated Supply: out of General Supply it lives on its own stocks.")
INTERDICTED = Reason("27.15", "Its supply head is interdicted: three hexes, and +2 to the enemy.")


def supply(situation: Situation) -> Supply:
    """The supply of every unit on the map, by hex and then from the bottom of the stack."""
    states = supply_of(situation)
    return Supply(
        tuple(unit_supply(situation, unit, states[unit.id]) for unit in situation.units),
        {
            "stand_in": any(found.stand_in for found in states.values()),
            **readings(situation, open_points(situation)),
        },
    )


def unit_supply(situation: Situation, unit: Unit, found: Found) -> UnitSupply:
    """One unit with its reasons."""
    state = state_after_check(situation, unit, found)
    because = found.because
    if not found.supplied and in_force(situation.position, "integrated-supply"):
        because = (*because, STOCKS)
    if is_combat(unit) and draws_on_interdicted_head(situation, unit):
        because = (*because, INTERDICTED)
    return UnitSupply(
        id=unit.id,
        side=unit.side,
        hex=unit.hex,
        state=state,
        source=found.source,
        path=found.path,
        because=because,
        extra={"via": found.via, "stand_in": found.stand_in},
    )


@rule("12.4.1", "12.4.2", "12.4.3")
def state_after_check(situation: Situation, unit: Unit, found: Found) -> str:
    """What the check at the start of this Movement Phase makes of the unit: a first failure is
    Fuel-1, a second one in its own phase Out of Supply."""
    if found.supplied:
        return SUPPLIED
    if "oos" in unit.markers:
        return OOS
    own_phase = MOVEMENT.get(situation.position.phase) == unit.side
    return OOS if "fuel-1" in unit.markers and own_phase else FUEL_1


def open_points(situation: Situation) -> list[str]:
    """The open points on which these answers lean."""
    points = []
    if situation.table("nuclear"):
        points.append("nuclear-routes")
    if any("ferry" in features for features in situation.board.hexsides.values()):
        points.append("lines-by-ferry")
    if any(unit.type == "division-base" and unit.side == WP for unit in situation.units):
        points.append("regiment-base-supplied")
    if any(is_component(unit) and is_made_for_any(unit) for unit in situation.units):
        points.append("pact-regiments")
    return points if situation.held[WP] | situation.held[NATO] else []
