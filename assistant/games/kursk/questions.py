"""The seven questions as Kursk answers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.games.kursk import (
    advance,
    intelligence,
    movement,
    odds,
    overview,
    retreats,
    stacking,
    supply_answer,
)
from assistant.games.kursk.sides import SIDES
from assistant.games.kursk.situation import situation_of
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


@dataclass(frozen=True)
class Kursk:
    """Answers the seven questions; see assistant.questions.protocol.Rules."""

    game_id: str = "kursk"

    def visible(self, position: Position) -> Position:
        """The position without what lies beneath enemy stacks, by the optional rule."""
        return intelligence.known_to_viewer(position)

    def supply(self, position: Position) -> Supply:
        """Supply of all units; `overview` has what else follows from the position."""
        situation_now = situation_of(position)
        found = supply_answer.supply(situation_now)
        return replace(found, extra={"overview": overview.overview(situation_now)})

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
        return odds.odds(situation_of(position), targets[0], from_ids, options)

    def attacks(self, position: Position) -> Attacks:
        return odds.attacks(situation_of(position))

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> Retreats:
        return retreats.retreats(situation_of(position), target, result, attackers)

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances:
        return advance.advances(situation_of(position), target, from_ids)


RULES = Kursk()
