"""Breaking a division down and putting it together again (14)."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.uis import units
from assistant.games.uis.battle import is_surrounded
from assistant.games.uis.situation import Situation
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


@rule("14.2.7", "14.2.8")
def recombined_losses(lost: int, components_gone: int = 0, base_gone: bool = False) -> int | None:
    """Steps that a recombined division has lost: a component that is gone counts three, a Base
    one; from seven on the division cannot recombine (None)."""
    total = lost + WHOLE_COMPONENT * components_gone + WHOLE_BASE * base_gone
    return None if total > MOST_LOST else -(-total // WHOLE_COMPONENT)


Recombined = tuple[Sequence[Unit], int | None]
"""The parts that become a division, and the steps that it has lost; None if it cannot be."""
NOTHING: Recombined = ((), None)


@rule("14.2.1", "14.2.2", "14.2.4", "14.2.7", "14.2.8")
def recombined(situation: Situation, unit: Unit) -> Recombined:
    """What a component or a Base may become a division with, outside of enemy zones: all parts of
    its division but for the eliminated, and those that enemy zones surround, which count as
    eliminated; none while one of them has not come into play."""
    if not (units.is_component(unit) or units.is_base(unit)) or in_enemy_zone(
        situation, unit, unit.side
    ):
        return NOTHING
    if units.is_made_for_any(unit):
        return of_any_division(situation, unit)
    division = unit.get("division")
    parts = [
        other
        for other in situation.position.units
        if other.side == unit.side
        and other.get("division") == division
        and (units.is_component(other) or units.is_base(other))
    ]
    if any(other.hex.startswith(TO_COME) for other in parts):
        return NOTHING
    here = [other for other in parts if other.hex == unit.hex]
    away = [o for o in parts if o.hex in situation.board.grid and o.hex != unit.hex]
    if not all(is_surrounded(situation, other, unit.side) for other in away):
        return NOTHING
    named = {other.id for other in parts if not units.is_base(other)} | counters_of(situation, unit)
    gone = len(named - {other.id for other in here})
    return together(here, gone)


@rule("14.2.1", "14.2.8")
def of_any_division(situation: Situation, unit: Unit) -> Recombined:
    """The Warsaw Pact makes any division of a Base and three regiments of a nation in a hex."""
    there = [
        o
        for o in situation.at(unit.hex)
        if units.is_made_for_any(o) and units.nation(o) == units.nation(unit)
    ]
    bases = [other for other in there if units.is_base(other)][:1]
    regiments = [other for other in there if not units.is_base(other)][:REGIMENTS]
    return together([*regiments, *bases], REGIMENTS - len(regiments))


def together(here: Sequence[Unit], gone: int) -> Recombined:
    """Parts in a hex, so many others being gone."""
    lost = sum(units.steps_lost(unit) for unit in here)
    without_base = not any(units.is_base(unit) for unit in here)
    enough = len(here) >= FEWEST
    return here, recombined_losses(lost, gone, without_base) if enough else None


def counters_of(situation: Situation, unit: Unit) -> set[str]:
    """The brigades of its division that the game has, wherever they are."""
    division = unit.get("division")
    return {
        name
        for name, counter in situation.game.counters.items()
        if counter.side == unit.side
        and counter.type in units.COMBAT - {units.BASE}
        and counter.fields.get("division") == division
    }
