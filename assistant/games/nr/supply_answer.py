"""The answer to the question of supply: units, cities, objectives, and who dies (rule 11.1)."""

from __future__ import annotations

from typing import Any

from assistant.games.nr import victory
from assistant.games.nr.network import Network
from assistant.games.nr.readings import of_supply, readings
from assistant.games.nr.situation import Situation
from assistant.games.nr.supply import check
from assistant.games.nr.units import AXIS, SOVIET, box_of_eliminated
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply
from assistant.questions.reasons import Reason


def supply(situation: Situation) -> Supply:
    """The supply of every unit on the map, in the order of the file, and of every city."""
    done = check(situation)
    answers = []
    for unit in situation.position.units:
        if unit.id in done.units:
            answers.append(_with_fate(situation, unit, done.units[unit.id]))
    extra: dict[str, Any] = {"cities": {s: _cities(n) for s, n in sorted(done.networks.items())}}
    if situation.board.hexes_with("objective"):
        extra["objectives"] = {
            side: victory.objectives(situation, side, network.city_ways)
            for side, network in sorted(done.networks.items())
        }
    extra["map_points"] = {side: victory.map_points(situation, side) for side in (AXIS, SOVIET)}
    if situation.stage == "removal":
        extra["not_judged"] = [u.id for u in situation.units if u.id not in done.units]
    return Supply(tuple(answers), extra | readings(situation, of_supply(situation, done)))


@rule("11.1", "6.5.6")
def _with_fate(situation: Situation, unit: Unit, answer: UnitSupply) -> UnitSupply:
    """In a removal phase a marked unit that still fails leaves the map: where it goes."""
    if situation.stage != "removal" or answer.state != "oos":
        return answer
    box = box_of_eliminated(unit, surrendered=True)
    because = (
        *answer.because,
        Reason("11.1", "Still out of supply: eliminated, to {box}.", box=box),
    )
    return UnitSupply(
        answer.id, answer.side, answer.hex, answer.state, None, (), because, {"to": box}
    )


@rule("6.1", "12.1")
def _cities(network: Network) -> dict[str, list[str]]:
    """A side's cities, objectives and oil fields: those supplied, and those cut off."""
    situation = network.situation
    wanted = situation.board.hexes_with("city", "objective", "oil")
    held = sorted(
        p for p, side in situation.control.items() if side == network.side and p in wanted
    )
    return {
        "supplied": [place for place in held if place in network.city_ways],
        "cut_off": [place for place in held if place not in network.city_ways],
    }
