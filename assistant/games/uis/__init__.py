"""1985: Under an Iron Sky: its rulebook, chapter by chapter."""

from __future__ import annotations

from assistant.games.uis import advance, movement, odds, overview, retreat, stacking, supply, zones
from assistant.games.uis.intelligence import visible
from assistant.games.uis.situation import situation_of
from assistant.kernel.room import Chapters, RoomWithOverview

__all__ = ["RULES"]

RULES = RoomWithOverview(
    "uis",
    situation_of,
    Chapters(
        supply=supply.supply,
        zones=zones.zones,
        stacking=stacking.stacking,
        moves=movement.moves,
        odds=odds.one_combat,
        attacks=odds.attacks,
        retreats=retreat.retreats,
        advances=advance.advances,
    ),
    visible=visible,
    told=overview.overview,
)
