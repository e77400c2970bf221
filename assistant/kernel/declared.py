"""What `--with` adds to a battle: words read as numbers, flags and names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from assistant.questions.protocol import Options, QuestionError
from builder.game.problems import nearest

Read = Callable[[str, str], Any]
"""How the word of an option is read; QuestionError for one that cannot be."""


def read(given: Options, known: Mapping[str, Read]) -> dict[str, Any]:
    """The options given, each read in its way; QuestionError for an unknown one."""
    values: dict[str, Any] = {}
    for name, word in given.items():
        if name not in known:
            remedy = nearest(name, known)
            raise QuestionError("There is no option '{name}'. {remedy}", name=name, remedy=remedy)
        values[name] = known[name](name, word)
    return values


def up_to(most: int) -> Read:
    """A number from 0 to some highest one."""

    def number(name: str, word: str) -> int:
        if not word.isdecimal() or int(word) > most:
            text = "{name}={word}: write a number from 0 to {n}."
            raise QuestionError(text, name=name, word=word, n=most)
        return int(word)

    return number


def flag(name: str, word: str) -> bool:
    """1 for yes, 0 for no."""
    if word not in ("0", "1"):
        text = "{name}={text}: write {word}=1 or {word2}=0."
        raise QuestionError(text, name=name, text=word, word=name, word2=name)
    return word == "1"


def signed(name: str, word: str) -> int:
    """A whole number, below nothing too."""
    try:
        return int(word)
    except ValueError:
        text = "{name}={text}: write a whole number, as {word}=1."
        raise QuestionError(text, name=name, text=word, word=name) from None


def signed_up_to(most: int) -> Read:
    """A whole number, below nothing too, no farther from it than some highest one."""

    def number(name: str, word: str) -> int:
        value = signed(name, word)
        if abs(value) > most:
            text = "{name}={word}: write a number from -{n} to {n}."
            raise QuestionError(text, name=name, word=word, n=most)
        return value

    return number


def words(name: str, word: str) -> tuple[str, ...]:
    """Several words with commas between them."""
    return tuple(part.strip() for part in word.split(",") if part.strip())


def one_of(known: Collection[str]) -> Read:
    """One of some names, or none."""

    def name_among(name: str, word: str) -> str:
        if word and word not in known:
            text = "{name}={text}: write one of {words}."
            raise QuestionError(text, name=name, text=word, words=list(known))
        return word

    return name_among
