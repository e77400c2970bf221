"""The answer to the question of General Supply: how every unit stands, and what cuts off those who
have none (12)."""

from __future__ import annotations

from assistant.games.uis import untold
from assistant.games.uis.cut import what_cuts
from assistant.games.uis.situation import NATO, WP, Situation
from assistant.games.uis.supply import (
    Found,
    draws_on_interdicted_head,
    state_after_check,
    supply_of,
)
from assistant.games.uis.units import is_base, is_combat, is_component, is_made_for_any
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply
from assistant.questions.reasons import Reason

STOCKS = Reason("13", "Integrated Supply: out of General Supply it lives on its own stocks.")
INTERDICTED = Reason("27.15", "Its supply head is interdicted: three hexes, and +2 to the enemy.")


def supply(situation: Situation) -> Supply:
    """The supply of every unit on the map, by hex and then from the bottom of the stack."""
    states = supply_of(situation)
    doubtful = any(found.stand_in for found in states.values())
    return Supply(
        tuple(unit_supply(situation, unit, states[unit.id]) for unit in situation.units),
        {"stand_in": doubtful, **situation.readings(open_points(situation))}
        | untold.as_extra(*untold.of_war(situation)),
    )


def unit_supply(situation: Situation, unit: Unit, found: Found) -> UnitSupply:
    """One unit with its reasons."""
    because = found.because
    if not found.supplied:
        because = (*because, *what_cuts(situation, unit, supply_of(situation)))
    if not found.supplied and situation.in_force("integrated-supply"):
        because = (*because, STOCKS)
    if is_combat(unit) and draws_on_interdicted_head(situation, unit):
        because = (*because, INTERDICTED)
    state = state_after_check(situation, unit, found)
    extra = {"via": found.via, "stand_in": found.stand_in}
    return UnitSupply(
        unit.id, unit.side, unit.hex, state, found.source, found.path, because, extra=extra
    )


def open_points(situation: Situation) -> list[str]:
    """The open points on which these answers lean."""
    if not situation.held[WP] | situation.held[NATO]:
        return []
    features, units = situation.board.hexsides.values(), situation.units
    points = {
        "nuclear-routes": bool(situation.table("nuclear")),
        "lines-by-ferry": any("ferry" in its for its in features),
        "regiment-base-supplied": any(is_base(unit) and unit.side == WP for unit in units),
        "pact-regiments": any(is_component(unit) and is_made_for_any(unit) for unit in units),
    }
    return [name for name, matters in points.items() if matters]
