"""What players read for names by which saves find seats, windows and decks: VASSAL's own
translations, under which the names stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from builder.module.decks import Decks
from builder.module.phrases import say
from builder.module.trays import Window
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes.cards import SOLITAIRE

LOCALES = ("ca", "da", "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "zh")
"""VASSAL asks for a translation of its reader's language and of no other, so that the module's own
words stand in it for every one."""


def read_names(sides: Mapping[str, str], decks: Decks, language: str) -> dict[str, str]:
    """What is read otherwise than it is called, by the keys under which VASSAL looks for it.
    `sides` are the words of each side by the name that saves keep."""
    seats = {**sides, SOLITAIRE: say(language, SOLITAIRE)}
    names: dict[str, str] = {}
    if any(name != words for name, words in seats.items()):
        names["PlayerRoster.sides"] = ",".join(words.replace(",", " ") for words in seats.values())
    windows = {window.name: window for window in decks.table.windows}
    for window in windows.values():
        if window.name != window.tray.title:
            names[f"{_kind(window)}.{window.name}.mapName"] = window.tray.title
    for deck in decks.settings.deck:
        place, name = decks.table.map_of(deck.place)[0], decks.name(deck)
        kind = _kind(windows[place]) if place in windows else "Map"
        if name != decks.title(deck):
            names[f"{kind}.{place}..DrawPile.{name}.name"] = decks.title(deck)
    return names


def _kind(window: Window) -> str:
    """VASSAL's class of a window."""
    if window.settings.hand:
        return "PlayerHand"
    return "PrivateMap" if window.settings.side else "Map"


def translations(names: Mapping[str, str]) -> Iterator[c.Translation]:
    """The components that tell VASSAL of those texts; none where there are none."""
    if names:
        yield from (c.Translation(locale=f"{code},") for code in LOCALES)


def translation_files(names: Mapping[str, str]) -> dict[str, bytes]:
    """The texts themselves, files of the module by their names."""
    lines = (f"{re.sub('[ :=]', _behind_a_bar, key)}={text}\n" for key, text in names.items())
    text = _escaped("".join(lines))
    return {f"Module_{one.locale.rstrip(',')}.properties": text for one in translations(names)}


def _behind_a_bar(sign: re.Match[str]) -> str:
    return f"\\{sign[0]}"


def _escaped(text: str) -> bytes:
    """As Java reads properties: what is no ASCII as `\\u00e1`."""
    return "".join(one if one < "\x7f" else f"\\u{ord(one):04x}" for one in text).encode("ascii")
