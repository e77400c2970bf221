"""Places of the maps in Spanish: the printed rulebook's spelling, else the customary name."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from builder.game.check.translations import place_names
from tests.words.sources import read_once
from tests.words.test_rulebooks import FIVE, GAMES, said_of

NAMESAKES = frozenset({"Orel"})
"""A city, which Spanish calls Oriol, and a river, which keeps its name."""

SCANNED = frozenset({"nr"})
"""Rulebooks read from pictures, which lost the accents of their own words too."""

ENGLISH = re.compile(
    r"\b(airfield|alps|and|bay|bridge|cape|city|creek|crossing|east|ferry|forest|gate|group|gulf|halt"
    r"|heath|high|hills?|lake|line|lower|marsh|marshes|mountains?|narrows|north|northern|place|point"
    r"|port|post|quay|river|sea|side|site|sound|source|south|southern|steppe|strategic|swamp|town"
    r"|upper|wells|west|western)\b",
    re.IGNORECASE,
)
"""Words of everyday English that names of places are made of."""


@dataclass(frozen=True)
class Place:
    """A place, with the spellings of a game's Spanish rulebook and how often each stands there."""

    game: str
    name: str
    book: dict[str, int]
    spanish: str

    @property
    def chosen(self) -> str:
        return self.spanish or max(self.book, key=lambda spelling: self.book[spelling])

    @property
    def others(self) -> set[str]:
        """What a Spanish text of the game never calls it."""
        return set(self.book) - {self.chosen}


@cache
def places() -> list[Place]:
    data = tomllib.loads((Path(__file__).parent / "places.toml").read_text(encoding="utf-8"))
    return [
        Place(game, name, row["book"], row.get("spanish", ""))
        for game, rows in data.items()
        for name, row in rows.items()
    ]


@cache
def spanish_names(game: str) -> dict[str, str]:
    """Each name on the map with its Spanish; what spots are called stands under their symbol."""
    definition = read_once(game)
    texts, spots = definition.texts["es"], definition.definition.drawing["map"].get("spot", [])
    symbols = {spot["name"]: f"spot.{spot['draw']}" for spot in spots}
    names = filter(None, place_names(definition))
    return {
        name: texts.get(f"names.{name}", texts.get(symbols.get(name, ""), name)) for name in names
    }


def plain(text: str) -> str:
    """Without any sign above or below a letter."""
    apart = unicodedata.normalize("NFD", text.replace("ø", "o").replace("-", " "))
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).casefold()


@pytest.mark.parametrize("place", places(), ids=lambda place: f"{place.game}-{place.name}")
def test_a_place_is_called_as_the_rulebook_calls_it(place: Place) -> None:
    """The map's own name keeps its signs where the book leaves them out: Görlitz, Győr."""
    ours = spanish_names(place.game)[place.name]
    same = plain if ours == place.name or place.game in SCANNED else str
    assert same(ours) == same(place.chosen)
    if place.spanish and place.spanish not in place.book:
        assert set(place.book) == {place.name}, "only an English name is put aside"


@pytest.mark.parametrize("game", FIVE)
def test_its_texts_call_it_so_too(game: str) -> None:
    """Nothing that the game says in Spanish has another spelling of the place."""
    others = [one for place in places() if place.game == game for one in place.others | free(place)]
    if others:
        pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, others))})(?!\w)")
        assert not [text for text in said_of(game) if pattern.search(text)]


def free(place: Place) -> set[str]:
    """What the place is called in the games whose books do not name it."""
    named = {(one.game, one.name) for one in places()}
    games = [game for game in GAMES if (game, place.name) not in named]
    found = {spanish_names(game).get(place.name, place.chosen) for game in games}
    return {name for name in found if plain(name) != plain(place.chosen)}


def test_a_place_has_one_spanish_name_where_no_book_names_it() -> None:
    named = {(place.game, place.name) for place in places()}
    found = defaultdict[str, set[str]](set)
    for game in GAMES:
        for name, ours in spanish_names(game).items():
            if (game, name) not in named and name not in NAMESAKES:
                found[name].add(ours)
    assert not {name: ours for name, ours in found.items() if len(ours) > 1}


@pytest.mark.parametrize("game", GAMES)
def test_no_name_keeps_an_english_word(game: str) -> None:
    """A name that is made of everyday words is told in Spanish: Oyster Ferry, Pennine Alps."""
    assert not {ours for ours in spanish_names(game).values() if ENGLISH.search(ours)}
