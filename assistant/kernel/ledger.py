"""The ledger of a combat: what adds to a strength or shifts the column, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Saying

COLUMNS = "{n:+g} {n|column|columns}"
ATTACK = "{n:+g} attack"
DEFENCE = "{n:+g} defence"
PLAIN = "{n:+g}"


@dataclass(frozen=True)
class Modifier:
    """One line of the ledger: `value` of what `effect` says, a template with the place `{n}`."""

    what: str
    value: float
    rule: str
    effect: str = COLUMNS
    stand_in: bool = False

    def line(self) -> LedgerLine:
        """The line as answers show it."""
        return LedgerLine(self.what, _told(self.effect, self.value), self.rule, self.stand_in)


@lru_cache(4096)
def _told(effect: str, value: float) -> Saying:
    """An effect in words: ledgers say the same few again and again."""
    return Saying(effect, n=value)


def net(modifiers: Iterable[Modifier]) -> int:
    """All modifiers together."""
    return int(sum(modifier.value for modifier in modifiers))


def lines(modifiers: Iterable[Modifier]) -> tuple[LedgerLine, ...]:
    return tuple(modifier.line() for modifier in modifiers)


def any_stand_in(modifiers: Iterable[Modifier]) -> bool:
    """Whether one of them leans on a figure of ours."""
    return any(modifier.stand_in for modifier in modifiers)
