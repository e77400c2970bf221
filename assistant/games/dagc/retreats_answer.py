"""The answer to the question of retreats: each unit's ways, and what the result costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.games.dagc.attacking import must_be_adjacent
from assistant.games.dagc.attacks import full_forces
from assistant.games.dagc.fog import unseen
from assistant.games.dagc.losses import (
    BLOODBATH,
    RESULTS,
    RETREAT_RESULT,
    Consequence,
    Fight,
    consequence,
    first_loss,
    must_lose_one_step,
)
from assistant.games.dagc.readings import readings
from assistant.games.dagc.retreat import Options, distance_to_source
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.units import enemy_of, strength
from assistant.position import Unit
from assistant.questions.answers import Retreat, Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason


def retreats(
    situation: Situation, target: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex, DR if no result is named."""
    wanted = (result or RETREAT_RESULT).upper()
    if wanted not in RESULTS:
        raise QuestionError(
            "'{result}' is no result: write one of {results}.", result=result, results=RESULTS
        )
    if not situation.at(target):
        raise QuestionError("There is no unit in {hex}.", hex=target)
    fight = Fight(situation, target, tuple(attackers) or likely_attackers(situation, target))
    found = consequence(fight, wanted)
    return Retreats(
        hex=target,
        result=wanted,
        outcome=found.outcome,
        units=unit_retreats(situation, fight, found),
        because=(
            *found.because,
            *far_attackers(fight),
            *unseen(situation.position, fight.defenders[0].side),
        ),
        extra=further(fight, found),
    )


def likely_attackers(situation: Situation, target: str) -> tuple[Unit, ...]:
    """All who may attack the hex together: those meant when no attacker is named."""
    forces = full_forces(situation, target)
    return max(forces, key=lambda force: sum(map(strength, force)), default=())


def unit_retreats(
    situation: Situation, fight: Fight, found: Consequence
) -> tuple[UnitRetreats, ...]:
    ways = {way.unit.id: way for way in found.ways.options} if found.ways else {}
    return tuple(
        UnitRetreats(
            id=unit.id,
            options=_options(situation, ways[unit.id]) if unit.id in ways else (),
            refused=ways[unit.id].refused if unit.id in ways else (),
            outcome=found.outcomes[unit.id],
        )
        for unit in fight.defenders
    )


def _options(situation: Situation, way: Options) -> tuple[Retreat, ...]:
    """A unit's open hexes, those that it must choose from first."""
    side = way.unit.side
    ordered = sorted(way.legal, key=lambda name: (name not in way.preferred, name))
    return tuple(
        Retreat(
            path=(name,),
            losses=0,
            preferred=name in way.preferred,
            because=(
                Reason("11.17", "{n} {n|hex|hexes} from the nearest working source.", n=distance),
            ),
            extra={"distance": distance},
        )
        for name in ordered
        for distance in [distance_to_source(situation, side, name)]
    )


def further(fight: Fight, found: Consequence) -> dict[str, Any]:
    """Losses, the defender's choice to lose a step instead, and the readings taken."""
    extra: dict[str, Any] = {
        "alternatives": ["DL1"] if found.may_lose_one else [],
        "losses": {"defender": found.defender, "attacker": found.attacker},
        "vacated": found.vacated,
        "attackers": [unit.id for unit in fight.attackers],
    }
    if must_lose_one_step(fight, found):
        extra["obliged"] = "DL1"
    if found.outcome == BLOODBATH and (first := first_loss(fight)):
        extra["first_loss"] = first
    return extra | readings(fight.situation, found.readings)


def check_attackers(situation: Situation, target: str, attackers: Sequence[Unit]) -> None:
    """QuestionError for an attacker that is no enemy of the units attacked."""
    enemy = enemy_of(situation.side_at(target)) if situation.at(target) else ""
    for unit in attackers:
        if enemy and unit.side != enemy:
            raise QuestionError(
                "{unit} is no enemy of the units in {hex}.", unit=unit.id, hex=target
            )


def far_attackers(fight: Fight) -> tuple[Reason, ...]:
    """A doubt about attackers that are not next to the hex; they are counted all the same."""
    refused = [must_be_adjacent(fight.situation, unit, fight.target) for unit in fight.attackers]
    return tuple(why for why in refused if why)
