"""Entering an enemy zone of control: who may, and the combat that it means (6.1, 6.2)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.uis.charts import action
from assistant.games.uis.integrated import is_without_ammo
from assistant.games.uis.restrictions import may_not_attack
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.supply import is_out_of_supply
from assistant.games.uis.units import TACTICAL, attack, is_combat
from assistant.games.uis.zones import zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

TOO_DEAR = Reason("6.1.7", "Not enough points would be left for the combat that follows.")


@dataclass(frozen=True)
class Entering:
    """A unit that moves towards enemy zones."""

    situation: Situation
    unit: Unit
    phasing: str

    @rule("6.2.1")
    def has_friend(self, name: str) -> bool:
        """A friendly combat unit in the hex spares the mover the combat, though not the stop."""
        return any(
            other.side == self.unit.side and is_combat(other) and other.id != self.unit.id
            for other in self.situation.at(name)
        )

    @rule("6.1.7", "5.3", "12.4.1", "13.2.4")
    def refused(self, name: str, column: str) -> Reason | None:
        """Where no friend fights already, only a unit that may attack at once enters an enemy
        zone."""
        if name not in zone(self.situation, enemy_of(self.unit.side), self.phasing):
            return None
        if self.has_friend(name):
            return None
        return self.cannot_attack(column)

    def cannot_attack(self, column: str) -> Reason | None:
        """Why the unit could not fight the combat that entering means."""
        unit = self.unit
        if self.phasing != unit.side:
            text = "An activated reserve enters an enemy zone only where a friend fights already."
            return Reason("9.18.1", text)
        if not is_combat(unit):
            return Reason("6.1.7", "It means an attack, and a support unit cannot attack.")
        if column != TACTICAL:
            return Reason("6.1.7, 5.3", "It means an attack, and a unit in Road mode cannot.")
        if is_out_of_supply(self.situation, unit):
            return Reason("6.1.7, 12.4.1", "It means an attack: not for a unit out of supply.")
        if is_without_ammo(self.situation, unit):
            return Reason("6.1.7, 13.2.4", "It means an attack: not for one without ammunition.")
        if attack(unit) == 0:
            return Reason("6.1.7", "It means an attack, and the unit has no attack strength.")
        if why := may_not_attack(self.situation, unit):
            return Reason(f"6.1.7, {why.rule}", why.text)
        return None

    @rule("6.1.7", "9.2", "9.3")
    def assault(self, name: str) -> float | None:
        """Points of the cheapest assault that follows; None where a friend fights already."""
        if self.has_friend(name):
            return None
        cheapest = "standard" if attack(self.unit) == 1 else "column"
        return action(self.situation, cheapest).value
