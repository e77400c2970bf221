"""What can be written instead of a word that stands for nothing: told as it is typed, because the
same in another language would be refused as well."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.saying import AsWritten, Saying
from builder.game.problems import remedy_for


def nearest(word: str, known: Iterable[str]) -> Saying:
    """The likeliest of the known words, or all if they are few, as builder.game.problems has it."""
    text, values = remedy_for(word, known)
    return Saying(text, **{key: _as_typed(one) for key, one in values.items()})


def _as_typed(value: str | int | list[str]) -> str | int | list[AsWritten]:
    if isinstance(value, list):
        return [AsWritten(one) for one in value]
    return AsWritten(value) if isinstance(value, str) else value
