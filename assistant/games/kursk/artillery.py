"""Artillery (rules 13.1, 13.3 to 13.5): suppression and bombardment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from assistant.games.kursk.battle import Battle
from assistant.games.kursk.counter_battery import (
    cancelled_by_germans,
    cancelled_by_soviets,
    german_pool,
)
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    hq_points,
    is_combat_unit,
    is_hq,
    is_independent,
    level_of,
    points_of,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

BOMBARDMENT_RANGE = 2


@rule("13.11", "13.12", "13.13", "13.14", "13.35")
def suppressed(infantry: int, others: int, points: int) -> int:
    """What artillery leaves of an attack: its points from the infantry first, half of what then
    remains, rounded down, from armour and headquarters."""
    if infantry >= points:
        return infantry - points + others
    return max(0, others - (points - infantry) // 2)


# German headquarters in defence


@rule("13.31", "13.32", "13.38", "13.37")
def bar_to_support(battle: Battle, hq: Unit) -> Reason | None:
    """Why a headquarters may not give points to the defenders: distance, no unit of its own among
    them, or attacked itself without a combat unit beside it."""
    grid = battle.situation.position.board.grid
    if grid.distance(hq.hex, battle.target) > 1:
        return Reason(
            "13.31", "{unit} is neither with nor next to {hex}.", unit=hq.shown, hex=battle.target
        )
    combat = any(is_combat_unit(u) and not is_hq(u) for u in battle.holding)
    if hq.hex == battle.target and not combat:
        return Reason("13.38", "{unit} is attacked without a combat unit beside it.", unit=hq.shown)
    if not any(_commands(battle.situation, hq, unit) for unit in battle.defenders):
        return Reason(
            "13.32", "No unit directly under {unit} is in {hex}.", unit=hq.shown, hex=battle.target
        )
    return None


def _commands(situation: Situation, hq: Unit, unit: Unit) -> bool:
    """Whether a unit is directly subordinate to a headquarters now."""
    chain = situation.command.chain(unit)
    return bool(chain) and chain[0] == hq.id and not is_independent(unit)


@rule("13.3", "13.31", "13.33", "11.59")
def support(battle: Battle, kind: Literal["artillery", "anti-tank"]) -> tuple[int, Reason | None]:
    """The points that German headquarters can give the defenders, and, if there are none, why.
    Out of supply their guns may suppress but not fire at tanks."""
    total, why = 0, None
    for hq in battle.situation.command.headquarters:
        points = hq_points(hq, kind)
        if hq.side != battle.defending_side or not points:
            continue
        reason = bar_to_support(battle, hq)
        supply = battle.situation.supply[hq.side].under_attack(hq)
        if reason is None and kind == "anti-tank" and not supply.supplied:
            reason = Reason("11.59", "{unit} is out of supply.", unit=hq.shown)
        if reason is None:
            total += points
        else:
            why = _nearer(why, reason)
    if total or why:
        return total, why
    return 0, Reason("13.3", "No headquarters has {kind} points.", kind=kind)


def _nearer(first: Reason | None, second: Reason) -> Reason:
    """Of two reasons the one about a headquarters that is at least near."""
    return second if first is None or first.rule == "13.31" else first


@rule("13.16", "13.17", "13.19", "13.35")
def suppression(battle: Battle) -> int:
    """Artillery points that suppress the attack: all of a Soviet unit stacked with others unless
    declined, or the German points declared, as far as there are any."""
    if battle.automatic or not battle.defenders:
        return 0
    named = battle.declared.suppress
    if battle.defending_side == "german":
        given = min(named, _left_to_suppress(battle)) if named else 0
        return max(0, given - cancelled_by_soviets(battle, "artillery"))
    guns = [unit for unit in battle.defenders if unit.type == "artillery"]
    points = sum(points_of(unit) for unit in guns)
    if named == 0:
        return 0
    return max(0, points - cancelled_by_germans(battle, "artillery")) if points else 0


@rule("13.65")
def _left_to_suppress(battle: Battle) -> int:
    """Points that German headquarters can give in defence beside their counter-battery fire, for
    which those that may not suppress fire first."""
    able, cancelled = support(battle, "artillery")[0], cancelled_by_germans(battle, "artillery")
    if not cancelled:
        return able
    return able - max(0, cancelled - max(0, german_pool(battle) - able))


# German bombardment


@rule("13.51", "13.52", "13.54", "11.59", "13.37")
def bar_to_bombard(battle: Battle, hq: Unit) -> Reason | None:
    """Why a headquarters may not bombard: the segment, its side, no points, the range, its supply,
    or fewer than two, and not all, of its units in the attack."""
    situation = battle.situation
    if hq.side != "german" or battle.attacking_side != "german":
        return Reason("13.5", "{unit} has no artillery to bombard with here.", unit=hq.shown)
    if battle.segment != "first":
        return Reason("13.51", "Bombardment belongs to the first combat segment.")
    if not hq_points(hq, "artillery"):
        number = "13.37" if "recovered" in hq.markers else "13.5"
        return Reason(number, "{unit} has no artillery points.", unit=hq.shown)
    if situation.position.board.grid.distance(hq.hex, battle.target) > BOMBARDMENT_RANGE:
        return Reason(
            "13.54", "{unit} is more than two hexes from {hex}.", unit=hq.shown, hex=battle.target
        )
    if not situation.supplied(hq):
        return Reason("11.59", "{unit} is out of supply.", unit=hq.shown)
    own = [u for u in situation.units if not is_hq(u) and _commands(situation, hq, u)]
    attacking = {unit.id for unit in battle.attackers if _commands(situation, hq, unit)}
    if len(attacking) < 2 and not (attacking and all(unit.id in attacking for unit in own)):
        return Reason(
            "13.52",
            "Fewer than two of {unit}'s units attack {hex}.",
            unit=hq.shown,
            hex=battle.target,
        )
    return None


@rule("13.55", "13.5")
def bombardment(battle: Battle) -> tuple[int, list[tuple[Unit, Reason]]]:
    """Points that German artillery adds to the attack, of those declared no more than there are,
    and the headquarters that may not."""
    total, barred = 0, []
    for name, points in battle.declared.bombardment.items():
        hq = battle.situation.position.by_id[name]
        reason = bar_to_bombard(battle, hq)
        if reason is None:
            total += min(points, hq_points(hq, "artillery"))
        else:
            barred.append((hq, reason))
    return total, barred


# Soviet bombardment


@rule("13.41", "13.42", "13.43", "11.59", "18.3", "4.2")
def bar_to_shell(
    situation: Situation, gun: Unit, target: str, attackers: Sequence[Unit], segment: str
) -> Reason | None:
    """Why a Soviet artillery unit may not bombard: the phase, the distance, its supply, or no
    combat unit that attacks the same hex."""
    if gun.type != "artillery":
        return Reason("9.11", "{unit} fires only at attackers.", unit=gun.shown)
    if segment != "first" or not situation.moment.belongs_to(gun.side):
        return Reason("13.41", "Artillery bombards in the first combat segment only.")
    if target not in situation.near(gun.hex):
        return Reason(
            "13.43", "{unit} is not adjacent to {hex}.", "distance", unit=gun.shown, hex=target
        )
    if situation.command.is_reserve(gun):
        return Reason(
            "18.3", "{unit} is a reserve that is not activated.", "command", unit=gun.shown
        )
    if not situation.supplied(gun):
        return Reason("11.59", "{unit} is out of supply.", unit=gun.shown)
    if not any(is_combat_unit(unit) for unit in attackers):
        return Reason(
            "13.42", "No combat unit attacks {hex} with {unit}.", hex=target, unit=gun.shown
        )
    return None


@rule("13.44", "13.61")
def bombarding_levels(battle: Battle) -> int:
    """Levels of all bombarding artillery; points lost to counter-battery fire may lower one."""
    left = cancelled_by_germans(battle, "artillery") if battle.guns else 0
    levels = 0
    for gun in battle.guns:
        if not left:
            levels += level_of(gun)
            continue
        taken = min(left, points_of(gun))
        left -= taken
        levels += reduced_level(battle.situation, gun, taken)
    return levels


@rule("13.61")
def reduced_level(situation: Situation, gun: Unit, cancelled: int) -> int:
    """The level at which artillery works with some of its points cancelled; none without points."""
    points = points_of(gun) - cancelled
    return min(level_of(gun), situation.charts.level_for(points)) if points > 0 else 0


@rule("13.15", "9.61", "9.62")
def loss_order(battle: Battle) -> tuple[str, ...]:
    """In what order attackers lose steps: infantry before the rest against artillery that is
    stacked with the defenders, headquarters last."""
    guns = any(unit.type == "artillery" for unit in battle.defenders) and not battle.automatic
    used = guns or (battle.defending_side == "german" and suppression(battle) > 0)
    return ("infantry", "armoured", "headquarters") if used else ("any", "headquarters")
