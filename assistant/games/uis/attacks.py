"""All assaults that the side in phase may make, best first."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.assaults import COLUMN
from assistant.games.uis.attacking import points_missing, possible_targets
from assistant.games.uis.battle import Battle
from assistant.games.uis.calendar import moves_now
from assistant.games.uis.declared import Declared
from assistant.games.uis.odds import odds
from assistant.games.uis.reckoning import Reckoning, merit
from assistant.games.uis.sides import NEUTRAL, enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import is_combat
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks


def attacks(situation: Situation) -> Attacks:
    """The assault of each unit on each target that it may choose; of the side in phase, or of both
    if the position names no phase."""
    found = [
        (merit(reckoning), odds(reckoning))
        for reckoning in reckonings(situation)
        if not reckoning.refused
    ]
    found.sort(key=lambda pair: (-pair[0], pair[1].target, pair[1].attackers))
    return Attacks(tuple(answer for _, answer in found))


def reckonings(situation: Situation) -> Iterator[Reckoning]:
    """Every unit next to an enemy with each of its targets."""
    for unit in situation.units:
        if not is_combat(unit) or unit.side == NEUTRAL:
            continue
        if not moves_now(situation.position, unit.side) or not has_target_near(situation, unit):
            continue
        for name in possible_targets(situation, unit):
            yield assault(situation, unit, name)


@rule("9.2", "9.3")
def assault(situation: Situation, unit: Unit, target: str) -> Reckoning:
    """A standard assault, or one in column where the points left are enough for that only."""
    standard = Reckoning(Battle(situation, unit, (target,)))
    if not points_missing(standard.battle):
        return standard
    return Reckoning(Battle(situation, unit, (target,), Declared({"type": COLUMN})))


def has_target_near(situation: Situation, unit: Unit) -> bool:
    """Whether enemies, a revolt or an airfield lie next to the unit."""
    enemy = situation.held[enemy_of(unit.side)]
    marked = without_units(situation)
    return any(name in enemy or name in marked for name in situation.around[unit.hex])


@kept
def without_units(situation: Situation) -> frozenset[str]:
    """Hexes that may be attacked though nobody stands there: airfields and revolts."""
    return situation.board.hexes_with("airfield") | set(situation.table("revolt"))
