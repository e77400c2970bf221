"""What the set-up orders, as far as the rulebook gives it: who is not on the map yet, where the
reserves stand, what lies on whom (chapter 4)."""

from __future__ import annotations

from assistant.games.mlb.situation import SOVIET, Situation, state_of
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import at_start
from assistant.position import Unit
from assistant.questions.duties import Tells, of_hexes, of_units, when

SUPPLIED, RESERVE = "supplied", "Res"
BOUGHT = ("PR", "IR", "AR")
"""The pools from which the Axis player buys."""


@rule("4.0")
def reserves_astray(situation: Situation) -> Tells | None:
    """The units marked Res, which stand in any major cities, if they do not."""
    reserves = (unit for unit in situation.units if unit.get("pool") == RESERVE)
    return of_units(u for u in reserves if u.hex not in situation.ground.major_cities)


@rule("4.0", "12.2(1)", "12.3")
def too_early(situation: Situation) -> Tells | None:
    """Reinforcements and bought units that are on the map already."""

    def comes_later(unit: Unit) -> bool:
        return bool(unit.get("arrival") or unit.get("conversion")) or unit.get("pool") in BOUGHT

    return of_units(filter(comes_later, situation.units))


@rule("4.0", "16.1(2)", "11.1.5")
def marked_already(situation: Situation) -> Tells | None:
    """Units with a marker of supply, which none has at the start."""
    return of_units(unit for unit in situation.units if state_of(unit) != SUPPLIED)


@rule("4.0")
def orders_to_lay(situation: Situation) -> Tells | None:
    """The six cities of the absolute orders that lack the marker."""
    return of_hexes(situation.hexset("absolute-orders") - situation.absolute_orders)


@rule("4.0")
def orders_to_lift(situation: Situation) -> Tells | None:
    """Other hexes with one."""
    return of_hexes(situation.absolute_orders - situation.hexset("absolute-orders"))


@rule("4.0", "15.1(1)")
def air_in_hand(situation: Situation) -> Tells | None:
    """Air markers in the Axis hand, which are all in the pool at the start."""
    hand = situation.value("air") or ()
    return when(hand, n=len(hand))


@rule("4.0", "16.3(1)")
def crossings_lost(situation: Situation) -> Tells | None:
    """Crossing points that the record gives to the Soviets."""
    points = situation.ground.crossing_points
    return of_hexes(name for name in points if situation.recorded_owner(name) == SOVIET)


SET_UP = at_start(
    reserves_astray, too_early, marked_already, orders_to_lay, orders_to_lift, air_in_hand,
    crossings_lost,
)  # fmt: skip
"""What is wrong with the set-up, by its name in duties.toml."""
