"""What has a Spanish name bears it in every Spanish text of its game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.words.voice import voice
from builder.game.model import Game
from tests.words.sources import ROOT, read_once

GAMES = sorted(path.parent for path in ROOT.glob("source-art/*/text.es.toml"))
KEPT = ("Na Berlin!", "Frankfurt am Main", "Frankfurt an der Oder")
"""What is cried in neither language, and the cities that the rulebook spells so."""


def texts_of(folder: Path) -> Iterator[str]:
    """What the game says in Spanish, each text once."""

    def within(told: Any) -> Iterator[str]:
        for one in told.values() if isinstance(told, dict) else [told]:
            yield from within(one) if isinstance(one, dict) else [str(one)]

    for file in ("text.es.toml", "sentences.es.toml"):
        if (folder / file).exists():
            yield from within(tomllib.loads((folder / file).read_text(encoding="utf-8")))
    yield from (
        (folder / "rules.es.csv").read_text(encoding="utf-8").splitlines()
        if (folder / "rules.es.csv").exists()
        else []
    )


def others(game: Game) -> Iterator[tuple[str, str]]:
    """What else has a name of two words or more, with its Spanish."""
    texts, definition = game.texts["es"], game.definition
    named = {f"scenario.{id_}.name": one.name for id_, one in game.scenarios.items()}
    named |= {f"phase.{phase.id}": phase.name for phase in definition.phase}
    named |= {f"counter.{id_}": one.full_name for id_, one in game.counters.items()}
    named |= {f"box.{id_}": definition.box_name(id_) for id_ in definition.drawn_boxes}
    yield from (
        (english, texts[key]) for key, english in named.items() if key in texts and " " in english
    )


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_place_has_its_english_name(folder: Path) -> None:
    told = tomllib.loads((folder / "text.es.toml").read_text(encoding="utf-8")).get("names", {})
    named = [*told.items(), *others(read_once(folder.name))]
    names = [english for english, own in named if english not in own]
    any_of = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")
    wrong = [
        text
        for text in texts_of(folder)
        if any_of.search(text) and not any(kept in text for kept in KEPT)
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("game", "shown", "said"),
    [
        ("nr", "West Front (reduced) [target]", "Frente del Oeste (cara reducida) [objetivo]"),
        ("nr", "a card", "una carta"),
        ("nr", "Card 24", "Carta 24"),
        ("dagc", "12th Infantry Corps [out of supply]", "12.º Cuerpo de Infantería [sin suministro]"),
        ("dagc", "Movement die", "Dado de movimiento"),
        ("kursk", "Mode", "Modo"),
    ],
)  # fmt: skip
def test_what_an_english_module_shows_is_told_in_spanish(game: str, shown: str, said: str) -> None:
    """Changes of a log and of a live game name pieces as VASSAL shows them, with their marks."""
    assert voice(read_once(game), "es")(shown) == said
