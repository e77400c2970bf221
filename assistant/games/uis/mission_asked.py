"""Which of all missions players ask about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.games.uis.air import FAR_RATINGS
from assistant.games.uis.bases import base_change, helicopter_flight
from assistant.games.uis.battle import Declared
from assistant.games.uis.flights import FLOWN
from assistant.games.uis.ground_attack import GroundAttack, ground_attack
from assistant.games.uis.missions import (
    BASE_CHANGE,
    FLIGHT,
    GROUND_ATTACK,
    NUCLEAR,
    RECONNAISSANCE,
    SUPPLY,
    WEASEL,
    AirMission,
    Mission,
    side_of_mission,
)
from assistant.games.uis.nuclear import nuclear
from assistant.games.uis.situation import Situation
from assistant.games.uis.troops import TROOPS
from assistant.position import Unit
from assistant.questions.answers import Odds
from assistant.questions.protocol import QuestionError

BASED: Mapping[str, Callable[[Mission], Odds]] = {
    BASE_CHANGE: base_change,
    FLIGHT: helicopter_flight,
}
"""Flights from base to base."""


def mission(
    situation: Situation, targets: tuple[str, ...], named: tuple[Unit, ...], declared: Declared
) -> Odds:
    """The mission that players declared, at one hex; of troops those named, or none."""
    if len(targets) != 1:
        raise QuestionError("A mission is against one hex: name one.")
    kind, name = declared.mission, targets[0]
    side = side_of_mission(situation, name, named, declared)
    if kind == NUCLEAR:
        return nuclear(Mission(situation, side, name, declared), named)
    if kind in (GROUND_ATTACK, SUPPLY):
        return ground_attack(GroundAttack(situation, side, name, declared))
    if kind in BASED:
        return BASED[kind](Mission(situation, side, name, declared))
    if kind in FLOWN:
        ratings = FAR_RATINGS if kind in (RECONNAISSANCE, WEASEL) else ()
        return FLOWN[kind](AirMission(situation, side, name, declared, ratings))
    return TROOPS[kind](Mission(situation, side, name, declared), named)
