"""What a cell of a chart may say: a kind of number, one of some words, or a pattern."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import StringConstraints, TypeAdapter, ValidationError
from pydantic_core import SchemaError

from builder.game.headings import span_of
from builder.game.problems import nearest
from builder.saying import Saying, quoting

OR_DASH = " or -"
_DIGITS = r"[0-9]{1,9}"
_PARTED = rf"{_DIGITS}(\.{_DIGITS}|/0{{0,8}}[1-9][0-9]{{0,8}})?"
_RANGE = rf"{_DIGITS}(-{_DIGITS})?"
KINDS = {
    "whole": (rf"[+-]?{_DIGITS}", Saying("a whole number"), ("2", "-1")),
    "count": (_DIGITS, Saying("a whole number from 0 up"), ("0", "2")),
    "number": (rf"[+-]?{_PARTED}", Saying("a number"), ("2", "-1.5", "1/2")),
    "amount": (_PARTED, Saying("a number from 0 up"), ("2", "1.5", "1/2")),
    "range": (_RANGE, Saying("a whole number or a range"), ("5", "0-3")),
    "text": (r"(?s).*", Saying("a text"), ()),
}
"""Kind -> its pattern, its name in a sentence, and examples."""
_FIGURE = re.compile(r"(?<!\\)((?:\\\\)*)\\d")
"""A figure in a pattern: one of the ten that rules count with, and not of any script."""


@dataclass(frozen=True)
class Shape:
    """What a cell may say. `fault` is why the shape itself cannot be used, or empty."""

    pattern: str
    words: str
    choices: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    fault: str = ""

    def fits(self, text: str) -> bool:
        if self.choices:
            return text in self.choices
        try:
            _whole(self.pattern).validate_python(text)
            if self.pattern.endswith(_RANGE) and text != "-":
                span_of(text)
        except (ValidationError, ValueError):
            return False
        return True

    def remedy(self, text: str) -> str:
        """What to write instead of a text that does not fit."""
        if self.choices:
            return nearest(text, self.choices)
        if self.examples:
            return quoting("Write it as {names:or}.", names=self.examples)
        return "Correct it."


def shape_of(said: Any, such_as: Sequence[Any] = ()) -> Shape:
    """A list of words, the name of a kind (`whole`, `count`, `number`, `amount`, `range`, `text`,
    each with ` or -` behind where a dash is allowed), or a pattern."""
    examples = tuple(map(str, such_as))
    if isinstance(said, list) and said:
        return Shape("", Saying("one of the words that rules know"), tuple(map(str, said)))
    if not isinstance(said, str) or not said:
        text = "says {value}: write a list of words, a kind or a pattern."
        return Shape("", "", fault=quoting(text, value=repr(said)))
    kind = said.removesuffix(OR_DASH)
    if kind in KINDS:
        pattern, words, usual = KINDS[kind]
        if said.endswith(OR_DASH):
            usual = (*usual, "-")
            dashed = Saying("{text} or a dash", text=words)
            return Shape(f"-|{pattern}", dashed, examples=examples or usual)
        return Shape(pattern, words, examples=examples or usual)
    try:
        _judge(said), _whole(said)
    except SchemaError:
        text = (
            "has a pattern that cannot be read, '{word}': write it without looking ahead or "
            "referring back."
        )
        return Shape("", "", fault=quoting(text, word=said[:80]))
    return Shape(said, Saying("a result that rules can read"), examples=examples)


def is_pattern(said: Any) -> bool:
    """Whether what a cell may be is told by a pattern, which has no examples of its own."""
    return isinstance(said, str) and said.removesuffix(OR_DASH) not in KINDS


def _whole(pattern: str) -> TypeAdapter[str]:
    """Judges whether all of a text is of a pattern."""
    return _judge(rf"\A(?:{pattern})\z")


@lru_cache(maxsize=256)
def _judge(pattern: str) -> TypeAdapter[str]:
    """pydantic's own expressions, because Python's take for ever over `(a|a)*` of a stranger's.

    Raises SchemaError for what is none, asks for too much, looks ahead or refers back.
    """
    plain = _FIGURE.sub(r"\g<1>[0-9]", pattern)
    return TypeAdapter(Annotated[str, StringConstraints(pattern=plain)])
