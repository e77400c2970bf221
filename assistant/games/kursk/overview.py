"""What else follows from a position: places for independent units, the turn's steps and points,
conditions for reinforcements."""

from __future__ import annotations

from typing import Any

from assistant.games.kursk.calendar import (
    air_points,
    partisans_at_most,
    replacements,
    reserves_at_most,
    triggers,
)
from assistant.games.kursk.independent import places
from assistant.games.kursk.sides import SIDES
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.victory import group_points


def overview(situation: Situation) -> dict[str, Any]:
    """The bookkeeping of the turn, ready for a report."""
    position = situation.position
    return {
        "independent": {side: places(situation, side)._asdict() for side in SIDES},
        "replacements": {side: _number(replacements(position, side)) for side in SIDES},
        "air": {side: _number(air_points(position, side)) for side in SIDES},
        "partisans": partisans_at_most(position),
        "reserves": _number(reserves_at_most(position)),
        "triggers": triggers(situation),
        "group_points": group_points(situation),
    }


def _number(amount: tuple[int, bool] | None) -> int | None:
    return amount[0] if amount else None
