"""1985: Under an Iron Sky: its rulebook, chapter by chapter."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from assistant.games.uis import (
    arrivals,
    battle,
    movement,
    odds,
    retreat,
    score,
    supply_answer,
    turn,
    units,
    zones,
)
from assistant.games.uis.intelligence import visible
from assistant.games.uis.situation import situation_of
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.questions.data import Data
from assistant.questions.play import Due, Play, Rolled

__all__ = ["RULES"]


def dues(rolled: Rolled) -> Due | None:
    """The attackers' losses as the sum names them; a single echelon pays a step more, and the log
    does not tell the kind of assault (9.12.3). Nothing is known where an attacker left the map,
    because a division that is broken down leaves it as one that is lost."""
    losses = rolled.odds.extra.get("attacker_losses")
    paid = losses.get(rolled.result) if isinstance(losses, Mapping) else None
    if rolled.chosen or rolled.gone or not isinstance(paid, int):
        return None
    return Due(paid, paid + int(rolled.result != "D"), "9.12")


RULES = RoomWithOverview(
    "uis",
    situation_of,
    Chapters(
        supply=supply_answer.supply,
        zones=zones.zones,
        stacking=units.stacking,
        moves=movement.moves,
        odds=odds.one_combat,
        attacks=odds.attacks,
        retreats=retreat.retreats,
        advances=retreat.advances,
        leads=movement.leads,
        steps=units.counted_steps,
        declared=battle.left_behind,
        together=movement.TOGETHER,
    ),
    visible=visible,
    told=score.overview,
    played=Data(Path(__file__).with_name("play.toml"), Play),
    dues=dues,
    turning=TurnChapters(turn.turn, arrivals.arrivals, score.score),
)
