"""Anti-tank fire (rules 13.2, 13.3): on the attackers, before the attack itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.games.kursk import sayings
from assistant.games.kursk.artillery import (
    cancelled_by_germans,
    cancelled_by_soviets,
    counter_ledger,
    support,
)
from assistant.games.kursk.battle import Battle, Segment
from assistant.games.kursk.reckoning import mixed_shift
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    class_of,
    is_combat_unit,
    is_disrupted,
    is_gun,
    is_hq,
    points_of,
    steps_of,
)
from assistant.kernel.chances import chances
from assistant.kernel.ledger import Modifier, any_stand_in, by_chart, net
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason, Saying


@rule("13.2", "13.22", "13.23", "13.36", "13.63")
def gun_fire(battle: Battle) -> dict[str, Any] | None:
    """The fire of the guns in the target hex, or of the German points declared; None if there are
    neither."""
    guns, named = battle.guns_of("anti-tank"), battle.declared.anti_tank
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
        text = "No combat unit or headquarters is stacked with the guns."
        return Reason("13.28", text, "friends")
    for gun in battle.guns_of("anti-tank"):
        if is_disrupted(gun):
            return sayings.disrupted("6.33", unit=gun)
        if not battle.situation.supplied(gun):
            return sayings.unsupplied("11.59", unit=gun)
    return None


def _resolved(battle: Battle, points: int) -> dict[str, Any]:
    situation, charts = battle.situation, battle.situation.charts
    modifiers = tuple(gun_shifts(battle))
    shift = net(modifiers)
    column = charts.column(points, shift)
    steps = sum(steps_of(unit) for unit in battle.attackers if not is_gun(unit))
    die = charts.step_modifier(steps)
    results = charts.results(column, round(die.number))
    lines = (
        *counter_ledger(battle, "anti-tank"),
        *(modifier.line() for modifier in modifiers if modifier.value),
    )
    return {
        "possible": True,
        "rule": "13.2",
        "attack": points,
        "defence": steps,
        "base": charts.column_name(charts.column(points)),
        "shift": shift,
        "column": charts.column_name(column),
        "die_modifier": round(die.number),
        "steps": [{"what": one.what, "effect": one.effect, "rule": one.rule} for one in lines],
        "results": results,
        "chances": {cell: round(chance, 3) for cell, chance in chances(results).items()},
        "losses_first": loss_order(battle),
        "own_result": own_result(situation, battle.segment),
        "own_levels": {
            cell: levels_lost(situation, read_cell(cell).attacker, battle.segment)
            for cell in sorted(set(results.values()))
        },
        "stand_in": die.stand_in or charts.doubtful_results(column) or any_stand_in(modifiers),
    }


@rule("13.24", "13.21", "13.22")
def gun_shifts(battle: Battle) -> Iterator[Modifier]:
    """Anti-tank fire loses a column against infantry and headquarters alone, and takes the other
    modifiers for those that it strikes; terrain never counts."""
    situation = battle.situation
    classes = {class_of(situation.position, u) for u in battle.attackers if not is_gun(u)}
    if "armoured" not in classes:
        figure = situation.charts.modifier("gun-at-infantry")
        yield by_chart("infantry and headquarters only", figure, "13.24")
    if situation.option("gun-modifiers") == "all":
        yield from _target_shifts(battle)


@rule("13.24", "11.56", "11.18", "11.19", "9.93")
def _target_shifts(battle: Battle) -> Iterator[Modifier]:
    """What the attackers' supply, commands and mode add to fire at them, as if they defended. Of
    several stacks the least mixed one counts."""
    situation, mode = battle.situation, battle.attacker_mode
    modifier = situation.charts.modifier
    figure = situation.charts.mode_shift("defender", mode)
    yield by_chart(Saying("targets {mode}", mode=mode), figure, "9.93")
    if not all(map(situation.supplied, battle.attackers)):
        yield by_chart("targets out of supply", modifier("defender-oos"), "11.56")
    mixes = [
        situation.command.mix([unit for unit in battle.attackers if unit.hex == name])
        for name in battle.hexes
    ]
    mix = min(mixes, key=lambda one: round(modifier(one).number) if one else 0)
    yield from mixed_shift("targets of mixed command", situation, mix)


@rule("13.25", "13.29", "9.62")
def loss_order(battle: Battle) -> list[str]:
    """What anti-tank fire hits is lost in steps: armour first, headquarters last."""
    return ["armoured", "infantry", "headquarters"]


@rule("13.26")
def own_result(situation: Situation, segment: Segment) -> str:
    """How a result against the guns counts: half in the gun segment, full in an overrun."""
    second_full = situation.option("anti-tank-second-segment") == "full"
    full = segment == "overrun" or (segment == "second" and second_full)
    return "full" if full else "half, rounded up"


@rule("13.26", "13.25", "9.64")
def levels_lost(situation: Situation, result: int, segment: Segment) -> int:
    """Levels that a result costs anti-tank guns."""
    return result if own_result(situation, segment) == "full" else (result + 1) // 2
