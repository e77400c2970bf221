"""General Supply of every unit, and what its lack means (12)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.uis.calendar import in_force, war_turn
from assistant.games.uis.communication import COMMUNICATION_TURNS, by_communication
from assistant.games.uis.sides import NATO, NEUTRAL, WP
from assistant.games.uis.situation import Situation
from assistant.games.uis.sources import under_enemy_air
from assistant.games.uis.supply_chain import Found
from assistant.games.uis.supply_nato import nato_states
from assistant.games.uis.supply_wp import wp_states
from assistant.games.uis.units import FLOWN_OR_LANDED
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason


@rule("12", "12.0")
@kept
def supply_of(situation: Situation) -> dict[str, Found]:
    """Every unit on the map by its id, as it stands at this moment."""
    states = {unit.id: neutral(unit) for unit in situation.of_side(NEUTRAL)}
    for side, by_chain in ((NATO, nato_states), (WP, wp_states)):
        units = situation.of_side(side)
        if not units:
            continue
        if war_turn(situation.position) <= COMMUNICATION_TURNS[side]:
            states |= by_communication(situation, side, units)
        else:
            states |= by_chain(situation, units)
        states |= flown_in(situation, side, units, states)
    return states


@rule("41.1")
def neutral(unit: Unit) -> Found:
    """Neutral units stand still and take no part in the war: nothing cuts them off."""
    return Found(True, (unit.hex,), (), (Reason("41", "A neutral unit is not at war."),))


@rule("12.5.1", "12.5.2", "12.5.3", "29.5")
def flown_in(
    situation: Situation, side: str, units: Iterable[Unit], states: dict[str, Found]
) -> dict[str, Found]:
    """Troops that came by air or sea are supplied in that turn, later unless the enemy rules the
    air over them."""
    found = {}
    for unit in units:
        landed = unit.get("landed")
        if not landed or states[unit.id].supplied:
            continue
        if landed == "this-turn":
            why = Reason("12.5.1", "It came by air or sea this turn.")
            found[unit.id] = Found(True, (unit.hex,), (), (why,))
        elif unit.type in FLOWN_OR_LANDED and not under_enemy_air(situation, side, unit.hex):
            why = Reason("12.5.3", "Supplied by air: no enemy air superiority over its hex.")
            found[unit.id] = Found(True, (unit.hex,), (), (why,))
    return found


def is_supplied(situation: Situation, unit: Unit) -> bool:
    """Whether a unit is in General Supply now."""
    return supply_of(situation)[unit.id].supplied


@rule("12.4", "12.4.1", "13.2.3")
def is_out_of_supply(situation: Situation, unit: Unit) -> bool:
    """A unit suffers only if it bears the marker and has no route now; under Integrated Supply
    the marker does not exist."""
    if "oos" not in unit.markers or in_force(situation.position, "integrated-supply"):
        return False
    return not is_supplied(situation, unit)


@rule("27.15")
def draws_on_interdicted_head(situation: Situation, unit: Unit) -> bool:
    """Whether the unit's chain runs through a supply head interdicted from the air."""
    interdicted = set(situation.position.value("interdicted-heads") or ())
    return bool(interdicted & set(supply_of(situation)[unit.id].via))
