"""What in an answer rests on values of ours, because the rules do not print them."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.mlb.situation import Situation
from assistant.position import Unit
from assistant.questions.reasons import Saying
from builder.game.definition import STAND_IN


def invented_units(units: Iterable[Unit]) -> list[str]:
    """Counters whose values are stand-ins."""
    return [Saying("values of {unit}", unit=unit.id) for unit in units if unit.stand_in]


def invented_costs(situation: Situation, entered: Iterable[str]) -> list[str]:
    """Terrain costs of hexes entered that are stand-ins."""
    ground = situation.ground
    return sorted(
        {
            f"{kind}.move"
            for name in entered
            for kind, feature in ground.terrain(name)
            if "move" in feature.values and feature.stand_in("move")
        }
    )


def invented_sources(situation: Situation, used: Iterable[str]) -> list[str]:
    """Supply sources that stand where the map of ours has them, and no case laid them."""
    board, game = situation.position.board, situation.position.game
    if board.blank:
        return []
    ours = {p.name for p in game.provenance if p.what == "terrain" and STAND_IN in p.source}
    return [
        Saying("source {hex}", hex=name)
        for name in sorted(set(used))
        if name in ours and board.of(name) == game.board.of(name)
    ]
