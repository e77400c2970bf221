"""A nuclear attack on a hex: steps lost, contamination, what it takes to kill a unit (25)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.uis.air_support import ENOUGH_DIGITS
from assistant.games.uis.declared import Declared
from assistant.games.uis.losses import DIVISION_BASE, ELIMINATED
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import HEDGEHOG, ROAD, is_combat, is_division, mode, steps_left
from assistant.kernel.headings import read_headings
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason
from builder.game.model import Table

DIE = 20
WORST = 3
FACILITY_STEPS = 2


@dataclass(frozen=True)
class NuclearAttack:
    """So many nuclear points of one side delivered to a hex."""

    situation: Situation
    side: str
    target: str
    declared: Declared

    @property
    def points(self) -> int:
        return self.declared.numbers.get("nuclear-points", 0)

    @cached_property
    def struck(self) -> tuple[Unit, ...]:
        """The enemy ground units in the hex."""
        enemy = enemy_of(self.side)
        return tuple(unit for unit in self.situation.at(self.target) if unit.side == enemy)

    @cached_property
    @rule("25.3.2")
    def losses(self) -> dict[int, float]:
        """Steps that the hex loses, each number with its chance."""
        tables = self.situation.position.game.tables
        return rolled(tables["nuclear"], self.points)

    @cached_property
    @rule("25.3.8")
    def contamination(self) -> dict[int, float]:
        """The level afterwards: added to the present one, three at most, and only if a step was
        lost."""
        before = int(self.situation.table("nuclear").get(self.target, 0))
        table = self.situation.position.game.tables["contamination"]
        spared = self.losses.get(0, 0.0)
        found: dict[int, float] = defaultdict(float, {before: spared})
        for level, chance in rolled(table).items():
            found[min(WORST, before + level)] += (1 - spared) * chance
        return dict(sorted(found.items()))

    def told(self) -> dict[str, Any]:
        """What the answer says besides the losses."""
        return {
            "contamination": {
                str(n): round(c, ENOUGH_DIGITS) for n, c in self.contamination.items()
            },
            "facility": FACILITY_STEPS,
            "units": [
                {"id": unit.id, "kills": steps_to_kill(unit), "outcome": fate(unit)}
                for unit in self.struck
            ],
            "not_judged": [Reason("25.2", "Who delivers the points, and how many are left.")],
        }


@rule("25.3.2")
def refused(attack: NuclearAttack) -> Iterator[Reason]:
    """An attack needs points."""
    if not attack.points:
        yield Reason("25.3.2", "Say how many points reach the hex: nuclear-points=2.")


def rolled(table: Table, column: int = 0) -> dict[int, float]:
    """The numbers of one column of a table over all faces of the die; of its only column if none
    is named."""
    heading = table.columns[0]
    if len(table.columns) > 1:
        heading = table.columns[read_headings(table.columns).place(column)]
    rows = read_headings(table.rows)
    found: dict[int, float] = defaultdict(float)
    for roll in range(1, DIE + 1):
        found[int(table[table.rows[rows.place(roll)], heading])] += 1 / DIE
    return {number: round(chance, 6) for number, chance in sorted(found.items())}


@rule("25.3.3", "25.3.5", "25.3.6")
def steps_to_kill(unit: Unit) -> int:
    """Steps that the attacker must assign to a unit to use it up: a Hedgehog combat unit absorbs
    the first, one in Road mode loses one more."""
    steps = steps_left(unit)
    if is_combat(unit) and mode(unit) == HEDGEHOG:
        return steps + 1
    return max(1, steps - 1) if is_combat(unit) and mode(unit) == ROAD else steps


@rule("25.3.7")
def fate(unit: Unit) -> str:
    """A division leaves its Base, any other unit nothing."""
    return DIVISION_BASE if is_division(unit) else ELIMINATED
