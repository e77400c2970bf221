"""What NATO defenders may add: Active Defence and airmobile battalions (9.16, 9.17)."""

from __future__ import annotations

from assistant.games.uis.battle import Battle
from assistant.games.uis.calendar import in_force
from assistant.games.uis.sides import NATO, enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import TACTICAL, is_combat, mode, nation
from assistant.games.uis.zones import zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

ACTIVE_NATIONS = frozenset({"us", "uk", "ca", "fr", "wg"})
HEAVY = frozenset({"mechanized", "armoured"})
FAILED = frozenset({"fuel-1", "oos"})


@rule("9.16", "9.16.1")
def active_defence_refused(battle: Battle) -> Reason | None:
    """The nations, supply, mode and freedom that Active Defence asks of all defenders."""
    units, situation = battle.defenders, battle.situation
    if battle.is_disengagement:
        return Reason("9.16.1", "No Active Defence in a disengagement.")
    if battle.defending_side != NATO or not units:
        return Reason("9.16", "Only NATO defends actively.")
    if any(nation(unit) not in ACTIVE_NATIONS for unit in units):
        return Reason("9.16.1", "All defenders must be of the US, UK, CA, FR or WG.")
    if not all(counts_as_supplied(situation, unit) for unit in units):
        return Reason("9.16.1", "All defenders must be in General Supply.")
    if not any(unit.type in HEAVY and mode(unit) == TACTICAL for unit in units):
        text = "One defender must be a mechanized or armoured combat unit in Tactical mode."
        return Reason("9.16.1", text)
    if any("no-zoc" in unit.markers for unit in units):
        return Reason("9.16.1", "No defender may have a No-ZOC marker.")
    if any(is_surrounded(situation, unit, battle.phasing) for unit in units):
        return Reason("9.16.1", "The defenders may not be surrounded.")
    return None


@rule("9.16.1", "12.4")
def counts_as_supplied(situation: Situation, unit: Unit) -> bool:
    """In General Supply as its marker tells, Fuel-1 or Out of Supply and still no route; by the
    other reading, and under Integrated Supply, which has no markers, as its route tells."""
    by_marker = situation.option("active-defence-supply") == "marker"
    if by_marker and not in_force(situation.position, "integrated-supply"):
        return not unit.markers & FAILED or is_supplied(situation, unit)
    return is_supplied(situation, unit)


@rule("9.16.1")
def is_surrounded(situation: Situation, unit: Unit, phasing: str) -> bool:
    """Every hex around holds enemies or lies in their zone."""
    enemy = enemy_of(unit.side)
    shut = zone(situation, enemy, phasing) | situation.held[enemy]
    return all(name in shut for name in situation.around[unit.hex])


@rule("9.17", "9.17.1")
def airmobile_refused(battle: Battle) -> Reason | None:
    """An airmobile battalion helps NATO defenders with a combat unit among them."""
    if battle.defending_side != NATO:
        return Reason("9.17", "Only NATO brings airmobile battalions.")
    if not any(is_combat(unit) for unit in battle.defenders):
        return Reason("9.17.1", "There is no combat unit among the defenders.")
    return None


def is_active(battle: Battle) -> bool:
    return battle.declared.says("active-defence") and active_defence_refused(battle) is None


def has_airmobile(battle: Battle) -> bool:
    return battle.declared.says("airmobile") and airmobile_refused(battle) is None
