"""The Destruction of Army Group Center (World at War 9): its rulebook, chapter by chapter."""

from __future__ import annotations

from pathlib import Path

from assistant.games.dagc import arrivals, movement, odds, retreat, score, supply, turn
from assistant.games.dagc import situation as facts
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.kernel.zones import zones
from assistant.questions.data import Data
from assistant.questions.play import Due, Play, Rolled

__all__ = ["RULES"]


def dues(rolled: Rolled) -> Due | None:
    """The attackers' losses by the result that counts in the end (11.15 to 11.21)."""
    attackers = len(rolled.odds.attackers)
    match rolled.outcome if rolled.outcome in ("BB", "DE") else rolled.result:
        case "AE":
            return Due(attackers, attackers, "11.16")
        case "BB":
            return Due(rolled.lost, rolled.lost, "11.21")
        case "AS":
            return Due(0, 0, "11.15")
        case "DR":
            return Due(0, 0, "11.17")
        case "DE":
            return Due(0, 0, "11.20")
    return None


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
        used_up=movement.used_up,
        together=movement.TOGETHER,
    ),
    visible=facts.visible,
    told=score.overview,
    played=Data(Path(__file__).with_name("play.toml"), Play),
    dues=dues,
    turning=TurnChapters(turn.turn, arrivals.arrivals, score.score),
)
