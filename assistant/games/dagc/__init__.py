"""The Destruction of Army Group Center (World at War 9): its rulebook, chapter by chapter."""

from __future__ import annotations

from assistant.games.dagc import arrivals, movement, odds, retreat, score, supply, turn
from assistant.games.dagc import situation as facts
from assistant.games.dagc.play import PLAY
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.kernel.zones import zones

__all__ = ["RULES"]

RULES = RoomWithOverview(
    "dagc",
    facts.situation_of,
    Chapters(
        supply=supply.supply,
        zones=zones,
        stacking=movement.stacking,
        moves=movement.moves,
        odds=odds.one_attack,
        attacks=odds.attacks,
        retreats=retreat.retreats,
        advances=retreat.advances,
        together=movement.TOGETHER,
    ),
    visible=facts.visible,
    told=score.overview,
    play=PLAY,
    turning=TurnChapters(turn.turn, arrivals.arrivals, score.score),
)
