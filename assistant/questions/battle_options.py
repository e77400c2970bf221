"""What `--with` adds to a battle: words read as numbers, flags and names, as a game's options.toml
lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from assistant.questions.protocol import Options, QuestionError
from builder.game.problems import MANY, close_to, nearest
from builder.saying import AsWritten, Saying

Read = Callable[[str, str], Any]
"""How the word of an option is read; QuestionError for one that cannot be."""


def read(
    given: Options, known: Mapping[str, Read], all_known: Callable[[], Saying] | None = None
) -> dict[str, Any]:
    """The options given, each read in its way; QuestionError for an unknown one, which tells the
    likeliest of those known, else all of them, or what `all_known` says where they are many."""
    values: dict[str, Any] = {}
    for name, word in given.items():
        typed = AsWritten(name)
        if name not in known:
            remedy = nearest(name, known)
            if all_known and len(known) > MANY and close_to(name, known) is None:
                remedy = all_known()
            raise QuestionError(
                "There is no option '{name}'. {remedy}", name=AsWritten(typed), remedy=remedy
            )
        values[name] = known[name](typed, word)
    return values


_DIGITS = 9  # Python reads no number of thousands


def up_to(most: int) -> Read:
    """A number from 0 to some highest one."""

    def number(name: str, word: str) -> int:
        if not word.isdecimal() or len(word) > _DIGITS or int(word) > most:
            text = "{name}={word}: write a number from 0 to {n}."
            raise QuestionError(text, name=name, word=AsWritten(word), n=most)
        return int(word)

    return number


def flag(name: str, word: str) -> bool:
    """1 for yes, 0 for no."""
    if word not in ("0", "1"):
        text = "{name}={text}: write {word}=1 or {word2}=0."
        raise QuestionError(text, name=name, text=AsWritten(word), word=name, word2=name)
    return word == "1"


def signed(name: str, word: str) -> int:
    """A whole number, below nothing too."""
    try:
        return int(word)
    except ValueError:
        text = "{name}={text}: write a whole number, as {word}=1."
        raise QuestionError(text, name=name, text=AsWritten(word), word=name) from None


def signed_up_to(most: int) -> Read:
    """A whole number, below nothing too, no farther from it than some highest one."""

    def number(name: str, word: str) -> int:
        value = signed(name, word)
        if abs(value) > most:
            text = "{name}={word}: write a number from -{n} to {n}."
            raise QuestionError(text, name=name, word=AsWritten(word), n=most)
        return value

    return number


def words(name: str, word: str) -> tuple[str, ...]:
    """Several words with commas between them."""
    return tuple(part.strip() for part in word.split(",") if part.strip())


def one_of(known: Collection[str]) -> Read:
    """One of some names, or none."""
    return _name_among(known, frozenset({""}))


def choice(known: Collection[str]) -> Read:
    """One of some names."""
    return _name_among(known, frozenset())


def _name_among(known: Collection[str], also: Collection[str]) -> Read:
    def name_among(name: str, word: str) -> str:
        if word not in known and word not in also:
            text = "{name}={text}: write one of {words}."
            listed = [AsWritten(one) for one in known]
            raise QuestionError(text, name=name, text=AsWritten(word), words=listed)
        return word

    return name_among


Kind = Callable[[Any], Read]
"""From what the file says of an option to how its word is read."""

KINDS: Mapping[str, Kind] = {
    "number": up_to,
    "signed": signed_up_to,
    "one-of": one_of,
    "choice": choice,
    "flag": lambda _: flag,
    "words": lambda _: words,
}


GROUPS: Mapping[str, str] = {
    "choice": "Words: {names}",
    "number": "numbers: {names}",
    "signed": "numbers, also below 0: {names}",
    "units": "ids of units: {names}",
    "hexes": "hexes: {names}",
    "squadrons": "squadrons by their printed values: {names}",
}
"""How a group of options is named in a refusal, where a game has so many that groups help."""


@dataclass(frozen=True)
class Listed:
    """The options of a game's battles: by kind each name with what bounds it, such as the highest
    number, or the words that may be written."""

    file: Path

    @cached_property
    def kinds(self) -> Mapping[str, Mapping[str, Any]]:
        """Kind -> name -> bound, as the file has them."""
        return tomllib.loads(self.file.read_text("utf-8"))

    def read(self, given: Options, own: Mapping[str, Read] | None = None) -> dict[str, Any]:
        """The options given, by name; `own` are kinds that only this game has. QuestionError for an
        unknown option or a word that is none of its kind."""
        ways: dict[str, Read] = {}
        for kind, listed in self.kinds.items():
            for name, bound in listed.items():
                ways[name] = own[kind] if own and kind in own else KINDS[kind](bound)
        return read(given, ways, self.in_groups)

    def in_groups(self) -> Saying:
        """All options by what is written for them."""
        groups = [
            Saying(GROUPS[kind], names=[AsWritten(name) for name in listed])
            for kind, listed in self.kinds.items()
        ]
        said = groups[-1]
        for group in groups[-2::-1]:
            said = Saying("{first}; {rest}", first=group, rest=said)
        return Saying("Write one of these. {groups}.", groups=said)
