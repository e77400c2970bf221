"""What may be added to a combat: Active Defence, battalions, jamming, rations (9.16-9.19, 13)."""

from __future__ import annotations

from assistant.games.uis.battle import SINGLE_ECHELON, SUCCESS, Battle, combat_units
from assistant.games.uis.ground import is_built_up
from assistant.games.uis.situation import NATO, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied, rationing_refused
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
        return Reason("9.16.1", "No Active Defence in a disengagement.", "way")
    if battle.defending_side != NATO or not units:
        return Reason("9.16", "Only NATO defends actively.", "side")
    if any(nation(unit) not in ACTIVE_NATIONS for unit in units):
        return Reason("9.16.1", "All defenders must be of the US, UK, CA, FR or WG.", "unit")
    if not all(counts_as_supplied(situation, unit) for unit in units):
        return Reason("9.16.1", "All defenders must be in General Supply.", "supply")
    if not any(unit.type in HEAVY and mode(unit) == TACTICAL for unit in units):
        text = "One defender must be a mechanized or armoured combat unit in Tactical mode."
        return Reason("9.16.1", text, "unit")
    if any("no-zoc" in unit.markers for unit in units):
        return Reason("9.16.1", "No defender may have a No-ZOC marker.", "markers")
    if any(is_surrounded(situation, unit, battle.phasing) for unit in units):
        return Reason("9.16.1", "The defenders may not be surrounded.", "enemy-zone")
    return None


@rule("9.16.1", "12.4")
def counts_as_supplied(situation: Situation, unit: Unit) -> bool:
    """In General Supply as its marker tells, Fuel-1 or Out of Supply and still no route; by the
    other reading, and under Integrated Supply, which has no markers, as its route tells."""
    by_marker = situation.option("active-defence-supply") == "marker"
    if by_marker and not situation.in_force("integrated-supply"):
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
        return Reason("9.17", "Only NATO brings airmobile battalions.", "side")
    if not any(is_combat(unit) for unit in battle.defenders):
        return Reason("9.17.1", "There is no combat unit among the defenders.", "unit")
    return None


def is_active(battle: Battle) -> bool:
    return battle.declared.says("active-defence") and active_defence_refused(battle) is None


def has_airmobile(battle: Battle) -> bool:
    return battle.declared.says("airmobile") and airmobile_refused(battle) is None


HIGHEST_ROLL = {WP: 10}
HIGHEST_NATO_ROLL = 13
DIE = 20


@rule("9.19.2", "9.19")
def electronics_refused(battle: Battle, role: str) -> Reason | None:
    """Electronic warfare is of no use against units that defend in Urban or City hexes."""
    if role != "attacker" or not battle.targets:
        return None
    if all(is_built_up(battle.situation, name) for name in battle.targets):
        return Reason(
            "9.19.2", "Electronic warfare does not work against urban or city hexes.", "terrain"
        )
    return None


@rule("9.19.1", "9.19.5")
def jams(battle: Battle, role: str) -> bool:
    """Whether the electronic warfare of one role succeeded, however many units tried."""
    return battle.declared.says(f"{role}-ew", SUCCESS) and not electronics_refused(battle, role)


@rule("9.19.4", "9.19.5")
def chance(side: str) -> float:
    """The Warsaw Pact succeeds on 1 to 10, NATO on 1 to 13."""
    return HIGHEST_ROLL.get(side, HIGHEST_NATO_ROLL) / DIE


@rule("13.2.5", "13.2.6")
def may_not_ration(battle: Battle, role: str) -> Reason | None:
    """Why one side may not ration its ammunition."""
    if role == "attacker":
        units = combat_units(battle.attackers)
        special = battle.type == SINGLE_ECHELON
    else:
        units, special = battle.fighting_defenders, is_active(battle)
    return rationing_refused(battle.situation, units, special)


def rations(battle: Battle, role: str) -> bool:
    return battle.declared.says(f"{role}-ration") and may_not_ration(battle, role) is None
