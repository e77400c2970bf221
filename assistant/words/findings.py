"""What `kessel check` finds, in the reader's language: the builder itself knows none."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from assistant.saying import Saying, fill, key_of
from assistant.words.voice import LANGUAGES
from builder.game.toml_file import read_toml

_PLACE = re.compile(r"\{([a-z]+)\}")
INNER = "text"
"""The place that holds a sentence, or a part of one, which is said by itself."""

DEPTH = 3
Say = Callable[[str], str]


def says_findings(language: str) -> Say:
    """Says a finding's text or remedy; one that nobody has translated stays as it is."""
    path = Path(__file__).parent / f"check.{language}.toml"
    if language not in LANGUAGES or not path.is_file():
        return str
    return _Says(path).say


def complaining(language: str) -> Say:
    """Says what is wrong, whether with a file or with what was asked for."""
    from assistant.words.voice import ENGLISH, general

    say = general(language if language in LANGUAGES else ENGLISH)
    found = says_findings(language)

    def told(text: str) -> str:
        said = say(text)
        return said if said != text else found(text)

    return told


def in_language(finding: dict[str, Any], language: str) -> dict[str, Any]:
    """A finding of `kessel check --json` with text and remedy in a language."""
    say = _said(language)
    told = {key: say(finding[key]) for key in ("text", "remedy") if finding.get(key)}
    return {**finding, **told}


@lru_cache(maxsize=8)
def _said(language: str) -> Say:
    return says_findings(language)


class _Says:
    """The sentences of a file; those with places are tried by their fixed beginnings first."""

    def __init__(self, path: Path) -> None:
        read = read_toml(path).data
        texts: dict[str, str] = {**read["command"], **read["check"]}
        self.whole = {english: other for english, other in texts.items() if "{" not in english}
        formed = [pair for pair in texts.items() if "{" in pair[0]]
        formed.sort(key=lambda pair: -len(_PLACE.sub("", pair[0])))  # the most literal one counts
        self.formed = [(_form(english), other) for english, other in formed]
        self.templates = {key_of(english): other for english, other in formed}

    def say(self, text: str, depth: int = DEPTH) -> str:
        """The text in the other language."""
        if (told := self.whole.get(text)) is not None:
            return told
        if isinstance(text, Saying) and (other := self.templates.get(key_of(text.template))):
            return self._made(text, other, depth)
        for form, other in self.formed:
            if found := form.fullmatch(text):
                return self._filled(other, found, depth)
        return text

    def _made(self, text: Saying, other: str, depth: int) -> str:
        """A text that knows its template and its values."""
        told = {
            name: self.say(value, depth - 1)
            if name == INNER and depth and isinstance(value, str)
            else value
            for name, value in text.values.items()
        }
        return fill(other, told)

    def _filled(self, other: str, found: re.Match[str], depth: int) -> str:
        def fill(place: re.Match[str]) -> str:
            told = found[place[1]]
            return self.say(told, depth - 1) if place[1] == INNER and depth else told

        return _PLACE.sub(fill, other)


def _form(english: str) -> re.Pattern[str]:
    """The form of a sentence; a place that stands twice holds the same twice."""
    pieces, told = _PLACE.split(english), set[str]()
    parts = []
    for at, piece in enumerate(pieces):
        if at % 2 == 0:
            parts.append(re.escape(piece))
        elif piece in told:
            parts.append(f"(?P={piece})")
        else:
            told.add(piece)
            parts.append(f"(?P<{piece}>.+?)")
    return re.compile("".join(parts), re.DOTALL)
