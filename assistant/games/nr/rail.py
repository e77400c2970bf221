"""Movement by rail (rule 9): who may embark, where a unit may detrain."""

from __future__ import annotations

from typing import Any

from assistant.games.nr.ground import CLOSED
from assistant.games.nr.network import networks_now
from assistant.games.nr.situation import Situation
from assistant.games.nr.supply import land_route
from assistant.games.nr.units import AXIS, enemy_of, is_parenthesised
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

DETRAIN_LONGEST = 3
"""Hexes from a supplied friendly city or friendly edge to a detraining hex (9.2)."""

CAPACITY = 3
"""Units of a side in the Rail Movement Box at most (9.1.2)."""


@rule("9.1", "9.1.1", "9.1.2", "9.1.3", "6.5.2", "13.5")
def embark_bar(situation: Situation, unit: Unit) -> Reason | None:
    """Mobile units without an oos marker embark, at most three a side wait in the box, and the Axis
    not at all on turns 1 and 2."""
    if is_parenthesised(situation.position, unit) or unit.face("movement") <= 0:
        return Reason("9.1", "Only mobile units embark.")
    if "oos" in unit.markers:
        return Reason("6.5.2", "A unit out of supply cannot embark.", "supply")
    if unit.side == AXIS and situation.turn <= 2:
        return Reason("9.1.3", "The Axis has no rail movement on turns 1 and 2.")
    if sum(u.side == unit.side for u in situation.position.at("rail")) >= CAPACITY:
        return Reason("9.1.2", "The Rail Movement Box holds {n} units already.", "full", n=CAPACITY)
    return None


def may_embark(situation: Situation, unit: Unit) -> dict[str, Any]:
    """Whether a unit may go to the Rail Movement Box instead of moving, and at what cost."""
    if reason := embark_bar(situation, unit):
        return {"possible": False, "rule": reason.rule, "text": reason.text}
    further = "no second one" if situation.turn <= 2 else "each further one 1 card"
    return {
        "possible": True,
        "rule": "9.1",
        "text": Saying("The first unit is free, {further}.", further=further),
    }


@rule("9.2", "14.12.2")
def detraining_hexes(situation: Situation, unit: Unit) -> list[str]:
    """Hexes without an enemy unit, in no enemy zone, neither an enemy city nor next to one, at most
    three hexes by land from a supplied friendly city or the friendly edge."""
    network = networks_now(situation)[unit.side]
    enemy_cities = situation.cities_of(enemy_of(unit.side))
    beside = {near for city in enemy_cities for near in situation.near(city)}
    shut = network.closed | network.enemy_zone | enemy_cities | beside
    shut |= situation.board.hexes_with(*CLOSED)
    return sorted(
        place
        for place in {*network.to_city.network, *network.to_edge.network}
        if place not in shut and land_route(network, place, DETRAIN_LONGEST)
    )
