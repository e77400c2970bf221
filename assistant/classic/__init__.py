"""The rules of any game that has a rules.toml: the kernel, configured by what the file says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.classic import (
    advance,
    movement,
    odds,
    overview,
    retreats,
    stacking,
    supply,
    zones,
)
from assistant.classic import arrivals as coming
from assistant.classic import score as points
from assistant.classic import turn as phases
from assistant.classic.situation import situation_of, visible
from assistant.kernel.facts import kept
from assistant.position import Position
from assistant.questions.answers import (
    Advances,
    Arrivals,
    Attacks,
    Moves,
    Odds,
    Retreats,
    Score,
    Stacking,
    Supply,
    Turn,
    Zones,
)
from assistant.questions.protocol import Options
from assistant.questions.stacks import moves_together
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.rulebook.check import rule_problems

__all__ = ["DeclaredRules", "declared_rules"]


@dataclass(frozen=True)
class DeclaredRules:
    """Answers all questions by the game's rules.toml; see assistant.questions.protocol.Rules."""

    game_id: str

    def visible(self, position: Position) -> Position:
        return visible(position)

    def supply(self, position: Position) -> Supply:
        return supply.supply(situation_of(position))

    def overview(self, position: Position) -> overview.Overview:
        """Duties of combat, weather, arrivals, points."""
        return overview.overview(situation_of(position))

    def zones(self, position: Position) -> Zones:
        return zones.zones(situation_of(position))

    def stacking(self, position: Position) -> Stacking:
        return stacking.stacking(situation_of(position))

    def moves(self, position: Position, unit_id: str) -> Moves:
        situation = situation_of(position)
        return movement.moves(situation, situation.position.by_id[unit_id])

    def moves_together(
        self, position: Position, answers: Mapping[str, Moves], leaving: bool = False
    ) -> Moves:
        situation = situation_of(position)
        units = [situation.position.by_id[id_] for id_ in answers]
        how = movement.together(situation)
        return moves_together(situation, units, answers, how, leaving)

    def odds(
        self, position: Position, targets: Sequence[str], from_ids: Sequence[str], options: Options
    ) -> Odds:
        return odds.odds(situation_of(position), targets, from_ids, options)

    def attacks(self, position: Position) -> Attacks:
        return odds.attacks(situation_of(position))

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> Retreats:
        return retreats.retreats(situation_of(position), target, result, attackers)

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances:
        return advance.advances(situation_of(position), target, from_ids)

    def turn(self, position: Position) -> Turn:
        return phases.turn(situation_of(position))

    def arrivals(self, position: Position) -> Arrivals:
        return coming.arrivals(situation_of(position))

    def score(self, position: Position) -> Score:
        return points.score(situation_of(position))


@kept
def declared_rules(game: Game) -> DeclaredRules:
    """The rules that a game declares; ProblemsError if rules.toml contradicts it or itself."""
    if problems := rule_problems(game):
        raise ProblemsError(sorted(set(problems)))
    return DeclaredRules(game.id)
