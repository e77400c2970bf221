"""The rules of Manstein's Last Battle: each module is a chapter of the rulebook."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from assistant.games.mlb import arrivals, battle, movement, retreat, score, supply, turn
from assistant.games.mlb.situation import Situation, counted_steps, situation_of, stacking
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.kernel.zones import zones
from assistant.questions.answers import Supply
from assistant.questions.data import Data
from assistant.questions.play import Due, Play, Rolled

__all__ = ["RULES"]


def dues(rolled: Rolled) -> Due | None:
    """The attackers lose the steps that the result names (10.4.1(3))."""
    if rolled.chosen:
        return None
    told = re.fullmatch(r"A(\d)", rolled.result)
    steps = int(told[1]) if told else 0
    return Due(steps, steps, "10.4.1(3)")


def supply_and_more(situation: Situation) -> Supply:
    """Supply of all units; `overview` has what else follows from the position."""
    found = supply.supply(situation)
    return replace(found, extra={**found.extra, "overview": score.overview(situation)})


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
        steps=counted_steps,
        together=movement.TOGETHER,
    ),
    visible=battle.without_hidden_hand,
    told=score.overview,
    played=Data(Path(__file__).with_name("play.toml"), Play),
    dues=dues,
    turning=TurnChapters(turn.turn, arrivals.arrivals, score.score),
)
