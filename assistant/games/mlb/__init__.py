"""The rules of Manstein's Last Battle: each module is a chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.games.mlb import (
    advance,
    air,
    attackers,
    battle,
    movement,
    overview,
    retreats,
    stacking,
    supply,
)
from assistant.games.mlb.situation import SIDES, situation_of
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

__all__ = ["RULES", "MansteinsLastBattle"]


@dataclass(frozen=True)
class MansteinsLastBattle:
    """Answers the seven questions; see assistant.questions.protocol.Rules."""

    game_id: str = "mlb"

    def visible(self, position: Position) -> Position:
        """The position without the Axis air markers, for Soviet eyes."""
        return air.without_hidden_hand(position)

    def supply(self, position: Position) -> Supply:
        """Supply of all units; `overview` has what else follows from the position."""
        situation = situation_of(position)
        found = supply.supply(situation)
        return replace(found, extra={**found.extra, "overview": overview.overview(situation)})

    def overview(self, position: Position) -> overview.Overview:
        """Crossing points and their tables, chits, victory points, reinforcement hexes."""
        return overview.overview(situation_of(position))

    def zones(self, position: Position) -> Zones:
        found = situation_of(position).zones
        return Zones({side: tuple(sorted(found[side])) for side in SIDES})

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
        target = attackers.one_target(targets)
        return battle.odds(situation_of(position), target, from_ids, options)

    def attacks(self, position: Position) -> Attacks:
        return battle.attacks(situation_of(position))

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> Retreats:
        return retreats.retreats(situation_of(position), target, result, attackers)

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances:
        return advance.advances(situation_of(position), target, from_ids)


RULES = MansteinsLastBattle()
