"""What the system, the command around an answer and a closed page say, in Spanish too."""

from __future__ import annotations

import os
import re
from errno import EACCES, EEXIST, EISDIR, ENAMETOOLONG, ENOENT, ENOTDIR, EROFS
from pathlib import Path

import pytest

from assistant.cli import deriving
from assistant.cli.errors import explain, own_fault
from assistant.position import Position
from assistant.questions.protocol import QuestionError
from assistant.table import table_of
from assistant.words.findings import complaining
from assistant.words.language import browsers_language
from assistant.words.voice import general, voice
from builder.files import remedy_of
from builder.game.problems import nearest
from builder.game.rulebook.page import rules_page
from builder.geography.derive import Derivation, Residual
from tests.games_read import read_once


@pytest.mark.parametrize("number", [EACCES, ENOENT, EEXIST, EISDIR, ENOTDIR, EROFS, ENAMETOOLONG])
def test_what_the_system_says_of_a_file(number: int) -> None:
    error = OSError(number, os.strerror(number), "out/map.pdf")
    (english,) = explain(error, complaining("en")) or [""]
    (spanish,) = explain(error, complaining("es")) or [""]
    assert english == f"out/map.pdf: {os.strerror(number)}. {remedy_of(error)}"
    assert spanish.startswith("out/map.pdf: ")
    assert os.strerror(number) not in spanish


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Kessel itself failed ("), ("es", "Ha fallado el propio Kessel (")],
)
def test_a_fault_of_kessels_own_says_where_it_happened(language: str, said: str) -> None:
    with pytest.raises(TypeError) as caught:
        explain(OSError(1, 7, "a.toml"), complaining("es"))  # a text that is none
    told = own_fault(caught.value, complaining(language))
    assert told.startswith(said)
    assert re.search(r"\((assistant|builder)\.[\w.]+:\d+ TypeError\)", told)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "mobilized: 'poland' cannot be read: write it as poland 4."),
        ("es", "mobilized: no se entiende «poland»: escríbelo como poland 4."),
    ],
)
def test_what_a_game_finds_wrong_as_a_table_is_opened(language: str, said: str) -> None:
    """Its own sentences say so, though who tells errors knows no game."""
    game = read_once("uis")
    position = Position(game, game.blank_board, state={"mobilized": ["poland"]})
    with pytest.raises(QuestionError) as caught:
        table_of(position)
    assert explain(caught.value, complaining(language)) == [said]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["26.2 km a hex", " 3.1 km from the middle of 0101/0102: Kiev", "1 row derived, 2 left as they were"]),
        ("es", ["26,2 km por hexágono", " 3,1 km del centro de 0101/0102: Kiev", "1 fila sacada de la geografía, 2 se quedan como estaban"]),
    ],
)  # fmt: skip
def test_what_came_of_a_derivation(
    language: str, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    far = Residual("Kiev", ("0101", "0102"), 3.1)
    outcome = Derivation(26.2, (far,), {"hexes.csv": (1, 2), "lines.csv": (0, 0)}, ())
    deriving._print(Path("game"), outcome, complaining(language))
    told = capsys.readouterr().out
    for one in said:
        assert one in told
    assert "lines.csv" not in told


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("es-ES,es;q=0.9,en;q=0.8", "es"),
        ("de,en-GB;q=0.8,es;q=0.5", "en"),
        ("", "en"),
        ("fr", "en"),
    ],
)
def test_the_browsers_language(accepted: str, language: str) -> None:
    assert browsers_language(accepted) == language


@pytest.mark.parametrize(
    "known", [[], ["north", "south"], [f"unit-{n}" for n in range(90)], ["odd"]]
)
def test_remedies_for_unknown_words_are_told_about_a_game_too(known: list[str]) -> None:
    """Not by the voice of `check` alone: a unit or a side that nobody has is refused in answers."""
    remedy = nearest("odds", known)
    for say in (voice(read_once("dagc"), "es"), general("es"), complaining("es")):
        assert say(remedy) != remedy


def test_the_page_of_rules_writes_decimals_with_a_comma() -> None:
    told = [line.text for part in rules_page(read_once("tarsa"), "es") for line in part.lines]
    assert "Por Autovía un hexágono cuesta 0,5, haya lo que haya, salvo que cueste menos." in told
