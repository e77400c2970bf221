"""Rules that forbid: a question with its number and its sentence, said once above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from operator import attrgetter
from typing import Any, ParamSpec

from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Code, Reason, pieces_of

P = ParamSpec("P")
Bar = Callable[P, Reason | None]
"""A rule that may forbid something: the reason if it does, else None."""


def forbids(
    number: str, text: str, code: Code | None = None, *also: str, **places: str
) -> Callable[[Callable[P, object]], Bar[P]]:
    """Make a rule that forbids of a question: its reason where the question is answered with yes.

        @forbids("11.5", "{unit} has attacked in this phase.", "spent")
        def attacks_once(situation: Situation, unit: Unit, target: str) -> bool:

    The places of the sentence are filled from the parameters of the same name, or from those that
    `places` names: `hex="target"`, `hex2="unit.hex"`. `also` are further rules that it carries out.
    """

    def mark(question: Callable[P, object]) -> Bar[P]:
        fill = _filled(question, text, places)
        fixed = None if fill else Reason(number, text, code)

        @rule(number, *also)
        @wraps(question)
        def why(*args: P.args, **kwargs: P.kwargs) -> Reason | None:
            if not question(*args, **kwargs):
                return None
            if fixed is not None:
                return fixed
            values = {place: value(args) for place, value in fill.items()}
            return Reason(number, text, code, **values)

        return why

    return mark


def _filled(
    question: Callable[..., object], text: str, places: dict[str, str]
) -> dict[str, Callable[[tuple[Any, ...]], Any]]:
    """For each place of a sentence how its value is found among the arguments of a question."""
    names = list(signature(question).parameters)
    found: dict[str, Callable[[tuple[Any, ...]], Any]] = {}
    for place in dict.fromkeys(piece.name for piece in pieces_of(text) if piece.name):
        name, _, part = places.get(place, place).partition(".")
        found[place] = _argument(names.index(name), part)
    return found


def _argument(index: int, part: str) -> Callable[[tuple[Any, ...]], Any]:
    """An argument by its place, or a part of it."""
    if not part:
        return lambda args: args[index]
    of = attrgetter(part)
    return lambda args: of(args[index])


def first(bars: Iterable[Bar[P]], *args: P.args, **kwargs: P.kwargs) -> Reason | None:
    """The reason of the first of some rules that forbids, or None."""
    for bar in bars:
        if why := bar(*args, **kwargs):
            return why
    return None


def every(bars: Iterable[Bar[P]], *args: P.args, **kwargs: P.kwargs) -> tuple[Reason, ...]:
    """The reasons of all rules that forbid, in their order."""
    return tuple(why for bar in bars if (why := bar(*args, **kwargs)))
