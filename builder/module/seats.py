"""What players read for the seats: VASSAL's own translation, under which saves keep the names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.module.phrases import say
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes.cards import SOLITAIRE

LOCALES = ("ca", "da", "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "zh")
"""VASSAL asks for a translation of its reader's language and of no other, so that the module's own
words stand in it for every one."""


def seats(sides: Mapping[str, str], language: str) -> dict[str, str]:
    """What each seat is called in the language, by the name that saves keep. `sides` are the words
    of each side by that name."""
    return {**sides, SOLITAIRE: say(language, SOLITAIRE)}


def translations(called: Mapping[str, str]) -> Iterator[c.Translation]:
    """The components that name those texts; none where the seats are called as saves call them."""
    if any(name != words for name, words in called.items()):
        yield from (c.Translation(locale=f"{code},") for code in LOCALES)


def translation_files(called: Mapping[str, str]) -> dict[str, bytes]:
    """The texts themselves, files of the module by their names."""
    seats_said = ",".join(words.replace(",", " ") for words in called.values())
    text = _escaped(f"PlayerRoster.sides={seats_said}\n")
    return {f"Module_{t.locale.rstrip(',')}.properties": text for t in translations(called)}


def _escaped(text: str) -> bytes:
    """As Java reads properties: what is no ASCII as `\\u00e1`."""
    return "".join(one if one < "\x7f" else f"\\u{ord(one):04x}" for one in text).encode("ascii")
