"""The chances of a combat with every outcome in the air weighed, instead of the expected one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from assistant.games.uis.air_support import flights
from assistant.games.uis.declared import ROLES
from assistant.games.uis.ratio import COLUMNS
from assistant.games.uis.reckoning import Reckoning
from assistant.games.uis.results import cell_chances

NO_COMBAT = "none"
Columns = dict[str, float]


def weighed(reckoning: Reckoning) -> tuple[Columns, Columns]:
    """Columns and results with their chances, over all strengths that may arrive."""
    columns: Columns = defaultdict(float)
    results: Columns = defaultdict(float)
    for points, chance in outcomes(reckoning):
        found = with_air(reckoning, points)
        if not found.is_fought:
            columns[NO_COMBAT] += chance
            continue
        columns[found.column.name] += chance
        for result, its in cell_chances(found.cell[0]).items():
            results[result] += chance * its
    in_order = {name: columns[name] for name in (*COLUMNS, NO_COMBAT) if name in columns}
    return in_order, dict(sorted(results.items()))


def outcomes(reckoning: Reckoning) -> Iterator[tuple[dict[str, int], float]]:
    """Ground support of both roles that may arrive, and how likely it is."""
    told = reckoning.battle.declared.numbers
    arriving: dict[str, Mapping[int, float]] = {
        role: {told.get(f"{role}-air", 0): 1.0} for role in ROLES
    }
    arriving |= {role: flight.arriving for role, flight in flights(reckoning.battle).items()}
    for attack, chance in arriving["attacker"].items():
        for defence, its in arriving["defender"].items():
            yield {"attacker": attack, "defender": defence}, chance * its


def with_air(reckoning: Reckoning, points: Mapping[str, int]) -> Reckoning:
    """The same combat with so much ground support."""
    battle = reckoning.battle
    return Reckoning(replace(battle, declared=battle.declared.with_air(points)))
