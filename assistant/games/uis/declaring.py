"""Which combat players mean: by the one combat unit named, or by the likeliest (9.1)."""

from __future__ import annotations

from assistant.games.uis.assaults import DISENGAGEMENT
from assistant.games.uis.battle import Battle
from assistant.games.uis.declared import Declared
from assistant.games.uis.reckoning import Reckoning, merit
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import is_combat
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import QuestionError


@rule("5.2.3", "9.0", "9.1")
def declared_combat(
    situation: Situation,
    targets: tuple[str, ...],
    named_units: tuple[Unit, ...],
    declared: Declared,
) -> Reckoning:
    """The combat that the players mean: by the one combat unit named, or by the likeliest."""
    fighters = tuple(unit for unit in named_units if is_combat(unit)) or named_units[:1]
    if not fighters:
        fighters = likely(situation, targets, declared)
    helpers = tuple(unit for unit in named_units if unit not in fighters)
    return Reckoning(Battle(situation, fighters[0], targets, declared, helpers, fighters[1:]))


def likely(situation: Situation, targets: tuple[str, ...], declared: Declared) -> tuple[Unit, ...]:
    """The unit meant when none is named: in a disengagement one of the hex, else the next enemy
    for whom the assault is best."""
    if declared.type == DISENGAGEMENT:
        found = [unit for name in targets for unit in situation.at(name) if is_combat(unit)]
    else:
        here = {unit.side for name in targets for unit in situation.at(name)}
        found = [
            unit
            for name in sorted({near for name in targets for near in situation.around[name]})
            for unit in situation.at(name)
            if is_combat(unit) and unit.side not in here
        ]
    if not found:
        raise QuestionError("No combat unit could fight here: name one with --from.")
    reckonings = [Reckoning(Battle(situation, unit, targets, declared)) for unit in found]
    best = min(reckonings, key=lambda r: (bool(r.refused), -merit(r), r.battle.active.id))
    return (best.battle.active,)
