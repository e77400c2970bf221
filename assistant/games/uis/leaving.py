"""Leaving an enemy zone of control without a fight (6.1, 6.2)."""

from __future__ import annotations

from assistant.games.uis.ground import is_river
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import is_combat, spent
from assistant.games.uis.zones import covered_from, exerts, zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

STAYS = Reason(
    "6.1.8, 5.1.8", "A unit leaves an enemy zone after an assault or by Disengagement only."
)
STOPPED = Reason(
    "5.1.8, 6.1.6", "It entered this enemy zone in this phase and goes on only as a combat allows."
)
INTO_ZONE = Reason(
    "6.2.6", "Across a river the first hex entered may not be an empty one in an enemy zone."
)
RESERVE_STAYS = Reason(
    "9.18.1", "A reserve in an enemy zone is activated only beside another combat unit."
)


@rule("6.2", "9.6")
def began_in_zone(situation: Situation, unit: Unit, phasing: str) -> bool:
    """Whether the unit began this phase in an enemy zone; if not told, whether it is in one and
    has spent nothing."""
    told = unit.get("began-in-zoc")
    if told is not None:
        return bool(told)
    return spent(unit) == 0 and in_enemy_zone(situation, unit, phasing)


def in_enemy_zone(situation: Situation, unit: Unit, phasing: str) -> bool:
    return unit.hex in zone(situation, enemy_of(unit.side), phasing)


@rule("5.1.8", "6.1.8", "6.1.10", "6.2.2", "6.2.6", "9.18.1")
def leaving_refused(
    situation: Situation, unit: Unit, start: str, end: str, phasing: str
) -> Reason | None:
    """Out of an enemy zone a unit walks freely only where a combat unit stays behind that has not
    moved, or where the enemy is across rivers only."""
    if start != unit.hex or not in_enemy_zone(situation, unit, phasing):
        return None
    if phasing != unit.side:
        return None if _others(situation, unit) else RESERVE_STAYS
    if not began_in_zone(situation, unit, phasing):
        return STOPPED
    if leaves_a_guard(situation, unit):
        return None
    if not behind_rivers(situation, unit, phasing):
        return STAYS
    zoned = end in zone(situation, enemy_of(unit.side), phasing)
    return INTO_ZONE if zoned and situation.side_at(end) != unit.side else None


@rule("6.2.2")
def leaves_a_guard(situation: Situation, unit: Unit) -> bool:
    """Another combat unit that has not moved stays in the hex."""
    return any(not other.get("moved") and not spent(other) for other in _others(situation, unit))


def _others(situation: Situation, unit: Unit) -> list[Unit]:
    return [other for other in situation.at(unit.hex) if other.id != unit.id and is_combat(other)]


@rule("6.2.6")
def behind_rivers(situation: Situation, unit: Unit, phasing: str) -> bool:
    """Every enemy zone on the unit's hex comes across a river, major or minor."""
    enemy = enemy_of(unit.side)
    return all(
        is_river(situation, near, unit.hex)
        for near in situation.around[unit.hex]
        if situation.side_at(near) == enemy
        and unit.hex in covered_from(situation, near)
        and any(exerts(other) for other in situation.at(near))
    )
