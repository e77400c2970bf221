"""The rules of Manstein's Last Battle: each module is a chapter of the rulebook."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.mlb import arrivals, battle, duties, movement, overview, retreat, score, supply
from assistant.games.mlb.play import PLAY
from assistant.games.mlb.situation import Situation, situation_of, stacking
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.kernel.zones import zones
from assistant.questions.answers import Supply

__all__ = ["RULES"]


def supply_and_more(situation: Situation) -> Supply:
    """Supply of all units; `overview` has what else follows from the position."""
    found = supply.supply(situation)
    return replace(found, extra={**found.extra, "overview": overview.overview(situation)})


RULES = RoomWithOverview(
    "mlb",
    situation_of,
    Chapters(
        supply=supply_and_more,
        zones=zones,
        stacking=stacking,
        moves=movement.moves,
        odds=battle.odds,
        attacks=battle.attacks,
        retreats=retreat.retreats,
        advances=retreat.advances,
        together=movement.TOGETHER,
    ),
    visible=battle.without_hidden_hand,
    told=overview.overview,
    play=PLAY,
    turning=TurnChapters(duties.turn, arrivals.arrivals, score.score),
)
