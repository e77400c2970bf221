"""Battles that the players have declared on the map, answered before all other attacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.position import Declared, Position
from assistant.questions.answers import Attacks, Odds
from assistant.questions.play import HasPlay
from assistant.questions.protocol import Options, QuestionError, Rules
from assistant.questions.reasons import Saying

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

ATTACKS_TWICE = "{unit} may attack in one of these battles only: no unit attacks twice in a phase."
ATTACKED_TWICE = (
    "{what} may be attacked in one of these battles only, because that is done once a phase."
)

FOUGHT = (
    "Battle {n} is fought: of one side nobody is left on the map. End it by the menu Battle, or"
    " take its [[battle]] away."
)


def declared_first(rules: Rules, position: Position, found: Attacks, options: Options) -> Attacks:
    """The attacks with those first that are declared, in the order of their numbers; each has its
    number as `battle` in `extra`. Declared battles that cannot be answered stand in the answer's
    `extra` under `declared`, each with its number, its units and the reason as `text`; those that
    exclude each other under `clashes`. One that was rolled for and can no longer be answered is
    over."""
    told: list[Odds] = []
    refused: list[dict[str, Any]] = []
    for battle in position.battles:
        over = position.fought.issuperset(battle.attackers)
        try:
            hexes, attackers = asked(position, battle)
            odds = rules.odds(position, hexes, attackers, options)
        except QuestionError as error:
            if over:
                continue
            refused.append(
                {
                    "battle": battle.number,
                    "attackers": list(battle.attackers),
                    "defenders": list(battle.defenders),
                    "text": str(error),
                }
            )
        else:
            if over and not odds.possible:
                continue  # who fought it went away since
            told.append(replace(odds, extra={**odds.extra, "battle": battle.number}))
    known = {(odds.target, frozenset(odds.attackers)) for odds in told}
    others = [a for a in found.attacks if (a.target, frozenset(a.attackers)) not in known]
    wrong = [clash.told() for clash in clashes(rules, position)]
    more = {"declared": refused, "clashes": wrong}
    extra = {**found.extra, **{name: told_ for name, told_ in more.items() if told_}}
    return replace(found, attacks=(*told, *others), extra=extra)


@dataclass(frozen=True)
class Clash:
    """Declared battles of which only one may be fought, because they share what acts but once."""

    battles: tuple[int, ...]
    units: tuple[str, ...]
    rule: str
    text: Saying

    def told(self) -> dict[str, Any]:
        """As it stands in the answer's `extra`."""
        battles, units = list(self.battles), list(self.units)
        return {"battles": battles, "units": units, "rule": self.rule, "text": self.text}


def clashes(rules: Rules, position: Position) -> Iterator[Clash]:
    """Units that attack in several battles of one phase of combat, and units or hexes that are
    attacked in several, where the game lets none do so."""
    if not isinstance(rules, HasPlay) or "combat" not in position.phase:
        return
    play, battles = rules.play, [seen(position, battle) for battle in position.battles]
    if rule := play.chapters.get("twice"):
        for unit, numbers in _shared((b.number, b.attackers) for b in battles):
            shown = position.by_id[unit].shown
            yield Clash(numbers, (unit,), rule, Saying(ATTACKS_TWICE, unit=shown))
    if (once := play.attacked_once) and once.what == "unit":
        for unit, numbers in _shared((b.number, b.defenders) for b in battles):
            shown = position.by_id[unit].shown
            yield Clash(numbers, (unit,), once.rule, Saying(ATTACKED_TWICE, what=shown))
    elif once:
        for hex_, numbers in _shared((b.number, targets(position, b)) for b in battles):
            there = tuple(unit.id for unit in position.at(hex_))
            yield Clash(numbers, there, once.rule, Saying(ATTACKED_TWICE, what=hex_))


def _shared(
    named: Iterable[tuple[int, Iterable[str]]],
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What several battles name, with their numbers."""
    found: dict[str, list[int]] = {}
    for number, names in named:
        for name in names:
            found.setdefault(name, []).append(number)
    return ((name, tuple(its)) for name, its in found.items() if len(its) > 1)


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


def declared_on(position: Position, hexes: Sequence[str], others: bool = False) -> Declared | None:
    """The one battle that is declared on these hexes, and on no others unless `others` may be among
    its hexes; with those of its units that are seen. None if there is none, or several."""
    asked_for, found = {*hexes}, []
    for battle in (seen(position, one) for one in position.battles):
        there = {*targets(position, battle)}
        if battle.attackers and (there == asked_for or (others and there >= asked_for)):
            found.append(battle)
    return found[0] if len(found) == 1 else None


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
