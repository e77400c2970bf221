"""The seven questions, each passed to its chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.uis import (
    advance,
    attacks,
    declared,
    declaring,
    intelligence,
    mission_answer,
    movement,
    odds,
    overview,
    retreats,
    situation,
    stacking,
    supply_answer,
    vocabulary,
    zones,
)
from assistant.position import Position, Unit
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
from assistant.questions.protocol import Options, QuestionError


@dataclass(frozen=True)
class UnderAnIronSky:
    """The rules of 1985: Under an Iron Sky."""

    game_id: str = "uis"

    def visible(self, position: Position) -> Position:
        vocabulary.check(position)
        return intelligence.visible(position)

    def supply(self, position: Position) -> Supply:
        return supply_answer.supply(situation.situation_of(position))

    def zones(self, position: Position) -> Zones:
        return zones.zones(situation.situation_of(position))

    def stacking(self, position: Position) -> Stacking:
        return stacking.stacking(situation.situation_of(position))

    def moves(self, position: Position, unit_id: str) -> Moves:
        unit = on_map(position, unit_id)
        return movement.moves(situation.situation_of(position), unit)

    def odds(
        self,
        position: Position,
        targets: Sequence[str],
        from_ids: Sequence[str],
        options: Options,
    ) -> Odds:
        here = situation.situation_of(position)
        words = declared.read_options(here, options)
        named = tuple(on_map(position, unit_id) for unit_id in dict.fromkeys(from_ids))
        hexes = tuple(dict.fromkeys(targets))
        if words.mission:
            return mission_answer.mission(here, hexes, named, words)
        reckoning = declaring.declared_combat(here, hexes, named, words)
        return odds.in_full(reckoning)

    def attacks(self, position: Position) -> Attacks:
        return attacks.attacks(situation.situation_of(position))

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> Retreats:
        here = situation.situation_of(position)
        units = [on_map(position, unit_id) for unit_id in dict.fromkeys(attackers)]
        return retreats.retreats(here, target, result, units)

    def overview(self, position: Position) -> overview.Overview:
        return overview.overview(situation.situation_of(position))

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances:
        here = situation.situation_of(position)
        named = tuple(on_map(position, unit_id) for unit_id in dict.fromkeys(from_ids))
        return advance.advances(here, target, named or advance.possible_attackers(here, target))


def on_map(position: Position, unit_id: str) -> Unit:
    """A unit by its id; QuestionError if there is none or it is not on the map."""
    unit = position.by_id.get(unit_id)
    if unit is None:
        raise QuestionError("There is no unit '{unit}' in the position.", unit=unit_id)
    if unit.hex not in position.board.grid:
        raise QuestionError("{unit} is not on the map but in '{box}'.", unit=unit_id, box=unit.hex)
    return unit
