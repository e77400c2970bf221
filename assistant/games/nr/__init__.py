"""The rules of No Retreat! The Russian Front: each module is a chapter of the rulebook."""

from __future__ import annotations

from pathlib import Path

from assistant.games.nr import arrivals, movement, odds, retreat, score, supply, turn, units, zones
from assistant.games.nr.situation import situation_of
from assistant.kernel.room import Chapters, Room, TurnChapters
from assistant.questions.data import Data
from assistant.questions.play import Due, Play, Rolled

__all__ = ["RULES"]


def dues(rolled: Rolled) -> Due | None:
    """The attackers lose a step in an exchange and nothing else, unless a counter-attack or an
    optional rule changes the result."""
    if rolled.chosen or rolled.result == "CA" or rolled.odds.extra.get("converted"):
        return None
    return Due(1, 1, "10.7.1") if rolled.result == "EX" else Due(0, 0, "10.7")


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
        steps=units.counted_steps,
        together=movement.TOGETHER,
    ),
    played=Data(Path(__file__).with_name("play.toml"), Play),
    dues=dues,
    turning=TurnChapters(turn.turn, arrivals.arrivals, score.score),
)
