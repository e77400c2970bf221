"""Reads catalogues: TOML files in which a reader's language stands beside the English."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from assistant.questions.reasons import key_of, pieces_of
from builder.game.pattern import Pattern
from builder.game.place_words import in_other_words
from builder.game.problems import Collector
from builder.game.toml_file import TomlFile, read_toml
from builder.game.unit_names import unit_texts
from builder.saying import quoting

SHARED = Path(__file__).parent
IDS = ("state", "states", "field", "option", "column", "origin")
"""Tables whose keys are ids of the program's, not English texts."""
RULEBOOK = "rulebook"
"""The table of the words for which a game's rulebook has another, in the reader's language."""


@dataclass(frozen=True)
class Catalogue:
    """`words` has whole texts, `ids` what stands under the tables of ids, as `state.oos`,
    `templates` the sentences with places, by their English key; `patterns` are those of them by
    which a text is known that does not say how it was made; `rulebook` the words of
    the shared texts for which this game's rulebook has another, as suministro: abastecimiento."""

    words: dict[str, str]
    ids: dict[str, str]
    patterns: tuple[Pattern, ...] = ()
    templates: dict[str, str] = field(default_factory=dict)
    rulebook: dict[str, str] = field(default_factory=dict)

    @cached_property
    def by_rulebook(self) -> Callable[[str], str]:
        """Says a sentence of the program's with the words of the rulebook."""
        return in_other_words(self.rulebook)

    @cached_property
    def ordered(self) -> tuple[Pattern, ...]:
        """The patterns, the most literal first, of those that are as literal the strictest."""
        strictest = sorted(self.patterns, key=lambda one: (-one.literal, one.loose, one.english))
        return tuple(strictest)

    @cached_property
    def _by_ends(self) -> Mapping[tuple[str, str], list[tuple[int, Pattern]]]:
        """The patterns with their places in the order, by how they begin (two signs at most) and
        by their last sign; nothing stands for an end that a place takes."""
        found: dict[tuple[str, str], list[tuple[int, Pattern]]] = {}
        for at, one in enumerate(self.ordered):
            found.setdefault((one.pieces[0][:2], one.pieces[-1][-1:]), []).append((at, one))
        return found

    def with_ends_of(self, text: str) -> Iterator[Pattern]:
        """The patterns in their order that begin and end as a text does: no other one fits it, and
        to ask each of a thousand took a second for the names of a large game's units."""
        heads, tails = {text[:2], text[:1], ""}, {text[-1:], ""}
        ends = ((head, tail) for head in heads for tail in tails)
        found = chain.from_iterable(self._by_ends.get(end, ()) for end in ends)
        return (pattern for _, pattern in sorted(found, key=itemgetter(0)))

    def over(self, other: Catalogue) -> Catalogue:
        """Both, this one's sentences in place of those of the other, and its rulebook's words."""
        own = {pattern.english for pattern in self.patterns}
        other = other.in_words(self.rulebook)
        kept = tuple(pattern for pattern in other.patterns if pattern.english not in own)
        return Catalogue(
            {**other.words, **self.words},
            {**other.ids, **self.ids},
            (*self.patterns, *kept),
            {**other.templates, **self.templates},
            self.rulebook,
        )

    def in_words(self, rulebook: dict[str, str]) -> Catalogue:
        """The same, with the words of a rulebook in the reader's language."""
        if not rulebook:
            return self
        say = in_other_words(rulebook)
        return Catalogue(
            {english: say(other) for english, other in self.words.items()},
            {id_: say(other) for id_, other in self.ids.items()},
            tuple(Pattern(one.english, say(one.other)) for one in self.patterns),
            {key: say(other) for key, other in self.templates.items()},
        )


def shared_catalogue(language: str) -> Path:
    """The sentences that are no game's own; the file need not exist."""
    return SHARED / f"shared.{language}.toml"


def game_catalogue(folder: Path, language: str) -> Path:
    """The sentences of one game; the file need not exist."""
    return folder / f"sentences.{language}.toml"


def read_catalogue(path: Path) -> Catalogue:
    """The catalogue in a file, an empty one if there is no file. ProblemsError for its mistakes."""
    if not os.path.lexists(path):  # what is there and no plain file is told
        return Catalogue({}, {})
    file, problems = read_toml(path), Collector()
    words: dict[str, str] = {}
    ids: dict[str, str] = {}
    templates: dict[str, str] = {}
    rulebook: dict[str, str] = {}
    for table, texts in file.data.items():
        for english, other in _texts(file, table, texts, problems):
            if table == RULEBOOK:
                rulebook[english.lower()] = other
            elif table in IDS:
                ids[f"{table}.{english}"] = other
            elif english in words or key_of(english) in templates:
                problems.add(
                    path,
                    file.line(table, english),
                    quoting("'{word}' stands here twice.", word=english),
                    "Remove one of them.",
                )
            elif _places(english):
                templates[key_of(english)] = other
            else:
                words[english] = other
    problems.check()
    patterns = (Pattern(key, other) for key, other in templates.items() if _is_pattern(key))
    return Catalogue(words, ids, tuple(patterns), templates, rulebook)


def with_units(own: Catalogue, texts: Mapping[str, str]) -> Catalogue:
    """A game's sentences with the names of its units, which stand in text.LANGUAGE.toml."""
    named = unit_texts(texts)
    templates = {key_of(english): other for english, other in named.items() if _places(english)}
    words = {english: other for english, other in named.items() if not _places(english)}
    patterns = (Pattern(key, other) for key, other in templates.items() if _is_pattern(key))
    return replace(
        own,
        words={**words, **own.words},
        patterns=(*own.patterns, *patterns),
        templates={**templates, **own.templates},
    )


def _is_pattern(key: str) -> bool:
    """Whether a text can be known by a template: something stands fast, and it has no plurals."""
    return "|" not in key and any(piece.fixed.strip() for piece in pieces_of(key))


def _places(template: str) -> set[str]:
    """The names of the places of a template."""
    return {piece.name for piece in pieces_of(template) if piece.name}


def _texts(file: TomlFile, table: str, texts: Any, problems: Collector) -> list[tuple[str, str]]:
    """The pairs of one table that are in order."""
    if not isinstance(texts, dict):
        problems.add(
            file.path,
            file.line(table),
            quoting("'{word}' stands outside of a [heading].", word=table),
            "Write it below one, as [reason].",
        )
        return []
    found = []
    for english, other in texts.items():
        line = file.line(table, english)
        if not isinstance(other, str):
            problems.add(
                file.path,
                line,
                quoting("'{word}' has no text.", word=english),
                'Write it in "quotes".',
            )
        elif _places(english) != _places(other):
            remedy = "Keep each {place} of the English, once or more, and add none."
            remedy = quoting(remedy, place="{place}")
            problems.add(file.path, line, quoting("'{word}' has other places.", word=other), remedy)
        else:
            found.append((english, other))
    return found
