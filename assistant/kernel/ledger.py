"""The ledger of a combat: what adds to a strength or shifts the column, line by line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import ParamSpec

from assistant.kernel.chart import Figure
from assistant.kernel.rulebook import rule
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Saying

P = ParamSpec("P")
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
        return LedgerLine(self.what, told(self.effect, n=self.value), self.rule, self.stand_in)


def by_chart(what: str, figure: Figure, rule: str, times: int = 1) -> Modifier:
    """The columns that a chart gives, so many times."""
    return Modifier(what, round(figure.number) * times, rule, stand_in=figure.stand_in)


@lru_cache(4096, typed=True)
def told(template: str, **values: Hashable) -> Saying:
    """A Saying of names and numbers, made once: ledgers say the same few again and again."""
    return Saying(template, **values)


def gives(
    what: str, value: float, number: str, *also: str, effect: str = COLUMNS
) -> Callable[[Callable[P, float]], Callable[P, Modifier | None]]:
    """Make a line of the ledger of a question: `value` as many times as it answers, once for yes,
    and no line at all for no or nothing.

        @gives("shock", 1, "12.7")
        def shock_army(battle: Battle) -> bool:

    `also` are further rules that it carries out.
    """

    def mark(question: Callable[P, float]) -> Callable[P, Modifier | None]:
        @rule(number, *also)
        @wraps(question)
        def line(*args: P.args, **kwargs: P.kwargs) -> Modifier | None:
            times = question(*args, **kwargs)
            return Modifier(what, value * times, number, effect) if times else None

        return line

    return mark


def lines_of(
    rules: Iterable[Callable[P, Modifier | None]], *args: P.args, **kwargs: P.kwargs
) -> tuple[Modifier, ...]:
    """The lines of those of some rules that apply, in their order."""
    return tuple(line for one in rules if (line := one(*args, **kwargs)))


def net(modifiers: Iterable[Modifier]) -> int:
    """All modifiers together, halves cut off at the end."""
    return int(round(sum(modifier.value for modifier in modifiers), 6))


def lines(modifiers: Iterable[Modifier]) -> tuple[LedgerLine, ...]:
    return tuple(modifier.line() for modifier in modifiers)


def any_stand_in(modifiers: Iterable[Modifier]) -> bool:
    """Whether one of them leans on a figure of ours."""
    return any(modifier.stand_in for modifier in modifiers)
