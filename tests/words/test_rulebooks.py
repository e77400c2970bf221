"""The Spanish of the games uses the words of their printed rulebooks, and one register."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assistant.words.catalogue import RULEBOOK
from assistant.words.voice import general, voice
from builder.module.phrases import PHRASES
from builder.saying import Saying
from builder.sheets.options import SPANISH
from tests.words.sources import ROOT, read_once

FIVE = ("dagc", "kursk", "mlb", "nr", "uis")
GAMES = (*FIVE, "aldra", "karga", "saltmarsh", "tarsa")
PAGES = sorted((ROOT / "docs").glob("leeme.md")) + sorted((ROOT / "docs" / "es").glob("**/*.md"))

SCRIPTS = sorted((ROOT / "assistant").glob("*/static/**/*.js"))
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@dataclass(frozen=True)
class Word:
    """What a rulebook does not say, and how often it has that and the word in its place."""

    never: str
    but: str
    games: tuple[str, ...]
    counts: tuple[int, int]
    capitals: bool = False

    def found(self, texts: Iterator[str]) -> list[str]:
        """The texts with the word; what stands in code or in a command is nobody's prose."""
        pattern = re.compile(self.never, 0 if self.capitals else re.IGNORECASE)
        return [text for text in texts if pattern.search(re.sub(r"`[^`]*`|\{[^}|]*\}", "", text))]


def words() -> list[Word]:
    data = tomllib.loads((Path(__file__).parent / "rulebooks.toml").read_text(encoding="utf-8"))
    return [
        Word(
            one["never"],
            one["but"],
            tuple(one["games"]),
            tuple(one.get("counts", (0, 1))),
            one.get("capitals", False),
        )
        for one in data["word"]
    ]


OF_A_GAME = [(game, word) for word in words() for game in word.games]
OF_ALL = [word for word in words() if not word.games]


@pytest.mark.parametrize(("game", "word"), OF_A_GAME, ids=lambda one: getattr(one, "never", one))
def test_the_rulebooks_word(game: str, word: Word) -> None:
    found = word.found(said_of(game))
    assert not found, f"write '{word.but}': {found}"
    assert word.counts[0] < word.counts[1] or "desord" in word.never


@pytest.mark.parametrize("word", OF_ALL, ids=lambda word: word.never)
def test_one_register(word: Word) -> None:
    found = {place: word.found(iter(texts)) for place, texts in everywhere()}
    wrong = {place: texts for place, texts in found.items() if texts}
    assert not wrong, f"write '{word.but}': {wrong}"


def test_a_side_stands_behind_its_word_in_its_own_form() -> None:
    """ "bando alemán" and "bando del Eje", and never "bando Alemán" or "bando Eje"."""
    bare = re.compile(r"\b(?:bando|jugador) \{(?:side|other|viewer)\d*\}")
    wrong = {place: [text for text in texts if bare.search(text)] for place, texts in everywhere()}
    assert not {place: texts for place, texts in wrong.items() if texts}


@pytest.mark.parametrize(
    ("game", "side", "said"),
    [
        ("dagc", "German", "bando alemán"),
        ("mlb", "Axis", "bando del Eje"),
        ("uis", "Warsaw Pact", "bando del Pacto de Varsovia"),
        ("saltmarsh", "Raiders", "bando de los incursores"),
        ("dagc", "Nobody", "bando Nobody"),
    ],
)
def test_how_a_side_stands_behind_its_word(game: str, side: str, said: str) -> None:
    text = Saying("supply line: {side}", side=side)
    speaker = voice(read_once(game), "es")
    assert speaker(text) == f"línea de suministro, {said}"
    assert speaker(str.__str__(text)) == speaker(text)
    assert voice(read_once(game), "en")(text) == text


@pytest.mark.parametrize("game", GAMES)
def test_each_side_has_its_form(game: str) -> None:
    definition = read_once(game)
    assert {f"whose.{side}" for side in definition.sides} <= set(definition.texts["es"])


def test_ratio_and_odds_of_one_answer_have_two_names() -> None:
    """Where an answer tells both, the list must not say the same word twice."""
    speaker = voice(read_once("uis"), "es")
    assert speaker.field("ratio") != speaker.field("odds")


def test_cards_that_are_played_together_have_their_names() -> None:
    """A heading that is made of values is said by them, as a sentence is."""
    speaker = voice(read_once("nr"), "es")
    cards = Saying("{cards:+}", cards=["General Staff", "Rasputitsa"])
    assert speaker.field(cards) == "Estado Mayor + Rasputitsa"


def said_of(game: str) -> Iterator[str]:
    """All Spanish of a game, with the shared texts as its rulebook says them."""
    definition = read_once(game)
    yield from definition.texts["es"].values()
    catalogue = voice(definition, "es").catalogue
    yield from catalogue.words.values()
    yield from catalogue.ids.values()
    titles = ROOT / "source-art" / game / "rules.es.csv"
    if titles.is_file():
        with titles.open(encoding="utf-8", newline="") as file:
            yield from (row["title"] for row in csv.DictReader(file))
    own = ROOT / "source-art" / game / "sentences.es.toml"
    tables = tomllib.loads(own.read_text(encoding="utf-8"))
    for table, texts in tables.items():
        if table != RULEBOOK:
            yield from texts.values()


def everywhere() -> Iterator[tuple[str, list[str]]]:
    """All Spanish that Kessel has, by the place where it stands."""
    shared = general("es").catalogue
    yield "shared", [*shared.words.values(), *shared.ids.values(), *shared.templates.values()]
    yield "module", list(PHRASES["es"].values())
    yield "sheets", [str(getattr(SPANISH, name)) for name in SPANISH.__slots__]
    for game in FIVE:
        yield game, list(said_of(game))
    findings = tomllib.loads((ROOT / "assistant/words/check.es.toml").read_text(encoding="utf-8"))
    yield "check", [*findings["check"].values(), *findings["command"].values()]
    for script in SCRIPTS:
        yield script.name, QUOTED.findall(script.read_text(encoding="utf-8"))
    for page in PAGES:
        yield page.name, page.read_text(encoding="utf-8").splitlines()
