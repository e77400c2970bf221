"""The rules of No Retreat! The Russian Front: each module is a chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.nr import (
    advance,
    combat,
    declaration,
    movement,
    retreats,
    stacking,
    supply_answer,
    zones,
)
from assistant.games.nr.situation import situation_of
from assistant.position import Position
from assistant.questions.answers import (
    Advances,
    Attacks,
    Moves,
    Odds,
    Retreats,
    Stacking,
    Supply,
    Zones,
)
from assistant.questions.protocol import Options

__all__ = ["RULES", "NoRetreat"]


@dataclass(frozen=True)
class NoRetreat:
    """Answers the seven questions; see assistant.questions.protocol.Rules."""

    game_id: str = "nr"

    def visible(self, position: Position) -> Position:
        """The position itself: all pieces lie open, and hands of cards are no part of it."""
        return position

    def supply(self, position: Position) -> Supply:
        return supply_answer.supply(situation_of(position))

    def zones(self, position: Position) -> Zones:
        return zones.zones(situation_of(position))

    def stacking(self, position: Position) -> Stacking:
        return stacking.stacking(situation_of(position))

    def moves(self, position: Position, unit_id: str) -> Moves:
        return movement.moves(situation_of(position), position.by_id[unit_id])

    def odds(
        self,
        position: Position,
        targets: Sequence[str],
        from_ids: Sequence[str],
        options: Options,
    ) -> Odds:
        return combat.odds(situation_of(position), targets, from_ids, options)

    def attacks(self, position: Position) -> Attacks:
        return declaration.attacks(situation_of(position))

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> Retreats:
        return retreats.retreats(situation_of(position), target, result, attackers)

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances:
        return advance.advances(situation_of(position), target, from_ids)


RULES = NoRetreat()
