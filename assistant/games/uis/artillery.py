"""Artillery support in a ground combat (15.1)."""

from __future__ import annotations

from assistant.games.uis.assaults import MARCH
from assistant.games.uis.battle import Battle, of_the_revolt
from assistant.games.uis.ground import distance
from assistant.games.uis.integrated import ammo
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.units import ARTILLERY, TACTICAL, contingency, is_combat, mode, steps_lost
from assistant.games.uis.zones import zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

REACH = {"attacker": 2, "defender": 1}


def supporting(battle: Battle, role: str) -> tuple[Unit, ...]:
    """The artillery of one role that fires."""
    return tuple(unit for unit in named(battle, role) if may_not_fire(battle, role, unit) is None)


def named(battle: Battle, role: str) -> tuple[Unit, ...]:
    """The artillery that players named for one role."""
    by_id = battle.situation.position.by_id
    return tuple(by_id[name] for name in battle.declared.names.get(f"{role}-artillery", ()))


@rule("15.1.1", "15.1.3", "9.5.2.2", "36.7.2")
def may_not_fire(battle: Battle, role: str, unit: Unit) -> Reason | None:
    """Artillery fires in Tactical mode, without losses, with ammunition and within reach; in an
    enemy zone only beside a unit that shields it."""
    side = battle.attacking_side if role == "attacker" else battle.defending_side
    if unit.type != ARTILLERY or unit.side != side:
        return Reason("15.1", "{unit} is no artillery of the {role}.", unit=unit.id, role=role)
    if of_the_revolt(battle, unit):
        text = "{unit} is of the nation in revolt and does not help to suppress it."
        return Reason("36.7.2", text, unit=unit.id)
    if unit.hex not in battle.situation.board.grid:
        return Reason("15.1", "{unit} is not on the map.", unit=unit.id)
    if mode(unit) != TACTICAL:
        return Reason("15.1.1", "{unit} is not in Tactical mode.", unit=unit.id)
    if not within_reach(battle, role, unit):
        return Reason("15.1.1", "{unit} is out of reach of the units attacked.", unit=unit.id)
    if steps_lost(unit):
        return Reason("15.1.1", "{unit} has lost a step.", unit=unit.id)
    if not is_shielded(battle, unit):
        return Reason("15.1.1", "{unit} stands unshielded in an enemy zone.", unit=unit.id)
    if ammo(unit) == 0:
        return Reason("15.1.1", "{unit} has no ammunition.", unit=unit.id)
    if role == "attacker" and battle.type == MARCH and unit.hex != battle.active.hex:
        return Reason("9.5.2.2", "{unit} does not move with the division.", unit=unit.id)
    return None


@rule("15.1.1")
def within_reach(battle: Battle, role: str, unit: Unit) -> bool:
    """The attacker's within two hexes of a unit attacked, the defender's next to one or with it."""
    hexes = {other.hex for other in battle.defenders} or set(battle.targets)
    far = [distance(battle.situation, unit.hex, name) for name in hexes]
    return any(hexes_away is not None and hexes_away <= REACH[role] for hexes_away in far)


@rule("15.1.1")
def is_shielded(battle: Battle, unit: Unit) -> bool:
    """In an enemy zone a combat unit, or other support with contingency defence, must be there."""
    situation = battle.situation
    if unit.hex not in zone(situation, enemy_of(unit.side), battle.phasing):
        return True
    return any(
        is_combat(other) or (other.type != ARTILLERY and contingency(other))
        for other in situation.at(unit.hex)
        if other.id != unit.id
    )


@rule("15", "15.0.3")
def bombardment(role: str, unit: Unit) -> int:
    """The first number supports attackers, the second defenders."""
    return unit.face("offensive" if role == "attacker" else "defensive")
