"""What is wrong with files or with what was asked for, in the reader's language: the builder itself
knows none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from assistant.words.catalogue import read_catalogue
from assistant.words.voice import ENGLISH, LANGUAGES, Voice, general
from builder.game.place_words import in_other_words
from builder.saying import AsWritten, Saying

Places = Mapping[str, Mapping[str, str]]
"""By language what a game calls its places that are no hexes."""
HEXES: Places = MappingProxyType({})
"""A game on hexes calls them so."""
TEXTS = ("text", "remedy")
"""The keys of a finding under which it says something."""


@cache
def complaining(language: str) -> Voice:
    """Who says what is wrong, in English for a language that Kessel lacks."""
    if language not in LANGUAGES:
        language = ENGLISH
    told = read_catalogue(Path(__file__).parent / f"check.{language}.toml")
    shared = general(language).catalogue
    return Voice(language, told.over(shared), apart=False)


def complaining_of(language: str, places: Places) -> Callable[[str], str]:
    """The same about a game that is not played on hexes: it speaks of the places that it has."""
    words = dict(places.get(language, {}))
    say = complaining(language)
    if not words:
        return say
    if language != ENGLISH:
        return replace(say, catalogue=say.catalogue.in_words(words), _said={})
    change = in_other_words(words)
    known = complaining("es").catalogue.words

    def in_english(text: str) -> str:
        if isinstance(text, Saying):
            return text.told(change(text.template), in_english)
        return change(text) if text in known else text

    return in_english


def in_all_languages(finding: Mapping[str, Any], places: Places = HEXES) -> dict[str, Any]:
    """A finding as `--json` has it, with what it says in each language: who is sent it as JSON can
    no more know how its texts were made."""
    others = [language for language in LANGUAGES if language != ENGLISH]
    said = {language: _texts(finding, language, places) for language in others}
    english = in_one_language(finding, ENGLISH, places)
    return {**english, "said": said, "values": values_of(finding)}


def in_one_language(
    finding: Mapping[str, Any], language: str, places: Places = HEXES
) -> dict[str, Any]:
    """A finding that speaks of the places that the game has."""
    return {**finding, **_texts(finding, language, places)}


def in_language(finding: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A finding with text and remedy in a language."""
    found = {key: value for key, value in finding.items() if key not in ("said", "values")}
    return {**found, **finding.get("said", {}).get(language, _texts(found, language))}


def values_of(finding: Mapping[str, Any]) -> dict[str, str]:
    """What the text of a finding quotes, by the names of its places."""
    found: dict[str, str] = {}
    for text in reversed([finding.get(key) for key in TEXTS]):
        found = {**found, **dict(_quoted(text))}
    return found


def _quoted(text: object) -> Iterator[tuple[str, str]]:
    for name, value in text.values.items() if isinstance(text, Saying) else ():
        yield from ((name, value),) if isinstance(value, AsWritten) else _quoted(value)


def _texts(finding: Mapping[str, Any], language: str, places: Places = HEXES) -> dict[str, str]:
    say = complaining_of(language, places)
    return {key: say(finding[key]) for key in TEXTS if finding.get(key)}
