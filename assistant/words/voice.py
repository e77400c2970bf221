"""Says texts of the assistant in the reader's language; what no catalogue knows stays English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from assistant.kernel.facts import kept
from assistant.questions.reasons import Saying, key_of, pieces_of
from assistant.words.catalogue import (
    Catalogue,
    game_catalogue,
    read_catalogue,
    shared_catalogue,
    with_units,
)
from assistant.words.figures import grouped
from assistant.words.names import names_of, whose_of
from builder import limits
from builder.game.decimals import decimal_mark
from builder.game.pattern import PLACE, Pattern
from builder.game.place_words import place_words
from builder.saying import WHOSE, AsWritten, Whose

if TYPE_CHECKING:
    from builder.game.model import Game

ENGLISH = "en"
LANGUAGES = (ENGLISH, "es")
MOST = 20_000
"""Texts that a voice keeps: a page has a few thousand."""

_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z'`\d])")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_BETWEEN = re.compile(r"(,? and |,? or |, )")
_CODE = re.compile(r"[a-z][a-z0-9-]*\Z")
_MEANT = "Did you mean '"
"""How the remedy begins that names what is to be typed, and so stays as it is."""
_JOINTS = {"es": {"and": " y ", "or": " o "}}


class InEach(str):
    """A text that was put together for each language on its own, of parts that no template joins;
    itself in the first of them."""

    texts: Mapping[str, str]

    def __new__(cls, texts: Mapping[str, str]) -> InEach:
        """The texts by language, that of the one to whom it is told first in front."""
        made = super().__new__(cls, next(iter(texts.values())))
        made.texts = texts
        return made

    def __str__(self) -> str:
        """Itself, so that an error whose text it is can still be told in each language."""
        return self


@dataclass(frozen=True)
class Told:
    """A text in the reader's language. `unknown` are the parts that had to stay as they were."""

    text: str
    unknown: tuple[str, ...] = ()

    @property
    def doubt(self) -> tuple[int, int]:
        """How many letters are not known, those of names last."""
        phrases = sum(len(part) for part in self.unknown if not _is_name(part))
        return phrases, sum(map(len, self.unknown))


@dataclass(frozen=True)
class Voice:
    """Speaks one language about one game. The same text is always said the same way."""

    language: str
    catalogue: Catalogue
    names: dict[str, str] = field(default_factory=dict)
    whose: dict[str, str] = field(default_factory=dict)
    """Each side, by its id and by its names, as it stands behind the word for a side."""
    decimal: str = ""
    """What stands before the decimals of a number, where the game has a sign of its own."""
    apart: bool = True
    """Whether a text that does not say how it was made is taken apart to be known."""

    _said: dict[str, Told] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, text: str) -> str:
        """A text in the reader's language, or unchanged if nobody has translated it."""
        return self.told(text).text

    def state(self, id_: str, count: int = 1) -> str:
        """A state of supply or the outcome of a combat, of so many units; one that no catalogue has
        among its states is told as a word of the game."""
        ids = self.catalogue.ids
        many = ids.get(f"states.{id_}", "") if count != 1 else ""
        return many or ids.get(f"state.{id_}") or self(id_)

    def figure(self, number: str) -> str:
        """A number as the language writes it: 2.5 in Spanish 2,5, or as the game's rulebook does,
        and thousands parted as there."""
        whole, point, rest = number.partition(".")
        if "," in whole:
            number = grouped(int(whole.replace(",", "")), self.language) + point + rest
        return number.replace(".", self.decimal or decimal_mark(self.language))

    def field(self, name: str) -> str:
        """The heading of a further fact of an answer."""
        words = name.replace("_", " ") if "_" in name else name
        told = self.catalogue.ids.get(f"field.{name}") or self(words)
        return self.catalogue.by_rulebook(told) if self.language == ENGLISH else told

    @cached_property
    def codes(self) -> dict[str, str]:
        """What a page needs to name codes itself: `field.NAME` the headings of further facts,
        `option.NAME` the options of a battle, `word.CODE` what stands under them, `rulebook.WORD`
        what the rulebook says for a word."""
        named = ("field.", "option.")
        fields = {key: text for key, text in self.catalogue.ids.items() if key.startswith(named)}
        words = {f"word.{code}": text for code, text in self._known.items() if _CODE.match(code)}
        rulebook = self.catalogue.rulebook.items()
        return fields | words | {f"rulebook.{word}": other for word, other in rulebook}

    def told(self, text: str) -> Told:
        """A text in the reader's language, and what of it is not known: a text of which more than
        half is not known, names apart, stays as it is."""
        if not text:
            return Told(text)
        if isinstance(text, InEach):
            return Told(text.texts.get(self.language, text))
        if self.language == ENGLISH:  # only the program's own words are called otherwise
            own = self.catalogue.words.get(text)
            return Told(own) if own is not None else self._by_rulebook(text)
        if isinstance(text, Whose):
            return Told(self.whose[text]) if text in self.whose else self.told(str(text))
        if isinstance(text, Saying):
            return self._made(text) or Told(text, (text,))
        if len(text) > limits.TOLD:
            return Told(text)
        if text not in self._said:
            if len(self._said) >= MOST:
                self._said.clear()
            self._said[text] = self._tell(text)
        return self._said.get(text) or self._tell(text)

    def _by_rulebook(self, text: str) -> Told:
        """English with the words of the rulebook, and ids of places and weathers by their names;
        what the program did not write stays as it is."""
        if isinstance(text, Saying) and any(map(self._is_called, text.values.values())):
            return self._filled_in(text, self.catalogue.by_rulebook(text.template))
        if not self.catalogue.rulebook:
            return Told(text)
        change = self.catalogue.by_rulebook
        if isinstance(text, Saying):
            return self._filled_in(text, change(text.template))
        return Told(change(text) if text in general("es").catalogue.words else text)

    def _is_called(self, value: Any) -> bool:
        """Whether something in a value, which is not typed as it stands, has another name."""
        if isinstance(value, Saying):
            return any(map(self._is_called, value.values.values()))
        if isinstance(value, list | tuple):
            return any(map(self._is_called, value))
        if not isinstance(value, str):
            value = getattr(value, "shown", None)
        return value in self.catalogue.words and not isinstance(value, AsWritten)

    def _made(self, text: Saying) -> Told | None:
        """A text that knows how it was made, if its template has been translated.

        What a language says differently for one value stands in its catalogue with that value in
        the place, as "German units stay." beside "{side} units stay.", and counts before it.
        """
        whole = self.catalogue.words.get(text)
        if whole is not None:
            return Told(whole)
        if not text.values:
            told = self._known.get(text) or self._clause(text)
            return Told(told) if told else None
        key = key_of(text.template)
        for name, value in text.values.items():
            if isinstance(value, str):
                special = self.catalogue.templates.get(key.replace(f"{{{name}}}", value))
                if special is not None:
                    return self._filled_in(text, special)
        other = self.catalogue.templates.get(key) or self._clause(key)
        if other is None and not any(_LETTERS.search(p.fixed) for p in pieces_of(text.template)):
            other = text.template  # nothing is said beside the values
        return None if other is None else self._filled_in(text, other)

    def _clause(self, english: str) -> str | None:
        """The end of a sentence, by the sentence that it would be alone."""
        catalogue, alone = self.catalogue, f"{english[:1].upper()}{english[1:]}."
        other = catalogue.templates.get(alone) or catalogue.words.get(alone)
        return other and f"{other[:1].lower()}{other[1:].rstrip('.')}"

    def _filled_in(self, text: Saying, other: str) -> Told:
        unknown: list[str] = []

        def tell(part: str) -> str:
            told = self.told(part)
            unknown.extend(told.unknown)
            return told.text

        said = text.told(other, tell, self.figure)
        opening = pieces_of(other)[0]
        if text[:1].isupper() and opening.name and not opening.fixed and not unknown:
            said = said[:1].upper() + said[1:]
        return Told(said, tuple(unknown))

    def english(self) -> Iterator[str]:
        """Every English text and pattern that the voice knows."""
        yield from self.catalogue.words
        yield from self.catalogue.templates

    @cached_property
    def _known(self) -> dict[str, str]:
        ids = self.catalogue.ids.items()
        states = {key.removeprefix("state."): t for key, t in ids if key.startswith("state.")}
        return {**states, **self.names, **self.catalogue.words}

    def _tell(self, text: str) -> Told:
        if text in self._known:
            return Told(self._known[text])
        if not _LETTERS.search(text):
            return Told(text)
        if clause := self._clause(text):
            return Told(clause)
        best = Told(text, (text,))
        for found in self._ways(text) if self.apart else ():
            if found.doubt < best.doubt and 2 * found.doubt[0] <= len(text):
                best = found
            if not best.unknown:
                break
        return best

    def _ways(self, text: str) -> Iterator[Told]:
        """The text taken apart: as one sentence, as several, as a list."""
        for pattern in self.catalogue.with_ends_of(text):
            places = pattern.match(text)
            if places is not None:
                yield self._filled(pattern, places, text)
        yield from self._several(_SENTENCES.split(text), " ")
        yield from self._several(text.split("; "), "; ")
        yield from self._list(_BETWEEN.split(text))

    def _filled(self, pattern: Pattern, places: dict[str, str], text: str) -> Told:
        typed = pattern.english.startswith(_MEANT)
        parts = {name: Told(part) if typed else self.told(part) for name, part in places.items()}
        whose = self.whose

        def filled(name: str, form: str) -> str:
            behind = whose.get(places[name]) if form == WHOSE else None
            return behind or parts[name].text

        said = pattern.tell(filled)
        first = PLACE.match(pattern.other)
        if text[0].isupper() and first and not parts[first[1]].unknown:
            said = said[:1].upper() + said[1:]
        return Told(said, tuple(left for part in parts.values() for left in part.unknown))

    def _several(self, texts: list[str], between: str) -> Iterator[Told]:
        if len(texts) > 1:
            parts = [self.told(text) for text in texts]
            unknown = tuple(left for part in parts for left in part.unknown)
            yield Told(between.join(part.text for part in parts), unknown)

    def _list(self, pieces: list[str]) -> Iterator[Told]:
        """Things with commas or a word between them, if each is known or looks like a name."""
        if len(pieces) == 1:
            return
        things = [self.told(thing) for thing in pieces[::2]]
        if any(thing.unknown and not _is_name(thing.text) for thing in things):
            return
        said = things[0].text
        for between, thing in zip(pieces[1::2], things[1:], strict=True):
            said += _JOINTS[self.language].get(between.strip(", "), between) + thing.text
        yield Told(said, tuple(left for thing in things for left in thing.unknown))


def _is_name(text: str) -> bool:
    """An id, or words that each begin with a capital or a figure."""
    return " " not in text or all(not word[0].islower() for word in text.split())


def voice(game: Game, language: str) -> Voice:
    """The voice for a game and a language; ProblemsError if a catalogue cannot be used."""
    made = _voices(game)
    if language not in made:
        shared = general(language)
        own = read_catalogue(game_catalogue(game.folder, language))
        names = names_of(game, language)
        own = with_units(own, game.texts.get(language, {}))
        own = replace(own, rulebook=place_words(game, language) | own.rulebook)
        whose = whose_of(game, language)
        decimal = decimal_mark(language, game)
        made[language] = Voice(language, own.over(shared.catalogue), names, whose, decimal)
    return made[language]


def voices(game: Game) -> tuple[Voice, ...]:
    """The game's voices in all languages; ProblemsError if a catalogue cannot be used."""
    return tuple(voice(game, language) for language in LANGUAGES)


@kept
def _voices(game: Game) -> dict[str, Voice]:
    return {}


@cache
def general(language: str) -> Voice:
    """The voice for what is said without a game."""
    return Voice(language, read_catalogue(shared_catalogue(language)))
