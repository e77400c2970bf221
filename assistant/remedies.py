"""What can be written instead of a word that stands for nothing: told as it is typed, because the
same in another language would be refused as well."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from assistant.saying import AsWritten, Saying
from builder.game.problems import MANY


def nearest(word: str, known: Iterable[str]) -> Saying:
    """The likeliest of the known words, or all if they are few, as builder.game.problems has it."""
    choices = [AsWritten(one) for one in sorted(known)]
    if close := get_close_matches(word, choices, n=1):
        return Saying("Did you mean '{word}'?", word=AsWritten(close[0]))
    if not choices:
        return Saying("None are defined.")
    if len(choices) > MANY:
        text = "Write one of the {n} that there are, as '{word}'."
        return Saying(text, n=len(choices), word=choices[0])
    return Saying("Write one of: {words}.", words=choices)
