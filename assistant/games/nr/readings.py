"""The open points of the rules on which an answer leans, and how they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.games.nr.battle import Battle
from assistant.games.nr.ground import FINLAND
from assistant.games.nr.situation import Situation
from assistant.games.nr.units import (
    AXIS,
    is_armour,
    is_parenthesised,
    is_red_shock,
    is_ss_panzer,
    is_white,
)
from assistant.games.nr.weather import SNOWY


def of_battle(battle: Battle) -> Iterator[str]:
    """The readings that decide about this battle's column or lawfulness."""
    situation, position = battle.situation, battle.situation.position
    if sum(is_red_shock(unit) for unit in battle.attackers) > 1:
        yield "shock-bonus"
    if any(unit.type == "shock" and unit.step > 1 for unit in battle.attackers):
        yield "shock-bears-exchange"
    if len({unit.hex for unit in battle.in_targets if "oos" in unit.markers}) > 1:
        yield "oos-shift"
    if any(is_ss_panzer(unit) and "oos" in unit.markers for unit in battle.attackers):
        yield "ss-panzer-oos"
    if len(battle.targets) > 1 and any(is_armour(unit) for unit in battle.attackers):
        yield "armour-bonus-hex"
    if any(battle.is_counterblow(place) for place in battle.targets) and _hexsides(battle):
        yield "counterblow-drops-hexsides"
    if battle.choices.counterattack and battle.side == AXIS and situation.weather in SNOWY:
        yield "snow-counterattack"
    if any(is_parenthesised(position, u) and not is_white(position, u) for u in battle.attackers):
        yield "parenthesised-attack"


def _hexsides(battle: Battle) -> bool:
    between = battle.situation.board.between
    crossed = [between(u.hex, place) for u in battle.attackers for place in battle.targets]
    return any(kinds & {"river", "objective"} for kinds in crossed)


def of_areas(situation: Situation, near: Iterable[str], side: str) -> Iterator[str]:
    """The reading about the Balkans, where a Soviet unit stands next to them."""
    if side != AXIS and any(place in situation.board.areas and place != FINLAND for place in near):
        yield "soviets-in-balkans"
