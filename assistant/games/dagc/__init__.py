"""The Destruction of Army Group Center (World at War 9): its rulebook, chapter by chapter."""

from __future__ import annotations

from assistant.games.dagc import advance, movement, odds, overview, retreat, supply
from assistant.games.dagc import situation as facts
from assistant.kernel.room import Chapters, RoomWithOverview

__all__ = ["RULES"]

RULES = RoomWithOverview(
    "dagc",
    facts.situation_of,
    Chapters(
        supply=supply.supply,
        zones=facts.zones,
        stacking=movement.stacking,
        moves=movement.moves,
        odds=odds.one_attack,
        attacks=odds.attacks,
        retreats=retreat.retreats,
        advances=advance.advances,
    ),
    visible=facts.visible,
    told=overview.overview,
)
