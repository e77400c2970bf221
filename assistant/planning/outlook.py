"""What a battle promises: expected steps of both sides, and the chance that the hex is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.position import Position, Unit, faces_of
from assistant.questions.answers import Odds, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError, Rules

STANDS = frozenset({"stand", "BB", "DE", "attack-stalls", "AS"})
"""Outcomes that leave a defender where it is."""

GONE = frozenset({"eliminated", "destroyed", "surrendered", "removed"})


@dataclass(frozen=True)
class Fate:
    """What one result brings: steps that each side loses, and whether the hex is empty after."""

    defender: float
    attacker: float
    taken: bool


@dataclass(frozen=True)
class Outlook:
    """The mean over all results of a battle: `kills` and `losses` in steps of the defender and of
    the attacker, `taken` the chance that the defenders leave the hex, `wiped` that none is left."""

    kills: float = 0.0
    losses: float = 0.0
    taken: float = 0.0
    wiped: float = 0.0


def outlook(rules: Rules, position: Position, odds: Odds) -> Outlook:
    """What a battle promises, each result weighed by its chance."""
    kills = losses = taken = wiped = 0.0
    whole = sum(steps_left(position.by_id[id_]) for id_ in odds.defenders)
    for result, chance in odds.chances.items():
        fate = fate_of(rules, position, odds, result)
        kills += chance * fate.defender
        losses += chance * fate.attacker
        taken += chance * fate.taken
        wiped += chance * (fate.defender >= whole > 0)
    return Outlook(kills, losses, taken, wiped)


def fate_of(rules: Rules, position: Position, odds: Odds, result: str) -> Fate:
    """What one result brings, as the game's retreats tell it; nothing where no unit is asked to
    go and nothing is told of losses."""
    told = _told(odds, result)
    found = []
    for target in odds.target.split(","):
        try:
            found.append(rules.retreats(position, target, result, odds.attackers))
        except QuestionError:
            continue
    attacker = told.get("attacker", _attackers_loss(odds, found, result))
    if not found:
        return Fate(told.get("defender", 0.0), attacker, False)
    units = [unit for answer in found for unit in answer.units]
    lost = sum(_lost(position, unit) for unit in units)
    defender = max(lost, told.get("defender", 0.0))
    taken = bool(units) and all(unit.outcome not in STANDS for unit in units)
    return Fate(defender, attacker, taken)


def steps_left(unit: Unit) -> int:
    """Steps that a unit can still lose, the last one included."""
    steps = unit.get("steps")
    most = steps if isinstance(steps, int) else max(faces_of(unit.fields), 1)
    return max(1, most - unit.step + 1)


def _lost(position: Position, unit: UnitRetreats) -> float:
    """The fewest steps that a defender loses."""
    whole = steps_left(position.by_id[unit.id])
    if unit.outcome in GONE:
        return whole
    ways = [option.losses for option in unit.options if option.path]
    if not ways and unit.hold is not None:
        return min(whole, unit.hold.losses)
    return min(whole, max(min(ways, default=0.0), unit.losses or 0.0))


def _told(odds: Odds, result: str) -> dict[str, float]:
    """Losses that the answer to the odds names for a result, by side."""
    for name in ("consequences", "numbers"):
        table = odds.extra.get(name)
        if isinstance(table, Mapping) and result in table:
            row: Any = table[result]
            losses = row.get("losses", row) if isinstance(row, Mapping) else {}
            return (
                {
                    side: float(losses[side])
                    for side in ("attacker", "defender")
                    if isinstance(losses, Mapping) and isinstance(losses.get(side), int | float)
                }
                if name == "consequences"
                else {"attacker": float(losses.get("attacker", 0))}
            )
    return {}


def _attackers_loss(odds: Odds, found: Sequence[Retreats], result: str) -> float:
    table = odds.extra.get("attacker_losses")
    if isinstance(table, Mapping) and isinstance(table.get(result), int | float):
        return float(table[result])
    for answer in found:
        value = answer.extra.get("attacker_losses")
        if isinstance(value, int | float):
            return float(value)
    return 0.0
