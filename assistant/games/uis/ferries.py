"""Where ferries run, over which hexes, and who may board them (30)."""

from __future__ import annotations

from assistant.games.uis import units
from assistant.games.uis.ground import closed_hexes, holder
from assistant.games.uis.lines import by_ferry, under_enemy_air
from assistant.games.uis.situation import Situation, enemy_of
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason
from builder.game.board import Board

LAST_TURN_OF_FERRIES = 2


@kept
def ferry_ports(board: Board) -> frozenset[str]:
    """The hexes where ferries may begin and end, and those between."""
    return frozenset(
        name for pair, features in board.hexsides.items() if by_ferry(features) for name in pair
    )


@rule("30")
@kept_for
def ferry_routes(situation: Situation, start: str) -> tuple[tuple[str, ...], ...]:
    """The ferries that leave from a hex, over hexes at sea to the land hexes where they end."""
    seen = {start}
    queue: list[tuple[str, ...]] = [(start,)]
    found: list[tuple[str, ...]] = []
    for route in queue:
        for near in situation.around[route[-1]]:
            if near in seen or not by_ferry(situation.board.between(route[-1], near)):
                continue
            seen.add(near)
            (queue if near in closed_hexes(situation) else found).append((*route, near))
    return tuple(found)


@rule("30.1", "30.2", "30.3", "30.4")
def bar_to_ferry(situation: Situation, unit: Unit, route: tuple[str, ...]) -> Reason | None:
    """One brigade a turn, between friendly hexes, without enemy air superiority over any hex of
    the route, and not after the second turn of war."""
    if situation.war_turn > LAST_TURN_OF_FERRIES:
        return Reason("30.4", "No ferry runs after the second turn of war.", "phase")
    if units.is_division(unit) or units.places(unit) > 1:
        return Reason("30.1", "A ferry takes one brigade or its equivalent.", "full")
    if any(under_enemy_air(situation, unit.side, name) for name in route):
        return Reason("30.3", "The enemy has air superiority over the ferry's route.", "hexside")
    for name in (route[0], route[-1]):
        if holder(situation, name) == enemy_of(unit.side):
            text = "Both ends of a ferry must be friendly, and {hex} is not."
            return Reason("30.2", text, "enemy-zone", hex=name)
    return None
