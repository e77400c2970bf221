"""One combat worked out: strengths, column, modifiers, the cell of the table (9.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.attacking import forbidden, is_airfield_attack
from assistant.games.uis.battle import Battle
from assistant.games.uis.modifiers import Modifiers
from assistant.games.uis.ratio import Column, column, concentric_shift, ratio
from assistant.games.uis.results import cell_of
from assistant.games.uis.strength import Strengths
from assistant.games.uis.units import contingency, is_combat
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

HELD_BY_NOBODY = Reason("9.6.6", "No enemy can hold the unit: it leaves without a roll.")
NO_DEFENCE = Reason(
    "9.0.5", "Support units without any defence: no combat, they are gone once the points are paid."
)


@dataclass(frozen=True)
class Reckoning:
    """A combat worked out."""

    battle: Battle

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        return tuple(forbidden(self.battle))

    @cached_property
    def strengths(self) -> Strengths:
        return Strengths(self.battle)

    @cached_property
    @rule("9.0.5", "9.0.6", "9.6.6", "9.6.7")
    def automatic(self) -> Reason | None:
        """Combats without a die: nobody holds the unit that leaves, or nothing defends."""
        battle = self.battle
        if battle.is_disengagement:
            return None if battle.attackers else HELD_BY_NOBODY
        defended = battle.revolt or any(
            is_combat(unit) or contingency(unit) for unit in battle.fighting_defenders
        )
        helpless = (battle.defenders or is_airfield_attack(battle)) and not defended
        return NO_DEFENCE if helpless and not self.strengths.defence else None

    @cached_property
    def place(self) -> int:
        return ratio(self.strengths.attack, self.strengths.defence)

    @cached_property
    def shift(self) -> int:
        return concentric_shift(self.battle)

    @cached_property
    def column(self) -> Column:
        first = self.battle.situation.option("excess-shift") == "shift-first"
        return column(self.place, self.shift, first)

    @cached_property
    def modifiers(self) -> Modifiers:
        return Modifiers(self.battle, self.column)

    @cached_property
    def cell(self) -> tuple[str, bool]:
        name = "disengagement" if self.battle.is_disengagement else "assault"
        table = self.battle.situation.position.game.tables[name]
        return cell_of(table, self.column.name, self.modifiers.net)

    @property
    def is_fought(self) -> bool:
        """Whether there is a column at all: something attacks, something defends."""
        return (
            self.automatic is None
            and bool(self.battle.attackers)
            and (bool(self.battle.defenders) or bool(self.strengths.defence))
        )


def merit(reckoning: Reckoning) -> float:
    """How promising an assault is: its column and modifiers; sure things come first."""
    if not reckoning.is_fought:
        return 99
    return reckoning.column.place - reckoning.modifiers.net / 2
