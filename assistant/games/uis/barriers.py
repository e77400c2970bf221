"""What no moving unit enters or crosses: water, peaks, enemies, enemy airfields (5.1, 28, 32)."""

from __future__ import annotations

from assistant.games.uis.costs import is_alpine
from assistant.games.uis.ground import CLOSED_SIDES, closed_hexes, is_enemy_airfield
from assistant.games.uis.lines import by_ferry
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.situation import Situation
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

ENEMY = Reason("5.1.7", "Enemy units stand there.", "enemy-units")
NEUTRALS = Reason("41.2", "Units of a neutral country stand there.")
WATER = Reason("5.1.6", "Ground units enter no all-sea or lake hex.")
ALPINE = Reason("32.1", "Only alpine units cross alpine hexsides, under the optional rule.")
IMPASSABLE = Reason("5.1", "The hexside is impassable.")
FERRY = Reason("30", "Only a ferry goes across, where rule 30 allows it.")
AIRFIELD = Reason("9.0.6", "An enemy airfield must be attacked before it is entered.")


@rule("5.1.6", "32.1", "5.1")
def closed_ground(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Water, impassable hexsides and, but for alpine units, alpine ones."""
    if end in closed_hexes(situation):
        return WATER
    features = situation.board.between(start, end)
    if not features:
        return None
    if by_ferry(features):
        return FERRY
    if "alpine" in features and is_alpine(situation, unit):
        features -= {"alpine"}
    shut = features & CLOSED_SIDES
    if not shut:
        return None
    return ALPINE if "alpine" in shut else IMPASSABLE


@rule("9.0.6", "28.3")
def enemy_airfield(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """An airfield that the enemy controls is attacked before it is entered, even an empty one."""
    return AIRFIELD if is_enemy_airfield(situation, end, enemy_of(unit.side)) else None


@rule("5.1.7", "41.2")
def held_by_others(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """No unit enters a hex in which units of another side stand."""
    holder = situation.side_at(end)
    if holder in ("", unit.side):
        return None
    return ENEMY if holder == enemy_of(unit.side) else NEUTRALS
