"""The answer to the question of retreats: each unit's ways, and what holding costs (9.9, 9.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.games.uis.assaults import DISENGAGEMENT, MARCH
from assistant.games.uis.battle import Battle
from assistant.games.uis.declared import Declared
from assistant.games.uis.losses import (
    DISPLACED,
    ELIMINATED,
    RETREAT,
    STAND,
    Fate,
    Fight,
    after_losses,
    hold,
)
from assistant.games.uis.readings import readings
from assistant.games.uis.results import RESULTS
from assistant.games.uis.retreat import all_fit, open_hexes, retreat_refused, risk
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import is_combat, is_division, size
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

DEFENDED = "D"
CHOICE = Reason("9.9", "The owner either holds and loses steps or retreats one hex.")
CROWDED = Reason("9.11.10", "Not all units find room: the owner chooses who stays and loses steps.")


def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex; D if none is named."""
    wanted = (result or DEFENDED).upper()
    if wanted not in RESULTS:
        raise QuestionError(
            "'{result}' is no result: write one of {results}.", result=result, results=RESULTS
        )
    if not situation.at(target):
        return of_nobody(situation, target, wanted)
    fight = fight_for(situation, target, attackers)
    if wanted != DEFENDED or situation.position.value("assault") == DISENGAGEMENT:
        return nobody_retreats(fight, target, wanted)
    units = tuple(unit_retreats(fight, unit) for unit in fight.at(target))
    because = [CHOICE]
    if not all_fit(fight, fight.at(target)):
        because.append(CROWDED)
    return Retreats(
        hex=target,
        result=wanted,
        outcome=outcome_of([unit.outcome for unit in units]),
        units=units,
        because=tuple(because),
        extra=further(fight),
    )


@rule("28.3", "36.7.8")
def of_nobody(situation: Situation, target: str, result: str) -> Retreats:
    """An airfield or a revolt without units: nobody retreats. QuestionError for any other hex."""
    if situation.table("revolt").get(target, 0):
        why = Reason("36.7.8", "D removes the revolt markers; there is no breach and no advance.")
    elif "airfield" in situation.board.of(target):
        why = Reason("28.3", "D captures the airfield by the advance; there is no breach.")
    else:
        raise QuestionError("There is no unit in {hex}.", hex=target)
    outcome = ELIMINATED if result == DEFENDED else STAND
    return Retreats(target, result, outcome, (), (why,))


@rule("9.9", "9.10")
def nobody_retreats(fight: Fight, target: str, result: str) -> Retreats:
    """C, A1 and A2 leave the defender where he is, and a disengagement never costs anything."""
    why = Reason("9.9", "Only D moves or hurts the defender.")
    nothing = {"hold": {"losses": 0, "outcome": STAND}}
    units = tuple(
        UnitRetreats(
            id=unit.id,
            options=(),
            refused=tuple(
                Refusal(name, why.rule, why.text) for name in sorted(fight.situation.around[target])
            ),
            outcome=STAND,
            because=(why,),
            extra=nothing,
        )
        for unit in fight.at(target)
    )
    return Retreats(target, result, STAND, units, (why,), further(fight))


@rule("9.11", "9.11.1", "9.16.2")
def unit_retreats(fight: Fight, unit: Unit) -> UnitRetreats:
    """One unit's open hexes with what they cost, its closed ones, and its fate if it holds."""
    fate = hold(fight, unit)
    lost = int(fight.active_defence and is_combat(unit))
    options = tuple(
        Retreat(
            path=(name,),
            losses=lost,
            preferred=True,
            extra={"risk": risk(unit), **_what_is_left(unit, lost)},
        )
        for name in open_hexes(fight, unit)
    )
    refused = tuple(
        Refusal(name, why.rule, why.text)
        for name in sorted(fight.situation.around[unit.hex])
        if (why := retreat_refused(fight, unit, name))
    )
    return UnitRetreats(
        id=unit.id,
        options=options,
        refused=refused,
        outcome=RETREAT if options else fate.outcome,
        because=fate.because,
        extra={"hold": held(fate)},
    )


def held(fate: Fate) -> dict[str, Any]:
    return {"losses": fate.losses, "outcome": fate.outcome}


def _what_is_left(unit: Unit, lost: int) -> dict[str, str]:
    """What becomes of a unit that a certain loss on the way uses up."""
    left = after_losses(unit, lost) if lost else STAND
    return {} if left == STAND else {"outcome": left}


def outcome_of(outcomes: Sequence[str]) -> str:
    """One word for the whole hex: retreat if anybody may, else the mildest fate."""
    for word in (RETREAT, STAND, "division-base", DISPLACED):
        if word in outcomes:
            return word
    return ELIMINATED


def further(fight: Fight) -> dict[str, Any]:
    """The attackers meant, the hexes attacked, and the readings taken."""
    points = []
    if fight.steps == 2 or len(fight.defenders) > 1:
        points.append("lone-defender")
    if any(not is_combat(unit) for unit in fight.defenders):
        points.append("stacked-support")
    return {
        "attackers": [unit.id for unit in fight.attackers],
        "targets": list(fight.targets),
        "no_zoc": "Every unit that retreats is marked No-ZOC (9.11.1).",
        **readings(fight.situation, points),
    }


@rule("9.2.1", "9.5.2.1", "9.12.1")
def fight_for(situation: Situation, target: str, attackers: Sequence[Unit]) -> Fight:
    """The combat that a retreat follows: the attacker's hex decides which others share it."""
    enemy = enemy_of(situation.side_at(target))
    for unit in attackers:
        if unit.side != enemy:
            raise QuestionError(
                "{unit} is no enemy of the units in {hex}.", unit=unit.id, hex=target
            )
    fighting = tuple(unit for unit in attackers if is_combat(unit))
    if not fighting:
        fighting = likely_attacker(situation, target, enemy)
    targets = {target}
    kind = situation.position.value("assault")
    if kind not in (MARCH, DISENGAGEMENT):
        for unit in fighting:
            battle = Battle(situation, unit, (target,), Declared({"type": kind}))
            targets |= set(battle.targets)
    hexes = tuple(sorted(targets))
    defenders = tuple(unit for name in hexes for unit in situation.at(name))
    return Fight(situation, fighting, hexes, defenders)


def likely_attacker(situation: Situation, target: str, enemy: str) -> tuple[Unit, ...]:
    """The attacker meant when none is named: the strongest that may attack this hex."""
    near = [
        unit
        for name in sorted(situation.around[target])
        if situation.side_at(name) == enemy
        for unit in situation.at(name)
        if is_combat(unit)
    ]
    near.sort(key=lambda unit: (not is_division(unit), -unit.face("attack"), size(unit), unit.id))
    return tuple(near[:1])
