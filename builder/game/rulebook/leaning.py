"""Which rolls favour the defender, as a combat table and its results say: low ones or high ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from builder.game.rulebook.columns import span_of
from builder.game.rulebook.results import result_of
from builder.game.rules_file.chapters import Fate, Loss, Result, RulesFile

if TYPE_CHECKING:
    from builder.game.model import Table

Rolls = Literal["low", "high", ""]
"""The rolls that favour the defender; empty where the table does not tell."""

STEPS: dict[Loss, int] = {"all": 6, "half": 3, "as much": 6, "as many steps": 6}
"""As how many steps a loss counts that is told by a word."""
STEP, RETREAT, HEX, MARK = 4, Fraction(1), Fraction(1, 10), Fraction(1, 2)
"""What weighs on a side: a step lost is worse than any retreat, a longer one than a shorter."""


def favouring(rules: RulesFile, table: Table, column: str) -> Rolls:
    """The rolls of a column that favour the defender; where it favours him neither more nor less
    from roll to roll those of the whole table."""
    return _told(_trend(rules, table, column)) or _told(
        sum(_trend(rules, table, heading) for heading in table.columns)
    )


def favouring_everywhere(rules: RulesFile, table: Table) -> Rolls:
    """The rolls that favour the defender in every column; empty if they are not the same ones."""
    found = {favouring(rules, table, heading) for heading in table.columns}
    return found.pop() if len(found) == 1 else ""


def _told(trend: int) -> Rolls:
    return "low" if trend > 0 else "high" if trend < 0 else ""


def _trend(rules: RulesFile, table: Table, column: str) -> int:
    """Of how many pairs of rows more the attacker likes the higher roll than the lower one."""
    try:
        rows = sorted(table.rows, key=span_of)
    except ValueError:  # which is told where the rows are
        return 0
    results = (result_of(rules, table[row, column]) for row in rows)
    values = [_for_attacker(one) for one in results if one is not None]
    return sum((high > low) - (high < low) for low, high in combinations(values, 2))


def _for_attacker(result: Result) -> Fraction:
    """How much the attacker likes a result: what the defender suffers, less what he does."""
    return _harm(result.defender) - _harm(result.attacker)


def _harm(fate: Fate) -> Fraction:
    retreat = RETREAT + HEX * min(fate.retreat, 10) if fate.retreat else Fraction(0)
    steps = fate.lose if isinstance(fate.lose, int) else STEPS[fate.lose]
    return STEP * steps + retreat + (MARK if fate.marker else 0)
