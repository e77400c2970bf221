"""The rules of No Retreat! The Russian Front: each module is a chapter of the rulebook."""

from __future__ import annotations

from assistant.games.nr import movement, odds, phases, placement, retreat, score, supply, zones
from assistant.games.nr.play import PLAY
from assistant.games.nr.situation import situation_of
from assistant.kernel.room import Chapters, Room, TurnChapters

__all__ = ["RULES"]

RULES = Room(
    "nr",
    situation_of,
    Chapters(
        supply=supply.supply,
        zones=zones.zones,
        stacking=zones.stacking,
        moves=movement.moves,
        odds=odds.odds,
        attacks=odds.attacks,
        retreats=retreat.retreats,
        advances=retreat.advances,
        together=movement.TOGETHER,
    ),
    play=PLAY,
    turning=TurnChapters(phases.turn, placement.arrivals, score.score),
)
