"""Battles that players declare on the map while they play: what each promises when it is declared,
and what came of it when its die falls, with the retreats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from assistant.live.table import LiveStep
from assistant.position import Declared, Position
from assistant.questions.answers import Odds, Retreats
from assistant.questions.declared import asked, newly, result_of, rolled_in, seen, targets
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError, Rules

MOST = 6
"""Battles of one step that are told: who declares more at once is no player."""


@dataclass(frozen=True)
class BattleNews:
    """A battle just declared, or its die, if `dice` are there.

    `odds` is the attack, or None with the reason in `why`. `result` is what the dice mean, empty
    where the table has no such roll; `retreats` are those of the hexes attacked. `partly`: units of
    the battle are left out, because its readers may not see them.
    """

    position: Position
    battle: Declared
    odds: Odds | None
    why: str = ""
    dice: tuple[int, ...] = ()
    result: str = ""
    retreats: tuple[Retreats, ...] = ()
    partly: bool = False


def concerns(step: LiveStep) -> bool:
    """Whether a step may declare a battle or roll for one."""
    return step.declares or (not step.undone and any(rolled_in(line) for line in step.chat))


@dataclass
class Battles:
    """Hears the steps of a game in order. `position` gives what its readers may see after a step,
    by number.

    A battle is answered in whatever phase: who declares one means to fight it, and players often
    set the phase later.
    """

    rules: Rules
    position: Callable[[int], Position]
    _known: dict[int, Declared] | None = None
    """None before the first step: what was declared before it is no news."""

    def heard(self, step: LiveStep) -> Iterator[BattleNews]:
        """What a step declares or rolls. A battle that is declared anew with other units is told
        again; one that is over is forgotten."""
        if not concerns(step):
            return
        known = _declared(self.position(step.number - 1)) if self._known is None else self._known
        position = self.position(step.number)
        # an undo says again what it takes back
        rolls = {} if step.undone else dict(filter(None, map(rolled_in, step.chat)))
        self._known = _declared(position)
        told = 0
        for number, battle in self._known.items():
            dice = rolls.get(number, ())
            whole = battle.attackers and battle.defenders
            if told < MOST and (dice or (whole and newly(battle, known.get(number)))):
                told += 1
                yield self._news(position, battle, dice)

    def _news(self, position: Position, battle: Declared, dice: tuple[int, ...]) -> BattleNews:
        door, partly = Door(self.rules, position), seen(position, battle) != battle
        try:
            odds = door.odds(*asked(position, battle), anyway=True)
        except QuestionError as error:
            return BattleNews(position, battle, None, str(error), dice, partly=partly)
        result = result_of(odds, dice)
        retreats: list[Retreats] = []
        for name in targets(position, battle) if result else ():
            if any(name in one.hex.split(",") for one in retreats):
                continue  # one combat about several hexes has one answer
            with suppress(QuestionError):  # a result that drives nobody out is no question
                retreats.append(door.retreats(name, result, battle.attackers, anyway=True))
        return BattleNews(position, battle, odds, "", dice, result, tuple(retreats), partly)


def _declared(position: Position) -> dict[int, Declared]:
    return {battle.number: battle for battle in position.battles}
