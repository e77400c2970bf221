"""Overrunners who fail (rules 6.2, 9.78): back to where the overrun began, or beside it."""

from __future__ import annotations

from typing import Any

from assistant.games.kursk.losses import survives, ways_to_pay
from assistant.games.kursk.sides import enemy_of
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_gun
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.reasons import Reason

ONE_HEX = 1


@rule("6.2", "6.23", "9.78")
def overrunners(
    situation: Situation,
    start: str,
    units: tuple[Unit, ...],
    number: int,
    result: str | None,
    extra: dict[str, Any],
) -> Retreats:
    """Units whose overrun failed go back to where it began or to a hex beside that and the target:
    one hex of their result, the rest in steps."""
    enemy = enemy_of(units[0].side)
    around = situation.ground.around
    targets = [near for near in around[start] if near in situation.defended[enemy]]
    places = {start} | {
        name for target in targets for name in set(around[start]) & set(around[target])
    }
    ways = sorted(name for name in places if name not in situation.held[enemy])
    answers = []
    for unit in units:
        left = max(0, number - ONE_HEX)
        options = tuple(Retreat((name,), left) for name in ways)
        alive = is_gun(unit) or survives(unit, units, left)
        refused = tuple(
            Refusal(name, "9.78", "Overrunners fall back beside the hex from which they came.")
            for name in sorted(around[start])
            if name not in ways
        )
        outcome = "retreat" if alive else "eliminated"
        answers.append(UnitRetreats(unit.id, options, refused, outcome))
    return Retreats(
        hex=start,
        result=result or str(number),
        outcome="retreat" if any(u.outcome == "retreat" for u in answers) else "eliminated",
        units=tuple(answers),
        because=(Reason("6.23", "The overrun failed: its units move no more in this phase."),),
        extra={**extra, "ways": ways_to_pay(situation, units, number, [min(number, ONE_HEX)])},
    )
