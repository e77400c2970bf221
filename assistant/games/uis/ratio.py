"""From strengths to a column: ratio, concentric shifts, odds beyond the table (9.1.12, 9.7)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.uis.battle import Battle
from assistant.games.uis.electronics import jams
from assistant.games.uis.ground import is_city
from assistant.games.uis.units import attacks_concentrically
from assistant.games.uis.zones import covered_from, exerts
from assistant.kernel.rulebook import rule

COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
LAST = len(COLUMNS) - 1


@dataclass(frozen=True)
class Column:
    """A column of the table, and the modifiers that odds beyond its ends bring."""

    place: int
    attacker: int = 0
    defender: int = 0

    @property
    def name(self) -> str:
        return COLUMNS[self.place]


@rule("9.1.12", "3.2")
def ratio(attack: int, defence: int) -> int:
    """The place of a ratio among the columns, 1-1 being 1: fractions favour the defender. Places
    below 0 and above 7 lie beyond the table."""
    if attack >= defence:
        return attack // max(1, defence)
    against_one = -(-defence // max(1, attack))
    return 2 - against_one


def odds_name(place: int) -> str:
    """A ratio in words, beyond the table too: 8-1, 1-4."""
    return f"{place}-1" if place > 0 else f"1-{2 - place}"


@rule("9.1.12", "9.7")
def column(place: int, shift: int, shift_first: bool = True) -> Column:
    """Odds with their shift: each step above 7-1 is a modifier of the attacker, each below 1-2
    one of the defender. By the other reading a shift beyond the table is lost."""
    if shift_first:
        after = place + shift
        return Column(within(after), max(0, after - LAST), max(0, -after))
    return Column(within(within(place) + shift), max(0, place - LAST), max(0, -place))


def within(place: int) -> int:
    return max(0, min(LAST, place))


@rule("9.7", "9.7.1", "9.7.2", "9.7.3", "9.7.4", "9.19.1")
def concentric_shift(battle: Battle) -> int:
    """One column for each further hex with a division or brigade whose zone covers the target:
    not against a city, nor against several hexes, nor under hostile electronic warfare."""
    if battle.is_disengagement or len(battle.targets) != 1 or jams(battle, "defender"):
        return 0
    return len(concentric_hexes(battle))


@rule("9.7.1", "9.7.2", "9.7.4")
def concentric_hexes(battle: Battle) -> tuple[str, ...]:
    """The hexes other than the attacker's that give a column."""
    situation, target = battle.situation, battle.targets[0]
    if is_city(situation, target):
        return ()
    return tuple(
        name
        for name in sorted(situation.around[target])
        if name != battle.active.hex
        and situation.side_at(name) == battle.attacking_side
        and target in covered_from(situation, name)
        and any(exerts(unit) and attacks_concentrically(unit) for unit in situation.at(name))
    )
