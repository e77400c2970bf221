"""Reads catalogues: TOML files in which a reader's language stands beside the English."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from assistant.questions.reasons import key_of, pieces_of
from assistant.words.pattern import Pattern
from builder.game.problems import Collector
from builder.game.toml_file import TomlFile, read_toml

SHARED = Path(__file__).parent
IDS = ("state", "states", "field")
"""Tables whose keys are ids of the program's, not English texts."""


@dataclass(frozen=True)
class Catalogue:
    """`words` has whole texts, `ids` what stands under the tables of ids, as `state.oos`,
    `templates` the sentences with places, by their English key; `patterns` are those of them by
    which a text is known that does not say how it was made."""

    words: dict[str, str]
    ids: dict[str, str]
    patterns: tuple[Pattern, ...] = ()
    templates: dict[str, str] = field(default_factory=dict)

    @cached_property
    def ordered(self) -> tuple[Pattern, ...]:
        """The patterns, the most literal first, of those that are as literal the strictest."""
        strictest = sorted(self.patterns, key=lambda one: (-one.literal, one.loose, one.english))
        return tuple(strictest)

    def over(self, other: Catalogue) -> Catalogue:
        """Both, this one's sentences in place of those of the other."""
        own = {pattern.english for pattern in self.patterns}
        kept = tuple(pattern for pattern in other.patterns if pattern.english not in own)
        return Catalogue(
            {**other.words, **self.words},
            {**other.ids, **self.ids},
            (*self.patterns, *kept),
            {**other.templates, **self.templates},
        )


def shared_catalogue(language: str) -> Path:
    """The sentences that are no game's own; the file need not exist."""
    return SHARED / f"shared.{language}.toml"


def game_catalogue(folder: Path, language: str) -> Path:
    """The sentences of one game; the file need not exist."""
    return folder / f"sentences.{language}.toml"


def read_catalogue(path: Path) -> Catalogue:
    """The catalogue in a file, an empty one if there is no file. ProblemsError for its mistakes."""
    if not path.is_file():
        return Catalogue({}, {})
    file, problems = read_toml(path), Collector()
    words: dict[str, str] = {}
    ids: dict[str, str] = {}
    templates: dict[str, str] = {}
    for table, texts in file.data.items():
        for english, other in _texts(file, table, texts, problems):
            if table in IDS:
                ids[f"{table}.{english}"] = other
            elif english in words or key_of(english) in templates:
                problems.add(path, file.line(table, english), f"'{english}' stands here twice.")
            elif _places(english):
                templates[key_of(english)] = other
            else:
                words[english] = other
    problems.check()
    patterns = (Pattern(key, other) for key, other in templates.items() if _is_pattern(key))
    return Catalogue(words, ids, tuple(patterns), templates)


def _is_pattern(key: str) -> bool:
    """Whether a text can be known by a template: something stands fast, and it has no plurals."""
    return "|" not in key and any(piece.fixed.strip() for piece in pieces_of(key))


def _places(template: str) -> set[str]:
    """The names of the places of a template."""
    return {piece.name for piece in pieces_of(template) if piece.name}


def _texts(file: TomlFile, table: str, texts: Any, problems: Collector) -> list[tuple[str, str]]:
    """The pairs of one table that are in order."""
    if not isinstance(texts, dict):
        problems.add(file.path, file.line(table), f"'{table}' stands outside of a [heading].")
        return []
    found = []
    for english, other in texts.items():
        line = file.line(table, english)
        if not isinstance(other, str):
            problems.add(file.path, line, f"'{english}' has no text.", 'Write it in "quotes".')
        elif _places(english) != _places(other):
            remedy = "Keep each {place} of the English, once or more, and add none."
            problems.add(file.path, line, f"'{other}' has other places.", remedy)
        else:
            found.append((english, other))
    return found
