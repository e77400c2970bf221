"""A game of areas, squares or points speaks of those, and not of hexes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.home.words_of import PROGRESS
from assistant.questions.reasons import Saying
from assistant.words.findings import complaining, in_language
from assistant.words.voice import voice
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.place_words import in_other_words, place_words
from builder.game.problems import ProblemsError
from builder.game.rulebook.page import rules_page
from builder.game.skeleton import new_game
from tests.module.test_point_boards import COUNTERS, GAME

AREA = 'Mere,area,,,"200,200 500,200 350,380"\n'
POINT = "Ash,point,100,100,\n"
HOLDS = Saying("A hex of {n} {n|hex|hexes}: {place}. Hexes.", n=2, place="Hex Hill")


def board(folder: Path, spaces: str) -> Game:
    (folder / "map").mkdir(parents=True)
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "counters.csv").write_text(COUNTERS.replace("Ash", "").replace("turn 3", ""))
    (folder / "map" / "hexes.csv").write_text("hex,terrain\n", encoding="utf-8")
    table = "space,kind,x,y,outline\n" + spaces
    (folder / "map" / "spaces.csv").write_text(table, encoding="utf-8")
    return load_game(folder)


@pytest.mark.parametrize(
    ("spaces", "told", "many"),
    [
        (AREA, "An area of 2 areas: Hex Hill. Areas.", "areas"),
        (POINT, "A space of 2 spaces: Hex Hill. Spaces.", "spaces"),
        (AREA + POINT, "A space of 2 spaces: Hex Hill. Spaces.", "spaces"),
    ],
)
def test_answers_speak_of_the_places_of_the_game(
    spaces: str, told: str, many: str, tmp_path: Path
) -> None:
    game = board(tmp_path / "lake", spaces)
    say = voice(game, "en")
    assert say(HOLDS) == told
    assert say("Other hexes") == f"Other {many}"
    assert say("Hex Hill") == "Hex Hill"  # a name
    assert voice(game, "es")("Other hexes") == "Otros lugares"


def test_hexes_stay_hexes(tmp_path: Path) -> None:
    new_game("hill", tmp_path)
    game = load_game(tmp_path / "hill")
    assert place_words(game, "en") == place_words(game, "es") == {}
    assert voice(game, "en")("Other hexes") == "Other hexes"


def test_the_page_of_rules_too(tmp_path: Path) -> None:
    game = board(tmp_path / "lake", AREA)
    rules = '[zones]\nrule = "4"\nby = ["infantry"]\n[stacking]\nlimit = 2\n'
    (game.folder / "rules.toml").write_text(rules, encoding="utf-8")
    game = load_game(game.folder)
    for language, none, some in (("en", "hex", "An area"), ("es", "hexágono", "un lugar")):
        told = [line.text for one in rules_page(game, language) for line in one.lines]
        assert not [text for text in told if none in text.casefold()]
        assert [text for text in told if some in text]


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_wrong_is_told_of_them_too(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In check and in what keeps build from writing; keys and files keep their names."""
    monkeypatch.setenv("KESSEL_LANGUAGE", language)
    folder = tmp_path / "lake"
    board(folder, AREA)
    (folder / "game.toml").write_text(GAME + '[sets.coast]\nhexes = ["Z9"]\n')
    (folder / "map/hexes.csv").write_text("hex,terrain\nMere,fen\nMere,fen\n")
    checked = CliRunner().invoke(app, ["check", str(folder)])
    built = CliRunner().invoke(app, ["build", str(folder), "-o", str(tmp_path / "out")])
    assert isinstance(built.exception, ProblemsError)
    refused = "\n".join(explain(built.exception, complaining(language)) or ())
    monkeypatch.setenv(PROGRESS, "yes")  # as the home page asks, which may change its language
    document = json.loads(CliRunner().invoke(app, ["check", str(folder), "--json"]).output)
    listed = [in_language(finding, language) for finding in document["findings"]]
    on_the_page = "\n".join(f"{one['file']} {one['text']} {one['remedy']}" for one in listed)
    for said in (checked.output, refused, on_the_page):
        assert "hexes.csv" in said
        assert " hex " not in said.lower()
        assert "hexágono" not in said
        assert ("El lugar Mere" if language == "es" else "Area Mere stands here a second") in said


def test_what_is_typed_keeps_its_name() -> None:
    say = in_other_words({"hexes": "areas", "hex": "area"})
    typed = "Hexes: see hexes.csv, hexes = [...], column 'hex'."
    assert say(typed) == "Areas: see hexes.csv, hexes = [...], column 'hex'."
