"""One attack as declared: its hex, its units, its options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from assistant.games.dagc.situation import Situation
from assistant.games.dagc.units import SOVIET, enemy_of, front
from assistant.position import Unit
from assistant.questions.protocol import Options, QuestionError
from builder.game.problems import nearest


@dataclass(frozen=True)
class BattleOptions:
    """What the attacker adds that the map does not show (`--with`)."""

    air: int = 0
    armor: int = 0
    lower: int = 0
    fanatic: int = 0


def read_options(given: Options) -> BattleOptions:
    """Options of a battle from their words; QuestionError for an unknown one or a bad value."""
    known = {"air": 9, "armor": 9, "lower": 99, "fanatic": 1}
    values: dict[str, int] = {}
    for name, word in given.items():
        if name not in known:
            raise QuestionError(
                "There is no option '{name}'. {remedy}", name=name, remedy=nearest(name, known)
            )
        if not word.isdecimal() or int(word) > known[name]:
            raise QuestionError(
                "{name}={word}: write a number from 0 to {n}.",
                name=name,
                word=word,
                n=known[name],
            )
        values[name] = int(word)
    return replace(BattleOptions(), **values)


@dataclass(frozen=True)
class Battle:
    """An attack by some units on one hex."""

    situation: Situation
    target: str
    attackers: tuple[Unit, ...]
    options: BattleOptions = BattleOptions()

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """All units of the attacked hex take part in its defence (11.3)."""
        return self.situation.at(self.target)

    @cached_property
    def side(self) -> str:
        """The attacking side."""
        if self.attackers:
            return self.attackers[0].side
        return enemy_of(self.defenders[0].side) if self.defenders else SOVIET

    @property
    def front(self) -> str:
        """The Soviet front that attacks, or "german"."""
        return front(self.attackers[0]) if self.attackers else self.side

    @cached_property
    def terrain(self) -> frozenset[str]:
        return self.situation.board.of(self.target)

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """The hexes from which it is made, each once."""
        return tuple(dict.fromkeys(unit.hex for unit in self.attackers))
