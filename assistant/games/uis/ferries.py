"""The Danish ferries (30)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.uis.calendar import war_turn
from assistant.games.uis.ground import closed_hexes
from assistant.games.uis.lines import by_ferry
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.sources import under_enemy_air
from assistant.games.uis.stacking import places
from assistant.games.uis.units import is_division
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

LAST_TURN = 2


@dataclass(frozen=True)
class Crossing:
    """A ferry from one land hex to another, its hexes at sea between them."""

    end: str
    between: tuple[str, ...]
    refused: Reason | None


def crossings(situation: Situation, unit: Unit, start: str) -> Iterator[Crossing]:
    """The ferries that leave from a hex."""
    if not any("ferry" in features for features in _hexsides_at(situation, start)):
        return
    seen = {start}
    queue: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    while queue:
        name, way = queue.pop(0)
        for near in situation.around[name]:
            if near in seen or not by_ferry(situation.board.between(name, near)):
                continue
            seen.add(near)
            if near in closed_hexes(situation):
                queue.append((near, (*way, near)))
            else:
                route = (start, *way, near)
                yield Crossing(near, way, ferry_refused(situation, unit, route))


def _hexsides_at(situation: Situation, name: str) -> Iterator[frozenset[str]]:
    for near in situation.around[name]:
        yield situation.board.between(name, near)


@rule("30.1", "30.2", "30.3", "30.4")
def ferry_refused(situation: Situation, unit: Unit, route: tuple[str, ...]) -> Reason | None:
    """One brigade a turn, between friendly hexes, without enemy air superiority over any hex of
    the route, and not after the second turn of war."""
    if war_turn(situation.position) > LAST_TURN:
        return Reason("30.4", "No ferry runs after the second turn of war.")
    if is_division(unit) or places(unit) > 1:
        return Reason("30.1", "A ferry takes one brigade or its equivalent.")
    if any(under_enemy_air(situation, unit.side, name) for name in route):
        return Reason("30.3", "The enemy has air superiority over the ferry's route.")
    enemy = enemy_of(unit.side)
    for name in (route[0], route[-1]):
        if (situation.side_at(name) or situation.position.control.get(name)) == enemy:
            return Reason(
                "30.2", "Both ends of a ferry must be friendly, and {hex} is not.", hex=name
            )
    return None
