"""The kinds of ground combat and what each asks for (9.2 to 9.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.uis.leaving import began_in_zone, in_enemy_zone
from assistant.games.uis.sides import WP
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import is_division, nation, steps_lost
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

STANDARD, COLUMN, SINGLE_ECHELON = "standard", "column", "single-echelon"
MARCH, DISENGAGEMENT = "march", "disengagement"
TYPES = (STANDARD, COLUMN, SINGLE_ECHELON, MARCH, DISENGAGEMENT)
MOST_LOST_IN_ONE_ECHELON = 1


@dataclass(frozen=True)
class Assault:
    """One kind of assault: its rule, and the factor on the attacker's strength."""

    rule: str
    name: str
    times: int = 1
    over: int = 1

    def strength(self, printed: int) -> int:
        """The attack with this kind of assault; fractions are dropped (3.2)."""
        return printed * self.times // self.over


ASSAULTS = {
    STANDARD: Assault("9.2", "standard assault"),
    COLUMN: Assault("9.3.3", "column assault", 1, 2),
    SINGLE_ECHELON: Assault("9.4.2", "single-echelon assault", 3, 2),
    MARCH: Assault("9.5", "march assault"),
    DISENGAGEMENT: Assault("9.6", "disengagement"),
}


@rule("9.4.1", "9.4")
def single_echelon_refused(unit: Unit) -> Iterator[Reason]:
    """Only Warsaw Pact divisions with one step lost at most."""
    if unit.side != WP:
        yield Reason("9.4", "Only the Warsaw Pact assaults in a single echelon.")
    if not is_division(unit):
        yield Reason("9.4.1", "Only a division assaults in a single echelon.")
    elif steps_lost(unit) > MOST_LOST_IN_ONE_ECHELON:
        yield Reason("9.4.1", "The division has lost more than one step.")


@rule("9.5.1", "9.5")
def march_refused(situation: Situation, unit: Unit) -> Iterator[Reason]:
    """Only Soviet divisions of category 1 that did not begin their move in an enemy zone."""
    if unit.side != WP:
        yield Reason("9.5", "Only the Warsaw Pact assaults on the march.")
    elif not is_division(unit) or nation(unit) != "su" or unit.get("category") != 1:
        yield Reason("9.5.1", "Only a Soviet division of category 1 assaults on the march.")
    if began_in_zone(situation, unit, unit.side):
        yield Reason("9.5.1", "The division began its move in an enemy zone.")


@rule("9.6.1", "9.6")
def disengagement_refused(situation: Situation, unit: Unit) -> Iterator[Reason]:
    """Only from an enemy zone in which the unit began its phase."""
    if not in_enemy_zone(situation, unit, unit.side):
        yield Reason("9.6.1", "The unit is in no enemy zone: it leaves freely.")
    elif not began_in_zone(situation, unit, unit.side):
        yield Reason("9.6.1", "The unit did not begin this phase in the enemy zone.")
