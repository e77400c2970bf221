"""One sentence of a catalogue: English with named places, and the same in another language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

PLACE = re.compile(r"\{([a-z]+\d*)\}")
TOLD_PLACE = re.compile(r"\{([a-z]+\d*)(?::([a-z]+))?\}")
"""A place of the other language, which may ask for a form of what it is filled with."""
NUMBERS = frozenset("nmk")
"""Places of these names hold a number, with its sign."""

_NUMBER = r"[+\-−]?\d+(?:[.,]\d+)?"
_ENDING = "(?:st|nd|rd|th)"
_WORD = r"[^\s,;:]+"
_ANYTHING = r".+?"


@dataclass(frozen=True)
class Pattern:
    """`english` is met as a whole text; `other` says it with the same places, in any order.

    A place `{n}`, `{m}` or `{k}` (`{n2}` ...) holds a number, `{ordinal}` one of 1st, 2nd, 3rd ...
    and gives its figure, `{hex}` (`{hex2}` ...) a single word, any other whatever stands there.
    """

    english: str
    other: str

    @cached_property
    def places(self) -> tuple[str, ...]:
        return tuple(PLACE.findall(self.english))

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """What stands between the places."""
        return tuple(PLACE.split(self.english)[::2])

    @cached_property
    def literal(self) -> int:
        """How many letters stand fast: of two patterns for a text the more literal one counts."""
        return sum(map(len, self.pieces))

    @cached_property
    def loose(self) -> int:
        """How many places take whatever stands there."""
        return sum(_shape(place) == _ANYTHING for place in self.places)

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        told: set[str] = set()
        parts = [re.escape(self.pieces[0])]
        for place, piece in zip(self.places, self.pieces[1:], strict=True):
            again = place in told
            told.add(place)
            parts.append(f"(?P={place})" if again else f"(?P<{place}>{_shape(place)})")
            parts.append((_ENDING if place == "ordinal" else "") + re.escape(piece))
        return re.compile("".join(parts), re.DOTALL)

    def match(self, text: str) -> dict[str, str] | None:
        """What stands in the places, if the text has this form."""
        if not self._may_match(text):
            return None
        found = self._regex.fullmatch(text)
        return found.groupdict() if found else None

    def _may_match(self, text: str) -> bool:
        """Whether the fixed pieces stand in the text in their order: few texts get further, and
        most expressions need never be compiled."""
        pieces = self.pieces
        if not (text.startswith(pieces[0]) and text.endswith(pieces[-1])):
            return False
        at = len(pieces[0])
        for piece in pieces[1:]:
            at = text.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        return True

    def tell(self, filled: Callable[[str, str], str]) -> str:
        """The sentence in the other language with its places filled, by name and form."""
        return TOLD_PLACE.sub(lambda place: filled(place[1], place[2] or ""), self.other)


def _shape(place: str) -> str:
    name = place.rstrip("0123456789")
    if name in NUMBERS:
        return _NUMBER
    if name == "ordinal":
        return r"\d+"
    return _WORD if name == "hex" else _ANYTHING
