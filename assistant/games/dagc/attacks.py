"""All attacks that the phasing side may make, best first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from assistant.games.dagc.attacking import may_take_part
from assistant.games.dagc.battle import Battle
from assistant.games.dagc.calendar import activated_must_attack, is_activated, phasing_side
from assistant.games.dagc.odds import odds
from assistant.games.dagc.reckoning import Reckoning, merit
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.supply import may_act_in_supply
from assistant.games.dagc.units import enemy_of, front
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, Odds


def attacks(situation: Situation) -> Attacks:
    """Possible attacks of the side in phase, or of both if the position names no phase.

    For each hex that can be attacked: with all who may take part, with those in supply only if
    that is better, and with those who have nothing else to attack.
    """
    side = phasing_side(situation.position)
    targets = [
        name for name, holder in sorted(situation.holders.items()) if not side or holder != side
    ]
    found = [
        (merit(reckoning), odds(reckoning))
        for name in targets
        for reckoning in worthwhile(situation, name)
        if not reckoning.refused
    ]
    found.sort(key=_best_first)
    return Attacks(tuple(answer for _, answer in found), must_attack(situation))


def _best_first(found: tuple[tuple[int, int], Odds]) -> tuple[int, int, int, str]:
    (column, margin), answer = found
    return -column, -margin, len(answer.attackers), answer.target


def worthwhile(situation: Situation, target: str) -> Iterator[Reckoning]:
    """The attacks on a hex that are worth a look."""
    for force in full_forces(situation, target):
        full = Reckoning(Battle(situation, target, force))
        yield full
        supplied = tuple(unit for unit in force if may_act_in_supply(situation, unit))
        if 0 < len(supplied) < len(force):
            fewer = Reckoning(Battle(situation, target, supplied))
            if fewer.column > full.column:
                yield fewer
        unengaged = tuple(unit for unit in force if not has_other_target(situation, unit, target))
        if 0 < len(unengaged) < len(force) and unengaged != supplied:
            yield Reckoning(Battle(situation, target, unengaged))


@rule("11.5", "11.6")
def has_other_target(situation: Situation, unit: Unit, target: str) -> bool:
    """Whether a unit, which attacks once a phase, could as well attack another hex."""
    return any(
        name != target
        and situation.side_at(name) == enemy_of(unit.side)
        and may_take_part(situation, unit, name)
        for name in situation.near(unit.hex)
    )


def full_forces(situation: Situation, target: str) -> list[tuple[Unit, ...]]:
    """All units that may attack a hex together: one force for each Soviet front."""
    holder = situation.side_at(target)
    near = [
        unit
        for name in sorted(situation.near(target))
        if situation.side_at(name) == enemy_of(holder)
        for unit in situation.at(name)
        if may_take_part(situation, unit, target)
    ]
    ordered = sorted(near, key=front)
    return [tuple(units) for _, units in groupby(ordered, key=front)]


@rule("11.1")
def must_attack(situation: Situation) -> dict[str, Any]:
    """Historically, every activated unit next to an enemy attacks before movement on turn 1."""
    if not activated_must_attack(situation.position):
        return {}
    bound = [
        unit.id
        for unit in situation.units
        if is_activated(situation.position, unit)
        and any(
            situation.side_at(name) == enemy_of(unit.side) and may_take_part(situation, unit, name)
            for name in situation.near(unit.hex)
        )
    ]
    return {"must_attack": bound}


def bystanders(situation: Situation, target: str) -> tuple[Unit, ...]:
    """The enemies next to a hex, although some rule keeps all of them from attacking it."""
    holder = situation.side_at(target)
    return tuple(
        unit
        for name in sorted(situation.near(target))
        if holder and situation.side_at(name) == enemy_of(holder)
        for unit in situation.at(name)
    )
