"""Battles that the players have declared on the map, answered before all other attacks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from assistant.position import Declared, Position
from assistant.questions.answers import Attacks, Odds
from assistant.questions.protocol import Options, QuestionError, Rules

_BATTLE = re.compile(r"(?:^|\W)(\d{1,6}): .")
_DICE = re.compile(r": *+(-?\d{1,6}(?:, ?-?\d{1,6}){0,19})\W*+$")
"""What a module says of the die of a declared battle, in whatever language: number, units, dice.
The ends are looked for apart, because a line of chat may have thousands of both."""

NO_ATTACKERS = (
    "Battle {n} has no attackers: give units that attack its number by the menu Battle, or name"
    " them as `attackers` of its [[battle]]."
)
NO_DEFENDERS = (
    "Battle {n} has no defenders: give the units attacked its number by the menu Battle, or name"
    " them as `defenders` of its [[battle]]."
)

FOUGHT = (
    "Battle {n} is fought: of one side nobody is left on the map. End it by the menu Battle, or"
    " take its [[battle]] away."
)


def declared_first(rules: Rules, position: Position, found: Attacks, options: Options) -> Attacks:
    """The attacks with those first that are declared, in the order of their numbers; each has its
    number as `battle` in `extra`. Declared battles that cannot be answered stand in the answer's
    `extra` under `declared`, each with its number, its units and the reason as `text`."""
    told: list[Odds] = []
    refused: list[dict[str, Any]] = []
    for battle in position.battles:
        try:
            hexes, attackers = asked(position, battle)
            odds = rules.odds(position, hexes, attackers, options)
        except QuestionError as error:
            refused.append(
                {
                    "battle": battle.number,
                    "attackers": list(battle.attackers),
                    "defenders": list(battle.defenders),
                    "text": str(error),
                }
            )
        else:
            told.append(replace(odds, extra={**odds.extra, "battle": battle.number}))
    known = {(odds.target, frozenset(odds.attackers)) for odds in told}
    others = [a for a in found.attacks if (a.target, frozenset(a.attackers)) not in known]
    extra = {**found.extra, "declared": refused} if refused else found.extra
    return replace(found, attacks=(*told, *others), extra=extra)


def newly(battle: Declared, known: Declared | None) -> bool:
    """Whether a battle is declared anew since it was known: one that only lost units, because they
    fight another one now or are gone, is not."""
    if known is None:
        return True
    attackers, defenders = set(battle.attackers), set(battle.defenders)
    return not (attackers <= {*known.attackers} and defenders <= {*known.defenders})


def asked(position: Position, battle: Declared) -> tuple[list[str], tuple[str, ...]]:
    """What is asked of a declared battle: the hexes attacked, and the attackers that are seen.
    QuestionError if none is seen of either."""
    there = seen(position, battle)
    if not there.attackers or not there.defenders:
        gone = battle.defenders if there.attackers else battle.attackers
        text = NO_DEFENDERS if there.attackers else NO_ATTACKERS
        text = FOUGHT if any(name in position.by_id for name in gone) else text
        raise QuestionError(text, n=battle.number)
    return targets(position, there), there.attackers


def seen(position: Position, battle: Declared) -> Declared:
    """The battle with those of its units that stand on the map: its viewer may see no more, and who
    is eliminated keeps the battle's number until the players end it."""
    attackers, defenders = (
        tuple(name for name in names if _stands(position, name))
        for names in (battle.attackers, battle.defenders)
    )
    return Declared(battle.number, attackers, defenders)


def _stands(position: Position, name: str) -> bool:
    unit = position.by_id.get(name)
    return unit is not None and unit.hex in position.game.grid


def targets(position: Position, battle: Declared) -> list[str]:
    """The hexes attacked."""
    return sorted({position.by_id[name].hex for name in seen(position, battle).defenders})


def rolled_in(line: str) -> tuple[int, tuple[int, ...]] | None:
    """Number and dice of the declared battle that a line of chat tells the roll of."""
    dice = _DICE.search(line)
    told = dice and _BATTLE.search(line[line.rfind("\n", 0, dice.start()) + 1 : dice.start()])
    if dice is None or told is None:
        return None
    return int(told[1]), tuple(int(word) for word in dice[1].split(","))


def result_of(odds: Odds, dice: Sequence[int]) -> str:
    """What dice mean in an attack; empty where its table has no such roll."""
    for key in (str(sum(dice)), "".join(map(str, dice)), ",".join(map(str, dice))):
        if dice and key in odds.results:
            return odds.results[key]
    return ""
