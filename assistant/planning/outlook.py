"""What a battle promises: expected steps of both sides, and the chance that the hex is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.position import Position, Unit, faces_of
from assistant.questions.answers import Odds, Retreats, UnitRetreats, as_json
from assistant.questions.protocol import CountsSteps, QuestionError, Rules
from builder.game.model import Game

STANDS = frozenset({"stand", "BB", "DE", "attack-stalls", "AS"})
"""Outcomes that leave a defender where it is."""

GONE = frozenset({"eliminated", "destroyed", "surrendered", "removed"})


@dataclass(frozen=True)
class Fate:
    """What one result brings: steps that each side loses, and whether the hex is empty after and
    anybody of the attackers is left to take it."""

    defender: float
    attacker: float
    taken: bool


EXCHANGE = "EX"


@dataclass(frozen=True)
class Outlook:
    """The mean over all results of a battle: `kills` and `losses` in steps of the defender and of
    the attacker, `taken` the chance that the defenders leave the hex and an attacker is left to
    take it, `wiped` that no defender is left."""

    kills: float = 0.0
    losses: float = 0.0
    taken: float = 0.0
    wiped: float = 0.0


def outlook(rules: Rules, position: Position, odds: Odds) -> Outlook:
    """What a battle promises, each result weighed by its chance."""
    kills = losses = taken = wiped = 0.0
    whole = sum(steps_of(rules, position, position.by_id[id_]) for id_ in odds.defenders)
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
    if (exchange := _exchange(odds, result)) is not None:
        return exchange
    told = _told(odds, result)
    found = []
    for target in odds.extra.get("targets") or odds.target.split(","):
        try:
            found.append(rules.retreats(position, target, result, odds.attackers))
        except QuestionError:
            continue
    attacker = told.get("attacker", _attackers_loss(rules, position, odds, found, result))
    if not found:
        return Fate(told.get("defender", 0.0), attacker, False)
    units = [unit for answer in found for unit in answer.units]
    lost = sum(_lost(rules, position, unit) for unit in units)
    whole = sum(steps_of(rules, position, position.by_id[unit.id]) for unit in units)
    together = min(whole, sum(answer.losses_of("defender") or 0.0 for answer in found))
    defender = max(lost, together, told.get("defender", 0.0))
    taken = bool(units) and all(map(_leaves_nobody, found))
    there = [position.by_id[id_] for id_ in odds.attackers if id_ in position.by_id]
    taken = taken and attacker < sum(steps_of(rules, position, unit) for unit in there)
    taken = taken and any(_may_advance(position.game, unit) for unit in there)
    return Fate(defender, attacker, taken)


def _may_advance(game: Game, unit: Unit) -> bool:
    """Whether units of its type advance at all, as far as declared rules say so."""
    advance = game.rules.advance if game.rules is not None else None
    if advance is None:
        return True
    return unit.type not in advance.not_by and (not advance.only or unit.type in advance.only)


def _leaves_nobody(answer: Retreats) -> bool:
    """Whether nobody stands where the defenders stood, by the game's own word where it has one."""
    gone = all(unit.outcome not in STANDS for unit in answer.units)
    return gone or answer.extra.get("vacated") is True


def steps_of(rules: Rules, position: Position, unit: Unit) -> int:
    """Steps that a unit can still lose, the last one included, as the rules count them."""
    counted = rules.steps_left(position, unit) if isinstance(rules, CountsSteps) else None
    return steps_left(unit) if counted is None else max(1, counted)


def steps_left(unit: Unit) -> int:
    """The same as its faces show it."""
    steps = unit.get("steps")
    most = steps if isinstance(steps, int) else max(faces_of(unit.fields), 1)
    return max(1, most - unit.step + 1)


ATTACKS = ("attack", "attack-faces", "strength")
"""Fields that are usual for what a unit attacks with; of a counter with more faces than steps the
second has it by face."""


def strength(game: Game, unit: Unit) -> float:
    """The strength with which a unit attacks, as printed on its face now up."""
    named = game.rules.combat.attack if game.rules is not None else ""
    names = (name for name in (named, *ATTACKS) if unit.fields.get(name) is not None)
    return next((_printed(unit, name) for name in names), 0)


def _printed(unit: Unit, name: str) -> float:
    value = unit.fields[name]
    return value if isinstance(value, float) else unit.face(name)


def _lost(rules: Rules, position: Position, unit: UnitRetreats) -> float:
    """The fewest steps that a defender loses."""
    whole = steps_of(rules, position, position.by_id[unit.id])
    if unit.outcome in GONE:
        return whole
    ways = [option.losses for option in unit.options if option.path]
    if not ways and unit.hold is not None:
        return min(whole, unit.hold.losses)
    return min(whole, max(min(ways, default=0.0), unit.losses or 0.0))


def _exchange(odds: Odds, result: str) -> Fate | None:
    """An exchange where the answer tells who bears it: a step of each side that has such units, and
    nobody goes (No Retreat! 10.7.1); also of a result that the hex turns into one (10.7.4)."""
    borne, turned = odds.extra.get("exchange"), odds.extra.get("converted")
    if isinstance(turned, Mapping):
        result = turned.get(result, result)
    if result != EXCHANGE or not isinstance(borne, Mapping):
        return None
    steps = {role: float(bool(part["one_of"])) for role, part in borne.items()}
    return Fate(steps["defender"], steps["attacker"], False)


def _told(odds: Odds, result: str) -> dict[str, float]:
    """Losses that the answer to the odds names for a result, by side."""
    for name in ("consequences", "numbers"):
        table = odds.extra.get(name)
        if isinstance(table, Mapping) and result in table:
            row: Any = as_json(table[result])
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


def _attackers_loss(
    rules: Rules, position: Position, odds: Odds, found: Sequence[Retreats], result: str
) -> float:
    table = odds.extra.get("attacker_losses")
    if isinstance(table, Mapping) and isinstance(table.get(result), int | float):
        return float(table[result])
    for answer in found:
        value = answer.extra.get("attacker_losses")
        if isinstance(value, int | float):
            return float(value)
        due = answer.extra.get("attacker_strength_lost")
        if isinstance(due, int | float):
            return _steps_for(rules, position, odds, float(due))
        if own := answer.losses_of("attacker"):
            return own
    return 0.0


def _steps_for(rules: Rules, position: Position, odds: Odds, due: float) -> float:
    """The fewest steps of the attackers that have so much printed strength together."""
    units = [position.by_id[id_] for id_ in odds.attackers if id_ in position.by_id]
    values = sorted(
        ((strength(position.game, unit), steps_of(rules, position, unit)) for unit in units),
        reverse=True,
    )
    steps = paid = 0.0
    for value, left in values:
        if paid >= due:
            break
        paid, steps = paid + value, steps + left
    return steps
