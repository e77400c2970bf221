"""The rules of any game that has a rules.toml: the kernel, configured by what the file says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from assistant.classic import (
    advance,
    arrivals,
    movement,
    odds,
    overview,
    retreat,
    score,
    stacking,
    supply,
    turn,
)
from assistant.classic.situation import Situation, situation_of, visible
from assistant.kernel.facts import kept
from assistant.kernel.room import Chapters, RoomWithOverview, TurnChapters
from assistant.kernel.zones import shown
from assistant.position import Position
from assistant.questions.answers import Zones
from assistant.questions.stacks import Together
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.rulebook.check import rule_problems

__all__ = ["DeclaredRules", "declared_rules"]


def zones(situation: Situation) -> Zones:
    """The answer to the question of zones."""
    return shown(situation.zones, situation.sides)


CHAPTERS = Chapters(
    supply=supply.supply,
    zones=zones,
    stacking=stacking.stacking,
    moves=movement.moves,
    odds=odds.odds,
    attacks=odds.attacks,
    retreats=retreat.retreats,
    advances=advance.advances,
)
TURNING = TurnChapters(turn.turn, arrivals.arrivals, score.score)


@dataclass(frozen=True)
class DeclaredRules(RoomWithOverview[Situation]):
    """Answers all questions by the game's rules.toml; see assistant.questions.protocol.Rules."""

    situation: Callable[[Position], Situation] = situation_of
    chapters: Chapters[Situation] = CHAPTERS
    turning: TurnChapters[Situation] = TURNING
    visible: Callable[[Position], Position] = visible
    told: Callable[[Situation], Any] = overview.overview

    def together(self, situation: Situation) -> Together[Situation]:
        return movement.together(situation)


@kept
def declared_rules(game: Game) -> DeclaredRules:
    """The rules that a game declares; ProblemsError if rules.toml contradicts it or itself."""
    if problems := rule_problems(game):
        raise ProblemsError(sorted(set(problems)))
    return DeclaredRules(game.id)
