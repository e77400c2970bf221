"""1985: Under an Iron Sky: its rulebook, chapter by chapter."""

from __future__ import annotations

from assistant.games.uis import arrivals, movement, odds, retreat, score, supply, turn, units, zones
from assistant.games.uis.intelligence import visible
from assistant.games.uis.play import PLAY
from assistant.games.uis.situation import situation_of
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters

__all__ = ["RULES"]

RULES = RoomWithOverview(
    "uis",
    situation_of,
    Chapters(
        supply=supply.supply,
        zones=zones.zones,
        stacking=units.stacking,
        moves=movement.moves,
        odds=odds.one_combat,
        attacks=odds.attacks,
        retreats=retreat.retreats,
        advances=retreat.advances,
        leads=movement.leads,
        together=movement.TOGETHER,
    ),
    visible=visible,
    told=score.overview,
    play=PLAY,
    turning=TurnChapters(turn.turn, arrivals.arrivals, score.score),
)
