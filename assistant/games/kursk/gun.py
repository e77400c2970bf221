"""Anti-tank fire (rules 13.2, 13.3): on the attackers, before the attack itself."""

from __future__ import annotations

from typing import Any

from assistant.games.kursk.artillery import (
    cancelled_by_germans,
    cancelled_by_soviets,
    counter_ledger,
    support,
)
from assistant.games.kursk.battle import Battle, Segment
from assistant.games.kursk.reckoning import gun_shifts
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.sayings import disrupted, unsupplied
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    is_combat_unit,
    is_disrupted,
    is_gun,
    is_hq,
    points_of,
    steps_of,
)
from assistant.kernel.chances import chances
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason, Saying


@rule("13.2", "13.22", "13.23", "13.36", "13.63")
def gun_fire(battle: Battle) -> dict[str, Any] | None:
    """The fire of the guns in the target hex, or of the German points declared; None if there are
    neither."""
    guns = [unit for unit in battle.defenders if unit.type == "anti-tank"]
    named = battle.declared.anti_tank
    if battle.defending_side == "german":
        if not named:
            return None
        points, reason = support(battle, "anti-tank")
        points, reason = min(named, points), None if points else reason
        cancelled = cancelled_by_soviets(battle, "anti-tank")
    elif guns:
        points, reason = sum(map(points_of, guns)), bar_to_fire(battle)
        cancelled = cancelled_by_germans(battle, "anti-tank")
    else:
        return None
    if reason is None and not battle.attackers:
        reason = Reason("13.22", "Nobody attacks {hex}.", "missing", hex=battle.target)
    if reason is None and cancelled >= points:
        reason = Reason("13.63", "Counter-battery fire cancels all anti-tank points.", "spent")
    if reason is not None:
        return {"possible": False, "rule": reason.rule, "text": reason.text}
    return _resolved(battle, points - cancelled)


@rule("13.28", "6.33", "11.59", "13.27")
def bar_to_fire(battle: Battle) -> Reason | None:
    """Guns do not fire without a combat unit or headquarters beside them, disrupted, or out of
    supply."""
    if not any(is_combat_unit(unit) or is_hq(unit) for unit in battle.holding):
        return Reason(
            "13.28", "No combat unit or headquarters is stacked with the guns.", "friends"
        )
    for unit in battle.defenders:
        if unit.type == "anti-tank" and is_disrupted(unit):
            return disrupted("6.33", unit)
        if unit.type == "anti-tank" and not battle.situation.supplied(unit):
            return unsupplied("11.59", unit)
    return None


def _resolved(battle: Battle, points: int) -> dict[str, Any]:
    charts = battle.situation.charts
    base = charts.base_column(points)
    modifiers = tuple(gun_shifts(battle))
    fire = counter_ledger(battle, "anti-tank")
    shift = sum(modifier.columns for modifier in modifiers)
    column = charts.shifted(base, shift)
    steps = sum(steps_of(unit) for unit in battle.attackers if not is_gun(unit))
    die = charts.step_modifier(steps)
    results = charts.results(column, round(die.number))
    return {
        "possible": True,
        "rule": "13.2",
        "attack": points,
        "defence": steps,
        "base": charts.column_name(base),
        "shift": shift,
        "column": charts.column_name(column),
        "die_modifier": round(die.number),
        "steps": [
            *({"what": m.what, "effect": m.effect, "rule": m.rule} for m in fire),
            *(
                {
                    "what": m.what,
                    "effect": Saying("{n:+d} {n|column|columns}", n=m.columns),
                    "rule": m.rule,
                }
                for m in modifiers
                if m.columns
            ),
        ],
        "results": results,
        "chances": {cell: round(chance, 3) for cell, chance in chances(results).items()},
        "losses_first": loss_order(battle),
        "own_result": own_result(battle.situation, battle.segment),
        "own_levels": {
            cell: levels_lost(battle.situation, read_cell(cell).attacker, battle.segment)
            for cell in sorted(set(results.values()))
        },
        "stand_in": die.stand_in
        or charts.doubtful_results(column)
        or any(modifier.stand_in for modifier in modifiers),
    }


@rule("13.25", "13.29", "9.62")
def loss_order(battle: Battle) -> list[str]:
    """What anti-tank fire hits is lost in steps: armour first, headquarters last."""
    return ["armoured", "infantry", "headquarters"]


@rule("13.26")
def own_result(situation: Situation, segment: Segment) -> str:
    """How a result against the guns counts: half in the gun segment, full in an overrun."""
    if segment == "overrun":
        return "full"
    second_full = situation.option("anti-tank-second-segment") == "full"
    return "full" if segment == "second" and second_full else "half, rounded up"


@rule("13.26", "13.25", "9.64")
def levels_lost(situation: Situation, result: int, segment: Segment) -> int:
    """Levels that a result costs anti-tank guns."""
    return result if own_result(situation, segment) == "full" else (result + 1) // 2
