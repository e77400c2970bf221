"""What a place is called in a game that is not played on hexes: an area, a square, a space."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.game.model import Game

_ENGLISH = {"area": ("an area", "area"), "square": ("a square", "square")}
_SPACE = ("a space", "space")
_SPANISH = {
    "un número de hexágono impreso": "el nombre de un lugar",
    "seis hexágonos": "lugares", "hexágonos": "lugares", "hexágono": "lugar", "hex.": "lugar"
}  # fmt: skip
"""One word of one gender for all, because articles and adjectives around it stay as they are."""


def place_words(game: Game, language: str) -> dict[str, str]:
    """The words for "hex" by those that shared sentences have; none for a game with hexes."""
    kinds = {place.kind for place in game.places.values() if place.in_play}
    if game.grid.places or not kinds:
        return {}
    if language == "es":
        return dict(_SPANISH)
    a, one = _ENGLISH.get(kinds.pop(), _SPACE) if len(kinds) == 1 else _SPACE
    named = f"the name of {a}"
    return {
        "a printed hex number": named,
        "six hexes": f"{one}s",
        "a hex": a,
        "hexes": f"{one}s",
        "hex": one,
    }


def words_of_places(game: Game) -> dict[str, dict[str, str]]:
    """The same by language."""
    return {language: place_words(game, language) for language in ("en", "es")}


def in_other_words(words: Mapping[str, str]) -> Callable[[str], str]:
    """Puts words for words, whole ones only, with the capital that the word had; the names of a
    sentence's places are none of its words, nor are keys, columns and files as they are typed."""
    if not words:
        return str
    longest = sorted(words, key=len, reverse=True)
    either = re.compile(
        rf"{{\w+(?=[}}|])|(?<![\w'\"`])(?:{'|'.join(map(re.escape, longest))})"
        rf"(?!\w|\.csv| =)",
        re.IGNORECASE,
    )

    def say(found: re.Match[str]) -> str:
        if found[0].startswith("{"):
            return found[0]
        word = words[found[0].lower()]
        return word[:1].upper() + word[1:] if found[0][:1].isupper() else word

    return lambda text: either.sub(say, text)
