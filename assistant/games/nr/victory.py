"""What the map counts for victory: objectives and victory points (rules 12.1, 12.7)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from assistant.games.nr.ground import FINLAND, in_ussr
from assistant.games.nr.situation import Situation
from assistant.games.nr.units import AXIS, SOVIET, is_axis_ally, nationality, type_of
from assistant.games.nr.weather import initiative
from assistant.kernel.rulebook import rule

OBJECTIVES = {AXIS: "german-objectives", SOVIET: "soviet-objectives"}


@rule("12.1", "12.9")
def objectives(situation: Situation, side: str, supplied: Collection[str]) -> dict[str, Any]:
    """Objectives of its own colour that a side holds and supplies, and how many win: three, for the
    Axis four once it has lost the initiative."""
    wanted = situation.hexset(OBJECTIVES[side]) & situation.board.hexes_with("objective")
    held = sorted(p for p in wanted if situation.control.get(p) == side and p in supplied)
    lost = side == AXIS and initiative(situation.position) != AXIS
    return {"held": held, "needed": 4 if lost else 3, "of": len(wanted)}


@rule("12.7", "12.7.1", "12.7.2", "12.7.3")
def map_points(situation: Situation, side: str) -> int:
    """One point for each city or oil hex held, from turn 23 only in Greater Germany; before it one
    for Finland to a side with a unit there that is neither a cadre nor of a minor ally."""
    places = situation.board.hexes_with("city", "oil")
    late = situation.turn >= 23
    held = [p for p in places if situation.control.get(p) == side]
    points = sum(1 for p in held if not (late and in_ussr(situation.board, p)))
    return points + (0 if late else holds_finland(situation, side))


@rule("12.7.2")
def holds_finland(situation: Situation, side: str) -> int:
    """1 if the side controls Finland, else 0."""
    for unit in situation.units_at(FINLAND, side):
        minor = is_axis_ally(unit) or nationality(unit) == "finnish"
        if type_of(unit) != "cadre" and not minor:
            return 1
    return 0
