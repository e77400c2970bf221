"""What a game's units are called in another language: by patterns, "{ordinal} Panzer Division"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.game.pattern import PLACE, Pattern

TABLE = "unit"
"""The table of text.LANGUAGE.toml with an English name, places in it or not, for each other one."""
_LETTERS = re.compile(r"[^\W\d_]{2}")
_DEEPEST = 8
"""So deep may a name stand in names: "Headquarters of the {army}"."""


def unit_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """The entries of that table, of the texts of one language as `Game.texts` has them."""
    return {key[len(TABLE) + 1 :]: t for key, t in texts.items() if key.startswith(f"{TABLE}.")}


@dataclass(frozen=True)
class UnitNames:
    """The names of one language. `texts` are all its texts, as `Game.texts` has them."""

    texts: Mapping[str, str]

    def __call__(self, english: str) -> str:
        """The name in that language with a capital; "" if no pattern knows all of it."""
        told = self._told(english, 0) or ""
        return told[:1].upper() + told[1:]

    @cached_property
    def _whole(self) -> dict[str, str]:
        towns = {k[len("names.") :]: t for k, t in self.texts.items() if k.startswith("names.")}
        return {**towns, **{k: t for k, t in unit_texts(self.texts).items() if "{" not in k}}

    @cached_property
    def _patterns(self) -> list[Pattern]:
        found = [Pattern(k, other) for k, other in unit_texts(self.texts).items() if "{" in k]
        return sorted(found, key=lambda one: (-one.literal, one.loose, one.english))

    def _told(self, text: str, depth: int) -> str | None:
        if text in self._whole or not _LETTERS.search(text):
            return self._whole.get(text, text)
        for pattern in self._patterns if depth < _DEEPEST else ():
            places = pattern.match(text)
            if places is None:
                continue
            parts = {place: self._told(part, depth + 1) for place, part in places.items()}
            if all(parts.values()):
                said = pattern.tell(lambda place, _form, parts=parts: parts[place] or "")  # type: ignore[misc]
                return said[:1].upper() + said[1:] if _opens_with_place(pattern) else said
        return text if depth and _is_name(text) else None


def _opens_with_place(pattern: Pattern) -> bool:
    return PLACE.match(pattern.other) is not None


def _is_name(text: str) -> bool:
    """Words that each begin with a capital or a figure, as they stand in a longer name."""
    return all(not word[:1].islower() for word in text.split())
