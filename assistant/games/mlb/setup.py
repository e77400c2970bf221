"""What the set-up orders, as far as the rulebook gives it: who is not on the map yet, where the
reserves stand, what lies on whom (chapter 4)."""

from __future__ import annotations

from assistant.games.mlb.situation import SOVIET, Situation, state_of
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import begins
from assistant.position import Unit
from assistant.questions.duties import Tells, of_hexes, of_units, when

SUPPLIED, RESERVE = "supplied", "Res"
BOUGHT = ("PR", "IR", "AR")
"""The pools from which the Axis player buys."""


@rule("4.0")
def reserves_astray(situation: Situation) -> Tells | None:
    """The units marked Res, which stand in any major cities, if they do not."""
    cities = situation.ground.major_cities if begins(situation) else ()
    return of_units(
        unit
        for unit in situation.units
        if begins(situation) and unit.get("pool") == RESERVE and unit.hex not in cities
    )


@rule("4.0", "12.2(1)", "12.3")
def too_early(situation: Situation) -> Tells | None:
    """Reinforcements and bought units that are on the map already."""

    def comes_later(unit: Unit) -> bool:
        return bool(unit.get("arrival") or unit.get("conversion")) or unit.get("pool") in BOUGHT

    return of_units(filter(comes_later, situation.units)) if begins(situation) else None


@rule("4.0", "16.1(2)", "11.1.5")
def marked_already(situation: Situation) -> Tells | None:
    """Units with a marker of supply, which none has at the start."""
    if not begins(situation):
        return None
    return of_units(unit for unit in situation.units if state_of(unit) != SUPPLIED)


@rule("4.0")
def orders_to_lay(situation: Situation) -> Tells | None:
    """The six cities of the absolute orders that lack the marker."""
    six = situation.hexset("absolute-orders") if begins(situation) else frozenset()
    return of_hexes(six - situation.absolute_orders)


@rule("4.0")
def orders_to_lift(situation: Situation) -> Tells | None:
    """Other hexes with one."""
    laid = situation.absolute_orders if begins(situation) else frozenset()
    return of_hexes(laid - situation.hexset("absolute-orders"))


@rule("4.0", "15.1(1)")
def air_in_hand(situation: Situation) -> Tells | None:
    """Air markers in the Axis hand, which are all in the pool at the start."""
    hand = situation.value("air") or ()
    return when(begins(situation) and hand, n=len(hand))


@rule("4.0", "16.3(1)")
def crossings_lost(situation: Situation) -> Tells | None:
    """Crossing points that the record gives to the Soviets."""
    points = situation.ground.crossing_points if begins(situation) else ()
    return of_hexes(name for name in points if situation.recorded_owner(name) == SOVIET)
