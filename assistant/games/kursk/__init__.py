"""The rules of Kursk: each module is a chapter of the rulebook."""

from __future__ import annotations

from dataclasses import asdict, replace

from assistant.games.kursk import (
    arrivals,
    movement,
    odds,
    retreats,
    stacking,
    supply,
    turn,
    victory,
)
from assistant.games.kursk.play import PLAY
from assistant.games.kursk.situation import Situation, known_to_viewer, situation_of
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.kernel.zones import zones
from assistant.questions.answers import Supply

__all__ = ["RULES"]


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
        retreats=retreats.retreats,
        advances=retreats.advances,
        together=movement.TOGETHER,
    ),
    visible=known_to_viewer,
    told=turn.overview,
    play=PLAY,
    turning=TurnChapters(turn=turn.turn, arrivals=arrivals.arrivals, score=victory.score),
)
