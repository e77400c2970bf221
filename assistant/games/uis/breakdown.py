"""Breaking a division down and putting it together again (14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant.games.uis.battle import is_surrounded
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import (
    BASE,
    COMBAT,
    ROAD,
    is_base,
    is_component,
    is_division,
    is_made_for_any,
    mode,
    nation,
    steps_lost,
)
from assistant.games.uis.zones import in_enemy_zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit

RECOMBINATION = 4
WHOLE_COMPONENT, WHOLE_BASE = 3, 1
MOST_LOST = 6
REGIMENTS = 3
FEWEST = 2
TO_COME = ("reinforcements", "variable", "turn")
"""Boxes, and places of the turn track, of what has not come into play."""


@rule("14.1.1")
def breakdown_cost(unit: Unit) -> int:
    """Two points in Road mode, four in Tactical mode."""
    return 2 if mode(unit) == ROAD else 4


@rule("14.2.8", "14.2.7")
def recombined_losses(lost: int, components_gone: int = 0, base_gone: bool = False) -> int | None:
    """Steps that a recombined division has lost: a component that is gone counts three, a Base
    one; from seven on the division cannot recombine (None)."""
    total = lost + WHOLE_COMPONENT * components_gone + WHOLE_BASE * base_gone
    if total > MOST_LOST:
        return None
    return -(-total // WHOLE_COMPONENT)


@rule("14.1.1", "14.2.1", "14.2.2")
def actions(situation: Situation, unit: Unit, points: float) -> dict[str, Any]:
    """What a unit may do here besides moving: break down, or recombine; neither in an enemy zone.
    French divisions have no brigades."""
    if in_enemy_zone(situation, unit, unit.side):
        return {}
    if is_division(unit) and nation(unit) != "fr" and breakdown_cost(unit) <= points:
        return {"breakdown": {"cost": breakdown_cost(unit)}}
    parts = recombined(situation, unit) if points >= RECOMBINATION else None
    if parts is None or parts.losses is None:
        return {}
    return {"recombination": {"cost": RECOMBINATION, "losses": parts.losses}}


@rule("14.2.1", "14.2.2")
def recombined(situation: Situation, unit: Unit) -> Parts | None:
    """What a component or a Base may become a division with, outside of enemy zones."""
    if not (is_component(unit) or is_base(unit)) or in_enemy_zone(situation, unit, unit.side):
        return None
    return of_any_division(situation, unit) if is_made_for_any(unit) else parts_of(situation, unit)


@dataclass(frozen=True)
class Parts:
    """What may become a division again: the parts together in a hex, how many others are gone."""

    here: tuple[Unit, ...]
    gone: int
    base_gone: bool

    @property
    @rule("14.2.8", "14.2.7")
    def losses(self) -> int | None:
        """Steps that the recombined division has lost; None if it cannot recombine."""
        if len(self.here) < FEWEST:
            return None
        lost = sum(steps_lost(unit) for unit in self.here)
        return recombined_losses(lost, self.gone, self.base_gone)


NONE = Parts((), 0, False)


@rule("14.2.1", "14.2.4", "14.2.7", "14.2.8")
def parts_of(situation: Situation, unit: Unit) -> Parts:
    """The parts of a division: all together but for the eliminated, and those that enemy zones
    surround, which count as eliminated; none while one of them has not come into play."""
    position = situation.position
    known = [other for other in position.units if is_part(unit, other)]
    if any(other.hex.startswith(TO_COME) for other in known):
        return NONE
    on_map = [other for other in known if other.hex in situation.board.grid]
    here = [other for other in on_map if other.hex == unit.hex]
    away = [other for other in on_map if other.hex != unit.hex]
    if not all(is_surrounded(situation, other, unit.side) for other in away):
        return NONE
    named = {other.id for other in known if not is_base(other)} | counters_of(situation, unit)
    gone = len(named - {other.id for other in here})
    return Parts(tuple(here), gone, not any(is_base(other) for other in here))


def counters_of(situation: Situation, unit: Unit) -> set[str]:
    """The brigades of its division that the game has, wherever they are."""
    division = unit.get("division")
    return {
        name
        for name, counter in situation.game.counters.items()
        if counter.side == unit.side
        and counter.type in COMBAT - {BASE}
        and counter.fields.get("division") == division
    }


def is_part(unit: Unit, other: Unit) -> bool:
    """Whether a unit is a part of the same division."""
    same = other.side == unit.side and other.get("division") == unit.get("division")
    return same and (is_component(other) or is_base(other))


@rule("14.2.1", "14.2.8")
def of_any_division(situation: Situation, unit: Unit) -> Parts:
    """The Warsaw Pact makes any division of a Base and three regiments of a nation in a hex."""
    mates = [
        other
        for other in situation.at(unit.hex)
        if is_made_for_any(other) and nation(other) == nation(unit)
    ]
    bases = [other for other in mates if is_base(other)][:1]
    regiments = [other for other in mates if not is_base(other)][:REGIMENTS]
    return Parts((*regiments, *bases), REGIMENTS - len(regiments), not bases)
