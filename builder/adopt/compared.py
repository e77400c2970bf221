"""Conditions of a module without the passwords with which they compare a player's id, whatever
words these are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from builder.vassal.alike import folded, letters, replaced

_COMPARES = r"(?:[!=]=?~?|\.\w{1,20}\()"
"""What stands between a player's id and what it is compared with: `==`, `=`, `=~`, `.equals(`."""

_PLAYER = re.compile(r"\bPlayerId\b", re.IGNORECASE)

_BRACE = re.compile(r"[{}]")

_LITERAL = re.compile(r"(?<!\\)\"((?:[^\"\\]|\\.)*)\"|\\\"((?:[^\"\\])*)\\\"", re.DOTALL)
"""A text within an expression, or within one of its texts."""

_ASKED = re.compile(r"\b(?:Get|Sum|Count|Max|Min|Average)\w{0,30}\(\s{0,9}\\?$")
"""What is asked for a property by the name that follows."""


def without_compared(words: Iterable[str], name: str) -> Callable[[str], str]:
    """What takes the words out of a text, for the name: where a comparison has a player's id at its
    other side, and in the texts of every expression that names a player's id at all."""
    ids = f"(?:{'|'.join(map(re.escape, words := list(words)))})"
    # Of a list, and around a name or a word; not for ever, because each is tried from each place.
    others, signs = r"[^\s\"'|;{}]{0,40}", r"[$()\"' \\\r\n]{0,9}"
    player = rf"\bPlayerId{signs}(?:\.\w{{1,20}}\(\)){{0,3}}"
    asked = rf"(?:GetProperty{signs})?PlayerId\b"
    behind = rf"({player}{_COMPARES}{signs}(?:{others}\|){{0,40}}){ids}(?!\w)"
    before = rf"(?<!\w){ids}((?:\|{others}){{0,40}}{signs}{_COMPARES}{signs}{asked})"
    ways = [
        (re.compile(behind, re.IGNORECASE), rf"\g<1>{name}"),
        (re.compile(before, re.IGNORECASE), rf"{name}\g<1>"),
    ]
    likes = [folded(word) for word in words]

    def uncompared(text: str) -> str:
        if "playerid" not in text.lower():
            return text
        for compared, instead in ways:
            changed = 1
            while changed:  # because a list may hold several
                text, changed = compared.subn(instead, text)
        plain = folded(text)
        if not (here := [like for like in likes if like in plain]):
            return text
        found = [place for place in _expressions(text) if _PLAYER.search(text, *place)]
        return replaced(
            text, [(*place, _without(text[slice(*place)], here, name)) for place in found]
        )

    return uncompared


def _expressions(text: str) -> Iterator[tuple[int, int]]:
    """Where expressions stand, each with its braces and those within it; a brace without another
    is none."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            start = opened.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()
            pairs.append((start, brace.end()))
    return iter(pairs)


def _without(expression: str, likes: Iterable[str], name: str) -> str:
    """An expression without the words in its texts, but for the names of properties in them."""

    def clear(match: re.Match[str]) -> str:
        before = expression[max(0, match.start() - 50) : match.start()]
        if _ASKED.search(before) and not _PLAYER.search(match[0]):
            return match[0]
        read = letters(match[0])
        places = (place for like in likes for place in read.places(like, whole=True))
        return replaced(match[0], [(*place, name) for place in places])

    return _LITERAL.sub(clear, expression)
