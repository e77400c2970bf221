"""Why a combat may not be fought (9 and what other chapters forbid)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assistant.games.uis.allowance import allowance
from assistant.games.uis.barriers import may_not_attack
from assistant.games.uis.battle import (
    DISENGAGEMENT,
    MARCH,
    SINGLE_ECHELON,
    Battle,
    across_peaks,
    disengagement_refused,
    march_refused,
    of_the_revolt,
    single_echelon_refused,
)
from assistant.games.uis.ground import is_enemy_airfield, neutral_ground
from assistant.games.uis.situation import NEUTRAL, WP, Situation
from assistant.games.uis.supply import is_out_of_supply, is_without_ammo
from assistant.games.uis.units import HEDGEHOG, ROAD, is_combat, mode, spent
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying


def forbidden(battle: Battle) -> Iterator[Reason]:
    """Every reason why this combat may not be fought."""
    yield from unit_refused(battle)
    yield from type_refused(battle)
    if battle.type == DISENGAGEMENT:
        return
    for test in TARGET_TESTS:
        if why := test(battle):
            yield why


@rule("5.1.3", "5.2.3", "9", "9.0", "12.4.1", "13.2.4", "5.3", "36.5.7")
def unit_refused(battle: Battle) -> Iterator[Reason]:
    """One combat unit of the side in phase, in Tactical mode, in supply, with points left."""
    situation, unit = battle.situation, battle.active
    if battle.others:
        yield Reason(
            "5.2.3, 9", "Exactly one combat unit attacks; support units go with it.", "friends"
        )
    if not situation.moves_now(unit.side) or unit.side == NEUTRAL:
        yield Reason(
            "9", "{unit} does not fight on its own account in this phase.", "phase", unit=unit.shown
        )
    if unit.get("moved"):
        yield Reason(
            "5.1.3", "{unit} has finished its move in this phase.", "spent", unit=unit.shown
        )
    if points_missing(battle):
        yield Reason(
            "5.4, 9.2", "Not enough movement points are left for this combat.", "allowance"
        )
    if battle.type == DISENGAGEMENT:
        if mode(unit) == HEDGEHOG:
            yield Reason("5.3", "A unit in Hedgehog mode does not move.", "unit")
        return
    if not is_combat(unit):
        yield Reason("9", "{unit} is a support unit and does not attack.", "unit", unit=unit.shown)
        return
    if mode(unit) in (ROAD, HEDGEHOG):
        yield Reason(
            "5.3", "A unit in {mode} mode does not attack.", "unit", mode=mode(unit).capitalize()
        )
    if is_out_of_supply(situation, unit):
        yield Reason(
            "12.4.1", "{unit} is out of supply and starts no combat.", "supply", unit=unit.shown
        )
    if is_without_ammo(situation, unit):
        yield Reason(
            "13.2.4", "{unit} has no ammunition and starts no combat.", "supply", unit=unit.shown
        )
    if not battle.assault.strength(unit.face("attack")):
        yield Reason(
            "9.1.12", "{unit} has no attack strength in this assault.", "unit", unit=unit.shown
        )
    if why := may_not_attack(situation, unit):
        yield why


@rule("5.4", "9.2", "9.3", "9.4", "9.6.4")
def points_missing(battle: Battle) -> bool:
    """Whether the assault costs more than fatigue still allows in this phase."""
    cost = battle.situation.figure("movement", battle.type).number
    return spent(battle.active) + cost > allowance(battle.situation, battle.active).cap


@rule("9.4.1", "9.5.1", "9.6.1")
def type_refused(battle: Battle) -> Iterator[Reason]:
    """What the kind of combat asks for."""
    if battle.type == SINGLE_ECHELON:
        yield from single_echelon_refused(battle.active)
    elif battle.type == MARCH:
        yield from march_refused(battle.situation, battle.active)
    elif battle.type == DISENGAGEMENT:
        yield from disengagement_refused(battle.situation, battle.active)


@rule("9.0.3", "9.0.6", "36.7.1")
def needs_an_enemy(battle: Battle) -> Reason | None:
    """Enemy units, revolt markers or an enemy airfield in the hex."""
    if battle.defenders or battle.revolt or is_airfield_attack(battle):
        return None
    if any(battle.situation.side_at(name) == battle.phasing for name in battle.targets):
        return Reason("9.0.3", "Units do not attack their own side.", "side")
    return Reason("9.0.3", "There is nothing to attack in {hexes}.", "missing", hexes=battle.named)


@rule("9.0.6", "28.3")
def is_airfield_attack(battle: Battle) -> bool:
    """An enemy airfield without units counts as a support unit without defence."""
    if battle.defenders or battle.is_disengagement or len(battle.targets) != 1:
        return False
    return is_enemy_airfield(battle.situation, battle.targets[0], battle.defending_side)


@rule("9.0.3", "9.2.2")
def must_be_adjacent(battle: Battle) -> Reason | None:
    """Only adjacent hexes are attacked."""
    near = battle.situation.around[battle.active.hex]
    far = [name for name in battle.targets if name not in near]
    if far:
        return Reason(
            "9.0.3",
            "{unit} is not next to {hexes}.",
            "distance",
            unit=battle.active.shown,
            hexes=far,
        )
    return None


@rule("9.0.3", "9.2.2", "9.5.2.1")
def one_hex_of_choice(battle: Battle) -> Reason | None:
    """Hexes that do not control the attacker's hex are attacked one at a time."""
    if len(battle.named) > 1 and not set(battle.named) <= set(battle.controlling):
        return Reason(
            "9.0.3", "Each hex that exerts no zone on the attacker is a combat of its own.", "way"
        )
    if battle.type == MARCH and len(battle.named) > 1:
        return Reason("9.5.2.1", "A march assault is against one hex.", "way")
    return None


@rule("9.0.1", "9.2.1", "9.0.3")
def must_attack_the_zone(battle: Battle) -> Reason | None:
    """A unit in an enemy zone attacks the units that exert it, and not another hex instead."""
    if battle.type == MARCH or battle.situation.option("other-hex-from-zone"):
        return None
    controlling = sorted(battle.controlling)
    if controlling and not set(battle.named) & set(controlling):
        text = Saying("The attacker is in an enemy zone and attacks {hexes}.", hexes=controlling)
        return Reason("9.2.1", text, "enemy-zone")
    return None


@rule("9.11.3", "32.1")
def over_the_peaks(battle: Battle) -> Reason | None:
    """No attack across impassable hexsides, nor across alpine ones but by alpine units."""
    for name in battle.targets:
        if across_peaks(battle.situation, battle.active, name):
            return Reason("9", "No attack goes across the hexside to {hex}.", "hexside", hex=name)
    return None


@rule("41.2")
def neutral_target(battle: Battle) -> Reason | None:
    """Nobody attacks a neutral country, nor from one."""
    ground = neutral_ground(battle.situation)
    if ground & {battle.active.hex, *battle.targets}:
        return Reason("41.2", "Neutral territory is of no use to anybody.", "area")
    return None


@rule("36.7.2")
def own_revolt(battle: Battle) -> Reason | None:
    """Units do not suppress a revolt in their own country."""
    if any(of_the_revolt(battle, unit) for unit in (battle.active, *battle.helpers)):
        return Reason("36.7.2", "Units of the same nation do not suppress a revolt.", "unit")
    return None


TARGET_TESTS: tuple[Callable[[Battle], Reason | None], ...] = (
    needs_an_enemy,
    must_be_adjacent,
    one_hex_of_choice,
    must_attack_the_zone,
    over_the_peaks,
    neutral_target,
    own_revolt,
)


@rule("9.0.1", "9.0.3", "9.2.1")
def possible_targets(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit may name in an assault, one for all that must be attacked together."""
    battle = Battle(situation, unit, ())
    if battle.controlling:
        return (min(battle.controlling),)
    enemy, revolts = battle.defending_side, situation.table("revolt")
    return tuple(
        name
        for name in sorted(situation.around[unit.hex])
        if situation.side_at(name) == enemy
        or is_enemy_airfield(situation, name, enemy)
        or (revolts.get(name) and unit.side == WP and not situation.at(name))
    )
