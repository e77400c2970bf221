"""The Combat Results Table, and what a result costs the attacker (9.9, 9.10, 9.12)."""

from __future__ import annotations

from functools import cache

from assistant.games.uis.battle import SINGLE_ECHELON, Battle
from assistant.games.uis.ground import is_city
from assistant.kernel.chances import chances
from assistant.kernel.headings import read_headings
from assistant.kernel.rulebook import rule
from builder.game.model import Table

RESULTS = ("D", "C", "A1", "A2")
DIE = 20
ATTACKER_LOSSES = {"D": 0, "C": 0, "A1": 1, "A2": 2}


@rule("9.8", "9.9", "9.10")
def results(table: Table, column: str, net: int) -> dict[str, str]:
    """Die -> result of a row and column. A cell names the highest rolls that give D, C and A1;
    what lies above is A2."""
    headings = read_headings(table.rows)
    row = table.rows[headings.place(net)]
    return dict(read_cell(table[row, column]))


@cache
def read_cell(cell: str) -> tuple[tuple[str, str], ...]:
    """A cell such as 8/14/18 as pairs of die and result."""
    ends = [int(part) for part in cell.split("/")]
    return tuple(
        (str(roll), RESULTS[sum(roll > end for end in ends)]) for roll in range(1, DIE + 1)
    )


@cache
def cell_chances(cell: str) -> dict[str, float]:
    return chances(dict(read_cell(cell)))


def cell_of(table: Table, column: str, net: int) -> tuple[str, bool]:
    """The cell for a net modifier and a column, and whether it is a stand-in."""
    row = table.rows[read_headings(table.rows).place(net)]
    return table[row, column], (row, column) in table.doubtful


@rule("9.4.2", "9.12.2", "9.12.3", "29.7")
def attacker_losses(result: str, single_echelon: bool, city: bool, landing: bool = False) -> int:
    """Steps that a result costs the attacker: one more against a city for A1 and A2, one more in
    a single echelon for all but D; a landing adds as many as C 1, A1 2, A2 3."""
    lost = ATTACKER_LOSSES[result]
    if city and lost:
        lost += 1
    if single_echelon and result != "D":
        lost += 1
    if landing:
        lost += RESULTS.index(result)
    return lost


@rule("9.9", "9.20")
def stopping_results(kind: str, fluid: bool) -> tuple[str, ...]:
    """The results after which the attacker stops for this phase. In fluid combat C stops none but
    a single-echelon assault, though after it a division makes no march assault any more."""
    return RESULTS[2:] if fluid and kind != "single-echelon" else RESULTS[1:]


@rule("11.3", "11.5", "11.7")
def cadre_is_tested(roll: int) -> bool:
    """Rolls of 4 to 16 turn the combat units involved to their tested cadre of 5."""
    return 4 <= roll <= 16


@rule("9.4.2", "9.12.2", "9.12.3", "9.10")
def losses(battle: Battle) -> dict[str, int]:
    """Steps that each result costs the attacking unit; a disengagement costs nobody any."""
    if battle.is_disengagement:
        return dict.fromkeys(RESULTS, 0)
    city = any(is_city(battle.situation, name) for name in battle.targets)
    echelon = battle.type == SINGLE_ECHELON
    return {result: attacker_losses(result, echelon, city) for result in RESULTS}


@rule("9.9", "9.10", "9.20")
def stops(battle: Battle) -> list[str]:
    """The results after which the unit in phase stops."""
    if battle.is_disengagement:
        return ["D"]
    return list(stopping_results(battle.type, battle.situation.in_force("fluid")))
