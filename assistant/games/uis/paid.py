"""What units have paid in this phase: told, or worked out from where the Moved mark says that they
began it (5.1, 5.4)."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.uis import units
from assistant.games.uis.limits import allowance
from assistant.games.uis.situation import Situation, situation_of
from assistant.games.uis.walk import Walk, cheapest, walked
from assistant.kernel.facts import kept_for
from assistant.kernel.rulebook import rule
from assistant.position import MOVED, Unit

SHORT = (8, 20)
"""Points of ways that are looked at before long ones, because most moves are short."""


@rule("5.4")
def paid(situation: Situation, unit: Unit) -> float:
    """The points that a unit has spent in this phase: as the position tells, or else the least that
    its way here may have cost if it bears the Moved mark and began elsewhere."""
    if not is_untold(unit):
        return units.spent(unit)
    return _cost_of_way(situation, unit.id, unit.hex) or 0.0


def is_unknown(situation: Situation, unit: Unit) -> bool:
    """Whether a unit has moved, and nothing tells what it paid."""
    return is_untold(unit) and _cost_of_way(situation, unit.id, unit.hex) is None


def is_untold(unit: Unit) -> bool:
    """Whether a unit bears the Moved mark and the position does not tell what it has spent."""
    return unit.has_moved and unit.get("spent") is None


@kept_for
def _cost_of_way(situation: Situation, id_: str, goal: str) -> float | None:
    """The least cost of a move that leads a marked unit into a hex from where it began, as `moves`
    tells it; None where none is known."""
    unit = situation.position.by_id[id_]
    if unit.began in ("", goal) or unit.began not in situation.board:
        return None
    bare = replace(unit, hex=unit.began, began="", markers=unit.markers - {MOVED})
    position = situation.position
    before = situation_of(position.with_units(bare if u.id == id_ else u for u in position.units))
    points = allowance(before, bare)
    for most in sorted({*(cap for cap in SHORT if cap < points.cap), points.cap}):
        walk = Walk(before, bare, replace(points, cap=most))
        found = walked(walk)
        if (at := cheapest(found).get(goal)) is not None:
            return round(found.cost[at] - walk.kept_back(goal), 6)
    return None
