"""The seven questions, each passed to its chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.games.dagc import (
    advance,
    attacks,
    battle,
    consequences,
    fog,
    movement,
    odds,
    overview,
    reckoning,
    retreats_answer,
    situation,
    stacking,
    supply_answer,
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
class ArmyGroupCenter:
    """The rules of The Destruction of Army Group Center."""

    game_id: str = "dagc"

    def visible(self, position: Position) -> Position:
        return fog.visible(position)

    def supply(self, position: Position) -> Supply:
        return supply_answer.supply(situation.situation_of(position))

    def zones(self, position: Position) -> Zones:
        return situation.zones(situation.situation_of(position))

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
        if len(targets) != 1:
            raise QuestionError("An attack has one target hex (11.3): name one.")
        here = situation.situation_of(position)
        chosen = battle.read_options(options)
        if from_ids:
            forces = [tuple(on_map(position, unit_id) for unit_id in dict.fromkeys(from_ids))]
        else:
            forces = attacks.full_forces(here, targets[0]) or [attacks.bystanders(here, targets[0])]
        battles = [battle.Battle(here, targets[0], force, chosen) for force in forces]
        best = reckoning.strongest(battles)
        answer = odds.odds(reckoning.Reckoning(best))
        results = consequences.consequences(best, answer)
        return replace(answer, extra={**answer.extra, "consequences": results})

    def attacks(self, position: Position) -> Attacks:
        return attacks.attacks(situation.situation_of(position))

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> Retreats:
        here = situation.situation_of(position)
        units = [on_map(position, unit_id) for unit_id in dict.fromkeys(attackers)]
        retreats_answer.check_attackers(here, target, units)
        return retreats_answer.retreats(here, target, result, units)

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances:
        here = situation.situation_of(position)
        units = tuple(on_map(position, unit_id) for unit_id in dict.fromkeys(from_ids))
        units = units or advance.possible_attackers(here, target)
        return advance.advances(here, target, units)

    def overview(self, position: Position) -> overview.Overview:
        """Victory points, air armies, arrivals and replacements."""
        return overview.overview(situation.situation_of(position))


def on_map(position: Position, unit_id: str) -> Unit:
    """A unit by its id; QuestionError if there is none or it is not on the map."""
    unit = position.by_id.get(unit_id)
    if unit is None:
        raise QuestionError("There is no unit '{unit}' in the position.", unit=unit_id)
    if unit.hex not in position.board.grid:
        raise QuestionError("{unit} is not on the map but in '{box}'.", unit=unit_id, box=unit.hex)
    return unit
