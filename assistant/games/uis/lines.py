"""What closes hexes and hexsides to lines: to communication and to supply routes (12.1, 36, 40)."""

from __future__ import annotations

from typing import NamedTuple

from assistant.games.uis.calendar import phasing_side
from assistant.games.uis.costs import contaminated_zone
from assistant.games.uis.ground import (
    closed_hexes,
    country,
    is_barrier,
    neutral_ground,
    unbridged_major_river,
)
from assistant.games.uis.sides import WP, enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import TACTICAL, is_combat, mode
from assistant.games.uis.zones import zone
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule

NEAR_A_FALLEN_GOVERNMENT = 2


class Way(NamedTuple):
    """A line from a hex to a goal: its hexes, both included, and its length."""

    path: tuple[str, ...]
    cost: float
    stand_in: bool = False

    @property
    def end(self) -> str:
        return self.path[-1]


@rule("12.1.1", "6.2.3", "9.13.6")
def closed_by_enemy(situation: Situation, side: str) -> frozenset[str]:
    """Enemy units, and enemy zones where no friend stands; a breach opens them for the side in
    phase."""
    enemy = enemy_of(side)
    zoned = zone(situation, enemy, phasing_side(situation.position))
    return (zoned - situation.held[side]) | situation.held.get(enemy, frozenset())


@rule("36.6.2")
def closed_by_revolt(situation: Situation, side: str) -> frozenset[str]:
    """No Warsaw Pact line goes through a revolt without a combat unit in Tactical mode there."""
    if side != WP:
        return frozenset()
    return frozenset(
        name
        for name, value in situation.table("revolt").items()
        if value
        and not any(
            unit.side == WP and is_combat(unit) and mode(unit) == TACTICAL
            for unit in situation.at(name)
        )
    )


@rule("36.8.5")
def closed_by_overthrow(situation: Situation, side: str) -> frozenset[str]:
    """In a country whose government fell Warsaw Pact routes stay within two hexes of its units."""
    fallen = set(situation.position.value("overthrown") or ())
    if side != WP or not fallen:
        return frozenset()
    grid = situation.board.grid
    guarded = {
        name for held in situation.held[WP] for name in grid.within(held, NEAR_A_FALLEN_GOVERNMENT)
    }
    return frozenset(
        name for name in grid.places if name not in guarded and country(situation, name) in fallen
    )


@kept
def _closed_to_communication(situation: Situation) -> dict[str, frozenset[str]]:
    return {}


@rule("40.1", "40.2", "36.6.2")
def closed_to_communication(situation: Situation, side: str) -> frozenset[str]:
    """Enemies, their zones, neutral ground, water, revolts: nothing else stops communication."""
    known = _closed_to_communication(situation)
    if side not in known:
        known[side] = (
            closed_by_enemy(situation, side)
            | neutral_ground(situation)
            | closed_hexes(situation)
            | closed_by_revolt(situation, side)
        )
    return known[side]


@kept
def _closed_to_routes(situation: Situation) -> dict[str, frozenset[str]]:
    return {}


@rule("12.1.1", "24.3.6", "25.4.1", "36.8.5", "41.2")
def closed_to_routes(situation: Situation, side: str) -> frozenset[str]:
    """Routes besides mind Contaminated Zones, nuclear contamination and fallen governments."""
    known = _closed_to_routes(situation)
    if side not in known:
        closed = closed_to_communication(situation, side) | contaminated_zone(situation)
        if situation.option("nuclear-routes") == "closed":
            closed |= situation.table("nuclear").keys()
        known[side] = frozenset(closed | closed_by_overthrow(situation, side))
    return known[side]


@rule("12.1.1", "38.3.2")
def route_stopped(situation: Situation, start: str, end: str) -> bool:
    """Hexsides that no route crosses: alpine, impassable, major rivers without a bridge."""
    if not situation.board.between(start, end):
        return False
    if by_ferry(situation.board.between(start, end)):
        return True
    return is_barrier(situation, start, end) or unbridged_major_river(situation, start, end)


@rule("30", "40.1")
def by_ferry(features: frozenset[str]) -> bool:
    """A hexside that only a ferry crosses."""
    return "ferry" in features and "bridge" not in features
