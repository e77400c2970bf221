"""The rules of Kursk: each module is a chapter of the rulebook."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from pathlib import Path

from assistant.games.kursk import (
    arrivals,
    movement,
    odds,
    retreat,
    score,
    stacking,
    supply,
    turn,
    units,
)
from assistant.games.kursk.situation import Situation, known_to_viewer, situation_of
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.kernel.zones import zones
from assistant.questions.answers import Supply
from assistant.questions.data import Data
from assistant.questions.play import Due, Play, Rolled

__all__ = ["RULES"]


def dues(rolled: Rolled) -> Due | None:
    """The attacker's number is paid in hexes or in steps as the owner likes, so that only its most
    is known (9.4)."""
    if rolled.chosen:
        return None
    attackers = rolled.result.partition("/")[0].partition("M")[0]
    return Due(0, max(map(int, re.findall(r"\d", attackers)), default=0), "9.4")


def supply_and_more(situation: Situation) -> Supply:
    """Supply of all units; `overview` has what else follows from the position."""
    found = supply.supply(situation)
    return replace(found, extra={"overview": asdict(turn.overview(situation))})


RULES = RoomWithOverview(
    "kursk",
    situation_of,
    Chapters(
        supply=supply_and_more,
        zones=zones,
        stacking=stacking.stacking,
        moves=movement.moves,
        odds=odds.odds,
        attacks=odds.attacks,
        retreats=retreat.retreats,
        advances=retreat.advances,
        steps=units.counted_steps,
        together=movement.TOGETHER,
    ),
    visible=known_to_viewer,
    told=turn.overview,
    played=Data(Path(__file__).with_name("play.toml"), Play),
    dues=dues,
    turning=TurnChapters(turn=turn.turn, arrivals=arrivals.arrivals, score=score.score),
)
