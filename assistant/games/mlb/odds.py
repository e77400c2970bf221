"""Odds (rules 10.3 and 10.4): strengths, the column and its shifts, the results of a roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from assistant.games.mlb.air import AirMarker
from assistant.games.mlb.situation import Situation
from assistant.games.mlb.units import (
    SUPPLY_LOSS,
    attack_of,
    defence_of,
    is_hq,
    printed_value,
    state_of,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Saying
from builder.game.model import Table

PAIR = frozenset({"rough", "town"})
"""Terrain whose shifts the rules state together (10.3.3)."""


@cache
def ratios_of(headings: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """The least ratio of each column, read from its heading: 1.5-1 is three to two, 10+ is ten."""
    ratios = (Fraction(heading.split("-")[0].rstrip("+")) for heading in headings)
    return tuple((ratio.numerator, ratio.denominator) for ratio in ratios)


@rule("10.3.1", "1.3")
def stack_attack(situation: Situation, units: Sequence[Unit], over_river: bool) -> int:
    """The attack of the units of one hex: added up, less what supply takes, then halved once if
    they attack over a river, bridge or no bridge."""
    if situation.reading("supply-before-river") or not over_river:
        total = sum(attack_of(unit) for unit in units)
        return total // 2 if over_river else total
    lost = sum(SUPPLY_LOSS for unit in units if state_of(unit) != "supplied")
    return max(0, sum(printed_value(unit, "attack") for unit in units) // 2 - lost)


@rule("10.0.6", "10.3.1", "2.3.1")
def defence_total(situation: Situation, defenders: Iterable[Unit]) -> int:
    """All units in the hex defend together; headquarters with the strength they have."""
    hq_too = situation.reading("hq-is-combat-unit")
    return sum(defence_of(unit) for unit in defenders if hq_too or not is_hq(unit))


@rule("10.3.2")
def column_of(table: Table, attack: int, defence: int) -> int:
    """The last column whose ratio the attack reaches; -1 below the first."""
    ratios = ratios_of(table.columns)
    return sum(1 for over, under in ratios if attack * under >= over * defence) - 1


@rule("10.3.3(1)")
def terrain_shifts(situation: Situation, target: str) -> tuple[LedgerLine, ...]:
    """Columns to the left for each terrain of the defenders' hex; they add up."""
    found = situation.ground.terrain(target)
    pair = {kind for kind, _ in found} >= PAIR
    return tuple(
        LedgerLine(
            what=feature.name or kind,
            effect=Saying("{n:+d} {n|column|columns}", n=-feature.values["shift"]),
            rule="10.3.3(1)",
            stand_in=feature.stand_in("shift") and not (pair and kind in PAIR),
        )
        for kind, feature in found
        if feature.values.get("shift") is not None and kind != "clear"
    )


def columns_left(situation: Situation, target: str) -> int:
    return sum(int(f.values.get("shift", 0)) for _, f in situation.ground.terrain(target))


@rule("10.3.3", "10.3.3(2)", "10.3.4", "10.3.5")
def final_column(
    situation: Situation, attack: int, defence: int, left: int, right: int
) -> int | None:
    """The column in which an attack is resolved, or None if it falls below 1-1 and may not be made.

    A defence of nothing is attacked in the last column whatever the shifts. Ratios beyond the last
    column count as that column before they are shifted. Whether the attack may be made is settled
    by terrain, before aircraft are declared.
    """
    table = situation.position.game.tables["combat"]
    last = len(table.columns) - 1
    if defence == 0:
        return last if attack > 0 or situation.reading("zero-attack-allowed") else None
    start = column_of(table, attack, defence)
    if start < 0:
        return None
    lawful = start - left >= 0 or (right > 0 and situation.reading("stuka-can-rescue"))
    if situation.reading("shift-order") == "air-then-terrain":
        column = min(start + right, last) - left
    else:
        column = start - left + right
    return min(column, last) if lawful and column >= 0 else None


@rule("10.4", "10.4.1(1)", "10.4.1(2)", "15.2(2)")
def results_of(table: Table, column: int, air: AirMarker) -> dict[str, str]:
    """What each roll gives; an ace takes two from the die, never below one."""
    heading = table.columns[column]
    return {row: table[str(max(1, int(row) - air.die)), heading] for row in table.rows}
